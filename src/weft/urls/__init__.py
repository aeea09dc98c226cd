"""URLs: canonical form, resolving, scope, tokens. Pure."""

from weft.urls._canonical import Address, canonicalise, parse_address, resolve
from weft.urls._scope import Scope, ancestors
from weft.urls._tokens import UrlTokens, tokenise

__all__ = [
    "Address",
    "Scope",
    "UrlTokens",
    "ancestors",
    "canonicalise",
    "parse_address",
    "resolve",
    "tokenise",
]
