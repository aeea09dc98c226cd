"""Div soup: wrappers in wrappers with class names a bundler made, ages for times, a 'load more' link for a pager."""

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
    link,
    marks,
    page_items,
    rank,
    refer,
    step,
    write_last,
)
from weft.simulate._markup._weight import make_script, make_style
from weft.simulate._views import (
    AdRow,
    Anchor,
    BoardRow,
    BoardView,
    EntryView,
    Frame,
    Pager,
    PostView,
    ThreadRow,
    ThreadView,
)

_OWN = """
body{margin:0;font:15px/1.45 system-ui,sans-serif;background:#f6f7f9} a{color:#2459c9;text-decoration:none}
._x1kq{max-width:960px;margin:0 auto} ._b7Qz{background:#fff;border-radius:8px;margin:10px 0;padding:14px}
._mm3e{display:flex;gap:10px} ._z0aP{color:#788;font-size:13px} ._Hd9w{display:none}
._q5Rt{border-left:3px solid #ccd;padding:4px 10px}
._n2Lx img{border-radius:50%}
"""


class Soup(BlockPages):
    """A post lies five blocks deep and so does a row; only class names tell them apart, and they mean nothing."""

    key = "_k4Jd"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("_s8Yh", 55, _OWN), script=make_script("_w0", 30))
    prose: ClassVar[Prose] = Prose(
        paragraph='<div class="_p9Uc"><span>{text}</span></div>\n',
        quote='<div class="_q5Rt"><div class="_z0aP">{author} {wrote}</div><div>{text}</div></div>\n',
        code='<div class="_c3Vv"><div><pre>{text}</pre></div></div>\n',
        heading='<div class="_h1Gm">{text}</div>\n',
        face=' <span class="_e6Fo"><img src="/images/faces/{n}.svg" alt="{alt}"></span>',
        image='<div class="_i8Ns"><div><img loading="lazy" src="{src}" alt="{alt}"></div></div>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a bar, an overlay nobody opened, and the content."""
        menu = "".join([f'<div class="_t4Bk">{link(item)}</div>' for item in frame.menu])
        trail = "".join([f'<div class="_t4Bk"><span>{link(item)}</span></div>' for item in frame.breadcrumbs])
        shut = f'<div class="_Hd9w"><div><div>{pen.word("cookies")}</div><div>{pen.word("settings")}</div></div></div>'
        return (
            f'<div id="app"><div class="_a0"><div class="_x1kq">'
            f'<div class="_mm3e">{link(frame.home, "_g2")}{menu}</div></div>'
            f'</div>{shut}<div class="_x1kq"><div class="_mm3e _z0aP">{trail}</div><div class="_r1">{content}'
            f"</div></div>"
            f'<div class="_x1kq"><div class="_z0aP">{anchors(frame.footer, " ", "_f3")}'
            f"<div>{pen.word('footer')}</div></div>"
            "</div></div>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write a link to more, and one back; numbers only where a list gives no steps."""
        if pager.next is None and pager.previous is None:
            return f'<div class="_v7">{"".join(page_items(pager.pages))}</div>' if pager.pages else ""
        more = step(pager.next, "_l8", f'<div class="_l9">{pen.word("load_more")}</div>')
        back = step(pager.previous, "_l7", '<div class="_l9">&#8593;</div>')
        return f'<div class="_v7"><div>{back}</div><div>{more}</div></div>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write a block a category, the newest threads first."""
        latest = "".join([f'<div class="_o2"><div>{item}</div></div>' for item in latest_items(view.recent, pen)])
        groups = write_categories(
            view, pen, self._board, '<div class="_b7Qz"><div class="_h1Gm"><div>{title}</div></div>{rows}</div>\n'
        )
        stats = write_stats(view, "<div><div>{value}</div><div>{name}</div></div>")
        return (
            f'<div class="_b7Qz"><div>{latest}</div></div>{groups}<div class="_b7Qz"><div class="_mm3e">{stats}</div>'
            f'<div class="_z0aP">{pen.word("online")} {_boxed(view.online)}</div></div>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write rows as blocks."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        return (
            f'<div class="_b7Qz"><div class="_h1Gm">{escape(view.title)}</div>'
            f'<div class="_z0aP">{escape(view.description)}</div>'
            f'<div class="_mm3e">{_boxed(view.actions)}</div><div class="_mm3e _z0aP">{_boxed(view.sorts)}</div></div>'
            + (f'<div class="_b7Qz">{subboards}</div>' if subboards else "")
            + f'<div class="_b7Qz"><div class="_y5">\n{rows}</div></div>{self.pager(view.pager, pen)}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write posts as blocks, what is related below."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        steps = [item for item in (view.previous_thread, view.next_thread) if item is not None]
        return (
            f'<div class="_b7Qz"><div class="_h1Gm">{escape(view.title)}</div>'
            f'<div class="_mm3e">{_boxed(view.tags)}</div></div>'
            f'<div class="_y5">\n{posts}</div>{self.pager(view.pager, pen)}<div class="_b7Qz"><div class="_mm3e">'
            f'{_boxed(view.tools)}</div><div class="_mm3e">{_boxed(steps)}</div></div><div class="_b7Qz">'
            f'<div class="_z0aP">{pen.word("related")}</div>{_boxed(view.related)}</div>'
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = ""
        if row.last is not None:
            title = refer(row.last.href, f"<div>{escape(row.last.thread_title)}</div>")
            last = f"{title}<div>{link(row.last.author)} {pen.hover_time(row.last.time)}</div>"
        return (
            f'<div class="_o2"><div class="_mm3e"><div><div class="_n4">{link(row.title)}</div>'
            f"<div>{escape(row.description)}"
            f'</div><div class="_z0aP">{_boxed(row.subboards)}{_boxed(row.moderators)}</div></div>'
            f'<div class="_z0aP"><div>{row.threads}</div><div>{row.posts}</div></div>'
            f'<div class="_z0aP">{last}</div></div></div>\n'
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<div class="_o2"><div class="_mm3e"><div><div class="_n4">{link(row.link)}</div><div class="_z0aP">'
                f"{escape(row.text)}</div></div></div></div>\n"
            )
        flags = "".join([f'<div class="_u1">{mark}</div>' for mark in marks(row, pen)])
        last = write_last(row.last, pen, "{author} {when}", pen.hover_time)
        return (
            f'<div class="_o2"><div class="_mm3e"><div class="_n2Lx">'
            f'<img src="/images/portraits/{row.views % 97}.png" alt="">'
            f'</div><div><div class="_n4">{flags}{link(row.title)}</div><div class="_z0aP"><div>{link(row.author)} '
            f"{pen.hover_time(row.started)}</div><div>{_boxed(row.tags)}</div></div></div>"
            f'<div class="_d6"><div>{row.replies}</div><div>{row.views}</div></div><div class="_z0aP">{last}'
            f"</div></div></div>\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<div class="_b7Qz"><div class="_mm3e"><div><div class="_n4">{link(post.link)}</div></div><div>'
                f'<div class="_p9Uc"><span>{escape(post.text)}</span></div></div></div></div>\n'
            )
        return (
            f'<div class="_b7Qz" data-k="{post.id}"><div class="_mm3e"><div class="_n2Lx">'
            f'<img src="{avatar(post)}" alt="" '
            f'width="40"></div><div><div class="_mm3e"><div class="_n4">{link(post.author)}</div>'
            f'<div class="_z0aP">{self._when(post, pen)}</div></div><div class="_Hd9w">{self._card(post, pen)}</div>'
            f'<div class="_w3"><div>{self.prose.write(post, pen)}</div></div>{self._below(post, pen)}'
            f'<div class="_mm3e _z0aP">{_boxed(post.actions)}</div></div></div></div>\n'
        )

    def _when(self, post: PostView, pen: Pen) -> str:
        time = pen.hover_time(post.time)
        answered = f"<div>{link(post.reply_to)}</div>" if post.reply_to else ""
        votes = f'<div class="_u1">{post.votes}</div>' if post.votes is not None else ""
        solved = f'<div class="_u1">{pen.word("accepted")}</div>' if post.accepted else ""
        return (link(post.permalink, "_z1", time) if post.permalink else time) + answered + votes + solved

    def _card(self, post: PostView, pen: Pen) -> str:
        place = f"<div>{escape(post.location)}</div>" if post.location else ""
        return (
            f"<div>{rank(post, pen)}</div><div>{pen.word('joined')} {pen.date(post.joined)}</div>"
            f"<div>{post.author_posts} {pen.word('posts')}</div>{place}"
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f'<div class="_j2"><div>{item}</div></div>' for item in file_items(post, pen)])
        sign = f'<div class="_z0aP"><div>{escape(post.signature)}</div></div>' if post.signature else ""
        edited = f'<div class="_z0aP">{pen.word("edited")} {pen.hover_time(post.edited)}</div>' if post.edited else ""
        return files + edited + sign


def _boxed(items: tuple[Anchor, ...] | list[Anchor]) -> str:
    return "".join([f'<div class="_t4Bk">{link(item)}</div>' for item in items])
