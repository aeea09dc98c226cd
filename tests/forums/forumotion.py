"""Forumotion: signs, numbers and names in one word (`/t12p15-title`), next topics by a query, an index page besides the portal."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://acme.forumotion.example"
ROWS, POSTS = 15, 8
TIME = "%a %b %d, %Y %I:%M %p"


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
    _write_rest(site)
    return site


def _slug(text: str) -> str:
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def _board(board: Board, start: int = 0) -> str:
    return f"/f{board.id}{f'p{start}' if start else ''}-{_slug(board.title)}"


def _thread(thread: Thread, start: int = 0) -> str:
    return f"/t{thread.id}{f'p{start}' if start else ''}-{_slug(thread.title)}"


def _user(person: Person) -> str:
    return f'<a href="/u{person.id}"><span style="color:#00f"><strong>{escape(person.name)}</strong></span></a>'


def _place(thread: Thread, post: Said) -> str:
    start = thread.posts.index(post) // POSTS * POSTS
    return f"{_thread(thread, start)}#{post.id}"


def _frame(site: Site, title: str, inside: str) -> str:
    menu = "".join(
        f'<li><a class="mainmenu" href="{url}" rel="nofollow"><img class="i_icon_mini" src="/i.png" alt="{word}"> {word}</a></li>'
        for url, word in (
            ("/forum", "Home"),
            ("/calendar", "Calendar"),
            ("/faq", "FAQ"),
            ("/search", "Search"),
            ("/memberlist", "Memberlist"),
            ("/groups", "Usergroups"),
            ("/register", "Register"),
            ("/login", "Log in"),
        )
    )
    return (
        f'<!DOCTYPE html><html><head><title>{escape(title)}</title></head><body><div id="page-header"><div class="headerbar"><h1>'
        f'<a href="/">Acme</a></h1></div><ul class="linklist navlinks">{menu}</ul></div><div id="page-body"><div'
        f' id="content-container">{inside}</div></div><div id="page-footer"><a href="/statistics">Statistics</a> <a'
        ' href="/contact">Contact</a> <a href="/abuse">Report an abuse</a></div></body></html>'
    )


def _crumbs(board: Board | None) -> str:
    chain = ""
    while board is not None:
        chain = f' :: <a class="nav" href="{_board(board)}"><span>{escape(board.title)}</span></a>{chain}'
        if board.parent is None:
            chain = f' :: <a class="nav" href="/c{len(board.category)}-{_slug(board.category)}">{escape(board.category)}</a>{chain}'
        board = board.parent
    return f'<p class="pathname-box"><a class="nav" href="/forum"><span>Acme</span></a>{chain}</p>'


def _last(board: Board) -> str:
    threads = [thread for one in (board, *board.below) for thread in one.threads]
    if not threads:
        return "No posts"
    last = max(threads, key=lambda thread: thread.last.time)
    return (
        f'<a href="{_thread(last)}" title="{escape(last.title)}">{escape(last.title[:24])}...</a><br>{last.last.time.strftime(TIME)}'
        f'<br>{_user(last.last.who)} <a href="{_place(last, last.last)}"><img src="/l.png" alt="View latest post"></a>'
    )


def _forum_rows(boards: list[Board]) -> str:
    rows = ""
    for board in boards:
        subs = ", ".join(f'<a href="{_board(one)}" class="gensmall">{escape(one.title)}</a>' for one in board.below)
        below = f"<br><strong>Subforums: </strong>{subs}" if subs else ""
        rows += (
            f'<li class="row"><dl class="icon" style="background:url(/x.png)"><dd class="dterm"><div><a class="forumtitle"'
            f' href="{_board(board)}">{escape(board.title)}</a><br>{escape(board.about)}{below}</div></dd><dd class="topics">'
            f'{len(board.threads)}<span class="gensmall"> Topics</span></dd><dd class="posts">{board.size}</dd><dd class="lastpost">'
            f"<span>{_last(board)}</span></dd></dl></li>"
        )
    return f'<ul class="topiclist forums">{rows}</ul>'


def _write_front(site: Site) -> None:
    blocks = ""
    for category in dict.fromkeys(board.category for board in site.talk.tops):
        boards = [board for board in site.talk.tops if board.category == category]
        block = (
            '<div class="forabg"><ul class="topiclist"><li class="header"><dl class="icon"><dd class="dterm"><div'
            f' class="table-title"><h2>{escape(category)}</h2></div></dd><dd class="topics">Topics</dd><dd class="posts">Posts</dd>'
            f'<dd class="lastpost">Last Posts</dd></dl></li></ul>{_forum_rows(boards)}</div>'
        )
        site.other(f"/c{len(category)}-{_slug(category)}", _frame(site, category, _crumbs(None) + block))
        blocks += block
    online = ", ".join(map(_user, site.talk.people[:3]))
    inside = (
        '<p class="right rightside"><a href="/search?search_id=unanswered">View posts since last visit</a> <a'
        f' href="/search?search_id=activetopics">Today\'s active topics</a></p>{_crumbs(None)}{blocks}<p class="page-bottom"><a'
        f' href="/viewonline">Who is online</a>: {online}</p>'
    )
    site.show("/", "entry", _frame(site, "Acme", inside))
    site.copy("/forum", "/")


def _pager(url: Callable[[int], str], page: int, pages: int, size: int) -> str:
    if pages == 1:
        return f"Page {page} of {pages}"

    def link(number: int, words: str) -> str:
        return f'<a href="{url((number - 1) * size)}">{words}</a>'

    numbers = ", ".join(f"<strong>{n}</strong>" if n == page else link(n, str(n)) for n in range(1, pages + 1))
    back = link(page - 1, '<img src="/b.png" alt="Previous">') if page > 1 else ""
    ahead = link(page + 1, '<img src="/n.png" alt="Next">') if page < pages else ""
    return f"Page <strong>{page}</strong> of <strong>{pages}</strong> &bull; {back}<span> {numbers} </span>{ahead}"


def _topic_row(thread: Thread) -> str:
    pages, who = portions(thread.posts, POSTS), thread.posts[0].who
    inner = ", ".join(f'<a href="{_thread(thread, p * POSTS)}">{p + 1}</a>' for p in range(pages)) if pages > 1 else ""
    inner = f'<span class="topicpagination">[ <img src="/g.png" alt="Goto page"> {inner} ]</span>' if inner else ""
    return (
        f'<li class="row row1"><dl class="icon"><dd class="dterm"><div class="topictitle_container">'
        f'{"<strong>Sticky: </strong>" if thread.is_sticky else ""}<a class="topictitle" href="{_thread(thread)}">'
        f'{escape(thread.title)}</a>{inner}<br>by {_user(who)}</div></dd><dd class="posts">{len(thread.posts) - 1}</dd><dd'
        f' class="views">{thread.views}</dd><dd class="lastpost"><span>by {_user(thread.last.who)} <a'
        f' href="{_place(thread, thread.last)}"><img src="/l.png" alt="View latest post"></a><br>'
        f"{thread.last.time.strftime(TIME)}</span></dd></dl></li>"
    )


def _write_board(site: Site, board: Board) -> None:
    pages = portions(board.threads, ROWS)
    for page in range(1, pages + 1):
        rows = "".join(map(_topic_row, board.threads[(page - 1) * ROWS : page * ROWS]))
        pager = f'<div class="pagination">{_pager(lambda start: _board(board, start), page, pages, ROWS)}</div>'
        below = f'<div class="forabg">{_forum_rows(board.below)}</div>' if board.below else ""
        inside = (
            f'<h1 class="page-title"><a href="{_board(board)}">{escape(board.title)}</a></h1>{_crumbs(board)}{below}<div'
            f' class="topic-actions"><div class="buttons"><a href="/post?f={board.id}&amp;mode=newtopic" rel="nofollow"><img'
            f' src="/p.png" alt="Post new topic"></a></div>{pager}</div><div class="forumbg"><ul class="topiclist"><li class="header">'
            '<dl class="icon"><dd class="dterm">Topics</dd><dd class="posts">Replies</dd><dd class="views">Views</dd><dd'
            f' class="lastpost">Last Posts</dd></dl></li></ul><ul class="topiclist topics">{rows}</ul></div>{pager}<form'
            ' action="/viewforum" method="get"><select name="selected_id">'
            + "".join(f'<option value="f{one.id}">{escape(one.title)}</option>' for one in site.talk.boards)
            + "</select></form>"
        )
        site.show(_board(board, (page - 1) * ROWS), "index", _frame(site, board.title, inside))


def _post(thread: Thread, post: Said, parity: int) -> str:
    who, number = post.who, thread.posts.index(post)
    quote = (
        f"<blockquote><div><cite>{escape(post.quotes.who.name)} wrote:</cite>{escape(post.quotes.paragraphs[0])}</div></blockquote>"
        if post.quotes
        else ""
    )
    text = quote + "<br><br>".join(map(escape, post.paragraphs))
    sign = f'<div class="signature_div" id="sig{post.id}">{escape(who.signature)}</div>' if who.signature else ""
    subject = ("Re: " if number else "") + thread.title
    return (
        f'<div id="p{post.id}" class="post row{parity % 2 + 1} post--{post.id}"><div class="inner"><div style="width:1px"'
        f' id="{post.id}"></div><div class="postbody"><ul class="profile-icons"><li><a href="/post?p={post.id}&amp;mode=quote"><img'
        f' src="/q.png" alt="Reply with quote"></a></li><li><a href="/abuse?page=%2Ft{thread.id}%23{post.id}"><img src="/r.png"'
        f' alt="Report"></a></li></ul><h2 class="topic-title"><a href="{_place(thread, post)}">{escape(subject)}</a></h2><p'
        f' class="author"><img src="/m.png" alt="Post" title="Post">&nbsp;by&nbsp;{_user(who)} {post.time.strftime(TIME)}</p><div'
        f' class="content clearfix"><div>{text}</div></div>{sign}</div><div class="postprofile" id="profile{post.id}"><dl><dt><a'
        f' href="/u{who.id}"><img src="/a.png" alt="{escape(who.name)}"></a><br><strong>{_user(who)}</strong></dt><dd>Member<br></dd>'
        f'<dd><span class="label">Posts</span> : {who.id * 3}<br><span class="label">Join date</span> :'
        f' {who.joined.strftime("%Y-%m-%d")}<br></dd><dd><a href="/u{who.id}"><img src="/v.png" alt="View user profile"></a> <a'
        f' href="/privmsg?mode=post&amp;u={who.id}"><img src="/pm.png" alt="Send private message"></a></dd></dl></div><p class="right">'
        '<a href="#top">Back to top</a></p></div></div>'
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, board = portions(thread.posts, POSTS), thread.board
    place = board.threads.index(thread)
    around = {"previous": board.threads[place - 1], "next": board.threads[(place + 1) % len(board.threads)]}
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        posts = "".join(_post(thread, post, number) for number, post in enumerate(shown))
        turn = (
            f'<p class="left-box"><a href="{_thread(thread)}?view=previous">View previous topic</a>&nbsp;<a'
            f' href="{_thread(thread)}?view=next">View next topic</a>&nbsp;<a href="#bottom">Go down</a></p>'
        )
        pager = f'<p class="pagination">{_pager(lambda start: _thread(thread, start), page, pages, POSTS)}</p>'
        inside = (
            f'<h1 class="page-title"><a href="{_thread(thread)}">{escape(thread.title)}</a></h1>{_crumbs(board)}<div class="buttons">'
            f'<a href="/post?t={thread.id}&amp;mode=reply"><img src="/rp.png" alt="Reply to topic"></a></div>{pager}{turn}{posts}'
            f"{pager}{turn}"
        )
        site.show(_thread(thread, (page - 1) * POSTS), "thread", _frame(site, thread.title, inside))
    for word, other in around.items():
        site.copy(f"{_thread(thread)}?view={word}", _thread(other))


def _write_person(site: Site, person: Person) -> None:
    inside = (
        f'<h1>{escape(person.name)}</h1><div class="panel"><dl class="left-box details"><dt>Joined:</dt><dd>'
        f'{person.joined.strftime("%Y-%m-%d")}</dd><dt>Messages:</dt><dd>{person.id * 3}</dd></dl><a href="/spa/user{person.id}">Find'
        f' all posts by {escape(person.name)}</a> <a href="/sta/user{person.id}">Find all topics</a></div>'
    )
    site.other(f"/u{person.id}", _frame(site, person.name, inside))
    topics = [thread for thread in site.talk.newest if thread.posts[0].who is person][:10]
    rows = f'<div class="forumbg"><ul class="topiclist topics">{"".join(map(_topic_row, topics))}</ul></div>'
    site.other(f"/sta/user{person.id}", _frame(site, "Search", rows))


def _write_rest(site: Site) -> None:
    for path in (
        "/calendar",
        "/faq",
        "/search",
        "/groups",
        "/register",
        "/login",
        "/statistics",
        "/contact",
        "/abuse",
        "/viewonline",
    ):
        site.other(path, _frame(site, path[1:], "<p>Words of the site.</p>"))
    rows = "".join(
        f"<tr><td>{number}</td><td>{_user(one)}</td><td>{one.joined.strftime('%Y-%m-%d')}</td></tr>"
        for number, one in enumerate(site.talk.people, 1)
    )
    site.other("/memberlist", _frame(site, "Members", f"<table class='table1'>{rows}</table>"))
    rows = "".join(map(_topic_row, site.talk.newest[:12]))
    for word in ("unanswered", "activetopics"):
        site.other(f"/search?search_id={word}", _frame(site, word, f'<ul class="topiclist topics">{rows}</ul>'))
