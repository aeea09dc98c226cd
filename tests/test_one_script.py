"""Forums in which one script shows everything, and a word in the query says what."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import escape
from urllib.parse import parse_qs, urlsplit

from weft.api import Learned, LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Follow, list_role

HOST = "http://127.0.0.1:8080"
SCRIPT = "/hall/show"
WORDS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill", "weir")
ROOMS = {3: "Town", 4: "Roads", 5: "Gardens", 6: "Forests", 7: "Lakes", 8: "Mountains"}
NOTES = 10  # on a page
DAY = datetime(2024, 3, 1, 9, 30)


@dataclass
class Hall:
    """Rooms of talks; each note has an address of its own that shows the page of the talk it stands on."""

    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = random.Random(3)
        self.titles = {n: " ".join(chance.sample(WORDS, 4)) for n in range(20, 100)}
        self.room = {n: chance.choice(list(ROOMS)) for n in self.titles}
        sizes = {n: chance.choice((1, 2, 3, 4, 6, 9, 14, 25)) for n in self.titles}
        self.notes: dict[int, tuple[int, int, str]] = {}  # talk, place in it, text
        for talk, size in sizes.items():
            for place in range(size):
                text = " ".join(chance.choices(WORDS, k=chance.randint(8, 60)))
                self.notes[1000 + 3 * len(self.notes)] = (talk, place, text)

    def notes_of(self, talk: int) -> list[int]:
        return [number for number, note in self.notes.items() if note[0] == talk]

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        url = urlsplit(request.url)
        if url.path not in (SCRIPT, "/hall/"):
            return MemoryAnswer(404)
        self.asked.append(request.url)
        query = {key: values[0] for key, values in parse_qs(url.query, keep_blank_values=True).items()}
        title, body = self.show(query)
        menu = "".join(f"<li>{link(f'do={word}', word)}</li>" for word in ("find", "help", "people", "rooms"))
        page = f"<html><head><title>{title}</title></head><body><ul>{menu}</ul><div>{body}</div></body></html>"
        return MemoryAnswer(body=page.encode(), headers=(("Content-Type", "text/html; charset=utf-8"),))

    def show(self, query: dict[str, str]) -> tuple[str, str]:
        match query.get("do", "rooms"):
            case "rooms":
                return "All rooms", self.show_rooms(query.get("wing", ""))
            case "room":
                return ROOMS[int(query["room"])], self.show_room(int(query["room"]))
            case "talk" if "note" in query:
                talk, place, _ = self.notes[int(query["note"])]
                return self.titles[talk], self.show_talk(talk, place // NOTES)
            case "talk":
                return self.titles[int(query["talk"])], self.show_talk(int(query["talk"]), int(query["from"]) // NOTES)
            case "today":
                return "Notes of today", self.show_today(query.get("room", ""))
            case other:
                return other, f"<form><input name={other}></form>"

    def show_rooms(self, wing: str) -> str:
        rows = ""
        for room, name in ROOMS.items():
            if wing and room % 2 != int(wing):
                continue
            if room < 5:
                rows += f'<tr><td colspan="4"><b>{link(f"do=rooms&wing={room % 2}", f"Wing {room % 2}")}</b></td></tr>'
            last = self.notes_of([talk for talk in self.titles if self.room[talk] == room][-1])[-1]
            rows += (
                f'<tr><td><img src="room.png"></td><td>{link(f"do=room&room={room}", name)}<br>All about {name}.</td>'
                f"<td>{len(self.titles)}</td><td>{self.last(last)}</td></tr>"
            )
        note = max(self.notes)
        newest = link(f"do=talk&note={note}", f"<b>{self.titles[self.notes[note][0]]}</b>")
        return f"{self.tools('')}<table>{rows}</table><p>There are {len(self.notes)} notes, the newest in {newest}.</p>"

    def tools(self, room: str) -> str:
        today = link(f"do=today&room={room}", "New" if room else "All that was written here today")
        return f"Show: {today} {link('do=polls', 'Polls')}<br>"

    def last(self, note: int) -> str:
        return f"{self.when(note)}<br>by {self.who(note)} {link(f'do=talk&note={note}', '<img src=go.png alt=Go>')}"

    def who(self, note: int) -> str:
        return link(f"do=who&id={note % 7}", f"person{note % 7}")

    def when(self, note: int) -> str:
        return (DAY + timedelta(hours=note)).strftime("%d %B %Y %H:%M")

    def show_room(self, room: int) -> str:
        rows = ""
        for talk in (talk for talk in self.titles if self.room[talk] == room):
            notes = self.notes_of(talk)
            rows += (
                f'<tr><td><img src="talk.png"></td><td>{link(f"do=talk&talk={talk}&from=0", self.titles[talk])}'
                f"<br>by {self.who(notes[0])}</td><td>{len(notes) - 1}</td><td>{17 * talk}</td>"
                f"<td>{self.last(notes[-1])}</td></tr>"
            )
        head = "<tr><th></th><th>Talk</th><th>Answers</th><th>Views</th><th>Last note</th></tr>"
        way = f"{link('do=rooms', 'Home')} &gt; {link(f'do=rooms&wing={room % 2}', f'Wing {room % 2}')}"
        return f"{self.tools(str(room))}{way} &gt; {ROOMS[room]}<table>{head}{rows}</table>"

    def show_talk(self, talk: int, page: int) -> str:
        notes = self.notes_of(talk)
        shown = "".join(
            f'<div class="note"><p>{link(f"do=talk&note={note}", f"#{note}")} {self.when(note)} {self.who(note)}</p>'
            f'<div class="text">{self.notes[note][2]}</div></div>'
            for note in notes[page * NOTES : (page + 1) * NOTES]
        )
        pages = range(-(-len(notes) // NOTES))
        numbers = (
            link(f"do=talk&talk={talk}&from={n * NOTES}", str(n + 1)) if n != page else f"{n + 1}" for n in pages
        )
        room = self.room[talk]
        way = f"{link('do=rooms', 'Home')} &gt; {link(f'do=room&room={room}', ROOMS[room])} &gt; {self.titles[talk]}"
        return f"{way}<p>Pages: {' '.join(numbers)}</p>{shown}"

    def show_today(self, room: str) -> str:
        longest = max(self.titles, key=lambda talk: len(self.notes_of(talk)))
        rows = "".join(
            f"<tr><td>{link(f'do=talk&note={note}', self.titles[longest])}</td><td>{self.when(note)}</td></tr>"
            for note in self.notes_of(longest)
        )
        return f"<table>{rows}</table>{room}"


def link(query: str, text: str) -> str:
    return f'<a class="plain" href="{SCRIPT}?{escape(query)}">{text}</a>'


def learn(hall: Hall) -> Learned:
    settings = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
    return asyncio.run(learn_site(LearnJob(f"{HOST}{SCRIPT}?do=rooms", settings, transport=MemoryTransport(hall))))


def test_lists_are_known_where_threads_were_first_met_by_shortcuts():
    """The notes of today lead to talks by their notes; rooms name talks otherwise, and their last notes by a sign."""
    plan = learn(Hall()).plan
    room, talk = (plan.judge(f"{HOST}{SCRIPT}?{query}") for query in ("do=room&room=8", "do=talk&talk=31&from=0"))
    assert (list_role(room.role), list_role(talk.role)) == ("index", "thread")


def test_a_page_for_each_board_that_another_word_asks_for_is_no_board():
    """What is new in a room is linked beside the way home, and says by another word that it is no room."""
    plan = learn(Hall()).plan
    for query in ("do=today&room=5", "do=today&room=8"):
        assert plan.judge(f"{HOST}{SCRIPT}?{query}").follow is Follow.NO
