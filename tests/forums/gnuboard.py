"""Gnuboard 5 in Korean: boards that only a menu and lists of their newest names, comments below openings, a member's menu."""

from __future__ import annotations

from datetime import timedelta
from html import escape
from urllib.parse import quote

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://gnu.example"
ROWS, NEWEST, GLOBAL = 15, 6, 15
ZONE = timedelta(hours=9)
WORDS = (
    "오늘 사진 여행 바다 기차 생각 질문 답변 추천 정보 공유 컴퓨터 설정 문제 해결 방법 사람 시간 아침 저녁 커피 음악 영화 "
    "책 공부 운동 날씨 봄 여름 가을 겨울 친구 가족 회사 학교 동네 시장 가격 사용 후기 처음 다시 정말 조금 아주 매우 함께 "
    "천천히 빨리 부탁 드립니다 감사 합니다 있습니다 없습니다 했습니다 좋아요 싫어요 그리고 하지만 그래서 아마 이번 다음 지난"
).split()
NAMES = "하늘별 푸른솔 김철수 moon77 달빛 도토리 Rian 바람돌이 초코 산책자 나무 hana_k 구름 새벽별 이영희 감자 토토로 jinny".split()
TABLES = "free qa gallery notice2 tips market review talk hobby travel".split()


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
    for person in talk.people:
        _write_person(site, person)
    _write_new(site)
    for name in ("register.php", "login.php", "faq.php", "qalist.php", "current_connect.php"):
        site.other(f"/bbs/{name}", _frame(site, name, f"<h2 id='container_title'>{name}</h2><p>내용이 없습니다.</p>"))
    for name in ("company", "privacy", "provision"):
        site.other(
            f"/bbs/content.php?co_id={name}", _frame(site, name, "<article id='ctt'><p>회사 소개입니다.</p></article>")
        )
    return site


def _table(board: Board) -> str:
    return TABLES[board.id - 2]


def _frame(site: Site, title: str, inside: str) -> str:
    menu = "".join(
        f"<li class='gnb_1dli'><a href='{HOST}/bbs/board.php?bo_table={_table(board)}' target='_self' class='gnb_1da'>"
        f"{escape(board.title)}</a></li>"
        for board in site.talk.boards
    )
    top = "".join(
        f"<li><a href='{HOST}/bbs/{url}'>{name}</a></li>"
        for name, url in (
            ("회원가입", "register.php"),
            ("<b>로그인</b>", "login.php"),
            ("FAQ", "faq.php"),
            ("1:1문의", "qalist.php"),
            ("새글", "new.php"),
            ("접속자 <strong class='visit-num'>3</strong>", "current_connect.php"),
        )
    )
    foot = "".join(
        f"<a href='{HOST}/bbs/content.php?co_id={url}'>{name}</a>"
        for name, url in (("회사소개", "company"), ("개인정보처리방침", "privacy"), ("서비스이용약관", "provision"))
    )
    return (
        f"<!doctype html><html lang='ko'><head><meta charset='utf-8'><title>{escape(title)} | 우리동네</title></head><body>"
        f"<div id='hd'><h1 id='hd_h1'>{escape(title)} | 우리동네</h1><div id='skip_to_container'><a href='#container'>본문 바로가기"
        f"</a></div><div id='tnb'><ul>{top}</ul></div><div id='hd_wrapper'><div id='logo'><a href='{HOST}'><img"
        " src='/img/logo.png' alt='우리동네'></a></div><div class='hd_sch_wr'><fieldset id='hd_sch'><legend>사이트 내 전체검색"
        "</legend><form name='fsearchbox' method='get' action='/bbs/search.php'><input type='text' name='stx'><button>검색"
        f"</button></form></fieldset></div></div><nav id='gnb'><h2>메인메뉴</h2><ul id='gnb_1dul'>{menu}</ul></nav></div>"
        f"<div id='wrapper'><div id='container_wr'><div id='container'>{inside}</div><div id='aside'><section id='ol_before'"
        " class='ol'><h2>회원로그인</h2><form name='foutlogin' action='/bbs/login_check.php' method='post'><input name='mb_id'>"
        "<input name='mb_password' type='password'></form></section><section id='visit'><h2>접속자집계</h2><dl><dt>오늘</dt>"
        "<dd>12</dd><dt>어제</dt><dd>31</dd><dt>최대</dt><dd>405</dd><dt>전체</dt><dd>21,204</dd></dl></section></div></div></div>"
        f"<div id='ft'><div id='ft_link'>{foot}</div><div id='ft_copy'>Copyright &copy; 소유하신 도메인</div></div></body></html>"
    )


def _side(person: Person, board: Board) -> str:
    name, table = escape(person.name), _table(board)
    if person.id % 7 == 3:  # a guest
        find = f"{HOST}/bbs/board.php?bo_table={table}&amp;sca=&amp;sfl=wr_name,1&amp;stx={quote(person.name)}"
        shown = f"<a href='{find}' title='{name} 이름으로 검색' class='sv_guest' rel='nofollow' onclick='return false;'>{name}</a>"
        items = f"<a href='{find}' rel='nofollow'>이름으로 검색</a>"
    else:
        key = f"m{person.id}"
        shown = (
            f"<a href='{HOST}/bbs/profile.php?mb_id={key}' class='sv_member' title='{name} 자기소개' target='_blank'"
            f" rel='nofollow' onclick='return false;'>{name}</a>"
        )
        items = "".join(
            f"<a href='{HOST}/bbs/{url}' rel='nofollow'>{word}</a>"
            for url, word in (
                (f"memo_form.php?me_recv_mb_id={key}", "쪽지보내기"),
                (f"profile.php?mb_id={key}", "자기소개"),
                (f"board.php?bo_table={table}&amp;sca=&amp;sfl=mb_id,1&amp;stx={key}", "아이디로 검색"),
                (f"new.php?mb_id={key}", "전체게시물"),
            )
        )
    menu = f"<span class='sv'>{items}</span>"
    return f"<span class='sv_wrap'>{shown}{menu}<noscript class='sv_nojs'>{menu}</noscript></span>"


def _url(thread: Thread, more: str = "") -> str:
    return f"{HOST}/bbs/board.php?bo_table={_table(thread.board)}&amp;wr_id={thread.id}{more}"


def _write_front(site: Site) -> None:
    boxes = ""
    for board in site.talk.boards:
        rows = "".join(
            f"<li><div class='lt_left'><a href='{_url(thread)}'>{escape(thread.title)}</a>"
            f"{f' <span class=lt_cmt>+ {len(thread.posts) - 1}</span>' if len(thread.posts) > 1 else ''}</div>"
            f"<span class='lt_date'>{thread.posts[0].time.strftime('%m-%d')}</span></li>"
            for thread in sorted(board.threads, key=lambda thread: -thread.id)[:NEWEST]
        )
        boxes += (
            f"<div class='lt_wr'><div class='lt'><h2 class='lt_title'><a href='{HOST}/bbs/board.php?bo_table={_table(board)}'>"
            f"{escape(board.title)}</a></h2><ul>{rows}</ul></div></div>"
        )
    site.show("/", "entry", _frame(site, "우리동네", f"<h2 class='sound_only'>최신글</h2>{boxes}"))


def _pager(url: str, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    links = ""
    if page > 1:
        links += f"<a href='{url}&amp;page=1' class='pg_page pg_start'>처음</a>"
    for number in range(1, pages + 1):
        if number == page:
            links += f"<span class='sound_only'>열린</span><strong class='pg_current'>{number}</strong>"
            links += "<span class='sound_only'>페이지</span>"
        else:
            links += (
                f"<a href='{url}&amp;page={number}' class='pg_page'>{number}<span class='sound_only'>페이지</span></a>"
            )
    if page < pages:
        links += f"<a href='{url}&amp;page={pages}' class='pg_page pg_end'>맨끝</a>"
    return f"<nav class='pg_wrap'><span class='pg'>{links}</span></nav>"


def _list(site: Site, board: Board, page: int, current: Thread | None = None) -> str:
    notices = [thread for thread in board.threads if thread.is_sticky]
    plain = [thread for thread in board.threads if not thread.is_sticky]
    pages = portions(plain, ROWS)
    rows, more = "", f"&amp;page={page}" if page > 1 else ""
    for thread in [*notices, *plain[(page - 1) * ROWS : page * ROWS]]:
        number = "<strong>공지</strong>" if thread.is_sticky else str(len(plain) - plain.index(thread))
        count = len(thread.posts) - 1
        comments = f"<span class='sound_only'>댓글</span><span class='cnt_cmt'>+ {count}</span><span class='sound_only'>개</span>"
        rows += (
            f"<tr class='{'bo_notice' if thread.is_sticky else ''}'><td class='td_num2'>"
            f"{'<span class=bo_current>열람중</span>' if thread is current else number}</td><td class='td_subject'"
            f" style='padding-left:0px'><div class='bo_tit'><a href='{_url(thread, more)}'>{escape(thread.title)}"
            f"{comments if count else ''}</a></div></td><td class='td_name sv_use'>{_side(thread.posts[0].who, board)}</td>"
            f"<td class='td_num'>{thread.views}</td><td class='td_datetime'>{thread.posts[0].time.strftime('%m-%d')}</td></tr>"
        )
    sort = f"{HOST}/bbs/board.php?bo_table={_table(board)}&amp;sop=and&amp;sst="
    end = f"&amp;sod=desc&amp;sfl=&amp;stx=&amp;page={page}"
    title = escape(board.title)
    return (
        f"<div id='bo_list' style='width:100%'><div class='bo_fx'><div id='bo_list_total'><span>Total {len(board.threads)}건"
        f"</span> {page} 페이지</div><ul class='btn_bo_user'><li><a href='{HOST}/bbs/rss.php?bo_table={_table(board)}'"
        f" class='btn_b01'>RSS</a></li></ul></div><form name='fboardlist' action='/bbs/board_list_update.php' method='post'>"
        f"<div class='tbl_head01 tbl_wrap'><table><caption>{title} 목록</caption><thead><tr><th scope='col'>번호</th>"
        f"<th scope='col'>제목</th><th scope='col'>글쓴이</th><th scope='col'><a href='{sort}wr_hit{end}'>조회</a></th>"
        f"<th scope='col'><a href='{sort}wr_datetime{end}'>날짜</a></th></tr></thead><tbody>{rows}</tbody></table></div></form>"
        f"</div>{_pager(f'{HOST}/bbs/board.php?bo_table={_table(board)}', page, pages)}<fieldset id='bo_sch'><legend>게시물 검색"
        "</legend><form name='fsearch' method='get'><select name='sfl'><option value='wr_subject'>제목</option><option"
        " value='wr_content'>내용</option></select><input name='stx'><button>검색</button></form></fieldset>"
    )


def _write_board(site: Site, board: Board) -> None:
    pages = portions([thread for thread in board.threads if not thread.is_sticky], ROWS)
    base, title = f"/bbs/board.php?bo_table={_table(board)}", escape(board.title)
    for page in range(1, pages + 1):
        path = base + (f"&page={page}" if page > 1 else "")
        head = f"<h2 id='container_title'><span title='{title} {page} 페이지'>{title}</span></h2>"
        html = _frame(site, f"{board.title} {page} 페이지", head + _list(site, board, page))
        site.show(path, "index", html)
        site.copy(f"{base}&page={page}", path)
        for order in ("wr_hit", "wr_datetime"):
            site.other(f"{base}&sop=and&sst={order}&sod=desc&sfl=&stx=&page={page}", html)


def _comment(board: Board, thread: Thread, post: Said) -> str:
    depth, name = 20 if post.quotes and post.quotes is not thread.posts[0] else 0, escape(post.who.name)
    text, shown = "<br />\n<br />\n".join(map(escape, post.paragraphs)), post.time + ZONE
    style = f" style='margin-left:{depth}px;border-top-color:#e0e0e0'" if depth else ""
    answer = f"./board.php?bo_table={_table(board)}&amp;wr_id={thread.id}&amp;c_id={post.id}&amp;w=c#bo_vc_w"
    return (
        f"<article id='c_{post.id}'{style}><header style='z-index:3'><h2>{name}님의 "
        f"{'<span class=sound_only>댓글의</span>' if depth else ''} 댓글</h2>{_side(post.who, board)}<span class='sound_only'>작성일"
        f"</span><span class='bo_vc_hdinfo'><i class='fa fa-clock-o' aria-hidden='true'></i> <time"
        f" datetime='{shown.strftime('%Y-%m-%dT%H:%M:%S')}+09:00'>{shown.strftime('%y-%m-%d %H:%M')}</time></span></header>"
        f"<div class='cmt_contents'><p>{text}</p><ul class='bo_vc_act'><li><a href='{answer}'"
        f" onclick=\"comment_box('{post.id}', 'c'); return false;\">답변</a></li></ul></div><span id='edit_{post.id}'></span>"
        f"<span id='reply_{post.id}'></span><input type='hidden' value='' id='secret_comment_{post.id}'>"
        f"<textarea id='save_comment_{post.id}' style='display:none'>{text}</textarea></article>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    board, first = thread.board, thread.posts[0]
    place = board.threads.index(thread)
    before = board.threads[place - 1] if place else None
    after = board.threads[place + 1] if place + 1 < len(board.threads) else None
    ways = (f"<li class='btn_prv'><a href='{_url(before)}'>이전글</a></li>" if before else "") + (
        f"<li class='btn_next'><a href='{_url(after)}'>다음글</a></li>" if after else ""
    )
    back = f"<li><a href='{HOST}/bbs/board.php?bo_table={_table(board)}&amp;page=' class='btn_list'>목록</a></li>"
    comments = "".join(_comment(board, thread, post) for post in thread.posts[1:])
    none = "<p id='bo_vc_empty'>등록된 댓글이 없습니다.</p>"
    text = "".join(f"<p>{escape(part)}</p>" for part in first.paragraphs)
    sign = f"<p>{escape(first.who.signature)}</p>" if first.who.signature else ""
    inside = (
        f"<h2 id='container_title'><span title='{escape(board.title)}'>{escape(board.title)}</span></h2>"
        f"<article id='bo_v' style='width:100%'><header><h2 id='bo_v_title'><span class='bo_v_tit'>{escape(thread.title)}</span>"
        "</h2></header><section id='bo_v_info'><h2>페이지 정보</h2><span class='sound_only'>작성자</span> <strong><span"
        f" class='profile_img'><img src='/img/no_profile.gif' alt='프로필이미지'></span>{_side(first.who, board)}</strong><span"
        f" class='sound_only'>댓글</span><strong><a href='#bo_vc'> {len(thread.posts) - 1}건</a></strong><span class='sound_only'>"
        f"조회</span><strong> {thread.views}회</strong><strong class='if_date'><span class='sound_only'>작성일</span>"
        f" {(first.time + ZONE).strftime('%y-%m-%d %H:%M')}</strong></section><section id='bo_v_atc'><h2 id='bo_v_atc_title'>본문</h2>"
        f"<div id='bo_v_con'>{text}</div>{sign}<div id='bo_v_act'><span class='bo_v_good'><span class='sound_only'>추천</span>"
        "<strong>0</strong></span></div></section><div id='bo_v_share'><ul id='bo_v_sns'><li><a"
        " href='https://www.facebook.com/sharer/sharer.php?u=x'>페이스북으로 보내기</a></li></ul></div><div id='bo_v_top'>"
        f"<ul class='bo_v_nb'>{ways}{back}</ul></div><section id='bo_vc'><h2>댓글목록</h2>{comments or none}</section><aside"
        " id='bo_vc_w'><h2>댓글쓰기</h2><form name='fviewcomment' action='/bbs/write_comment_update.php' method='post'><textarea"
        f" name='wr_content'></textarea></form></aside></article>{_list(site, board, 1, thread) if site.talk.seed % 2 == 0 else ''}"
    )
    path = f"/bbs/board.php?bo_table={_table(board)}&wr_id={thread.id}"
    site.show(path, "thread", _frame(site, f"{thread.title} > {board.title}", inside))
    for page in range(1, portions(board.threads, ROWS) + 1):
        site.copy(f"{path}&page={page}", path)
    for post in thread.posts[1:]:
        site.copy(f"{path}&c_id={post.id}&w=c", path)
    site.copy(f"/bbs/board.php?bo_table={_table(board)}&page=", f"/bbs/board.php?bo_table={_table(board)}")


def _write_person(site: Site, person: Person) -> None:
    joined = person.joined.strftime("%Y-%m-%d")
    site.other(
        f"/bbs/profile.php?mb_id=m{person.id}",
        f"<html><head><title>{escape(person.name)}님의 프로필</title></head><body><div id='profile' class='new_win'><h1>"
        f"{escape(person.name)}님의 프로필</h1><table><tr><th>회원권한</th><td>2</td></tr><tr><th>회원가입일</th><td>{joined}</td></tr>"
        "</table><section><h2>인사말</h2><p>소개 내용이 없습니다.</p></section></div></body></html>",
    )
    mine = [thread for thread in site.talk.threads if thread.posts[0].who is person]
    site.other(f"/bbs/new.php?mb_id=m{person.id}", _frame(site, "새글", _new(mine[:GLOBAL])))
    for board in site.talk.boards:
        found = [thread for thread in board.threads if thread.posts[0].who is person]
        site.other(
            f"/bbs/board.php?bo_table={_table(board)}&sca=&sfl=mb_id,1&stx=m{person.id}",
            _frame(site, board.title, "<h2>검색</h2>" + _new(found[:GLOBAL])),
        )
        site.other(
            f"/bbs/board.php?bo_table={_table(board)}&sca=&sfl=wr_name,1&stx={quote(person.name)}",
            _frame(site, board.title, "<h2>검색</h2>" + _new(found[:GLOBAL])),
        )


def _new(threads: list[Thread]) -> str:
    rows = "".join(
        f"<tr><td class='td_group'><a href='./new.php?gr_id=community'>커뮤니티</a></td><td class='td_board'>"
        f"<a href='./board.php?bo_table={_table(thread.board)}'>{escape(thread.board.title)}</a></td><td><a"
        f" href='{_url(thread)}'>{escape(thread.title)}</a></td><td class='td_name'>{_side(thread.posts[0].who, thread.board)}"
        f"</td><td class='td_date'>{thread.posts[0].time.strftime('%y-%m-%d')}</td></tr>"
        for thread in threads
    )
    return (
        "<div class='tbl_head01 tbl_wrap'><table><thead><tr><th>그룹</th><th>게시판</th><th>제목</th><th>이름</th><th>일시</th></tr>"
        f"</thead><tbody>{rows}</tbody></table></div>"
    )


def _write_new(site: Site) -> None:
    threads = sorted(site.talk.threads, key=lambda thread: -thread.id)
    pages = portions(threads, GLOBAL)
    for page in range(1, pages + 1):
        pager = _pager(f"{HOST}/bbs/new.php?gr_id=&amp;view=&amp;mb_id=", page, pages)
        html = _frame(site, "새글", _new(threads[(page - 1) * GLOBAL : page * GLOBAL]) + pager)
        site.other(f"/bbs/new.php?gr_id=&view=&mb_id=&page={page}", html)
        if page == 1:
            site.other("/bbs/new.php", html)
            site.other("/bbs/new.php?gr_id=community", html)
