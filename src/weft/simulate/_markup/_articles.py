"""Semantic HTML 5: sections, articles and time elements, with schema.org microdata."""

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
body{font:16px/1.6 'Segoe UI',sans-serif;margin:0;color:#1c2630} main{max-width:1000px;margin:0 auto;padding:0 16px}
header.ar-site{background:#123;color:#fff;padding:12px} header.ar-site a{color:#bdf}
article{border:1px solid #e2e6ea;margin:14px 0}
article>header{background:#f5f7f9;padding:8px 12px;display:flex;gap:12px} .ar-text{padding:12px}
footer{color:#667;padding:6px 12px}
nav ol{display:flex;gap:8px;list-style:none;padding:0} [hidden]{display:none}
"""
_PERSON = 'itemprop="author" itemscope itemtype="https://schema.org/Person"'


class Articles(BlockPages):
    """A post is an `article` with header, text and footer; machines read what it is from microdata."""

    key = "ar"
    sheet: ClassVar[Sheet] = Sheet(style=make_style("ar", 60, _OWN), script=make_script("ar", 35))
    prose: ClassVar[Prose] = Prose(
        quote="<blockquote><footer>{author} {wrote}:</footer><p>{text}</p></blockquote>\n",
        image='<figure><img src="{src}" alt="{alt}"><figcaption>{alt}</figcaption></figure>\n',
    )

    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write landmarks around the content, the breadcrumbs as a schema.org list."""
        crumbs = "".join(
            [
                '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">'
                f"{link(item, inner=f'<span itemprop=name>{escape(item.text)}</span>')}"
                f'<meta itemprop="position" content="{at}"></li>'
                for at, item in enumerate((frame.home, *frame.breadcrumbs), 1)
            ]
        )
        return (
            f'<header class="ar-site" role="banner"><h1>{link(frame.home, inner=escape(frame.site_title))}'
            f'</h1><nav aria-label="{pen.word("menu")}">'
            f'{anchors(frame.menu, " ")}</nav></header>\n<nav aria-label="breadcrumb"><ol itemscope '
            f'itemtype="https://schema.org/BreadcrumbList">{crumbs}</ol></nav>\n<main role="main">{content}</main>\n'
            f'<footer role="contentinfo"><nav>{anchors(frame.footer, " ")}</nav><small>{pen.word("footer")}'
            f"</small></footer>"
            f"<aside hidden><p>{pen.word('cookies')}</p></aside>"
        )

    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write numbers as an ordered list in a labelled nav."""
        if not has_pages(pager):
            return ""
        items = page_items(pager.pages, here='<span aria-current="page">{}</span>')
        cells = [step(pager.previous), *items, step(pager.next)]
        inner = "".join([f"<li>{cell}</li>" for cell in cells if cell])
        return f'<nav aria-label="{pen.word("page")}" class="ar-flip"><ol>{inner}</ol></nav>\n'

    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write a section a category."""
        groups = write_categories(view, pen, self._board, "<section><h2>{title}</h2>{rows}</section>\n")
        latest = "".join([f"<li>{item}</li>" for item in latest_items(view.recent, pen)])
        stats = write_stats(view, "<data value='{value}'>{name}: {value}</data>", " ")
        return (
            f"{groups}<aside><h2>{pen.word('recent')}</h2><ol>{latest}</ol></aside>"
            f"<aside><h2>{pen.word('online')}</h2><p>{anchors(view.online, ', ')}</p><p>{stats}</p></aside>"
        )

    def board(self, view: BoardView, pen: Pen) -> str:
        """Write sub-boards and threads as sections."""
        subboards = "".join([self._board(row, pen) for row in view.subboards])
        rows = "".join([self._row(row, pen) for row in view.rows])
        return (
            f"<header><h1>{escape(view.title)}</h1><p>{escape(view.description)}</p>"
            f"<menu>{anchors(view.actions)}</menu></header>"
            + (f"<section><h2>{pen.word('subboards')}</h2>{subboards}</section>" if subboards else "")
            + f"<details><summary>{pen.word('sort')}</summary>{anchors(view.sorts)}</details>"
            + f'<section class="ar-threads">\n{rows}</section>{self.pager(view.pager, pen)}'
        )

    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write articles inside one DiscussionForumPosting."""
        posts = "".join([self._post(post, pen) for post in view.posts])
        steps = f"{step(view.previous_thread)} {step(view.next_thread)}"
        related = list_items(view.related)
        return (
            '<div itemscope itemtype="https://schema.org/DiscussionForumPosting">'
            f'<h1 itemprop="headline">{escape(view.title)}</h1><p>{anchors(view.tags, " ")}</p>'
            f"<menu>{anchors(view.tools)}</menu>{self.pager(view.pager, pen)}\n{posts}"
            f"</div>{self.pager(view.pager, pen)}"
            f"<nav>{steps}</nav><aside><h2>{pen.word('related')}</h2><ul>{related}</ul></aside>"
        )

    def _board(self, row: BoardRow, pen: Pen) -> str:
        last = ""
        if row.last is not None:
            title = refer(row.last.href, escape(row.last.thread_title))
            last = f"<p>{title} {pen.word('by')} {link(row.last.author)} {pen.machine_time(row.last.time)}</p>"
        below = f"<p>{anchors(row.subboards, ', ')}</p>" if row.subboards else ""
        mods = f"<p>{pen.word('moderators')}: {anchors(row.moderators, ', ')}</p>" if row.moderators else ""
        return (
            f'<section class="ar-board"><h3>{link(row.title)}</h3><p>{escape(row.description)}</p>{below}{mods}'
            f"<p><data>{row.threads}</data> {pen.word('threads')} <data>{row.posts}</data> {pen.word('posts')}</p>"
            f"{last}</section>\n"
        )

    def _row(self, row: ThreadRow | AdRow, pen: Pen) -> str:
        if isinstance(row, AdRow):
            return (
                f'<section class="ar-row"><h3>{link(row.link)}</h3><p>{escape(row.text)}</p>'
                f"<footer>{pen.word('ads')}</footer></section>\n"
            )
        flags = "".join([f"<mark>{mark}</mark> " for mark in marks(row, pen)])
        pages = f"<nav>{' '.join(page_items(row.pages))}</nav>" if row.pages else ""
        last = write_last(row.last, pen, "{author} {when}", pen.machine_time)
        return (
            f'<section class="ar-row"><h3>{flags}{link(row.title)}</h3>{pages}<p>{pen.word("by")} {link(row.author)} '
            f"{pen.machine_time(row.started)} {anchors(row.tags)}</p><footer>{row.replies} {pen.word('replies')}, "
            f"{row.views} {pen.word('views')}. {last}</footer></section>\n"
        )

    def _post(self, post: PostView | AdRow, pen: Pen) -> str:
        if isinstance(post, AdRow):
            return (
                f"<article><header><h2>{link(post.link)}</h2></header><div class='ar-text'><p>{escape(post.text)}"
                f"</p></div>"
                f"<footer>{pen.word('ads')}</footer></article>\n"
            )
        scope = "" if post.number == 1 else ' itemprop="comment" itemscope itemtype="https://schema.org/Comment"'
        return (
            f'<article id="a{post.id}"{scope}>{self._header(post, pen)}'
            f'<div class="ar-text" itemprop="text">{self.prose.write(post, pen)}'
            f"</div>{self._footer(post, pen)}</article>\n"
        )

    def _header(self, post: PostView, pen: Pen) -> str:
        time = f'<time itemprop="datePublished" datetime="{post.time.isoformat()}">{pen.time(post.time)}</time>'
        mark = link(post.permalink, inner=time) if post.permalink else time
        answered = f" {pen.word('in_reply_to')} {link(post.reply_to)}" if post.reply_to else ""
        votes = f'<span itemprop="upvoteCount">{post.votes}</span>' if post.votes is not None else ""
        solved = f"<mark>{pen.word('accepted')}</mark>" if post.accepted else ""
        name = link(post.author, inner=f'<span itemprop="name">{escape(post.author.text)}</span>')
        place = f", {escape(post.location)}" if post.location else ""
        return (
            f'<header><img src="{avatar(post)}" alt="" width="48"><h2 {_PERSON}>{name}</h2>'
            f"<p>{rank(post, pen)}, {pen.word('joined')} {pen.machine_time(post.joined)}, {post.author_posts} "
            f"{pen.word('posts')}{place}</p><p>{mark}{answered} {votes}{solved}</p></header>"
        )

    def _footer(self, post: PostView, pen: Pen) -> str:
        files = "".join([f"<li>{item}</li>" for item in file_items(post, pen)])
        attached = f"<section><h3>{pen.word('attached')}</h3><ul>{files}</ul></section>" if files else ""
        edited = f"<p>{pen.word('edited')} {pen.machine_time(post.edited)}</p>" if post.edited else ""
        sign = f'<p class="ar-sign">{escape(post.signature)}</p>' if post.signature else ""
        return f"{attached}<footer>{edited}{sign}<menu>{anchors(post.actions)}</menu></footer>"
