"""Jive Forums 5: Java pages, an offset of threads and one of posts in each address, shortcuts by the id of a message."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://jive.example"
ROOT = "/jive"
ROWS, POSTS = 15, 8
TIME = "%b %d, %Y %I:%M %p"


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


def _user(person: Person) -> str:
    return f'<a href="profile.jspa?userID={person.id}" title="{escape(person.name)}">{escape(person.name)}</a>'


def _categories(site: Site) -> list[str]:
    return list(dict.fromkeys(board.category for board in site.talk.boards))


def _frame(title: str, crumbs: str, inside: str) -> str:
    return (
        f'<html><head><title>Acme Forums: {escape(title)}</title></head><body class="jive-body"><div id="jive-userbar"><a'
        f' href="search!default.jspa">Search</a> <a href="login!withRedirect.jspa">Login</a> <a href="help.jspa">Help</a> <a'
        f' href="guest-settings!default.jspa">Guest Settings</a></div><p class="jive-breadcrumbs"><a href="index.jspa">Acme Forums</a>'
        f'{crumbs}</p><table width="100%"><tr valign="top"><td>{inside}</td><td class="jive-sidebar"><div'
        f' class="jive-sidebar"><h4>Top Users</h4></div></td></tr></table><p class="jive-foot"><a href="rss/rssmessages.jspa">RSS</a>'
        "</p></body></html>"
    )


def _forum_row(board: Board) -> str:
    last = max(board.threads, key=lambda thread: thread.last.time) if board.threads else None
    newest = (
        f'{last.last.time.strftime(TIME)}<br>by: <a href="thread.jspa?messageID={last.last.id}&amp;tstart=0#{last.last.id}">'
        f"{escape(last.last.who.name)} &raquo;</a>"
        if last
        else "&nbsp;"
    )
    return (
        f'<tr valign="top"><td class="jive-icon"><img src="images/forum.gif"></td><td class="jive-forum-name"><a'
        f' href="forum.jspa?forumID={board.id}&amp;start=0">{escape(board.title)}</a><div>{escape(board.about)}</div></td><td'
        f' class="jive-msgcounts">{len(board.threads)} / {board.size}</td><td class="jive-date">{newest}</td></tr>'
    )


def _write_front(site: Site) -> None:
    inside = ""
    for number, category in enumerate(_categories(site), 1):
        rows = "".join(_forum_row(board) for board in site.talk.boards if board.category == category)
        table = (
            f'<div class="jive-category"><span class="jive-category-name"><a href="category.jspa?categoryID={number}">'
            f'{escape(category)}</a></span></div><table class="jive-list"><tr><th colspan="2">Forum / Category</th><th>Topics /'
            f" Messages</th><th>Last Post</th></tr>{rows}</table>"
        )
        site.other(f"{ROOT}/category.jspa?categoryID={number}", _frame(category, "", table))
        inside += table
    site.show(f"{ROOT}/index.jspa", "entry", _frame("Home", "", inside))
    site.copy(f"{ROOT}/", f"{ROOT}/index.jspa")
    site.send("/", f"{ROOT}/index.jspa")


def _pager(url: str, key: str, page: int, pages: int, size: int) -> str:
    if pages == 1:
        return "Pages: 1"

    def link(number: int, words: str) -> str:
        return f'<a href="{url.replace(key, f"{key}{(number - 1) * size}")}">{words}</a>'

    numbers = " ".join(f"<b>{n}</b>" if n == page else link(n, str(n)) for n in range(1, pages + 1))
    back = link(page - 1, "Previous") + " | " if page > 1 else ""
    ahead = " | " + link(page + 1, "Next") if page < pages else ""
    return f'<span class="jive-paginator">Pages: {pages} [ {back}{numbers}{ahead} ]</span>'


def _row(thread: Thread, start: int) -> str:
    last = thread.last
    return (
        f'<tr valign="top"><td class="jive-icon"><img src="images/t.gif"></td><td class="jive-subject"><a'
        f' href="thread.jspa?threadID={thread.id}&amp;tstart={start}">{escape(thread.title)}</a></td><td class="jive-author">'
        f'{_user(thread.posts[0].who)}</td><td class="jive-counts">{thread.views}</td><td class="jive-counts">{len(thread.posts) - 1}</td>'
        f'<td class="jive-date">{last.time.strftime(TIME)}<br>by: <a href="thread.jspa?messageID={last.id}&amp;tstart={start}#{last.id}">'
        f"{escape(last.who.name)} &raquo;</a></td></tr>"
    )


def _crumbs(site: Site, board: Board) -> str:
    number = _categories(site).index(board.category) + 1
    return f' &raquo; <a href="category.jspa?categoryID={number}">{escape(board.category)}</a>'


def _write_board(site: Site, board: Board) -> None:
    pages = portions(board.threads, ROWS)
    for page in range(1, pages + 1):
        start = (page - 1) * ROWS
        rows = "".join(_row(thread, start) for thread in board.threads[start : start + ROWS])
        pager = _pager(f"forum.jspa?forumID={board.id}&amp;start=", "start=", page, pages, ROWS)
        inside = (
            f'<h1 class="jive-title">Forum: {escape(board.title)}</h1><div class="jive-buttons"><a'
            f' href="post!default.jspa?forumID={board.id}">Post new topic</a> <a href="search!default.jspa?objID=f{board.id}">Search</a>'
            f' <a href="forum.jspa?forumID={board.id}&amp;start=0&amp;sortField=20">Sort</a></div>{pager}<table class="jive-list"><tr><th'
            f' colspan="2">Topic</th><th>Author</th><th>Views</th><th>Replies</th><th>Last Post</th></tr>{rows}</table>{pager}<a'
            f' href="rss/rssmessages.jspa?forumID={board.id}">RSS</a>'
        )
        path = f"{ROOT}/forum.jspa?forumID={board.id}&start={start}"
        crumbs = _crumbs(site, board) + f" &raquo; {escape(board.title)}"
        site.show(path, "index", _frame(board.title, crumbs, inside))
    first = f"{ROOT}/forum.jspa?forumID={board.id}&start=0"
    site.copy(f"{ROOT}/forum.jspa?forumID={board.id}", first)
    site.copy(f"{first}&sortField=20", first)


def _post(thread: Thread, post: Said, place: int, tstart: int) -> str:
    who = post.who
    quote = f'<span class="jive-quote">&gt; {escape(post.quotes.paragraphs[0])}</span><br>' if post.quotes else ""
    text = quote + "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    sign = f'<div class="jive-signature">{escape(who.signature)}</div>' if who.signature else ""
    subject = ("Re: " if place else "") + thread.title
    answered = ""
    if post.quotes:
        answered = (
            f'in response to: <a href="thread.jspa?messageID={post.quotes.id}&amp;tstart={tstart}#{post.quotes.id}">'
            f"{escape(post.quotes.who.name)}</a>"
        )
    return (
        f'<a name="{post.id}"></a><table class="jive-message-list"><tr valign="top"><td width="1%" class="jive-userinfo"><table><tr><td>'
        f"{_user(who)}</td></tr><tr><td><br>Posts: {who.id * 3}<br>From: {escape(who.town) or 'Town'}<br>Registered:"
        f' {who.joined.strftime("%m/%d/%y")}</td></tr></table></td><td width="99%"><table width="100%"><tr valign="top"><td><span'
        f' class="jive-subject">{escape(subject)}</span><br>Posted: {post.time.strftime(TIME)} {answered}</td><td class="jive-buttons"><a'
        f' href="post!reply.jspa?messageID={post.id}"><img src="images/reply.gif" alt="Reply"></a></td></tr><tr><td colspan="2"><hr>{text}'
        f"{sign}</td></tr></table></td></tr></table>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, board = portions(thread.posts, POSTS), thread.board
    tstart = board.threads.index(thread) // ROWS * ROWS
    crumbs = f'{_crumbs(site, board)} &raquo; <a href="forum.jspa?forumID={board.id}&amp;start={tstart}">{escape(board.title)}</a>'
    first = f"{ROOT}/thread.jspa?threadID={thread.id}&tstart={tstart}"
    for page in range(1, pages + 1):
        start = (page - 1) * POSTS
        shown = thread.posts[start : start + POSTS]
        pager = _pager(
            f"thread.jspa?threadID={thread.id}&amp;start=&amp;tstart={tstart}", ";start=", page, pages, POSTS
        )
        posts = "".join(_post(thread, post, start + place, tstart) for place, post in enumerate(shown))
        inside = (
            f'<h1>Thread: {escape(thread.title)}</h1><div class="jive-thread-info"><a href="forum.jspa?forumID={board.id}&amp;start='
            f'{tstart}">Back to Topic List</a> Replies: {len(thread.posts) - 1} - Last Post: {thread.last.time.strftime(TIME)}</div><div'
            f' class="jive-buttons"><a href="post!reply.jspa?threadID={thread.id}">Reply to this Topic</a> <a href="search!default.jspa?objID'
            f'=f{board.id}">Search Forum</a></div>{pager}{posts}{pager}'
        )
        path = f"{ROOT}/thread.jspa?threadID={thread.id}&start={start}&tstart={tstart}" if page > 1 else first
        site.show(path, "thread", _frame(thread.title, crumbs, inside))
        for post in shown:
            for number in (0, tstart):
                site.copy(f"{ROOT}/thread.jspa?messageID={post.id}&tstart={number}", path)
    site.copy(f"{ROOT}/thread.jspa?threadID={thread.id}&start=0&tstart={tstart}", first)
    site.copy(f"{ROOT}/thread.jspa?threadID={thread.id}&tstart=0", first)
    site.copy(f"{ROOT}/thread.jspa?threadID={thread.id}", first)


def _write_person(site: Site, person: Person) -> None:
    mine = [thread for thread in site.talk.newest if thread.posts[0].who is person][:8]
    rows = "".join(
        f'<tr><td><a href="thread.jspa?messageID={thread.posts[0].id}&amp;tstart=0#{thread.posts[0].id}">{escape(thread.title)}</a></td>'
        f"<td>{thread.posts[0].time.strftime(TIME)}</td></tr>"
        for thread in mine
    )
    inside = (
        f'<h1>Profile: {escape(person.name)}</h1><table class="jive-profile"><tr><td>Registered:</td><td>'
        f"{person.joined.strftime(TIME)}</td></tr></table><table class='jive-list'>{rows}</table>"
    )
    site.other(f"{ROOT}/profile.jspa?userID={person.id}", _frame(person.name, "", inside))


def _write_rest(site: Site) -> None:
    for path in ("search!default.jspa", "login!withRedirect.jspa", "help.jspa", "guest-settings!default.jspa"):
        site.other(f"{ROOT}/{path}", _frame(path, "", "<p>Words of the site.</p>"))
