"""Definition lists: a term is a title or an author, its definitions are what belongs to it."""

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
body{font:13px Georgia,serif;background:#fffdf5;margin:0 6%} dl{margin:0 0 14px} dt{font-weight:bold;padding-top:8px}
dd{margin:0 0 0 24px} .df-talk>dt{background:#e8e4d4;padding:6px} .df-talk>dd{padding:4px 0} .df-late{color:#776}
.df-menu dd{display:inline;margin:0 10px 0 0} .df-shut{display:none}
"""


class Definitions(ListedPages):
    """Each list of the site is one `dl`; a thread row and a post are a `dt` and the `dd`s after it."""

    key = "df"
    sheet: ClassVar[Sheet] = Sheet(
        style=make_style("df", 70, _OWN),
        script=make_script("df", 35),
        doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
        end=" />",
    )
    prose: ClassVar[Prose] = Prose(
        quote='<dl class="df-cited"><dt>{author} {wrote}</dt><dd>{text}</dd></dl>\n',
        code='<dl class="df-cited"><dt>{title}</dt><dd><code>{text}</code></dd></dl>\n',
        heading="<h5>{text}</h5>\n",
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write menus as definitions of the site's name."""
        menu = "".join([f"<dd>{link(item)}</dd>" for item in frame.menu])
        trail = " / ".join([link(item) for item in frame.breadcrumbs])
        foot = "".join([f"<dd>{link(item)}</dd>" for item in frame.footer])
        return (
            f'<dl class="df-menu"><dt>{link(frame.home, inner=f"<big>{escape(frame.site_title)}</big>")}'
            f"</dt>{menu}</dl>\n"
            f'<p class="df-trail">{trail}</p>\n{content}\n'
            f'<dl class="df-shut"><dt>{pen.word("settings")}</dt><dd>{pen.word("cookies")}</dd></dl>'
            f'<dl class="df-menu"><dt>{pen.word("footer")}</dt>{foot}</dl>'
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers in brackets, with arrows around them."""
        if not has_pages(pager):
            return ""
        numbers = " ".join([f"[{item}]" for item in page_items(pager.pages, here="{}")])
        return (
            f'<p class="df-pages">{step(pager.previous, inner="&larr;")} {pen.word("page")}: {numbers} '
            f"{step(pager.next, inner='&rarr;')}</p>\n"
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write a list a category."""
        groups = write_categories(view, pen, self._board, "<h2>{title}</h2><dl>{rows}</dl>\n")
        latest = "".join([f"<dd>{item}</dd>" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<dt>{name}</dt><dd>{value}</dd>")
        return (
            f'<dl class="df-latest"><dt>{pen.word("recent")}</dt>{latest}</dl>\n{groups}'
            f'<dl class="df-stats"><dt>{pen.word("online")}</dt><dd>{anchors(view.online, ", ")}</dd>{stats}</dl>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write sub-boards and threads as two definition lists."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        pager = self.pager(view.pager, pen)
        return (
            f"<h1>{escape(view.title)}</h1><p>{escape(view.description)}</p>"
            + (f'<dl class="df-sub">{subboards}</dl>\n' if subboards else "")
            + f'<p>{anchors(view.actions, " &middot; ")}</p>{pager}<dl class="df-rows">\n{rows}</dl>{pager}'
            + f'<p class="df-sorts">{pen.word("sort")}: {anchors(view.sorts, ", ")}</p>'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write all posts into one definition list."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        steps = " &middot; ".join(filter(None, (step(view.previous_thread), step(view.next_thread))))
        related = "".join([f"<dd>{link(item)}</dd>" for item in view.related])
        pager = self.pager(view.pager, pen)
        return (
            f'<h1>{escape(view.title)}</h1>{pager}<dl class="df-talk">\n{posts}</dl>{pager}<p>{steps}</p>'
            f"<p>{anchors(view.tools, ' &middot; ')}</p><p>{pen.word('tags')}: {anchors(view.tags, ', ')}</p>"
            + (f"<dl><dt>{pen.word('related')}</dt>{related}</dl>" if related else "")
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = write_last(row.last, pen, '<dd class="df-late">{time}: {title} ({author})</dd>')
        return (
            f"<dt>{link(row.title)}</dt><dd>{escape(row.description)}</dd>"
            f"<dd>{row.threads} {pen.word('threads')} / {row.posts} {pen.word('posts')}</dd>{last}"
            + (f"<dd>{pen.word('subboards')}: {anchors(row.subboards, ', ')}</dd>" if row.subboards else "")
            + (f"<dd>{pen.word('moderators')}: {anchors(row.moderators, ', ')}</dd>" if row.moderators else "")
            + "\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f"<dt>{link(row.link)}</dt><dd>{escape(row.text)}</dd><dd>{pen.word('ads')}</dd>\n"
        flags = "".join([f"[{mark}] " for mark in marks(row, pen)])
        pages = f" <small>{' '.join(page_items(row.pages, here='{}'))}</small>" if row.pages else ""
        last = ""
        if row.last is not None:
            last = (
                f'<dd class="df-late">{refer(row.last.href, pen.word("last_post"))}: {link(row.last.author)}, '
                f"{pen.time(row.last.time)}</dd>"
            )
        tags = f"<dd>{anchors(row.tags, ', ')}</dd>" if row.tags else ""
        return (
            f"<dt>{flags}{link(row.title)}{pages}</dt><dd>{link(row.author)}, {pen.time(row.started)}</dd>"
            f"<dd>{row.replies} {pen.word('replies')}, {row.views} {pen.word('views')}</dd>{last}{tags}\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return f"<dt>{link(post.link)} <small>{pen.word('ads')}</small></dt><dd>{escape(post.text)}</dd>\n"
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f" ({post.votes:+})" if post.votes is not None else ""
        solved = f" <em>{pen.word('accepted')}</em>" if post.accepted else ""
        return (
            f'<dt id="a{post.id}"><img src="{avatar(post)}" alt="" width="24" /> {link(post.author)}{answered} '
            f"<small>{pen.time(post.time)}</small>{votes}{solved} {step(post.permalink)}</dt>"
            f'<dd class="df-late">{self._author(post, pen)}</dd><dd class="df-said">{self.prose.write(post, pen)}</dd>'
            + "".join([f'<dd class="df-file">{item}</dd>' for item in file_items(post, pen)])
            + (f'<dd class="df-late">{escape(post.signature)}</dd>' if post.signature else "")
            + (f'<dd class="df-late">{pen.word("edited")}: {pen.time(post.edited)}</dd>' if post.edited else "")
            + f"<dd>{anchors(post.actions, ' &middot; ')}</dd>\n"
        )

    def _author(self, post: PostView, pen: Pen) -> str:
        place = f", {escape(post.location)}" if post.location else ""
        return (
            f"{rank(post, pen)}, {post.author_posts} {pen.word('posts')}, {pen.word('joined')} "
            f"{pen.date(post.joined)}{place}"
        )
