"""Questions and answers: a vote cell beside each, comments below each, QAPage microdata."""

from __future__ import annotations

from typing import ClassVar

from weft.simulate._markup._branches import Branch, grow_branches
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
    step,
    write_last,
)
from weft.simulate._markup._weight import make_script, make_style
from weft.simulate._views import AdRow, BoardRow, BoardView, EntryView, Frame, Pager, PostView, ThreadRow, ThreadView

_OWN = """
body{font:14px/1.5 Ubuntu,sans-serif;max-width:1060px;margin:auto}
.qa-row{display:flex;gap:14px;border-bottom:1px solid #ddd}
.qa-box{text-align:center;width:70px;padding:8px;color:#666} .qa-box b{font-size:18px;display:block}
.qa-tags a{background:#e4edf4}
.qa-remarks{margin:0 0 14px 80px;font-size:12px;border-top:1px solid #eee}
.qa-card{float:right;background:#e7f1f9;padding:6px}
.qa-best{color:#2a7} .qa-side{display:block} .qa-text{flex:1} .qa-main{flex:1}
"""


class Answers(BlockPages):
    """A question, answers with votes, comments as small lines; the author's card stands below the text."""

    key = "qa"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("qa", 70, _OWN), script=make_script("qa", 45))
    prose: ClassVar[Prose] = Prose(
        quote="<blockquote><p>{text}</p><p>- {author}</p></blockquote>\n",
        code='<pre class="qa-code"><code>{text}</code></pre>\n',
        heading="<h2>{text}</h2>\n",
        face="",
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a bar and a left menu."""
        menu = anchors(frame.menu, "", "qa-side")
        trail = " &#187; ".join([link(item) for item in frame.breadcrumbs])
        return (
            f'<header class="qa-bar">{link(frame.home, "qa-logo", escape(frame.site_title))}</header>'
            f'<div class="qa-row"><nav>{menu}</nav>'
            f'<div class="qa-main"><p>{trail}</p>\n{content}\n</div></div><footer>{anchors(frame.footer, " ")} '
            f"{pen.word('footer')}</footer>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers as boxes."""
        if not has_pages(pager):
            return ""
        numbers = "".join(page_items(pager.pages, "qa-num", '<span class="qa-num qa-here">{}</span>'))
        return f'<div class="qa-pages">{step(pager.previous, "qa-num")}{numbers}{step(pager.next, "qa-num")}</div>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write the newest questions, then the fields of knowledge."""
        rows = "".join([self._row(row, pen) for row in view.recent])
        fields = write_categories(view, pen, self._board, '<div class="qa-field"><h3>{title}</h3>{rows}</div>\n')
        latest = "".join([f"<li>{item}</li>" for item in latest_items(view.recent[:4], pen)])
        stats = write_stats(view, '<div class="qa-box"><b>{value}</b>{name}</div>')
        return (
            f'<div class="qa-list">{rows}</div>{fields}<aside><ul>{latest}</ul><div class="qa-row">{stats}</div>'
            f"<p>{anchors(view.online, ', ')}</p></aside>"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write questions with their three counts."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        return (
            f"<h1>{escape(view.title)}</h1><p>{escape(view.description)}</p>"
            f'<div class="qa-asks">{anchors(view.actions)}</div>'
            + (f'<div class="qa-field">{subboards}</div>' if subboards else "")
            + f'<div class="qa-tabs">{anchors(view.sorts, " ", "qa-tab")}</div><div class="qa-list">\n{rows}</div>'
            + self.pager(view.pager, pen)
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write the question, its answers and the comments of both."""
        body = "".join([self._branch(branch, pen) for branch in _split_answers(grow_branches(view.posts))])
        steps = f"{step(view.previous_thread)} {step(view.next_thread)}"
        related = "".join([f'<div class="qa-near">{link(item)}</div>' for item in view.related])
        return (
            '<div itemscope itemtype="https://schema.org/QAPage"><div itemprop="mainEntity" itemscope '
            f'itemtype="https://schema.org/Question"><h1 itemprop="name">{escape(view.title)}</h1>'
            f'<p class="qa-tags">{anchors(view.tags, " ")}</p>\n{body}</div></div>{self.pager(view.pager, pen)}'
            f"<p>{anchors(view.tools, ' ')} {steps}</p><aside><h4>{pen.word('related')}</h4>{related}</aside>"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = write_last(row.last, pen, "<small>{title} {author} {time}</small>", pen.hover_time)
        return (
            f'<div class="qa-topic">{link(row.title, "qa-tag")} &times; {row.threads} '
            f"<span>{escape(row.description)}</span> "
            f"{anchors(row.subboards)} {anchors(row.moderators)} {last}</div>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<div class="qa-row"><div class="qa-box"><b>-</b>{pen.word("ads")}</div><div class="qa-sum">'
                f"<h3>{link(row.link)}</h3><p>{escape(row.text)}</p></div></div>\n"
            )
        solved = f"[{pen.word('solved')}] " if row.locked else ""
        flags = " ".join([f"<em>{mark}</em>" for mark in marks(row, pen)])
        pages = f" <small>{' '.join(page_items(row.pages))}</small>" if row.pages else ""
        last = write_last(row.last, pen, " {when} {author}", pen.hover_time)
        boxes = "".join(
            [
                f'<div class="qa-box"><b>{count}</b>{pen.word(key)}</div>'
                for count, key in ((row.votes, "votes"), (row.replies, "answers"), (row.views, "views"))
            ]
        )
        return (
            f'<div class="qa-row">{boxes}<div class="qa-sum">'
            f"<h3>{link(row.title, inner=solved + escape(row.title.text))}</h3>"
            f'{pages}{flags}<p>{escape(row.excerpt)}</p><div class="qa-tags">{anchors(row.tags)}</div>'
            f'<div class="qa-card">{pen.word("asked")} {pen.hover_time(row.started)} {link(row.author)}{last}'
            f"</div></div></div>\n"
        )

    def _branch(self, branch: Branch, pen: Pen) -> str:
        post = branch.post
        if isinstance(post, AdRow):
            return (
                f'<div class="qa-row"><div class="qa-box">{pen.word("ads")}</div><div class="qa-text">{link(post.link)}'
                f"<p>{escape(post.text)}</p></div></div>\n"
            )
        scope = ' itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"' if post.number > 1 else ""
        best = f'<span class="qa-best" title="{pen.word("accepted")}">&#10004;</span>' if post.accepted else ""
        remarks = "".join([self._remark(item, pen) for item in branch.below])
        votes = post.votes if post.votes is not None else 0
        return (
            f'<div class="qa-row" id="e{post.id}"{scope}><div class="qa-box">&#9650;'
            f'<b itemprop="upvoteCount">{votes}</b>&#9660;'
            f'{best}</div><div class="qa-text"><div itemprop="text">{self.prose.write(post, pen)}'
            f"</div>{self._below(post, pen)}"
            f'</div></div>\n<div class="qa-remarks">{remarks}</div>\n'
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f"<p>{item}</p>" for item in file_items(post, pen)])
        edited = f"<small>{pen.word('edited')} {pen.hover_time(post.edited)}</small>" if post.edited else ""
        sign = f"<p><small>{escape(post.signature)}</small></p>" if post.signature else ""
        answered = f"{pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        key = "asked" if post.number == 1 else "answer"
        place = f"<div>{escape(post.location)}</div>" if post.location else ""
        return (
            f'{files}{sign}<div class="qa-foot">{step(post.permalink)} {anchors(post.actions, " ")} {answered} {edited}'
            f'<div class="qa-card"><div>{pen.word(key)} {_stamp(post, pen)}</div>'
            f'<img src="{avatar(post)}" alt="" width="32">'
            f"{link(post.author)} <b>{post.author_posts}</b> {rank(post, pen)} {pen.date(post.joined)}{place}"
            f"</div></div>"
        )

    def _remark(self, branch: Branch, pen: Pen) -> str:
        post = branch.post
        if isinstance(post, AdRow):
            return ""
        answered = f"{link(post.reply_to)} " if post.reply_to else ""
        files = " ".join(file_items(post, pen))
        deeper = "".join([self._remark(item, pen) for item in branch.below])
        votes = f"<b>{post.votes}</b> " if post.votes else ""
        mark = step(post.permalink)
        return (
            f'<div class="qa-remark" id="e{post.id}">{votes}'
            f"<span>{answered}{self.prose.write(post, pen)}{files}</span> &ndash; "
            f"{link(post.author)} {_stamp(post, pen)} {mark} {anchors(post.actions)} {escape(post.signature)}"
            f"</div>\n{deeper}"
        )


def _split_answers(branches: list[Branch]) -> list[Branch]:
    """Set the answers beside their question where the thread hangs them below it."""
    flat: list[Branch] = []
    for branch in branches:
        if isinstance(branch.post, PostView) and branch.post.number == 1:
            answers = [item for item in branch.below if _is_answer(item)]
            remarks = [item for item in branch.below if not _is_answer(item)]
            flat += [Branch(branch.post, remarks), *answers]
        else:
            flat.append(branch)
    return flat


def _is_answer(branch: Branch) -> bool:
    # Comments on a question hang below it like answers do, but nobody votes on them.
    return isinstance(branch.post, PostView) and (branch.post.votes is not None or branch.post.accepted)


def _stamp(post: PostView, pen: Pen) -> str:
    return pen.hover_time(post.time)
