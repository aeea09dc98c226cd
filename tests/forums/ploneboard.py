"""Ploneboard in Plone: pages that are folders, batches by `b_start`, titles and names in one link, last posts by anchors."""

from __future__ import annotations

import re
from html import escape

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread, portions

HOST = "http://plone.example"
ROWS, POSTS = 15, 8
TIME = "%Y-%m-%d %H:%M"


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
    for name in (
        "",
        "about",
        "news",
        "events",
        "Members",
        "sitemap",
        "accessibility-info",
        "contact-info",
        "login_form",
    ):
        site.other(
            f"/{name}", _frame(site, name or "Home", f"<h1 class='documentFirstHeading'>{name}</h1><p>Words.</p>")
        )
    for name in ("ploneboard_recent", "ploneboard_unanswered"):
        site.other(f"/forum/{name}", _frame(site, name, f"<h1>{name}</h1>{_list(site, site.talk.newest[:20])}"))
    return site


def _slug(board: Board) -> str:
    return re.sub(r"\W+", "-", board.title.lower())


def _board(board: Board) -> str:
    return f"{HOST}/forum/{_slug(board)}"


def _thread(thread: Thread) -> str:
    return f"{_board(thread.board)}/{int(thread.posts[0].time.timestamp()) % 1000000000}"


def _last(thread: Thread) -> str:
    start = (len(thread.posts) - 1) // POSTS * POSTS
    return f"{_thread(thread)}{f'?b_start:int={start}' if start else ''}#{thread.last.id}"


def _frame(site: Site, title: str, main: str, crumbs: str = "") -> str:
    tabs = "".join(
        f'<li id="portaltab-{name}" class="plain"><a href="{HOST}{"/" + name if name else ""}">{word}</a></li>'
        for name, word in (
            ("", "Home"),
            ("forum", "Forum"),
            ("Members", "Users"),
            ("news", "News"),
            ("events", "Events"),
        )
    )
    recent = "".join(
        f'<dd class="portletItem {"odd" if place % 2 else "even"}"><div class="contenttype-ploneboardconversation"><a'
        f' href="{_thread(thread)}" title="{escape(thread.title)}" class="state-active tile">'
        f'<img src="{HOST}/ploneboard_conversation_icon.gif"/> {escape(thread.title)}</a> <a class="portletItemDetails"'
        f' href="{_board(thread.board)}">{escape(thread.board.title)}</a></div></dd>'
        for place, thread in enumerate(site.talk.newest[:5])
    )
    nav = "".join(
        f'<li class="navTreeItem visualNoMarker"><div><a href="{_board(board)}" class="state-freeforall" title='
        f'"{escape(board.about)}"><span>{escape(board.title)}</span></a></div></li>'
        for board in site.talk.boards
    )
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)} &mdash; Plone site</title><base href="{HOST}/" />'
        '</head><body class="section-forum"><div id="portal-top"><ul id="portal-siteactions">'
        f'<li><a href="{HOST}/sitemap" accesskey="3">Site Map</a></li><li><a href="{HOST}/accessibility-info">Accessibility</a>'
        f'</li><li><a href="{HOST}/contact-info">Contact</a></li></ul><a id="portal-logo" href="{HOST}"><img alt="" src='
        f'"{HOST}/logo.jpg"/></a><ul id="portal-globalnav">{tabs}</ul><ul id="portal-personaltools"><li><a href='
        f'"{HOST}/login_form">Log in</a></li></ul><div id="portal-breadcrumbs">You are here: <a href="{HOST}">Home</a>'
        f' &rarr; {crumbs}</div></div><table id="portal-columns"><tbody><tr><td id="portal-column-one"><dl class="portlet'
        f' portletNavigationTree"><dt class="portletHeader"><a href="{HOST}/sitemap" class="tile">Navigation</a></dt><dd'
        f' class="portletItem lastItem"><ul class="navTree navTreeLevel0">{nav}</ul></dd></dl><dl class="portlet'
        f' portletPloneboardRecent"><dt class="portletHeader"><a href="{HOST}/forum/ploneboard_recent" class="tile">Recent'
        f' conversations</a></dt>{recent}<dd class="portletFooter"><a class="title" href="{HOST}/forum/ploneboard_recent">'
        f'More&hellip;</a></dd></dl></td><td id="portal-column-content"><div id="content">{main}</div></td></tr></tbody>'
        '</table><div id="portal-footer"><p>The Plone CMS - copyright 2000-2009 by the Plone Foundation.</p></div></body></html>'
    )


def _write_front(site: Site) -> None:
    tables = ""
    for category in dict.fromkeys(board.category for board in site.talk.boards):
        rows = ""
        for place, board in enumerate(board for board in site.talk.boards if board.category == category):
            last = max(board.threads, key=lambda thread: thread.last.time).last if board.threads else None
            rows += (
                f'<tr class="{"even" if place % 2 else "odd"}"><td class="forumTitleCell"><a href="{_board(board)}"'
                f' class="listingForum">{escape(board.title)} <span class="discreet">{escape(board.about)}</span></a></td>'
                f'<td class="listingCheckbox forumConversationsCell">{len(board.threads)}</td><td class="forumMostRecentCell">'
                + (
                    f'<div>by {escape(last.who.name)}</div><span class="discreet">{last.time.strftime(TIME)}</span>'
                    if last
                    else '<span class="discreet">No conversations started</span>'
                )
                + "</td></tr>"
            )
        tables += (
            f'<h2>{escape(category)}</h2><table class="listing nosort" style="width: 100%;"><thead><tr><th>Forum name</th>'
            f"<th>Conversations</th><th>Most recent comment</th></tr></thead><tbody>{rows}</tbody></table>"
        )
    main = (
        '<h1 class="documentFirstHeading"><img src="ploneboard_icon.gif" alt=""/> Forum</h1><ul class="visualNoMarker'
        f' discreet"><li><form action="{HOST}/forum/search"><input type="text" name="q"/><input class="searchButton"'
        f' type="submit" value="Search"/></form></li><li><a href="{HOST}/forum/ploneboard_recent">Show all recent activity</a>'
        f'</li><li><a href="{HOST}/forum/ploneboard_unanswered">Show all unanswered</a></li></ul>{tables}'
    )
    site.show("/forum", "entry", _frame(site, "Forum", main, "Forum"))


def _batch(url: str, page: int, pages: int, size: int) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str) -> str:
        return f'<a href="{url}?b_start:int={(number - 1) * size}">{words}</a>'

    back = f'<span class="previous">{link(page - 1, f"&laquo; Previous {size} items")}</span>' if page > 1 else ""
    on = f'<span class="next">{link(page + 1, f"Next {size} items &raquo;")}</span>' if page < pages else ""
    numbers = " ".join(
        f"[<span>{number}</span>]" if number == page else link(number, str(number)) for number in range(1, pages + 1)
    )
    return f'<div class="listingBar">{back}{on} {numbers}</div>'


def _list(site: Site, threads: list[Thread]) -> str:
    rows = ""
    for place, thread in enumerate(threads):
        replies = len(thread.posts) - 1
        rows += (
            f'<tr class="{"even" if place % 2 else "odd"}"><td><a href="{_thread(thread)}" class="state-'
            f'{"locked" if thread.is_locked else "active"}">{escape(thread.title)} <span class="discreet">by'
            f' {escape(thread.posts[0].who.name)}</span></a></td><td class="listingCheckbox"><span>'
            f'{replies or "No replies yet"}</span></td><td><a href="{_last(thread)}"><span>by'
            f' {escape(thread.last.who.name)}</span></a> <span class="discreet">{thread.last.time.strftime(TIME)}</span>'
            "</td></tr>"
        )
    return (
        '<table class="listing nosort"><thead><tr><th>Conversation</th><th>Replies</th><th>Most recent comment</th></tr>'
        f"</thead><tbody>{rows}</tbody></table>"
    )


def _write_board(site: Site, board: Board) -> None:
    pages, path = portions(board.threads, ROWS), f"/forum/{_slug(board)}"
    for page in range(1, pages + 1):
        main = (
            f'<h1 class="documentFirstHeading"><img src="ploneboard_forum_icon.gif" alt=""/> {escape(board.title)}</h1>'
            f'<ul class="visualNoMarker discreet"><li><a href="{_board(board)}/ploneboard_unanswered">Show only unanswered</a>'
            f'</li></ul><a href="{HOST}/forum" class="link-parent">Up to <span>Forum</span></a><div class='
            f'"documentDescription">{escape(board.about)}</div>'
            f"{_list(site, board.threads[(page - 1) * ROWS : page * ROWS])}{_batch(_board(board), page, pages, ROWS)}"
        )
        here = path + (f"?b_start:int={(page - 1) * ROWS}" if page > 1 else "")
        crumbs = f'<a href="{HOST}/forum">Forum</a> &rarr; {escape(board.title)}'
        site.show(here, "index", _frame(site, board.title, main, crumbs))
    site.copy(f"{path}?b_start:int=0", path)
    alone = [thread for thread in board.threads if len(thread.posts) == 1][:20]
    site.other(f"{path}/ploneboard_unanswered", _frame(site, "Unanswered", _list(site, alone)))


def _comment(site: Site, thread: Thread, post: Said) -> str:
    url, who = f"{_thread(thread)}/{post.id}", post.who
    text = "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    files = ""
    if post.id % 9 == 0:
        files = (
            '<fieldset class="commentAttachments"><legend>Attachments</legend><ul class="visualNoMarker"><li><a'
            f' href="{url}/screen.png"><span class="contenttype-image"><span class="visualIconPadding">screen.png</span>'
            " (257 kB)</span></a></li></ul></fieldset>"
        )
    title = thread.title if post is thread.posts[0] else f"Re: {thread.title}"
    return (
        f'<div class="boardComment visualIEFloatFix"><a name="{post.id}"></a><div class="boardCommentDetails" id="{post.id}">'
        f'<div class="boardCommentHeaderTitleBlock"><h3>{escape(title)}</h3><a class="link-plain" href="{url}"><img src='
        f'"{HOST}/ploneboard_comment_icon.gif" alt=""/></a> Posted by <a class="link-plain" href="{HOST}/author/{who.id}">'
        f'{escape(who.name)}</a> at {post.time.strftime("%B %d. %Y, %H:%M")}</div></div><div class="boardCommentBody"><div'
        f' class="commentPortrait"><a href="{HOST}/author/{who.id}" title="View profile"><img class="portraitPhoto" src='
        f'"{HOST}/defaultUser.gif" alt="" border="0" width="75" height="100"/></a></div><div class="boardCommentContent">{text}'
        '</div></div><div class="visualClear"></div><div class="boardCommentActions"></div><div class='
        f'"boardCommentReplyActions"><form action="{HOST}/login_form?came_from={url}"><input class="standalone" type="submit"'
        f' value="Log in to add comments"/></form></div><div class="visualClear"><!----></div>{files}</div>'
    )


def _write_thread(site: Site, thread: Thread) -> None:
    pages, url = portions(thread.posts, POSTS), _thread(thread)
    path = url.removeprefix(HOST)
    up = f'<a href="{_board(thread.board)}" class="link-parent">Up to <span>{escape(thread.board.title)}</span></a>'
    crumbs = (
        f'<a href="{HOST}/forum">Forum</a> &rarr; <a href="{_board(thread.board)}">{escape(thread.board.title)}</a> &rarr;'
        f" {escape(thread.title)}"
    )
    for page in range(1, pages + 1):
        posts = "".join(_comment(site, thread, post) for post in thread.posts[(page - 1) * POSTS : page * POSTS])
        main = (
            '<h1 class="documentFirstHeading"><img src="ploneboard_conversation_icon.gif" alt=""/>'
            f' {escape(thread.title)}</h1>{up}<div class="documentDescription"></div><div class="boardConversation">{posts}'
            f"{_batch(url, page, pages, POSTS)}</div>"
        )
        here = path + (f"?b_start:int={(page - 1) * POSTS}" if page > 1 else "")
        site.show(here, "thread", _frame(site, thread.title, main, crumbs))
    site.copy(f"{path}?b_start:int=0", path)
    for post in thread.posts:
        main = f"<h2>{escape(thread.title)}</h2>{up}{_comment(site, thread, post)}"
        site.other(f"{path}/{post.id}", _frame(site, thread.title, main, crumbs))


def _write_person(site: Site, person: Person) -> None:
    main = (
        f'<h1 class="documentFirstHeading">{escape(person.name)}</h1><p>Location: {escape(person.town) or "-"}</p>'
        f'<p><a href="{HOST}/search?Creator={person.id}">All content created by {escape(person.name)}&hellip;</a></p>'
    )
    site.other(f"/author/{person.id}", _frame(site, person.name, main))
