"""The outline of a page: its elements in document order as parallel lists, walked once for all of region mining.

Subtree totals are differences of running sums, so the text, links and area of any element cost two look-ups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, repeat
from operator import add

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.page._boxes import Boxes, true_areas
from weft.page._links import anchor_text
from weft.page._regions_shapes import Book, open_book
from weft.page._salience import SHOWING_TAGS, block_area, element_area, text_area

# Never shown, or shown as one control: nothing inside them is part of a list of a forum.
_LEFT_OUT = frozenset(
    {"head", "script", "style", "template", "svg", "math", "select", "datalist", "textarea", "object"}
    | {"audio", "video", "canvas", "iframe", "map"}
)
_NOT_SHOWN = '[hidden], [style*="display:none"], [style*="display: none"], [aria-hidden="true"], dialog'
_TEXT = "-text"
_ONE_ROW = frozenset({"0", "1"})
MAX_ELEMENTS = 60_000  # a page of 2 MB has about 40,000; what follows is left out, which bounds time and memory


@dataclass(slots=True)
class Outline:
    """Elements by number in document order; element 0 is the body. Lists are filled by `outline_of` and not changed."""

    nodes: list[LexborNode] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # number after the last element of the subtree
    children: list[Sequence[int]] = field(default_factory=list)
    classes: list[tuple[str, ...]] = field(default_factory=list)  # opaque tokens, digits removed
    book: Book = field(default_factory=open_book)
    labels: list[int] = field(default_factory=list)  # the book's numbers for tag and tokens
    shapes: list[int] = field(default_factory=list)  # the same for what they are made of; once times are known
    links: list[int] = field(default_factory=list)  # elements that are links with an address
    hrefs: dict[int, str] = field(default_factory=dict)  # their addresses as written
    hints: dict[int, str] = field(default_factory=dict)  # what title and datetime attributes say
    hidden: set[int] = field(default_factory=set)  # elements that a style or an attribute hides
    spanning: set[int] = field(default_factory=set)  # rows with a cell that goes on beside the rows that follow
    texts: list[Sequence[str]] = field(default_factory=list)  # the element's own pieces of text
    # running sums: what stands before each element
    text_sums: list[int] = field(default_factory=list)
    area_sums: list[float] = field(default_factory=list)
    link_sums: list[int] = field(default_factory=list)
    true_areas: list[float] = field(default_factory=list)  # of a page that was rendered; else empty
    _anchors: dict[int, str] = field(default_factory=dict)
    _paths: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.tags)

    def text_length(self, element: int) -> int:
        """Give the characters of text within an element."""
        return self.text_sums[self.ends[element]] - self.text_sums[element]

    def area(self, element: int) -> float:
        """Give the screen area of an element in square pixels: the true one of a rendered page, else the stand-in."""
        if self.true_areas:
            return self.true_areas[element]
        return self.area_sums[self.ends[element]] - self.area_sums[element]

    def link_count(self, element: int) -> int:
        """Give the number of links within an element, itself included."""
        return self.link_sums[self.ends[element]] - self.link_sums[element]

    def links_between(self, start: int, end: int) -> list[int]:
        """Give the link elements with numbers from `start` up to `end`."""
        return self.links[self.link_sums[start] : self.link_sums[end]]

    def anchor(self, link: int) -> str:
        """Give what a person reads on a link; read when asked for and kept, since nested lists share their links."""
        text = self._anchors.get(link)
        if text is None:
            text = self._anchors[link] = anchor_text(self.nodes[link])
        return text

    def ancestors(self, element: int) -> Iterator[int]:
        """Give the elements around one, from the nearest to the body."""
        parent = self.parents[element]
        while parent >= 0:
            yield parent
            parent = self.parents[parent]

    def name(self, element: int) -> str:
        """Give an element's tag and class tokens: a step of a path that does not depend on positions."""
        return self.book.steps[self.labels[element]]

    def path(self, element: int) -> str:
        """Give the tags that lead to an element, from the body on; kept, since much of a page stands together."""
        way: list[int] = []
        while element >= 0 and element not in self._paths:
            way.append(element)
            element = self.parents[element]
        path = self._paths[element] if element >= 0 else ""
        for inner in reversed(way):
            path = self._paths[inner] = f"{path}/{self.tags[inner]}" if path else self.tags[inner]
        return path

    def is_empty(self, element: int) -> bool:
        """Tell whether an element shows nothing: no text, no link, no picture.

        By the stand-in, of a rendered page too: what waits for a picture that was not loaded has no true area yet.
        """
        end = self.ends[element]
        return self.area_sums[end] <= self.area_sums[element] and self.link_sums[end] == self.link_sums[element]

    def without_empty(self, elements: Iterable[int]) -> list[int]:
        """Give those of the elements that show something; `is_empty` for many."""
        ends, areas, links = self.ends, self.area_sums, self.link_sums
        return [e for e in elements if areas[ends[e]] > areas[e] or links[ends[e]] > links[e]]


def outline_of(tree: LexborHTMLParser, boxes: Boxes | None = None) -> Outline:
    """Walk the body once. A page without a body has an empty outline. `boxes` are true areas, if there are any."""
    outline = Outline()
    body = tree.body
    if body is None:
        return outline
    numbers = _walk(body, outline)
    outline.ends = _find_ends(outline.parents)
    outline.hidden = _find_hidden(body, outline, numbers)
    _sum_up(outline, _read_attributes(outline))
    if boxes:
        outline.true_areas = true_areas([node.mem_id for node in outline.nodes], outline.parents, boxes)
    return outline


def _walk(body: LexborNode, outline: Outline) -> dict[int, int]:
    """Enter the elements and their texts; gives their numbers by the identity of their nodes.

    Written for speed (1,500 rounds a page): tags are looked up by their number, and lists are made only where something
    goes into them.
    """
    numbers: dict[int, int] = {}
    names: dict[int, str] = {}
    inner: defaultdict[int, list[int]] = defaultdict(list)
    pieces: defaultdict[int, list[str]] = defaultdict(list)
    nodes, tags, parents = outline.nodes, outline.tags, outline.parents
    for node in body.traverse(include_text=True, skip_empty=True):
        above = node.parent
        parent = numbers.get(above.mem_id, -1) if above is not None else -1
        if parent < 0 and nodes:
            continue  # in something left out
        tag = names.get(node.tag_id)
        if tag is None:
            tag = names[node.tag_id] = _name_of(node)
        if tag == _TEXT:
            text = (node.text_content or "").strip()
            if text:
                pieces[parent].append(text)
        elif tag:
            number = len(nodes)
            if number >= MAX_ELEMENTS:
                break
            numbers[node.mem_id] = number
            inner[parent].append(number)
            nodes.append(node)
            tags.append(tag)
            parents.append(parent)
    outline.children = list(map(inner.get, range(len(nodes)), repeat(())))
    outline.texts = list(map(pieces.get, range(len(nodes)), repeat(())))
    return numbers


def _name_of(node: LexborNode) -> str:
    """Give the tag of a node; "" if nothing of it belongs to the outline."""
    tag = node.tag
    if tag is None or tag in _LEFT_OUT or (tag[0] in "-!" and tag != _TEXT):
        return ""
    return tag


def _read_attributes(outline: Outline) -> list[float]:
    """Enter what the elements' attributes say; gives the area of what each element shows by itself."""
    book, known, labels = outline.book, outline.book.written, outline.labels
    areas: list[float] = []
    for number, (node, tag) in enumerate(zip(outline.nodes, outline.tags, strict=True)):
        attributes = node.attributes
        areas.append(element_area(tag, attributes) if tag in SHOWING_TAGS else 0.0)
        classes = (attributes.get("class") or "") if attributes else ""
        label = known.get((tag, classes))
        labels.append(label if label is not None else book.label(tag, classes))
        if not attributes:
            continue
        if tag == "a" and (href := attributes.get("href")):
            outline.hrefs[number] = href
        if tag == "td" and (attributes.get("rowspan") or "1") not in _ONE_ROW:
            outline.spanning.add(outline.parents[number])
        if hint := attributes.get("datetime") or attributes.get("title"):
            outline.hints[number] = hint
    outline.links = list(outline.hrefs)
    outline.classes = [book.names[label][1] for label in labels]
    return areas


def _find_hidden(body: LexborNode, outline: Outline, numbers: dict[int, int]) -> set[int]:
    """Give the elements that a style or an attribute hides, with all that is in them."""
    hidden: set[int] = set()
    for node in body.css(_NOT_SHOWN):
        number = numbers.get(node.mem_id)
        if number is not None and number not in hidden:
            hidden.update(range(number, outline.ends[number]))
    return hidden


def _find_ends(parents: list[int]) -> list[int]:
    sizes = [1] * len(parents)
    for number in range(len(parents) - 1, 0, -1):
        sizes[parents[number]] += sizes[number]
    return list(map(add, range(len(sizes)), sizes))


def _sum_up(outline: Outline, shown: list[float]) -> None:
    """Set the running sums; `shown` are the areas of what elements show by themselves."""
    lengths = [0] * len(shown)
    for number, texts in enumerate(outline.texts):
        if texts:
            text = texts[0] if len(texts) == 1 else "".join(texts)
            lengths[number] = len(text)
            shown[number] += text_area(text)
    starts = outline.text_sums = list(accumulate(lengths, initial=0))
    blocks = {tag: block_area(tag) for tag in set(outline.tags)}
    areas = [
        area + blocks[tag] if starts[end] > start else area
        for area, tag, end, start in zip(shown, outline.tags, outline.ends, starts, strict=False)
    ]
    for number in outline.hidden:
        areas[number] = 0.0
    is_link = [0] * len(areas)
    for link in outline.links:
        is_link[link] = 1
    outline.area_sums = list(accumulate(areas, initial=0.0))
    outline.link_sums = list(accumulate(is_link, initial=0))
