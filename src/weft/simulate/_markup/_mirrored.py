"""The author's column right of the text, the last post left of the title, times in title attributes."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from weft.simulate._markup._document import Sheet
from weft.simulate._markup._pages import TabularPages, latest_items, write_categories, write_stats
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
)
from weft.simulate._markup._weight import make_script, make_style
from weft.simulate._views import AdRow, BoardRow, BoardView, EntryView, Frame, Pager, PostView, ThreadRow, ThreadView

_OWN = """
body{font:13px 'Open Sans',sans-serif;background:#20262c;color:#d8dde2;margin:0 5%} a{color:#7cc4ff} table{width:100%}
.mi-post{display:table;width:100%;margin:10px 0;background:#2b333b}
.mi-say,.mi-you{display:table-cell;padding:12px;vertical-align:top}
.mi-you{width:150px;background:#343e48;text-align:center} .mi-list td{background:#2b333b;padding:7px}
.mi-dim{color:#8b97a3;font-size:11px}
"""


class Mirrored(TabularPages):
    """A post is text first, author after; a thread row starts with its last post and ends with its icon."""

    key = "mi"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("mi", 50, _OWN), script=make_script("mi", 45))
    prose: ClassVar[Prose] = Prose(
        paragraph='<div class="mi-par">{text}</div>\n',
        quote='<blockquote class="mi-quote">{text}<div class="mi-dim">{author} {wrote}</div></blockquote>\n',
        code='<pre class="mi-code">{text}</pre>\n',
        heading='<div class="mi-big"><b>{text}</b></div>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write the menu right below the title, the path at both ends."""
        trail = " &lsaquo; ".join([link(item) for item in (frame.home, *frame.breadcrumbs)])
        options = "".join([f"<option>{escape(item.text)}</option>" for item in frame.breadcrumbs])
        return (
            f'<div class="mi-top"><h2>{escape(frame.site_title)}</h2>'
            f'<span class="mi-dim">{anchors(frame.menu, " &bull; ")}</span>'
            f'</div>\n<div class="mi-path">{trail}</div>\n<div id="mi_all">{content}</div>\n'
            f'<div class="mi-path">{trail} '
            f'<select name="jump">{options}</select></div><div class="mi-dim">{anchors(frame.footer, " &bull; ")}<br>'
            f"{pen.word('footer')}</div>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers as buttons, the steps as icons without text."""
        if not has_pages(pager):
            return ""
        back = step(pager.previous, "mi-btn", '<img src="/images/back.png" alt="">')
        onward = step(pager.next, "mi-btn", '<img src="/images/on.png" alt="">')
        numbers = "".join(page_items(pager.pages, "mi-btn", '<i class="mi-btn">{}</i>'))
        return f'<div class="mi-turn">{onward}{numbers}{back}</div>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write one table, categories as rows."""
        rows = write_categories(view, pen, self._board, '<tr><th colspan="3">{title}</th></tr>\n{rows}')
        latest = "".join([f"<div>{item}</div>" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<div>{name} {value}</div>")
        return (
            f'<table class="mi-list">{rows}</table><div class="mi-box"><b>{pen.word("recent")}</b>{latest}</div>'
            f'<div class="mi-box"><b>{pen.word("online")}</b> {anchors(view.online, " ")}{stats}</div>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write a table with the last post first."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        pager = self.pager(view.pager, pen)
        return (
            f'<h3>{escape(view.title)}</h3><div class="mi-dim">{escape(view.description)}</div>'
            + (f'<table class="mi-list mi-sub">{subboards}</table>' if subboards else "")
            + f'{pager}<div>{anchors(view.actions, " ", "mi-btn")}</div><table class="mi-list"><tbody>\n{rows}'
            f"</tbody></table>"
            + f'<div class="mi-dim">{pen.word("sort")} {anchors(view.sorts, " &bull; ")}</div>{pager}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write posts as cells of their own small tables."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        pager = self.pager(view.pager, pen)
        related = "".join([f'<tr><td class="mi-dim">{link(item)}</td></tr>' for item in view.related])
        return (
            f'<h3>{escape(view.title)}</h3><div class="mi-dim">{anchors(view.tags, ", ")}</div>{pager}{posts}{pager}'
            f"<div>{anchors(view.tools, ' ', 'mi-btn')}</div><div>{step(view.next_thread)} &bull; "
            f'{step(view.previous_thread)}</div><table class="mi-list">{related}</table>'
        )

    def _when(self, moment: datetime, pen: Pen) -> str:
        return f'<abbr class="mi-time" title="{moment.isoformat()}">{pen.time(moment)}</abbr>'

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = ""
        if row.last is not None:
            title = refer(row.last.href, escape(row.last.thread_title))
            last = f"{title}<br>{link(row.last.author)}<br>{self._when(row.last.time, pen)}"
        return (
            f'<tr><td class="mi-dim" width="180">{last}</td><td><b>{link(row.title)}</b>'
            f"<br>{escape(row.description)}<br>"
            f'<span class="mi-dim">{anchors(row.subboards, ", ")} {anchors(row.moderators, ", ")}</span></td>'
            f'<td class="mi-dim">{row.posts}<br>{row.threads}</td></tr>\n'
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<tr><td class="mi-dim">{pen.word("ads")}</td><td>{link(row.link)}<br>{escape(row.text)}</td>'
                f"<td></td></tr>\n"
            )
        flags = " ".join([f'<span class="mi-flag">{mark}</span>' for mark in marks(row, pen)])
        pages = f' <span class="mi-dim">&raquo; {" ".join(page_items(row.pages))}</span>' if row.pages else ""
        last = ""
        if row.last is not None:
            last = f"{refer(row.last.href, self._when(row.last.time, pen))}<br>{link(row.last.author)}"
        return (
            f'<tr><td class="mi-dim" width="180">{last}</td><td>{flags} {link(row.title)}{pages}<br>'
            f'<span class="mi-dim">{self._when(row.started, pen)} {link(row.author)} {anchors(row.tags)}</span></td>'
            f'<td class="mi-dim">{row.replies} / {row.views}</td><td>'
            f'<img src="/images/d{row.replies % 3}.png" alt=""></td></tr>\n'
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<div class="mi-post"><div class="mi-say"><div class="mi-par">{escape(post.text)}</div></div>'
                f'<div class="mi-you">{link(post.link)}</div></div>\n'
            )
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f" <b>{post.votes:+}</b>" if post.votes is not None else ""
        solved = f' <span class="mi-flag">{pen.word("accepted")}</span>' if post.accepted else ""
        files = "".join([f'<div class="mi-file">{item}</div>' for item in file_items(post, pen)])
        sign = f'<div class="mi-dim">&mdash; {escape(post.signature)}</div>' if post.signature else ""
        edited = f'<div class="mi-dim">{pen.word("edited")} {self._when(post.edited, pen)}</div>' if post.edited else ""
        return (
            f'<div class="mi-post" id="q{post.id}">'
            f'<div class="mi-say">{self.prose.write(post, pen)}{files}{edited}{sign}'
            f'<div class="mi-dim">{anchors(post.actions, " &bull; ")}</div></div><div class="mi-you">'
            f"<b>{link(post.author)}</b><br>"
            f'<img src="{avatar(post)}" alt="" width="90"><div class="mi-dim">{self._card(post, pen)}</div>'
            f"{self._when(post.time, pen)}{answered}{votes}{solved}<br>{step(post.permalink)}</div></div>\n"
        )

    def _card(self, post: PostView, pen: Pen) -> str:
        place = f"<br>{escape(post.location)}" if post.location else ""
        return (
            f"{rank(post, pen)}<br>{pen.word('posts')} {post.author_posts}"
            f"<br>{pen.word('joined')} {pen.date(post.joined)}{place}"
        )
