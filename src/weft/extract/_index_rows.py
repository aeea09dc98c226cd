"""The rows of a list: found by the links that are their titles, each the largest element with one such link.

Titles are known by their place on the page (tags from the body, class tokens of the link), learned from many pages.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.extract._index_places import class_tokens
from weft.extract._index_words import says_locked, says_sticky
from weft.page import Page, spot_times
from weft.urls import resolve

RoleOf = Callable[[str], str]  # "thread", "index" or "" of a URL
_MAX_TITLE_CHARS = 400
_BRACKETED = re.compile(r"\s*[\[(【][^\])】]{2,30}[\])】]\s*(?=\S)")
_MAX_SIBLINGS = 12  # of one row, where rows are made of siblings
_SPAN_SHARE = 0.7  # of the gaps between rows that must be alike for siblings to belong to the row before them


class Title(NamedTuple):
    """A link that may be the title of a row."""

    node: LexborNode
    url: str
    text: str
    position: int  # among the page's links


class Anchor(NamedTuple):
    """A link of a page: its place, and how many stand before it."""

    node: LexborNode
    place: str
    position: int


class Trails:
    """Names the places of a page's elements by their tags, from the body; each element is looked at once."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def of(self, node: LexborNode) -> str:
        """Give the tags that lead to an element, itself included."""
        passed: list[LexborNode] = []
        current: LexborNode | None = node
        trail = ""
        while current is not None:
            known = self._known.get(current.mem_id)
            if known is not None:
                trail = known
                break
            if current.tag in ("body", "html"):
                break
            passed.append(current)
            current = current.parent
        for element in reversed(passed):
            trail = f"{trail}/{element.tag}" if trail else str(element.tag)
            self._known[element.mem_id] = trail
        return trail

    def of_link(self, node: LexborNode) -> str:
        """Give the same for a link, with its class tokens."""
        return ".".join((self.of(node), *class_tokens(node.attributes.get("class"))))


def iter_anchors(page: Page, trails: Trails) -> Iterator[Anchor]:
    """Give the links of a page with their places."""
    for position, node in enumerate(page.tree.css("body a[href]")):
        yield Anchor(node, trails.of_link(node), position)


def titles_of(anchors: Iterable[Anchor], page: Page) -> Iterator[tuple[str, Title]]:
    """Give those of a page's links that could be titles, with their places."""
    for node, place, position in anchors:
        text = title_text(node)
        if text:
            url = resolve(node.attributes["href"] or "", page.base)
            if url is not None:
                yield place, Title(node, url, text, position)


def title_text(node: LexborNode) -> str:
    """Give a link's text if it could be a title: with letters, and no time. What is cut short is told in full."""
    text = " ".join(node.text().split())
    if not text or len(text) > _MAX_TITLE_CHARS or not any(map(str.isalpha, text)):
        return ""
    spots = spot_times(text)
    if spots and len(spots[0].text) > len(text) // 2:
        return ""
    told = " ".join((node.attributes.get("title") or "").split())
    if text.endswith(("…", "...")) and told.startswith(text.rstrip(".…")):
        return told
    return text


def split_label(text: str) -> tuple[str, str]:
    """Part a title from the word in brackets that some sites put before it: "[Closed] How to ...".

    What says that a thread is kept at the top or takes no replies is the site's; other words are the author's.
    """
    match = _BRACKETED.match(text)
    if match is None or not (says_sticky(match.group()) or says_locked(match.group())):
        return "", text
    return match.group().strip(), text[match.end() :]


def row_roots(titles: Sequence[Title]) -> list[LexborNode]:
    """Give for each title the largest element that holds it and no other."""
    chains: list[list[LexborNode]] = []
    counts: Counter[int] = Counter()
    for title in titles:
        chain = list(_ancestors(title.node))
        chains.append(chain)
        counts.update(node.mem_id for node in chain)
    return [
        next((node for node in reversed(chain) if counts[node.mem_id] == 1), chain[0] if chain else title.node)
        for title, chain in zip(titles, chains, strict=True)
    ]


def _ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """Give an element and those around it, up to below the body."""
    current: LexborNode | None = node
    while current is not None and current.tag not in ("body", "html"):
        yield current
        current = current.parent


def settle_root(title: Title, largest: LexborNode, known: Collection[str], trails: Trails) -> LexborNode | None:
    """Give the element around a title, not larger than `largest`, that stands where rows are known to; or None."""
    best = None
    for node in _ancestors(title.node):
        if trails.of(node) in known:
            best = node
        if node.mem_id == largest.mem_id:
            break
    return best


def spans_of(roots: Sequence[LexborNode]) -> list[int]:
    """Give how many elements stand between each row and the next of the same parent."""
    own = {root.mem_id for root in roots}
    gaps: list[int] = []
    for root in roots:
        for gap, node in enumerate(_following(root)):
            if node.mem_id in own:
                gaps.append(gap)
                break
    return gaps


def with_siblings(root: LexborNode, others: Collection[int], count: int) -> list[LexborNode]:
    """Give a row with the siblings that belong to it: all before the next row, or `count` after the last."""
    if not count:
        return [root]
    row = [root]
    for node in _following(root):
        if node.mem_id in others:
            return row
        row.append(node)
    return row[: count + 1]


def _following(root: LexborNode) -> Iterator[LexborNode]:
    node = root.next
    seen = 0
    while node is not None and seen < _MAX_SIBLINGS:
        if (node.tag or "-")[0] not in "-!":
            seen += 1
            yield node
        node = node.next


def usual_span(gaps: Sequence[int]) -> int:
    """Give how many siblings belong to a row: 0 unless most rows have some."""
    wide = Counter(gap for gap in gaps if gap)
    return wide.most_common(1)[0][0] if gaps and wide.total() >= _SPAN_SHARE * len(gaps) else 0


def group_titles(titles: Iterable[tuple[str, Title]]) -> dict[str, list[Title]]:
    """Sort links by their place."""
    groups: dict[str, list[Title]] = defaultdict(list)
    for place, title in titles:
        groups[place].append(title)
    return groups


def find_roots(titles: Sequence[Title], known: Collection[str], trails: Trails) -> list[tuple[Title, LexborNode]]:
    """Give each title with the element of its row, once for each address.

    `known` are the tags that lead to rows: titles elsewhere have none. Without them a row is as large as can be.
    """
    first: dict[str, Title] = {}
    for title in sorted(titles, key=lambda title: title.position):
        first.setdefault(title.url, title)
    found = list(zip(first.values(), row_roots(list(first.values())), strict=True))
    if not known:
        return found
    settled = ((title, settle_root(title, root, known, trails)) for title, root in found)
    return [(title, root) for title, root in settled if root is not None]
