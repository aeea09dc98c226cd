"""Allura's discussions: threads drawn at random, answers in nested lists, the day shown and the hour in a title."""

from __future__ import annotations

import hashlib
from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://forge.example"
ROOT = "/p/acme/discussion"
ROWS, POSTS = 15, 10


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed))
    _write_front(site)
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    for person in site.talk.people:
        _write_person(site, person)
    for path in (
        "/",
        "/auth/",
        "/p/acme/",
        "/p/acme/wiki/",
        "/p/acme/tickets/",
        "/p/acme/code/",
        f"{ROOT}/stats",
        f"{ROOT}/search",
        f"{ROOT}/markdown_syntax",
        "/nf/tool_icon",
    ):
        site.other(path, _frame(site, path, f"<p>{path}</p>"))
    return site


def _slug(text: str, size: int = 8) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:size]


def _board(board: Board) -> str:
    return f"{ROOT}/{''.join(filter(str.isalnum, board.title.lower()))[:12]}{board.id}/"


def _url(thread: Thread) -> str:
    return f"{_board(thread.board)}thread/{_slug(f'{thread.id}-{thread.title}')}/"


def _user(person: Person) -> str:
    return f'<a href="/u/user{person.id}/">{escape(person.name)}</a>'


def _anchor(post: Said) -> str:
    return _slug(str(post.id), 4)


def _ago(post: Said) -> str:
    title = post.time.strftime("%a %b %d, %Y %I:%M %p UTC")
    return f'<span title="{title}">{post.time.strftime("%Y-%m-%d")}</span>'


def _frame(site: Site, title: str, inside: str, crumbs: str = "") -> str:
    boards = "".join(
        f'<li class=""><a href="{_board(board)}" class="nav_child"><span class="has_small">{escape(board.title)}</span>'
        f"<small>{len(board.threads)}</small></a></li>"
        for board in site.talk.boards
    )
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)} / Acme / Discussion</title></head><body id="forge"><header'
        ' id="site-header"><div class="wrapper"><nav><a href="/">Forge</a></nav><nav class="rt"><a href="/auth/">Log In</a></nav>'
        '</div></header><section id="page-body" class="discussion"><div id="nav_menu_holder"><h1 class="project_title"><a'
        ' href="/p/acme/" class="project_link">Acme</a></h1><div id="top_nav"><ul class="dropdown"><li><a href="/p/acme/wiki/"'
        ' class="ui-icon-tool-wiki">Wiki</a></li><li><a href="/p/acme/tickets/">Tickets</a></li><li class="selected"><a'
        f' href="{ROOT}/">Discussion</a></li><li><a href="/p/acme/code/">Code</a></li></ul></div></div><div id="content_base"><div'
        f' id="sidebar"><div>&nbsp;</div><ul class="sidebarmenu"><li><a href="{ROOT}/create_topic" class="icon">Create Topic</a>'
        f'</li><li><a href="{ROOT}/stats"><span>Stats Graph</span></a></li></ul><ul class="sidebarmenu"><li><span class="nav_head">'
        f'Forums</span></li>{boards}</ul><ul class="sidebarmenu"><li><span class="nav_head">Help</span></li><li><a'
        f' href="{ROOT}/markdown_syntax">Formatting Help</a></li></ul></div><div class="grid-20 pad"><h2 class="dark title">'
        f'{escape(title)}{crumbs}<div class="actions"><a class="icon" href="feed.rss" title="Follow">Follow</a><form method="get"'
        f' action="{ROOT}/search"><input name="q"></form></div></h2><div>{inside}</div></div></div></section><footer'
        ' id="site-footer"><p>&copy; The forge. <a href="/nf/tool_icon">Icons</a></p></footer></body></html>'
    )


def _write_front(site: Site) -> None:
    rows = ""
    for board in site.talk.boards:
        last = max(board.threads, key=lambda thread: thread.last.time) if board.threads else None
        newest = (
            f'<a href="{_url(last)}?limit={POSTS}{_page_of(last)}#{_anchor(last.last)}">{escape(last.title)}</a><br>by'
            f" {_user(last.last.who)}<br>{_ago(last.last)}"
            if last
            else "No posts yet"
        )
        rows += (
            f'<tr><td><strong><a href="{_board(board)}">{escape(board.title)}</a></strong><br><div class="markdown_content"><p>'
            f'{escape(board.about)}</p></div></td><td>{newest}</td><td class="count"><span class="forum-topic-count">'
            f"{len(board.threads)}</span></td></tr>"
        )
    inside = (
        '<table id="discussion-forums"><thead><tr><th>FORUM</th><th>LATEST POST</th><th># TOPICS</th></tr></thead><tbody>'
        f"{rows}</tbody></table>"
    )
    site.show(f"{ROOT}/", "entry", _frame(site, "Discussion", inside))


def _page_of(thread: Thread) -> str:
    page = (len(thread.posts) - 1) // POSTS
    return f"&amp;page={page}" if page else ""


def _pager(url: str, page: int, pages: int, size: int) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str) -> str:
        return f'<a class="pager_link" href="{url}?limit={size}&amp;page={number - 1}">{words}</a>'

    first = f"{link(1, '&lt;&lt;')} {link(page - 1, '&lt;')}" if page > 1 else ""
    last = f"{link(page + 1, '&gt;')} {link(pages, '&gt;&gt;')}" if page < pages else ""
    numbers = " ".join(
        f'<span class="pager_curpage">{n}</span>' if n == page else link(n, str(n))
        for n in range(max(1, page - 2), min(pages, page + 2) + 1)
    )
    return f'<div class="page_list">{first} {numbers} {last} (Page {page} of {pages})</div>'


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), _board(board)
    for page in range(1, pages + 1):
        rows = ""
        for thread in board.threads[(page - 1) * ROWS : page * ROWS]:
            first, last = thread.posts[0], thread.last
            sticky = (
                f'<a href="{_url(thread)}" class="btn ico"><b class="ico"></b> <span>Sticky</span></a>'
                if thread.is_sticky
                else ""
            )
            rows += (
                f'<tr><td class="topic">{sticky}<h3><a href="{_url(thread)}">{escape(thread.title)}</a></h3><span>By'
                f" {_user(first.who)}</span> on {first.time.strftime('%a %b %d, %Y %I:%M %p')}</td><td>{len(thread.posts) - 1}</td>"
                f'<td>{thread.views}</td><td><p class="gravatar sm">By <img src="/a.png" alt="{escape(last.who.name)}" class='
                f'"emboss x16">{_user(last.who)}<br/>on {last.time.strftime("%a %b %d, %Y %I:%M %p")}</p></td></tr>'
            )
        pager = _pager(url, page, pages, ROWS)
        inside = (
            f'<div>{escape(board.about)}</div>{pager}<div><table class="forum-list clear"><thead><tr><th class="topic">Topic</th>'
            f"<th>Posts</th><th>Views</th><th>Last Post</th></tr></thead><tbody class='forum-list'>{rows}</tbody></table></div>{pager}"
        )
        path = url + (f"?limit={ROWS}&page={page - 1}" if page > 1 else "")
        site.show(path, "index", _frame(site, board.title, inside))
    site.copy(f"{url}?limit={ROWS}&page=0", url)


def _post(thread: Thread, post: Said, page: int, answers: dict[int, list[Said]]) -> str:
    below = "".join(_post(thread, one, page, answers) for one in answers.get(post.id, ()))
    text = "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    here = f"{_url(thread)}?limit={POSTS}&amp;page={page - 1}#{_anchor(post)}"
    files = ""
    if post.id % 11 == 0:
        goal = f"{_url(thread)}{_anchor(post)}/attachment/trace.txt"
        files = (
            f'<div><strong>Attachments</strong><div class="attachment_thumb"><a href="{goal}">trace.txt</a></div></div>'
        )
    return (
        f'<div><div id="{_anchor(post)}" class="discussion-post"><div class="row"><div class="column grid_1 tcenter"><p class='
        f'"gravatar"><a href="/u/user{post.who.id}/"><img src="/a.png" class="emboss" alt="{escape(post.who.name)}"></a><br/>'
        f'{_user(post.who)}<br/><small>{_ago(post)}</small></p></div><div class="column grid_8"><div class="display_post"><div'
        f' class="markdown_content">{text}</div></div>{files}</div><div class="options"><a href="/auth/?return_to={_url(thread)}"'
        f' class="reply_post btn">Reply</a><div style="clear:both"><a href="{here}" class="little_link shortlink"><span>Link</span>'
        f"</a></div></div></div></div>{f'<ul><li>{below}</li></ul>' if below else ''}</div>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, url = portions(thread.posts, POSTS), _url(thread)
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        ids = {post.id for post in shown}
        answers: dict[int, list[Said]] = {}
        tops = []
        for post in shown:
            if post.quotes is not None and post.quotes.id in ids:
                answers.setdefault(post.quotes.id, []).append(post)
            else:
                tops.append(post)
        posts = "".join(_post(thread, post, page, answers) for post in tops)
        pager = _pager(url, page, pages, POSTS)
        first = thread.posts[0]
        inside = (
            f'<div class="thread-header">Forum: <a href="{_board(thread.board)}">{escape(thread.board.title)}</a><br/>Creator:'
            f' {_user(first.who)}<br/>Created: {_ago(first)}<br/>Updated: {_ago(thread.last)}</div>{pager}<div id="comment"><div'
            f' class="comment-row">{posts}</div></div>{pager}<div><a href="/auth/">Log in</a> to post a comment.</div>'
        )
        path = url + (f"?limit={POSTS}&page={page - 1}" if page > 1 else "")
        site.show(path, "thread", _frame(site, thread.title, inside))
    site.copy(f"{url}?limit={POSTS}&page=0", url)
    site.copy(f"{url}?limit={POSTS}", url)


def _write_person(site: Site, person: Person) -> None:
    inside = f"<h3>Personal Data</h3><div>Username: user{person.id}</div><div>Joined: {person.joined.strftime('%Y-%m-%d %H:%M')}</div>"
    site.other(f"/u/user{person.id}/", _frame(site, person.name, inside))
