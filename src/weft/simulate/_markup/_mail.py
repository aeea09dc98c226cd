"""A mailing-list archive: months as nested lists, messages as preformatted text below plain header lines."""

from __future__ import annotations

from typing import ClassVar

from weft.simulate._locale import write_mail_date
from weft.simulate._markup._branches import Branch, grow_branches
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
    marks,
    page_items,
    refer,
    step,
    write_last,
)
from weft.simulate._views import AdRow, BoardRow, BoardView, EntryView, Frame, Pager, PostView, ThreadRow, ThreadView

_OWN = "body{background:#fff;color:#000} pre{white-space:pre-wrap} .ml-dim{color:#666}"


class Mail(ListedPages):
    """As archivers of mailing lists write it: few elements, no classes to speak of, dates as in mail headers."""

    key = "ml"
    sheet: ClassVar[Sheet] = Sheet(
        style=_OWN, doctype='<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">', meta="<!-- archived -->"
    )
    prose: ClassVar[Prose] = Prose(
        paragraph="{text}\n\n",
        quote="{author} {wrote}:\n&gt; {text}\n\n",
        code="{text}\n\n",
        heading="{text}\n\n",
        face="",
        image='<a href="{src}">{alt}</a>\n\n',
        is_plain=True,
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a rule above and below."""
        trail = " - ".join([link(item) for item in (frame.home, *frame.breadcrumbs)])
        return (
            f"<p>{trail}</p>\n<p>{anchors(frame.menu, ' ')}</p>\n<hr>\n{content}\n<hr>\n"
            f"<address>{anchors(frame.footer, ' ')} {pen.word('footer')}</address>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write one line of brackets."""
        if not has_pages(pager):
            return ""
        numbers = " ".join([f"[{item}]" for item in page_items(pager.pages)])
        return f"<p>{step(pager.previous)} {numbers} {step(pager.next)}</p>\n"

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write the months of each year."""
        years = write_categories(view, pen, self._month, "<li><b>{title}</b>\n<ul>\n{rows}</ul></li>\n")
        latest = "".join([f"<li>{item}\n" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<p>{name}: {value}</p>\n")
        return (
            f"<h1>{escape(view.frame.site_title)}</h1>\n<h2>{pen.word('month_index')}</h2>\n<ul>\n{years}</ul>\n"
            f"<h2>{pen.word('recent')}</h2>\n<ul>\n{latest}</ul>\n{stats}<p>{anchors(view.online, ', ')}</p>"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write subjects as a list, who wrote last as a list inside."""
        months = "".join([self._month(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        sorts = " ".join([f"[ {link(item)} ]" for item in view.sorts])
        return (
            f"<h1>{escape(view.title)} {pen.word('thread_index')}</h1>\n<p>{escape(view.description)}</p>\n"
            + (f"<ul>\n{months}</ul>\n" if months else "")
            + f"<p><b>{pen.word('sort')}:</b> {sorts} {anchors(view.actions)}</p>\n<ul>\n{rows}</ul>\n"
            + self.pager(view.pager, pen)
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write each message: subject, header lines, text, steps to its neighbours."""
        steps = "".join(
            [f"<li>{item}</li>\n" for item in (step(view.previous_thread), step(view.next_thread)) if item]
            + [f"<li>{link(item)}</li>\n" for item in view.tools]
        )
        messages = "<hr>\n".join([self._message(post, view.title, pen) for post in view.posts])
        pager = self.pager(view.pager, pen)
        outline = self._outline(grow_branches(view.posts), pen) if len(view.posts) > 1 else ""
        related = "".join([f"<li>{link(item)}\n" for item in view.related])
        return (
            f"<h1>{escape(view.title)}</h1>\n<ul>\n{steps}</ul>\n{pager}<hr>\n{messages}<hr>\n{pager}{outline}"
            f"<p>{anchors(view.tags, ', ')}</p>\n<ul>\n{related}</ul>"
        )

    def _month(self, row: BoardRow, pen: Pen) -> str:
        below = "".join([f"<li>{link(item)}\n" for item in row.subboards])
        last = write_last(row.last, pen, " <i>{title}, {author}, {time}</i>")
        return (
            f"<li>{link(row.title)}: {row.posts} {pen.word('posts')}. {escape(row.description)} "
            f"{anchors(row.moderators, ', ')}{last}<ul>{below}</ul>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f"<li>{link(row.link)}&nbsp;<i>{escape(row.text)}</i>\n"
        flags = "".join([f"({mark}) " for mark in marks(row, pen)])
        pages = f" {' '.join(page_items(row.pages))}" if row.pages else ""
        last = ""
        if row.last is not None:
            when = refer(row.last.href, pen.time(row.last.time))
            last = f"<ul>\n<li>{pen.word('last_post')}: {when} <i>{link(row.last.author)}</i>\n</ul>\n"
        return (
            f"<li>{flags}{link(row.title)}&nbsp;<i>{link(row.author)}</i> {pen.time(row.started)} "
            f"({row.replies}){pages} {anchors(row.tags)}\n{last}"
        )

    def _message(self, post: PostView | AdRow, title: str, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return f"<p>{link(post.link)}</p>\n<pre>\n{escape(post.text)}\n</pre>\n"
        answered = f"<b>{pen.word('in_reply_to')}:</b> {link(post.reply_to)}<br>\n" if post.reply_to else ""
        place = f" ({escape(post.location)})" if post.location else ""
        files = "".join([f"<li>{item}\n" for item in file_items(post, pen)])
        attached = f"<b>{pen.word('attached')}:</b>\n<ul>\n{files}</ul>\n" if files else ""
        sign = f"-- \n{escape(post.signature)}\n" if post.signature else ""
        votes = f" [{post.votes}]" if post.votes else ""
        edited = f"<b>{pen.word('edited')}:</b> {pen.time(post.edited)}<br>\n" if post.edited else ""
        return (
            f'<a name="{post.id:05}"></a>\n<b>{pen.word("subject")}:</b> {escape(title)}{votes}<br>\n'
            f"<b>{pen.word('from')}:</b> {link(post.author)}{place}<br>\n"
            f"<b>{pen.word('date')}:</b> {write_mail_date(post.time)}<br>\n{answered}{edited}{step(post.permalink)}\n"
            f"<pre>\n{self.prose.write(post, pen)}{sign}</pre>\n{attached}<p>{anchors(post.actions, ' ')}</p>\n"
        )

    def _outline(self, branches: list[Branch], pen: Pen) -> str:
        items = "".join(
            [
                f"<li>{escape(branch.post.author.text)}, {pen.time(branch.post.time)}\n"
                f"{self._outline(branch.below, pen)}"
                for branch in branches
                if isinstance(branch.post, PostView)
            ]
        )
        return f"<ul>\n{items}</ul>\n" if items else ""
