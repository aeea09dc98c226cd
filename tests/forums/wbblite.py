"""Burning Board Lite 1, an old German package: tables, `threadid=`, categories that are boards, posts with anchors."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://wbb.example"
ROWS, POSTS = 15, 8
TIME = "%d.%m.%Y %H:%M"


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
    site.other("/search.php?action=24h", _frame("Suche", "<p>Es wurden keine Treffer gefunden.</p>"))
    for name in ("register.php", "memberslist.php", "team.php", "misc.php?action=faq", "search.php"):
        site.other(f"/{name}", _frame(name, f"<h2>{name}</h2><p>Hier steht etwas anderes.</p>"))
    return site


def _frame(title: str, inside: str, crumbs: str = "") -> str:
    menu = "".join(
        f'<td class="tablea"><a href="{url}"><img src="images/{name}.gif" alt="{name}" border="0"></a></td>'
        for name, url in (
            ("Registrierung", "register.php"),
            ("Mitgliederliste", "memberslist.php"),
            ("Teammitglieder", "team.php"),
            ("Suche", "search.php"),
            ("FAQ", "misc.php?action=faq"),
            ("Startseite", "index.php"),
        )
    )
    return (
        f"<html><head><title>Das Forum - {escape(title)}</title></head><body><table class='tableoutborder'><tr>{menu}"
        f"</tr></table><table width='100%'><tr><td class='tablea'><span class='smallfont'><b>"
        f"<a href='index.php'>Das Forum</a>{crumbs}</b></span></td></tr></table>{inside}"
        "<p align='center'><span class='smallfont'>Forensoftware, entwickelt von <b>niemandem</b></span></p>"
        "</body></html>"
    )


def _crumbs(board: Board) -> str:
    above = _crumbs(board.parent) if board.parent else ""
    return f"{above} » <a href='board.php?boardid={board.id}'>{escape(board.title)}</a>"


def _board_rows(boards: list[Board]) -> str:
    rows = ""
    for board in boards:
        last = board.threads and max(board.threads, key=lambda thread: thread.last.time)
        newest = (
            f"<a href='thread.php?goto=lastpost&amp;threadid={last.id}'><img src='images/lastpost.gif' alt=''></a>"
            f"<span class='smallfont'>{escape(last.title)}<br>{last.last.time.strftime(TIME)} von"
            f" <a href='profile.php?userid={last.last.who.id}'>{escape(last.last.who.name)}</a></span>"
            if last
            else "<span class='smallfont'>keine Beiträge</span>"
        )
        below = ", ".join(f"<a href='board.php?boardid={sub.id}'>{escape(sub.title)}</a>" for sub in board.below)
        rows += (
            f"<tr align='center'><td class='tablea'><img src='images/off.gif' alt=''></td><td class='tableb' align='left'>"
            f"<a href='board.php?boardid={board.id}'><b>{escape(board.title)}</b></a><br><span class='smallfont'>"
            f"{escape(board.about)}{'<br><b>Unterforen:</b> ' + below if below else ''}</span></td>"
            f"<td class='tablea'>{board.size}</td><td class='tableb'>{len(board.threads)}</td>"
            f"<td class='tablea' align='left'>{newest}</td></tr>"
        )
    return (
        "<table class='tableoutborder'><tr><td class='tabletitle' colspan='2'>Forum</td><td class='tabletitle'>Beiträge"
        f"</td><td class='tabletitle'>Themen</td><td class='tabletitle'>Letzter Beitrag</td></tr>{rows}</table>"
    )


def _write_front(site: Site) -> None:
    site.show("/index.php", "entry", _frame("Übersicht", _board_rows(site.talk.tops)))
    site.copy("/", "/index.php")


def _pager(url: str, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    links = "".join(
        f" <b>[{number}]</b>" if number == page else f" <a href='{url}&amp;page={number}'>{number}</a>"
        for number in range(1, pages + 1)
        if abs(number - page) <= 3
    )
    last = f" <a href='{url}&amp;page={pages}'>letzte »</a>" if page + 3 < pages else ""
    return f"<span class='smallfont'>Seiten ({pages}):{links}{last}</span>"


def _write_board(site: Site, board: Board) -> None:
    pages = portions(board.threads, ROWS)
    for page in range(1, pages + 1):
        rows = ""
        for thread in board.threads[(page - 1) * ROWS : page * ROWS]:
            first, last = thread.posts[0], thread.last
            jumps = portions(thread.posts, POSTS)
            inner = "".join(
                f" <a href='thread.php?threadid={thread.id}&amp;page={number}'>{number}</a>"
                for number in range(1, jumps + 1)
            )
            rows += (
                "<tr align='center'><td class='tablea'><img src='images/folder.gif' alt=''></td><td class='tableb'"
                f" align='left'>{'Wichtig: ' if thread.is_sticky else ''}<a href='thread.php?threadid={thread.id}'>"
                f"{escape(thread.title)}</a>{f'<span class=smallfont>( {inner} )</span>' if jumps > 1 else ''}</td>"
                f"<td class='tablea'>{len(thread.posts) - 1}</td><td class='tableb'>"
                f"<a href='profile.php?userid={first.who.id}'>{escape(first.who.name)}</a></td>"
                f"<td class='tablea'>{thread.views}</td><td class='tableb' align='left'><span class='smallfont'>"
                f"{last.time.strftime(TIME)}<br>von <a href='profile.php?userid={last.who.id}'>"
                f"{escape(last.who.name)}</a></span> <a href='thread.php?goto=lastpost&amp;threadid={thread.id}'>"
                "<img src='images/lastpost.gif' alt=''></a></td></tr>"
            )
        heads = "".join(
            f"<td class='tabletitle'>{word}</td>"
            for word in ("", "Thema", "Antworten", "Autor", "Hits", "Letzter Beitrag")
        )
        pager = _pager(f"board.php?boardid={board.id}", page, pages)
        inside = (
            (_board_rows(board.below) if board.below else "")
            + f"<table><tr><td>{pager}</td><td><a href='newthread.php?boardid={board.id}'><img src='images/newthread.gif'"
            f" alt='Neues Thema'></a></td></tr></table><table class='tableoutborder'><tr>{heads}</tr>{rows}</table>{pager}"
        )
        path = f"/board.php?boardid={board.id}" + (f"&page={page}" if page > 1 else "")
        site.show(path, "index", _frame(board.title, inside, _crumbs(board)))
        site.copy(f"/board.php?boardid={board.id}&page={page}", path)


def _post(thread: Thread, post: Said, place: int) -> str:
    colour = "tablea" if place % 2 else "tableb"
    who, quote = post.who, ""
    if post.quotes:
        quote = (
            "<table align='center' width='98%'><tr><td><b>Zitat:</b><br><div class='quote'><i>Original von"
            f" {escape(post.quotes.who.name)}</i><br>{escape(post.quotes.paragraphs[0])}</div></td></tr></table>"
        )
    text = quote + "<br><br>".join(map(escape, post.paragraphs))
    signature = f"<br>__________________<br>{escape(who.signature)}" if who.signature else ""
    return (
        f"<table class='tableoutborder' width='100%'><tr class='{colour}'><td width='175' valign='top'>"
        f"<a name='post{post.id}'></a><span class='normalfont'><b>{escape(who.name)}</b></span><br><span class='smallfont'>"
        f"Mitglied<br><br>Dabei seit: {who.joined.strftime('%d.%m.%Y')}<br>Beiträge: {who.id * 7}"
        f"{'<br>Herkunft: ' + escape(who.town) if who.town else ''}</span></td><td valign='top'><table width='100%'>"
        f"<tr><td><span class='smallfont'><b>{escape(thread.title)}</b></span></td><td align='right'>"
        f"<a href='newthread.php?postid={post.id}'><img src='images/reply.gif' alt='Auf diesen Beitrag antworten'></a>"
        f"<a href='report.php?postid={post.id}'><img src='images/report.gif' alt='Diesen Beitrag melden'></a>"
        f"</td></tr></table><hr size='1'><span class='normalfont'>{text}{signature}</span></td></tr>"
        f"<tr class='{colour}'><td align='center'><span class='smallfont'>{post.time.strftime(TIME)}</span></td>"
        f"<td><a href='profile.php?userid={who.id}'><img src='images/profile.gif' alt='{escape(who.name)} ist offline'></a>"
        f"<a href='search.php?action=user&amp;userid={who.id}'><img src='images/search.gif' alt='Beiträge suchen'></a>"
        "</td></tr></table>"
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages = portions(thread.posts, POSTS)
    url = f"thread.php?threadid={thread.id}"
    for page in range(1, pages + 1):
        shown = thread.posts[(page - 1) * POSTS : page * POSTS]
        pager = _pager(url, page, pages)
        posts = "".join(_post(thread, post, place) for place, post in enumerate(shown))
        inside = (
            f"<table><tr><td>{pager}</td><td><a href='print.php?threadid={thread.id}&amp;page={page}'>Druckvorschau</a> |"
            f" <a href='{url}&amp;goto=nextnewest'>nächstes Thema</a></td></tr></table>{posts}{pager}"
        )
        path = f"/{url}" + (f"&page={page}" if page > 1 else "")
        site.show(path, "thread", _frame(thread.title, inside, _crumbs(thread.board) + f" » {escape(thread.title)}"))
        site.copy(f"/{url}&page={page}", path)
        site.other(f"/print.php?threadid={thread.id}&page={page}", f"<html><body>{posts}</body></html>")
    last = f"/{url}" + (f"&page={pages}" if pages > 1 else "")
    site.send(f"/thread.php?goto=lastpost&threadid={thread.id}", f"{last}#post{thread.last.id}")
    newest = site.talk.newest
    after = newest[(newest.index(thread) + 1) % len(newest)]
    site.copy(f"/{url}&goto=nextnewest", f"/thread.php?threadid={after.id}")


def _write_person(site: Site, person: Person) -> None:
    inside = (
        f"<table class='tableoutborder'><tr><td class='tabletitle' colspan='2'>Profil von {escape(person.name)}</td></tr>"
        f"<tr><td class='tablea'>Registriert am:</td><td class='tableb'>{person.joined.strftime(TIME)}</td></tr>"
        f"<tr><td class='tablea'>Herkunft:</td><td class='tableb'>{escape(person.town) or '-'}</td></tr></table>"
    )
    site.other(f"/profile.php?userid={person.id}", _frame(person.name, inside))
