"""Small pieces of HTML that all markups write with: escaped text, links, times."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from html import escape

from weft.simulate._locale import Locale, TimeStyle
from weft.simulate._views import Anchor, FileLink, LastPost, PageLink, Pager, PostView, ThreadRow

__all__ = [
    "Pen",
    "anchors",
    "avatar",
    "escape",
    "file_items",
    "has_pages",
    "link",
    "list_items",
    "marks",
    "page_items",
    "rank",
    "refer",
    "step",
    "write_last",
]


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes words and times of one page: its language and the moment it is shown at."""

    locale: Locale
    now: datetime

    def word(self, key: str) -> str:
        """Give an interface text, escaped."""
        return escape(self.locale.words[key])

    def time(self, moment: datetime) -> str:
        """Write a time as bare text in the locale's style."""
        return escape(self.locale.time(moment, self.now))

    def date(self, moment: datetime) -> str:
        """Write a day (when somebody joined) as bare text."""
        return f"{self.locale.calendar.months[moment.month - 1]} {moment.year}"

    def machine_time(self, moment: datetime, css: str = "") -> str:
        """Write a time element; machines read its attribute."""
        name = f' class="{css}"' if css else ""
        return f'<time{name} datetime="{moment.isoformat()}">{self.time(moment)}</time>'

    def hover_time(self, moment: datetime, css: str = "") -> str:
        """Write the age of a moment, the full time in the title attribute."""
        name = f' class="{css}"' if css else ""
        full = escape(self.locale.format_time(moment, self.now, TimeStyle.WORDED))
        age = escape(self.locale.format_time(moment, self.now, TimeStyle.AGO))
        return f'<span{name} title="{full}">{age}</span>'


def link(anchor: Anchor, css: str = "", inner: str = "") -> str:
    """Write a link; `inner` is ready markup in place of its text. Without href it is the bare content."""
    content = inner or escape(anchor.text)
    if not anchor.href:
        return f'<span class="{css}">{content}</span>' if css else content
    attributes = f' class="{css}"' if css else ""
    if anchor.rel:
        attributes += f' rel="{escape(anchor.rel)}"'
    if anchor.title:
        attributes += f' title="{escape(anchor.title)}"'
    return f'<a href="{escape(anchor.href)}"{attributes}>{content}</a>'


def refer(href: str, inner: str, css: str = "") -> str:
    """Write a link around ready markup; just the markup where there is nowhere to go."""
    if not href:
        return inner
    name = f' class="{css}"' if css else ""
    return f'<a href="{escape(href)}"{name}>{inner}</a>'


def anchors(items: Iterable[Anchor], joiner: str = " ", css: str = "") -> str:
    """Write links one after another."""
    return joiner.join([link(item, css) for item in items])


def list_items(items: Iterable[Anchor]) -> str:
    """Write links as list items."""
    return "".join([f"<li>{link(item)}</li>" for item in items])


def page_items(pages: Iterable[PageLink], css: str = "", here: str = "<b>{}</b>") -> list[str]:
    """Write the numbers of a pager: links, and `here` around what leads nowhere (the page one is on, gaps)."""
    name = f' class="{css}"' if css else ""
    return [
        f'<a href="{escape(page.href)}"{name}>{escape(page.label)}</a>'
        if page.href
        else here.format(escape(page.label))
        for page in pages
    ]


def step(anchor: Anchor | None, css: str = "", inner: str = "") -> str:
    """Write a previous or next link; nothing where the list ends."""
    return "" if anchor is None else link(anchor, css, inner)


def has_pages(pager: Pager) -> bool:
    """Say whether a list has more than the page one is on."""
    return bool(pager.pages or pager.previous or pager.next)


def write_last(last: LastPost | None, pen: Pen, form: str, time: Callable[[datetime], str] | None = None) -> str:
    """Fill a 'last post' cell: {title} and {when} lead to the post, {time} is bare; nothing where there is none."""
    if last is None:
        return ""
    moment = (time or pen.time)(last.time)
    return form.format(
        title=refer(last.href, escape(last.thread_title)),
        when=refer(last.href, moment),
        time=moment,
        author=link(last.author),
    )


def rank(post: PostView, pen: Pen) -> str:
    """Name an author's standing by the number of posts."""
    posts = post.author_posts
    return pen.word("rank_new" if posts < 20 else "rank_member" if posts < 500 else "rank_senior")


def marks(row: ThreadRow, pen: Pen) -> list[str]:
    """Name what sets a thread apart in its board."""
    shown = (
        ("sticky", row.sticky),
        ("announcement", row.announcement),
        ("moved", row.moved),
        ("locked", row.locked),
        ("unread", row.unread),
    )
    return [pen.word(key) for key, is_so in shown if is_so]


def avatar(post: PostView) -> str:
    """Give the address of an author's picture."""
    return f"/images/portraits/{(post.author_posts * 31 + len(post.author.text)) % 97}.png"


def file_items(post: PostView, pen: Pen, css: str = "") -> list[str]:
    """Write a post's attachments: a link each (around a preview where it is an image), size and downloads."""
    return [
        refer(file.href, _preview(file), css) + f" ({_size(file)}, {file.downloads} {pen.word('downloads')})"
        for file in post.files
    ]


def _preview(file: FileLink) -> str:
    name = escape(file.name)
    return f'<img src="/images/preview.gif" alt="{name}"> {name}' if file.is_image else name


def _size(file: FileLink) -> str:
    kib = file.size_bytes / 1024
    return f"{kib / 1024:.1f} MB" if kib >= 1024 else f"{kib:.1f} KB"
