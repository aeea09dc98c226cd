"""One post out of one record: its fields at the places that were learned."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache

from selectolax.lexbor import LexborNode

from weft.extract._bodies import is_below
from weft.extract._body import Body, read_body
from weft.extract._body_notes import tells_edit
from weft.extract._field_line import is_line, read_line
from weft.extract._files import is_decoration, is_given, may_be_given, may_offer, read_files
from weft.extract._guide import Spots
from weft.extract._kind import Layout, element_path, guide_to
from weft.extract._marks import read_votes
from weft.extract._names import NAME_CHARS, holds_only_text, href_near, is_name, name_text, strip_name
from weft.extract._numbers import own_address
from weft.extract._places import Path, climb, find_named, go_all, is_hidden, is_loose, text_after
from weft.extract._ruled import find_ruled
from weft.extract._tidy import cut_head, cut_signature, cut_standing, drop_addresses, drop_files, is_standing
from weft.page import Attachment, Page, Post, TimeReader, spot_times
from weft.urls import resolve

_TIME_CHARS = 300
_WIDER_CHARS = 24  # that may stand beside a time in the element around its own
_TIME_ATTRIBUTES = ("datetime", "title", "content", "data-time", "data-timestamp", "data-date")
_TELLING = frozenset(_TIME_ATTRIBUTES)
_TOLD = "time[datetime], [title], [data-time], [data-timestamp], [data-date]"
_MACHINE = re.compile(r"\d{9,13}\Z|\d{4}-\d\d-\d\d(?:[T ]\d\d:.*)?\Z")  # seconds since 1970, or the form machines write
_EPOCH = re.compile(r"[12]\d{9}(?:\d{3})?\Z")
_CLOCK = re.compile(r"\d[:.h]\d\d(?!\d)")
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._~-")


class Located:
    """A record and the elements at the places that its layout knows."""

    __slots__ = ("layout", "nodes", "spots")

    def __init__(self, layout: Layout, nodes: tuple[LexborNode, ...]) -> None:
        self.layout = layout
        self.nodes = nodes
        self.spots: Spots = guide_to(layout).visit(nodes)

    def all(self, path: Path) -> Sequence[LexborNode]:
        """Give the elements at a place."""
        return self.spots.get(path, ())

    def first(self, path: Path | None) -> LexborNode | None:
        """Give the first element at a place."""
        found = self.spots.get(path) if path is not None else None
        return found[0] if found else None

    def like(self, path: Path) -> LexborNode | None:
        """Give the first element at a place, else one that is called the same."""
        found = self.spots.get(path)
        return found[0] if found else find_named(self.nodes, path, self.layout.ignored)

    def around(self, path: Path) -> LexborNode | None:
        """Give the element in which a place should be, where there is none: another element may stand in its stead."""
        return next(go_all(self.nodes, path[:-1], self.layout.ignored), None) if len(path) > 1 else None


class RecordReader:
    """Reads the records of one page; `roots` are all elements that these are made of."""

    def __init__(
        self, page: Page, times: TimeReader, now: datetime, decorations: Collection[str], roots: frozenset[int]
    ) -> None:
        self._page, self._times, self._now = page, times, now
        self._decorations, self._roots = decorations, roots
        self._folder = page.base.partition("?")[0].rpartition("/")[0] + "/"
        self._stack: list[tuple[LexborNode, str]] = []  # records around the next one, with their ids
        self._enclosing: dict[int, str] = {}  # id of the record around all children of an element
        self._branch: list[tuple[float, str]] = []  # in trees: the posts above the next one, with their depths
        self._opening = ""  # id of a post before the first tree

    def read(self, layout: Layout, nodes: tuple[LexborNode, ...]) -> Post | None:
        """Give the post that a record is; None when it is none."""
        record = Located(layout, nodes)
        moment, shown = self._read_time(record)
        author, author_url = self._read_author(record)
        holder = next((node for path in layout.body if (node := record.like(path)) is not None), None)
        if (moment is None and layout.timed) or (moment is None) + (not author) + (holder is None) > 1:
            return None
        if holder is None and self._holds_others(nodes):
            return None  # what the posts stand in, with the time and the name of one of them
        others = self._roots.difference(node.mem_id for node in nodes)
        skip = others.union(_find_skipped(record, holder))
        body = read_body([holder], self._page.base, skip) if holder is not None else Body()
        number = layout.number.read_at(record.first(layout.number.path)) if layout.number is not None else ""
        edited = body.edited or _find_edit(record)
        files = self._files(nodes, body.attachments, others)  # what is no text of the post may be its files
        if shown and _begins_with_time(layout):
            body = replace(body, text=cut_head(body.text, shown), own_text=cut_head(body.own_text, shown))
        text, own_text = self._tidy(body, files, layout.standing, holder)
        is_bare = bool(layout.author) and not (body.text or "<img" in body.html)
        if not (author or text or files) and (is_bare or is_hidden(nodes[0])):
            return None  # an advertisement in the frame of a post; a blueprint that scripts fill in, with today's time
        return Post(
            id=number,
            url=own_address(nodes, record.first(layout.permalink), self._page.url, self._page.base),
            author=author,
            author_url=author_url,
            time=moment,
            time_text=shown,
            edited=self._times.read(edited, self._now).moment if edited else None,
            text=text,
            own_text=own_text,
            html=body.html,
            quotes=body.quotes,
            attachments=files,
            reply_to=self._answered(record, number, body, holder),
            votes=read_votes(record.first(layout.votes)),
            accepted=record.first(layout.accepted) is not None,
        )

    def read_pictures(self, layout: Layout, nodes: tuple[LexborNode, ...]) -> tuple[Attachment, ...]:
        """Give the files of a record that has a picture in its text, and nothing of one that has none."""
        record = Located(layout, nodes)
        holder = next((node for path in layout.body if (node := record.like(path)) is not None), None)
        if holder is None or (holder.css_first("img") is None and not self._may_hold_files):
            return ()
        others = self._roots.difference(node.mem_id for node in nodes)
        body = read_body([holder], self._page.base, others.union(_find_skipped(record, holder)))
        return self._files(nodes, body.attachments, others)

    def _holds_others(self, nodes: tuple[LexborNode, ...]) -> bool:
        own = {node.mem_id for node in nodes}
        inside = (inner.mem_id for node in nodes for inner in node.traverse())
        return any(number in self._roots and number not in own for number in inside)

    def _tidy(
        self, body: Body, files: Sequence[Attachment], standing: frozenset[str], holder: LexborNode | None
    ) -> tuple[str, str]:
        """Give a post's text and its author's own words without what belongs to neither."""
        if holder is None:
            return "", ""
        text = _tidy(body.text, files, standing)
        words = text if body.own_text is body.text else _tidy(body.own_text, files, standing)
        links = holder.css("a[href]") if body.has_links else ()
        return text, drop_addresses(words, links, self._page.base)

    def _files(
        self, nodes: tuple[LexborNode, ...], written: tuple[Attachment, ...], skip: Collection[int]
    ) -> tuple[Attachment, ...]:
        """Give the files in a post's text, and those offered around it."""
        if self._decorations and written:
            written = tuple(file for file in written if not is_decoration(file, self._decorations))
        if not self._may_hold_files:
            return written
        carriers = [one for node in nodes for one in node.css("a[href], img[alt]") if one.mem_id not in skip]
        is_shown = any(may_be_given(carrier) for carrier in carriers if carrier.tag == "img")
        if not is_shown and not may_offer((one, one.attributes) for one in carriers if one.tag == "a"):
            return written
        words = " ".join(node.text() for node in nodes) if is_shown else ""
        found = read_files(nodes, self._page.base, skip)
        offered = (file for file in found if not file.image or is_given(file, words))
        return tuple({file.url: file for file in (*offered, *written)}.values())

    @cached_property
    def _may_hold_files(self) -> bool:
        """Whether anything on the page may be a file; on most pages nothing is, and posts need not be looked at."""
        links = (anchor for anchor in self._page.anchors if anchor.node.tag == "a")
        return may_offer(links) or any(map(may_be_given, self._page.tree.css("img[alt]")))

    def _answered(self, record: Located, number: str, body: Body, holder: LexborNode | None) -> str:
        """Give the id of the post around or above this one, else of one it names, else of the first that it quotes."""
        start = record.nodes[0]
        around = self._around(start) or self._above(record, number)
        self._stack.append((start, number))
        named = _named(record, holder)
        if around or (named and named != number):
            return around or named
        return next((quote.post for quote in body.quotes if quote.post), "")

    def _around(self, start: LexborNode) -> str:
        """Give the id of the record around an element; the same for all that stand side by side."""
        parent = start.parent
        place = parent.mem_id if parent is not None else 0
        if place not in self._enclosing:
            above = {node.mem_id for node in climb(parent)} if self._stack else set()
            while self._stack and self._stack[-1][0].mem_id not in above:
                self._stack.pop()
            self._enclosing[place] = self._stack[-1][1] if self._stack else ""
        return self._enclosing[place]

    def _above(self, record: Located, number: str) -> str:
        """Give the id of the post that this one stands below in a tree; empty where posts make none."""
        depth = record.layout.depth
        if depth is None:
            self._opening = self._opening or ("" if self._branch else number)
            return ""
        level = depth.read(record.nodes[0], record.first(depth.path))
        while self._branch and self._branch[-1][0] >= level:
            self._branch.pop()
        above = self._branch[-1][1] if self._branch else self._opening
        self._branch.append((level, number))
        return above

    def _read_time(self, record: Located) -> tuple[datetime | None, str]:
        for path in record.layout.time:
            if path and is_loose(path[-1]):
                found = (one for one in record.all(path) if not tells_edit(one))
                node = max(found, key=self._moment_at, default=None)
            else:
                node = record.like(path)
            if node is None:
                continue
            moment, shown = self._read_time_at(node)
            if moment is not None:
                return moment, shown
        around = (node for path in record.layout.time if (node := record.around(path)) is not None)
        node = next((node for node in around if _shows_a_time(node)), None)
        return self._read_time_at(node) if node is not None else (None, "")

    def _read_time_at(self, node: LexborNode) -> tuple[datetime | None, str]:
        """Give the time at an element, and as it is written there; most are nothing but a time the site's way."""
        if holds_only_text(node) and not _may_be_time(_told(node) or _told_around(node)):
            text = " ".join(node.text().split())
            whole = self._times.read_whole(text, self._now) if text else None
            if whole is not None:
                return whole.moment, text
        shown, twin = time_at(node)
        moment = self._times.read_pair(shown, twin, self._now).moment if shown or twin else None
        return moment, shown or twin

    def _moment_at(self, node: LexborNode) -> float:
        shown, twin = time_at(node)
        moment = self._times.read_pair(shown, twin, self._now).moment if shown or twin else None
        return moment.timestamp() if moment is not None else float("-inf")

    def _read_author(self, record: Located) -> tuple[str, str]:
        """Read the name at one of its places; only where none is there, at what is called the same elsewhere."""
        for find in (record.first, record.like):
            for path in record.layout.author:
                node = find(element_path(path))
                if node is not None and (find != record.like or not self._is_of_other(node, record)):
                    name, href = _read_name(node, path)
                    if name:
                        return name, self._resolve(href) if href else ""
        return "", ""

    def _is_of_other(self, node: LexborNode, record: Located) -> bool:
        """Tell whether an element stands in another record inside of this one."""
        own = {one.mem_id for one in record.nodes}
        return next((one.mem_id not in own for one in climb(node) if one.mem_id in self._roots), False)

    def _resolve(self, href: str) -> str:
        """Give the address an href leads to. Authors come again: most of theirs depend on the page's folder only."""
        return (_join(href, self._folder) if href[0] in _PLAIN else resolve(href, self._page.base)) or ""


_join = lru_cache(maxsize=4096)(resolve)


def _read_name(node: LexborNode, path: Path) -> tuple[str, str]:
    """Read the name at a place, and where it leads."""
    if is_line(path):
        return read_line(node, path), ""
    if label := path[-1][1:] if path and path[-1][0] == "~" else "":
        return strip_name(text_after(node, label)), ""
    name = name_text(node)
    if len(name) > NAME_CHARS and is_name(own := " ".join(node.text(deep=False, separator=" ").split())):
        name = own  # what is told of it stands in a box inside
    return name, href_near(node)


@lru_cache(maxsize=256)
def _begins_with_time(layout: Layout) -> bool:
    """Tell whether posts have their time in the element of their text."""
    return any(is_below(path, body) for path in layout.time for body in layout.body)


def _named(record: Located, holder: LexborNode | None) -> str:
    """Give the id of the post that this one names as answered; a link in its text must be what that begins with."""
    slot = record.layout.reply
    if slot is None:
        return ""
    link = record.first(slot.path)
    if any(is_below(slot.path, body) for body in record.layout.body):
        words = " ".join(link.text().split()) if link is not None else ""
        if holder is None or not " ".join(holder.text()[:_TIME_CHARS].split()).startswith(words):
            return ""
    return slot.read_at(link)


def _find_edit(record: Located) -> str:
    """Give the time of the last edit, as a note outside the body writes it."""
    for path in record.layout.edited:
        for node in record.all(path):
            if tells_edit(node):
                shown, twin = time_at(node)
                if twin or shown:
                    return twin or shown
    return ""


def _find_skipped(record: Located, holder: LexborNode | None) -> Iterator[int]:
    """Give the elements inside a body that are not written in the post: all at places of their own, and buttons."""
    if record.layout.ruled and holder is not None:
        yield from find_ruled(holder)
    for path in record.layout.skip:
        yield from (node.mem_id for node in record.all(path))
    for path in record.layout.buttons:
        for node in record.all(path):
            if is_standing(" ".join(node.text(separator=" ").split()), record.layout.standing):
                yield node.mem_id


def _tidy(text: str, files: Iterable[Attachment], standing: frozenset[str]) -> str:
    return cut_signature(cut_standing(drop_files(text, (file.name for file in files if not file.image)), standing))


def time_at(node: LexborNode) -> tuple[str, str]:
    """Give the time an element shows, and the one that its attributes, or those of an element in or around it, tell."""
    own = " ".join(node.text(deep=False, separator=" ").split())[:_TIME_CHARS]
    spots = spot_times(own) if own else ()
    is_simple = holds_only_text(node)
    if not is_simple and (not spots or not _CLOCK.search(spots[0].text)):
        wider = spot_times(" ".join(node.text(separator=" ").split())[:_TIME_CHARS])
        spots = [spot for spot in wider if spots[0].text in spot.text] or spots if spots else wider  # a clock inside
    twin = _told(node)
    if not twin and not is_simple:
        inner = node.css_first(_TOLD)
        twin = _told(inner) if inner is not None else ""
    twin = twin or _told_around(node)
    return (spots[0].text if spots else ""), twin if _may_be_time(twin) else ""


def _shows_a_time(node: LexborNode) -> bool:
    """Tell whether an element shows a time and little else: recent times may be written in another kind of element."""
    text = " ".join(node.text(separator=" ").split())
    spots = spot_times(text) if 0 < len(text) < _TIME_CHARS else []
    return bool(spots) and len(text) < _WIDER_CHARS + len(spots[0].text) and not tells_edit(node)


def _may_be_time(told: str) -> bool:
    """Tell a time from other words in an attribute ("Reply #3"), over which a library would ponder for long."""
    return bool(told) and (_MACHINE.match(told.strip()) is not None or bool(spot_times(told[:_TIME_CHARS])))


def _told(node: LexborNode) -> str:
    attributes = node.attributes
    if not attributes:
        return ""
    if not _TELLING.isdisjoint(attributes):
        told = next(filter(None, map(attributes.get, _TIME_ATTRIBUTES)), None)
        if told:
            return told
    for name, value in attributes.items():  # of a site's own: seconds since 1970, the name says so in any English
        if name[:5] == "data-" and "time" in name and value and _EPOCH.match(value) is not None:
            return value
    return ""


def _told_around(node: LexborNode) -> str:
    """Give what the attributes of the element around one tell, if that shows nothing else: a link inside its time."""
    around = node.parent
    told = _told(around) if around is not None else ""
    return told if told and around is not None and around.text(strip=True) == node.text(strip=True) else ""
