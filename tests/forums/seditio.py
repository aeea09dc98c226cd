"""Seditio 1xx: one script for all, pages by rows, a list's order in its pager, each post alone under its number."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://sed.example"
ROWS, POSTS = 15, 8
TIME, SHORT = "%Y-%m-%d %H:%M", "%m-%d %H:%M"
ORDERS = ("title", "creationdate", "updated", "postcount", "viewcount")


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
        "index.php",
        "users.php?m=auth",
        "users.php?m=register",
        "plug.php?e=search",
        "plug.php?e=search&frm=1",
        "plug.php?e=forumstats",
        "list.php?c=articles",
        "plug.php?e=contact",
    ):
        site.other(f"/{path}", _frame("Page", _head("Page") + "<div id='main'><p>Something else.</p></div>"))
    rows = "".join(f"<tr><td>{_who(one)}</td><td>{one.joined.strftime(TIME)}</td></tr>" for one in site.talk.people)
    site.other(
        "/users.php", _frame("Users", _head("Users") + f"<div id='main'><table class='cells'>{rows}</table></div>")
    )
    for fold in ("c=fold", "c=unfold"):
        site.copy(f"/forums.php?{fold}", "/forums.php")
    site.send("/forums.php?n=markall", "/forums.php")
    return site


def _frame(title: str, inside: str) -> str:
    menu = "".join(
        f"<li><a href='{url}'>{name}</a></li>"
        for name, url in (
            ("Home", "index.php"),
            ("Forums", "forums.php"),
            ("Articles", "list.php?c=articles"),
            ("Users", "users.php"),
            ("Search", "plug.php?e=search"),
            ("Contact", "plug.php?e=contact"),
        )
    )
    return (
        f"<html><head><title>Sed - {escape(title)}</title></head><body><div id='header_back'><div id='header'><table><tr><td"
        " rowspan='2'><img src='skins/clouds/img/seditio.png'></td><td><div id='user'><ul><li><a href='users.php?m=auth'>Login</a>"
        "</li><li><a href='users.php?m=register'>Register</a></li></ul></div></td></tr><tr><td><div id='nav'><ul>"
        f"{menu}</ul></div></td></tr></table></div></div><div id='container_back'><div id='container'>{inside}</div></div><div"
        " id='footer'>Powered by nothing</div></body></html>"
    )


def _head(title: str, below: str = "") -> str:
    return f"<div id='title_back'><div id='title'>{title}</div><div id='subtitle'>{below}</div></div>"


def _who(person: Person) -> str:
    return f"<a href='users.php?m=details&amp;id={person.id}'>{escape(person.name)}</a>"


def _path(board: Board) -> str:
    above = f"{_path(board.parent)} &raquo; " if board.parent else "<a href='forums.php'>Forums</a> &raquo; "
    return f"{above}<a href='forums.php?m=topics&amp;s={board.id}'>{escape(board.title)}</a>"


def _last(board: Board) -> str:
    if not board.threads:
        return "<br />&nbsp;<br />"
    last = max(board.threads, key=lambda thread: thread.last.time)
    return (
        f"<a href='forums.php?m=posts&amp;q={last.id}&amp;n=last#bottom'>{escape(last.title[:20])}...</a><br />"
        f"{last.last.time.strftime(SHORT)} {_who(last.last.who)}<br />3 weeks ago"
    )


def _board_row(board: Board, *, short: bool = False) -> str:
    below = "".join(
        f"<li><a href='forums.php?m=topics&amp;s={sub.id}'>{escape(sub.title)}</a></li>" for sub in board.below
    )
    more = (
        ""
        if short
        else f"<td class='centerall'>{board.size * 9}</td><td class='centerall'><img src='activity3.gif'></td>"
    )
    return (
        "<tr><td style='width:32px;' class='centerall'><img src='system/img/admin/forums.gif' alt=''></td><td><h3"
        f" style='margin:4px;'><a href='forums.php?m=topics&amp;s={board.id}'>{escape(board.title)}</a></h3>&nbsp;"
        f" {escape(board.about)}{f'<div class=subforums><ul>{below}</ul></div>' if below else ''}</td><td class='centerall'>"
        f"{_last(board)}</td><td class='centerall'>{len(board.threads)}<br /><span class='desc'>({len(board.threads)})</span></td>"
        f"<td class='centerall'>{board.size}<br /><span class='desc'>({board.size})</span></td>{more}</tr>"
    )


def _write_front(site: Site) -> None:
    heads = "".join(f"<td class='coltop'>{word}</td>" for word in ("Last post", "Topics", "Posts", "Views", "Activity"))
    rows = ""
    for category in dict.fromkeys(board.category for board in site.talk.tops):
        rows += f"<tbody id='blk_{escape(category)}'><tr><td colspan='7'><strong>{escape(category)}</strong></td></tr>"
        rows += "".join(_board_row(board) for board in site.talk.tops if board.category == category) + "</tbody>"
    links = (
        "<ul><li><a href='plug.php?e=search&amp;frm=1'>Search in forums</a></li><li><a href='plug.php?e=forumstats'>Statistics"
        "</a></li><li><a href='forums.php?n=markall'>Mark all as read</a></li><li>All times are GMT</li></ul>"
    )
    inside = (
        f"{_head('<a href=forums.php>Forums</a>', links)}<div id='main'><table class='cells'><thead><tr><td class='coltop'"
        " colspan='2'>Sections &nbsp; <a href='forums.php?c=fold#top'>Fold all</a> / <a href='forums.php?c=unfold#top'>Unfold all"
        f"</a></td>{heads}</tr></thead>{rows}</table></div>"
    )
    site.show("/forums.php", "entry", _frame("Forums", inside))


def _pager(url: str, page: int, pages: int, size: int) -> str:
    links = "".join(
        f"<span class='pagenav_current'>[{number}]</span> "
        if number == page
        else f"<span class='pagenav_pages'><a href='{url}&amp;d={(number - 1) * size}'>{number}</a></span> "
        for number in range(1, pages + 1)
    )
    back = f"<a href='{url}&amp;d={(page - 2) * size}'><img src='previous.gif' alt='Previous'></a>" if page > 1 else ""
    ahead = f"<a href='{url}&amp;d={page * size}'><img src='next.gif' alt='Next'></a>" if page < pages else ""
    return (
        f"<table class='paging'><tr><td class='paging_left'>{back}</td><td class='paging_center'>{links if pages > 1 else ''}</td>"
        f"<td class='paging_right'>{ahead}</td></tr></table>"
    )


def _write_board(site: Site, board: Board) -> None:
    base, pages = f"/forums.php?m=topics&s={board.id}", portions(board.threads, ROWS)
    sorts = "".join(
        f"<td class='coltop'><a href='forums.php?m=topics&amp;s={board.id}&amp;o={order}&amp;w=asc'><img src='down.gif' alt=''></a>"
        f"<a href='forums.php?m=topics&amp;s={board.id}&amp;o={order}&amp;w=desc'><img src='up.gif' alt=''></a> {order}</td>"
        for order in ORDERS
    )
    for page in range(1, pages + 1):
        rows = ""
        for thread in board.threads[(page - 1) * ROWS : page * ROWS]:
            count, at = portions(thread.posts, POSTS), f"forums.php?m=posts&amp;q={thread.id}"
            jumps = " ".join(
                f"<a href='{at}&amp;d={(number - 1) * POSTS}'>{number}</a>" for number in range(1, count + 1)
            )
            first, last = thread.posts[0], thread.last
            rows += (
                "<tr><td style='width:32px;' class='centerall odd'><img src='posts.gif' alt=''></td><td class='odd'><strong><a"
                f" href='{at}'>{escape(thread.title)}</a></strong><br /><span class='desc'> &nbsp; "
                f"{f'Pages: {jumps}' if count > 1 else ''}</span></td><td class='centerall odd'>{first.time.strftime(SHORT)}<br />"
                f"{_who(first.who)}</td><td class='centerall odd'><a href='{at}&amp;n=last#bottom'>{last.time.strftime(SHORT)}</a>"
                f" {_who(last.who)}<br />3 weeks ago</td><td class='centerall odd'>{len(thread.posts)}</td><td class='centerall odd'>"
                f"{thread.views}</td></tr>"
            )
        below = "".join(_board_row(sub, short=True) for sub in board.below)
        pager = _pager(f"forums.php?m=topics&amp;s={board.id}&amp;o=updated&amp;w=desc", page, pages, ROWS)
        inside = (
            f"{_head(_path(board), escape(board.about) + ', 0 viewers')}<div id='main'>"
            f"{f'<table class=cells>{below}</table>' if below else ''}{pager}<table class='cells'><tr><td class='coltop'></td>{sorts}"
            f"</tr>{rows}</table>{pager}</div>"
        )
        html = _frame(board.title, inside)
        path = base if page == 1 else f"{base}&o=updated&w=desc&d={(page - 1) * ROWS}"
        site.show(path, "index", html)
        if page == 1:
            site.copy(f"{base}&o=updated&w=desc&d=0", path)
            site.copy(f"{base}&o=updated&w=desc", path)
            for order in ORDERS:
                for way in ("asc", "desc"):
                    site.other(f"{base}&o={order}&w={way}", html)


def _post(post: Said, place: int) -> str:
    who, colour = post.who, "odd" if place % 2 else "even"
    quote = ""
    if post.quotes:
        said = escape(post.quotes.paragraphs[0])
        quote = f"<blockquote><a href='forums.php?m=posts&amp;p={post.quotes.id}#{post.quotes.id}'>#</a> {said}<hr /></blockquote>"
    text = quote + "<br /><br />".join(map(escape, post.paragraphs))
    return (
        f"<tr><td rowspan='2' class='{colour}'><span style='font-size:120%;'><strong>{_who(who)}</strong></span><p><a"
        f" href='users.php?g=4'>Members</a><br /><img src='flag.gif' alt=''> <img src='stars3.gif' alt=''><br /><img"
        f" src='online0.gif' alt='Offline'></p><p>{who.id * 3} posts<br /></p></td><td style='height:24px; text-align:right;'"
        f" class='{colour}'>#<a id='{post.id}' href='forums.php?m=posts&amp;id={post.id}'>{post.id}</a> &nbsp;"
        f" {post.time.strftime(TIME)} &nbsp; &nbsp; &nbsp; </td></tr><tr><td style='padding:8px;' class='{colour}'><div"
        f" style='width:510px;'>{text}<div class='signature'>{escape(who.signature)}</div></div></td></tr>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    base, pages = f"/forums.php?m=posts&q={thread.id}", portions(thread.posts, POSTS)
    title = f"{_path(thread.board)} &raquo; <a href='forums.php?m=posts&amp;q={thread.id}'>{escape(thread.title)}</a>"
    top = "<tr><td class='coltop' style='width:160px;'>Author</td><td class='coltop'>Message</td></tr>"
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        pager = _pager(f"forums.php?m=posts&amp;q={thread.id}", page, pages, POSTS)
        rows = "".join(_post(post, place) for place, post in enumerate(shown))
        inside = f"{_head(title)}<div id='main'>{pager}<table class='cells'>{top}{rows}</table>{pager}</div>"
        path = base if page == 1 else f"{base}&d={(page - 1) * POSTS}"
        site.show(path, "thread", _frame(thread.title, inside))
        site.copy(f"{base}&d={(page - 1) * POSTS}", path)
        for place, post in enumerate(shown):
            site.copy(f"/forums.php?m=posts&p={post.id}", path)
            alone = f"{_head(title)}<div id='main'><table class='cells'>{top}{_post(post, place)}</table></div>"
            site.other(f"/forums.php?m=posts&id={post.id}", _frame(thread.title, alone))
    site.copy(f"{base}&n=last", base if pages == 1 else f"{base}&d={(pages - 1) * POSTS}")


def _write_person(site: Site, person: Person) -> None:
    rows = "".join(
        f"<tr><td>{name}:</td><td>{value}</td></tr>"
        for name, value in (
            ("Main group", "<a href='users.php?g=4'>Members</a>"),
            ("Location", escape(person.town)),
            ("Registered", person.joined.strftime(TIME)),
        )
    )
    html = _frame(person.name, _head(escape(person.name)) + f"<div id='main'><table class='cells'>{rows}</table></div>")
    site.other(f"/users.php?m=details&id={person.id}", html)
    site.other("/users.php?g=4", html)
