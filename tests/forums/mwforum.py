"""mwForum 2: Perl scripts, semicolons, answers indented below what they answer, boards named by the threads in them."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://mwf.example"
ROWS, POSTS = 15, 8
TIME = "%Y-%m-%d %H:%M"


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
    for name in (
        "forum_info",
        "forum_help",
        "forum_search",
        "user_login",
        "user_register",
        "forum_feeds",
        "forum_activity",
    ):
        site.other(
            f"/{name}.pl", _frame(name, _bar(name, "") + "<div class='frm'><div class='ccl'><p>Text.</p></div></div>")
        )
    rows = "".join(
        f"<tr class='crw'><td><a href='user_info.pl?uid={one.id}'>{escape(one.name)}</a></td><td class='shr'>"
        f"{one.joined.strftime(TIME)}</td></tr>"
        for one in site.talk.people
    )
    site.other("/user_list.pl", _frame("Users", _bar("Users", "") + f"<table class='tbl'>{rows}</table>"))
    return site


def _frame(title: str, inside: str) -> str:
    links = "".join(
        f"<a href='{url}.pl'>{word}</a>\n"
        for url, word in (
            ("forum_help", "Help"),
            ("forum_search", "Search"),
            ("user_register", "Register"),
            ("user_login", "Login"),
        )
    )
    return (
        f"<!DOCTYPE html><html><head><title>Perl Board - {escape(title)}</title></head><body class='{title[:4].lower()}'><div"
        f" class='frm tpb'><div class='hcl'><span class='htt'><a href='forum_show.pl'>Perl Board</a></span></div><div class='bcl'>"
        f"{links}</div></div>{inside}<p class='cpr'>Powered by nothing</p></body></html>"
    )


def _bar(title: str, sub: str, pager: str = "", buttons: str = "", up: str = "") -> str:
    back = f"<a href='{up}'><img class='sic sic_nav_up' src='epx.png' title='Go up' alt='Up'></a>" if up else ""
    below = f"<div class='bcl'><span class='pln'>{pager}</span>{buttons}</div>" if pager or buttons else ""
    return (
        f"<div class='frm pgb'><div class='hcl'><span class='nav'>{back}</span><span class='htt'>{title}</span> {sub}</div>{below}"
        "</div>"
    )


def _button(url: str, word: str) -> str:
    return f"<a href='{url}' title='{word}'><img class='bic' src='epx.png' alt=''> {word}</a>\n"


def _pager(url: str, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    links = "".join(
        f"<span>{number}</span>\n" if number == page else f"<a href='{url};pg={number}'>{number}</a>\n"
        for number in range(1, pages + 1)
    )
    back = (
        f"<a href='{url};pg={page - 1}'><img class='sic sic_nav_prev' src='epx.png' alt='Previous'></a>"
        if page > 1
        else ""
    )
    ahead = (
        f"<a href='{url};pg={page + 1}'><img class='sic sic_nav_next' src='epx.png' alt='Next'></a>"
        if page < pages
        else ""
    )
    return links + back + ahead


def _write_front(site: Site) -> None:
    rows = ""
    for number, category in enumerate(dict.fromkeys(board.category for board in site.talk.boards), 1):
        rows += (
            f"<tr class='hrw' id='cid{number}'><th class='icl'></th><th>{escape(category)}</th><th class='shr'>Posts</th><th"
            " class='shr'>Latest Post</th></tr>"
        )
        for board in (board for board in site.talk.boards if board.category == category):
            last = max((thread.last.time for thread in board.threads), default=None)
            rows += (
                "<tr class='crw'><td class='icl'><img src='epx.png' class='sic sic_board_ou' title='Old' alt='O'></td><td><a"
                f" id='bid{board.id}' href='board_show.pl?bid={board.id}'>{escape(board.title)}</a><div class='bds'>"
                f"{escape(board.about)}</div></td><td class='shr'>{board.size} </td><td class='shr'>"
                f"{last.strftime(TIME) if last else ' - '}</td></tr>"
            )
    buttons = _button("forum_info.pl", "Info") + _button("user_list.pl", "Users") + _button("forum_feeds.pl", "Feeds")
    online = ",\n".join(f"<a href='user_info.pl?uid={one.id}'>{escape(one.name)}</a>" for one in site.talk.people[:4])
    inside = (
        _bar("Forum", "", buttons=buttons)
        + f"<table class='tbl'>{rows}</table><div class='frm sta'><div class='hcl'><span class='htt'>Statistics</span></div><div"
        f" class='ccl'><div><span title='Users online'>Online users: {online}</span></div></div></div>"
    )
    site.show("/forum_show.pl", "entry", _frame("Forum", inside))
    site.copy("/", "/forum_show.pl")


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), f"board_show.pl?bid={board.id}"
    for page in range(1, pages + 1):
        rows = (
            "<tr class='hrw'><th>Topic</th><th class='shr'>Poster</th><th class='shr'>Posts</th><th class='shr'>Latest Post</th>"
            "</tr>"
        )
        path = f"/{url}" + (f";pg={page}" if page > 1 else "")
        for thread in board.threads[(page - 1) * ROWS : page * ROWS]:
            who = thread.posts[0].who
            title = f"<span class='stk'>{escape(thread.title)}</span>" if thread.is_sticky else escape(thread.title)
            lock = " <img class='sic sic_topic_l' src='epx.png' title='Locked' alt='L'>" if thread.is_locked else ""
            rows += (
                f"<tr class='crw tpc'><td>\n<a id='tid{thread.id}' href='topic_show.pl?tid={thread.id}'>\n<img src='epx.png'"
                f" class='sic sic_topic_ou' title='Old' alt='O'>{lock}\n{title}</a>\n</td><td class='shr'><a"
                f" href='user_info.pl?uid={who.id}'>{escape(who.name)}</a></td><td class='shr'>{len(thread.posts)} </td><td"
                f" class='shr'>{thread.last.time.strftime(TIME)}</td></tr>"
            )
            site.copy(f"/board_show.pl?tid={thread.id}", path)
        sub = f"<a href='forum_show.pl#bid{board.id}'>{escape(board.category)}</a> / {escape(board.title)}"
        buttons = _button(f"board_info.pl?bid={board.id}", "Info") + _button(f"topic_add.pl?bid={board.id}", "Post")
        bar = _bar("Board", sub, _pager(url, page, pages), buttons, f"forum_show.pl#bid{board.id}")
        site.show(path, "index", _frame(board.title, f"{bar}<table class='tbl'>{rows}</table>"))
        site.copy(f"/{url};pg={page}", path)
    site.other(f"/board_info.pl?bid={board.id}", _frame("Board", _bar("Board", "") + "<p>About this board.</p>"))


def _order(thread: Thread) -> list[tuple[Said, int]]:
    """Give the posts as the tree of answers shows them, each with its depth; what answers nothing answers the opening."""
    first, below = thread.posts[0], {}
    for post in thread.posts[1:]:
        below.setdefault((post.quotes or first).id, []).append(post)
    found, waiting = [], [(first, 0)]
    while waiting:
        post, depth = waiting.pop()
        found.append((post, depth))
        waiting += [(answer, depth + 1) for answer in below.get(post.id, ())][::-1]
    return found


def _post(thread: Thread, post: Said, depth: int) -> str:
    who = post.who
    above = post.quotes or thread.posts[0]
    up = f"<a class='prl' href='topic_show.pl?pid={above.id}'><img class='sic sic_nav_up' src='epx.png' alt='Parent'></a>"
    up = (
        up
        if post is not thread.posts[0]
        else "<img class='sic sic_nav_up' src='epx.png' style='visibility: hidden' alt=''>"
    )
    quote = f"<blockquote><p>&gt; {escape(post.quotes.paragraphs[0])}</p></blockquote>" if post.quotes else ""
    text = quote + "<br><br>".join(map(escape, post.paragraphs))
    sign = f"<div class='sig'>-- <br>{escape(who.signature)}</div>" if who.signature else ""
    buttons = _button(f"post_add.pl?pid={post.id}", "Reply") + _button(f"post_add.pl?pid={post.id};quote=1", "Quote")
    return (
        f"<div class='frm pst' id='pid{post.id}' style='margin-left: {min(70, 3 * depth)}%'><div class='hcl'><span class='nav'>\n"
        f"{up}\n</span>\n<a class='psl' href='topic_show.pl?pid={post.id}#pid{post.id}'><img src='epx.png' class='sic sic_post_ou'"
        f" title='Old' alt='O'></a>\n<span class='htt'>By</span> <a href='user_info.pl?uid={who.id}'>{escape(who.name)}</a>\n<span"
        f" class='htt'>Date</span> {post.time.strftime(TIME)}\n</div>\n<div class='ccl'>\n{text}\n{sign}</div>\n"
        f"{'' if thread.is_locked else f'<div class=bcl>{buttons}</div>'}</div>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, url, board = portions(thread.posts, POSTS), f"topic_show.pl?tid={thread.id}", thread.board
    order = _order(thread)
    for page in range(1, pages + 1):
        shown = order[(page - 1) * POSTS : page * POSTS]
        posts, open_at = "", []  # depths of the branches that are open
        for post, depth in shown:
            while open_at and open_at[-1] >= depth:
                posts += "</div>"
                open_at.pop()
            posts += _post(thread, post, depth)
            if any((other.quotes or thread.posts[0]) is post for other in thread.posts[1:]):
                posts += f"<div class='brn' id='brn{post.id}'>"
                open_at.append(depth)
        posts += "</div>" * len(open_at)
        sub = (
            f"<a href='forum_show.pl#bid{board.id}'>{escape(board.category)}</a> / <a href='board_show.pl?tid={thread.id}"
            f"#tid{thread.id}'>{escape(board.title)}</a> / {escape(thread.title)}{' (locked)' if thread.is_locked else ''}"
        )
        buttons = _button(f"post_add.pl?tid={thread.id}", "Post")
        bar = _bar("Topic", sub, _pager(url, page, pages), buttons, f"board_show.pl?tid={thread.id}#tid{thread.id}")
        path = f"/{url}" + (f";pg={page}" if page > 1 else "")
        site.show(path, "thread", _frame(thread.title, bar + posts + bar))
        site.copy(f"/{url};pg={page}", path)
        for post, _ in shown:
            site.copy(f"/topic_show.pl?pid={post.id}", path)


def _write_person(site: Site, person: Person) -> None:
    rows = "".join(
        f"<tr class='crw'><td class='hco'>{name}</td><td>{value}</td></tr>"
        for name, value in (
            ("Name", escape(person.name)),
            ("Location", escape(person.town)),
            ("Registered", person.joined.strftime(TIME)),
            ("Posts", f"{person.id * 3} (<a href='forum_search.pl?user={person.id}'>Show</a>)"),
        )
    )
    html = _frame("User", _bar("User", escape(person.name)) + f"<table class='tbl'>{rows}</table>")
    site.other(f"/user_info.pl?uid={person.id}", html)
