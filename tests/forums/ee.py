"""ExpressionEngine's forum: further pages and permalinks are folders (`/P15/`), posts of three rows, categories with pages."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://ee.example"
ROOT = "/forums"
ROWS, POSTS = 15, 8
TIME, LAST, DAY = "%d %B %Y %I:%M %p", "%m-%d-%Y %I:%M %p", "%m-%d-%Y"


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
    return f"<a href='{ROOT}/member/{person.id}/'>{escape(person.name)}</a>"


def _categories(site: Site) -> list[str]:
    return list(dict.fromkeys(board.category for board in site.talk.boards))


def _frame(title: str, crumbs: str, inside: str) -> str:
    top = "".join(
        f"<td class='navCell'><a href='{ROOT}/{url}/'>{word}</a></td>"
        for url, word in (
            ("member/memberlist", "Member List"),
            ("search", "Search"),
            ("active_topic_search", "View Today's Active Topics"),
            ("member/login", "Log-in"),
            ("member/register", "Register"),
        )
    )
    return (
        f"<!DOCTYPE html><html><head><title>{escape(title)} - Acme Forums</title></head><body><div id='topBar'><table><tr>{top}"
        f"</tr></table></div><div id='header'><a href='{ROOT}/'>Acme Forums</a></div><table class='breadcrumbBG'><tr><td><div"
        f" class='breadcrumb'><span class='currentcrumb'><a href='/'>Home</a> &gt; <a href='{ROOT}/'>Forum Home</a>{crumbs}</span>"
        f"</div></td></tr></table><div id='content'>{inside}</div><div id='footer'>Script executed in 0.2 seconds</div></body></html>"
    )


def _write_rest(site: Site) -> None:
    for path in ("/", f"{ROOT}/search/", f"{ROOT}/member/login/", f"{ROOT}/member/register/", f"{ROOT}/smileys/"):
        site.other(path, _frame("Page", "", "<p>Words of the site.</p>"))
    rows = "".join(_topic_row(thread) for thread in site.talk.newest[:12])
    site.other(f"{ROOT}/active_topic_search/", _frame("Active", "", f"<table class='tableBorder'>{rows}</table>"))
    people = "".join(
        f"<tr><td class='tableCellOne'>{_user(one)}</td><td class='tableCellTwo'>{one.joined.strftime(DAY)}</td></tr>"
        for one in site.talk.people
    )
    site.other(f"{ROOT}/member/memberlist/", _frame("Members", "", f"<table class='tableBorder'>{people}</table>"))


def _forum_rows(boards: list[Board]) -> str:
    rows = ""
    for board in boards:
        last = max(board.threads, key=lambda thread: thread.last.time) if board.threads else None
        newest = (
            f"<a href='{ROOT}/viewthread/{last.id}/'>{escape(last.title)}</a><br>Posted by {_user(last.last.who)},"
            f" {last.last.time.strftime(LAST)}"
            if last
            else ""
        )
        rows += (
            f"<tr><td class='tableCellOne'><a href='{ROOT}/viewforum/{board.id}/'><img src='/m.gif' alt='{escape(board.title)}'></a>"
            f"</td><td class='tableCellTwo'><div class='topicTitle'><a href='{ROOT}/viewforum/{board.id}/'>{escape(board.title)}</a>"
            f"</div><div class='desc'>{escape(board.about)}</div></td><td class='tableCellOne'>{len(board.threads)}</td><td"
            f" class='tableCellTwo'>{board.size - len(board.threads)}</td><td class='tableCellOne'>{newest}</td></tr>"
        )
    return rows


def _write_front(site: Site) -> None:
    tables = ""
    for number, category in enumerate(_categories(site), 1):
        boards = [board for board in site.talk.boards if board.category == category]
        table = (
            f"<table class='tableBorder'><tr><td class='tableHeadingBG' colspan='5'><div class='tableHeading'><a href='{ROOT}"
            f"/viewcategory/{number}/'>{escape(category)}</a></div></td></tr><tr><td class='tableRowHeading'></td><td"
            " class='tableRowHeading'>Forum</td><td class='tableRowHeading'>Topics</td><td class='tableRowHeading'>Replies</td><td"
            f" class='tableRowHeading'>Post Info</td></tr>{_forum_rows(boards)}</table>"
        )
        tables += table
        site.other(f"{ROOT}/viewcategory/{number}/", _frame(category, f" &gt; {escape(category)}", table))
    stats = "".join(f"{_user(one)}, " for one in site.talk.people[:4])
    below = (
        "<table class='tableBorder'><tr><td class='tableHeadingBG'>Visitor Statistics</td></tr><tr><td>The most visitors ever was"
        f" 51, on {site.talk.people[0].joined.strftime(LAST)}. Members online: {stats}</td></tr></table>"
        f"<div><a href='{ROOT}/mark_all_read/'>Mark all posts as read</a> <a href='{ROOT}/rss/'>RSS 2.0</a></div>"
    )
    site.show(f"{ROOT}/", "entry", _frame("Forum Home", "", tables + below))


def _pager(url: str, page: int, pages: int, size: int) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str) -> str:
        return f"<td><a href='{url}P{(number - 1) * size}/'>{words}</a></td>"

    shown = range(max(1, page - 2), min(pages, page + 2) + 1)
    numbers = "".join(f"<td><b>{number}</b></td>" if number == page else link(number, str(number)) for number in shown)
    first = link(1, "&laquo; First") + link(page - 1, "&lt;") if page > 1 else ""
    last = link(page + 1, "&gt;") + link(pages, "Last &raquo;") if page < pages else ""
    return f"<table class='paginate'><tr><td>{page} of {pages}</td>{first}{numbers}{last}</tr></table>"


def _topic_row(thread: Thread) -> str:
    last, url = thread.last, f"{ROOT}/viewthread/{thread.id}/"
    pages = portions(thread.posts, POSTS)
    inner = ", ".join(f"<a href='{url}P{(page - 1) * POSTS}/'>{page}</a>" for page in range(2, pages + 1))
    when = f"Posted: {last.time.strftime(LAST)}"
    if len(thread.posts) > 1:
        when = f"<a href='{ROOT}/viewreply/{last.id}/'>{when}</a>"
    return (
        f"<tr><td class='tableCellOne'><a href='{url}'><img src='/t.gif' alt=''></a></td><td class='tableCellTwo'><div"
        f" class='topicTitle'>{'<b>Sticky:</b> ' if thread.is_sticky else ''}<a href='{url}'>{escape(thread.title)}</a></div><div>"
        f"Author: {_user(thread.posts[0].who)}{f' ( {inner} )' if inner else ''}</div></td><td class='tableCellOne'>"
        f"{len(thread.posts) - 1}</td><td class='tableCellTwo'>{thread.views}</td><td class='tableCellOne'>{when}<br>by"
        f" {_user(last.who)}</td></tr>"
    )


def _crumbs(site: Site, board: Board) -> str:
    number = _categories(site).index(board.category) + 1
    return f" &gt; <a href='{ROOT}/viewcategory/{number}/'>{escape(board.category)}</a>"


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), f"{ROOT}/viewforum/{board.id}/"
    for page in range(1, pages + 1):
        rows = "".join(map(_topic_row, board.threads[(page - 1) * ROWS : page * ROWS]))
        tools = (
            f"<div class='tools'><a href='{ROOT}/rss/{board.id}/'>RSS</a> <a href='{ROOT}/atom/{board.id}/'>Atom</a> <a"
            f" href='{ROOT}/newtopic/{board.id}/'><img src='/new.gif' alt='New Topic'></a></div>"
        )
        pager = _pager(url, page, pages, ROWS)
        inside = (
            f"{tools}{pager}<table class='tableBorder'><tr><td class='tableHeadingBG' colspan='5'>{escape(board.title)}</td></tr><tr>"
            "<td class='tableRowHeading' colspan='2'>Topic Title</td><td class='tableRowHeading'>Replies</td><td"
            " class='tableRowHeading'>Views</td><td class='tableRowHeading'>Last Post Info</td></tr>"
            f"{rows or '<tr><td colspan=5>No topics yet</td></tr>'}</table>{pager}"
        )
        path = url + (f"P{(page - 1) * ROWS}/" if page > 1 else "")
        site.show(path, "index", _frame(board.title, f"{_crumbs(site, board)} &gt; {escape(board.title)}", inside))
    site.copy(f"{url}P0/", url)


def _post(thread: Thread, post: Said) -> str:
    who, number = post.who, thread.posts.index(post)
    quote = f"<blockquote><p>{escape(post.quotes.paragraphs[0])}</p></blockquote>" if post.quotes else ""
    text = quote + "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    sign = f"<div class='signature'>{escape(who.signature)}</div>" if who.signature else ""
    report = f"<a href='{ROOT}/{'reportreply' if number else 'reporttopic'}/{post.id}/'>Report this</a>"
    permalink = f"{ROOT}/viewreply/{post.id}/" if number else f"{ROOT}/viewthread/{thread.id}/"
    return (
        f"<tr><td class='tableRowHeadingBold'><a name='{post.id}'></a>Posted: {post.time.strftime(TIME)}</td><td"
        f" class='tableRowHeading'><div class='right'>[ {f'<a href={permalink}># {number}</a>' if number else 'Ignore'} ]</div>"
        f"</td></tr><tr><td class='tableCellOne' style='width:150px'><div class='largeLinks'>{_user(who)}</div><div>Avatar</div><div"
        f" class='userBlock'><div class='rank'>Member</div><div>Total Posts:&nbsp; {who.id * 3}</div><div>Joined&nbsp;"
        f" {who.joined.strftime(DAY)}</div></div></td><td class='tableCellTwo'><div class='post'>{text}{sign}</div></td></tr><tr><td"
        f" class='tableCellOne'><a href='{ROOT}/member/{who.id}/'>Profile</a></td><td class='tableCellTwo'>{report} <a"
        f" href='{ROOT}/quotereply/{post.id}/'><img src='/q.gif' alt='Quote'></a></td></tr>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, url, board = portions(thread.posts, POSTS), f"{ROOT}/viewthread/{thread.id}/", thread.board
    crumbs = f"{_crumbs(site, board)} &gt; <a href='{ROOT}/viewforum/{board.id}/'>{escape(board.title)}</a> &gt; Thread"
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        pager = _pager(url, page, pages, POSTS)
        path = url + (f"P{(page - 1) * POSTS}/" if page > 1 else "")
        inside = (
            f"{pager}<div><a href='{ROOT}/newreply/{thread.id}/'><img src='/r.gif' alt='Reply'></a></div><table class='tableBorder'>"
            f"<tr><td class='tableHeadingBG' colspan='2'><div class='tableHeading'>{escape(thread.title)}</div></td></tr>"
            f"{''.join(_post(thread, post) for post in shown)}</table>{pager}<div class='jump'><select name='board_id'>"
            + "".join(f"<option value='{one.id}'>{escape(one.title)}</option>" for one in site.talk.boards)
            + "</select></div>"
        )
        site.show(path, "thread", _frame(thread.title, crumbs, inside))
        for post in shown[1 if page == 1 else 0 :]:
            site.send(f"{ROOT}/viewreply/{post.id}/", f"{path}#{post.id}")
    site.copy(f"{url}P0/", url)


def _write_person(site: Site, person: Person) -> None:
    rows = "".join(
        f"<tr><td class='tableCellTwo'><b>{name}</b></td><td class='tableCellOne'>{value}</td></tr>"
        for name, value in (
            ("Member Since", person.joined.strftime(LAST)),
            ("Total Forum Posts", person.id * 3),
            ("Location", escape(person.town)),
            ("Topics", f"<a href='{ROOT}/member_topic_search/{person.id}/'>View all topics by this member</a>"),
        )
    )
    inside = f"<table class='tableBorder'><tr><td class='tableHeadingBG'>{escape(person.name)}</td></tr>{rows}</table>"
    site.other(f"{ROOT}/member/{person.id}/", _frame("Member Profile", "", inside))
    topics = [thread for thread in site.talk.newest if thread.posts[0].who is person][:10]
    rows = "".join(map(_topic_row, topics))
    site.other(f"{ROOT}/member_topic_search/{person.id}/", _frame("Results", "", f"<table class='tableBorder'>{rows}</table>"))
