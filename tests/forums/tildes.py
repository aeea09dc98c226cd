"""Tildes: topics of all groups on the front page, titles that lead elsewhere, comments in trees, pages "after" a topic."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread

HOST = "https://tildes.example"
ROWS = 20
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
TAGS = ("linux", "ask", "music", "film", "weekly", "usa", "science", "sports", "recipes")


def make(seed: int) -> Site:
    """Write the forum."""
    talk = Talk(seed)
    for board in talk.boards:
        board.threads = [_maybe_link(replace(thread, is_sticky=False)) for thread in board.threads]
    talk.threads = [thread for board in talk.boards for thread in board.threads]
    site = Site(HOST, talk)
    _write_list(site, None, talk.newest)
    for board in talk.boards:
        newest = sorted(board.threads, key=lambda thread: thread.last.time, reverse=True)
        _write_list(site, board, newest)
        _write_wiki(site, board)
    for thread in talk.threads:
        _write_thread(site, thread)
    for person in talk.people:
        _write_person(site, person)
    rows = "".join(f'<li><a class="link-group" href="/{_name(board)}">{_name(board)}</a></li>' for board in talk.boards)
    site.other("/groups", _frame("Groups", "", f'<h2>Groups</h2><ul class="group-list">{rows}</ul>', ""))
    for name in ("login", "search"):
        site.other(f"/{name}", _frame(name, "", f"<h2>{name}</h2>", ""))
    return site


def _maybe_link(thread: Thread) -> Thread:
    """Every third topic is a link to another site."""
    if thread.id % 3:
        return thread
    first = replace(thread.posts[0], paragraphs=())
    return replace(thread, posts=(first, *thread.posts[1:]))


def _story(thread: Thread) -> str:
    return f"https://news.example/{thread.id}/story.html"


def _name(board: Board) -> str:
    return "~" + re.sub(r"\W", "", board.title.lower().split()[0]) + (f".{board.id}" if board.parent else str(board.id))


def _id(number: int) -> str:
    text = ""
    while number:
        number, rest = divmod(number, 36)
        text = SIGNS[rest] + text
    return text


def _key(thread: Thread) -> str:
    return _id(thread.id * 17)


def _url(thread: Thread) -> str:
    slug = re.sub(r"\W+", "_", thread.title.lower())
    return f"/{_name(thread.board)}/{_key(thread)}/{slug}"


def _frame(title: str, context: str, main: str, sidebar: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)} - {context or "Tildes"}</title></head><body>'
        '<header id="site-header"><a class="site-header-logo" href="/">Tildes</a>'
        + (f'<a class="site-header-context" href="/{context}">{context}</a>' if context else "")
        + '<div class="site-header-sidebar-button"><button class="btn" data-js-sidebar-toggle>Sidebar</button></div><div'
        f' class="logged-in-user-info"><a href="/login">Log in</a></div></header><main>{main}</main><aside id="sidebar">'
        '<form class="form-search" method="get" action="/search"><input type="text" name="q"><button>Search</button></form>'
        f'{sidebar}</aside><footer id="site-footer"><ul class="site-footer-links"><li><a href="https://docs.tildes.example">'
        'Docs</a></li><li><a href="https://docs.tildes.example/policies/privacy-policy">Privacy policy</a></li><li>'
        '<a href="https://gitlab.example/tildes">Source code</a></li></ul></footer></body></html>'
    )


def _when(post: Said) -> str:
    iso = post.time.strftime("%Y-%m-%dT%H:%M:%SZ")
    return (
        f'<time class="time-responsive" datetime="{iso}" title="{post.time.strftime("%Y-%m-%d %H:%M:%S")} UTC"'
        f' data-abbreviated="{post.time.strftime("%b %-d")}"><span class="time-responsive-full">'
        f"{post.time.strftime('%B %-d, %Y')}</span></time>"
    )


def _user(person: Person) -> str:
    return f'<a href="/user/{escape(person.name)}" class="link-user">{escape(person.name)}</a>'


def _tags(thread: Thread, base: str) -> str:
    names = {TAGS[thread.id % 9], TAGS[thread.id % 7]} if thread.id % 4 else set()
    return "".join(
        f'<li class="label label-topic-tag label-topic-tag-{tag}"><a href="{base}?tag={tag}">{tag}</a></li>'
        for tag in sorted(names)
    )


def _row(thread: Thread, base: str, *, grouped: bool) -> str:
    first = thread.posts[0]
    is_link = thread.id % 3 == 0
    goal = _story(thread) if is_link else _url(thread)
    group = (
        f'<span class="topic-group"><a class="link-group" href="/{_name(thread.board)}">{_name(thread.board)}</a></span>'
        if grouped
        else ""
    )
    words = sum(len(text.split()) for text in first.paragraphs)
    excerpt = "" if is_link else f'<p class="topic-text-excerpt">{escape(first.paragraphs[0][:120])}...</p>'
    about = '<span class="topic-content-type">Article</span>' if is_link else f"{words} words"
    return (
        f'<li><article id="topic-{_key(thread)}" class="topic"><header><div><h1 class="topic-title"><a href="{goal}">'
        f'{escape(thread.title)}</a></h1><span class="topic-content-metadata">({about})</span></div></header><div class='
        f'"topic-metadata">{group}<ul class="topic-tags">{_tags(thread, base)}</ul></div>{excerpt}<footer class="topic-info">'
        f'<div class="topic-info-comments"><a href="{_url(thread)}">{len(thread.posts) - 1} comments</a></div><div'
        f' class="topic-info-source">{"<span>news.example</span>" if is_link else _user(first.who)}</div><div>{_when(first)}'
        f'</div></footer><div class="topic-voting"><span class="topic-voting-votes">{thread.views % 40}</span><span'
        ' class="topic-voting-label">votes</span></div></article></li>'
    )


def _write_list(site: Site, board: Board | None, threads: list[Thread]) -> None:
    base = f"/{_name(board)}" if board else "/"
    orders = "".join(
        f'<li class="tab-item{" active" if name == "activity" else ""}"><a href="{base}?order={name}">{word}</a></li>'
        for name, word in (("activity", "Activity"), ("votes", "Votes"), ("comments", "Comments"), ("new", "New"))
    )
    groups = "".join(f'<li class="nav-item"><a href="/{_name(one)}">{_name(one)}</a></li>' for one in site.talk.boards)
    if board:
        sidebar = (
            f'<h3>{_name(board)}</h3><div class="group-short-description">{escape(board.about)}</div><div class='
            f'"group-subscription"><span>{board.size} subscribers</span></div><ul class="nav"><li>Group wiki pages</li>'
            f'<ul class="nav"><li class="nav-item"><a href="{base}/wiki/index">Index</a></li></ul></ul>'
        )
    else:
        sidebar = (
            "<h2>Home</h2><p>The home page shows topics from all the groups on Tildes.</p><ul class='nav'><li>Groups</li>"
            f'<ul class="nav nav-group-list">{groups}</ul></ul><a href="/groups" class="btn btn-primary">Browse the list of'
            " groups</a>"
        )
    parts = [threads[place : place + ROWS] for place in range(0, len(threads), ROWS)] or [[]]
    paths = [base, *(f"{base}?after={_key(part[-1])}" for part in parts[:-1])]
    for place, part in enumerate(parts):
        back = f'<a class="page-item btn" id="prev-page" href="{base}?before={_key(part[0])}">Prev</a>' if place else ""
        on = (
            f'<a class="page-item btn" id="next-page" href="{paths[place + 1]}">Next</a>'
            if place + 1 < len(parts)
            else ""
        )
        rows = "".join(_row(thread, base, grouped=board is None) for thread in part)
        main = (
            f'<div class="listing-options"><menu class="tab tab-listing-order">{orders}</menu><form class="form-listing-options"'
            ' method="get"><input type="hidden" name="order" value="activity"><select id="period" name="period"><option'
            ' value="1h">last 1 hour</option><option value="all" selected>all time</option></select></form></div>'
            f'<ol class="topic-listing">{rows}</ol><div class="pagination">{back}{on}</div>'
        )
        title = f"Topics in {_name(board)}" if board else "Tildes"
        page = _frame(title, _name(board) if board else "", main, sidebar)
        if place and not board:  # the groups have all that is here
            site.other(paths[place], page)
        else:
            site.show(paths[place], "index" if board else "entry", page)
        if place and board:
            site.copy(f"{base}?before={_key(part[0])}", paths[place - 1])
        for name in ("activity", "votes", "comments", "new") if place == 0 else ():
            site.other(f"{base}?order={name}", page)
    for tag in TAGS:
        rows = "".join(
            _row(thread, base, grouped=board is None)
            for thread in threads
            if tag in (TAGS[thread.id % 9], TAGS[thread.id % 7])
        )
        main = f'<div class="topic-listing-filter">Only "{tag}". <a href="{base}">Back</a></div><ol class="topic-listing">{rows}</ol>'
        site.other(f"{base}?tag={tag}", _frame(tag, _name(board) if board else "", main, sidebar))


def _comment(thread: Thread, post: Said, depth: int) -> str:
    answers = [other for other in thread.posts[1:] if other.quotes and other.quotes.id == post.id]
    below = "".join(f'<li class="comment-tree-item">{_comment(thread, other, depth + 1)}</li>' for other in answers)
    number = _id(post.id * 23)
    parent = ""
    if depth and post.quotes:
        parent = f'<a class="comment-nav-link" href="{_url(thread)}#comment-{_id(post.quotes.id * 23)}">Parent</a>'
    op = (
        '<span class="comment-user-info">(<abbr title="Original Poster">OP</abbr>)</span>'
        if post.who is thread.posts[0].who
        else ""
    )
    text = "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    return (
        f'<article id="comment-{number}" class="comment" data-comment-depth="{depth}"><div class="comment-itself"><header>'
        f'<button class="btn btn-comment-collapse">&minus;</button>{_user(post.who)} {op} <div><a class="comment-nav-link"'
        f' href="{_url(thread)}#comment-{number}">Link</a>{parent}</div> {_when(post)}</header><div class="comment-text">{text}'
        '</div><menu class="btn-post"><li><div class="btn-post-action">Vote</div></li></menu></div>'
        + (f'<ol class="comment-tree comment-tree-replies">{below}</ol>' if below else "")
        + "</article>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    first = thread.posts[0]
    tops = [post for post in thread.posts[1:] if post.quotes is None or post.quotes.id == first.id]
    comments = "".join(f'<li class="comment-tree-item">{_comment(thread, post, 0)}</li>' for post in tops)
    if thread.id % 3:
        body = (
            '<div class="topic-full-text">' + "".join(f"<p>{escape(line)}</p>" for line in first.paragraphs) + "</div>"
        )
    else:
        body = f'<div class="topic-full-link"><a href="{_story(thread)}">{_story(thread)}</a></div>'
    count = len(thread.posts) - 1
    section = (
        f'<section class="topic-comments"><header class="topic-comments-header"><h2>{count} comments</h2><form method="get">'
        '<select id="comment_order" name="comment_order"><option value="votes">most votes</option><option value="newest"'
        f' selected>newest first</option></select></form></header><ol class="comment-tree" id="comments">{comments}</ol></section>'
        if count
        else ""
    )
    main = (
        f'<article class="topic-full"><header><div class="topic-voting"><span class="topic-voting-votes">{thread.views % 40}'
        f'</span><span class="topic-voting-label">votes</span></div><h1>{escape(thread.title)}</h1><div class="topic-full-byline">'
        f"Posted {_when(first)} by {_user(first.who)}</div></header>{body}{section}</article>"
    )
    last = (
        f'<dt>Last comment posted</dt><dd><a href="{_url(thread)}#comment-{_id(thread.last.id * 23)}">{_when(thread.last)}</a></dd>'
        if count
        else ""
    )
    sidebar = (
        f'<h2>Topic info</h2><dl><dt>Tags</dt><dd><ul class="topic-tags">{_tags(thread, "/" + _name(thread.board))}</ul></dd>'
        f"<dt>Comments</dt><dd>{count} comments</dd>{last}</dl>"
    )
    site.show(_url(thread), "thread", _frame(thread.title, _name(thread.board), main, sidebar))


def _write_wiki(site: Site, board: Board) -> None:
    main = f"<article class='wiki-page'><h1>Index</h1><p>{escape(board.about)}</p></article>"
    site.other(f"/{_name(board)}/wiki/index", _frame("Index", _name(board), main, ""))


def _write_person(site: Site, person: Person) -> None:
    main = f"<h2>{escape(person.name)}</h2><p>Recent activity is visible to logged-in users.</p>"
    side = f"<dl><dt>Registered</dt><dd>{person.joined.strftime('%B %-d, %Y')}</dd></dl>"
    site.other(f"/user/{person.name}", _frame(person.name, "", main, side))
