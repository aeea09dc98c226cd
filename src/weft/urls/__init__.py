"""URLs: canonical form, resolving, scope, tokens. Pure."""

from weft.urls._canonical import Address, canonicalise, parse_address, resolve
from weft.urls._form import (
    FREE,
    NUMBER_TEXT,
    PATH_TEXT,
    QUERY_TEXT,
    Form,
    Slot,
    cut_url,
    drop_keys,
    re2_escape,
)
from weft.urls._forms import Forms, learn_forms
from weft.urls._media import FILMS, PICTURES, is_media
from weft.urls._named import find_named
from weft.urls._scope import Scope, ancestors
from weft.urls._tokens import UrlTokens, tokenise

__all__ = [
    "FILMS",
    "FREE",
    "NUMBER_TEXT",
    "PATH_TEXT",
    "PICTURES",
    "QUERY_TEXT",
    "Address",
    "Form",
    "Forms",
    "Scope",
    "Slot",
    "UrlTokens",
    "ancestors",
    "canonicalise",
    "cut_url",
    "drop_keys",
    "find_named",
    "is_media",
    "learn_forms",
    "parse_address",
    "re2_escape",
    "resolve",
    "tokenise",
]
