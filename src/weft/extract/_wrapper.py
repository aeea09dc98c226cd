"""The wrapper: where posts and their fields are on the thread pages of one site. Learned once, applied quickly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from selectolax.lexbor import LexborNode

from weft.extract._bodies import is_below
from weft.extract._body import Body, read_body
from weft.extract._body_notes import tells_edit
from weft.extract._fields import href_near, name_text, strip_name
from weft.extract._files import is_decoration, is_given, may_be_given, may_offer, read_files
from weft.extract._layouts import span_from
from weft.extract._marks import read_votes
from weft.extract._numbers import Slot, own_address
from weft.extract._places import NONE, Path, find_like, go_all, go_to, is_loose, text_after
from weft.extract._tidy import cut_signature, cut_standing, drop_addresses, drop_files, is_standing
from weft.extract._titles import read_title
from weft.page import Attachment, Page, Post, ThreadPage, TimeReader, spot_times
from weft.urls import resolve

VERSION = 1
_TIME_CHARS = 300
_QUOTED_CHARS = 40  # by which a quoted post is known
_PATHS = ("time", "author", "edited", "body", "skip", "buttons")
_PLACES = ("permalink", "votes", "accepted")
_TIME_ATTRIBUTES = ("datetime", "title", "content", "data-time", "data-timestamp", "data-date")
_TOLD = "time[datetime], [title], [data-time], [data-timestamp], [data-date]"


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of post: the element it begins with, and the paths to its fields, the best first."""

    selector: str
    spans: bool = False
    time: tuple[Path, ...] = ()
    author: tuple[Path, ...] = ()
    edited: tuple[Path, ...] = ()  # notes about editing
    body: tuple[Path, ...] = ()
    skip: tuple[Path, ...] = ()
    buttons: tuple[Path, ...] = ()  # the same where people write, too: only what is standing there is skipped
    standing: frozenset[str] = NONE  # what buttons inside bodies say
    number: Slot | None = None
    permalink: Path | None = None
    reply: Slot | None = None
    votes: Path | None = None
    accepted: Path | None = None
    ignored: frozenset[str] = NONE  # class tokens that come and go
    timed: bool = False  # all posts have a time: what has none is an advertisement

    def to_dict(self) -> dict[str, Any]:
        """Give plain data; what is empty is left out."""
        data: dict[str, Any] = {"selector": self.selector, "spans": self.spans, "timed": self.timed}
        for name in _PATHS:
            data[name] = [write_path(path) for path in getattr(self, name)]
        for name, slot in (("id", self.number), ("reply", self.reply)):
            if slot is not None:
                data[name] = {"at": write_path(slot.path), "attribute": slot.attribute, "run": slot.run}
        for name in _PLACES:
            if (path := getattr(self, name)) is not None:
                data[name] = write_path(path)
        data["ignored"] = sorted(self.ignored)
        data["standing"] = sorted(self.standing)
        return {name: value for name, value in data.items() if value not in ([], False)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Layout:
        """Make a layout of what `to_dict` gave."""
        fields: dict[str, Any] = {name: tuple(map(read_path, data.get(name, ()))) for name in _PATHS}
        fields |= {name: read_path(data[name]) for name in _PLACES if name in data}
        return cls(
            selector=str(data["selector"]),
            spans=bool(data.get("spans")),
            timed=bool(data.get("timed")),
            number=_read_slot(data.get("id")),
            reply=_read_slot(data.get("reply")),
            ignored=frozenset(map(str, data.get("ignored", ()))),
            standing=frozenset(map(str, data.get("standing", ()))),
            **fields,
        )


def _read_slot(data: Mapping[str, Any] | None) -> Slot | None:
    return Slot(read_path(str(data["at"])), str(data["attribute"]), int(data["run"])) if data else None


def write_path(path: Path) -> str:
    """Give a path as one line."""
    return " > ".join(path) or "."


def read_path(text: str) -> Path:
    """Make a path of a line."""
    return () if text == "." else tuple(text.split(" > "))


@dataclass(frozen=True, slots=True)
class Wrapper:
    """All kinds of posts of a site, how it writes times, and where the thread's title is."""

    layouts: tuple[Layout, ...]
    times: TimeReader = field(default_factory=TimeReader)
    title: str = ""  # selector
    clip: tuple[str, str] = ("", "")  # what all documents' titles begin and end with
    decorations: frozenset[str] = frozenset()  # pictures, and folders of pictures, that are the site's

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, as it stands in the plan."""
        return {
            "version": VERSION,
            "layouts": [layout.to_dict() for layout in self.layouts],
            "times": self.times.to_dict(),
            "title": self.title,
            "clip": list(self.clip),
            "decorations": sorted(self.decorations),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Wrapper:
        """Make a wrapper of what `to_dict` gave."""
        clip = list(data.get("clip", ("", "")))
        return cls(
            layouts=tuple(Layout.from_dict(layout) for layout in data.get("layouts", ())),
            times=TimeReader.from_dict(data.get("times", {})),
            title=str(data.get("title", "")),
            clip=(str(clip[0]), str(clip[1])),
            decorations=frozenset(map(str, data.get("decorations", ()))),
        )

    def read(self, page: Page, now: datetime) -> ThreadPage:
        """Read a page of a thread; `now` is when it was fetched. Never raises."""
        return ThreadPage(
            title=read_title(page, self.title, self.clip),
            tags=read_tags(page),
            posts=self.read_posts(page, now),
        )

    def read_posts(self, page: Page, now: datetime) -> tuple[Post, ...]:
        """Read the posts of a page, in page order."""
        records = find_all(page, self.layouts)
        reader = _Reader(self, page, now, frozenset(node.mem_id for _, nodes in records for node in nodes))
        posts = (reader.read(layout, nodes) for layout, nodes in records)
        return tuple(name_quoted([post for post in posts if post is not None]))


def name_quoted(posts: list[Post]) -> Iterator[Post]:
    """Give posts with the ids of those they quote where only author and words tell them, if they stand on the page."""
    for number, post in enumerate(posts):
        if post.reply_to or not post.quotes or post.quotes[0].post:
            yield post
            continue
        quote = post.quotes[0]
        said = _flat(line for line in quote.text.split("\n") if line[:1] != ">")
        quoted = next((p for p in reversed(posts[:number]) if _is_quoted(p, quote.author, said)), None)
        yield replace(post, reply_to=quoted.id) if quoted is not None and quoted.id else post


def _flat(lines: Iterable[str]) -> str:
    return " ".join(word for line in lines for word in line.split())


def _is_quoted(post: Post, author: str, said: str) -> bool:
    """Tell whether a post has the words that another quotes, or, where a label is among these, the other way round."""
    if not said or author not in ("", post.author):
        return False
    own = _flat(post.own_text.split("\n"))
    return said[:_QUOTED_CHARS] in own or (len(own) >= _QUOTED_CHARS and own[:_QUOTED_CHARS] in said)


def read_tags(page: Page) -> tuple[str, ...]:
    """Give the words a thread is filed under."""
    texts = (" ".join(node.text().split()) for node in page.tree.css("a[rel~=tag i]"))
    return tuple(dict.fromkeys(filter(None, texts)))


def find_all(page: Page, layouts: Sequence[Layout]) -> list[tuple[Layout, tuple[LexborNode, ...]]]:
    """Give the records of a page in document order, each with its layout."""
    kinds: dict[int, Layout] = {}
    for layout in layouts:
        for node in page.tree.css(layout.selector):
            kinds.setdefault(node.mem_id, layout)
    if not kinds:
        return []
    ordered = {node.mem_id: node for node in page.tree.css(", ".join(layout.selector for layout in layouts))}
    found = []
    for identity, node in ordered.items():
        layout = kinds[identity]
        found.append((layout, span_from(node, kinds) if layout.spans else (node,)))
    return found


class _Reader:
    """Reads the records of one page."""

    def __init__(self, wrapper: Wrapper, page: Page, now: datetime, roots: frozenset[int]) -> None:
        self._page, self._times, self._now, self._roots = page, wrapper.times, now, roots
        self._decorations = wrapper.decorations
        self._stack: list[tuple[LexborNode, str]] = []  # records around the next one, with their ids

    def read(self, layout: Layout, nodes: tuple[LexborNode, ...]) -> Post | None:
        own = {node.mem_id for node in nodes}
        moment, shown = self._read_time(layout, nodes)
        author, author_url = self._read_author(layout, nodes)
        holder = self._find_body(layout, nodes)
        if (moment is None and layout.timed) or (moment is None) + (not author) + (holder is None) > 1:
            return None
        skip = set(_find_skipped(layout, nodes)) | (self._roots - own)
        body = read_body([holder], self._page.base, skip) if holder is not None else None
        number = layout.number.read(nodes, layout.ignored) if layout.number is not None else ""
        link = go_to(nodes, layout.permalink, layout.ignored) if layout.permalink is not None else None
        edited = (body.edited if body is not None else "") or _find_edit(layout, nodes)
        files = self._files(nodes, body.attachments if body is not None else (), skip)
        words = ""
        if body is not None and holder is not None:
            words = drop_addresses(_tidy(body.own_text, files, layout.standing), holder, self._page.base)
        return Post(
            id=number,
            url=own_address(nodes, link, self._page.url, self._page.base),
            author=author,
            author_url=author_url,
            time=moment,
            time_text=shown,
            edited=self._times.read(edited, self._now).moment if edited else None,
            text=_tidy(body.text, files, layout.standing) if body is not None else "",
            own_text=words,
            html=body.html if body is not None else "",
            quotes=body.quotes if body is not None else (),
            attachments=files,
            reply_to=self._answered(layout, nodes, number, body),
            votes=read_votes(nodes, layout.votes, layout.ignored),
            accepted=layout.accepted is not None and go_to(nodes, layout.accepted, layout.ignored) is not None,
        )

    def _files(
        self, nodes: tuple[LexborNode, ...], written: tuple[Attachment, ...], skip: Collection[int]
    ) -> tuple[Attachment, ...]:
        """Give the files in a post's text, and those offered around it."""
        if self._decorations:
            written = tuple(file for file in written if not is_decoration(file, self._decorations))
        is_shown = any(may_be_given(picture, skip) for node in nodes for picture in node.css("img[alt]"))
        if not is_shown and not any(may_offer(link, skip) for node in nodes for link in node.css("a[href]")):
            return written
        words = " ".join(node.text() for node in nodes) if is_shown else ""
        found = read_files(nodes, self._page.base, skip)
        offered = (file for file in found if not file.image or is_given(file, words))
        return tuple({file.url: file for file in (*offered, *written)}.values())

    def _answered(self, layout: Layout, nodes: Sequence[LexborNode], number: str, body: Body | None) -> str:
        """Give the id of the post around this one, else of the one it names, else of the first that it quotes."""
        around = self._around(nodes[0])
        self._stack.append((nodes[0], number))
        named = self._named(layout, nodes)
        if around or (named and named != number):
            return around or named
        return next((quote.post for quote in body.quotes if quote.post), "") if body is not None else ""

    def _named(self, layout: Layout, nodes: Sequence[LexborNode]) -> str:
        """Give the id of the post that this one names as answered; a link in its text must be what that begins with."""
        if layout.reply is None:
            return ""
        path = layout.reply.path
        if any(is_below(path, body) for body in layout.body):
            holder, link = self._find_body(layout, nodes), go_to(nodes, path, layout.ignored)
            words = " ".join(link.text().split()) if link is not None else ""
            if holder is None or not " ".join(holder.text()[:_TIME_CHARS].split()).startswith(words):
                return ""
        return layout.reply.read(nodes, layout.ignored)

    def _around(self, start: LexborNode) -> str:
        above = set()
        node = start.parent
        while node is not None:
            above.add(node.mem_id)
            node = node.parent
        while self._stack and self._stack[-1][0].mem_id not in above:
            self._stack.pop()
        return self._stack[-1][1] if self._stack else ""

    def _own(self, layout: Layout, nodes: Sequence[LexborNode], paths: Iterable[Path]) -> Iterable[LexborNode]:
        for path in paths:
            node = find_like(nodes, path, layout.ignored)
            if node is not None:
                yield node

    def _read_time(self, layout: Layout, nodes: tuple[LexborNode, ...]) -> tuple[datetime | None, str]:
        for path in layout.time:
            if path and is_loose(path[-1]):
                found = (one for one in go_all(nodes, path, layout.ignored) if not tells_edit(one))
                node = max(found, key=self._moment_at, default=None)
            else:
                node = find_like(nodes, path, layout.ignored)
            if node is None:
                continue
            shown, twin = time_at(node)
            value = self._times.read_pair(shown, twin, self._now) if shown or twin else None
            if value is not None and value.moment is not None:
                return value.moment, shown or twin
        return None, ""

    def _moment_at(self, node: LexborNode) -> float:
        shown, twin = time_at(node)
        moment = self._times.read_pair(shown, twin, self._now).moment if shown or twin else None
        return moment.timestamp() if moment is not None else float("-inf")

    def _read_author(self, layout: Layout, nodes: tuple[LexborNode, ...]) -> tuple[str, str]:
        for path in layout.author:
            label = path[-1][1:] if path and path[-1][0] == "~" else ""
            node = find_like(nodes, path[:-1] if label else path, layout.ignored)
            if node is None:
                continue
            if label:
                if name := strip_name(text_after(node, label)):
                    return name, ""
                continue
            name = name_text(node)
            if name:
                href = href_near(node)
                return name, (resolve(href, self._page.base) or "") if href else ""
        return "", ""

    def _find_body(self, layout: Layout, nodes: Sequence[LexborNode]) -> LexborNode | None:
        return next(iter(self._own(layout, nodes, layout.body)), None)


def _find_edit(layout: Layout, nodes: tuple[LexborNode, ...]) -> str:
    """Give the time of the last edit, as a note outside the body writes it."""
    for path in layout.edited:
        for node in go_all(nodes, path, layout.ignored):
            if tells_edit(node):
                shown, twin = time_at(node)
                if twin or shown:
                    return twin or shown
    return ""


def _find_skipped(layout: Layout, nodes: tuple[LexborNode, ...]) -> Iterator[int]:
    """Give the elements inside a body that are not the author's: all at places of their own, and buttons."""
    for path in layout.skip:
        yield from (node.mem_id for node in go_all(nodes, path, layout.ignored))
    for path in layout.buttons:
        for node in go_all(nodes, path, layout.ignored):
            if is_standing(" ".join(node.text(separator=" ").split()), layout.standing):
                yield node.mem_id


def _tidy(text: str, files: Sequence[Attachment], standing: Collection[str]) -> str:
    return cut_signature(cut_standing(drop_files(text, (file.name for file in files if not file.image)), standing))


def time_at(node: LexborNode) -> tuple[str, str]:
    """Give the time an element shows, and the one that its attributes, or those of an element in it, tell."""
    own = " ".join(node.text(deep=False, separator=" ").split())[:_TIME_CHARS]
    spots = spot_times(own) if own else ()
    if not spots and node.child is not None:
        spots = spot_times(" ".join(node.text(separator=" ").split())[:_TIME_CHARS])
    twin = _told(node)
    if not twin and node.child is not None:
        inner = node.css_first(_TOLD)
        twin = _told(inner) if inner is not None else ""
    return (spots[0].text if spots else ""), twin


def _told(node: LexborNode) -> str:
    attributes = node.attributes
    return next((value for name in _TIME_ATTRIBUTES if (value := attributes.get(name))), "") if attributes else ""
