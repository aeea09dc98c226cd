"""Boards with one message a page and the tree of its thread below: each page looks like a list of messages, too."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from weft.api import LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.extract import learn_wrapper
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_page
from weft.traversal import Plan, Role

HOST = "http://twigs.example"
NOW = datetime(2024, 9, 1, tzinfo=UTC)
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
NAMES = ("ann.smith", "bo_lind", "cleo77", "dan", "eva.b", "finn", "gus")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
THREADS, A_PAGE, MOST = 60, 15, 9


class Twigs:
    """Threads as trees of messages; the entry shows the trees of some, and each message that of its thread below."""

    def __init__(self) -> None:
        chance = random.Random(7)
        start = datetime(2024, 3, 1, 9, tzinfo=UTC)
        self.threads: list[list[int]] = []
        self.above: dict[int, int] = {}
        self.subjects: list[str] = []
        for _ in range(THREADS):
            first = len(self.subjects)
            subject = " ".join(chance.sample(WORDS, 4)).capitalize()
            count = chance.randint(1, MOST)
            self.threads.append(list(range(first, first + count)))
            self.above |= {number: chance.randint(first, number - 1) for number in range(first + 1, first + count)}
            self.subjects += [subject] * count
        self.sent = [start + timedelta(hours=7 * number, minutes=number % 50) for number in range(len(self.subjects))]
        self.names = [chance.choice(NAMES) for _ in self.subjects]
        self.texts = [" ".join(chance.choices(WORDS, k=chance.randint(12, 60))) for _ in self.subjects]

    def path(self, number: int) -> str:
        return f"/show.cgi?id={number + 100}"

    def page_path(self, number: int) -> str:
        return f"/show.cgi?view=all&page={number}"

    def _tree(self, number: int, here: int = -1) -> str:
        subject = self.subjects[number]
        name = f"<b>{subject}</b>" if number == here else f'<a class="m" href="{self.path(number)}">{subject}</a>'
        said = f"<i>- <span>{self.names[number]}</span>, <span>{self.sent[number]:%Y-%m-%d, %H:%M}</span></i>"
        below = "".join(self._tree(one, here) for one, above in self.above.items() if above == number)
        return f"<li>{name} {said}{f'<ul>{below}</ul>' if below else ''}</li>"

    @staticmethod
    def _frame(title: str, inside: str) -> str:
        menu = "".join(f'<li><a href="/show.cgi?view={view}">{view}</a></li>' for view in ("login", "join", "help"))
        return (
            f"<title>{title} - Twigs</title><h1><a href='/show.cgi'>Twigs</a></h1><ul>{menu}</ul><div>{inside}</div>"
            "<p>12 people are here</p>"
        )

    def _entry(self, number: int) -> str:
        newest = self.threads[::-1][(number - 1) * A_PAGE : number * A_PAGE]
        trees = "".join(f"<ul>{self._tree(thread[0])}</ul>" for thread in newest)
        others = [one for one in range(1, THREADS // A_PAGE + 1) if one != number]
        steps = "".join(f'<li><a href="{self.page_path(one)}">{one}</a></li>' for one in others)
        return self._frame("All", f"{trees}<ul>{steps}</ul>")

    def _message(self, number: int) -> str:
        thread = next(thread for thread in self.threads if number in thread)
        return self._frame(
            self.subjects[number],
            f"<div><h2>{self.subjects[number]}</h2><p>by <strong>{self.names[number]}</strong>, "
            f"<span>{self.sent[number]:%A, %B %d, %Y, %H:%M}</span></p><div><p>{self.texts[number]}</p></div>"
            f'<p><a href="/show.cgi?view=write&amp;to={number}">Answer</a></p></div><hr>'
            f"<p><strong>The whole thread:</strong></p><ul>{self._tree(thread[0], number)}</ul>",
        )

    @property
    def pages(self) -> dict[str, str]:
        """All pages of the board by their addresses."""
        lists = {self.page_path(number): self._entry(number) for number in range(2, THREADS // A_PAGE + 1)}
        messages = {self.path(number): self._message(number) for number in range(len(self.subjects))}
        return {"/show.cgi": self._entry(1), **lists, **messages}

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        page = self.pages.get(request.url.removeprefix(HOST))
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "").encode())


@cache
def twigs() -> Twigs:
    return Twigs()


@cache
def learned(start: str) -> Plan:
    job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(twigs()))
    return asyncio.run(learn_site(job)).plan


@pytest.mark.parametrize("start", ["/show.cgi", "/show.cgi?id=130"])
def test_messages_are_told_from_the_lists_of_them(start: str):
    """What stands above the tree is the page's own: a message. All lists of trees are followed, and all messages."""
    plan = learned(start)
    roles = {path: plan.judge(HOST + path).role for path in twigs().pages}
    assert {role for path, role in roles.items() if "id=" in path} == {Role.THREAD}
    assert {role for path, role in roles.items() if "page=" in path} == {Role.INDEX_FLIP}
    assert roles["/show.cgi"] == Role.INDEX


def test_a_message_is_read_without_the_tree_below_it():
    """The rows of the tree name people and times as posts do, but there is nothing to read in them."""
    board = twigs()
    numbers = range(0, len(board.subjects), 7)
    pages = [read_page(HOST + board.path(n), board.pages[board.path(n)].encode()) for n in numbers]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [wrapper.read(page, NOW).posts for page in pages]
    assert [[post.author for post in posts] for posts in read] == [[board.names[n]] for n in numbers]
    assert [[post.text for post in posts] for posts in read] == [[board.texts[n]] for n in numbers]
    assert [[post.time for post in posts] for posts in read] == [[board.sent[n].replace(second=0)] for n in numbers]


class Branches(Twigs):
    """The same with other addresses: those of answers are that of the opening with a number more."""

    def path(self, number: int) -> str:
        first = next(thread[0] for thread in self.threads if number in thread)
        return f"/show.cgi?in=1,{first + 100}" + (f",{number + 100}" if number != first else "")


def test_answers_are_messages_as_openings_are_however_their_addresses_are_written():
    """Each has a page above the same tree, and is fetched for what it says, wherever the crawl begins."""
    board = Branches()
    for start in ("/show.cgi", board.path(3)):
        job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(board))
        plan = asyncio.run(learn_site(job)).plan
        roles = {path: plan.judge(HOST + path).role for path in board.pages}
        assert {role for path, role in roles.items() if "in=" in path} == {Role.THREAD}
        assert {role for path, role in roles.items() if "page=" in path} == {Role.INDEX_FLIP}


class Whole(Twigs):
    """The same with a page for each thread that shows all of it: messages have its address for their own."""

    def all_path(self, number: int) -> str:
        first = next(thread[0] for thread in self.threads if number in thread)
        return f"/show.cgi?view=thread&id={first + 100}"

    def _tree(self, number: int, here: int = -1) -> str:
        link = f'<a href="{self.all_path(number)}">[*]</a>'
        return super()._tree(number, here) + (link if number not in self.above else "")

    def _message(self, number: int) -> str:
        name = f'<link rel="canonical" href="{HOST}{self.all_path(number)}">'
        who = f'<p><a href="/show.cgi?view=who&amp;name={NAMES.index(self.names[number])}">About them</a></p>'
        return name + super()._message(number) + who

    def _thread(self, thread: list[int]) -> str:
        posts = "".join(
            f"<div class='said'><p>by <strong>{self.names[n]}</strong>, <span>{self.sent[n]:%Y-%m-%d, %H:%M}</span></p>"
            f"<div>{self.texts[n]}</div></div>"
            for n in thread
        )
        return self._frame(self.subjects[thread[0]], posts)

    @property
    def pages(self) -> dict[str, str]:
        """All pages of the board by their addresses, with those of people."""
        whole = {self.all_path(thread[0]): self._thread(thread) for thread in self.threads}
        table = "<table><tr><td>Name:</td><td>{}</td></tr><tr><td>Since:</td><td>March 3, 2021, 10:22</td></tr></table>"
        people = {f"/show.cgi?view=who&name={n}": self._frame(name, table.format(name)) for n, name in enumerate(NAMES)}
        return super().pages | whole | people


def test_a_thread_that_messages_name_as_their_own_address_is_looked_at():
    """Wherever learning begins: what lists lead to by name are the messages, each with the tree of its thread."""
    board = Whole()
    job = LearnJob(HOST + "/show.cgi?view=who&name=3", SETTINGS, transport=MemoryTransport(board))
    plan = asyncio.run(learn_site(job)).plan
    roles = {path: plan.judge(HOST + path).role for path in board.pages}
    assert {role for path, role in roles.items() if "view=thread" in path} == {Role.THREAD}
    assert not any(role is Role.THREAD for path, role in roles.items() if "view=who" in path)


class Linked(Whole):
    """The same without proper addresses: messages have a link to their thread, as have the lists."""

    def _message(self, number: int) -> str:
        page = super()._message(number).partition(">")[2]
        return f'{page}<p><a href="{self.all_path(number)}">Show the whole thread</a></p>'


class Unlisted(Linked):
    """The same where only messages lead to threads."""

    def _tree(self, number: int, here: int = -1) -> str:
        return Twigs._tree(self, number, here)


@pytest.mark.parametrize("board", [Linked(), Unlisted()], ids=["linked", "unlisted"])
@pytest.mark.parametrize(
    "start",
    [
        *("/show.cgi", "/show.cgi?view=all&page=2", "/show.cgi?id=130", "/show.cgi?view=thread&id=203"),
        "/show.cgi?view=who&name=3",
    ],
)
def test_a_message_is_fetched_with_its_thread_or_by_itself(board: Whole, start: str):
    """Where lists lead to pages of whole threads these are followed and no message, else all messages and no thread."""
    job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(board))
    plan = asyncio.run(learn_site(job)).plan
    roles = {path: plan.judge(HOST + path).role for path in board.pages}
    wholes = {role for path, role in roles.items() if "view=thread" in path}
    messages = {role for path, role in roles.items() if "?id=" in path}
    assert (wholes, messages) == (
        ({Role.NEVER}, {Role.THREAD}) if isinstance(board, Unlisted) else ({Role.THREAD}, {Role.NEVER})
    )
    assert roles["/show.cgi"] is Role.INDEX
    assert roles["/show.cgi?view=all&page=3"] is Role.INDEX_FLIP


class Openings(Branches):
    """Boards that name openings only: what leads to answers is the tree below each message, a table."""

    boards = 3
    head = "<tr><th>Subject</th><th>Written by</th><th>Posted</th></tr>"

    def board(self, number: int) -> int:
        return next(place for place, thread in enumerate(self.threads) if number in thread) % self.boards

    def path(self, number: int) -> str:
        return super().path(number).replace("in=1,", f"in={self.board(number) + 1},")

    def _row(self, number: int, here: int = -1) -> str:
        subject = f"{'Re: ' if number in self.above else ''}{self.subjects[number]}"
        name = f"<b>{subject}</b>" if number == here else f'<a href="{self.path(number)}">{subject}</a>'
        return f"<tr><td>{name}</td><td>{self.names[number]}</td><td>{self.sent[number]:%B %d, %Y %I:%M%p}</td></tr>"

    def _message(self, number: int) -> str:
        thread = next(thread for thread in self.threads if number in thread)
        subject = f"{'Re: ' if number in self.above else ''}{self.subjects[number]}"
        who = f"<a href='/show.cgi?view=who&amp;name={NAMES.index(self.names[number])}'>{self.names[number]}</a>"
        said = f"<p>By {who}</p><p>{self.sent[number]:%B %d, %Y %I:%M%p}</p><div>{self.texts[number]}</div>"
        said += f"<p><a href='/show.cgi?view=write&amp;to={number}'>Reply</a></p>"
        tree = "".join(self._row(one, number) for one in thread)
        way = f"<a href='/show.cgi?list={self.board(number) + 1}'>Board {self.board(number) + 1}</a>"
        return self._frame(
            subject,
            f"{way}<div><h2>{subject}</h2>{said}</div><table>{self.head}{tree}</table>",
        )

    def _list(self, board: int) -> str:
        rows = "".join(self._row(thread[0]) for thread in self.threads[board :: self.boards])
        return self._frame(f"Board {board + 1}", f"<table>{self.head}{rows}</table>")

    @property
    def pages(self) -> dict[str, str]:
        """All pages by their addresses."""
        lists = {f"/show.cgi?list={board + 1}": self._list(board) for board in range(self.boards)}
        names = "".join(
            f"<tr><td><a href='{url}'>Board {n}</a><p>About {n}</p></td></tr>" for n, url in enumerate(lists, 1)
        )
        messages = {self.path(number): self._message(number) for number in range(len(self.subjects))}
        return {"/show.cgi": self._frame("All", f"<table>{names}</table>"), **lists, **messages}


@pytest.mark.parametrize("start", ["/show.cgi", "/show.cgi?list=2"])
def test_answers_that_only_openings_lead_to_are_messages(start: str):
    """No list names them, but they are called as their opening is and have its address with a number more."""
    board = Openings()
    job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(board))
    plan = asyncio.run(learn_site(job)).plan
    roles = {path: plan.judge(HOST + path).role for path in board.pages}
    assert {role for path, role in roles.items() if "in=" in path} == {Role.THREAD}
    assert {role for path, role in roles.items() if "list=" in path} == {Role.INDEX}
