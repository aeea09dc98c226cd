"""A community of Zendesk: topics and posts beside a help centre, comments sorted by a key, further pages by `?page=2#comments`."""

from __future__ import annotations

import re
from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://help.example"
ROOT = "/hc/en-us"
ROWS, POSTS = 15, 8
SORTS = (
    ("newest_activity", "Recent activity"),
    ("created_at", "Newest post"),
    ("votes", "Votes"),
    ("comments", "Comments"),
)
FILTERS = (
    ("all", "Show all"),
    ("planned", "Planned"),
    ("answered", "Answered"),
    ("completed", "Completed"),
    ("none", "No status"),
)


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed))
    for board in site.talk.boards:
        board.parent, board.below = None, []
    _write_front(site)
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    for person in site.talk.people:
        _write_person(site, person)
    _write_rest(site)
    return site


def _slug(text: str) -> str:
    return re.sub(r"\W+", "-", text).strip("-")


def _board(board: Board) -> str:
    return f"{ROOT}/community/topics/{360000100000 + board.id * 37}-{_slug(board.title)}"


def _thread(thread: Thread) -> str:
    return f"{ROOT}/community/posts/{360004000000 + thread.id * 113}-{_slug(thread.title)}"


def _user(person: Person) -> str:
    return f'<a href="{ROOT}/profiles/{370000000 + person.id * 41}-{_slug(person.name)}">{escape(person.name)}</a>'


def _when(post: Said) -> str:
    shown = post.time.strftime("%B %d, %Y %H:%M")
    return f'<time datetime="{post.time.strftime("%Y-%m-%dT%H:%M:%SZ")}" title="{shown}" data-datetime="relative">{shown}</time>'


def _frame(title: str, crumbs: str, inside: str) -> str:
    return (
        f'<!DOCTYPE html><html dir="ltr" lang="en-US"><head><title>{escape(title)} &ndash; Acme</title></head><body><header'
        f' class="header"><div class="logo"><a title="Home" href="{ROOT}"><img src="/logo.png" alt="Acme Help Center home page"></a>'
        f'</div><nav class="user-nav"><a href="{ROOT}/community/topics">Community</a> <a class="submit-a-request"'
        f' href="{ROOT}/requests/new">Submit a request</a> <a class="sign-in" rel="nofollow" href="{ROOT}/signin?return_to=x">Sign in'
        f'</a></nav></header><main role="main"><div class="container"><nav class="sub-nav"><ol class="breadcrumbs"><li title="Acme"><a'
        f' href="{ROOT}">Acme</a></li>{crumbs}</ol><form action="{ROOT}/search"><input name="query"></form></nav>{inside}</div></main>'
        f'<footer class="footer"><a title="Home" href="{ROOT}">Acme</a><div class="footer-language-selector"><a href="/hc/change_language'
        '/de?return_to=x" dir="ltr" rel="nofollow" role="menuitem">Deutsch</a></div></footer></body></html>'
    )


def _write_rest(site: Site) -> None:
    links = "".join(
        f'<li class="blocks-item"><a href="{ROOT}/sections/{n}-Guide"><span>Guide {n}</span></a></li>'
        for n in (1, 2, 3)
    )
    inside = (
        f'<section class="knowledge-base"><ul class="blocks-list">{links}</ul></section><section class="community"><h2>Community</h2>'
        f'<a href="{ROOT}/community/topics">Join the conversation</a></section>'
    )
    site.other(ROOT, _frame("Acme", "", inside))
    site.copy("/", ROOT)
    for number in (1, 2, 3):
        articles = "".join(
            f'<li><a href="{ROOT}/articles/{number}{n}-How">How to {number}{n}</a></li>' for n in range(5)
        )
        site.other(f"{ROOT}/sections/{number}-Guide", _frame("Guide", "", f'<ul class="article-list">{articles}</ul>'))
        for n in range(5):
            site.other(
                f"{ROOT}/articles/{number}{n}-How", _frame("How", "", "<article><p>Do this and that.</p></article>")
            )
    for path in ("/requests/new", "/search"):
        site.other(ROOT + path, _frame(path, "", "<p>A form.</p>"))


def _write_front(site: Site) -> None:
    rows = "".join(
        f'<li class="blocks-item topics-item"><a href="{_board(board)}" class="blocks-item-link"><span class="blocks-item-title">'
        f'{escape(board.title)}</span><span class="blocks-item-description">{escape(board.about)}</span><ul class="meta-group"><li'
        f' class="meta-data">{len(board.threads)} posts</li><li class="meta-data">{board.id} followers</li></ul></a></li>'
        for board in site.talk.boards
    )
    featured = "".join(
        f'<li class="promoted-articles-item"><a href="{_thread(thread)}">{escape(thread.title)}</a></li>'
        for thread in site.talk.threads[:3]
    )
    inside = (
        f'<header class="page-header"><span class="dropdown"><h2 class="title">Community topics</h2><span class="dropdown-menu"><a'
        f' href="{ROOT}/community/topics">Show topics</a> <a href="{ROOT}/community/posts">Show all posts</a></span></span><a'
        f' href="{ROOT}/community/posts/new" class="button">New post</a></header><div id="main-content" class="blocks topics"><ul'
        f' class="blocks-list topics-list">{rows}</ul></div><section><h2>Featured posts</h2><ul class="promoted-articles">{featured}'
        "</ul></section>"
    )
    site.show(
        f"{ROOT}/community/topics", "entry", _frame("Community topics", '<li title="Community">Community</li>', inside)
    )
    crumbs = f'<li title="Community"><a href="{ROOT}/community/topics">Community</a></li>'
    rows = "".join(map(_row, site.talk.newest[:ROWS]))
    pager = f'<nav class="pagination"><ul><li class="pagination-next"><a href="{ROOT}/community/posts?page=2" rel="next">Next</a></li></ul></nav>'
    site.other(f"{ROOT}/community/posts", _frame("All posts", crumbs, f'<div class="posts-list">{rows}</div>{pager}'))
    pages = portions(site.talk.newest, ROWS)
    for page in range(2, pages + 1):
        rows = "".join(map(_row, site.talk.newest[(page - 1) * ROWS : page * ROWS]))
        pager = _pager(f"{ROOT}/community/posts", page, pages, "posts")
        site.other(
            f"{ROOT}/community/posts?page={page}",
            _frame("All posts", crumbs, f'<div class="posts-list">{rows}</div>{pager}'),
        )


def _row(thread: Thread) -> str:
    first = thread.posts[0]
    pinned = '<span class="status-label status-label-pinned">Pinned</span>' if thread.is_sticky else ""
    return (
        f'<section role="region"><div class="striped-list-item"><span class="striped-list-info"><a href="{_thread(thread)}"'
        f' id="title-{thread.id}" class="striped-list-title">{escape(thread.title)}</a><span class="post-overview-item">{pinned}</span>'
        f'<div class="meta-group"><span class="meta-data">{escape(first.who.name)}</span> <span class="meta-data">{_when(first)}</span>'
        f'</div></span><div class="post-overview-count striped-list-count"><span class="striped-list-count-item"><span'
        f' class="striped-list-number">{thread.views % 7}</span> votes</span> <span class="striped-list-count-item"><span'
        f' class="striped-list-number">{len(thread.posts) - 1}</span> comments</span></div></div></section>'
    )


def _pager(url: str, page: int, pages: int, mark: str) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str, kind: str) -> str:
        return f'<li class="pagination-{kind}"><a href="{url}?page={number}#{mark}" rel="{kind}">{words}</a></li>'

    back = link(1, "« First", "first") + link(page - 1, "‹ Previous", "prev") if page > 1 else ""
    ahead = link(page + 1, "Next ›", "next") + link(pages, "Last »", "last") if page < pages else ""
    return f'<nav class="pagination"><ul class="pagination-list">{back}{ahead}</ul></nav>'


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), _board(board)
    menus = "".join(
        f'<a href="{url}?filter_by={key}&amp;sort_by=newest_activity" role="menuitemradio">{word}</a>'
        for key, word in FILTERS
    ) + "".join(f'<a href="{url}?sort_by={key}" role="menuitemradio">{word}</a>' for key, word in SORTS)
    crumbs = f'<li title="Community"><a href="{ROOT}/community/topics">Community</a></li><li>{escape(board.title)}</li>'
    for page in range(1, pages + 1):
        rows = "".join(map(_row, board.threads[(page - 1) * ROWS : page * ROWS]))
        inside = (
            f'<header class="page-header"><h1>{escape(board.title)}</h1><a class="button" href="{ROOT}/community/posts/new?'
            f'community_post%5Btopic_id%5D={board.id}">New post</a></header><p>{escape(board.about)}</p><div class="topic-header">'
            f'{menus}</div><div id="main-content" class="posts-list striped-list">{rows}</div>{_pager(url, page, pages, "posts")}'
        )
        site.show(url + (f"?page={page}" if page > 1 else ""), "index", _frame(board.title, crumbs, inside))
    site.copy(f"{url}?page=1", url)
    site.copy(f"{url}?sort_by=newest_activity", url)
    site.copy(f"{url}?filter_by=all&sort_by=newest_activity", url)
    orders = {
        "created_at": lambda thread: -thread.posts[0].time.timestamp(),
        "votes": lambda thread: -(thread.views % 7),
        "comments": lambda thread: -len(thread.posts),
    }
    for key, order in orders.items():
        rows = "".join(map(_row, sorted(board.threads, key=order)[:ROWS]))
        inside = f'<h1>{escape(board.title)}</h1><div class="topic-header">{menus}</div><div class="posts-list striped-list">{rows}</div>'
        site.other(f"{url}?sort_by={key}", _frame(board.title, crumbs, inside))
    for key, _ in FILTERS[1:]:
        inside = f'<h1>{escape(board.title)}</h1><div class="topic-header">{menus}</div><p>No posts</p>'
        if key == "none":
            rows = "".join(map(_row, board.threads[:ROWS]))
            inside = f'<h1>{escape(board.title)}</h1><div class="topic-header">{menus}</div><div class="posts-list striped-list">{rows}</div>'
        site.other(f"{url}?filter_by={key}&sort_by=newest_activity", _frame(board.title, crumbs, inside))


def _author(post: Said, kind: str) -> str:
    return (
        f'<div class="{kind}-author"><div class="avatar"><img src="/a.png" alt="" class="user-avatar"></div><div class="{kind}-meta">'
        f'<span title="{escape(post.who.name)}">{_user(post.who)}</span><ul class="meta-group meta-group-opposite"><li'
        f' class="meta-data">{_when(post)}</li></ul></div></div>'
    )


def _vote(post: Said) -> str:
    return f'<div class="vote" role="group"><a class="vote-up" href="#">Up</a><span class="vote-sum">{post.id % 5}</span></div>'


def _body(post: Said) -> str:
    quote = f"<blockquote><p>{escape(post.quotes.paragraphs[0])}</p></blockquote>" if post.quotes else ""
    return quote + "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)


def _write_thread(site: Site, thread: Thread) -> None:
    first, comments, url = thread.posts[0], thread.posts[1:], _thread(thread)
    pages = portions(comments, POSTS)
    crumbs = (
        f'<li title="Community"><a href="{ROOT}/community/topics">Community</a></li><li title="{escape(thread.board.title)}"><a'
        f' href="{_board(thread.board)}">{escape(thread.board.title)}</a></li>'
    )
    sorters = f'<a href="{url}?sort_by=created_at#comments">Date</a> <a href="{url}?sort_by=votes#comments">Votes</a>'
    for page in range(1, pages + 1):
        rows = "".join(
            f'<li id="community_comment_{post.id}" class="comment"><div class="comment-wrapper"><div class="comment-info">'
            f'{_author(post, "comment")}<section class="comment-body">{_body(post)}</section></div><div'
            f' class="comment-actions-container">{_vote(post)}<div class="comment-actions"><a href="{ROOT}/community/posts/'
            f'{360004000000 + thread.id * 113}/comments/{post.id}">Permalink</a></div></div></div></li>'
            for post in comments[(page - 1) * POSTS : page * POSTS]
        )
        inside = (
            f'<div class="post"><article id="main-content"><header class="post-header"><div class="post-title"><h1'
            f' title="{escape(thread.title)}">{escape(thread.title)}</h1></div></header><section class="post-info-container"><div'
            f' class="post-info">{_author(first, "post")}<div class="post-content"><div class="post-body">{_body(first)}</div></div></div>'
            f'<div class="post-actions-wrapper">{_vote(first)}</div></section><footer class="post-footer"><a href="#comment-overview">'
            f'{len(comments)}</a></footer></article><section class="comment-overview" id="comment-overview"><h2>Comments</h2><p>'
            f'{len(comments)} comments</p>{sorters if comments else ""}</section><ul id="comments" class="comment-list">{rows}</ul>'
            f'{_pager(url, page, pages, "comments")}<section class="post-comments">Please <a rel="nofollow"'
            f' href="{ROOT}/signin?return_to=x">sign in</a> to leave a comment.</section></div>'
        )
        path = url + (f"?page={page}" if page > 1 else "")
        site.show(path, "thread", _frame(thread.title, crumbs, inside))
        for post in comments[(page - 1) * POSTS : page * POSTS]:
            site.send(
                f"{ROOT}/community/posts/{360004000000 + thread.id * 113}/comments/{post.id}",
                f"{path}#community_comment_{post.id}",
            )
    site.copy(f"{url}?page=1", url)
    for key in ("created_at", "votes"):
        site.copy(f"{url}?sort_by={key}", url)


def _write_person(site: Site, person: Person) -> None:
    posts = [thread for thread in site.talk.newest if thread.posts[0].who is person][:8]
    rows = "".join(
        f'<li class="profile-contribution"><h3><a href="{_thread(thread)}">{escape(thread.title)}</a></h3><ol class="breadcrumbs"><li><a'
        f' href="{ROOT}/community/topics">Community</a></li><li><a href="{_board(thread.board)}">{escape(thread.board.title)}</a></li>'
        f'</ol><p class="profile-contribution-body">{escape(thread.posts[0].paragraphs[0][:90])}</p><ul class="meta-group"><li>'
        f"{_when(thread.posts[0])}</li></ul></li>"
        for thread in posts
    )
    path = f"{ROOT}/profiles/{370000000 + person.id * 41}-{_slug(person.name)}"
    tabs = "".join(f'<a href="{path}?filter_by={word}">{word}</a>' for word in ("activities", "posts", "comments"))
    site.other(path, _frame(person.name, "", f"<h1>{escape(person.name)}</h1>{tabs}<ul>{rows}</ul>"))
