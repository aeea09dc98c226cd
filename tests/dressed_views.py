"""Pages of dressed forums that show again what boards and threads have: other lists, an archive, a feed, a calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape

from dressed_more_pages import ARCHIVE, CATEGORY, MoreWriter
from dressed_pages import HOST, link
from dressed_words import PEOPLE, STEMS, Post, Talk, Thread

PLAIN = "<html><head><title>{title} - Archive</title></head><body><p>{crumbs}</p>{inside}</body></html>"
FEED = '<?xml version="1.0"?><rss version="2.0"><channel><title>Newest</title>{}</channel></rss>'
RESULT = '<div class="result"><h3>{title}</h3><p>{time} {board}</p><div>{text}</div></div>'

Pages = Iterator[tuple[str, str]]  # each with its address


def newest_threads(talk: Talk) -> list[Thread]:
    """Give the threads of a forum, the last answered first."""
    return sorted(talk.threads.values(), key=lambda thread: thread.last.time, reverse=True)


def write_views(writer: MoreWriter) -> dict[str, str]:
    """Write the views a forum has, by their addresses."""
    return {url: page for extra, views in VIEWS.items() if extra in writer.style.has for url, page in views(writer)}


def write_month(writer: MoreWriter, year: int, month: int) -> str:
    """Write a page of a calendar without end."""

    def turn(step: int, text: str) -> str:
        years, months = divmod(year * 12 + month - 1 + step, 12)
        return link(f"/calendar?m={years}{months + 1:02}", text)

    days = "".join(f"<tr><td>{day}</td><td></td></tr>" for day in range(1, 29))
    inside = f"<h2>{month}/{year}</h2>{turn(-1, 'earlier')} {turn(1, 'later')}<table>{days}</table>"
    return writer.frame("Calendar", inside)


def _titled(writer: MoreWriter, title: str, inside: str) -> str:
    return writer.frame(title, f"<h2>{title}</h2>{inside}")


def _other_lists(writer: MoreWriter) -> Pages:
    newest = newest_threads(writer.talk)
    unanswered = [thread for thread in newest if len(thread.posts) == 1]
    yield "/active", _titled(writer, "Active", writer.threads_alone(newest[:30]))
    yield "/unanswered", _titled(writer, "Unanswered", writer.threads_alone(unanswered[:30]))


def _tag_pages(writer: MoreWriter) -> Pages:
    threads = newest_threads(writer.talk)
    for tag in STEMS:
        tagged = writer.chance.sample(threads, min(8, len(threads)))
        yield f"/tag/{tag}", _titled(writer, tag, writer.threads_alone(tagged))


def _posts_by_author(writer: MoreWriter) -> Pages:
    newest = newest_threads(writer.talk)
    for name, number in PEOPLE.items():
        own = [(thread, post) for thread in newest for post in thread.posts if post.name == name][:15]
        rows = "".join(_result(writer, thread, post) for thread, post in own)
        yield f"/search?author={number}", _titled(writer, writer.words.search, rows)


def _result(writer: MoreWriter, thread: Thread, post: Post) -> str:
    return RESULT.format(
        title=link(writer.links.post(thread, post), escape(thread.title)),
        time=writer.time(post.time),
        board=link(writer.links.board(thread.board), writer.talk.boards[thread.board]),
        text=escape(post.paragraphs[0][:200]),
    )


def _archive_view(writer: MoreWriter) -> Pages:
    """Write the forum once more, in plain pages of their own."""
    talk, links = writer.talk, writer.links
    boards = ((_archived_board(board), name) for board, name in talk.boards.items())
    yield ARCHIVE, _plain("Archive", [link("/", "Full version")], f"<ul>{_items(boards)}</ul>")
    for board, name in talk.boards.items():
        crumbs = [link(ARCHIVE, "Archive"), name, link(links.board(board), "Full version")]
        threads = ((_archived_thread(thread), thread.title) for thread in talk.threads_of(board))
        yield _archived_board(board), _plain(name, crumbs, f"<ol>{_items(threads)}</ol>")
    for thread in talk.threads.values():
        above = link(_archived_board(thread.board), talk.boards[thread.board])
        full = link(links.thread(thread), f"Full version: {escape(thread.title)}")
        posts = "".join(_archived_post(writer, post) for post in thread.posts)
        yield _archived_thread(thread), _plain(thread.title, [link(ARCHIVE, "Archive"), above, full], posts)


def _plain(title: str, crumbs: Iterable[str], inside: str) -> str:
    return PLAIN.format(title=escape(title), crumbs=" &gt; ".join(crumbs), inside=inside)


def _items(links: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<li>{link(url, escape(text))}</li>" for url, text in links)


def _archived_board(board: int) -> str:
    return f"{ARCHIVE}f-{board}.html"


def _archived_thread(thread: Thread) -> str:
    return f"{ARCHIVE}t-{thread.number}.html"


def _archived_post(writer: MoreWriter, post: Post) -> str:
    head = f"<b>{escape(post.name)}</b> <i>{writer.when(post.time)}</i>"
    return f'<div class="p">{head}<div>{escape(" ".join(post.paragraphs))}</div></div><hr>'


def _category_pages(writer: MoreWriter) -> Pages:
    url, name = CATEGORY
    tops = [board for board in writer.talk.boards if board not in writer.talk.parents]
    yield url, _titled(writer, name, writer.boards(tops))


def _new_posts(writer: MoreWriter) -> Pages:
    yield "/new", _titled(writer, "New posts", writer.threads_alone(newest_threads(writer.talk)[:25]))


def _feed_of_threads(writer: MoreWriter) -> Pages:
    items = (
        f"<item><title>{escape(thread.title)}</title><link>{HOST}{escape(writer.links.thread(thread))}</link></item>"
        for thread in newest_threads(writer.talk)[:10]
    )
    yield "/feed.xml", FEED.format("".join(items))


VIEWS: dict[str, Callable[[MoreWriter], Pages]] = {
    "other lists": _other_lists,
    "tag pages": _tag_pages,
    "posts by author": _posts_by_author,
    "archive view": _archive_view,
    "category pages": _category_pages,
    "new posts": _new_posts,
    "feed of threads": _feed_of_threads,
}
