"""Links and forms as a page offers them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.urls import resolve

_LINK_SELECTOR = "a[href], area[href], frame[src], iframe[src]"
# Fields that only a form that changes something has: it takes text, a secret or a file.
_ACTING_FIELDS = "textarea, input[type=password], input[type=file]"
_ROW_CHARS = 150  # of what stands below a link that says nothing itself


class Link(NamedTuple):
    """A link as it stands on the page; a tuple because a page has hundreds and each is looked at once.

    `url` is canonical, or None where the href leads nowhere on the web (mail, script).
    """

    href: str
    url: str | None
    text: str
    rel: str
    title: str
    position: int  # among the page's links, from 0

    @property
    def is_nofollow(self) -> bool:
        """Whether the site asks robots not to follow this link."""
        return "nofollow" in self.rel


class Anchor(NamedTuple):
    """An element that leads somewhere, with what it carries: each question to the tree costs."""

    node: LexborNode
    attributes: Mapping[str, str | None]


class Form(NamedTuple):
    """A form: where it would send what. `acts` tells whether sending it would change something."""

    url: str | None
    method: str
    fields: tuple[str, ...]
    acts: bool


def find_anchors(tree: LexborHTMLParser) -> tuple[Anchor, ...]:
    """Give all that leads somewhere, in page order."""
    return tuple(Anchor(node, node.attributes) for node in tree.css(_LINK_SELECTOR))


def iter_links(anchors: Iterable[Anchor], base: str, known: Container[str]) -> Iterator[Link]:
    """Give the links whose raw href is not in `known`; hrefs are looked up before they are resolved (3x, bench.md)."""
    for position, (node, attributes) in enumerate(anchors):
        href = attributes.get("href") or attributes.get("src") or ""
        if href in known or href.startswith("#"):
            continue
        rel = attributes.get("rel") or ""
        title = attributes.get("title") or ""
        yield Link(href, resolve(href, base), anchor_text(node), rel.lower(), title, position)


def anchor_text(node: LexborNode) -> str:
    """Give what a person reads on a link: its text, else the picture's alternative text, else its label."""
    text = " ".join(node.text().split())
    if text:
        return text
    image = node.css_first("img[alt]")
    if image is not None and image.attributes.get("alt"):
        return str(image.attributes["alt"]).strip()
    return (node.attributes.get("aria-label") or node.attributes.get("title") or "").strip() or _text_below(node)


def _text_below(node: LexborNode) -> str:
    """Give what stands below a link that says nothing and lies over a row of which it is the only link: most of it.

    A mark beside a post has all of it below: that is nothing a link says.
    """
    row = node.parent
    if row is None or len(row.css("a[href]")) > 1:
        return ""
    texts = [" ".join(child.text().split()) for child in row.iter() if child.mem_id != node.mem_id]
    said = [text for text in texts if any(map(str.isalpha, text))]
    longest = max(said, key=len) if len(said) > 1 else ""
    return longest if len(longest) <= _ROW_CHARS else ""


def iter_forms(tree: LexborHTMLParser, base: str, page_url: str) -> Iterator[Form]:
    """Give the page's forms. A form acts when it posts text, a secret or a file, but not to the page or above it."""
    for node in tree.css("form"):
        method, url = _read_form(node, base, page_url)
        fields = tuple(
            field.attributes.get("name") or "" for field in node.css("input[name], textarea[name], select[name]")
        )
        yield Form(url, method, fields, _is_acting(node, method, url, page_url))


def iter_acting(tree: LexborHTMLParser, base: str, page_url: str) -> Iterator[str]:
    """Give the addresses of the page's forms that act, without looking at all they ask for."""
    for node in tree.css("form"):
        method, url = _read_form(node, base, page_url)
        if url is not None and _is_acting(node, method, url, page_url):
            yield url


def _read_form(node: LexborNode, base: str, page_url: str) -> tuple[str, str | None]:
    attributes = node.attributes
    return (attributes.get("method") or "get").lower(), resolve(attributes.get("action") or page_url, base)


def _is_acting(node: LexborNode, method: str, url: str | None, page_url: str) -> bool:
    posts = method == "post" and url is not None and not _is_around(_path(url), _path(page_url))
    return posts and node.css_first(_ACTING_FIELDS) is not None


def _is_around(path: str, page: str) -> bool:
    """Tell whether a path is that of the page or of a folder it lies in: forms post to the front of a site, too."""
    return page == path or page.startswith(path.rstrip("/") + "/")


def _path(url: str) -> str:
    return url.partition("?")[0]
