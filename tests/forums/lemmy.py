"""Lemmy's pages without scripts: communities and posts, comments in nested lists, further pages by number or by a cursor, ages."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://lemmy.example"
ROWS = 15
SORTS = ("Active", "Hot", "New", "Old", "MostComments", "NewComments")


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


def _name(board: Board) -> str:
    return "".join(filter(str.isalnum, board.title.lower())) + (str(board.id) if board.id % 3 == 0 else "")


def _user(person: Person) -> str:
    name = "".join(c for c in person.name if c.isalnum())
    return (
        f'<a class="person-listing d-inline-flex align-items-baseline text-info" title="{name}" href="/u/{name}"><img src="/a.webp"'
        f' alt=""><span>{escape(person.name)}</span></a>'
    )


def _when(post: Said) -> str:
    told = post.time.strftime("%A, %B %d, %Y at %I:%M:%S %p GMT")
    return f'<span data-tippy-content="{told}" class="moment-time pointer unselectable">{post.time.strftime("%Y-%m-%dT%H:%M:%SZ")}</span>'


def _age(post: Said) -> str:
    return f'<time datetime="{post.time.strftime("%Y-%m-%dT%H:%M:%SZ")}">{2024 - post.time.year} years ago</time>'


def _frame(title: str, inside: str) -> str:
    menu = "".join(
        f'<li class="nav-item"><a class="nav-link" href="{url}" title="{word}">{word}</a></li>'
        for url, word in (("/communities", "Communities"), ("/create_post", "Create Post"), ("/search", "Search"), ("/login", "Login"))
    )
    foot = "".join(
        f'<li class="nav-item"><a class="nav-link" href="{url}">{word}</a></li>'
        for url, word in (("/modlog", "Modlog"), ("/legal", "Legal"), ("/instances", "Instances"), ("https://join.example/docs", "Docs"))
    )
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)} - Lemmy</title></head><body><div id="root"><nav'
        f' class="navbar"><a class="navbar-brand" href="/" title="Lemmy">Lemmy</a><ul class="navbar-nav">{menu}</ul></nav><div'
        f' class="mt-4 p-0 fl-1"><div class="container-lg">{inside}</div></div><footer class="app-footer"><ul>{foot}</ul></footer>'
        "</div></body></html>"
    )


def _row(thread: Thread, *, full: bool = False) -> str:
    first, name = thread.posts[0], _name(thread.board)
    body = ""
    if full:
        text = "".join(f"<p>{escape(line)}</p>" for line in first.paragraphs)
        body = f'<article id="postContent" class="col-12 card my-2 p-2"><div class="md-div">{text}</div></article>'
    pin = '<span class="text-primary" title="Featured in community"><svg class="icon"></svg></span>' if thread.is_sticky else ""
    return (
        f'<div class="post-listing mt-2"><article class="row post-container"><div class="col flex-grow-1"><div class="row"><div'
        f' class="col-12"><div class="post-title"><h1 class="h5 d-inline text-break"><a class="d-inline link-dark"'
        f' href="/post/{thread.id}" title="Comments">{escape(thread.title)}</a>{pin}</h1></div><div class="small mb-1"><span>'
        f'{_user(first.who)} to <a class="community-link" title="!{name}" href="/c/{name}"><span>{escape(thread.board.title)}</span></a>'
        f' • {_age(first)}</span></div><div class="d-flex align-items-center"><a class="btn btn-link btn-sm text-muted"'
        f' href="/post/{thread.id}?scrollToComments=true" title="{len(thread.posts) - 1} Comments"><svg class="icon"></svg>'
        f'{len(thread.posts) - 1}</a><a class="btn btn-sm" title="link" href="/post/{thread.id}"><svg></svg></a><span'
        f' class="unselectable">{thread.views % 40}</span></div></div></div></div></article>{body}</div>'
    )


def _sorts(url: str) -> str:
    return "".join(f'<option value="{word}">{word}</option>' for word in SORTS) + f'<a href="{url}?dataType=Comment">Comments</a>'


def _pager(url: str, page: int, pages: int) -> str:
    back = f'<a class="btn btn-secondary me-2" href="{url}{f"?page={page - 1}" if page > 2 else ""}">Prev</a>' if page > 1 else ""
    ahead = f'<a class="btn btn-secondary" href="{url}?page={page + 1}">Next</a>' if page < pages else ""
    return f'<div class="my-2">{back}{ahead}</div>'


def _write_front(site: Site) -> None:
    pages = portions(site.talk.newest, ROWS)
    boards = "".join(
        f'<li class="list-inline-item d-inline-block"><a class="community-link" title="!{_name(board)}" href="/c/{_name(board)}"><span>'
        f"{escape(board.title)}</span></a></li>"
        for board in site.talk.boards[:5]
    )
    side = f'<aside class="col-md-4"><h5><a class="text-body" href="/communities">Trending communities</a></h5><ul>{boards}</ul></aside>'
    for page in range(1, pages + 1):
        rows = '<hr class="my-3">'.join(map(_row, site.talk.newest[(page - 1) * ROWS : page * ROWS]))
        inside = f'<div class="row"><main class="col-md-8">{_sorts("/")}<div class="post-listings">{rows}</div>{_pager("/", page, pages)}</main>{side}</div>'
        path = "/" + (f"?page={page}" if page > 1 else "")
        if page == 1:
            site.show(path, "entry", _frame("Lemmy", inside))
        else:
            site.other(path, _frame("Lemmy", inside))


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), f"/c/{_name(board)}"
    mods = ", ".join(map(_user, site.talk.people[board.id : board.id + 2]))
    side = f'<aside class="col-md-4"><h5>{escape(board.title)}</h5><p>{escape(board.about)}</p><div>mods: {mods}</div><a href="/modlog/{board.id}">Modlog</a></aside>'
    for page in range(1, pages + 1):
        rows = '<hr class="my-3">'.join(map(_row, board.threads[(page - 1) * ROWS : page * ROWS]))
        inside = (
            f'<div class="row"><main class="col-md-8"><div class="community-header"><h1 class="h4">{escape(board.title)}</h1>'
            f'<a class="community-link" href="{url}">!{_name(board)}</a></div>{_sorts(url)}<div class="post-listings">{rows}</div>'
            f"{_pager(url, page, pages)}</main>{side}</div>"
        )
        site.show(url + (f"?page={page}" if page > 1 else ""), "index", _frame(board.title, inside))


def _comment(thread: Thread, post: Said, depth: int, below: dict[int, list[Said]]) -> str:
    inner = "".join(_comment(thread, one, depth + 1, below) for one in below.get(post.id, ()))
    text = "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    up = thread.posts[0].id if post.quotes is None else post.quotes.id
    above = f'<a class="btn btn-link btn-animate text-muted p-0" href="/comment/{up}" title="parent">parent</a>' if depth else ""
    return (
        f'<li class="comment list-unstyled"><article id="comment-{post.id}" class="details comment-node py-2 border-top border-light">'
        f'<div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small"><button class="btn btn-sm">-</button>'
        f'{_user(post.who)}<a class="btn btn-link btn-sm" href="/post/{thread.id}/{post.id}" title="link"><svg></svg></a><span'
        f' class="me-lg-5">{post.id % 9}</span><span>{_age(post)}</span></div><div class="comment-content"><div class="md-div">{text}'
        f"</div></div>{above}</div></article>{f'<ul class=comments>{inner}</ul>' if inner else ''}</li>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    below: dict[int, list[Said]] = {}
    for post in thread.posts[1:]:
        below.setdefault((post.quotes or thread.posts[0]).id, []).append(post)
    rows = "".join(_comment(thread, post, 0, below) for post in below.get(thread.posts[0].id, ()))
    sorts = "".join(f'<label><input type="radio" value="{word}">{word}</label>' for word in ("Hot", "Top", "New", "Old"))
    board = thread.board
    side = f'<aside class="col-md-4"><h5><a class="community-link" href="/c/{_name(board)}">{escape(board.title)}</a></h5><p>{escape(board.about)}</p></aside>'
    url = f"/post/{thread.id}"

    def page(tree: str, note: str = "") -> str:
        inside = f'<div class="row"><main class="col-md-8">{_row(thread, full=True)}{note}<div>{sorts}</div><ul class="comments">{tree}</ul></main>{side}</div>'
        return _frame(f"{thread.title} - {board.title}", inside)

    site.show(url, "thread", page(rows))
    site.copy(f"{url}?scrollToComments=true", url)
    for post in thread.posts[1:]:
        tree = _comment(thread, post, 0, below)
        html = page(tree, f'<div><a class="btn" href="{url}">View all comments</a> <a href="/comment/{post.id}">Show context</a></div>')
        site.other(f"{url}/{post.id}", html)
        site.other(f"/comment/{post.id}", html)


def _write_person(site: Site, person: Person) -> None:
    name = "".join(c for c in person.name if c.isalnum())
    rows = "".join(map(_row, [thread for thread in site.talk.newest if thread.posts[0].who is person][:8]))
    inside = f'<main><h5>{escape(person.name)}</h5><span>Joined {person.joined.strftime("%b %d, %Y")}</span><div class="post-listings">{rows}</div></main>'
    site.other(f"/u/{name}", _frame(person.name, inside))


def _write_rest(site: Site) -> None:
    rows = "".join(
        f'<tr><td><a class="community-link" title="!{_name(board)}" href="/c/{_name(board)}"><span>{escape(board.title)}</span></a></td>'
        f"<td>{board.id * 7}</td><td>{len(board.threads)}</td><td>{board.size}</td></tr>"
        for board in site.talk.boards
    )
    table = f'<table class="table" id="community_table"><thead><tr><th>Name</th><th>Subscribers</th><th>Posts</th><th>Comments</th></tr></thead><tbody>{rows}</tbody></table>'
    site.other("/communities", _frame("Communities", f"<h1>List of communities</h1>{table}"))
    for path in ("/search", "/login", "/modlog", "/legal", "/instances", "/create_post"):
        site.other(path, _frame(path, "<p>Words of the site.</p>"))
    for url in ("/", *(f"/c/{_name(board)}" for board in site.talk.boards)):
        comments = "".join(
            f'<article class="comment-node"><div>{_user(post.who)} in <a href="/post/{thread.id}">{escape(thread.title)}</a> {_age(post)}</div><p>{escape(post.text)}</p></article>'
            for thread in site.talk.newest[:8]
            for post in thread.posts[1:2]
        )
        site.other(f"{url}?dataType=Comment", _frame("Comments", comments))
