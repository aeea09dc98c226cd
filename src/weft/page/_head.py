"""What the head of a document says, read in one pass: a look for each part would cost more than the parsing."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

_PARTS = "title, base[href], meta[content], link[rel][href]"
_ROBOT_NAMES = frozenset({"robots", "weft"})


@dataclass(slots=True)
class Head:
    """The parts of a head Weft reads; hrefs and contents as written."""

    title: str = ""
    base: str = ""
    robots: list[str] = field(default_factory=list)  # contents of meta name=robots
    refreshes: list[str] = field(default_factory=list)  # contents of meta http-equiv=refresh
    links: list[tuple[list[str], str]] = field(default_factory=list)  # rel words and href of link elements


def read_head(node: LexborNode | None) -> Head:
    """Read a head; the first title and base count, as in browsers."""
    head = Head()
    for part in node.css(_PARTS) if node is not None else ():
        tag = part.tag
        if tag == "title":
            head.title = head.title or " ".join(part.text().split())
        elif tag == "base":
            head.base = head.base or part.attributes.get("href") or ""
        elif tag == "meta":
            _read_meta(head, part.attributes)
        else:
            attributes = part.attributes
            head.links.append(((attributes.get("rel") or "").lower().split(), attributes.get("href") or ""))
    return head


def _read_meta(head: Head, attributes: dict[str, str | None]) -> None:
    content = attributes.get("content") or ""
    if (attributes.get("name") or "").lower() in _ROBOT_NAMES:
        head.robots.append(content)
    elif (attributes.get("http-equiv") or "").lower() == "refresh":
        head.refreshes.append(content)
