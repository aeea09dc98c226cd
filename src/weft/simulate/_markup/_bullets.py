"""Lists of lists: boards, threads and posts are items of unordered lists, pagers too."""

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
)
from weft.simulate._markup._weight import make_script, make_style
from weft.simulate._views import (
    AdRow,
    BoardRow,
    BoardView,
    EntryView,
    Frame,
    LastPost,
    Pager,
    PostView,
    ThreadRow,
    ThreadView,
)

_OWN = """
body{font:14px/1.5 'Trebuchet MS',sans-serif;max-width:1050px;margin:auto;color:#333} ul{list-style:none;padding:0}
.bl-rows>li{border-bottom:1px solid #ddd;padding:8px} .bl-inline li{display:inline-block;margin:0 8px 0 0}
.bl-posts>li{border:1px solid #cce;margin:12px 0;padding:10px} .bl-who li{display:inline;margin-right:12px;color:#777}
.bl-drop ul{display:none} .bl-drop:hover ul{display:block} blockquote{border-left:3px solid #99b;padding-left:8px}
"""


class Bullets(ListedPages):
    """Nothing but `ul` and `li`; pages of a list are a drop-down list of links."""

    key = "bl"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("bl", 60, _OWN), script=make_script("bl", 40))
    prose: ClassVar[Prose] = Prose(quote="<blockquote><cite>{author}</cite> {wrote}: {text}</blockquote>\n")

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write menus as lists, one of them hidden until wanted."""
        trail = list_items([frame.home, *frame.breadcrumbs])
        return (
            f'<ul class="bl-skip"><li><a href="#main">{pen.word("skip")}</a></li></ul>\n'
            f'<div id="head"><ul class="bl-inline">{list_items(frame.menu)}</ul>'
            f"<strong>{escape(frame.site_title)}</strong></div>\n"
            f'<ul class="bl-inline bl-trail">{trail}</ul>\n<div id="main">{content}</div>\n'
            f'<ul class="bl-inline bl-foot">{list_items(frame.footer)}<li>{pen.word("footer")}</li></ul>'
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write a drop-down list of page links between the two steps."""
        if not has_pages(pager):
            return ""
        numbers = "".join([f"<li>{item}</li>" for item in page_items(pager.pages, here="<em>{}</em>")])
        return (
            f'<ul class="bl-inline bl-flip"><li>{step(pager.previous)}</li><li class="bl-drop">{pen.word("page")} '
            f"{pager.current}/{pager.last}<ul>{numbers}</ul></li><li>{step(pager.next)}</li></ul>\n"
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write a list of categories, each with its list of boards."""
        groups = write_categories(
            view, pen, self._board, '<li class="bl-group"><h2>{title}</h2><ul class="bl-rows">{rows}</ul></li>\n'
        )
        latest = "".join([f"<li>{item}</li>" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<li>{name} <b>{value}</b></li>")
        return (
            f'<ul class="bl-groups">{groups}</ul><h3>{pen.word("recent")}</h3><ul class="bl-latest">{latest}</ul>'
            f'<h3>{pen.word("online")}</h3><ul class="bl-inline">{list_items(view.online)}</ul>'
            f'<ul class="bl-stats">{stats}</ul>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write an item a thread."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        pager = self.pager(view.pager, pen)
        return (
            f"<h1>{escape(view.title)}</h1><p>{escape(view.description)}</p>"
            f'<ul class="bl-inline">{list_items(view.actions)}</ul>'
            + (f'<ul class="bl-rows bl-sub">{subboards}</ul>' if subboards else "")
            + f'<ul class="bl-inline bl-sorts">{list_items(view.sorts)}</ul>{pager}<ul class="bl-rows">\n{rows}'
            f"</ul>{pager}"
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write an item a post."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        steps = [item for item in (view.previous_thread, view.next_thread) if item is not None]
        pager = self.pager(view.pager, pen)
        related = f"<h3>{pen.word('related')}</h3><ul>{list_items(view.related)}</ul>" if view.related else ""
        return (
            f'<h1>{escape(view.title)}</h1><ul class="bl-inline bl-tags">{list_items(view.tags)}</ul>'
            f'<ul class="bl-inline bl-tools">{list_items(view.tools)}</ul>{pager}'
            f'<ul class="bl-posts">\n{posts}</ul>{pager}'
            f'<ul class="bl-inline">{list_items(steps)}</ul>{related}'
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        inner = f"<li><ul>{list_items(row.subboards)}</ul></li>" if row.subboards else ""
        if row.moderators:
            inner += f"<li>{pen.word('moderators')}: {anchors(row.moderators, ', ')}</li>"
        return (
            f"<li><h3>{link(row.title)}</h3><p>{escape(row.description)}</p><ul>{inner}"
            f"<li>{row.threads} {pen.word('threads')}, {row.posts} {pen.word('posts')}</li>"
            f"<li>{self._last(row.last, pen)}</li></ul></li>\n"
        )

    def _last(self, last: LastPost | None, pen: Pen) -> str:
        if last is None:
            return pen.word("no_replies")
        title = refer(last.href, escape(last.thread_title))
        return f"{pen.word('last_post')}: {title} {pen.word('by')} {link(last.author)}, {pen.time(last.time)}"

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<li class="bl-row"><h4>{link(row.link)}</h4><ul class="bl-who"><li>{escape(row.text)}</li></ul>'
                f"</li>\n"
            )
        flags = "".join([f"<li><b>{mark}</b></li>" for mark in marks(row, pen)])
        pages = f"<li>{' '.join(page_items(row.pages))}</li>" if row.pages else ""
        return (
            f'<li class="bl-row"><h4>{link(row.title)}</h4><ul class="bl-who">{flags}'
            f"<li>{pen.word('by')} {link(row.author)}</li>"
            f"<li>{pen.time(row.started)}</li><li>{row.replies} {pen.word('replies')}</li>"
            f"<li>{row.views} {pen.word('views')}</li>{pages}<li>{self._last(row.last, pen)}"
            f"</li>{list_items(row.tags)}</ul></li>\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f'<li class="bl-post"><ul class="bl-who"><li>{link(post.link)}</li><li>{pen.word("ads")}</li></ul>'
                f'<div class="bl-text"><p>{escape(post.text)}</p></div></li>\n'
            )
        files = "".join([f"<li>{item}</li>" for item in file_items(post, pen)])
        sign = f'<p class="bl-sign">-- <br>{escape(post.signature)}</p>' if post.signature else ""
        edited = f"<li>{pen.word('edited')} {pen.time(post.edited)}</li>" if post.edited else ""
        return (
            f'<li class="bl-post" id="c{post.id}"><ul class="bl-who"><li>'
            f'<img src="{avatar(post)}" alt="" width="32"></li>'
            f"<li><b>{link(post.author)}</b></li><li>{rank(post, pen)}</li>"
            f"<li>{post.author_posts} {pen.word('posts')}</li>"
            f"{self._facts(post, pen)}<li>{pen.time(post.time)}</li>{edited}</ul>"
            f'<div class="bl-text">{self.prose.write(post, pen)}{sign}</div>'
            + (f'<ul class="bl-files">{files}</ul>' if files else "")
            + f'<ul class="bl-inline bl-do">{list_items(post.actions)}</ul></li>\n'
        )

    def _facts(self, post: PostView, pen: Pen) -> str:
        facts = [f"{pen.word('joined')} {pen.date(post.joined)}"]
        if post.location:
            facts.append(escape(post.location))
        if post.reply_to:
            facts.append(f"{pen.word('in_reply_to')} {link(post.reply_to)}")
        if post.votes is not None:
            facts.append(f"{post.votes} {pen.word('votes')}")
        if post.accepted:
            facts.append(f"<b>{pen.word('accepted')}</b>")
        if post.permalink:
            facts.append(link(post.permalink))
        return "".join([f"<li>{fact}</li>" for fact in facts])
