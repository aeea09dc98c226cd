"""A blog: excerpts of articles, an article, and numbered comments below it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from weft.simulate._markup._branches import grow_branches, write_branches
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
body{font:17px/1.7 Georgia,serif;margin:0;color:#222} .jn-page{max-width:1080px;margin:auto;display:flex;gap:40px}
.jn-main{flex:3} .jn-aside{flex:1;font-size:14px} .jn-story{border-bottom:1px solid #eee;padding:20px 0}
.jn-talk{list-style:none}
.jn-talk ol{list-style:none;padding-left:32px} .jn-said{border-top:1px solid #eee;padding:10px 0}
.jn-dim{color:#888;font-size:14px}
.jn-says img{float:left;margin-right:10px} .jn-mast{max-width:1080px;margin:auto}
.jn-nav{list-style:none;display:flex;gap:14px;padding:0} .jn-name{font-size:34px;margin:10px 0}
"""


class Journal(BlockPages):
    """The first post is an article, the others are its comments; lists turn by 'older' and 'newer' alone."""

    key = "jn"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("jn", 80, _OWN), script=make_script("jn", 45))
    prose: ClassVar[Prose] = Prose(
        quote="<blockquote><p>{text}</p><cite>{author} {wrote}</cite></blockquote>\n",
        heading="<h3>{text}</h3>\n",
        face=' <img class="jn-face" src="/images/faces/{n}.png" alt="{alt}">',
        image='<figure class="jn-wide"><img src="{src}" alt="{alt}"></figure>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write masthead, column and widgets."""
        trail = " / ".join([link(item) for item in frame.breadcrumbs])
        menu = "".join([f'<li class="jn-menu">{link(item)}</li>' for item in frame.menu])
        foot = list_items(frame.footer)
        return (
            f'<div class="jn-mast"><p class="jn-name">{link(frame.home, inner=escape(frame.site_title))}</p>'
            f'<ul class="jn-nav">{menu}</ul></div>\n'
            f'<div class="jn-page"><div class="jn-main"><div class="jn-dim">{trail}</div>\n{content}</div>\n'
            f'<div class="jn-aside"><section class="jn-widget"><h4>{pen.word("archive")}</h4><ul>{foot}</ul></section>'
            f'<section class="jn-widget"><h4>{pen.word("share")}</h4><p>{pen.word("cookies")}</p></section>'
            f"</div></div>\n"
            f'<p class="jn-dim">{pen.word("footer")} {frame.now.year}</p>'
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write 'older' and 'newer'; numbers only where a list gives no steps."""
        if pager.next is None and pager.previous is None:
            return f'<div class="jn-flip">{" ".join(page_items(pager.pages))}</div>' if pager.pages else ""
        older = step(pager.next, inner=f"&larr; {pen.word('older')}")
        newer = step(pager.previous, inner=f"{pen.word('newer')} &rarr;")
        return (
            f'<div class="jn-flip"><span class="jn-older">{older}</span><span class="jn-newer">{newer}</span></div>\n'
        )

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write the newest articles, then the sections."""
        stories = "".join([self._story(row, pen) for row in view.recent])
        sections = write_categories(
            view, pen, self._board, '<section class="jn-widget"><h4>{title}</h4><ul>{rows}</ul></section>\n'
        )
        latest = "".join([f"<li>{item}</li>" for item in latest_items(view.recent[:5], pen)])
        stats = write_stats(view, "{value} {name}", ", ")
        return (
            f'<div class="jn-river">{stories}</div>{sections}<section class="jn-widget"><h4>{pen.word("recent")}</h4>'
            f'<ul>{latest}</ul></section><p class="jn-dim">{anchors(view.online, ", ")} {stats}</p>'
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write excerpts."""
        stories = "".join([self._story(row, pen) for row in view.rows])
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        return (
            f'<h1 class="jn-title">{escape(view.title)}</h1><p class="jn-dim">{escape(view.description)}</p>'
            + (f'<ul class="jn-below">{subboards}</ul>' if subboards else "")
            + f'<p class="jn-dim">{anchors(view.actions)} {anchors(view.sorts)}</p>'
            f'<div class="jn-river">\n{stories}</div>' + self.pager(view.pager, pen)
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write the article, then the comments."""
        opening = [post for post in view.posts if isinstance(post, PostView) and post.number == 1]
        comments = [post for post in view.posts if isinstance(post, AdRow) or post.number != 1]
        article = "".join([self._article(post, view, pen) for post in opening])
        if not opening:  # a further page of comments
            article = f'<h1 class="jn-title">{escape(view.title)}</h1><p class="jn-dim">{anchors(view.tags, ", ")}</p>'
        tree = write_branches(grow_branches(comments), partial(self._comment, pen=pen), "<ol>{}</ol>\n")
        steps = f"{step(view.previous_thread, 'jn-older')} {step(view.next_thread, 'jn-newer')}"
        related = list_items(view.related)
        return (
            f'{article}<div class="jn-flip">{steps}</div><section class="jn-talks"><h3>{pen.word("comments")}</h3>'
            f'<div class="jn-talk">{tree}</div>{self.pager(view.pager, pen)}</section>'
            f'<p class="jn-dim">{anchors(view.tools)}</p><section><h4>{pen.word("related")}</h4><ul>{related}'
            f"</ul></section>"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = write_last(row.last, pen, '<div class="jn-dim">{title} {author} {time}</div>', pen.machine_time)
        return (
            f'<li>{link(row.title)} ({row.threads}) <span class="jn-dim">{escape(row.description)} '
            f"{anchors(row.subboards)} {anchors(row.moderators)}</span>{last}</li>\n"
        )

    def _story(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return f'<div class="jn-story"><h2>{link(row.link)}</h2><p>{escape(row.text)}</p></div>\n'
        flags = "".join([f"<em>{mark}</em> " for mark in marks(row, pen)])
        comments = f"{row.replies} {pen.word('comments')}"
        talk = comments
        if row.last is not None:
            talk = f"{refer(row.last.href, comments)} ({link(row.last.author)})"
        more = link(row.title, "jn-more", pen.word("read_more"))
        return (
            f'<div class="jn-story"><h2>{flags}{link(row.title)}</h2><p class="jn-dim">{pen.machine_time(row.started)} '
            f"{pen.word('by')} {link(row.author)}</p><p>{escape(row.excerpt)} {more}</p>"
            f'<p class="jn-dim">{talk} {anchors(row.tags, ", ")}</p></div>\n'
        )

    def _article(self, post: PostView, view: ThreadView, pen: Pen) -> str:
        mark = step(post.permalink, "jn-dim")
        votes = f" {post.votes} {pen.word('votes')}" if post.votes is not None else ""
        return (
            f'<article class="jn-article"><h1 class="jn-title">{escape(view.title)}</h1>'
            f'<p class="jn-dim">{pen.machine_time(post.time)} {pen.word("by")} {link(post.author)}{votes} {mark}</p>'
            f'<div class="jn-prose">{self.prose.write(post, pen)}{self._below(post, pen)}</div>'
            f'<p class="jn-dim">{pen.word("tags")}: {anchors(view.tags, ", ")}</p>'
            f'<p class="jn-dim">{anchors(post.actions, " ")}</p></article>'
        )

    def _comment(self, post: PostView | AdRow, below: str, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return f'<li class="jn-said"><div class="jn-says">{link(post.link)}</div><p>{escape(post.text)}</p></li>\n'
        time = pen.machine_time(post.time)
        mark = link(post.permalink, inner=time) if post.permalink else time
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        place = f", {escape(post.location)}" if post.location else ""
        votes = f" {post.votes:+}" if post.votes is not None else ""
        solved = f" {pen.word('accepted')}" if post.accepted else ""
        return (
            f'<li class="jn-said" id="say-{post.id}"><div class="jn-says"><img src="{avatar(post)}" alt="" width="44">'
            f"<b>{link(post.author)}</b>{answered} "
            f'<span class="jn-dim">{rank(post, pen)}{place} - {mark}{votes}{solved}'
            f'</span></div><div class="jn-prose">{self.prose.write(post, pen)}{self._below(post, pen)}</div>'
            f'<div class="jn-dim">{anchors(post.actions, " ")}</div>{below}</li>\n'
        )

    def _below(self, post: PostView, pen: Pen) -> str:
        files = "".join([f'<p class="jn-file">{item}</p>' for item in file_items(post, pen)])
        edited = f'<p class="jn-dim">{pen.word("edited")} {pen.time(post.edited)}</p>' if post.edited else ""
        return files + edited + (f'<p class="jn-dim">{escape(post.signature)}</p>' if post.signature else "")
