"""MyUPB 2: a thread's plain address shows its last page; boards and threads told by two numbers, feeds before each."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://upb.example"
ROWS, POSTS = 15, 8
TIME = "%b %d, %Y %I:%M:%S %p"


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed), precision=1)
    for board in site.talk.boards:
        board.parent, board.below = None, []
    _write_front(site)
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    for person in site.talk.people:
        _write_person(site, person)
    for name in ("search.php", "board_faq.php", "register.php", "login.php", "login.php?ref="):
        site.other(f"/{name}", _frame(name, f"<h2>{name}</h2><form><input name='q'></form>"))
    site.send("/index.php?action=markallread", "/index.php")
    return site


def _stamp(post: Said) -> str:
    text = post.time.strftime(TIME)
    day, clock = text[:13], text[13:]
    return day + clock.removeprefix("0").replace("AM", "am").replace("PM", "pm")


def _box(title: str, rows: str) -> str:
    return (
        f"<div class='main_cat_wrapper'><div class='cat_area_1'>{title}</div><table class='main_table'><tbody>{rows}"
        "</tbody></table><div class='footer'></div></div><br />"
    )


def _frame(title: str, inside: str, where: str = "", ref: str = "") -> str:
    tabs = "".join(
        f"<li><a href='{url}' title='{name}'><span>{name}</span></a></li>"
        for name, url in (
            ("Forum Home", "index.php"),
            ("Site Home", "http://www.upb-site.example/"),
            ("Search", "search.php"),
            ("Help Faq", "board_faq.php"),
        )
    )
    crumbs = f"&nbsp;<span class='breadcrumb_page'>&#187; {where}</span>" if where else ""
    return (
        f"<!DOCTYPE html><html><head><title>{escape(title)}</title></head><body><div id='upb_container'><div"
        " class='main_cat_wrapper2'><table class='main_table_2'><tr><td id='logo'><img src='logo.gif' alt=''></td></tr></table>"
        f"</div><br /><br /><div class='tabstyle_1'><ul>{tabs}</ul></div><div style='clear:both;'></div>"
        + _box(
            "The Board",
            "<tr><td class='area_welcome'><div class='welcome_text'><strong>You are not logged in.</strong> Please <a"
            f" href='register.php'><strong>Register</strong></a> or <a href='login.php?ref={ref}'><strong>Login</strong></a>."
            "</div></td></tr>",
        )
        + "<div class='breadcrumb'><span class='breadcrumb_home'><a href='index.php'>The Board</a></span>"
        f"{crumbs}</div>{inside}<div class='copy'>Powered by a board nobody knows</div></div></body></html>"
    )


def _who(person: Person) -> str:
    return f"<span class='link_2'><a href='profile.php?action=get&amp;id={person.id}'>{escape(person.name)}</a></span>"


def _write_front(site: Site) -> None:
    inside = ""
    for category in dict.fromkeys(board.category for board in site.talk.boards):
        rows = "<tr><th style='width: 75%;'>Forum</th><th style='width:25%;'>Latest Topic</th></tr>"
        for board in (board for board in site.talk.boards if board.category == category):
            last = max(board.threads, key=lambda thread: thread.last.time) if board.threads else None
            when = "No Posts"
            if last is not None:
                when = (
                    f"<span class='date'>{_stamp(last.last)}</span><br /><strong>In:</strong>&nbsp;<strong><a"
                    f" href='viewtopic.php?id={board.id}&amp;t_id={last.id}'>{escape(last.title)}</a></strong><br />"
                    f"<strong>By:</strong> {_who(last.last.who)}"
                )
            rows += (
                "<tr><td class='area_2'><span class='link_1'>"
                f"<a href='xml.php?id={board.id}'><img src='images/rss.png' class='rss' alt='RSS Feed' title='RSS Feed'></a>"
                f" <a href='viewforum.php?id={board.id}'>{escape(board.title)}</a></span><div class='description'>"
                f"{escape(board.about)}</div><div class='box_posts'><strong>Posts:</strong>&nbsp;{board.size}</div><div"
                f" class='box_topics'><strong>Topics:</strong>&nbsp;{len(board.threads)}</div></td><td class='area_1'><img"
                f" src='icons/off.png' class='index_post_image' alt=''><span class='latest_topic'>{when}</span></td></tr>"
            )
        inside += _box(escape(category), rows)
    newest = site.talk.people[-1]
    inside += (
        "<div id='tabstyle_2'><ul><li><a href='index.php?action=markallread' title='Mark as read'><span>Mark all forums as"
        " read?</span></a></li></ul></div>"
        + _box(
            "Community Information",
            "<tr><th>Users online in the last 15 minutes: 2</th></tr><tr><td class='area_2'><span class='whos_online'>0"
            " member(s) and 2 guest(s).</span><hr /></td></tr><tr><th>Board Statistics</th></tr><tr><td class='area_1'><span"
            f" class='stats'><strong>Total Topics:</strong> {len(site.talk.threads)}<br /><strong>Newest Member:</strong>"
            f" {_who(newest)}<br /><strong>Page Rendering Time:</strong> 0.02 seconds</span></td></tr>",
        )
    )
    site.show("/index.php", "entry", _frame("The Board", inside))
    site.copy("/", "/index.php")


def _pager(url: str, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    cells = ""
    for number in range(1, pages + 1):
        if number == page:
            cells += f"<td class='pagination_current'>{number}</td>"
        else:
            cells += f"<td class='pagination_link'><a href='{url}&amp;page={number}'>{number}</a></td>"
    return f"<table><tr><td class='pagination_title'>Pages ({pages}):</td>{cells}</tr></table><div style='clear:both;'></div>"


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), f"viewforum.php?id={board.id}"
    new = (
        f"<div class='tabstyle_1'><ul><li><a href='newpost.php?id={board.id}&amp;t=1&amp;t_id=' title='Create a new topic?'>"
        "<span>Create New Topic</span></a></li></ul></div>"
    )
    for page in range(1, pages + 1):
        rows = "<tr><th style='width: 75%;'>Topic</th><th style='width:25%;'>Last Post</th></tr>"
        for thread in board.threads[(page - 1) * ROWS : page * ROWS]:
            at, count = f"viewtopic.php?id={board.id}&amp;t_id={thread.id}", portions(thread.posts, POSTS)
            jumps = "".join(f"<a href='{at}&page={number}'>{number}</a> " for number in range(1, count + 1))
            more = f"<br /><div class='pagination_small'> Pages: ( {jumps})</div>" if count > 1 else ""
            rows += (
                "<tr><td class='area_2'><span class='link_1'><a href='xml.php"
                f"?id={board.id}&amp;t_id={thread.id}'><img src='images/rss.png' class='rss' alt='RSS Feed'></a>"
                f" {'Sticky:&nbsp;' if thread.is_sticky else ''}<a href='{at}'>{escape(thread.title)}</a>{more}</span><div"
                f" class='description'>Started By:&nbsp;<span style='color:#9d865e'>{escape(thread.posts[0].who.name)}</span>"
                f"</div><div class='box_posts'><strong>Views:</strong>&nbsp;{thread.views}</div><div class='box_posts'><strong>"
                f"Replies:</strong>&nbsp;{len(thread.posts) - 1}</div></td><td class='area_1'><img src='icons/icon1.gif'"
                f" class='post_image' alt=''><span class='latest_topic'><span class='date'>{_stamp(thread.last)}</span><br />"
                f"<strong>By:</strong> {_who(thread.last.who)}</span></td></tr>"
            )
        pager = _pager(url, page, pages)
        path = f"/{url}" + (f"&page={page}" if page > 1 else "")
        inside = f"<br>{pager}{new}{_box(escape(board.title), rows)}{pager}"
        site.show(path, "index", _frame(board.title, inside, escape(board.title), f"viewforum.php%3Fid%3D{board.id}"))
        site.copy(f"/{url}&page={page}", path)


def _post(thread: Thread, post: Said, place: int, page: int) -> str:
    who, at = post.who, f"{thread.board.id}-{thread.id}-{post.id}"
    reply = f"newpost.php?id={thread.board.id}&amp;t=0&amp;t_id={thread.id}&amp;page={page}"
    quote_url = f"newpost.php?id={thread.board.id}&amp;t_id={thread.id}&amp;q_id={post.id}&amp;page={page}"
    buttons = (
        f"<div class='button_pro1'><a href='{quote_url}'>Quote</a></div> <div class='button_pro1'><a href='{reply}'>Add Reply"
        "</a></div>"
    )
    quote = ""
    if post.quotes:
        quote = (
            f"<div class='quotetext'><strong>Quote ({escape(post.quotes.who.name)}):</strong></div><div class='quote'>"
            f"{escape(post.quotes.paragraphs[0])}</div>"
        )
    text = quote + "<br />\n<br />\n".join(map(escape, post.paragraphs))
    sign = f"<div class='signature'>{escape(who.signature)}</div>" if who.signature else ""
    colour = "area_1" if place % 2 else "area_2"
    return (
        f"<div name='post{at}' id='post{at}'><div class='main_cat_wrapper'><div class='cat_area_1'"
        f" style='text-align:center;'>Posted: {_stamp(post)}</div><table class='main_table'><tbody><tr><th><div"
        f" class='post_name'><a href='profile.php?action=get&amp;id={who.id}'>{escape(who.name)}</a></div></th><th><div"
        " style='float:left;'><img src='icons/icon1.gif' alt=''></div><div style='align:right;'>"
        f"{'' if thread.is_locked else buttons}</div></th></tr><tr><td class='{colour}' style='width:15%;'><br /><br /><div"
        " class='post_info'><span style='color:#888'><img src='icons/rank.gif'><br><strong>Member</strong></span></div><div"
        f" class='post_info'><strong>Posts:</strong> {who.id * 3}<br /><strong>Registered:</strong><br />"
        f"{who.joined.strftime('%Y-%m-%d')}</div><br /><div class='post_info_extra'></div></td><td class='{colour}'><div"
        f" class='msg_block' id='{at}' name='{at}'>{text}<div id='{at}-attach'></div></div><div style='padding:12px;'>{sign}"
        f"</div></td></tr><tr><td class='footer_3a' colspan='2'><div name='edit{at}' id='edit{at}' class='post_edited'></div>"
        f"<div class='button_pro2'><a href='profile.php?action=get&amp;id={who.id}'>Profile</a></div><div class='button_pro2'>"
        f"<a href='email.php?id={who.id}'>email {escape(who.name)}</a></div></td></tr></tbody></table><div class='footer'></div>"
        "</div><br /></div>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    board, pages = thread.board, portions(thread.posts, POSTS)
    url = f"viewtopic.php?id={board.id}&amp;t_id={thread.id}"
    base = f"/viewtopic.php?id={board.id}&t_id={thread.id}"
    where = f"<a href='viewforum.php?id={board.id}'>{escape(board.title)}</a> &#187; {escape(thread.title)}"
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        pager = _pager(url, page, pages)
        posts = "".join(_post(thread, post, place, page) for place, post in enumerate(shown))
        inside = (
            f"<br /><div id='pagelink1' name='pagelink1'>{pager}<div class='tabstyle_1'><ul><li><a"
            f" href='newpost.php?id={board.id}&amp;t=1&amp;t_id='><span>Create New Topic</span></a></li></ul></div></div><div"
            f" name='current_posts' id='current_posts'>{posts}</div><div id='pagelink2' name='pagelink2'>{pager}</div>"
        )
        title = f"{board.title} &#187; {thread.title}"
        path = base if pages == 1 else f"{base}&page={page}"
        ref = f"viewtopic.php%3Fid%3D{board.id}%26t_id%3D{thread.id}"
        site.show(path, "thread", _frame(title, inside, where, ref))
        site.copy(f"{base}&page={page}", path)
    site.copy(base, base if pages == 1 else f"{base}&page={pages}")  # without a number the last page is shown


def _write_person(site: Site, person: Person) -> None:
    rows = (
        f"<tr><td class='area_1'>User Name:</td><td class='area_2'>{escape(person.name)}</td></tr><tr><td class='area_1'>Date"
        f" Joined:</td><td class='area_2'>{person.joined.strftime('%Y-%m-%d')}</td></tr><tr><td class='area_1'>Location:</td>"
        f"<td class='area_2'>{escape(person.town)}</td></tr>"
    )
    inside = _box("User Profile", rows)
    site.other(f"/profile.php?action=get&id={person.id}", _frame("Profile", inside, "Member Profile"))
    site.other(f"/email.php?id={person.id}", _frame("Email", _box("Email", "<tr><td>Please log in.</td></tr>")))
