"""Rhymix in Korean: boards are words that only a menu names, names lead nowhere, the newest comments come first.

Below each opening stand its comments, the last page of them where the address says none, then the list it is in.
"""

from __future__ import annotations

from datetime import timedelta
from html import escape

from forums.gnuboard import NAMES, TABLES, WORDS
from forums.site import Site
from forums.talk import Board, Said, Talk, Thread, portions

HOST = "http://rx.example"
ROWS, COMMENTS, NEWEST = 15, 8, 7
TIME = "%Y.%m.%d %H:%M"


def make(seed: int) -> Site:
    """Write the forum."""
    talk = Talk(seed, words=WORDS, names=NAMES)
    for board in talk.boards:
        board.parent, board.below = None, []
        board.threads.sort(key=lambda thread: (not thread.is_sticky, -thread.id))
    site = Site(HOST, talk)
    _write_front(site)
    for board in talk.boards:
        _write_board(site, board)
    for thread in talk.threads:
        _write_thread(site, thread)
    for act in ("dispMemberLoginForm", "dispMemberSignUpForm", "dispMemberFindAccount"):
        for mid in ("index", *(_mid(board) for board in talk.boards)):
            site.other(
                f"/index.php?mid={mid}&act={act}", _frame(site, "Membership", f"<h1>{act}</h1><p>로그인</p>", mid)
            )
    site.other(
        "/guide", _frame(site, "안내", "<div class='page'><p>이용 안내입니다. 규칙을 지켜 주세요.</p></div>", "guide")
    )
    return site


def _mid(board: Board) -> str:
    return TABLES[board.id - 2]


def _frame(site: Site, title: str, inside: str, mid: str) -> str:
    items = "".join(f"<li><a href='/{_mid(board)}'>{escape(board.title)}</a></li>" for board in site.talk.boards)
    menu = f"<li><a href='/guide'>안내</a></li><li><a href='/{_mid(site.talk.boards[0])}'>게시판</a><ul class='depth2'>{items}</ul></li>"
    login = f"/index.php?mid={mid}&act=dispMemberLoginForm"
    return (
        f"<!DOCTYPE html><html lang='ko'><head><meta charset='utf-8'><title>{escape(title)}</title></head><body><p class='skip'>"
        "<a href='#content'>메뉴 건너뛰기</a></p><div class='container fixed_header'><div class='header_wrap xe-clearfix'><header"
        " class='header sub'><h1 class='logo-item'><a href='/'><img src='/logo.png' alt='XEDITION'></a></h1><div class='side'><ul>"
        "<li class='click'><a href='#' title='검색'><span class='blind'>검색</span></a></li><li class='hover'><a"
        f" href='{login}' id='ly_btn'><span class='blind'>로그인/회원가입</span></a><div class='ly ly_login'><ul><li><a"
        f" id='ly_login_btn' href='{login}'>로그인</a></li><li><a href='/index.php?mid={mid}&act=dispMemberSignUpForm'>회원가입</a>"
        f"</li></ul></div></li></ul></div><nav class='gnb' id='gnb'><ul>{menu}</ul></nav></header></div><div class='visual sub'>"
        f"<div class='sub_title'><h1>{escape(title)}</h1></div></div><div class='body fixed-width sub right'><nav class='lnb'><ul>"
        f"{items}</ul></nav><div class='content' id='content'>{inside}</div></div><footer class='footer'><p class='sub_desc'>"
        "Copyright 누구나</p></footer></div></body></html>"
    )


def _who(post: Said, kind: str = "") -> str:
    who = post.who
    if who.id % 7 == 3:  # a guest
        return f"<strong>{escape(who.name)}</strong>" if kind == "comment" else escape(who.name)
    more = " author" if kind == "opening" else ""
    return f"<a href='#popup_menu_area' class='member_{who.id}{more}' onclick='return false'>{escape(who.name)}</a>"


def _write_front(site: Site) -> None:
    boxes = ""
    for board in site.talk.boards:
        rows = "".join(
            f"<tr><td class='title'><a href='/{_mid(board)}/{thread.id}' class='title'>{escape(thread.title)}</a>"
            f"{f'''<a href='/{_mid(board)}/{thread.id}#comment' class='replyNum'>[{len(thread.posts) - 1}]</a>''' if len(thread.posts) > 1 else ''}"
            f"</td><td class='time'>{thread.posts[0].time.strftime('%m-%d')}</td></tr>"
            for thread in sorted(board.threads, key=lambda thread: -thread.id)[:NEWEST]
        )
        boxes += (
            f"<div class='xe-widget-wrapper'><div class='widgetContainer'><h3 class='widgetTitle'>{escape(board.title)}</h3><table"
            f" class='widgetTable'><tbody>{rows}</tbody></table></div></div>"
        )
    site.show("/", "entry", _frame(site, "우리 마을", boxes, "index"))


def _list(board: Board, page: int, current: Thread | None = None) -> str:
    mid, notices = _mid(board), [thread for thread in board.threads if thread.is_sticky]
    plain = [thread for thread in board.threads if not thread.is_sticky]
    pages, more = portions(plain, ROWS), f"?page={page}" if page > 1 else ""
    rows = ""
    for thread in [*notices, *plain[(page - 1) * ROWS : page * ROWS]]:
        number = "공지" if thread.is_sticky else str(len(plain) - plain.index(thread))
        number = "&raquo;" if thread is current else number
        count, at = len(thread.posts) - 1, f"/{mid}/{thread.id}{more}"
        replies = f"<a href='{at}#comment' class='replyNum' title='Replies'>[{count}]</a>" if count else ""
        rows += (
            f"<tr{' class=notice' if thread.is_sticky else ''}><td class='no'>{number}</td><td class='title'><a href='{at}'>"
            f"{escape(thread.title)}</a>{replies}</td><td class='author'>{_who(thread.posts[0])}</td><td class='time'>"
            f"{thread.posts[0].time.strftime('%Y.%m.%d')}</td><td class='readNum'>{thread.views}</td></tr>"
        )
    sort = f"/{mid}?sort_index=" if current is None else f"/{mid}/{current.id}?sort_index="
    links = f"<a href='/{mid}' class='direction prev'>첫 페이지</a> "
    for turn in range(1, pages + 1):
        links += f"<strong>{turn}</strong> " if turn == page else f"<a href='/{mid}?page={turn}'>{turn}</a> "
    links += f"<a href='/{mid}?page={pages}' class='direction next'>끝 페이지</a>"
    return (
        "<div class='board_list' id='board_list'><table width='100%'><thead><tr><th scope='col'><span>번호</span></th><th scope='col'"
        f" class='title'><span><a href='{sort}title&order_type=desc'>제목</a></span></th><th scope='col'><span>글쓴이</span></th><th"
        f" scope='col'><span><a href='{sort}regdate&order_type=desc'>날짜</a></span></th><th scope='col'><span><a"
        f" href='{sort}readed_count&order_type=desc'>조회 수</a></span></th></tr></thead><tbody>{rows}</tbody></table></div><div"
        f" class='list_footer'><div class='pagination'>{links}</div><div class='btnArea'><a href='/index.php?mid={mid}"
        "&act=dispBoardWrite' class='btn'>쓰기</a></div><form action='/' method='get' class='board_search'><input"
        " name='search_keyword'><button>검색</button></form></div>"
    )


def _write_board(site: Site, board: Board) -> None:
    mid = _mid(board)
    for page in range(1, portions([thread for thread in board.threads if not thread.is_sticky], ROWS) + 1):
        html = _frame(site, board.title, f"<div class='board'>{_list(board, page)}</div>", mid)
        path = f"/{mid}" + (f"?page={page}" if page > 1 else "")
        site.show(path, "index", html)
        site.copy(f"/{mid}?page={page}", path)
        for order in ("title", "regdate", "readed_count"):
            site.other(f"/{mid}?sort_index={order}&order_type=desc", html)
    login = _frame(site, board.title, "<p>로그인이 필요합니다</p>", mid)
    site.other(f"/index.php?mid={mid}&act=dispBoardWrite", login)


def _comment(thread: Thread, post: Said) -> str:
    mid = _mid(thread.board)
    depth = 1 if post.quotes and post.quotes is not thread.posts[0] else 0
    text = "".join(f"<p>{escape(part)}</p>" for part in post.paragraphs)
    shown = (post.time + timedelta()).strftime(TIME)
    return (
        f"<li class='fbItem{' indent indent1' if depth else ''}' id='comment_{post.id}'><div class='fbMeta'><span class='profile'>"
        f"</span><h3 class='author'>{_who(post, 'comment')}</h3><p class='time'>{shown}</p></div><!--BeforeComment({post.id},4)-->"
        f"<div class='comment_{post.id}_{post.who.id} rhymix_content xe_content'>{text}</div><p class='action'><a"
        f" href='/index.php?mid={mid}&document_srl={thread.id}&act=dispBoardReplyComment&comment_srl={post.id}' class='reply'>댓글"
        "</a></p></li>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    board, first, mid = thread.board, thread.posts[0], _mid(thread.board)
    answers = thread.posts[1:]
    pages, base = portions(answers, COMMENTS), f"/{mid}/{thread.id}"
    text = "".join(f"<p>{escape(part)}</p>" for part in first.paragraphs)
    sign = (
        f"<div class='sign'><div class='tx'><p>{escape(first.who.signature)}</p></div></div>"
        if first.who.signature
        else ""
    )
    opening = (
        f"<div class='board_read'><div class='read_header'><h1><a href='{HOST}/{mid}/{thread.id}'>{escape(thread.title)}</a></h1><p"
        f" class='time'>{first.time.strftime(TIME)}</p><p class='meta'>{_who(first, 'opening')}<span class='sum'><span class='read'>"
        f"조회 수:{thread.views}</span></span></p></div><div class='read_body'><!--BeforeDocument({thread.id},4)--><div"
        f" class='document_{thread.id}_{first.who.id} rhymix_content xe_content'>{text}</div></div><div class='read_footer'><div"
        f" class='tns'><a class='document_{thread.id} action' href='#popup_menu_area' onclick='return false'>이 게시물을</a><ul"
        f" class='sns'><li class='twitter link'><a href='https://twitter.com/'>Twitter</a></li></ul></div>{sign}<div class='btnArea'>"
        f"<span class='etc'><a href='/{mid}' class='btn'>목록</a></span></div></div></div>"
    )
    for page in range(1, pages + 1):
        shown = answers[(page - 1) * COMMENTS : page * COMMENTS]
        turns = ""
        if pages > 1:
            turns = f"<a href='{base}?cpage=1#comment' class='direction prev'>첫 페이지</a> "
            for turn in range(1, pages + 1):
                turns += (
                    f"<strong>{turn}</strong> "
                    if turn == page
                    else f"<a href='{base}?cpage={turn}#comment'>{turn}</a> "
                )
            turns += f"<a href='{base}?cpage={pages}#comment' class='direction next'>끝 페이지</a>"
            turns = f"<div class='pagination'>{turns}</div>"
        rows = "".join(_comment(thread, post) for post in shown)
        comments = (
            f"<div class='feedback' id='comment'><div class='fbHeader'><h2>댓글 <em>{len(answers)}</em></h2></div>"
            f"{f'<ul class=fbList>{rows}</ul>' if shown else ''}{turns}<form action='/' method='post' class='write_comment'"
            f" id='write_comment'><textarea name='content'></textarea></form></div><div class='fbFooter'><a href='/{mid}' class='btn'>"
            "목록</a></div>"
        )
        html = _frame(
            site,
            f"{board.title} - {thread.title}",
            f"<div class='board'>{opening}{comments}{_list(board, 1, thread)}</div>",
            mid,
        )
        path = base if page == pages else f"{base}?cpage={page}"
        site.show(path, "thread", html)
        site.copy(f"{base}?cpage={page}", path)
        for order in ("title", "regdate", "readed_count"):
            site.other(f"{base}?sort_index={order}&order_type=desc", html)
    for number in range(1, portions(board.threads, ROWS) + 1):
        site.copy(f"{base}?page={number}", base)
