"""Panels: custom elements and cards; some boards are shown as a grid of cards instead of rows."""

from __future__ import annotations

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
body{font:15px/1.5 Roboto,sans-serif;background:#eceff1;margin:0}
cd-bar{display:block;background:#37474f;padding:14px}
cd-bar a{color:#fff;margin-right:14px}
cd-panel{display:block;background:#fff;margin:14px auto;max-width:980px;padding:14px}
.cd-grid{display:grid;grid-template-columns:repeat(3,1fr);gap:14px;max-width:980px;margin:auto}
.cd-card{background:#fff;padding:14px}
.cd-line{display:grid;grid-template-columns:48px 1fr 90px 180px;border-bottom:1px solid #eee;padding:8px 0}
.cd-dim{color:#78909c}
cd-person{display:flex;gap:10px}
"""


class Cards(BlockPages):
    """Custom elements hold posts; layout 1 of a board is a grid of cards with excerpts."""

    key = "cd"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("cd", 60, _OWN), script=make_script("cd", 40))
    prose: ClassVar[Prose] = Prose(
        quote="<cd-quote><aside><span>{author}</span> {wrote}</aside><p>{text}</p></cd-quote>\n",
        code="<cd-code><pre>{text}</pre></cd-code>\n",
        heading="<h3>{text}</h3>\n",
        image='<cd-photo><img src="{src}" alt="{alt}"></cd-photo>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a bar, a closed drawer and panels."""
        menu = anchors(frame.menu, "")
        trail = "".join([f"<span>{link(item)}</span> &#8725; " for item in frame.breadcrumbs])
        return (
            f"<cd-bar><strong>{link(frame.home)}</strong>{menu}</cd-bar>\n"
            f'<cd-drawer hidden aria-hidden="true">{menu}</cd-drawer>\n'
            f'<p class="cd-dim cd-trail">{trail}</p>\n{content}\n<cd-bar class="cd-foot">{anchors(frame.footer, "")}'
            f"<small>{pen.word('footer')}</small></cd-bar>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write first numbers, then steps, behind a summary that opens like a menu."""
        if not has_pages(pager):
            return ""
        numbers = "".join(page_items(pager.pages, "cd-chip", '<b class="cd-chip">{}</b>'))
        return (
            f"<cd-panel class='cd-turn'><details>"
            f"<summary>{pen.word('page')} {pager.current} {pen.word('of')} {pager.last}"
            f"</summary>{numbers}</details>{step(pager.previous, 'cd-chip')}{step(pager.next, 'cd-chip')}</cd-panel>\n"
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write a panel a category and cards for what is new."""
        groups = write_categories(view, pen, self._board, "<cd-panel><h2>{title}</h2>{rows}</cd-panel>\n")
        latest = "".join([f'<div class="cd-card">{item}</div>' for item in latest_items(view.recent, pen)])
        stats = write_stats(view, '<span class="cd-chip">{name} {value}</span>')
        return (
            f'<div class="cd-grid">{latest}</div>{groups}<cd-panel><h3>{pen.word("online")}</h3>'
            f"{anchors(view.online, '', 'cd-chip')}<p>{stats}</p></cd-panel>"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write the board in one of the two layouts."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        if view.layout:
            rows = f'<div class="cd-grid">\n{"".join([self._card(row, pen) for row in view.rows])}</div>'
        else:
            rows = f"<cd-panel>\n{''.join([self._line(row, pen) for row in view.rows])}</cd-panel>"
        return (
            f'<cd-panel><h1>{escape(view.title)}</h1><p class="cd-dim">{escape(view.description)}</p>'
            f"{anchors(view.actions, '', 'cd-chip')}{anchors(view.sorts, '', 'cd-chip cd-dim')}</cd-panel>"
            + (f"<cd-panel>{subboards}</cd-panel>" if subboards else "")
            + rows
            + self.pager(view.pager, pen)
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write a panel a post."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        related = "".join([f'<div class="cd-card">{link(item)}</div>' for item in view.related])
        return (
            f"<cd-panel><h1>{escape(view.title)}</h1>{anchors(view.tags, '', 'cd-chip')}"
            f"<p>{anchors(view.tools, '', 'cd-chip cd-dim')}</p></cd-panel>\n{posts}{self.pager(view.pager, pen)}"
            f"<cd-panel>{step(view.previous_thread)} {step(view.next_thread)}</cd-panel>"
            f'<div class="cd-grid">{related}</div>'
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = write_last(row.last, pen, "{title}<br>{author} {time}", pen.machine_time)
        return (
            f'<div class="cd-line"><i class="cd-mark"></i><div><h3>{link(row.title)}</h3><p class="cd-dim">'
            f"{escape(row.description)}</p>{anchors(row.subboards, '', 'cd-chip')}{anchors(row.moderators, ', ')}</div>"
            f'<div class="cd-dim">{row.threads}<br>{row.posts}</div><div class="cd-dim">{last}</div></div>\n'
        )

    def _line(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<div class="cd-line"><i class="cd-mark"></i><div><h4>{link(row.link)}</h4><p class="cd-dim">'
                f"{escape(row.text)}</p></div><div></div><div></div></div>\n"
            )
        return (
            f'<div class="cd-line"><i class="cd-mark cd-m{row.replies % 5}"></i><div><h4>{self._flags(row, pen)}'
            f"{link(row.title)}</h4>"
            f'<p class="cd-dim">{link(row.author)} {pen.machine_time(row.started)} {anchors(row.tags)} '
            f'{" ".join(page_items(row.pages))}</p></div><div class="cd-dim">{row.replies}<br>{row.views}</div>'
            f'<div class="cd-dim">{self._last(row, pen)}</div></div>\n'
        )

    def _card(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f'<div class="cd-card"><h4>{link(row.link)}</h4><p>{escape(row.text)}</p></div>\n'
        cover = link(row.title, "cd-cover", f'<img src="/images/covers/{row.views % 40}.jpg" alt="">')
        return (
            f'<div class="cd-card">{cover}<h4>{link(row.title)}</h4>{self._flags(row, pen)}<p>{escape(row.excerpt)}</p>'
            f'<footer class="cd-dim">{link(row.author)} &middot; {row.replies} {pen.word("replies")} '
            f"{self._last(row, pen)} {anchors(row.tags)} {' '.join(page_items(row.pages))}</footer></div>\n"
        )

    def _flags(self, row: ThreadRow, pen: Pen) -> str:
        return "".join([f'<span class="cd-chip">{mark}</span> ' for mark in marks(row, pen)])

    def _last(self, row: ThreadRow, pen: Pen) -> str:
        if row.last is None:
            return ""
        return f"{refer(row.last.href, pen.machine_time(row.last.time))} {link(row.last.author)}"

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f"<cd-panel><cd-person>{link(post.link)}</cd-person><cd-text><p>{escape(post.text)}</p></cd-text>"
                f"</cd-panel>\n"
            )
        time = pen.machine_time(post.time, "cd-dim")
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f' <span class="cd-chip">{post.votes}</span>' if post.votes is not None else ""
        solved = f' <span class="cd-chip">{pen.word("accepted")}</span>' if post.accepted else ""
        place = f", {escape(post.location)}" if post.location else ""
        return (
            f'<cd-panel id="w{post.id}"><cd-person><img src="{avatar(post)}" alt="" width="48"><div>'
            f"<b>{link(post.author)}</b> "
            f"{link(post.permalink, inner=time) if post.permalink else time}{answered}{votes}{solved}"
            f'<div class="cd-dim">{rank(post, pen)}, {post.author_posts} {pen.word("posts")}, {pen.word("joined")} '
            f"{pen.date(post.joined)}{place}</div></div></cd-person><cd-text>{self.prose.write(post, pen)}</cd-text>"
            f"{self._below(post, pen)}<cd-acts>{anchors(post.actions, '', 'cd-chip')}</cd-acts></cd-panel>\n"
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f'<cd-file class="cd-card">{item}</cd-file>' for item in file_items(post, pen)])
        edited = f'<p class="cd-dim">{pen.word("edited")} {pen.machine_time(post.edited)}</p>' if post.edited else ""
        return (
            files + edited + (f'<cd-sign class="cd-dim">{escape(post.signature)}</cd-sign>' if post.signature else "")
        )
