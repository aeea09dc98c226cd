"""Utility classes on every block, JSON-LD for machines, icons without text to flip pages."""

from __future__ import annotations

import json
from typing import ClassVar

from weft.simulate._markup._document import Sheet
from weft.simulate._markup._pages import BlockPages, latest_items, write_categories, write_stats
from weft.simulate._markup._prose import Prose
from weft.simulate._markup._text import (
    Pen,
    anchors,
    avatar,
    escape,
    file_items,
    has_pages,
    link,
    marks,
    page_items,
    rank,
    refer,
    step,
    write_last,
)
from weft.simulate._markup._weight import make_script, make_style
from weft.simulate._views import AdRow, BoardRow, BoardView, EntryView, Frame, Pager, PostView, ThreadRow, ThreadView

_OWN = """






display:flex}.gap-4{gap:16px}.p-4{padding:16px}.mt-6{margin-top:24px}.text-sm{font-size:14px}.text-gray{color:#6b7280}

w-48{width:192px}.grow{flex:1}.border-b{border-bottom:1px solid #e5e7eb}.font-bold{font-weight:700}.hide{display:none}
.max-w{max-width:1100px;margin:0 auto}.rounded{border-radius:8px}.bg-soft{background:#f9fafb}
body{font-family:Inter,sans-serif;margin:0}
"""
_ICON = '<svg class="w-5 h-5" viewBox="0 0 20 20" aria-hidden="true"><path d="{}"/></svg>'
_BACK = _ICON.format("M12.7 5.3L8 10l4.7 4.7-1.4 1.4L5.2 10l6.1-6.1z")
_ON = _ICON.format("M7.3 14.7L12 10 7.3 5.3l1.4-1.4L14.8 10l-6.1 6.1z")


class Utility(BlockPages):
    """Blocks with a dozen classes each; a post is a flex row of an author card and a column."""

    key = "ut"
    sheet: ClassVar[Sheet] = Sheet(
        style=make_style("ut", 60, _OWN), script=make_script("ut", 35), body=' class="antialiased bg-soft"'
    )
    prose: ClassVar[Prose] = Prose(
        paragraph='<p class="mt-2 leading-7">{text}</p>\n',
        quote='<div class="p-4 rounded bg-soft text-sm"><div class="font-bold">{author} {wrote}</div>{text}</div>\n',
        code='<pre class="p-4 rounded overflow-auto"><code class="text-sm">{text}</code></pre>\n',
        heading='<h3 class="text-lg font-bold">{text}</h3>\n',
        image='<img class="rounded mt-2" loading="lazy" src="{src}" alt="{alt}">\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a sticky bar, the same menu again for small screens, and JSON-LD breadcrumbs."""
        menu = anchors(frame.menu, "", "text-sm font-medium px-3 py-2")
        trail = f'<span class="text-gray">/</span>{anchors(frame.breadcrumbs, "<span>/</span>", "text-sm")}'
        listed = [
            {"@type": "ListItem", "position": at, "name": item.text} for at, item in enumerate(frame.breadcrumbs, 1)
        ]
        return (
            f'<div class="flex p-4 border-b bg-white sticky top-0">{link(frame.home, "font-bold text-xl")}'
            f'<div class="flex gap-4 grow justify-end">{menu}</div></div>\n'
            f'<div class="hide md:hidden" id="drawer"><div class="p-4">{menu}</div></div>\n'
            f"{_json_ld({'@context': 'https://schema.org', '@type': 'BreadcrumbList', 'itemListElement': listed})}"
            f'<div class="max-w p-4"><div class="flex gap-2 text-sm">{link(frame.home)}{trail}</div>{content}</div>\n'
            f'<div class="border-t p-4 text-sm text-gray">{anchors(frame.footer, "", "px-2")} '
            f"{pen.word('footer')}</div>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write arrows as icons, numbers between them."""
        if not has_pages(pager):
            return ""
        numbers = "".join(page_items(pager.pages, "px-3 py-1 rounded", '<span class="px-3 py-1 font-bold">{}</span>'))
        return (
            f'<div class="flex gap-2 mt-6 justify-center">{step(pager.previous, "p-1", _BACK)}{numbers}'
            f"{step(pager.next, 'p-1', _ON)}</div>\n"
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write boards as a grid of blocks."""
        groups = write_categories(
            view,
            pen,
            self._board,
            '<div class="mt-6"><div class="text-lg font-bold">{title}</div>'
            '<div class="grid gap-4">{rows}</div></div>\n',
        )
        latest = "".join(
            [f'<div class="border-b py-2 text-sm">{item}</div>' for item in latest_items(view.recent, pen)]
        )
        stats = write_stats(
            view, '<div class="grow"><div class="text-xl">{value}</div><div class="text-gray">{name}</div></div>'
        )
        return (
            f'<div class="flex gap-4"><div class="grow">{groups}</div><div class="w-48">'
            f'<div class="font-bold">{pen.word("recent")}</div>{latest}'
            f'<div class="font-bold mt-6">{pen.word("online")}</div>{anchors(view.online, " ", "text-sm")}</div></div>'
            f'<div class="flex gap-4 mt-6">{stats}</div>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write a block a row."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        return (
            f'<h1 class="text-2xl font-bold mt-6">{escape(view.title)}</h1>'
            f'<p class="text-gray">{escape(view.description)}</p>'
            + (f'<div class="grid gap-4 mt-6">{subboards}</div>' if subboards else "")
            + f'<div class="flex gap-4 mt-6">{anchors(view.actions, "", "px-4 py-2 rounded bg-blue text-white")}'
            + f'<div class="grow"></div>{anchors(view.sorts, "", "text-sm text-gray")}</div>'
            + f'<div class="mt-6 bg-white rounded shadow">\n{rows}</div>{self.pager(view.pager, pen)}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write posts as flex rows, told to machines once more in JSON-LD."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        real = [post for post in view.posts if isinstance(post, PostView)]
        steps = f"{step(view.previous_thread, 'text-sm')}{step(view.next_thread, 'text-sm')}"
        return (
            _json_ld(_describe(view.title, real))
            + f'<h1 class="text-2xl font-bold mt-6">{escape(view.title)}</h1>'
            + f'<div class="flex gap-2">{anchors(view.tags, "", "px-2 rounded-full bg-soft text-sm")}</div>'
            + f'<div class="flex gap-4 text-sm text-gray">{anchors(view.tools)}'
            f"</div>\n{posts}{self.pager(view.pager, pen)}"
            + f'<div class="flex justify-between mt-6">{steps}</div><div class="mt-6 p-4 rounded bg-white">'
            + f'<div class="font-bold">{pen.word("related")}</div>{anchors(view.related, "<br>", "text-sm")}</div>'
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = ""
        if row.last is not None:
            title = refer(row.last.href, escape(row.last.thread_title), "font-medium")
            last = f'{title}<div class="text-gray">{link(row.last.author)} {pen.machine_time(row.last.time)}</div>'
        return (
            f'<div class="p-4 bg-white rounded shadow flex gap-4"><div class="grow">{link(row.title, "font-bold")}'
            f'<p class="text-sm text-gray">{escape(row.description)}</p><div class="text-sm">{anchors(row.subboards)} '
            f"{anchors(row.moderators, ' ', 'text-gray')}</div></div>"
            f'<div class="text-sm text-gray">{row.threads} / {row.posts}'
            f'</div><div class="w-48 text-sm">{last}</div></div>\n'
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<div class="flex gap-4 p-4 border-b"><div class="grow">{link(row.link, "font-medium")}'
                f'<div class="text-sm text-gray">{escape(row.text)}</div></div></div>\n'
            )
        flags = "".join([f'<span class="px-2 rounded text-xs bg-soft">{mark}</span> ' for mark in marks(row, pen)])
        pages = f'<span class="text-xs">{" ".join(page_items(row.pages, "px-1"))}</span>' if row.pages else ""
        last = write_last(row.last, pen, "{when} {author}", pen.machine_time)
        return (
            f'<div class="flex gap-4 p-4 border-b"><div class="grow">{flags}{link(row.title, "font-medium")} {pages}'
            f'<div class="text-sm text-gray">{link(row.author)} {pen.machine_time(row.started)} '
            f'{anchors(row.tags, "", "px-2 rounded-full")}</div></div><div class="text-sm w-16">{row.replies}</div>'
            f'<div class="text-sm w-16">{row.views}</div><div class="w-48 text-sm">{last}</div></div>\n'
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<div class="flex gap-4 p-4 mt-6 bg-white rounded shadow">'
                f'<div class="w-48 text-gray">{pen.word("ads")}</div>'
                f'<div class="grow">{link(post.link)}<p class="mt-2 leading-7">{escape(post.text)}</p></div></div>\n'
            )
        solved = f'<span class="text-green font-bold">{pen.word("accepted")}</span>' if post.accepted else ""
        votes = f'<span class="font-bold">{post.votes}</span>' if post.votes is not None else ""
        time = pen.machine_time(post.time, "text-sm text-gray")
        answered = (
            f'<div class="text-sm text-gray">{pen.word("in_reply_to")} {link(post.reply_to)}</div>'
            if post.reply_to
            else ""
        )
        return (
            f'<div class="flex gap-4 p-4 mt-6 bg-white rounded shadow" id="u{post.id}">{self._card(post, pen)}'
            f'<div class="grow"><div class="flex gap-2">{link(post.permalink, inner=time) if post.permalink else time}'
            f'{votes}{solved}</div>{answered}<div class="mt-2">{self.prose.write(post, pen)}</div>'
            f"{self._below(post, pen)}</div></div>\n"
        )

    def _card(self, post: PostView, pen: Pen) -> str:
        place = f'<div class="text-xs text-gray">{escape(post.location)}</div>' if post.location else ""
        return (
            f'<div class="w-48 shrink-0"><img class="rounded-full w-16 h-16" src="{avatar(post)}" alt="">'
            f'<div class="font-bold">{link(post.author)}</div><div class="text-xs text-gray">{rank(post, pen)}</div>'
            f'<div class="text-xs text-gray">{pen.word("joined")} {pen.date(post.joined)}</div>'
            f'<div class="text-xs text-gray">{post.author_posts} {pen.word("posts")}</div>{place}</div>'
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f'<div class="text-sm rounded border p-4">{item}</div>' for item in file_items(post, pen)])
        edited = (
            f'<div class="text-xs text-gray">{pen.word("edited")} {pen.time(post.edited)}</div>' if post.edited else ""
        )
        sign = f'<div class="text-xs border-t mt-6">{escape(post.signature)}</div>' if post.signature else ""
        actions = anchors(post.actions, "", "px-2 text-sm text-gray hover:text-black")
        return f'{files}{edited}{sign}<div class="flex gap-2 mt-2 opacity-50">{actions}</div>'


def _describe(title: str, posts: list[PostView]) -> dict[str, object]:
    items = [
        {
            "@type": "Comment",
            "author": {"@type": "Person", "name": post.author.text},
            "datePublished": post.time.isoformat(),
        }
        for post in posts
    ]
    return {"@context": "https://schema.org", "@type": "DiscussionForumPosting", "headline": title, "comment": items}


def _json_ld(value: dict[str, object]) -> str:
    # A "</script>" in a title would end the element: JSON may write "<" as an escape.
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>\n'
