"""Flat pages: a row or a post is several siblings in one long block, with nothing around them."""

from __future__ import annotations

from typing import ClassVar

from weft.simulate._markup._document import Sheet
from weft.simulate._markup._pages import ListedPages, latest_items, write_categories, write_stats
from weft.simulate._markup._prose import Prose
from weft.simulate._markup._text import (
    Pen,
    anchors,
    avatar,
    escape,
    file_items,
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
body{font:13px/1.5 Arial,sans-serif;margin:0 8%} .sr-top{background:#0b6e4f;color:#fff;padding:6px}
.sr-top a{color:#dfd}
.sr-head{background:#dcefe6;margin:14px 0 0;padding:5px 8px} .sr-body{padding:8px;border:1px solid #dcefe6}
.sr-tail{background:#f3f8f5;padding:4px 8px;font-size:11px;color:#676} .sr-line{margin:8px 0 0}
.sr-note{margin:0 0 6px 14px;color:#777}
"""


class Striped(ListedPages):
    """A post is a heading, a text block and a footer side by side with those of all others; only steps flip pages."""

    key = "sr"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("sr", 65, _OWN), script=make_script("sr", 40))
    prose: ClassVar[Prose] = Prose(
        paragraph="{text}<br>\n",
        quote="<fieldset><legend>{author} {wrote}</legend>{text}</fieldset>\n",
        heading="<strong>{text}</strong><br>\n",
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write bars above and below."""
        trail = " &rsaquo; ".join([link(item) for item in (frame.home, *frame.breadcrumbs)])
        return (
            f'<p class="sr-top"><b>{escape(frame.site_title)}</b> {anchors(frame.menu, " | ")}</p>\n'
            f'<p class="sr-path">{trail}'
            f'</p>\n{content}\n<p class="sr-top">{anchors(frame.footer, " | ")}</p><p>'
            f"<small>{pen.word('footer')}</small></p>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write the two steps; numbers only where a list gives no steps."""
        if pager.next is None and pager.previous is None:
            return f"<p>{' '.join(page_items(pager.pages))}</p>" if pager.pages else ""
        return (
            f'<p class="sr-steps">{step(pager.previous, "sr-back")} <span>{pager.current} / {pager.last}</span> '
            f"{step(pager.next, 'sr-on')}</p>\n"
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write headings and lines, all siblings."""
        groups = write_categories(view, pen, self._board, '<h2 class="sr-head">{title}</h2>\n{rows}')
        latest = "".join([f'<p class="sr-note">{item}</p>' for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "{name}: {value}", ", ")
        return (
            f'<div class="sr-flat">{groups}<h2 class="sr-head">{pen.word("recent")}</h2>{latest}'
            f'<h2 class="sr-head">{pen.word("online")}</h2><p>{anchors(view.online, ", ")}</p><p>{stats}</p></div>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write two lines a thread."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        pager = self.pager(view.pager, pen)
        return (
            f"<h1>{escape(view.title)}</h1><p>{escape(view.description)}</p><p>{anchors(view.actions, ' | ')}</p>"
            f'<div class="sr-flat">{subboards}</div><p class="sr-sort">{anchors(view.sorts, " | ")}</p>{pager}'
            f'<div class="sr-flat">\n{rows}</div>{pager}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write three siblings a post, more where it has files or a signature."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        pager = self.pager(view.pager, pen)
        steps = " | ".join(filter(None, (step(view.previous_thread), step(view.next_thread))))
        related = f"<h4>{pen.word('related')}</h4><p>{anchors(view.related, '<br>')}</p>" if view.related else ""
        return (
            f"<h1>{escape(view.title)}</h1><p>{anchors(view.tools, ' | ')}</p>{pager}"
            f'<div class="sr-flat">\n{posts}</div>'
            f"{pager}<p>{steps}</p><p>{anchors(view.tags, ' ')}</p>{related}"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = write_last(row.last, pen, '<p class="sr-note">{title} - {author} - {time}</p>')
        return (
            f'<p class="sr-line"><b>{link(row.title)}</b> ({row.threads}/{row.posts})</p>'
            f'<p class="sr-note">{escape(row.description)} {anchors(row.subboards, ", ")} '
            f"{anchors(row.moderators, ', ')}</p>"
            f"{last}\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f'<p class="sr-line">{link(row.link)}</p><p class="sr-note">{escape(row.text)}</p>\n'
        flags = "".join([f"[{mark}] " for mark in marks(row, pen)])
        last = ""
        if row.last is not None:
            last = (
                f" - {refer(row.last.href, pen.word('last_post'))}: {link(row.last.author)}, {pen.time(row.last.time)}"
            )
        return (
            f'<p class="sr-line">{link(row.title, inner=flags + escape(row.title.text))} {anchors(row.tags)}</p>'
            f'<p class="sr-note">{link(row.author)}, {pen.time(row.started)} - {row.replies} {pen.word("replies")}, '
            f"{row.views} {pen.word('views')}{last}</p>\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<h3 class="sr-head">{link(post.link)}</h3><div class="sr-body">{escape(post.text)}</div>'
                f'<p class="sr-tail">{pen.word("ads")}</p>\n'
            )
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f" [{post.votes}]" if post.votes is not None else ""
        solved = f" <b>{pen.word('accepted')}</b>" if post.accepted else ""
        place = f", {escape(post.location)}" if post.location else ""
        sign = f'<div class="sr-body sr-sign"><i>{escape(post.signature)}</i></div>' if post.signature else ""
        edited = f" ({pen.word('edited')} {pen.time(post.edited)})" if post.edited else ""
        return (
            f'<h3 class="sr-head" id="n{post.id}"><img src="{avatar(post)}" alt="" width="20"> {link(post.author)} '
            f"<small>{rank(post, pen)}, {post.author_posts} {pen.word('posts')}, {pen.date(post.joined)}"
            f"{place}</small> "
            f"{pen.time(post.time)}{answered}{votes}{solved}</h3>"
            f'<div class="sr-body">{self.prose.write(post, pen)}</div>'
            + "".join([f'<div class="sr-body sr-file">{item}</div>' for item in file_items(post, pen)])
            + f'{sign}<p class="sr-tail">#{post.number} {step(post.permalink)}{edited} '
            f"{anchors(post.actions, ' | ')}</p>\n"
        )
