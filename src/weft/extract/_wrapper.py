"""The wrapper: where posts and their fields are on the thread pages of one site. Learned once, applied quickly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from selectolax.lexbor import LexborNode

from weft.extract._found import span_from
from weft.extract._kind import Layout
from weft.extract._record import RecordReader
from weft.extract._titles import read_title
from weft.extract._years import settle_years
from weft.page import Attachment, Page, Post, ThreadPage, TimeReader

VERSION = 1
Records = list[tuple[Layout, tuple[LexborNode, ...]]]  # posts with their kinds
_QUOTED_CHARS = 40  # by which a quoted post is known


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
        reader = self._reader(page, now, records)
        posts = (reader.read(layout, nodes) for layout, nodes in records)
        return tuple(name_quoted(list(settle_years(post for post in posts if post is not None))))

    def read_pictures(self, page: Page, now: datetime) -> Iterator[tuple[Attachment, ...]]:
        """Give the files of each post of a page that has a picture in it."""
        records = find_all(page, self.layouts)
        reader = self._reader(page, now, records)
        for layout, nodes in records:
            if any(node.css_first("img") is not None for node in nodes):
                yield reader.read_pictures(layout, nodes)

    def _reader(self, page: Page, now: datetime, records: Records) -> RecordReader:
        roots = frozenset(node.mem_id for _, nodes in records for node in nodes)
        return RecordReader(page, self.times, now, self.decorations, roots)


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
    related = ((node, rel) for node, attributes in page.anchors if (rel := attributes.get("rel")))
    texts = (" ".join(node.text().split()) for node, rel in related if "tag" in rel.lower().split())
    return tuple(dict.fromkeys(filter(None, texts)))


def find_all(page: Page, layouts: Sequence[Layout]) -> Records:
    """Give the records of a page in document order, each with its layout."""
    kinds: dict[int, Layout] = {}
    ordered: dict[int, LexborNode] = {}
    present = 0
    for layout in layouts:
        nodes = page.tree.css(layout.selector)
        present += bool(nodes)
        for node in nodes:
            kinds.setdefault(node.mem_id, layout)
            ordered[node.mem_id] = node
    if present > 1:
        ordered = {node.mem_id: node for node in page.tree.css(", ".join(layout.selector for layout in layouts))}
    ends = _around(ordered.values(), kinds, layouts) if present > 1 and any(one.spans for one in layouts[1:]) else kinds
    found = []
    for identity, node in ordered.items():
        layout = kinds[identity]
        starts = kinds if layout is layouts[0] else ends
        found.append((layout, span_from(node, starts) if layout.spans else (node,)))
    return found


def _around(nodes: Iterable[LexborNode], kinds: Mapping[int, Layout], layouts: Sequence[Layout]) -> Collection[int]:
    """Give where records begin, and what stands around those of the first kind: the opening above ends before it."""
    around = set(kinds)
    for node in (node for node in nodes if kinds[node.mem_id] is layouts[0]):
        outer = node.parent
        while outer is not None and outer.mem_id not in around:
            around.add(outer.mem_id)
            outer = outer.parent
    return around
