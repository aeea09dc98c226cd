"""Forums in which each post has an address that shows its thread, written as the address of the thread is."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, Settings
from weft.crawl import Ending
from weft.errors import UsageError
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Plan

HOST = "http://127.0.0.1:8080"
WORDS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill", "weir")
ROOMS = ("town", "roads", "gardens", "forests", "lakes")
NOTES = 8  # on a page


@dataclass
class Pier:
    """A note's address shows the page of the talk it stands on; a talk's is that of its first note."""

    asked: list[tuple[int, int]] = field(default_factory=list)  # talk and page, for each time one was shown

    def __post_init__(self) -> None:
        chance = random.Random(4)
        self.talks: dict[int, tuple[str, str, list[int]]] = {}  # by first note: room, title, notes
        self.owner: dict[int, int] = {}
        self.texts: dict[int, str] = {}
        note = 1000
        for _ in range(60):
            notes = [note := note + chance.randint(1, 3) for _ in range(chance.choice((1, 2, 3, 5, 7, 12, 20)))]
            self.talks[notes[0]] = (chance.choice(ROOMS), "-".join(chance.sample(WORDS, 4)), notes)
            self.owner.update(dict.fromkeys(notes, notes[0]))
            self.texts |= {one: " ".join(chance.choices(WORDS, k=chance.randint(8, 50))) for one in notes}

    def needed(self) -> set[tuple[int, int]]:
        return {(talk, page) for talk, (*_, notes) in self.talks.items() for page in range(-(-len(notes) // NOTES))}

    def link(self, note: int, text: str, page: int = 0) -> str:
        _, title, _ = self.talks[self.owner[note]]
        is_first = note in self.talks
        middle, mark = f"/{page + 1}" if page else "", "" if is_first else f"#n{note}"
        return f'<a href="/talk/{note}{middle}/{"" if is_first else "on-"}{title}{mark}">{text}</a>'

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        parts = request.url.removeprefix(HOST).split("/")[1:]
        match parts:
            case [""]:
                body = self.show_rooms()
            case ["room", name]:
                body = self.show_room(name)
            case ["talk", note, _]:
                talk = self.owner[int(note)]
                body = self.show_talk(talk, self.talks[talk][2].index(int(note)) // NOTES)
            case ["talk", note, page, _]:
                body = self.show_talk(int(note), int(page) - 1)
            case _:
                return MemoryAnswer(404)
        page = f'<html><body><p><a href="/">Pier</a> <a href="/help">Help</a></p>{body}</body></html>'
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, page.encode())

    def last(self, note: int) -> str:
        return f"{note % 28 + 1} May 2021 10:05 by {self.who(note)} {self.link(note, '<img src=last.gif>')}"

    def who(self, note: int) -> str:
        return f'<a href="/person/{note % 7}">person{note % 7}</a>'

    def show_rooms(self) -> str:
        rows = ""
        for name in ROOMS:
            last = max(notes[-1] for room, _, notes in self.talks.values() if room == name)
            rows += (
                f'<tr><td><a href="/room/{name}">{name}</a></td><td>All about it.</td><td>{self.last(last)}</td></tr>'
            )
        return f"<h1>Pier</h1><table>{rows}</table>"

    def show_room(self, name: str) -> str:
        rows = "".join(
            f"<tr><td>{self.link(talk, title.replace('-', ' '))}</td><td>{len(notes) - 1}</td><td>{7 * talk}</td>"
            f"<td>{self.last(notes[-1])}</td></tr>"
            for talk, (room, title, notes) in self.talks.items()
            if room == name
        )
        head = "<tr><th>Talk</th><th>Answers</th><th>Views</th><th>Last note</th></tr>"
        return f'<h1>{name}</h1><p><a href="/room/{name}">{name}</a></p><table>{head}{rows}</table>'

    def show_talk(self, talk: int, page: int) -> str:
        self.asked.append((talk, page))
        room, title, notes = self.talks[talk]
        pages = range(-(-len(notes) // NOTES))
        numbers = " ".join(self.link(talk, str(n + 1), n) if n != page else str(n + 1) for n in pages)
        shown = "".join(
            f'<div class="note"><p>{self.link(note, f"#{note}")} {note % 28 + 1} May 2021 10:05 {self.who(note)}</p>'
            f"<div>{self.texts[note]}</div></div>"
            for note in notes[page * NOTES : (page + 1) * NOTES]
        )
        way = f'<a href="/">Pier</a> &gt; <a href="/room/{room}">{room}</a>'
        return f"<h1>{title}</h1><p>{way}</p><p>Pages: {numbers}</p>{shown}"


def test_shortcuts_into_threads_are_passed_over_where_lists_name_them(tmp_path: Path):
    """Every page of every talk is fetched, and hardly one again under the address of a note."""
    pier = Pier()
    settings = Settings(crawl=CrawlConfig(max_pages=900))
    job = CrawlJob(HOST + "/", tmp_path, settings, transport=MemoryTransport(pier), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert pier.needed() <= set(pier.asked)
    assert len(pier.asked) - len(set(pier.asked)) <= 6


def test_a_plan_says_that_links_into_threads_are_passed_over():
    """It is written and read again; what is neither true nor false is refused."""
    rule = {"pattern": "http://h/t/\\d+", "role": "thread"}
    document = {"weft plan": 1, "entry": "http://h/", "scope": {"origin": "http://h"}, "rules": [rule]}
    plan = Plan.from_document({**document, "pass over links into threads": True}, "plan")
    assert plan.plainly_named
    assert "pass over links into threads: true" in plan.to_yaml()
    with pytest.raises(UsageError):
        Plan.from_document({**document, "pass over links into threads": "often"}, "plan")
