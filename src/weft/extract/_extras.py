"""Posts that are not of the main list: the question above the answers, the comments under them.

They are found by their times: times that are of no main post, in no body, always beside a link to an author if there
are such links at all. Only what opens a page may name its author without one: who writes a journal has no profile.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from weft.extract._found import Found, span_from
from weft.extract._names import href_shape
from weft.extract._places import is_hidden, stable_tokens
from weft.extract._sheets import Sheet

_CHAIN = 3  # elements that name a time's place
_LEVELS = 12  # how far above its time a post may begin
_EXAMPLES, _PAGES = 3, 2
_WITH_USER, _WITH_PROSE = 0.9, 0.8
_MOST_PROSE = 0.3  # share of the openings that have words, where others may be but a link or a picture
_ALONE = 0.85  # share of the times that must have a record for themselves
_PROSE = 12  # letters that are in no link, beside author and time
_STANDING, _FEW = 0.8, 2  # share of the elements, and so many at least, that have a word which says nothing of one
_SAME_TEXT = 0.3  # share of the texts that other pages have too, from which they are of the site
_BESIDE = 2  # levels above the first that has words, where those are but of buttons
_NO_PROSE = "a, time, button, option, script, style, h1, h2, h3"
_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A time that may be of another kind of post."""

    sheet: int
    node: LexborNode


def find_extras(
    sheets: Sequence[Sheet],
    taken: Collection[tuple[int, int]],
    barred: Collection[tuple[int, int]],
    shapes: Collection[str],
) -> Iterator[list[Found]]:
    """Give groups of records around times; elements are given as page and identity.

    Times inside elements in `taken` are accounted for; records may not hold an element in `barred`.
    """
    for anchors in find_anchors(sheets, taken):
        pages = {anchor.sheet for anchor in anchors}
        if len(anchors) >= _EXAMPLES and len(pages) >= _PAGES:
            found = _grow(anchors, barred, shapes) or (_grow(anchors, barred, ()) if _open(anchors, sheets) else [])
            if found and not _is_everywhere(found):
                yield found


def find_anchors(sheets: Sequence[Sheet], taken: Collection[tuple[int, int]]) -> list[list[Anchor]]:
    """Give the times that are not accounted for, those that stand alike together, the most first.

    Of equally many those come first that tell machines more than is shown: a day, where others are but ages.
    """
    groups: dict[tuple[str, ...], list[Anchor]] = defaultdict(list)
    told: Counter[tuple[str, ...]] = Counter()
    for number, sheet in enumerate(sheets):
        for time in sheet.times:
            if not _is_taken(number, time.node, taken):
                chain = _chain(time.node)
                groups[chain].append(Anchor(number, time.node))
                told[chain] += bool(time.twin)
    shown = {chain: _shown(anchors) for chain, anchors in groups.items()}
    return [shown[chain] for chain in sorted(shown, key=lambda chain: (len(shown[chain]), told[chain]), reverse=True)]


def _shown(anchors: list[Anchor]) -> list[Anchor]:
    """Leave out what is not shown, where others alike are: a blueprint for scripts, with a time and nobody's words."""
    shown = [anchor for anchor in anchors if not is_hidden(anchor.node)]
    return shown or anchors


def _open(anchors: Sequence[Anchor], sheets: Sequence[Sheet]) -> bool:
    """Tell whether each of some times is the first of its page."""
    return all(sheets[anchor.sheet].times[0].node.mem_id == anchor.node.mem_id for anchor in anchors)


def _is_taken(sheet: int, node: LexborNode, taken: Collection[tuple[int, int]]) -> bool:
    current: LexborNode | None = node
    while current is not None:
        if (sheet, current.mem_id) in taken:
            return True
        current = current.parent
    return False


def _chain(node: LexborNode) -> tuple[str, ...]:
    names: list[str] = []
    current: LexborNode | None = node
    while current is not None and len(names) < _CHAIN:
        names.append(_name(current))
        current = current.parent
    return tuple(names)


def _name(node: LexborNode) -> str:
    return ".".join((str(node.tag), *stable_tokens(node.attributes.get("class"))))


def _grow(anchors: Sequence[Anchor], barred: Collection[tuple[int, int]], shapes: Collection[str]) -> list[Found]:
    """Climb from the times until each has an author and some prose for itself; nothing if that never comes."""
    total, worded = len(anchors), 0
    standing = [(anchor, anchor.node) for anchor in anchors]
    for _ in range(_LEVELS):
        below = standing
        above = [(anchor, node.parent) for anchor, node in standing]
        standing = [(anchor, node) for anchor, node in above if node is not None and node.tag not in ("body", "html")]
        if len(standing) < len(above):
            return []
        if any((anchor.sheet, node.mem_id) in barred for anchor, node in standing):
            return _grow_along(below, barred, shapes)
        firsts: dict[tuple[int, int], tuple[Anchor, LexborNode]] = {}
        for anchor, node in standing:  # a second time in a post is that of an edit
            firsts.setdefault((anchor.sheet, node.mem_id), (anchor, node))
        standing = list(firsts.values())
        if len(standing) < _ALONE * total or len({node.tag for _, node in standing}) > 1:
            return []
        nodes = [node for _, node in standing]
        if shapes and _share(nodes, lambda node: has_user(node, shapes)) < _WITH_USER:
            continue
        prose = [prose_of(node) for node in nodes]
        worded += share_long(prose) >= _WITH_PROSE
        if share_long(without_standing(prose)) >= _WITH_PROSE:
            return [Found(anchor.sheet, (node,)) for anchor, node in standing]
        if worded > _BESIDE:
            break
    return []


def _grow_along(
    standing: Sequence[tuple[Anchor, LexborNode]], barred: Collection[tuple[int, int]], shapes: Collection[str]
) -> list[Found]:
    """Go on from what opens a page to what stands behind it, up to the posts; nothing if there is no prose in it.

    What one element holds is a head, the text and all answers, one after the other.
    """
    nodes = [node for _, node in standing]
    sheets = {anchor.sheet for anchor, _ in standing}
    if len(sheets) < len(standing) or (shapes and _share(nodes, lambda node: has_user(node, shapes)) < _WITH_USER):
        return []
    ends: dict[int, set[int]] = defaultdict(set)
    for sheet, identity in barred:
        ends[sheet].add(identity)
    found, ended = [], 0
    for anchor, node in standing:
        span = span_from(node, ends[anchor.sheet])
        found.append(Found(anchor.sheet, span))
        ended += any(one.mem_id in ends[anchor.sheet] for one in _after(span[-1]))
    prose = [[word for one in record.nodes[1:] for word in prose_of(one)] for record in found]
    is_text = share_long(prose) >= _MOST_PROSE and share_long(without_standing(prose)) >= _MOST_PROSE
    return found if ended >= _EXAMPLES and is_text else []


def _after(node: LexborNode) -> Iterator[LexborNode]:
    sibling = node.next
    while sibling is not None:
        yield sibling
        sibling = sibling.next


def _share(nodes: Sequence[LexborNode], test: Callable[[LexborNode], bool]) -> float:
    return sum(map(test, nodes)) / len(nodes)


def has_user(node: LexborNode, shapes: Collection[str]) -> bool:
    return any(href_shape(link.attributes.get("href") or "") in shapes for link in node.css("a[href]"))


def share_long(prose: Sequence[Sequence[str]]) -> float:
    return sum(sum(map(len, words)) >= _PROSE for words in prose) / len(prose)


def without_standing(prose: Sequence[Sequence[str]]) -> list[list[str]]:
    """Leave out the words that most elements have: those of buttons ("edit", "more") are nobody's."""
    often = Counter(word for words in prose for word in set(words))
    standing = {word for word, count in often.items() if count > max(_FEW, _STANDING * len(prose))}
    return [[word for word in words if word not in standing] for words in prose]


def prose_of(node: LexborNode) -> list[str]:
    """Give the words of an element that are in no link, button or heading."""
    words = Counter(_WORDS.findall(node.text(separator=" ")))
    for inner in node.css(_NO_PROSE):
        words -= Counter(_WORDS.findall(inner.text(separator=" ")))
    return list(words.elements())


def _is_everywhere(found: Sequence[Found]) -> bool:
    """Tell whether the same texts stand on several pages: a box of news, not posts."""
    pages: dict[str, set[int]] = defaultdict(set)
    for one in found:
        pages[" ".join(one.nodes[0].text().split())].add(one.sheet)
    return sum(len(sheets) > 1 for sheets in pages.values()) > _SAME_TEXT * len(pages)
