"""Kareha, text boards: a list of threads in one paragraph, some threads shown below it, several views of each thread."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Said, Talk, Thread

HOST = "http://text.example"
LISTED, SHOWN = 20, 6
NAMES = (*["Anonymous"] * 14, "Heidi", "kat88", "VIPPER", "gus")
URIS = ("lounge", "comp", "music", "anime", "news4", "food", "games", "book")


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed, names=NAMES))
    rows = "".join(
        f'<li><a href="/{_uri(board)}/">{escape(board.title)}</a> - {escape(board.about)}</li>'
        for board in site.talk.boards
    )
    site.show(
        "/",
        "entry",
        f"<html><head><title>Text boards</title></head><body><h1>Text boards</h1><ul>{rows}</ul></body></html>",
    )
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    return site


def _uri(board: Board) -> str:
    return URIS[board.id - 2]


def _key(thread: Thread) -> str:
    return f"/{_uri(thread.board)}/kareha.pl/{int(thread.posts[0].time.timestamp())}"


def _frame(title: str, board: Board, inside: str) -> str:
    return (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional'
        f'.dtd"><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>{escape(title)}</title>'
        f'<link rel="alternate" title="RSS feed" href="/{_uri(board)}/index.rss" type="application/rss+xml" /></head><body>'
        f'{inside}<div id="footer">- <a href="/{_uri(board)}/index.rss">RSS feed</a> + <a href="http://wakaba.example/">kareha</a>'
        ' + <a href="http://wakaba.example/">wakaba</a> -</div></body></html>'
    )


BARS = (
    '<div id="stylebar"><strong>Board look</strong></div><div id="managerbar"><strong>Admin</strong>'
    ' <a href="javascript:set_manager()">Manage</a></div></div>'
)


def _views(thread: Thread) -> str:
    return (
        f'<a href="{_key(thread)}/">Entire thread</a> <a href="{_key(thread)}/l50">Last 50 replies</a>'
        f' <a href="{_key(thread)}/-100">First 100 replies</a>'
    )


def _form(thread: Thread | None, links: str = "") -> str:
    return (
        '<form action="kareha.pl" method="post"><input type="hidden" name="task" value="post" /><table><tbody><tr'
        ' valign="top"><td>Name:</td><td><input type="text" name="name" size="19" /> E-mail: <input type="text" name="email"'
        f' size="19" /> <input type="submit" value="{"Reply" if thread else "Create new thread"}" /></td></tr><tr><td></td>'
        f'<td><textarea name="comment" cols="64" rows="5"></textarea></td></tr>{links}</tbody></table></form>'
    )


def _reply(thread: Thread, post: Said, place: int) -> str:
    key = int(thread.posts[0].time.timestamp())
    name = escape(post.who.name)
    if post.who.id % 5 == 0:
        name = f'<a href="mailto:sage">{name}</a>'
    lines = [escape(line) for line in post.paragraphs]
    return (
        f'<div class="reply"><h3><span class="replynum"><a title="Quote post number in reply" href="javascript:insert('
        f'\'&gt;&gt;{place}\',{key})">{place}</a></span> Name: <span class="postername">{name}</span>'
        f' {post.time.strftime("%Y-%m-%d %H:%M")} <span class="deletebutton">[<a href="javascript:delete_post({key},{place})">'
        f'Del</a>]</span></h3><div class="replytext"><p>{"<br />".join(lines)}</p></div></div>'
    )


def _write_board(site: Site, board: Board) -> None:
    listed = "".join(
        f'<span class="threadlink"><a href="{_key(thread)}">{number}. '
        + (f'</a><a href="#{number}">' if number <= SHOWN else "")
        + f"{escape(thread.title)} ({len(thread.posts)})</a></span> "
        for number, thread in enumerate(board.threads[:LISTED], 1)
    )
    shown = ""
    for number, thread in enumerate(board.threads[:SHOWN], 1):
        replies = [_reply(thread, post, place) for place, post in enumerate(thread.posts, 1)]
        if len(replies) > 8:
            inner = (
                f'<div class="firstreply">{replies[0]}</div><div class="repliesomitted"></div><div class="finalreplies">'
                f"{''.join(replies[-7:])}</div>"
            )
        else:
            inner = f'<div class="allreplies">{"".join(replies)}</div>'
        links = f'<tr><td></td><td><div class="threadlinks">{_views(thread)}</div></td></tr>'
        shown += (
            f'<a name="{number}"></a><div class="summary"><h2>{escape(thread.title)} <small>({len(thread.posts)})</small></h2>'
            f'<div class="threadnavigation"><a href="#menu" title="Jump to thread list">&#9632;</a> <a href="#{number - 1}"'
            f' title="Jump to previous thread">&#9650;</a> <a href="#{number + 1}" title="Jump to next thread">&#9660;</a>'
            f'</div><div class="replies">{inner}</div>{_form(thread, links)}</div>'
        )
    uri = _uri(board)
    inside = (
        f'<div id="topbar">{BARS}<div id="threads"><h1>{escape(board.title)}</h1><a name="menu"></a><div id="threadlist">'
        f'{listed} <strong><a href="/{uri}/subback.html">All threads</a></strong></div>{_form(None)}</div>'
        f'<div id="posts">{shown}</div>'
    )
    site.show(f"/{uri}/", "index", _frame(board.title, board, inside))
    site.copy(f"/{uri}/index.html", f"/{uri}/")
    rows = "".join(
        f'<span class="threadlink"><a href="{_key(thread)}">{number}. {escape(thread.title)} ({len(thread.posts)})</a></span> '
        for number, thread in enumerate(board.threads, 1)
    )
    inside = (
        f'<div id="topbar"><div id="navbar"><strong>Navigation</strong> <a href="/{uri}/index.html">Return</a></div>{BARS}'
        f'<div id="threads"><h1>{escape(board.title)}</h1><div id="oldthreadlist">{rows}</div></div>'
    )
    site.show(f"/{uri}/subback.html", "index", _frame(board.title, board, inside))


def _write_thread(site: Site, thread: Thread) -> None:
    replies = "".join(_reply(thread, post, place) for place, post in enumerate(thread.posts, 1))
    inside = (
        f'<div id="topbar"><div id="navbar"><strong>Navigation</strong> <a href="/{_uri(thread.board)}/index.html">Return</a>'
        f' <a href="{_key(thread)}">Entire thread</a> <a href="{_key(thread)}/l50">Last 50 replies</a> <a'
        f' href="{_key(thread)}/-100">First 100 replies</a></div>{BARS}<div id="posts"><div class="thread">'
        f"<h2>{escape(thread.title)} <small>({len(thread.posts)})</small></h2>"
        f'<div class="replies"><div class="allreplies">{replies}</div></div>{_form(thread)}</div></div>'
    )
    site.show(_key(thread), "thread", _frame(thread.title, thread.board, inside))
    for end in ("/", "/l50", "/-100"):
        site.copy(_key(thread) + end, _key(thread))
