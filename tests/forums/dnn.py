"""Active Forums on DNN: keys and values are folders (`/aff/3/aft/12/afv/topic/afpg/2/Default.aspx`), all in one page of a site."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://dnn.example"
TAB = "/Forums/tabid/53"
ROWS, POSTS = 15, 8
TIME = "%m/%d/%Y %I:%M %p"


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


def _url(*parts: object) -> str:
    return "/".join([TAB, *map(str, parts), "Default.aspx"])


def _board(board: Board, page: int = 1) -> str:
    return _url("aff", board.id, "afv", "topics", "afpg", page) if page > 1 else _url("aff", board.id)


def _thread(thread: Thread, page: int = 1) -> str:
    rest = ("afpg", page) if page > 1 else ()
    return _url("aff", thread.board.id, "aft", thread.id, "afv", "topic", *rest)


def _last(thread: Thread) -> str:
    page = portions(thread.posts, POSTS)
    if page == 1:
        return f"{_thread(thread)}#{thread.last.id}"
    return f"{_url('aff', thread.board.id, 'aft', thread.id, 'afpgj', page, 'afv', 'topic')}#{thread.last.id}"


def _user(person: Person) -> str:
    return f'<a href="/ActivityFeed/tabid/61/userId/{person.id}/Default.aspx" class="af-profile-link" rel="nofollow">{escape(person.name)}</a>'


def _frame(title: str, inside: str) -> str:
    menu = "".join(
        f'<li><a href="/{name}/tabid/{number}/Default.aspx">{name}</a></li>'
        for number, name in ((36, "Home"), (41, "Products"), (44, "Support"), (53, "Forums"), (55, "News"))
    )
    return (
        f'<!DOCTYPE html><html><head><title>{escape(title)} - Acme</title></head><body id="Body"><form method="post"'
        f' action="{TAB}/Default.aspx" id="Form"><div id="dnn_ControlPanel"></div><div id="nav"><ul>{menu}</ul></div><div'
        f' class="login"><a href="/Login/tabid/99/Default.aspx" rel="nofollow">Login</a> <a href="/Register/tabid/98/Default.aspx">'
        f'Register</a></div><div id="dnn_ContentPane"><div class="dcf-toolbar"><a href="{_url()}">Forums</a> <a'
        f' href="{_url("afv", "grid", "afgt", "unanswered")}">Unanswered</a> <a href="{_url("afv", "grid", "afgt", "activetopics")}">'
        f'Active Topics</a> <a href="{_url("afv", "search")}">Search</a></div>{inside}</div><div id="foot"><a'
        ' href="/Privacy/tabid/71/Default.aspx">Privacy</a> <a href="/Terms/tabid/72/Default.aspx">Terms</a></div></form></body></html>'
    )


def _forum_row(board: Board) -> str:
    last = max(board.threads, key=lambda thread: thread.last.time) if board.threads else None
    newest = (
        f'<span class="dcf-lastpost-subject"><a href="{_last(last)}">{escape(last.title[:25])}</a></span> <span'
        f' class="dcf-lastpost-author">by {_user(last.last.who)}</span> <span class="dcf-lastpost-date">'
        f"{last.last.time.strftime(TIME)}</span>"
        if last
        else ""
    )
    return (
        f'<tr class="dcf-table-body-row"><td class="dcf-col dcf-col-text"><div class="dcf-forum-title-text"><h4'
        f' class="dcf-forum-title"><a href="{_board(board)}">{escape(board.title)}</a></h4><div class="dcf-forum-description">'
        f'{escape(board.about)}</div></div></td><td class="dcf-col">{len(board.threads)}</td><td class="dcf-col">'
        f'{board.size - len(board.threads)}</td><td class="dcf-col">{board.id % 4}</td><td class="dcf-col">{newest}</td></tr>'
    )


def _groups(site: Site) -> list[str]:
    return list(dict.fromkeys(board.category for board in site.talk.tops))


def _write_front(site: Site) -> None:
    all_groups = ""
    for number, category in enumerate(_groups(site), 1):
        rows = ""
        for board in (board for board in site.talk.tops if board.category == category):
            rows += _forum_row(board) + "".join(map(_forum_row, board.below))
        head = "".join(f'<th scope="col" class="dcf-th">{word}</th>' for word in ("Forum", "Topics", "Replies", "Subscribers", "Last Post"))
        group = (
            f'<div class="dcf-forums"><div class="dcf-group-title-wrap"><h3 class="dcf-group-title">Group: <a'
            f' href="{_url("afg", number)}">{escape(category)}</a></h3></div><table class="dcf-table"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
        site.other(_url("afg", number), _frame(category, f'<div class="dcf-forum-view">{group}</div>'))
        all_groups += group
    site.show(_url(), "entry", _frame("Forums", f'<div class="dcf-forum-view">{all_groups}</div>'))


def _crumbs(site: Site, board: Board) -> str:
    number = _groups(site).index(board.category) + 1
    above = f' &gt; <a href="{_board(board.parent)}">{escape(board.parent.title)}</a>' if board.parent else ""
    return (
        f'<a href="{_url()}" class="dcf-forums-link">Forums</a> &gt; <a href="{_url("afg", number)}" class="dcf-forumgroup-link">'
        f"{escape(board.category)}</a>{above}"
    )


def _pager(url: object, page: int, pages: int) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str) -> str:
        return f'<td class="afpager-page"><a href="{url(number)}" title="Page {number}">{words}</a></td>'  # type: ignore[operator]

    numbers = "".join(f'<td class="afpager-current">{n}</td>' if n == page else link(n, str(n)) for n in range(1, pages + 1))
    back = link(1, "&lt;&lt;") + link(page - 1, "&lt;") if page > 1 else ""
    ahead = link(page + 1, "&gt;") + link(pages, "&gt;&gt;") if page < pages else ""
    return f'<table class="afpager"><tr><td>Page {page} of {pages}</td>{back}{numbers}{ahead}</tr></table>'


def _topic_row(thread: Thread) -> str:
    pages, first = portions(thread.posts, POSTS), thread.posts[0]
    inner = " ".join(f'<a href="{_thread(thread, page)}">{page}</a>' for page in range(1, pages + 1)) if pages > 1 else ""
    inner = f'<span class="afminipager">(Pages: {inner})</span>' if inner else ""
    body = escape(first.paragraphs[0][:60], quote=True)
    return (
        f'<tr class="dcf-table-body-row"><td class="dcf-col"><div><i class="fa fa-file-o"></i></div></td><td class="dcf-col"><div'
        f' class="dcf-subject" title="{body}"><h4 class="dcf-title dcf-title-4"><a href="{_thread(thread)}" class="dcf-topic-link">'
        f'{escape(thread.title)}</a></h4><div class="dcf-topic-started">Started by <i class="fa fa-user"></i>&nbsp;{_user(first.who)}'
        f'{inner}</div><div class="dcf-topic-description">{body}</div></div></td><td class="dcf-col">{len(thread.posts) - 1}</td><td'
        f' class="dcf-col">{thread.views}</td><td class="dcf-col"><div class="dcf-last-post">by <i class="fa fa-user"></i>&nbsp;'
        f'{_user(thread.last.who)}<a href="{_last(thread)}"><i class="fa fa-arrow" title="Last post"></i></a><br>'
        f"{thread.last.time.strftime(TIME)}</div></td></tr>"
    )


def _write_board(site: Site, board: Board) -> None:
    pages = portions(board.threads, ROWS)
    for page in range(1, pages + 1):
        rows = "".join(map(_topic_row, board.threads[(page - 1) * ROWS : page * ROWS]))
        pager = f'<div class="dcf-topics-pager">{_pager(lambda number: _board(board, number), page, pages)}</div>'
        below = (
            f'<div class="dcf-sub-forums-wrap"><table class="dcf-table"><tbody>{"".join(map(_forum_row, board.below))}</tbody></table>'
            "</div>"
            if board.below
            else ""
        )
        inside = (
            f'<div class="dcf-topics-view"><div class="dcf-breadcrumb">{_crumbs(site, board)}</div><h2 class="dcf-forum-title">Forum:'
            f' <a href="{_board(board)}" class="dcf-forum-link">{escape(board.title)}</a></h2><div class="dcf-topics">{pager}<table'
            f' class="dcf-table"><tbody>{rows}</tbody></table>{pager}<a href="/DesktopModules/ActiveForums/feeds.aspx?portalid=0&amp;'
            f'forumid={board.id}&amp;tabid=53">RSS</a></div>{below}</div>'
        )
        site.show(_board(board, page), "index", _frame(board.title, inside))
    site.copy(_url("aff", board.id, "afv", "topics", "afpg", 1), _board(board))


def _post(thread: Thread, post: Said) -> str:
    who, number = post.who, thread.posts.index(post)
    quote = f"<blockquote>{escape(post.quotes.who.name)} wrote: {escape(post.quotes.paragraphs[0])}</blockquote>" if post.quotes else ""
    text = quote + "<br />".join(map(escape, post.paragraphs))
    sign = f'<div class="dcf-post-signature">{escape(who.signature)}</div>' if who.signature else ""
    return (
        f'<div class="dcf-topic-post{" dcf-topic-reply" if number else ""}"><a id="{post.id}"></a><div class="dcf-cols"><div'
        f' class="dcf-col-25"><div class="dcf-topic-info"><ul class="af-profile"><li class="af-profile-name">{_user(who)}</li><li>'
        f'<img src="/a.png" alt=""></li><li>New Member</li><li>Posts:{who.id * 3}</li></ul></div></div><div class="dcf-col-75"><div'
        f' class="dcf-topic-content"><header class="dcf-topic-content-top"><div class="dcf-cols"><div class="dcf-col-25"><div'
        f' class="dcf-postdate">{post.time.strftime(TIME)}</div></div><div class="dcf-col-75"><div class="dcf-toolbar'
        f' dcf-topic-actions"><a href="{_url("afv", "post", "action", "reply", "aft", thread.id, "quoteid", post.id)}" rel="nofollow">'
        f'Quote</a> <a href="{_url("afv", "modreport", "aft", thread.id, "afc", post.id)}" rel="nofollow">Report</a></div></div></div>'
        f'</header><section class="dcf-topic-content-main"><div class="dcf-post-body">{text}</div></section><footer'
        f' class="dcf-post-footer">{sign}</footer></div></div></div></div>'
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, board = portions(thread.posts, POSTS), thread.board
    place = board.threads.index(thread)
    near = "".join(
        f'<span class="fa-{word}"><a href="{_thread(board.threads[other])}" rel="nofollow" title="{word} Topic"><span>{word} Topic</span></a></span>'
        for word, other in (("Prev", place - 1), ("Next", place + 1))
        if 0 <= other < len(board.threads)
    )
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        pager = f'<div class="dcf-pager">{_pager(lambda number: _thread(thread, number), page, pages)}</div>'
        inside = (
            f'<div class="dcf-topic-view"><header><div class="dcf-prev-next">{near}</div><div class="dcf-breadcrumb">'
            f'{_crumbs(site, board)} &gt; <a href="{_board(board)}" class="dcf-forum-link">{escape(board.title)}</a></div><h1'
            f' class="dcf-title dcf-title-1"><span class="dcf-topic">{escape(thread.title)}</span></h1><div>{len(thread.posts) - 1}'
            f' Replies</div></header>{pager}<div id="afgrid" class="dcf-topic-posts">{"".join(_post(thread, post) for post in shown)}'
            f'</div>{pager}<a href="{_url("aff", board.id, "aft", thread.id, "afv", "topic", "dnnprintmode", "true")}">Print</a></div>'
        )
        site.show(_thread(thread, page), "thread", _frame(thread.title, inside))
        if page > 1:
            site.copy(_url("aff", board.id, "aft", thread.id, "afpgj", page, "afv", "topic"), _thread(thread, page))
    site.copy(_url("aff", board.id, "aft", thread.id, "afv", "topic", "afpg", 1), _thread(thread))
    site.copy(_url("aff", board.id, "aft", thread.id, "afv", "topic", "dnnprintmode", "true"), _thread(thread))


def _write_person(site: Site, person: Person) -> None:
    inside = (
        f"<h2>{escape(person.name)}</h2><div>Member since {person.joined.strftime('%m/%d/%Y')}</div><a"
        f' href="{_url("afv", "search", "uid", person.id)}">Posts</a>'
    )
    site.other(f"/ActivityFeed/tabid/61/userId/{person.id}/Default.aspx", _frame(person.name, inside))
    topics = [thread for thread in site.talk.newest if thread.posts[0].who is person][:10]
    rows = f'<table class="dcf-table"><tbody>{"".join(map(_topic_row, topics))}</tbody></table>'
    site.other(_url("afv", "search", "uid", person.id), _frame("Search", rows))


def _write_rest(site: Site) -> None:
    for number, name in ((36, "Home"), (41, "Products"), (44, "Support"), (55, "News"), (99, "Login"), (98, "Register"), (71, "Privacy"), (72, "Terms")):
        site.other(f"/{name}/tabid/{number}/Default.aspx", _frame(name, f"<h1>{name}</h1><p>Words of the site.</p>"))
    rows = f'<table class="dcf-table"><tbody>{"".join(map(_topic_row, site.talk.newest[:12]))}</tbody></table>'
    for word in ("unanswered", "activetopics"):
        site.other(_url("afv", "grid", "afgt", word), _frame(word, rows))
    site.other(_url("afv", "search"), _frame("Search", "<p>Search</p>"))
