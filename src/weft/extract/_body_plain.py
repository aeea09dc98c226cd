"""Quotes as mail has them: lines that begin with ">", below a line that says who wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from weft.extract._body_text import MAX_QUOTE_DEPTH, Line
from weft.extract._body_words import MAX_LABEL_CHARS, has_quote_word, name_at_start, name_in_label
from weft.page import Quote, spot_times

_MARKS = re.compile(r"(?:>[ \xa0]?)+")
# After ">", but no quote: the rest of a face, the number of a post.
_UNQUOTED = re.compile(r"[:;=]['-]?[()DPO/\\|<]|\d+$")
_COLONS = (":", "：")


def deepen(lines: Sequence[Line]) -> list[Line]:
    """Give the lines with the ">" of those that begin with it turned into depth."""
    deep: list[Line] = []
    quote = -1  # of the lines just above; numbers below -1 are those of quotes found here
    count = -1
    for line in lines:
        match = _MARKS.match(line.text) if line.depth == 0 else None
        if match is None or _UNQUOTED.match(line.text, match.end()):
            quote = -1
            deep.append(line)
            continue
        if quote == -1:
            count -= 1
            quote = count
            if deep and _is_label(deep[-1]):
                deep[-1] = deep[-1]._replace(depth=1, quote=quote, is_label=True)
        depth = min(match.group().count(">"), MAX_QUOTE_DEPTH)
        deep.append(Line(depth, line.text[match.end() :].strip(), line.gap, quote))
    return deep


def plain_quotes(lines: Sequence[Line]) -> Iterator[tuple[int, Quote]]:
    """Give the number of each quote found by `deepen`, with whom its label names; its text is to be filled in."""
    seen: set[int] = set()
    for line in lines:
        if line.quote < -1 and line.quote not in seen:
            seen.add(line.quote)
            yield line.quote, Quote("", _name(line.text) if line.is_label else name_at_start(line.text))


def _is_label(line: Line) -> bool:
    text = line.text
    if line.depth or len(text) > MAX_LABEL_CHARS or not text.endswith(_COLONS):
        return False
    return has_quote_word(text) or bool(spot_times(text))


def _name(text: str) -> str:
    for spot in reversed(spot_times(text)):
        text = text[: spot.start] + " " + text[spot.end :]
    return name_in_label(" ".join(text.split()))
