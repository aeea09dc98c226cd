"""XHTML of the middle years: one table a list, rows and cells with classes, the author's column left."""

from __future__ import annotations

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
body{font:12px Tahoma,sans-serif;margin:12px;background:#f4f1ea} table{width:100%;border-collapse:collapse}
td,th{border:1px solid #d6cfc0;padding:5px;vertical-align:top} thead th{background:#7a5c3e;color:#fff}
.ce-who{width:160px;background:#efe8da} .ce-sig{border-top:1px dashed #aaa;margin-top:1em;font-size:10px}
.ce-hidden{display:none} .ce-quote{margin:5px 20px;border:1px inset;padding:5px}
"""


class Cells(TabularPages):
    """Lists are tables with a head and classes on each cell; all posts of a page share one table."""

    key = "ce"
    sheet: ClassVar[Sheet] = Sheet(
        style=make_style("ce", 50, _OWN),
        script=make_script("ce", 30),
        doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
        '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
        html=' xmlns="http://www.w3.org/1999/xhtml"',
        meta='<meta http-equiv="content-style-type" content="text/css" />',
        end=" />",
    )
    prose: ClassVar[Prose] = Prose(
        paragraph="{text}<br />\n<br />\n",
        quote='<div class="ce-quote"><div class="ce-small">{author} {wrote}:</div><i>{text}</i></div>\n',
        code='<div class="ce-quote"><div class="ce-small">{title}</div><pre dir="ltr">{text}</pre></div>\n',
        face=' <img src="/images/faces/{n}.gif" border="0" alt="{alt}" class="ce-inline" />',
        image='<img src="{src}" alt="{alt}" border="0" /><br />\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a bar of menu cells above, hidden pop-ups below."""
        menu = "".join([f'<td class="ce-tab">{link(item)}</td>' for item in frame.menu])
        trail = " &gt; ".join([f'<span class="ce-crumb">{link(item)}</span>' for item in frame.breadcrumbs])
        return (
            f'<div id="top"><h1>{link(frame.home, inner=escape(frame.site_title))}</h1></div>\n'
            f'<table class="ce-bar"><tr>{menu}</tr></table>\n'
            f'<div class="ce-trail">{trail} &gt; <strong>{escape(frame.page_title)}</strong></div>\n{content}\n'
            f'<div class="ce-hidden" id="ce_pop"><ul><li>{pen.word("settings")}</li><li>{pen.word("share")}'
            f"</li></ul></div>"
            f'<div class="ce-foot">{pen.word("footer")} {anchors(frame.footer, " - ")}</div>'
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers as cells of a small table."""
        if not has_pages(pager):
            return ""
        cells = [step(pager.previous), *page_items(pager.pages, here="<strong>{}</strong>"), step(pager.next)]
        inner = "".join([f'<td class="ce-num">{cell}</td>' for cell in cells if cell])
        total = f"{pen.word('page')} {pager.current} {pen.word('of')} {pager.last}"
        return f'<table class="ce-pages"><tr><td class="ce-total">{total}</td>{inner}</tr></table>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write a table body a category."""
        bodies = write_categories(
            view,
            pen,
            self._board,
            '<tbody><tr><td class="ce-cat" colspan="5">{title}</td></tr></tbody><tbody>\n{rows}</tbody>\n',
        )
        latest = "".join([f'<tr><td class="ce-new">{item}</td></tr>' for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<tr><td>{name}</td><td>{value}</td></tr>")
        return (
            f"{self._table('ce-boards', ('board', 'threads', 'posts', 'last_post'), bodies, pen)}"
            f'<table class="ce-latest"><tr><th>{pen.word("recent")}</th></tr>{latest}</table>\n'
            f'<table class="ce-online"><tr><th>{pen.word("online")}</th><td>{anchors(view.online, ", ")}</td></tr>'
            f"{stats}</table>"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write sub-boards, then threads, sorted by the cells of the last row."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        bar = f'<div class="ce-actions">{anchors(view.actions, " ", "ce-button")}</div>{self.pager(view.pager, pen)}'
        heads = ("subject", "author", "replies", "views", "last_post")
        return (
            f'<h2>{escape(view.title)}</h2><p class="ce-small">{escape(view.description)}</p>'
            + (
                self._table("ce-boards", ("subboards", "threads", "posts", "last_post"), subboards, pen)
                if subboards
                else ""
            )
            + bar
            + self._table("ce-threads", heads, f"<tbody>\n{rows}</tbody>", pen)
            + f'<div class="ce-sort">{anchors(view.sorts, " | ")}</div>{bar}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write all posts into one table, two rows a post."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        tools = anchors(view.tools, " | ")
        steps = f"&laquo; {step(view.previous_thread)} | {step(view.next_thread)} &raquo;"
        related = "".join([f"<tr><td>{link(item)}</td></tr>" for item in view.related])
        pager = self.pager(view.pager, pen)
        return (
            f'<h2>{escape(view.title)}</h2>{pager}<div class="ce-tools">{tools}</div>'
            f'<table class="ce-posts"><thead><tr><th>{pen.word("author")}</th><th>{pen.word("message")}</th>'
            f"</tr></thead>"
            f'<tbody>\n{posts}</tbody></table>\n{pager}<div class="ce-steps">{steps}</div>'
            f'<div class="ce-tags">{anchors(view.tags, ", ")}</div><table class="ce-related">{related}</table>'
        )

    def _table(self, css: str, heads: tuple[str, ...], body: str, pen: Pen) -> str:
        names = "".join([f'<th class="ce-h{at}">{pen.word(key)}</th>' for at, key in enumerate(heads)])
        return (
            f'<table class="{css}" cellspacing="0"><thead><tr><th class="ce-icon"></th>{names}</tr>'
            f"</thead>{body}</table>\n"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        below = (
            f'<div class="ce-sub">{pen.word("subboards")}: {anchors(row.subboards, ", ")}</div>'
            if row.subboards
            else ""
        )
        if row.moderators:
            below += f'<div class="ce-mods">{pen.word("moderators")}: {anchors(row.moderators, ", ")}</div>'
        last = ""
        if row.last is not None:
            title = refer(row.last.href, escape(row.last.thread_title))
            last = f"<div>{title}</div><div>{pen.word('by')} {link(row.last.author)}</div>{pen.time(row.last.time)}"
        return (
            f'<tr class="ce-brow"><td class="ce-icon"><img src="/images/on.png" alt="" /></td><td class="ce-name">'
            f'{link(row.title, "ce-title")}<p class="ce-small">{escape(row.description)}</p>{below}</td>'
            f'<td class="ce-n">{row.threads}</td><td class="ce-n">{row.posts}</td><td class="ce-last">{last}'
            f"</td></tr>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<tr class="ce-trow"><td class="ce-icon"></td><td class="ce-name">{link(row.link, "ce-title")}'
                f'<p class="ce-small">{escape(row.text)}</p></td><td colspan="4" class="ce-n">{pen.word("ads")}'
                f"</td></tr>\n"
            )
        flags = "".join([f'<span class="ce-flag">{mark}</span> ' for mark in marks(row, pen)])
        pages = f' <span class="ce-mini">({" ".join(page_items(row.pages))})</span>' if row.pages else ""
        tags = f'<p class="ce-small">{anchors(row.tags, " ")}</p>' if row.tags else ""
        last = ""
        if row.last is not None:
            arrow = refer(row.last.href, '<img src="/images/last.png" alt="" />')
            last = f"{pen.time(row.last.time)}<br />{link(row.last.author)} {arrow}"
        return (
            f'<tr class="ce-trow"><td class="ce-icon"><img src="/images/t{row.replies % 4}.png" alt="" /></td>'
            f'<td class="ce-name">{flags}{link(row.title, "ce-title")}{pages}{tags}</td>'
            f'<td class="ce-n">{link(row.author)}'
            f'</td><td class="ce-n">{row.replies}</td><td class="ce-n">{row.views}</td>'
            f'<td class="ce-last">{last}</td></tr>\n'
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<tr class="ce-post"><td class="ce-who"><b>{pen.word("ads")}</b></td><td class="ce-what">'
                f"{link(post.link)}<br />{escape(post.text)}</td></tr>\n"
            )
        place = f"<div>{pen.word('location')}: {escape(post.location)}</div>" if post.location else ""
        return (
            f'<tr class="ce-post" id="m{post.id}"><td class="ce-who"><b>{link(post.author)}</b>'
            f"<div>{rank(post, pen)}</div>"
            f'<img src="{avatar(post)}" alt="" width="80" /><div>{pen.word("joined")}: {pen.date(post.joined)}</div>'
            f"<div>{pen.word('posts')}: {post.author_posts}</div>{place}</td>"
            f'<td class="ce-what">{self._heading(post, pen)}{self._text(post, pen)}</td></tr>\n'
            f'<tr class="ce-under"><td class="ce-who"><span class="ce-small">#{post.number}</span></td>'
            f'<td class="ce-do">{anchors(post.actions, " ", "ce-button")}</td></tr>\n'
        )

    def _heading(self, post: PostView, pen: Pen) -> str:
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f' <span class="ce-votes">{post.votes} {pen.word("votes")}</span>' if post.votes is not None else ""
        solved = f' <span class="ce-flag">{pen.word("accepted")}</span>' if post.accepted else ""
        return (
            f'<div class="ce-when">{pen.time(post.time)}{answered}{votes}{solved} '
            f'<span style="float:right">{step(post.permalink)}</span></div><hr />'
        )

    def _text(self, post: PostView, pen: Pen) -> str:
        files = "".join([f"<li>{item}</li>" for item in file_items(post, pen)])
        attached = f"<fieldset><legend>{pen.word('attached')}</legend><ul>{files}</ul></fieldset>" if files else ""
        edited = f'<div class="ce-small">{pen.word("edited")}: {pen.time(post.edited)}</div>' if post.edited else ""
        sign = f'<div class="ce-sig">{escape(post.signature)}</div>' if post.signature else ""
        return f'<div class="ce-text">{self.prose.write(post, pen)}</div>{attached}{edited}{sign}'
