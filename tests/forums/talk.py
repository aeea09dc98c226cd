"""What the forums here hold, drawn at random: boards in categories, people, threads and their posts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

ENGLISH = (
    "the a of to and in that it is was for on with as at this but they have from not we you what when your can said "
    "there use each which she how their if will way about many then them would like so these her long make thing see "
    "him two has look more day could go come did number sound no most people my over know water than call first who "
    "may down side been now find head stand own page should country found answer school grow study still learn plant "
    "cover food sun four between state keep eye never last let thought city tree cross farm hard start might story saw "
    "far sea draw left late run while press close night real life few north book carry took science eat room friend "
    "began idea fish mountain stop once base hear horse cut sure watch colour face wood main open seem together next "
    "white children begin got walk example ease paper group always music those both mark often letter until mile river "
    "car feet care second enough plain girl usual young ready above ever red list though feel talk bird soon body dog "
    "family direct pose leave song measure door product black short numeral class wind question happen complete ship "
    "area half rock order fire south problem piece told knew pass since top whole king space heard best hour better"
).split()
NAMES = (
    "annika bo_lind cleo77 dan.o eva FinnMcCool gus heidi_k ivan Jörg kat88 Lena. mister-x nora oscar99 Petra "
    "OldTom MariaJosé quentin rasmus5 stella tuva Ulrich vera_s"
).split()
LENGTHS = (1, 1, 1, 2, 2, 3, 4, 5, 7, 9, 12, 17, 26, 41)  # of threads, in posts
PAUSES = (3, 17, 44, 180, 1300, 3000)  # between posts, in minutes
START = datetime(2019, 3, 2, 9, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who writes."""

    id: int
    name: str
    joined: datetime
    town: str
    signature: str  # empty for most


@dataclass(frozen=True, slots=True)
class Said:
    """One post; `quotes` is one of the same thread that it quotes, and answers."""

    id: int
    who: Person
    time: datetime
    paragraphs: tuple[str, ...]
    quotes: Said | None = None

    @property
    def text(self) -> str:
        """Its own words."""
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread; `views` is any number."""

    id: int
    board: Board
    title: str
    posts: tuple[Said, ...]
    views: int
    is_sticky: bool = False
    is_locked: bool = False

    @property
    def last(self) -> Said:
        """Its newest post."""
        return self.posts[-1]


@dataclass(slots=True, eq=False)
class Board:
    """One board, with those below it."""

    id: int
    title: str
    about: str
    category: str
    parent: Board | None = None
    below: list[Board] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)  # sticky ones first, then the newest post first

    @property
    def size(self) -> int:
        """How many posts are in its threads."""
        return sum(len(thread.posts) for thread in self.threads)


@dataclass
class Talk:
    """All of a forum, by a seed. `words`, `names` and `glue` make one of another language."""

    seed: int
    words: Sequence[str] = tuple(ENGLISH)
    names: Sequence[str] = tuple(NAMES)
    glue: str = " "
    count: int = 110  # threads
    rooms: int = 8  # boards, two of them below another
    boards: list[Board] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed * 31 + 7)
        self._posts = 1000
        self.people = [self._person(10 + place, name) for place, name in enumerate(self.names)]
        self.boards = list(self._draw_boards())
        for number in range(self.count):
            self._draw_thread(301 + number)
        for board in self.boards:
            board.threads.sort(key=lambda thread: (not thread.is_sticky, -thread.last.time.timestamp()))

    @property
    def tops(self) -> list[Board]:
        """The boards that stand on the front page."""
        return [board for board in self.boards if board.parent is None]

    @property
    def newest(self) -> list[Thread]:
        """All threads, the one with the newest post first."""
        return sorted(self.threads, key=lambda thread: thread.last.time, reverse=True)

    def some(self, low: int, high: int) -> str:
        """Give so many words."""
        return self.glue.join(self.chance.choices(self.words, k=self.chance.randint(low, high)))

    def sentence(self, low: int = 4, high: int = 18) -> str:
        """Give a sentence."""
        text = self.some(low, high)
        return text[:1].upper() + text[1:] + self.chance.choice(".....!?")

    def paragraph(self) -> str:
        """Give a few sentences."""
        return " ".join(self.sentence() for _ in range(self.chance.choice((1, 1, 2, 3, 4))))

    def _person(self, number: int, name: str) -> Person:
        chance = self.chance
        joined = START - timedelta(days=chance.randint(1, 900), minutes=chance.randint(0, 1400))
        signature = self.sentence(3, 7) if chance.random() < 0.25 else ""
        return Person(number, name, joined, self.some(1, 1).capitalize() if chance.random() < 0.5 else "", signature)

    def _draw_boards(self) -> Iterator[Board]:
        categories = [self.some(1, 2).capitalize() for _ in range(2)]
        made: list[Board] = []
        for number in range(self.rooms):
            title = self.some(1, 3).title() + (" " + str(number) if self.glue == " " and number % 5 == 4 else "")
            while any(title == other.title for other in made):
                title = self.some(2, 3).title()
            category = categories[min(1, number * 2 // max(1, self.rooms - 2))]
            board = Board(number + 2, title, self.sentence(3, 9), category)
            if number >= self.rooms - 2 and self.rooms > 3:
                board.parent = made[1]
                board.category = made[1].category
                made[1].below.append(board)
            made.append(board)
            yield board

    def _draw_thread(self, number: int) -> None:
        chance = self.chance
        weights = [6, 5, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2][: len(self.boards)]
        board = chance.choices(self.boards, weights + [1] * (len(self.boards) - len(weights)))[0]
        time = START + timedelta(hours=7 * (number - 300) + chance.randint(0, 6), minutes=chance.randint(0, 59))
        posts: list[Said] = []
        for place in range(chance.choice(LENGTHS)):
            quoted = chance.choice(posts) if posts and chance.random() < 0.25 else None
            paragraphs = tuple(self.paragraph() for _ in range(chance.choice((1, 1, 2, 3))))
            self._posts += chance.randint(1, 3)
            posts.append(Said(self._posts, chance.choice(self.people), time, paragraphs, quoted))
            time += timedelta(minutes=chance.choice(PAUSES) + place, seconds=chance.randint(0, 59))
        title = self.some(2, 7)
        title = title[:1].upper() + title[1:]
        sticky = chance.random() < 0.02
        thread = Thread(number, board, title, tuple(posts), chance.randint(5, 9000), sticky, chance.random() < 0.04)
        board.threads.append(thread)
        self.threads.append(thread)


def portions(items: Sequence[object], size: int) -> int:
    """Tell how many pages so many items take; nothing takes one."""
    return max(1, -(-len(items) // size))
