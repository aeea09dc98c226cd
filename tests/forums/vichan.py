"""Vichan, an imageboard: boards show their threads with the last replies, links back are numbers, most are anonymous."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Said, Talk, Thread, portions

HOST = "http://chan.example"
ROWS, LAST = 6, 5
URIS = ("b", "tech", "mu", "a", "pol", "diy", "fit", "meta")
NAMES = (*["Anonymous"] * 14, "Heidi", "kat88", "Moderator", "gus")


def make(seed: int) -> Site:
    """Write the forum."""
    talk = Talk(seed, names=NAMES)
    site = Site(HOST, talk, precision=1)
    _write_front(site)
    for board in talk.boards:
        _write_board(site, board)
        _write_catalog(site, board)
    for thread in talk.threads:
        _write_thread(site, thread)
    for name in ("faq", "rules", "search.php", "news"):
        site.other(f"/{name}", _frame(site, name, f"<h1>{name}</h1><p>Nothing to see.</p>"))
    return site


def _uri(board: Board) -> str:
    return URIS[board.id - 2]


def _frame(site: Site, title: str, inside: str) -> str:
    boards = " / ".join(
        f'<a href="/{_uri(board)}/index.html" title="{escape(board.title)}">{_uri(board)}</a>'
        for board in site.talk.boards
    )
    bar = (
        '<span class="sub" data-description="0">[ <a href="/"><i class="fa fa-home"></i></a> / <a href="/faq">faq</a> /'
        f' <a href="/rules">rules</a> / <a href="/search.php">search</a> ]</span> <span class="sub">[ {boards} ]</span>'
    )
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{escape(title)}</title></head><body class="8chan vichan'
        f' is-not-moderator"><div class="boardlist">{bar}</div><a name="top"></a>{inside}'
        f'<div class="boardlist bottom">{bar}</div><footer><p class="unimportant">- <a href="http://tinyboard.example/">'
        "Tinyboard</a> + vichan 5.1.4 -</p><p class='unimportant'>All trademarks, copyrights, comments, and images on this"
        " page are owned by and are the responsibility of their respective parties.</p></footer></body></html>"
    )


def _path(thread: Thread) -> str:
    return f"/{_uri(thread.board)}/res/{thread.posts[0].id}.html"


def _write_front(site: Site) -> None:
    posts = [(post.time, thread.id, post, thread) for thread in site.talk.threads for post in thread.posts]
    newest = sorted(posts, key=lambda item: item[:2], reverse=True)[:30]
    rows = "".join(
        f'<li><strong>{escape(item[3].board.title)}</strong>: <a href="{_path(item[3])}#{item[2].id}">'
        f"{escape(item[2].paragraphs[-1][:50])}&hellip;</a></li>"
        for item in newest
    )
    images = "".join(
        f'<li><a href="{_path(item[3])}#{item[2].id}"><img src="/{_uri(item[3].board)}/thumb/{item[2].id}0.jpg"'
        ' style="width:80px;height:60px;"></a></li>'
        for item in newest[::4]
    )
    inside = (
        "<header><h1>The Chan</h1><div class='subtitle'>recent</div></header><div class='box-wrap'><div class='box left'>"
        f"<h2>Recent Images</h2><ul>{images}</ul></div><div class='box right'><h2>Latest Posts</h2><ul>{rows}</ul></div>"
        "<div class='box right'><h2>Stats</h2><ul><li>Total posts: 1174</li><li>Unique posters: 211</li>"
        "<li>Active content: 1.2 GB</li></ul></div></div>"
    )
    site.show("/", "entry", _frame(site, "The Chan", inside))
    site.copy("/index.html", "/")


def _file(post: Said, board: Board) -> str:
    if post.id % 3:
        return '<div class="files"></div>'
    name = f"{1551517900000 + post.id}.jpg"
    return (
        f'<div class="files"><div class="file"><p class="fileinfo">File: <a href="/{_uri(board)}/src/{name}">{name}</a>'
        f' <span class="unimportant">(212.{post.id % 90} KB, 800x600, <a href="/{_uri(board)}/src/{name}"'
        f' download="cat{post.id}.jpg" title="Save as original filename">cat{post.id}.jpg</a>)</span></p>'
        f'<a href="/{_uri(board)}/src/{name}" target="_blank"><img class="post-image" src="/{_uri(board)}/thumb/{name}"'
        ' style="width:255px;height:191px" alt="" /></a></div></div>'
    )


def _details(post: Said, thread: Thread, subject: str) -> tuple[str, str]:
    name, trip = post.who.name, ""
    return (
        f'<input type="checkbox" class="delete" name="delete_{post.id}" id="delete_{post.id}" />{subject}'
        f'<span class="name">{escape(name)}</span>{f"<span class=trip>{trip}</span>" if trip else ""}'
    ), (
        f'<time datetime="{post.time.strftime("%Y-%m-%dT%H:%M:%SZ")}">{post.time.strftime("%m/%d/%y (%a) %H:%M:%S")}'
        f'</time>&nbsp;<a class="post_no" id="post_no_{post.id}" title="Link to this post"'
        f' onclick="highlightReply({post.id})" href="{_path(thread)}#{post.id}">No.</a><a class="post_no"'
        f' title="Reply to this post" onclick="citeReply({post.id})" href="{_path(thread)}#q{post.id}">{post.id}</a>'
    )


def _body(post: Said, thread: Thread) -> str:
    lines = [escape(line) for line in post.paragraphs]
    if post.quotes:
        number = post.quotes.id
        link = f'<a onclick="highlightReply(\'{number}\', event);" href="{_path(thread)}#{number}">&gt;&gt;{number}</a>'
        lines.insert(0, link)
    return f'<div class="body">{"<br/>".join(lines)}</div>'


def _opening(thread: Thread, *, index: bool, omitted: int) -> str:
    post = thread.posts[0]
    subject = f'<span class="subject">{escape(thread.title)}</span> ' if thread.id % 4 else ""
    who, when = _details(post, thread, subject)
    icons = ('<i class="fa fa-thumb-tack" title="Sticky"></i>' if thread.is_sticky else "") + (
        '<i class="fa fa-lock" title="Locked"></i>' if thread.is_locked else ""
    )
    reply = f'<a href="{_path(thread)}">[Reply]</a>' if index else ""
    left = f'<span class="omitted">{omitted} posts omitted. Click reply to view.</span>' if omitted else ""
    anchor = "" if index else f'<a id="{post.id}" class="post_anchor"></a>'
    return (
        f'{anchor}<div class="post op" id="op_{post.id}"><div class="head">{_file(post, thread.board)}</div><p class="intro">'
        f'<label for="delete_{post.id}">{who}</label> <label class="post-details">{when}</label></p><div class="head">'
        f"{icons}{reply}</div>{_body(post, thread)}{left}</div><br>"
    )


def _reply(post: Said, thread: Thread, *, index: bool) -> str:
    who, when = _details(post, thread, "")
    anchor = "" if index else f'<a id="{post.id}" class="post_anchor"></a>'
    return (
        f'<div class="post reply" id="reply_{post.id}"><p class="intro"><label for="delete_{post.id}">{anchor}{who}'
        f"</label> {when}</p>{_file(post, thread.board)}{_body(post, thread)}</div><br/>"
    )


def _posts(thread: Thread, *, index: bool) -> str:
    replies = thread.posts[1:][-LAST:] if index else thread.posts[1:]
    omitted = len(thread.posts) - 1 - len(replies)
    return (
        f'<div class="thread" id="thread_{thread.posts[0].id}" data-board="{_uri(thread.board)}">'
        + _opening(thread, index=index, omitted=omitted)
        + "".join(_reply(post, thread, index=index) for post in replies)
        + '<br class="clear"/><hr/></div>'
    )


def _head(board: Board) -> str:
    return f'<header><h1>/{_uri(board)}/ - {escape(board.title)}</h1><div class="subtitle">{escape(board.about)}</div></header>'


def _form(board: Board) -> str:
    return (
        '<form name="post" enctype="multipart/form-data" action="/post.php" method="post"><input type="hidden" name="board"'
        f' value="{_uri(board)}"><table><tr><th>Name</th><td><input type="text" name="name"></td></tr><tr><th>Comment</th>'
        '<td><textarea name="body"></textarea></td></tr><tr><th>File</th><td><input type="file" name="file"></td></tr>'
        "</table></form><hr/>"
    )


def _delete() -> str:
    return (
        '<div class="delete">Delete Post [<input title="Delete file only" type="checkbox" name="file" id="delete_file" />'
        '<label for="delete_file">File</label>] <label for="password">Password</label> <input id="password" type="password"'
        ' name="password"/><input type="submit" name="delete" value="Delete" /></div>'
    )


def _write_board(site: Site, board: Board) -> None:
    pages, uri = portions(board.threads, ROWS), _uri(board)
    paths = [f"/{uri}/index.html", *(f"/{uri}/{number}.html" for number in range(2, pages + 1))]
    for page in range(1, pages + 1):
        threads = "".join(_posts(thread, index=True) for thread in board.threads[(page - 1) * ROWS : page * ROWS])
        links = " ".join(
            f'[<a class="selected">{number}</a>]' if number == page else f'[<a href="{paths[number - 1]}">{number}</a>]'
            for number in range(1, pages + 1)
        )
        back = (
            f'<form action="{paths[page - 2]}" method="get"><input type="submit" value="Previous" /></form>'
            if page > 1
            else "Previous"
        )
        on = (
            f'<form action="{paths[page]}" method="get"><input type="submit" value="Next" /></form>'
            if page < pages
            else "Next"
        )
        inside = (
            f"{_head(board)}{_form(board)}<form name='postcontrols' action='/post.php' method='post'>{threads}{_delete()}"
            f'</form><div class="pages">{back} {links} {on} | <a href="/{uri}/catalog.html">Catalog</a></div>'
        )
        site.show(paths[page - 1], "index", _frame(site, f"/{uri}/ - {board.title}", inside))
    site.copy(f"/{uri}/", paths[0])


def _write_catalog(site: Site, board: Board) -> None:
    rows = "".join(
        f'<div class="mix" data-reply="{len(thread.posts) - 1}" data-id="{thread.posts[0].id}"><div class="thread grid-li'
        f' grid-size-small"><a href="{_path(thread)}"><img src="/static/no-file.png" id="img-{thread.posts[0].id}"'
        f' class="{_uri(board)} thread-image" title="{thread.last.time.strftime("%b %d %H:%M")}"></a><div class="replies">'
        f"<strong>R: {len(thread.posts) - 1} / I: 0</strong>"
        + (f'<p class="intro"><span class="subject">{escape(thread.title)}</span></p>' if thread.id % 4 else "<br />")
        + f"{escape(thread.posts[0].paragraphs[0])}</div></div></div>"
        for thread in board.threads
    )
    inside = (
        f'<header><h1>Catalog (<a href="/{_uri(board)}/index.html">/{_uri(board)}/</a>)</h1></header><span>Sort by: </span>'
        '<select id="sort_by"><option selected value="bump:desc">Bump order</option><option value="time:desc">Creation date'
        f'</option></select><div class="threads"><div id="Grid">{rows}</div></div><hr/>'
    )
    site.other(f"/{_uri(board)}/catalog.html", _frame(site, f"/{_uri(board)}/ - Catalog", inside))


def _write_thread(site: Site, thread: Thread) -> None:
    board, back = thread.board, f"/{_uri(thread.board)}/index.html"
    subject = thread.title if thread.id % 4 else thread.posts[0].paragraphs[-1][:256]
    inside = (
        f'{_head(board)}<div class="banner">Posting mode: Reply <a class="unimportant" href="{back}">[Return]</a> <a'
        f' class="unimportant" href="#bottom">[Go to bottom]</a></div>{_form(board)}<form name="postcontrols"'
        f' action="/post.php" method="post">{_posts(thread, index=False)}<div id="thread-interactions"><span'
        f' id="thread-links"><a id="thread-return" href="{back}">[Return]</a> <a id="thread-top" href="#top">[Go to top]</a>'
        f' <a id="thread-catalog" href="/{_uri(board)}/catalog.html">Catalog</a></span><span id="thread-quick-reply">'
        f'<a id="link-quick-reply" href="#">[Post a Reply]</a></span>{_delete()}</div></form><a name="bottom"></a>'
    )
    site.show(_path(thread), "thread", _frame(site, f"/{_uri(board)}/ - {subject}", inside))
