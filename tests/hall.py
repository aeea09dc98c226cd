"""A small forum that writes its addresses as it is told to."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from weft.fetch import MemoryAnswer, WireRequest

HOST = "http://127.0.0.1:8080"
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper")
TOWNS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill")
ROOMS, ROWS, POSTS = 5, 12, 6


@dataclass(frozen=True)
class Style:
    """How addresses are written: of a list's page, of a thread's page met on some page of a list; how they are read."""

    room: Callable[[int, int], str]
    talk: Callable[[int, int, int], str]
    views: Callable[[int], list[str]] = lambda room: []
    post: Callable[[int, int], str] | None = None  # of a post, in a thread


@dataclass
class Hall:
    """A forum that writes its addresses in a style; `asked` has what was shown, by kind, number and page."""

    style: Style
    asked: list[str] = field(default_factory=list)
    per_page: int = POSTS

    def __post_init__(self) -> None:
        chance = random.Random(3)
        self.titles = {n: " ".join(chance.sample(TOWNS, 4)) for n in range(100, 190)}
        self.room_of = {n: chance.choices(range(1, ROOMS + 1), (8, 4, 2, 2, 1))[0] for n in self.titles}
        self.sizes = {n: chance.choice((1, 2, 3, 5, 9, 15)) for n in self.titles}

    def threads(self, room: int) -> list[int]:
        return sorted((n for n in self.titles if self.room_of[n] == room), reverse=True)

    def needed(self) -> set[str]:
        """All pages of lists and threads."""
        rooms = {f"room {room} {page}" for room in range(1, ROOMS + 1) for page in self.leaves(room)}
        talks = {f"talk {n} {page}" for n in self.sizes for page in range(1, self.last(n) + 1)}
        return rooms | talks

    def leaves(self, room: int) -> range:
        return range(1, (len(self.threads(room)) - 1) // ROWS + 2)

    def read(self, path: str) -> str | None:
        """Tell what an address leads to: as a server does, by the words it knows."""
        found = re.search(r"[/?](room|talk)\D*(\d+)", path)
        if found is None:
            return None
        if "sorted" in path:
            return "view"
        kind, number, rest = found[1], int(found[2]), path[found.end() :]
        if self.style.post is not None and kind == "talk":
            number, place = divmod(number, 100)
            rest = rest or f"/page-{place // POSTS + 1}"
        elif self.style.post is not None and rest:
            rest = f"/page-{rest[1:]}"
        if "from_" in rest:
            return f"{kind} {number} {int(rest.rpartition('_')[2]) // (ROWS if kind == 'room' else POSTS) + 1}"
        word = "leaf" if kind == "talk" and "page=" in self.style.talk(1, 1, 1) else "page"
        page = re.search(rf"{word}[=-](\d+)", rest)
        return f"{kind} {number} {page[1] if page else 1}"

    def show(self, asked: str) -> str:
        kind, number, page = asked.split()
        return self.show_room(int(number), int(page)) if kind == "room" else self.show_talk(int(number), int(page))

    def frame(self, title: str, inside: str) -> str:
        menu = "<p class=top><a href='/'>Hall</a> <a href='/faq'>Questions</a></p>"
        return f"<head><title>{title} - hall</title></head><body>{menu}<h1>{title}</h1>{inside}</body>"

    def front(self) -> str:
        rows = "".join(
            f"<tr><td><a href='{self.style.room(room, 1)}'>{TOWNS[room]} talk</a><br>All about the {TOWNS[room]}</td>"
            f"<td>{len(self.threads(room))}</td><td>{7 * len(self.threads(room))}</td>{self.shortcut(room)}</tr>"
            for room in range(1, ROOMS + 1)
        )
        return self.frame("All", f"<table class=rooms>{rows}</table>")

    def shortcut(self, room: int) -> str:
        """Write what leads to the last post of a list, where posts have addresses."""
        n = self.threads(room)[0]
        return f"<td><a href='/last?talk={100 * n}'>{self.titles[n]}</a></td>" if self.style.post is not None else ""

    def show_room(self, room: int, page: int) -> str:
        rows = "".join(
            f"<tr><td><a href='{self.style.talk(n, 1, page)}'>{self.titles[n]}</a> "
            + " ".join(f"<a href='{self.style.talk(n, p, page)}'>{p}</a>" for p in range(2, self.last(n) + 1))
            + f"</td><td>{NAMES[n % 10]}</td><td>{self.sizes[n] - 1}</td><td>2024-03-{1 + n % 27:02d} 10:00</td></tr>"
            for n in self.threads(room)[ROWS * (page - 1) : ROWS * page]
        )
        views = "".join(f"<th><a href='{url}'>By this</a></th>" for url in self.style.views(room))
        urls = [self.style.room(room, number) for number in self.leaves(room)]
        return self.frame(f"{TOWNS[room]} talk", f"<table class=talks><tr>{views}</tr>{rows}</table>{turn(urls, page)}")

    def permalink(self, n: int, place: int) -> str:
        return f"<a href='{self.style.post(n, place)}'>#{place + 1}</a>" if self.style.post is not None else ""

    def last(self, n: int) -> int:
        return (self.sizes[n] - 1) // self.per_page + 1

    def posts(self, n: int) -> list[str]:
        """Write the posts of a thread."""
        words = random.Random(n)
        return [
            f"<div class=post><b><a href='/who/{(who := words.choice(NAMES))}'>{who}</a></b>"
            f"<i>2024-03-{1 + n % 27:02d} {8 + k % 12:02d}:15</i>{self.permalink(n, k)}"
            f"<p>{' '.join(words.choices(TOWNS + NAMES, k=40))}</p></div>"
            for k in range(self.sizes[n])
        ]

    def show_talk(self, n: int, page: int) -> str:
        posts = "".join(self.posts(n)[self.per_page * (page - 1) : self.per_page * page])
        urls = [self.style.talk(n, number, 1) for number in range(1, self.last(n) + 1)]
        back = f"<p><a href='{self.style.room(self.room_of[n], 1)}'>{TOWNS[self.room_of[n]]} talk</a></p>"
        return self.frame(self.titles[n], f"{back}<div class=posts>{posts}</div>{turn(urls, page)}")

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        shown = self.read(path)
        if path == "/":
            text = self.front()
        elif shown is None:
            return MemoryAnswer(404, {"content-type": "text/html"}, b"gone")
        else:
            text = self.frame("A view", "<p>Sorted.</p>") if shown == "view" else self.show(shown)
            self.asked.append(shown)
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, text.encode())


def turn(urls: list[str], page: int) -> str:
    links = (f" <a href='{url}'>{number}</a>" if number != page else f" {page}" for number, url in enumerate(urls, 1))
    return f"<p class=turn>{''.join(links)}</p>" if len(urls) > 1 else ""
