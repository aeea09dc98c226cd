"""Small forums that each have one oddity: what they call their pages, or which of them an address shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from html import escape
from typing import TypeVar

from forums.site import Site
from forums.talk import Board, Person, Said, Talk, Thread

Item = TypeVar("Item")
Name = Callable[[Person], str]
ROWS, POSTS = 8, 5
FIXED = ("faq", "rules", "privacy", "contact", "team")


def trips(seed: int) -> Site:
    """Reports of trips: `report.php?id=7&p=2` reports nothing to anybody."""
    talk = Talk(seed)
    site = Site("http://trips.example", talk)
    for board in talk.boards:
        address = f"/region.php?r={board.id}"
        _paged(site, address, "index", [(board.title, _rows(part, _report)) for part in _split(board.threads, ROWS)])
    for thread in talk.threads:
        _paged(site, _report(thread), "thread", [(thread.title, _posts(part)) for part in _split(thread.posts, ROWS)])
    site.show("/", "entry", _frame("Trip reports", _boards(talk, lambda board: f"/region.php?r={board.id}")))
    return site


def kinds(seed: int) -> Site:
    """Questions and polls are threads of two boards; `/people/7` is written as they are, and also in the menu."""
    talk = Talk(seed)
    site = Site("http://ask.example", talk)
    words = ("questions", "polls")
    told = {thread.id: words[thread.id % 2] for thread in talk.threads}
    menu = "".join(f"<a href='/{word}'>{word.title()}</a> | " for word in (*words, "people", "about"))
    people: dict[int, Person] = {}

    def address(thread: Thread) -> str:
        return f"/{told[thread.id]}/{thread.id}"

    def name(who: Person) -> str:
        people[who.id] = who
        return f"<a href='/people/{who.id}'>{escape(who.name)}</a>"

    newest = sorted(talk.threads, key=lambda thread: thread.last.time, reverse=True)
    for word in words:
        rows = _rows([thread for thread in newest if told[thread.id] == word], address, name)
        site.show(f"/{word}", "index", _frame(word, menu + rows))
    for thread in talk.threads:
        site.show(address(thread), "thread", _frame(thread.title, menu + _posts(thread.posts, name)))
    site.show("/", "entry", _frame("Ask", menu + _rows(talk.threads[:20], address)))
    for who in people.values():
        mine = [thread for thread in talk.threads if any(said.who is who for said in thread.posts)][:10]
        site.other(f"/people/{who.id}", _frame(who.name, f"{menu}<p>Joined 2019-04-05</p>{_rows(mine, address)}"))
    site.other("/people", _frame("People", menu + " ".join(map(name, list(people.values())))))
    site.other("/about", _frame("About", menu + "<p>What this is.</p>"))
    return site


def parts(seed: int) -> Site:
    """Threads in parts with remarks on pages of their own; the plain address of a part shows the last of these."""
    talk = Talk(seed, count=160)
    site = Site("http://parts.example", talk)
    for thread in talk.threads:
        pages = _split(thread.posts, POSTS)
        count = 3 if thread.id % 3 == 0 else 1
        for part in range(1, count + 1):
            address = f"/t/{thread.id}/{part}"
            for number, page in enumerate(pages, 1):
                others, turns = _numbers(f"/t/{thread.id}/", count, part), _numbers(f"{address}?c=", len(pages), number)
                told = [replace(said, paragraphs=(f"Part {part}.", *said.paragraphs)) for said in page]
                body = f"{others}{_posts(told)}{turns}"
                site.show(f"{address}?c={number}", "thread", _frame(thread.title, body))
            site.copy(address, f"{address}?c={len(pages)}")

    def turn(thread: Thread) -> str:
        return _numbers(f"/t/{thread.id}/1?c=", len(_split(thread.posts, POSTS)))

    for board in talk.boards:
        rows = _rows(board.threads, lambda thread: f"/t/{thread.id}/1", more=turn)
        site.show(f"/f/{board.id}", "index", _frame(board.title, rows))
    site.show("/", "entry", _frame("Front", _boards(talk, lambda board: f"/f/{board.id}")))
    return site


def bar(seed: int) -> Site:
    """A bar on every page names the board it is in, and beside that what the site tells of itself, written alike."""
    talk = Talk(seed)
    site = Site("http://bar.example", talk)

    def address(board: Board) -> str:
        return "/forum/" + re.sub(r"\W+", "-", board.title.lower())

    def frame(title: str, body: str, board: Board | None = None) -> str:
        items = [("/", "Home"), *([(address(board), board.title)] if board is not None else [])]
        items += [(f"/forum/{word}", word.title()) for word in FIXED]
        links = "".join(f"<li><a href='{path}'>{escape(text)}</a></li>" for path, text in items)
        return _frame(title, f"<ul class='bar'>{links}</ul>{body}")

    for board in talk.boards:
        rows = _rows(board.threads, lambda thread: f"/topic/{thread.id}")
        site.show(address(board), "index", frame(board.title, rows, board))
    for thread in talk.threads:
        site.show(f"/topic/{thread.id}", "thread", frame(thread.title, _posts(thread.posts), thread.board))
    site.show("/", "entry", frame("Front", _boards(talk, address)))
    for word in FIXED:
        site.other(f"/forum/{word}", frame(word, f"<p>{' '.join(talk.threads[0].posts[0].paragraphs)}</p>"))
    return site


def _split(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    return [items[at : at + size] for at in range(0, len(items), size)] or [()]


def _frame(title: str, body: str) -> str:
    home = "<a href='/'>Home</a>"
    return f"<html><title>{escape(title)}</title><body>{home}<h1>{escape(title)}</h1>{body}</body></html>"


def _report(thread: Thread) -> str:
    return f"/report.php?id={thread.id}"


def _named(who: Person) -> str:
    return escape(who.name)


def _rows(
    threads: Iterable[Thread],
    address: Callable[[Thread], str],
    name: Name = _named,
    more: Callable[[Thread], str] = lambda _: "",
) -> str:
    rows = (
        f"<tr><td><a href='{address(thread)}'>{escape(thread.title)}</a>{more(thread)}</td>"
        f"<td>{name(thread.posts[0].who)}</td><td>{len(thread.posts)}</td>"
        f"<td>{thread.last.time:%Y-%m-%d %H:%M}</td></tr>"
        for thread in threads
    )
    return f"<table>{''.join(rows)}</table>"


def _boards(talk: Talk, address: Callable[[Board], str]) -> str:
    rows = (
        f"<tr><td><a href='{address(board)}'>{escape(board.title)}</a><br>{escape(board.about)}</td>"
        f"<td>{len(board.threads)}</td></tr>"
        for board in talk.boards
    )
    return f"<table>{''.join(rows)}</table>"


def _posts(posts: Iterable[Said], name: Name = _named) -> str:
    told = (
        f"<div class='p'><p><b>{name(said.who)}</b> {said.time:%Y-%m-%d %H:%M}</p>"
        f"<div>{' '.join(map(escape, said.paragraphs))}</div></div>"
        for said in posts
    )
    return f"<div>{''.join(told)}</div>"


def _numbers(beginning: str, count: int, here: int = 0) -> str:
    numbers = range(1, count + 1)
    links = (f"<a href='{beginning}{one}'>{one}</a>" if one != here else f"<b>{one}</b>" for one in numbers)
    return f"<div>{' '.join(links)}</div>" if count > 1 else ""


def _paged(site: Site, address: str, kind: str, pages: list[tuple[str, str]]) -> None:
    """Show the pages of a list: the first by its plain address, and by its number, too."""
    numbers = _numbers(f"{address}&p=", len(pages))
    for number, (title, body) in enumerate(pages, 1):
        site.show(address + (f"&p={number}" if number > 1 else ""), kind, _frame(title, body + numbers))
    site.copy(f"{address}&p=1", address)
