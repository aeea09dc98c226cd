"""The Page: a document as the rest of Weft sees it. Parts are read when asked for and kept."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser

from weft.page._boxes import Boxes, take_boxes
from weft.page._buttons import link_buttons
from weft.page._charset import to_utf8
from weft.page._guard import refuse_tree
from weft.page._head import Head, read_head
from weft.page._links import Anchor, Form, Link, find_anchors, iter_acting, iter_forms, iter_links
from weft.page._passages import box_passages
from weft.page._repair import repair_html
from weft.urls import resolve

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_SNIFF = re.compile(rb"^(?:\s|<!--.*?-->)*<(?:!doctype html|html|head|body|title|meta|table|div)\b", re.I | re.S)
_REFRESH_URL = re.compile(r"[;,]\s*(?:url\s*=\s*)?[\"']?\s*([^\"']+)", re.IGNORECASE)
_INVISIBLE = ["script", "style", "noscript", "template", "svg", "head"]


def is_html(media_type: str, content: bytes) -> bool:
    """Tell whether a body is a page: by its type, or by its first tag when the server named no (real) type."""
    if media_type in HTML_TYPES:
        return True
    if media_type in ("", "application/octet-stream", "text/plain", "unknown/unknown"):
        return media_type != "text/plain" and _SNIFF.match(content[:1024]) is not None
    return False


class Page:
    """One HTML document. `problem` says why it could not be read; then it has no links and no text."""

    def __init__(self, url: str, html: bytes, charset: str, *, problem: str = "", robots_header: str = "") -> None:
        self.url = url
        self.html = html  # UTF-8
        self.charset = charset
        self.problem = problem
        self._robots_header = robots_header
        self.boxes: Boxes = {}  # true areas of elements, of a page that a browser of ours rendered

    @cached_property
    def tree(self) -> LexborHTMLParser:
        """The parsed document; empty when the page has a problem."""
        tree = LexborHTMLParser(b"" if self.problem else self.html)
        if b"<hr" in self.html or b"<HR" in self.html:
            box_passages(tree)
        if b"<form" in self.html or b"<FORM" in self.html:
            link_buttons(tree, self.url)
        return tree

    @cached_property
    def _head(self) -> Head:
        return read_head(self.tree.head)

    @cached_property
    def base(self) -> str:
        """What relative hrefs are relative to: `<base href>`, else the page's own URL."""
        return (resolve(self._head.base, self.url) if self._head.base else None) or self.url

    def rename(self, url: str) -> None:
        """Go by another address from now on. Relative hrefs stay relative to the one the page came from."""
        _ = self.base  # is kept once it was asked for
        self.url = url

    def iter_links(self, known: Container[str] = ()) -> Iterator[Link]:
        """Give the links in page order, leaving out those whose raw href is in `known`."""
        return iter_links(self.anchors, self.base, known)

    @cached_property
    def anchors(self) -> tuple[Anchor, ...]:
        """All that leads somewhere, in page order: what a page leads to and what its posts offer is read from these."""
        return find_anchors(self.tree)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All links in page order."""
        return tuple(self.iter_links())

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """All forms in page order."""
        return tuple(iter_forms(self.tree, self.base, self.url))

    @cached_property
    def acting(self) -> frozenset[str]:
        """The addresses to which forms of the page post something."""
        return frozenset(iter_acting(self.tree, self.base, self.url))

    @cached_property
    def name(self) -> str:
        """What the page calls itself: its title and its headings of the first rank.

        Copies of a page agree in it (7,147 pairs looked at, in nine forum packages); two users' empty profiles do not.
        """
        return "\n".join([self.title, *(" ".join(node.text().split()) for node in self.tree.css("h1"))])

    @property
    def title(self) -> str:
        """The document's title, in one line."""
        return self._head.title

    @property
    def canonical(self) -> str:
        """The address the page itself calls its own (`link rel=canonical`), or an empty string."""
        return self._linked("canonical")

    @property
    def next(self) -> str:
        """The following page of the same list (`link rel=next`), or an empty string."""
        return self._linked("next")

    @property
    def prev(self) -> str:
        """The preceding page of the same list (`link rel=prev`), or an empty string."""
        return self._linked("prev")

    @cached_property
    def robots(self) -> frozenset[str]:
        """What the page asks of robots (meta elements and the X-Robots-Tag header), in lower case."""
        texts = (*self._head.robots, self._robots_header)
        return frozenset(word.strip().lower() for text in texts for word in text.split(",") if word.strip())

    @property
    def is_nofollow(self) -> bool:
        """Whether the page asks robots not to follow any of its links."""
        return bool({"nofollow", "none"} & self.robots)

    @property
    def refresh(self) -> str:
        """Where `<meta http-equiv=refresh>` sends the reader, or an empty string; a refresh of itself is none."""
        for content in self._head.refreshes:
            found = _REFRESH_URL.search(content)
            target = resolve(found.group(1).strip(), self.base) if found else None
            if target and target != self.url:
                return target
        return ""

    @cached_property
    def text(self) -> str:
        """The visible text of the body, in one line."""
        body = LexborHTMLParser(b"" if self.problem else self.html)
        body.strip_tags(_INVISIBLE)
        return " ".join(body.text(separator=" ").split())

    def _linked(self, rel: str) -> str:
        for rels, href in self._head.links:
            if rel in rels:
                return resolve(href, self.base) or ""
        return ""


def read_page(url: str, content: bytes, content_type: str = "", robots_header: str = "") -> Page:
    """Make a Page of a decoded body. Never fails: a page that must not be parsed says so in `problem`."""
    html, charset = to_utf8(content, content_type)
    html = repair_html(html)
    return Page(url, html, charset, problem=refuse_tree(html), robots_header=robots_header)


def read_rendered(url: str, html: bytes, robots_header: str = "") -> Page:
    """Make a Page of a document that a browser of ours rendered: the boxes it wrote into it are believed."""
    page = Page(url, html, "utf-8", problem=refuse_tree(html), robots_header=robots_header)
    if not page.problem:
        page.boxes = take_boxes(page.tree)
        page.html = (page.tree.html or "").encode("utf-8", "replace")
    return page
