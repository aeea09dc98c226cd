"""Layout tables inside layout tables, font tags and spacer images, as made in 2002."""

from __future__ import annotations

from typing import ClassVar

from weft.simulate._markup._document import Sheet
from weft.simulate._markup._pages import TabularPages, latest_items, write_categories, write_stats
from weft.simulate._markup._prose import Prose
from weft.simulate._markup._text import (
    Pen,
    anchors,
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
from weft.simulate._views import (
    AdRow,
    BoardRow,
    BoardView,
    EntryView,
    Frame,
    LastPost,
    Pager,
    PostView,
    ThreadRow,
    ThreadView,
)

_OWN = """
body{background:#c8d0da;font-family:Verdana,Arial,sans-serif;font-size:11px}
td,th{font-size:11px} .ot-dark{background:#2d4a6b;color:#fff} .ot-dark a{color:#ffd}
.ot-a{background:#eef1f5} .ot-b{background:#dfe5ec}
"""
_SPACER = '<img src="/images/spacer.gif" width="1" height="1" alt="">'


class NestedTables(TabularPages):
    """Everything is a table in a table; a post is one row of two cells in a table of its own."""

    key = "ot"
    sheet: ClassVar[Sheet] = Sheet(
        style=make_style("ot", 40, _OWN),
        script=make_script("ot", 25),
        doctype='<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
        body=' bgcolor="#c8d0da" text="#000000" link="#003366"',
        meta='<meta name="generator" content="hand">',
    )
    prose: ClassVar[Prose] = Prose(
        paragraph="{text}<br><br>\n",
        quote='<table width="90%" cellspacing="1" align="center"><tr><td><b>{author} {wrote}:</b></td></tr>'
        '<tr><td bgcolor="#ffffff">{text}</td></tr></table>\n',
        code='<table width="90%" align="center"><tr><td><b>{title}:</b></td></tr>'
        '<tr><td bgcolor="#fafafa"><font face="Courier" color="#006600"><pre>{text}</pre></font></td></tr></table>\n',
        heading='<font size="4">{text}</font><br>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Wrap the content in the outermost table."""
        trail = " &raquo; ".join([link(item) for item in (frame.home, *frame.breadcrumbs)])
        return (
            '<table width="98%" cellpadding="10" cellspacing="0" border="0" align="center"><tr><td bgcolor="#ffffff">\n'
            f'<table width="100%"><tr><td>{link(frame.home, inner="<img src=/images/logo.gif border=0 alt=logo>")}</td>'
            f'<td align="center" width="100%"><font size="5">{escape(frame.site_title)}</font><br>'
            f'<font size="1">{anchors(frame.menu, " &nbsp; ")}</font></td></tr></table>\n{_SPACER}'
            f'<table width="100%" class="ot-b"><tr><td><font size="2"><b>{trail}</b></font></td></tr></table><br>\n'
            f"{content}\n"
            f'<br><table width="100%"><tr><td align="center"><font size="1">{anchors(frame.footer, " | ")}<br>'
            f"{pen.word('footer')} {pen.time(frame.now)}</font></td></tr></table></td></tr></table>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers in a right-aligned cell."""
        if not has_pages(pager):
            return ""
        numbers = ", ".join(page_items(pager.pages))
        return (
            f'<table width="100%"><tr><td align="right"><font size="1">{pen.word("go_to_page")} {step(pager.previous)} '
            f"{numbers} {step(pager.next)}</font></td></tr></table>\n"
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write one table for all categories."""
        rows = write_categories(
            view, pen, self._board_row, '<tr><td colspan="5" class="ot-dark"><b>{title}</b></td></tr>\n{rows}'
        )
        latest = "<br>".join(latest_items(view.recent, pen))
        stats = write_stats(view, "{name}: <b>{value}</b>", "<br>")
        return self._frame_table(rows) + self._frame_table(
            f'<tr><td class="ot-a" width="50%">{pen.word("recent")}<br>{latest}</td>'
            f'<td class="ot-b">{pen.word("online")}: {anchors(view.online, ", ")}<br>{stats}</td></tr>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write sub-boards and threads in bordered tables."""
        subboards = "".join([self._board_row(row, pen) for row in view.subboards])
        threads = "".join([self._thread_row(row, number, pen) for number, row in enumerate(view.rows)])
        heads = "".join([f"<th>{pen.word(key)}</th>" for key in ("subject", "author", "replies", "views", "last_post")])
        bar = f'<table width="100%"><tr><td>{anchors(view.actions)}</td></tr></table>{self.pager(view.pager, pen)}'
        return (
            f'<font size="4">{escape(view.title)}</font><br>{escape(view.description)}<br>'
            + (self._frame_table(subboards) if subboards else "")
            + bar
            + self._frame_table(f'<tr class="ot-dark"><th></th>{heads}</tr>\n{threads}')
            + f"<p align=right>{pen.word('sort')}: {anchors(view.sorts, ' / ')}</p>{bar}"
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write a table a post."""
        steps = " :: ".join(filter(None, (step(view.previous_thread), step(view.next_thread))))
        bar = (
            f'<table width="100%"><tr><td>{anchors(view.tools)}</td><td align="right">{steps}</td></tr></table>'
            + self.pager(view.pager, pen)
        )
        posts = "<br>\n".join([self._post(post, pen) for post in view.posts])
        related = "<br>".join([link(item) for item in view.related])
        extra = f"<p>{anchors(view.tags, ', ')}</p>" + (
            f"<p>{pen.word('related')}:<br>{related}</p>" if related else ""
        )
        return f'<font size="4"><b>{escape(view.title)}</b></font>{bar}{posts}{bar}{extra}'

    def _frame_table(self, rows: str) -> str:
        return (
            '<table width="100%" border="0" cellspacing="0" cellpadding="0" bgcolor="#2d4a6b"><tr><td>'
            f'<table width="100%" cellspacing="1" cellpadding="4" border="0">{rows}</table></td></tr></table><br>\n'
        )

    def _board_row(self, row: BoardRow, pen: Pen) -> str:
        below = f"<br>{pen.word('subboards')}: {anchors(row.subboards, ', ')}" if row.subboards else ""
        if row.moderators:
            below += f'<br><font size="1">{pen.word("moderators")}: {anchors(row.moderators, ", ")}</font>'
        return (
            '<tr><td class="ot-a"><img src="/images/folder.gif" alt=""></td>'
            f'<td class="ot-a" width="60%"><b>{link(row.title)}</b><br>'
            f'<font size="1">{escape(row.description)}{below}</font></td>'
            f'<td class="ot-b" align="center">{row.threads}</td><td class="ot-b" align="center">{row.posts}</td>'
            f'<td class="ot-a" nowrap><font size="1">{self._last(row.last, pen)}</font></td></tr>\n'
        )

    def _thread_row(self, row: ThreadRow | AdRow, number: int, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<tr><td class="ot-b"><img src="/images/star.gif" alt=""></td><td class="ot-b">{link(row.link)}</td>'
                f'<td colspan="4" class="ot-b"><font size="1">{escape(row.text)}</font></td></tr>\n'
            )
        shade = "ot-a" if number % 2 else "ot-b"
        flags = "".join([f"<b>{mark}:</b> " for mark in marks(row, pen)])
        pages = f' <font size="1">[ {", ".join(page_items(row.pages))} ]</font>' if row.pages else ""
        icon = "lock" if row.locked else "new" if row.unread else "old"
        tags = f"<br>{anchors(row.tags, ', ')}" if row.tags else ""
        return (
            f'<tr><td class="{shade}"><img src="/images/{icon}.gif" alt=""></td><td class="{shade}">{flags}'
            f'{link(row.title)}{pages}{tags}</td><td class="{shade}" align="center">{link(row.author)}</td>'
            f'<td class="{shade}">{row.replies}</td>'
            f'<td class="{shade}">{row.views}</td>'
            f'<td class="{shade}" nowrap><font size="1">{self._last(row.last, pen)}</font></td></tr>\n'
        )

    def _last(self, last: LastPost | None, pen: Pen) -> str:
        if last is None:
            return "-"
        arrow = refer(last.href, '<img src="/images/go.gif" border="0" alt="&gt;">')
        return f"{pen.time(last.time)}<br>{pen.word('by')} {link(last.author)} {arrow}"

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            cells = (
                f'<tr class="ot-b"><td width="150" valign="top">{pen.word("ads")}</td>'
                f'<td valign="top">{link(post.link)}<hr size="1">{escape(post.text)}</td></tr>'
            )
            return self._frame_table(cells)
        return self._frame_table(
            f'<tr class="{"ot-a" if post.number % 2 else "ot-b"}"><td width="150" valign="top">'
            f'<a name="p{post.id}"></a>'
            f"<b>{link(post.author)}</b><br>{self._author(post, pen)}</td>"
            f'<td valign="top"><table width="100%"><tr><td>{self._heading(post, pen)}</td>'
            f'<td align="right"><font size="1">{anchors(post.actions, " ")}</font></td></tr></table><hr size="1">'
            f"{self._text(post, pen)}</td></tr>"
        )

    def _author(self, post: PostView, pen: Pen) -> str:
        place = f"{pen.word('location')}: {escape(post.location)}<br>" if post.location else ""
        stars = '<img src="/images/star.gif" alt="*">' * (1 + post.author_posts % 5)
        return (
            f'<font size="1">{rank(post, pen)}<br>{stars}<br><br>{pen.word("joined")}: {pen.date(post.joined)}<br>'
            f"{pen.word('posts')}: {post.author_posts}<br>{place}</font>"
        )

    def _heading(self, post: PostView, pen: Pen) -> str:
        answered = f" ({pen.word('in_reply_to')} {link(post.reply_to)})" if post.reply_to else ""
        votes = f" [{post.votes:+}]" if post.votes is not None else ""
        solved = f" <b>{pen.word('accepted')}</b>" if post.accepted else ""
        mark = step(post.permalink, inner='<img src="/images/post.gif" border="0" alt="#">')
        return f'<font size="1">{mark} {pen.word("date")}: {pen.time(post.time)}{answered}{votes}{solved}</font>'

    def _text(self, post: PostView, pen: Pen) -> str:
        files = "<br>".join(file_items(post, pen))
        attached = f"<br><b>{pen.word('attached')}:</b><br>{files}" if files else ""
        sign = f'<br>_________________<br><font size="1">{escape(post.signature)}</font>' if post.signature else ""
        edited = (
            f'<br><font size="1"><i>{pen.word("edited")}: {pen.time(post.edited)}</i></font>' if post.edited else ""
        )
        return f'<font size="2">{self.prose.write(post, pen)}{attached}{sign}{edited}</font>'
