"""Stories and nested comments: a thread is a tree of lists inside lists."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from weft.simulate._markup._branches import grow_branches, write_branches
from weft.simulate._markup._document import Sheet
from weft.simulate._markup._pages import ListedPages, latest_items, write_categories, write_stats
from weft.simulate._markup._prose import Prose
from weft.simulate._markup._text import (
    Pen,
    anchors,
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
from weft.simulate._views import AdRow, BoardRow, BoardView, EntryView, Frame, Pager, PostView, ThreadRow, ThreadView

_OWN = """
body{font:13px Verdana,sans-serif;background:#f6f6ef;margin:0 10%} .th-bar{background:#d2691e;padding:4px}
.th-bar a{color:#000}
.th-tree,.th-tree ul{list-style:none;border-left:1px dotted #bbb;padding-left:16px}
.th-meta{color:#828282;font-size:11px}
.th-up{font-size:10px;margin-right:4px} .th-shut{display:none} .th-text{margin:4px 0 10px}
"""


class Threaded(ListedPages):
    """A ranked list of stories; comments nest as deep as the talk goes, ages link to each."""

    key = "th"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("th", 45, _OWN), script=make_script("th", 30))
    prose: ClassVar[Prose] = Prose(
        paragraph="<p>{text}</p>",
        quote="<p><i>&gt; {author} {wrote}: {text}</i></p>",
        face="<!-- {n} {alt} -->",
        image='<p><img src="{src}" alt="{alt}" width="320"></p>',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write one bar above, one line below."""
        trail = " : ".join([link(item) for item in frame.breadcrumbs])
        return (
            f'<div class="th-bar"><b>{link(frame.home)}</b> {anchors(frame.menu, " | ")}</div>\n'
            f'<div class="th-meta">{trail}</div>'
            f'\n{content}\n<div class="th-shut" id="th_fold">{pen.word("settings")}</div>'
            f'<div class="th-bar">{anchors(frame.footer, " | ")}</div>'
            f'<center class="th-meta">{pen.word("footer")}</center>'
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers parted by bars."""
        if not has_pages(pager):
            return ""
        numbers = " | ".join(page_items(pager.pages, here="<span>{}</span>"))
        return f'<div class="th-more">{step(pager.previous)} {numbers} {step(pager.next)}</div>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write sections as one nested list, stories beside them."""
        sections = write_categories(view, pen, self._board, "<li>{title}<ul>{rows}</ul></li>\n")
        latest = "".join([f"<li>{item}</li>" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "{value} {name}", " | ")
        return (
            f'<ol class="th-stories">{latest}</ol><ul class="th-tree">{sections}</ul>'
            f'<p class="th-meta">{pen.word("online")}: {anchors(view.online, " ")}</p><p class="th-meta">{stats}</p>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write stories as a numbered list."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        return (
            f"<h2>{escape(view.title)}</h2>"
            f'<p class="th-meta">{escape(view.description)} {anchors(view.actions, " | ")}</p>'
            f'<ul class="th-tree">{subboards}</ul><p class="th-meta">{anchors(view.sorts, " | ")}</p>'
            f'<ol class="th-stories">\n{rows}</ol>{self.pager(view.pager, pen)}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write the tree of comments."""
        tree = write_branches(grow_branches(view.posts), partial(self._post, pen=pen), '<ul class="th-tree">{}</ul>\n')
        steps = " | ".join(filter(None, (step(view.previous_thread), step(view.next_thread))))
        related = list_items(view.related)
        return (
            f"<h2>{escape(view.title)}</h2>"
            f'<p class="th-meta">{anchors(view.tags, " ")} {anchors(view.tools, " | ")}</p>'
            f"{tree}{self.pager(view.pager, pen)}<p>{steps}</p><ul>{related}</ul>"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = write_last(row.last, pen, " {title} {author} {time}", pen.hover_time)
        return (
            f"<li><b>{link(row.title)}</b> {escape(row.description)} {anchors(row.subboards, ', ')} "
            f'<span class="th-meta">{row.threads} {pen.word("threads")} {row.posts} {pen.word("comments")} '
            f"{anchors(row.moderators, ', ')}{last}</span></li>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f'<li>{link(row.link)}<div class="th-meta">{escape(row.text)}</div></li>\n'
        flags = "".join([f"<b>{mark}</b> " for mark in marks(row, pen)])
        pages = f" ({' '.join(page_items(row.pages))})" if row.pages else ""
        comments = f"{row.replies} {pen.word('comments')}"
        last = comments
        if row.last is not None:
            last = f"{refer(row.last.href, comments)} ({link(row.last.author)} {pen.hover_time(row.last.time)})"
        return (
            f'<li><span class="th-up">&#9650;</span>{flags}{link(row.title)}{pages}<div class="th-meta">{row.votes} '
            f"{pen.word('votes')} {pen.word('by')} {link(row.author)} {pen.hover_time(row.started)} | {last} "
            f"{anchors(row.tags)}</div></li>\n"
        )

    def _post(self, post: PostView | AdRow, below: str, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<li><div class="th-meta">{link(post.link)}</div><div class="th-text"><p>{escape(post.text)}</p>'
                f"</div></li>\n"
            )
        age = pen.hover_time(post.time)
        answered = f" | {link(post.reply_to)}" if post.reply_to else ""
        votes = f" {post.votes} {pen.word('votes')}" if post.votes is not None else ""
        solved = f" {pen.word('accepted')}" if post.accepted else ""
        edited = f" ({pen.word('edited')} {pen.time(post.edited)})" if post.edited else ""
        files = "".join([f"<p>{item}</p>" for item in file_items(post, pen)])
        sign = f'<p class="th-meta">{escape(post.signature)}</p>' if post.signature else ""
        return (
            f'<li id="t{post.id}"><div class="th-meta"><span class="th-up">&#9650;</span>{link(post.author)} '
            f"{link(post.permalink, inner=age) if post.permalink else age}{votes}{solved}{answered}{edited}"
            f'<span class="th-shut">{self._card(post, pen)}</span></div>'
            f'<div class="th-text">{self.prose.write(post, pen)}'
            f'{files}{sign}</div><div class="th-meta">{anchors(post.actions, " | ")}</div>{below}</li>\n'
        )

    def _card(self, post: PostView, pen: Pen) -> str:
        place = f", {escape(post.location)}" if post.location else ""
        return f"{rank(post, pen)}, {pen.word('joined')} {pen.date(post.joined)}, {post.author_posts}{place}"
