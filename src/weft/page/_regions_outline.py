"""The outline of a page: its elements in document order as parallel lists, walked once for all of region mining.

Subtree totals are differences of running sums, so the text, links and area of any element cost two look-ups.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.page._salience import SHOWING_TAGS, block_area, element_area, text_area

# Never shown, or shown as one control: nothing inside them is part of a list of a forum.
_LEFT_OUT = frozenset(
    {"head", "script", "style", "template", "svg", "math", "select", "datalist", "textarea", "object"}
    | {"audio", "video", "canvas", "iframe", "map"}
)
_NOT_SHOWN = '[hidden], [style*="display:none"], [style*="display: none"], [aria-hidden="true"], dialog'
_DIGITS = re.compile(r"\d+")
MAX_ELEMENTS = 60_000  # a page of 2 MB has about 40,000; what follows is left out, which bounds time and memory


@dataclass(slots=True)
class Outline:
    """Elements by number in document order; element 0 is the body. Lists are filled by `outline_of` and not changed."""

    nodes: list[LexborNode] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # number after the last element of the subtree
    children: list[list[int]] = field(default_factory=list)
    classes: list[tuple[str, ...]] = field(default_factory=list)  # opaque tokens, digits removed
    links: list[int] = field(default_factory=list)  # elements that are links with an address
    hints: dict[int, str] = field(default_factory=dict)  # what title and datetime attributes say
    hidden: set[int] = field(default_factory=set)  # elements that a style or an attribute hides
    texts: list[list[str]] = field(default_factory=list)  # the element's own pieces of text
    # running sums: what stands before each element
    text_sums: list[int] = field(default_factory=list)
    area_sums: list[float] = field(default_factory=list)
    link_sums: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.tags)

    def text_length(self, element: int) -> int:
        """Give the characters of text within an element."""
        return self.text_sums[self.ends[element]] - self.text_sums[element]

    def area(self, element: int) -> float:
        """Give the stand-in for the screen area of an element, in square pixels."""
        return self.area_sums[self.ends[element]] - self.area_sums[element]

    def link_count(self, element: int) -> int:
        """Give the number of links within an element, itself included."""
        return self.link_sums[self.ends[element]] - self.link_sums[element]

    def links_between(self, start: int, end: int) -> list[int]:
        """Give the link elements with numbers from `start` up to `end`."""
        return self.links[self.link_sums[start] : self.link_sums[end]]

    def ancestors(self, element: int) -> Iterator[int]:
        """Give the elements around one, from the nearest to the body."""
        parent = self.parents[element]
        while parent >= 0:
            yield parent
            parent = self.parents[parent]

    def name(self, element: int) -> str:
        """Give an element's tag and class tokens: a step of a path that does not depend on positions."""
        return ".".join((self.tags[element], *self.classes[element]))

    def is_empty(self, element: int) -> bool:
        """Tell whether an element shows nothing: no text, no link, no picture."""
        return self.area(element) <= 0 and not self.link_count(element)


def outline_of(tree: LexborHTMLParser) -> Outline:
    """Walk the body once. A page without a body has an empty outline."""
    outline = Outline()
    body = tree.body
    if body is None:
        return outline
    areas = _walk(body, outline, {node.mem_id for node in body.css(_NOT_SHOWN)})
    _close(outline, areas)
    return outline


def _walk(body: LexborNode, outline: Outline, unseen: set[int]) -> list[float]:
    """Fill the lists; gives each element's own area. `unseen` are the elements that a style or an attribute hides."""
    numbers: dict[int, int] = {}
    areas: list[float] = []
    texts, hidden = outline.texts, outline.hidden
    for node in body.traverse(include_text=True, skip_empty=True):
        tag = node.tag
        above = node.parent
        parent = numbers.get(above.mem_id, -1) if above is not None else -1
        if tag == "-text":
            text = (node.text_content or "").strip() if parent >= 0 else ""
            if text:
                texts[parent].append(text)
                if parent not in hidden:
                    areas[parent] += text_area(text)
            continue
        if tag is None or tag[0] in "-!" or tag in _LEFT_OUT or (parent < 0 and numbers):
            continue
        number = len(areas)
        if number >= MAX_ELEMENTS:
            break
        numbers[node.mem_id] = number
        attributes = node.attributes
        _add_element(outline, node, tag, parent, attributes)
        if parent in hidden or node.mem_id in unseen:
            hidden.add(number)
            areas.append(0.0)
        else:
            areas.append(element_area(tag, attributes) if tag in SHOWING_TAGS else 0.0)
    return areas


def _add_element(outline: Outline, node: LexborNode, tag: str, parent: int, attributes: dict[str, str | None]) -> None:
    """Enter one element into the lists."""
    number = len(outline.tags)
    outline.nodes.append(node)
    outline.tags.append(tag)
    outline.parents.append(parent)
    outline.children.append([])
    outline.texts.append([])
    if parent >= 0:
        outline.children[parent].append(number)
    if not attributes:
        outline.classes.append(())
        return
    outline.classes.append(_tokens(attributes.get("class")))
    if tag == "a" and attributes.get("href"):
        outline.links.append(number)
    hint = attributes.get("datetime") or attributes.get("title")
    if hint:
        outline.hints[number] = hint


@lru_cache(maxsize=4096)
def _tokens(value: str | None) -> tuple[str, ...]:
    """Give class tokens without their digits: `row1` and `row2`, `post-17` and `post-18` are the same."""
    if not value:
        return ()
    return tuple(dict.fromkeys(_DIGITS.sub("", value).split()))


def _close(outline: Outline, areas: list[float]) -> None:
    """Set the ends of subtrees and the running sums."""
    count = len(areas)
    ends = outline.ends = list(range(1, count + 1))
    for number in range(count - 1, 0, -1):
        parent = outline.parents[number]
        if parent >= 0 and ends[parent] < ends[number]:
            ends[parent] = ends[number]
    is_link = [0] * count
    for link in outline.links:
        is_link[link] = 1
    outline.text_sums = list(accumulate((sum(map(len, texts)) for texts in outline.texts), initial=0))
    for number, tag in enumerate(outline.tags):
        if number not in outline.hidden and outline.text_length(number):
            areas[number] += block_area(tag)
    outline.area_sums = list(accumulate(areas, initial=0.0))
    outline.link_sums = list(accumulate(is_link, initial=0))
