"""OSQA: questions on pages, tabs that sort them, tags in every row, answers in tables with comments below."""

from __future__ import annotations

import re
from html import escape

from forums.site import Site
from forums.talk import Person, Said, Talk, Thread, portions

HOST = "http://ask.example"
ROWS, ANSWERS = 15, 10
TAGS = ("python", "django", "css", "email", "install", "search", "openid", "mysql", "apache")
SORTS = ("active", "newest", "hottest", "mostvoted")


def make(seed: int) -> Site:
    """Write the forum."""
    site = Site(HOST, Talk(seed), precision=60)
    newest = site.talk.newest
    _write_lists(site, newest)
    for thread in newest:
        _write_thread(site, thread)
    for person in site.talk.people:
        _write_person(site, person)
    for number, name in enumerate(("Teacher", "Student", "Editor"), 1):
        site.other(f"/badges/{number}/{name.lower()}", _frame(site, name, f"<h1>{name}</h1>"))
    for name in ("tags", "users", "badges", "about", "faq", "questions/ask", "account/signin", "privacy", "feedback"):
        site.other(f"/{name}/", _frame(site, name, f"<h1>{name}</h1><p>Some words.</p>"))
    return site


def _url(thread: Thread) -> str:
    return f"/questions/{thread.id}/{re.sub(r'[^a-z]+', '-', thread.title.lower())}"


def _tags_of(thread: Thread) -> list[str]:
    return sorted({TAGS[thread.id % 9], TAGS[thread.id % 5], TAGS[thread.id % 7]})


def _user(person: Person) -> str:
    slug = re.sub(r"\W+", "-", person.name.lower())
    return f'<a href="/users/{person.id}/{slug}">{escape(person.name)}</a>'


def _badge(person: Person) -> str:
    return (
        f'<span class="score" title="{person.id * 31} reputation">{person.id * 31}</span><span title="{person.id % 4} badges">'
        f'<span class="silver">&#9679;</span><span class="badgecount">{person.id % 4}</span></span>'
    )


def _when(post: Said) -> str:
    shown = post.time.strftime("%d %b '%y, %H:%M")
    return f'<span title="{post.time.strftime("%Y-%m-%d %H:%M:%S")} +0000">{shown}</span>'


def _frame(site: Site, title: str, inside: str, sidebar: str = "") -> str:
    return (
        f'<!DOCTYPE html><html><head><title>{escape(title)} - Ask</title></head><body><div id="wrapper"><div id="top"><a'
        ' href="/account/signin/">login</a> <a href="/about/">about</a> <a href="/faq/">faq</a></div><div id="header"><div'
        ' id="navBar"><div class="nav"><a id="logo" href="/"><img src="/m/logo.png" alt="Ask"/></a><a href="/questions/"'
        ' class="on">questions</a> <a href="/tags/">tags</a> <a href="/users/">users</a> <a href="/badges/">badges</a> <a'
        ' href="/questions/unanswered/">unanswered</a> <a href="/questions/ask/">ask a question</a></div></div></div><div'
        f' id="room"><div id="CALeft">{inside}</div><div id="CARight">{sidebar}</div></div><div id="ground"><div'
        ' class="footerLinks"><a href="/about/">about</a> | <a href="/faq/">faq</a> | <a href="/privacy/">privacy</a> | <a'
        ' href="/feedback/">give feedback</a></div><p>powered by OSQA</p></div></div></body></html>'
    )


def _row(thread: Thread) -> str:
    last = thread.last
    tags = "".join(
        f' <a href="/tags/{tag}/" title="see questions tagged {tag}" rel="tag">{tag}</a>' for tag in _tags_of(thread)
    )
    count = sum(post.quotes is None for post in thread.posts[1:])
    return (
        f'<div class="short-summary"><div class="counts"><div class="votes"><div class="item-count">{thread.views % 12}</div>'
        f'<div>votes</div></div><div class="status {"answered" if count else "unanswered"}"><div class="item-count">{count}</div>'
        f'<div>answers</div></div><div class="views"><div class="item-count">{thread.views}</div><div>views</div></div></div>'
        f'<div class="question-summary-wrapper"><h2><a title="{escape(thread.posts[0].paragraphs[0][:150])}" href="'
        f'{_url(thread)}">{escape(thread.title)}</a></h2><div class="userinfo"><span class="relativetime">{_when(last)}</span>'
        f'{_user(last.who)}{_badge(last.who)}</div><div class="tags">{tags}</div></div></div>'
    )


def _pager(url: str, page: int, pages: int, keys: str) -> str:
    if pages == 1:
        return ""

    def link(number: int, words: str) -> str:
        return f'<a href="{url}?{keys}page={number}">{words}</a>'

    back = f'<span class="prev">{link(page - 1, "&laquo; previous")}</span>' if page > 1 else ""
    on = f'<span class="next">{link(page + 1, "next page &raquo;")}</span>' if page < pages else ""
    numbers = "".join(
        f'<span class="curr">{n}</span>' if n == page else f'<span class="page">{link(n, str(n))}</span>'
        for n in range(1, pages + 1)
    )
    return f'<div class="paginator">{back}{numbers}{on}</div>'


def _list(site: Site, title: str, url: str, threads: list[Thread], page: int, keys: str = "") -> str:
    pages = portions(threads, ROWS)
    tabs = "".join(
        f'<a {"class=on" if sort == "active" else ""} href="{url}?sort={sort}" title="{sort} questions">{sort}</a>'
        for sort in SORTS
    )
    cloud = "".join(
        f'<a rel="tag" title="see questions tagged {tag}" href="/tags/{tag}/">{tag}</a> <span class="tag-number">&#215; 12'
        "</span><br/>"
        for tag in TAGS[:6]
    )
    sizes = "".join(f'<span class="page"><a href="{url}?pagesize={size}">{size}</a></span>' for size in (30, 50))
    side = (
        f'<div class="boxC"><p class="nomargin">{len(threads)} questions</p></div><div class="boxC"><h3>Related tags</h3>'
        f'<div class="tags">{cloud}</div></div>'
    )
    rows = "".join(map(_row, threads[(page - 1) * ROWS : page * ROWS]))
    pager = _pager(url, page, pages, keys)
    return _frame(
        site,
        title,
        f'<div class="tabBar"><div class="headQuestions">{title}</div><div class="tabsA">{tabs}</div></div><div id="listA">'
        f'{rows}</div><div class="pager">{pager}</div><div class="pagesize">posts per page {sizes}</div>',
        side,
    )


def _write_lists(site: Site, newest: list[Thread]) -> None:
    for page in range(1, portions(newest, ROWS) + 1):
        path = "/questions/" + (f"?sort=active&page={page}" if page > 1 else "")
        kind = "index" if page > 1 else "entry"
        site.show(path, kind, _list(site, "All questions", "/questions/", newest, page, "sort=active&amp;"))
    site.copy("/questions/?sort=active&page=1", "/questions/")
    site.copy("/questions/?sort=active", "/questions/")
    for size in (30, 50):
        site.other(f"/questions/?pagesize={size}", _list(site, "All questions", "/questions/", newest, 1))
    site.other("/", _list(site, "Top questions", "/questions/", newest, 1, "sort=active&amp;"))
    for sort in SORTS[1:]:
        order = sorted(newest, key=lambda thread: (sort[0] != "n") * thread.views - thread.id)
        for page in range(1, portions(order, ROWS) + 1):
            html = _list(site, "All questions", "/questions/", order, page, f"sort={sort}&amp;")
            site.other(f"/questions/?sort={sort}" + (f"&page={page}" if page > 1 else ""), html)
    alone = [thread for thread in newest if len(thread.posts) == 1]
    site.other("/questions/unanswered/", _list(site, "Unanswered", "/questions/unanswered/", alone, 1))
    for tag in TAGS:
        threads = [thread for thread in newest if tag in _tags_of(thread)]
        for page in range(1, portions(threads, ROWS) + 1):
            html = _list(site, f"Questions tagged {tag}", f"/tags/{tag}/", threads, page)
            site.other(f"/tags/{tag}/" + (f"?page={page}" if page > 1 else ""), html)


def _root(post: Said) -> Said:
    """A comment on a comment stands below what that one comments on."""
    while post.quotes is not None:
        post = post.quotes
    return post


def _body(thread: Thread, post: Said, kind: str) -> str:
    text = "".join(f"<p>{escape(line)}</p>" for line in post.paragraphs)
    comments = "".join(
        f'<a name="{one.id}"></a><div class="comment" id="comment-{one.id}"><div id="post-{one.id}-score" class="comment-score">'
        f'</div><div class="comment-text"><p>{escape(" ".join(one.paragraphs))}</p></div><div class="comment-info" id="comment-'
        f'{one.id}-info"><span class="comment-age">({_when(one)})</span> {_user(one.who)}</div></div>'
        for one in thread.posts
        if one.quotes is not None and _root(one) is post
    )
    edited = ""
    if post.id % 7 == 0:
        edited = (
            f'<div class="post-update-info"><p><a href="/revisions/{post.id}/">edited <strong>{_when(thread.last)}</strong></a>'
            "</p></div>"
        )
    verb = "asked" if kind == "question" else "answered"
    tags = "".join(
        f'<a href="/tags/{tag}/" class="post-tag tag-link-{tag}" rel="tag">{tag}</a>' for tag in _tags_of(thread)
    )
    return (
        f'<table style="width:100%;"><tr><td style="width:30px;vertical-align:top"><div class="vote-buttons"><a id="post-{post.id}'
        f'-upvote" href="/vote/{post.id}/up/" class="ajax-command post-vote up" rel="nofollow"> </a><div id="post-{post.id}-score"'
        f' class="post-score">{post.id % 5}</div><a href="/vote/{post.id}/down/" class="ajax-command post-vote down"'
        f' rel="nofollow"> </a></div></td><td><div class="item-right"><div class="{kind}-body">{text}</div>'
        + (f'<div id="question-tags" class="tags-container tags">{tags}</div>' if kind == "question" else "")
        + f'<div class="{kind}-controls post-controls"><span class="action-link"><a href="{_url(thread)}#{post.id}" title='
        f'"permanent link">link</a></span></div><div class="post-update-info-container"><div class="post-update-info"><p>{verb}'
        f' <strong>{_when(post)}</strong></p><img src="/g/{post.who.id}" class="gravatar"/><p>{_user(post.who)}<br/>'
        f'{_badge(post.who)}</p></div>{edited}</div><div class="comments-container">{comments}</div></div></td></tr></table>'
    )


def _write_thread(site: Site, thread: Thread) -> None:
    answers = [post for post in thread.posts[1:] if post.quotes is None]
    pages = portions(answers, ANSWERS)
    url = _url(thread)
    related = "".join(
        f'<p><a href="{_url(other)}">{escape(other.title)}</a></p>'
        for other in sorted(site.talk.threads, key=lambda other: abs(other.id - thread.id))[1:8]
    )
    side = (
        f'<div class="boxC"><p>question asked: <strong>{_when(thread.posts[0])}</strong></p><p>question was seen: <strong>'
        f"{thread.views} times</strong></p><p>last updated: <strong>{_when(thread.last)}</strong></p></div><div class='boxC'>"
        f"<h3>Related questions</h3><div class='questions-related'>{related}</div></div>"
    )
    for page in range(1, pages + 1):
        shown = answers[(page - 1) * ANSWERS : page * ANSWERS]
        posts = "".join(
            f'<a name="{post.id}"></a><div id="answer-container-{post.id}" class="answer">{_body(thread, post, "answer")}</div>'
            for post in shown
        )
        tabs = "".join(
            f'<a href="{url}?sort={sort}#sort-top">{sort} answers</a>' for sort in ("oldest", "newest", "popular")
        )
        pager = _pager(url, page, pages, "")
        head = (
            f'<hr/><div class="tabBar"><a name="sort-top"></a><div class="headQuestions">{len(answers)} Answers:</div><div'
            f' class="tabsC">{tabs}</div></div>{pager}{posts}<div class="paginator-container-left">{pager}</div>'
        )
        inside = (
            f'<div class="headNormal"><h1><a href="{url}">{escape(thread.title)}</a></h1></div><div id="main-body"><div id='
            f'"askform"><div id="question-table">{_body(thread, thread.posts[0], "question")}</div>{head if answers else ""}<form'
            f' id="fmanswer" action="/questions/{thread.id}/answer/" method="post"><textarea name="text"></textarea><input'
            ' type="button" value="Login/Signup to Answer"/></form></div></div>'
        )
        html = _frame(site, thread.title, inside, side)
        site.show(url + (f"?page={page}" if page > 1 else ""), "thread", html)
        if page == 1:
            site.copy(f"{url}?page=1", url)
            for sort in ("oldest", "newest", "popular"):
                site.other(f"{url}?sort={sort}", html)
    site.send(f"/questions/{thread.id}/", url)


def _write_person(site: Site, person: Person) -> None:
    slug = re.sub(r"\W+", "-", person.name.lower())
    own = [thread for thread in site.talk.threads if thread.posts[0].who is person]
    rows = "".join(
        f'<div class="user-stats-table"><a href="{_url(thread)}">{escape(thread.title)}</a></div>' for thread in own
    )
    inside = f"<h1>{escape(person.name)}</h1><p>member since {person.joined.strftime('%d %b %Y')}</p>{rows}"
    site.other(f"/users/{person.id}/{slug}", _frame(site, person.name, inside))
