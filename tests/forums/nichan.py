"""Read.cgi, the Japanese text boards: posts as terms without end tags, a thread's views by numbers, keys that are times."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Said, Talk, Thread

HOST = "http://ni.example"
SHOWN, LAST = 5, 6
URIS = ("news", "software", "anime", "bike", "poem", "siki", "mental", "saku")
DAYS = "月火水木金土日"
NAMES = (*["名無しさん"] * 12, "名無しさん＠お腹いっぱい。", "通りすがり", "佐藤", "削除人")
WORDS = (
    "今日 天気 猫 犬 昨日 電車 駅 学校 先生 仕事 会社 本 雑誌 音楽 映画 料理 野菜 魚 肉 水 火 山 川 海 空 雨 雪 風 夏 冬 春 秋 朝 夜 時間 友達"
    " 家族 子供 電話 手紙 写真 旅行 買い物 値段 安い 高い 新しい 古い 大きい 小さい 楽しい 難しい 思う 言う 見る 聞く 読む 書く 食べる 飲む"
    " 行く 来る 帰る 作る 使う 使える 分かる 知らない 教えて ください ありがとう だろう けど から ので とても 少し たくさん 本当 普通"
).split()


def make(seed: int) -> Site:
    """Write the boards."""
    site = Site(HOST, Talk(seed, words=tuple(WORDS), names=NAMES, glue=""), precision=1)
    menu = ""
    for category in dict.fromkeys(board.category for board in site.talk.boards):
        boards = "".join(
            f"<A HREF={HOST}/{_uri(board)}/>{escape(board.title)}</A><br>\n"
            for board in site.talk.boards
            if board.category == category
        )
        menu += f"<BR><BR><B>{escape(category)}</B><BR>{boards}"
    site.show(
        "/",
        "entry",
        f"<HTML><HEAD><TITLE>BBS MENU</TITLE></HEAD><BODY><font size=2><B>掲示板</B>{menu}</font></BODY></HTML>",
    )
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    return site


def _uri(board: Board) -> str:
    return URIS[board.id - 2]


def _key(thread: Thread) -> int:
    return int(thread.posts[0].time.timestamp())


def _res(thread: Thread, post: Said, place: int) -> str:
    name = escape(post.who.name)
    who = f'<a href="mailto:sage"><b>{name}</b></a>' if post.id % 3 else f"<font color=green><b>{name}</b></font>"
    day = DAYS[post.time.weekday()]
    lines = [escape(line) for line in post.paragraphs]
    if post.quotes:
        at = thread.posts.index(post.quotes) + 1
        lines.insert(
            0, f'<a href="../test/read.cgi/{_uri(thread.board)}/{_key(thread)}/{at}" target="_blank">&gt;&gt;{at}</a>'
        )
    number = f"{post.who.id * 7919 + post.time.day * 31:x}Ab0"
    return (
        f"<dt>{place} ：{who}：{post.time.strftime('%Y/%m/%d')}({day}) {post.time.strftime('%H:%M:%S')} ID:{number}<dd>"
        f" {' <br> '.join(lines)} <br><br>\n"
    )


def _form(board: Board, words: str) -> str:
    return (
        f'<form method=POST action="../test/bbs.cgi"><input type=submit value="{words}" name=submit> 名前：<input name=FROM'
        " size=19> E-mail<font size=1> (省略可) </font>: <input name=mail size=19><br><textarea rows=5 cols=70 wrap=off"
        f" name=MESSAGE></textarea><input type=hidden name=bbs value={_uri(board)}></form>"
    )


def _write_board(site: Site, board: Board) -> None:
    uri, title = _uri(board), escape(board.title)
    read = f"/test/read.cgi/{uri}"
    menu = "".join(
        f'<a href="..{read}/{_key(thread)}/l50" target="body">{n}:</a> '
        + (f'<a href="#{n}">' if n <= SHOWN else f'<a href="..{read}/{_key(thread)}/l50">')
        + f"{escape(thread.title)} ({len(thread.posts)})</a>　\n"
        for n, thread in enumerate(board.threads[: 4 * SHOWN], 1)
    )
    shown = ""
    for n, thread in enumerate(board.threads[:SHOWN], 1):
        places = [*range(1, len(thread.posts) + 1)]
        places = places[:1] + places[1:][-LAST:]
        res = "".join(_res(thread, thread.posts[place - 1], place) for place in places)
        shown += (
            f'<table border=1 cellspacing=7 cellpadding=3 width=95% bgcolor="#efefef" align=center><tr><td><dl class="thread">'
            f'<a name="{n}"></a><div align=right><a href="#menu">■</a><a href="#{n - 1}">▲</a><a href="#{n + 1}">▼</a></div>'
            f'<b>【{n}:{len(thread.posts)}】<font size=5 color="#FF0000">{escape(thread.title)}</font></b>\n{res}</dl>'
            f'{_form(board, "書き込む")}<b><a href="..{read}/{_key(thread)}/">全部読む</a> <a href="..{read}/{_key(thread)}/l50">'
            f'最新50</a> <a href="..{read}/{_key(thread)}/-100">1-100</a> <a href="#top">板のトップ</a> <a href="./index.html">'
            "リロード</a></b></td></tr></table><br>"
        )
    html = (
        f'<html lang="ja"><head><title>{title}＠掲示板</title></head><body text="#000000" bgcolor="#FFFFFF"><a name="top"></a>'
        f'<table border=1 width=95% bgcolor="#CCFFCC" align=center><tr><td><font size=+1 color=red>{title}</font><br>'
        f'{escape(board.about)}</td></tr></table><br><a name="menu"></a><table border=1 width=95% bgcolor="#CCFFCC"><tr><td>'
        f'<font size=2>{menu}</font><div align=right><b><a href="subback.html">スレッド一覧はこちら</a></b></div></td></tr>'
        f"</table><br>{shown}{_form(board, '新規スレッド作成')}</body></html>"
    )
    site.show(f"/{uri}/", "index", html)
    site.copy(f"/{uri}/index.html", f"/{uri}/")
    rows = "".join(
        f'<a href="{_key(thread)}/l50">{n}: {escape(thread.title)} ({len(thread.posts)})</a>&nbsp;&nbsp;\n'
        for n, thread in enumerate(board.threads, 1)
    )
    html = (
        f'<HTML><HEAD><title>{title}＠スレッド一覧</title><base href="{HOST}{read}/" target="_blank"></HEAD><BODY><font size=2>'
        f'<div><small id="trad">{rows}</small></div></font><div align=right><a href="../../../{uri}/"><b>掲示板に戻る</b></a></div></BODY></HTML>'
    )
    site.show(f"/{uri}/subback.html", "index", html)


def _write_thread(site: Site, thread: Thread) -> None:
    board, path = thread.board, f"/test/read.cgi/{_uri(thread.board)}/{_key(thread)}"
    res = "".join(_res(thread, post, place) for place, post in enumerate(thread.posts, 1))
    views = (
        f'<a href="./">■掲示板に戻る■</a> <a href="..{path}/">全部</a> <a href="..{path}/1-100">1-</a> <a href="..{path}/l50">'
        "最新50</a>"
    )
    html = (
        f'<html><head><base href="{HOST}/{_uri(board)}/"><title>{escape(thread.title)}</title></head><body bgcolor=#efefef'
        f' text=black link=blue><div style="margin-top:1em;"><span style="float:left;">{views}</span>&nbsp;</div><hr><h1'
        f' style="color:red;font-size:larger;">{escape(thread.title)}</h1><dl class="thread">{res}</dl><font color=red face='
        f'"Arial"><b>{len(thread.posts) * 3} KB</b></font><hr>{views} {_form(board, "書き込む")}read.cgi ver 05.0.4.9</body></html>'
    )
    site.show(f"{path}/l50", "thread", html)
    for end in ("/", "", "/-100", "/1-100"):
        site.copy(path + end, f"{path}/l50")
    for place in range(1, len(thread.posts) + 1):
        one = _res(thread, thread.posts[place - 1], place)
        site.other(f"{path}/{place}", html.replace(res, one))
