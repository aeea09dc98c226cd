"""HTML 4 by hand: upper-case tags, and list items, cells and paragraphs that nobody closed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from weft.simulate._markup._document import Sheet, write_head
from weft.simulate._markup._pages import TabularPages, latest_items, write_categories, write_stats
from weft.simulate._markup._prose import Prose
from weft.simulate._markup._text import Pen, escape, file_items, has_pages, marks, page_items, rank, refer, step
from weft.simulate._markup._weight import make_script
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

_SCRIPT = make_script("sh", 20)


class Shouting(TabularPages):
    """Tables without end tags; a post is a row with a heading cell, then a row with the text."""

    key = "sh"
    sheet: ClassVar[Sheet] = Sheet(style="")
    prose: ClassVar[Prose] = Prose(
        paragraph="<P>{text}\n",
        quote="<BLOCKQUOTE><FONT SIZE=-1>{author} {wrote}:<P>{text}</FONT></BLOCKQUOTE>\n",
        code="<PRE>{text}</PRE>\n",
        heading="<H3>{text}</H3>\n",
        face=' <IMG SRC="/images/faces/{n}.gif" ALT="{alt}">',
        image='<P><IMG SRC="{src}" ALT="{alt}" BORDER=0>\n',
    )

    def document(self, frame: Frame, pen: Pen, body: str) -> str:
        """Write the document without closing it."""
        direction = " DIR=RTL" if pen.locale.rtl else ""
        return (
            f"<HTML{direction}><HEAD>\n"
            '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=utf-8">\n'
            f"{write_head(frame)}<SCRIPT LANGUAGE=JavaScript>\n<!--\n{_SCRIPT}\n//-->\n</SCRIPT>\n</HEAD>\n"
            f"<BODY BGCOLOR=#FFFFE8 TEXT=#202020 LINK=#AA0000>\n{body}\n"
        )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write a centred title and rules."""
        return (
            f"<CENTER><H1>{escape(frame.site_title)}</H1>\n{_anchors((frame.home, *frame.menu), ' ~ ')}"
            f"</CENTER>\n<HR>\n"
            f"<P>{_anchors(frame.breadcrumbs, ' -&gt; ')}\n{content}\n<HR SIZE=4>\n"
            f"<CENTER>{_anchors(frame.footer, ' ~ ')}"
            f"<P><FONT SIZE=-2>{pen.word('footer')}</FONT></CENTER>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers between steps, in bold where one is."""
        if not has_pages(pager):
            return ""
        numbers = " ".join(page_items(pager.pages, here="<B>({})</B>"))
        return f"<P ALIGN=CENTER>{step(pager.previous)} {pen.word('page')} {numbers} {step(pager.next)}\n"

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write categories as headings over unclosed tables."""
        groups = write_categories(
            view, pen, self._board, "<H2>{title}</H2>\n<TABLE BORDER=1 WIDTH=100%>\n{rows}</TABLE>\n"
        )
        latest = "".join([f"<LI>{item}\n" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<LI>{name}: {value}\n")
        return (
            f"{groups}<H3>{pen.word('recent')}</H3>\n<UL>\n{latest}</UL>\n<H3>{pen.word('online')}</H3>\n"
            f"<P>{_anchors(view.online, ', ')}\n<UL>\n{stats}</UL>"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write one unclosed row a thread."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        heads = "".join([f"<TH>{pen.word(key)}" for key in ("subject", "replies", "views", "date")])
        pager = self.pager(view.pager, pen)
        return (
            f"<H2>{escape(view.title)}</H2>\n<P>{escape(view.description)}\n<P>{_anchors(view.actions, ' ~ ')}\n"
            + (f"<TABLE BORDER=1 WIDTH=100%>\n{subboards}</TABLE>\n" if subboards else "")
            + f"{pager}<TABLE BORDER=0 CELLPADDING=3 WIDTH=100%>\n<TR BGCOLOR=#E0D8B0>{heads}\n{rows}</TABLE>\n"
            + f"{pager}<P>{_anchors(view.sorts, ' ~ ')}\n"
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write two unclosed rows a post."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        related = "".join([f"<LI>{_a(item)}\n" for item in view.related])
        steps = _anchors([item for item in (view.previous_thread, view.next_thread) if item is not None], " ~ ")
        pager = self.pager(view.pager, pen)
        return (
            f"<H2>{escape(view.title)}</H2>\n{pager}<TABLE BORDER=0 CELLPADDING=6 WIDTH=100%>\n{posts}</TABLE>\n{pager}"
            f"<P>{steps}\n<P>{_anchors(view.tools, ' ~ ')}\n<P>{_anchors(view.tags, ', ')}\n<UL>\n{related}</UL>"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = ""
        if row.last is not None:
            title = refer(row.last.href, escape(row.last.thread_title))
            last = f"{title}<BR>{_a(row.last.author)}, {pen.time(row.last.time)}"
        below = f"<P>{_anchors(row.subboards, ', ')}" if row.subboards else ""
        mods = f"<P>{pen.word('moderators')}: {_anchors(row.moderators, ', ')}" if row.moderators else ""
        return (
            f"<TR><TD><B>{_a(row.title)}</B><BR>{escape(row.description)}{below}{mods}<TD>{row.threads}<TD>{row.posts}"
            f"<TD><FONT SIZE=-1>{last}</FONT>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f"<TR><TD>{_a(row.link)}<BR>{escape(row.text)}<TD><TD><TD>{pen.word('ads')}\n"
        flags = "".join([f"<B>{mark}!</B> " for mark in marks(row, pen)])
        pages = f" ... {' '.join(page_items(row.pages))}" if row.pages else ""
        last = ""
        if row.last is not None:
            last = f"{refer(row.last.href, pen.time(row.last.time))}<BR>{_a(row.last.author)}"
        return (
            f"<TR><TD>{flags}{_a(row.title)}{pages} ({_a(row.author)}) {_anchors(row.tags, ' ')}"
            f"<TD ALIGN=RIGHT>{row.replies}"
            f"<TD ALIGN=RIGHT>{row.views}<TD NOWRAP>{last}\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f"<TR BGCOLOR=#E0D8B0><TD>{_a(post.link)}<TD>{pen.word('ads')}\n<TR><TD COLSPAN=2>"
                f"<P>{escape(post.text)}\n"
            )
        answered = f"<BR>{pen.word('in_reply_to')} {_a(post.reply_to)}" if post.reply_to else ""
        place = f", {escape(post.location)}" if post.location else ""
        votes = f" ({post.votes})" if post.votes is not None else ""
        solved = f" <B>{pen.word('accepted')}</B>" if post.accepted else ""
        return (
            f"<TR BGCOLOR=#E0D8B0><TD><A NAME=M{post.id}></A>{step(post.permalink)} <B>{_a(post.author)}</B> "
            f"<FONT SIZE=-1>({rank(post, pen)}, {pen.date(post.joined)}, {post.author_posts}{place})</FONT>{answered}"
            f"<TD ALIGN=RIGHT>{pen.time(post.time)}{votes}{solved}\n"
            f"<TR><TD COLSPAN=2>{self.prose.write(post, pen)}{self._below(post, pen)}\n"
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f"<LI>{item}\n" for item in file_items(post, pen)])
        attached = f"<P>{pen.word('attached')}:<UL>{files}</UL>" if files else ""
        sign = f"<P><FONT SIZE=-1 COLOR=#777777>{escape(post.signature)}</FONT>" if post.signature else ""
        edited = f"<P><FONT SIZE=-1><I>{pen.word('edited')} {pen.time(post.edited)}</I></FONT>" if post.edited else ""
        return f"{attached}{sign}{edited}<P>{_anchors(post.actions, ' ~ ')}"


def _a(anchor: Anchor) -> str:
    if not anchor.href:
        return escape(anchor.text)
    more = f' REL="{escape(anchor.rel)}"' if anchor.rel else ""
    more += f' TITLE="{escape(anchor.title)}"' if anchor.title else ""
    return f'<A HREF="{escape(anchor.href)}"{more}>{escape(anchor.text)}</A>'


def _anchors(items: Iterable[Anchor], joiner: str) -> str:
    return joiner.join([_a(item) for item in items])
