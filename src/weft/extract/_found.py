"""Records found on a page: elements that a selector tells, some with the siblings after them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from weft.extract._places import climb
from weft.page import Page

WHOLE = "body"  # the selector of posts that are pages


@dataclass(frozen=True, slots=True)
class Found:
    """One record of a page."""

    sheet: int
    nodes: tuple[LexborNode, ...]

    @property
    def start(self) -> int:
        """The identity of its first element."""
        return self.nodes[0].mem_id


def find_records(number: int, page: Page, selector: str, *, spans: bool = False) -> list[Found]:
    """Give the records of a page that a selector tells."""
    starts = list({node.mem_id: node for node in page.tree.css(selector)}.values())
    if not spans:
        return [Found(number, (node,)) for node in starts]
    known = {node.mem_id for node in starts}
    return [Found(number, span_from(node, known)) for node in starts]


def touches(node: LexborNode, inside: Collection[int]) -> bool:
    """Tell whether an element is, holds or stands in one of those given by their identities."""
    return any(around.mem_id in inside for around in climb(node)) or any(
        inner.mem_id in inside for inner in node.traverse()
    )


def steps_to(node: LexborNode) -> str:
    """Give the way from the body to an element, each step counted among its like: all that tells it in plain markup."""
    steps = []
    for one in climb(node):
        if one.tag in ("body", "html", None):
            break
        before, count = one.prev, 1
        while before is not None:
            count += before.tag == one.tag
            before = before.prev
        steps.append(f"{one.tag}:nth-of-type({count})")
    return " > ".join((WHOLE, *reversed(steps)))


def span_from(start: LexborNode, starts: Iterable[int]) -> tuple[LexborNode, ...]:
    """Give an element with the siblings after it, up to the next that begins a record."""
    nodes = [start]
    sibling = start.next
    while sibling is not None and sibling.mem_id not in starts:
        if (sibling.tag or "-")[0] not in "-!":
            nodes.append(sibling)
        sibling = sibling.next
    return trim(tuple(nodes))


def trim(nodes: tuple[LexborNode, ...]) -> tuple[LexborNode, ...]:
    """Leave rules and empty elements at the end of a record out."""
    while len(nodes) > 1 and not nodes[-1].text(strip=True) and nodes[-1].css_first("a, img") is None:
        nodes = nodes[:-1]
    return nodes
