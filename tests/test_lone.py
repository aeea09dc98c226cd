"""Archives of letters: one message a page, named by lists of months; nothing on a page repeats."""

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

HOST = "http://letters.example"
NOW = datetime(2024, 9, 1, tzinfo=UTC)
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
NAMES = ("Ann Smith", "Bo Lind", "Cleo Marsh", "Dan Okoro", "Eva Brandt")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]


class Letters:
    """A mailing list's archive: years of months, each with an index; every letter a page with lines above its text."""

    def __init__(self, letters: int = 60) -> None:
        chance = random.Random(4)
        start = datetime(2024, 3, 1, 9, tzinfo=UTC)
        self.sent = [start + timedelta(hours=40 * number) for number in range(letters)]
        self.names = [chance.choice(NAMES) for _ in range(letters)]
        self.texts = [self._write(chance) for _ in range(letters)]
        self.subjects = self._name([" ".join(chance.sample(WORDS, 4)).capitalize() for _ in range(letters)])
        self.pages = {"/box/": self._entry()} | {self._month(n): self._index(self._month(n)) for n in range(letters)}
        self.pages |= {self.path(n): self._letter(n) for n in range(letters)}

    @staticmethod
    def _write(chance: random.Random) -> str:
        lines = [" ".join(chance.choices(WORDS, k=9)) for _ in range(chance.randint(2, 12))]
        return ".\n".join(lines)

    def _name(self, subjects: list[str]) -> list[str]:
        return [subjects[n // 3] if n % 3 == 0 else f"Re: {subjects[n // 3]}" for n in range(len(subjects))]

    def _month(self, number: int) -> str:
        return f"/box/{self.sent[number]:%Y-%m}/"

    def path(self, number: int) -> str:
        return f"{self._month(number)}letter{number:04}.html"

    def _entry(self) -> str:
        months = sorted({self._month(number) for number in range(len(self.sent))})
        rows = "".join(f'<tr><td>{path[5:-1]}</td><td><a href="{path}">[Letters]</a></td></tr>' for path in months)
        return f"<title>Our box</title><h1>Our box</h1><table>{rows}</table>"

    def _index(self, month: str) -> str:
        inside = [number for number in range(len(self.sent)) if self._month(number) == month]
        rows = "".join(
            f'<li><b><a href="{self.path(n)}">{self.subjects[n]}</a></b>, <i>{self.names[n]}</i></li>' for n in inside
        )
        return f"<title>Letters of a month</title><h1>Letters</h1><a href='/box/'>All months</a><hr><ul>{rows}</ul>"

    def _letter(self, number: int) -> str:
        near = [n for n in (number - 1, number + 1) if 0 <= n < len(self.sent)]
        steps = "".join(f'<li>Beside: <b><a href="{self.path(n)}">{self.subjects[n]}</a></b></li>' for n in near)
        lines = (
            f"<li><em>Subject</em>: {self.subjects[number]}</li>"
            f'<li><em>From</em>: {self.names[number]} &lt;<a href="mailto:x@x.example">x@x.example</a>&gt;</li>'
            f"<li><em>Date</em>: {self.sent[number]:%a, %d %b %Y %H:%M:%S +0000}</li>"
        )
        return (
            f"<title>{self.subjects[number]}</title><hr>[<a href='{self._month(number)}'>Month</a>]"
            f"<h1>{self.subjects[number]}</h1><hr><ul>{lines}</ul><hr><pre>{self.texts[number]}\n</pre><hr>"
            f"<ul>{steps}</ul>"
        )

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        page = self.pages.get(request.url.removeprefix(HOST))
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "").encode())


class TwoWays(Letters):
    """The same with two indexes a month, by date and by talk, which each letter names above and below its text."""

    INDEXES = ("dates.html", "talks.html")

    def __init__(self, letters: int = 60) -> None:
        super().__init__(letters)
        months = sorted({self._month(n) for n in range(letters)})
        self.pages = {path: page for path, page in self.pages.items() if path not in months}
        self.pages |= {month + index: self._index(month) for month in months for index in self.INDEXES}

    def _entry(self) -> str:
        months = sorted({self._month(number) for number in range(len(self.sent))})
        rows = "".join(f"<li>{path[5:-1]}: {self._ways(path)} letters</li>" for path in months)
        return f"<title>Our box</title><h1>Our box</h1><ul>{rows}</ul>"

    def _index(self, month: str) -> str:
        return super()._index(month).replace("<a href='/box/'>All months</a>", "")

    def _letter(self, number: int) -> str:
        ways = f"<p>{self._ways(self._month(number))}</p>"
        page = super()._letter(number).replace('<a href="mailto:x@x.example">x@x.example</a>', "x@x.example")
        head, _, lines, text, steps = page.split("<hr>")
        heading = f"{ways}<h1>{self.subjects[number]}</h1>"
        return "<hr>".join((head, heading, ways + lines, text, steps + ways))

    def _ways(self, month: str) -> str:
        return "".join(f'[<a href="{month}{index}">{index[:5].title()}</a>] ' for index in self.INDEXES)


def test_indexes_that_letters_name_above_and_below_are_no_people():
    """The parts of a page with one message are no posts: what stands in most of them is not its author."""
    box = TwoWays()
    job = LearnJob(f"{HOST}/box/", SETTINGS, transport=MemoryTransport(box))
    plan = asyncio.run(learn_site(job)).plan
    assert plan.entry == f"{HOST}/box/"
    roles = {path: plan.judge(HOST + path).role for path in box.pages}
    assert roles == {path: Role.THREAD if "letter0" in path else Role.INDEX for path in box.pages}


class Numbered(TwoWays):
    """The same with numbers for names; a list above and below each letter has its neighbours and the indexes."""

    def path(self, number: int) -> str:
        return f"{self._month(number)}{number:06}.html"

    def _letter(self, number: int) -> str:
        near = [
            n for n in (number - 1, number + 1) if 0 <= n < len(self.sent) and self._month(n) == self._month(number)
        ]
        rows = "".join(f'<li>Beside: <a href="{self.path(n)}">{self.subjects[n]}</a></li>' for n in near)
        ways = f"<ul>{rows}<li><b>Sorted by:</b> {self._ways(self._month(number))}</li></ul>"
        return (
            f"<title>{self.subjects[number]}</title><h1>{self.subjects[number]}</h1><b>{self.names[number]}</b><br>"
            f"<i>{self.sent[number]:%a %b %d %H:%M:%S UTC %Y}</i>{ways}<hr><pre>{self.texts[number]}</pre><hr>{ways}"
        )


class Quiet(Numbered):
    """The same with more indexes, and months whose letters are all about two things."""

    INDEXES = ("dates.html", "talks.html", "names.html", "words.html")

    def _entry(self) -> str:
        months = sorted({self._month(n) for n in range(len(self.sent))}, reverse=True)
        files = {path: f'<a href="{path[:-1]}.txt.gz">[ Text 9 KB ]</a>' for path in months}
        rows = "".join(
            f"<tr><td>{path[5:-1]}:</td><td>{self._ways(path)}</td><td>{file}</td></tr>" for path, file in files.items()
        )
        about = (
            '<p>There is <a href="/about.html">more about this list</a>, and <a href="all.mbox">all letters</a>.</p>'
        )
        return f"<title>Our box</title><h1>Our box</h1>{about}<table>{rows}</table>"

    def _index(self, month: str) -> str:
        texts = [text for number, text in enumerate(self.texts) if self._month(number) == month]
        return f"{super()._index(month)}<p>{' '.join(texts)}"

    def _name(self, subjects: list[str]) -> list[str]:
        return [f"Re: {subjects[2 * self.sent[n].month + n % 2]}" for n in range(len(subjects))]


@pytest.mark.parametrize(
    ("box", "start"),
    [
        (Numbered(), "/box/"),
        (Numbered(), "/box/2024-04/dates.html"),
        (Numbered(), "/box/2024-04/000023.html"),
        (Quiet(160), "/box/"),
    ],
)
def test_an_index_that_most_letters_seen_name_is_not_the_entry(box: Letters, start: str):
    """Learning sees many letters of one month. Months are listed; nothing leads back to the list of them."""
    plan = asyncio.run(learn_site(LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(box)))).plan
    assert plan.entry == f"{HOST}/box/"
    letters = {box.path(number) for number in range(len(box.sent))}
    roles = {path: plan.judge(HOST + path).role for path in box.pages}
    assert roles == {path: Role.THREAD if path in letters else Role.INDEX for path in box.pages}


@cache
def letters() -> Letters:
    return Letters()


@cache
def learned(start: str) -> Plan:
    job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(letters()))
    return asyncio.run(learn_site(job)).plan


@pytest.mark.parametrize("start", ["/box/", "/box/2024-04/", "/box/2024-04/letter0023.html"])
def test_letters_and_months_are_told_from_any_page(start: str):
    """No letter looks like a thread, but each is called what the list of its month says."""
    roles = {path: learned(start).judge(HOST + path).role for path in letters().pages}
    kinds = {path: Role.THREAD if "letter0" in path else Role.INDEX for path in letters().pages}
    assert roles == kinds


def test_a_letter_is_read_without_the_lines_above_it():
    """Who wrote it and when stand there as in a list of their own; the text is what there is most to read of."""
    box = letters()
    pages = [read_page(HOST + box.path(n), box.pages[box.path(n)].encode()) for n in range(30)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [wrapper.read(page, NOW).posts for page in pages]
    assert [[post.author for post in posts] for posts in read] == [[name] for name in box.names[:30]]
    assert [posts[0].time for posts in read] == box.sent[:30]
    assert [posts[0].text for posts in read] == box.texts[:30]
