"""Claroline, a course with a forum: tools around it, `topic=` and `start=`, names that are no links, no times in lists."""

from __future__ import annotations

from html import escape

from forums.site import Site
from forums.talk import Board, Said, Talk, Thread, portions

HOST = "http://campus.example"
ROOT = "/claroline/phpbb"
ROWS, POSTS = 12, 6
COURSE = "cidReset=true&amp;cidReq=HIST101"
TOOLS = (
    "calendar/agenda",
    "announcements/announcements",
    "document/document",
    "exercise/exercise",
    "work/work",
    "phpbb/index",
    "group/group",
    "user/user",
    "chat/chat",
    "wiki/wiki",
)


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed))
    _write_front(site)
    for board in site.talk.boards:
        _write_board(site, board)
    for thread in site.talk.threads:
        _write_thread(site, thread)
    for tool in TOOLS:
        if "phpbb" not in tool:
            site.other(
                f"/claroline/{tool}.php?cidReset=true&cidReq=HIST101", _frame(tool, f"<h2>{tool}</h2><p>Empty.</p>")
            )
    for path in ("/", "/index.php", "/claroline/auth/courses.php", "/claroline/course/index.php?cid=HIST101"):
        site.other(path, _frame("Campus", "<p>Welcome.</p>"))
    site.other(f"{ROOT}/viewsearch.php?cidReset=true&cidReq=HIST101", _frame("Search", "<p>Search</p>"))
    return site


def _frame(title: str, inside: str, crumbs: str = "") -> str:
    tools = "".join(
        f'<li><a class="item" href="/claroline/{tool}.php?{COURSE}"><img src="/web/img/{tool.split("/")[0]}.png" alt=""/>&nbsp;'
        f"{tool.split('/')[0].title()}</a></li>"
        for tool in TOOLS
    )
    return (
        f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><title>{escape(title)} - HIST101 - Campus'
        '</title></head><body><div id="topBanner"><div id="platformBanner"><span id="siteName"><a href="/index.php"'
        ' target="_top">Campus</a></span></div><div id="userBanner"><ul><li><a href="/claroline/auth/courses.php">Login</a>'
        '</li></ul></div><div id="courseBanner"><h2 id="courseName"><a href="/claroline/course/index.php?cid=HIST101">History'
        '</a></h2><span id="courseCode">HIST101 - Prof. Stone</span></div><div id="breadcrumbLine"><ul class="breadCrumbs">'
        f'<li class="breadCrumbsNode"><a href="/index.php">Campus</a>&nbsp;&gt;&nbsp;</li><li><a href="/claroline/course/index.php'
        f'?cid=HIST101">HIST101</a>&nbsp;&gt;&nbsp;</li>{crumbs}</ul></div></div><div id="courseLeftSidebar"><ul'
        f' id="commonToolList">{tools}</ul></div><div id="courseRightContent"><h2 class="toolTitle">Forums</h2>{inside}</div>'
        '<div id="campusFooter"><hr/><div id="platformManager">Administrator: <a href="mailto:admin@campus.example">Admin</a>'
        "</div></div></body></html>"
    )


def _crumbs(board: Board | None = None) -> str:
    more = (
        f'<li><a href="{ROOT}/viewforum.php?forum={board.id}">{escape(board.title)}</a>&nbsp;&gt;</li>' if board else ""
    )
    return f'<li><a href="{ROOT}/index.php">Forums</a>&nbsp;&gt;&nbsp;</li>{more}'


SEARCH = f'<p><a class="claroCmd" href="{ROOT}/viewsearch.php?{COURSE}"><img src="/web/img/search.png" alt=""/> Search</a></p>'


def _write_front(site: Site) -> None:
    rows = ""
    for category in dict.fromkeys(board.category for board in site.talk.boards):
        rows += (
            f'<tr class="superHeader" align="left" valign="top"><th colspan="4" class="">{escape(category)}</th></tr><tr'
            ' class="headerX" align="center"><th align="left">Forum</th><th>Topics</th><th>Posts</th><th>Last message</th></tr>'
        )
        for board in (board for board in site.talk.boards if board.category == category):
            last = max((thread.last.time for thread in board.threads), default=None)
            rows += (
                f'<tr align="left" valign="top"><td><span class="item"><img src="/web/img/forum.png" alt=""/>&nbsp;'
                f'<a href="{ROOT}/viewforum.php?forum={board.id}">{escape(board.title)}</a></span><br/><span class="comment">'
                f'{escape(board.about)}</span></td><td align="center"><small>{len(board.threads)}</small></td><td align="center">'
                f'<small>{board.size}</small></td><td align="center"><small>'
                f"{last.strftime('%d.%m.%Y %H:%M') if last else 'No post'}</small></td></tr>"
            )
    inside = f'{SEARCH}<table width="100%" class="claroTable emphaseLine">{rows}</table>'
    site.show(f"{ROOT}/index.php", "entry", _frame("Forums", inside, _crumbs()))
    site.copy(f"{ROOT}/index.php?cidReset=true&cidReq=HIST101", f"{ROOT}/index.php")


def _pager(url: str, page: int, pages: int, size: int) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str) -> str:
        return f'<a href="{url}&amp;start={(number - 1) * size}">{words}</a>'

    back = f"<b>{link(1, '|&lt;&lt;')} {link(page - 1, '&lt; ')}</b>" if page > 1 else ""
    on = f"<b>{link(page + 1, ' &gt;')} {link(pages, '&gt;&gt;|')}</b>" if page < pages else ""
    numbers = " ".join(f"<b>{n}</b>" if n == page else link(n, str(n)) for n in range(1, pages + 1))
    return (
        f'<table class="claroPager" border="0" width="100%"><tr valign="top"><td align="left" width="20%">{back}</td><td'
        f' align="center" width="60%">{numbers}</td><td align="right" width="20%">{on}</td></tr></table>'
    )


def _write_board(site: Site, board: Board) -> None:
    pages, url = portions(board.threads, ROWS), f"{ROOT}/viewforum.php?forum={board.id}"
    for page in range(1, pages + 1):
        rows = ""
        for thread in board.threads[(page - 1) * ROWS : page * ROWS]:
            goal, jumps = f"{ROOT}/viewtopic.php?topic={thread.id}", portions(thread.posts, POSTS)
            mini = ", ".join(f'<a href="{goal}&amp;start={number * POSTS}">{number + 1}</a>' for number in range(jumps))
            locked = ' <img src="/web/img/locked.png" alt="" title="Locked"/> <small>(No new post allowed)</small>'
            rows += (
                f'<tr><td><span class="item"><img src="/web/img/topic.png" alt=""/>&nbsp; <a href="{goal}">{escape(thread.title)}'
                f"</a></span>&nbsp;{locked if thread.is_locked else ''}{f'<small>({mini})</small>' if jumps > 1 else ''}</td><td"
                f' align="center"><small>{len(thread.posts)}</small></td><td align="center"><small>'
                f'{escape(thread.posts[0].who.name)}</small></td><td align="center"><small>{thread.views}</small></td><td'
                f' align="center"><small>{thread.last.time.strftime("%d.%m.%Y %H:%M")}</small></td></tr>'
            )
        pager = _pager(url, page, pages, ROWS)
        inside = (
            f'{SEARCH}{pager}<table class="claroTable emphaseLine" width="100%"><tbody><tr class="superHeader"><th colspan="6">'
            f'{escape(board.title)}</th></tr><tr class="headerX" align="left"><th>&nbsp;Topic</th><th width="9%">Posts</th>'
            f'<th width="20%">&nbsp;Author</th><th width="8%">Seen</th><th width="15%">Last message</th></tr>{rows}</tbody></table>'
            f"{pager}"
        )
        path = url + (f"&start={(page - 1) * ROWS}" if page > 1 else "")
        site.show(path, "index", _frame(board.title, inside, _crumbs(board)))
    site.copy(f"{url}&start=0", url)


def _post(post: Said) -> str:
    text = "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    picture = '<div class="threadPosterPicture"><img src="/pic/1.jpg" alt=" "/></div>' if post.who.id % 3 == 0 else ""
    return (
        f'<div id="post{post.id}" class="threadPost">{picture}<div class="threadPostInfo"><span style="font-weight: bold;">'
        f"{escape(post.who.name)}</span><br/><small>{post.time.strftime('%A %d %B %Y at %H:%M')}</small></div><div class="
        f'"threadPostContent"><span class="threadPostIcon item"><img src="/web/img/post.png" alt=""/></span><br/>{text}</div>'
        '<div class="spacer"></div></div>'
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, url = portions(thread.posts, POSTS), f"{ROOT}/viewtopic.php?topic={thread.id}"
    for page in range(1, pages + 1):
        posts = "".join(map(_post, thread.posts[(page - 1) * POSTS : page * POSTS]))
        pager = _pager(url, page, pages, POSTS)
        inside = f'{SEARCH}{pager}<h4 class="header">{escape(thread.title)}</h4><div id="postList">{posts}</div>{pager}'
        path = url + (f"&start={(page - 1) * POSTS}" if page > 1 else "")
        crumbs = _crumbs(thread.board) + f"<li>{escape(thread.title)}</li>"
        site.show(path, "thread", _frame(thread.title, inside, crumbs))
    site.copy(f"{url}&start=0", url)
