"""Entity tags (RFC 9110 8.8.3) on a simulated site's pages: true ones, and ones that lie."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from enum import StrEnum

from weft.simulate._site import Answer

_OK, _NOT_MODIFIED = 200, 304


class Tags(StrEnum):
    """What a site's entity tags are made of."""

    NONE = "none"
    TRUE = "true"  # of what the page shows: another page, another tag
    LYING = "lying"  # of the address alone: whoever has seen a page once is told for ever that it has not changed


def tag_answer(answer: Answer, url: str, asked: str, tags: Tags) -> Answer:
    """Give an answer its tag, or a 304 in its place when `asked` (If-None-Match) names that tag."""
    if tags is Tags.NONE or answer.status != _OK:
        return answer
    made_of = answer.body if tags is Tags.TRUE else url.encode()
    tag = f'"{hashlib.blake2b(made_of, digest_size=10).hexdigest()}"'
    if tag in {part.strip().removeprefix("W/") for part in asked.split(",")}:
        return Answer(_NOT_MODIFIED, (("ETag", tag),), b"")
    return replace(answer, headers=(*answer.headers, ("ETag", tag)))
