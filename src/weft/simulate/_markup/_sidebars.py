"""A portal: boxes before and after the content; some threads are shown as an article with remarks."""

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
    has_pages,
    link,
    list_items,
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
body{font:13px 'Lucida Grande',sans-serif;background:#e9eef2;margin:0} #sb-wrap{display:flex;gap:12px;padding:12px}
#sb-left,#sb-right{width:190px} #sb-mid{flex:1;background:#fff;padding:12px}
.sb-box{background:#fff;border:1px solid #cdd8e0}
.sb-box h6{background:#4d7fa3;color:#fff;margin:0;padding:5px;font-size:12px}
.sb-box ul{margin:0;padding:6px 6px 6px 18px}
.sb-entry{border:1px solid #cdd8e0;margin:10px 0} .sb-by{background:#f1f6fa;padding:6px} .sb-said{padding:10px}
.sb-remark{border-bottom:1px dotted #aaa;padding:6px} .sb-line{padding:6px;border-bottom:1px solid #e4e9ee}
"""


class Sidebars(ListedPages):
    """Three columns; layout 1 of a thread is an article with a list of remarks instead of framed posts."""

    key = "sb"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("sb", 60, _OWN), script=make_script("sb", 35))
    prose: ClassVar[Prose] = Prose(
        quote='<blockquote class="sb-quote"><b>{author}</b> {wrote}:<br>{text}</blockquote>\n',
        code='<div class="sb-code">{title}:<pre>{text}</pre></div>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write boxes left and right of the content."""
        trail = " &#9656; ".join([link(item) for item in frame.breadcrumbs])
        cloud = " ".join([f"<span>{escape(word)}</span>" for word in pen.locale.vocabulary[40:60]])
        return (
            f'<div id="sb-head"><h1>{link(frame.home, inner=escape(frame.site_title))}</h1></div>\n'
            f'<div id="sb-wrap"><div id="sb-left">'
            f"{_box(pen.word('menu'), list_items(frame.menu))}<div class='sb-box'><h6>{pen.word('tags')}</h6>"
            f"<p>{cloud}</p></div>"
            f'</div>\n<div id="sb-mid"><p class="sb-path">{trail}</p>{content}</div>\n<div id="sb-right">'
            f'{_box(pen.word("archive"), list_items(frame.footer))}<div class="sb-box"><h6>{pen.word("settings")}</h6>'
            f"<p>{pen.word('cookies')}</p><p>{pen.time(frame.now)}</p></div></div></div>\n<p>{pen.word('footer')}</p>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers in a box."""
        if not has_pages(pager):
            return ""
        numbers = " &middot; ".join(page_items(pager.pages, "sb-nr"))
        return f'<div class="sb-turn">{step(pager.previous)} &middot; {numbers} &middot; {step(pager.next)}</div>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write boxes of boards; who is online in a box below."""
        groups = write_categories(view, pen, self._board, '<div class="sb-box"><h6>{title}</h6>{rows}</div>\n')
        latest = "".join([f"<li>{item}</li>" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<li>{name}: {value}</li>")
        return (
            f"{_box(pen.word('recent'), latest)}{groups}{_box(pen.word('online'), list_items(view.online))}"
            f"{_box(pen.word('statistics'), stats)}"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write threads as lines of spans."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        pager = self.pager(view.pager, pen)
        return (
            f"<h2>{escape(view.title)}</h2><p>{escape(view.description)}</p>"
            + (f'<div class="sb-box">{subboards}</div>' if subboards else "")
            + f'<p>{anchors(view.actions, " ", "sb-do")}</p>{pager}<div class="sb-lines">\n{rows}</div>{pager}'
            + _box(pen.word("sort"), list_items(view.sorts))
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write the thread in one of the two layouts, boxes of what is near below it."""
        posts = self._story(view, pen) if view.layout else self._entries(view, pen)
        steps = [item for item in (view.previous_thread, view.next_thread) if item is not None]
        return (
            f"{posts}{_box(pen.word('related'), list_items(view.related))}"
            f"{_box(pen.word('tags'), list_items(view.tags))}"
            f"{_box(pen.word('threads'), list_items(steps))}{_box(pen.word('action'), list_items(view.tools))}"
        )

    def _entries(self, view: ThreadView, pen: Pen) -> str:
        posts = "".join([self._post(post, pen) for post in view.posts])
        pager = self.pager(view.pager, pen)
        return f'<h2>{escape(view.title)}</h2>{pager}<div class="sb-entries">\n{posts}</div>{pager}'

    def _story(self, view: ThreadView, pen: Pen) -> str:
        opening = [post for post in view.posts if isinstance(post, PostView) and post.number == 1]
        rest = [post for post in view.posts if isinstance(post, AdRow) or post.number != 1]
        head = "".join(
            [
                f'<p class="sb-byline"><em>{link(post.author)}</em>, {pen.time(post.time)} {step(post.permalink)}</p>'
                f'<div class="sb-lead">{self.prose.write(post, pen)}{self._below(post, pen)}</div>'
                f"<p>{anchors(post.actions, ' | ')}</p>"
                for post in opening
            ]
        )
        remarks = "".join([self._remark(post, pen) for post in rest])
        return (
            f'<article class="sb-story"><h2>{escape(view.title)}</h2>{head}</article><h3>{pen.word("comments")}</h3>'
            f'<ol class="sb-remarks">\n{remarks}</ol>{self.pager(view.pager, pen)}'
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = ""
        if row.last is not None:
            title = refer(row.last.href, escape(row.last.thread_title))
            last = f"<br>{pen.word('last_post')}: {title}, {link(row.last.author)}, {pen.time(row.last.time)}"
        return (
            f'<div class="sb-line"><strong>{link(row.title)}</strong> <span>{row.threads}/{row.posts}</span><br>'
            f"{escape(row.description)} {anchors(row.subboards, ', ')} {anchors(row.moderators, ', ')}{last}</div>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<div class="sb-line"><span class="sb-subj">{link(row.link)}</span> <span>{escape(row.text)}'
                f"</span></div>\n"
            )
        icon = '<img src="/images/pin.png" alt=""> ' if row.sticky else '<img src="/images/talk.png" alt=""> '
        flags = "".join([f"<b>[{mark}]</b> " for mark in marks(row, pen)])
        pages = f"<span>{' '.join(page_items(row.pages))}</span> " if row.pages else ""
        last = write_last(row.last, pen, "<span>{when} {author}</span>")
        return (
            f'<div class="sb-line">'
            f'<span class="sb-subj">{flags}{link(row.title, inner=icon + escape(row.title.text))}</span> '
            f"{pages}<span>{link(row.author)}, {pen.time(row.started)}</span> <span>{row.replies}</span> "
            f"<span>{row.views}</span> {last} {anchors(row.tags)}</div>\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<div class="sb-entry"><div class="sb-by">{link(post.link)} <small>{pen.word("ads")}</small></div>'
                f'<div class="sb-said"><p>{escape(post.text)}</p></div></div>\n'
            )
        place = f" - {escape(post.location)}" if post.location else ""
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f' <span class="sb-votes">{post.votes}</span>' if post.votes is not None else ""
        solved = f" <b>{pen.word('accepted')}</b>" if post.accepted else ""
        return (
            f'<div class="sb-entry" id="s{post.id}"><div class="sb-by"><img src="{avatar(post)}" alt="" width="28"> '
            f"<b>{link(post.author)}</b> <small>{rank(post, pen)} - {post.author_posts} {pen.word('posts')} - "
            f"{pen.word('joined')} {pen.date(post.joined)}{place}</small>{votes}{solved}"
            f"<br>{pen.time(post.time)}{answered} "
            f"{step(post.permalink)}</div>"
            f'<div class="sb-said">{self.prose.write(post, pen)}{self._below(post, pen)}</div>'
            f'<div class="sb-acts">{anchors(post.actions, " ", "sb-do")}</div></div>\n'
        )

    def _remark(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return f'<li class="sb-remark">{link(post.link)} {escape(post.text)}</li>\n'
        answered = f" &rarr; {link(post.reply_to)}" if post.reply_to else ""
        return (
            f'<li class="sb-remark" value="{post.number}"><b>{link(post.author)}</b>{answered} '
            f"<i>{pen.time(post.time)}</i> "
            f"{step(post.permalink)}{self.prose.write(post, pen)}{self._below(post, pen)}"
            f"{anchors(post.actions, ' | ')}</li>\n"
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f"<li>{item}</li>" for item in file_items(post, pen)])
        attached = f'<ul class="sb-files">{files}</ul>' if files else ""
        edited = f"<p><small>{pen.word('edited')}: {pen.time(post.edited)}</small></p>" if post.edited else ""
        return attached + edited + (f'<hr><p class="sb-sign">{escape(post.signature)}</p>' if post.signature else "")


def _box(title: str, items: str) -> str:
    return f'<div class="sb-box"><h6>{title}</h6><ul>{items}</ul></div>\n' if items else ""
