"""Addresses whose meaning stands in the path: folders with slugs, dashes, questions, dates, months."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import quote

from weft.simulate._model import ForumModel, name_month, next_month
from weft.simulate._places import FIELDS, FORBIDDEN, Place, Spot, build_place
from weft.simulate._text import slugify

_MARKS = {"page": "page", "sort": "by-", "filter": "in-", "word": "to-"}


class PathStyle:
    """Folders: `word/17/page2/by-replies/`. What a part means is told by how it begins, so any may be missing.

    Sub-classes write boards and threads in their own way and leave the rest to this one.
    """

    base = "/"
    relative = False
    base_element = False
    words: Mapping[Spot, str] = {spot: spot.value.replace("_", "-") for spot in Spot if spot is not Spot.ENTRY}
    entry_twin = "index"

    def __init__(self, model: ForumModel) -> None:
        self._model = model
        self._spots = {word: spot for spot, word in self.words.items()}
        self._boards = {slugify(board.title): board.id for board in model.boards}

    def write(self, place: Place) -> str:
        """Give the folders of a place, closed with a slash."""
        if place.spot is Spot.ENTRY:
            return self.entry_twin if place.explicit else ""
        own = self._write_own(place)
        return own if own is not None else "/".join([self.words[place.spot], *self._parts(place), ""])

    def read(self, path: str, query: dict[str, str]) -> Place | None:
        """Give the place of a path; a missing slash at the end does not matter."""
        if path in {"", self.entry_twin}:
            return Place(Spot.ENTRY, explicit=bool(path))
        own = self._read_own(path, query)
        if own is not None:
            return own
        word, *parts = path.removesuffix("/").split("/")
        spot = self._spots.get(word)
        return self._read_parts(spot, parts) if spot is not None else None

    def forbidden(self) -> tuple[str, ...]:
        """Give the forbidden folders."""
        return tuple(f"{self.base}{self.words[spot]}/" for spot in FORBIDDEN)

    def _write_own(self, place: Place) -> str | None:
        """Write what this style has a form of its own for, None for the rest."""

    def _read_own(self, path: str, query: dict[str, str]) -> Place | None:
        """Read what `_write_own` writes, None for the rest."""

    def _board_slug(self, board: int) -> str:
        """Give a board's name in addresses; of two boards with one title, the first has its id added."""
        slug = slugify(self._model.boards[board - 1].title)
        return quote(slug if self._boards[slug] == board else f"{slug}-{board}")

    def _find_board(self, slug: str) -> int | None:
        stem, _, number = slug.rpartition("-")
        if slug in self._boards:
            return self._boards[slug]
        if (
            stem in self._boards
            and number.isascii()
            and number.isdigit()
            and 1 <= int(number) <= len(self._model.boards)
        ):
            return int(number) if slugify(self._model.boards[int(number) - 1].title) == stem else None
        return None

    def _thread_slug(self, thread: int) -> str:
        return quote(slugify(self._model.thread(thread).title))

    def _parts(self, place: Place) -> list[str]:
        parts = [str(place.id)] if "id" in FIELDS.get(place.spot, ()) else []
        for field, mark in _MARKS.items():
            value = getattr(place, field)
            if field in FIELDS.get(place.spot, ()) and (value not in {"", 1} or (field == "page" and place.explicit)):
                parts.append(f"{mark}{value}")
        return parts

    def _read_parts(self, spot: Spot, parts: list[str]) -> Place | None:
        fields = {}
        for part in parts:
            field = next((field for field, mark in _MARKS.items() if part.startswith(mark)), "id")
            fields[field] = part.removeprefix(_MARKS.get(field, ""))
        return build_place(spot, fields)


def _is_plain(place: Place) -> bool:
    return not place.sort and not place.filter


class FolderStyle(PathStyle):
    """Boards and threads as folders with slugs; links are relative to a `<base>`."""

    base = "/community/"
    relative = True
    base_element = True

    def _write_own(self, place: Place) -> str | None:
        flip = f"{place.page}/" if place.page != 1 or place.explicit else ""
        if place.spot is Spot.BOARD and _is_plain(place):
            return f"areas/{self._board_slug(place.id)}/{flip}"
        if place.spot is Spot.THREAD:
            board = self._board_slug(self._model.thread(place.id).board)
            return f"areas/{board}/{place.id}-{self._thread_slug(place.id)}/{flip}"
        return None

    def _read_own(self, path: str, query: dict[str, str]) -> Place | None:
        folder, *parts = path.removesuffix("/").split("/")
        if folder != "areas" or not 1 <= len(parts) <= 3:
            return None
        number = parts[1].partition("-")[0] if len(parts) > 1 and "-" in parts[1] else ""
        flip = parts[2] if number and len(parts) == 3 else parts[1] if len(parts) == 2 and not number else ""
        page = {"page": flip} if flip else {}
        if number:
            return build_place(Spot.THREAD, {"id": number, **page})
        board = self._find_board(parts[0])
        return build_place(Spot.BOARD, {"id": str(board), **page}) if board else None


class DashedStyle(PathStyle):
    """Flat files: `room-4-2.html`, `topic-17-2-1.html` (what the last number means, only the server knows)."""

    relative = True
    entry_twin = "index.html"
    words: Mapping[Spot, str] = {**PathStyle.words, Spot.BOARD: "room", Spot.THREAD: "topic", Spot.FILE_TWIN: "copy"}

    def _write_own(self, place: Place) -> str | None:
        texts = [str(getattr(place, field)) or "any" for field in FIELDS.get(place.spot, ())]
        while len(texts) > 2 and texts[-1] == "any":
            texts.pop()
        if place.spot is Spot.THREAD:
            texts.append("2" if place.explicit else "1")
        return "-".join([self.words[place.spot], *texts]) + ".html"

    def _read_own(self, path: str, query: dict[str, str]) -> Place | None:
        word, *texts = path.removesuffix(".html").split("-")
        spot = self._spots.get(word)
        if spot is None or not path.endswith(".html"):
            return None
        fields = dict(zip(FIELDS.get(spot, ()), texts, strict=False))
        return build_place(spot, {name: "" if text == "any" else text for name, text in fields.items()})

    def forbidden(self) -> tuple[str, ...]:
        """Give the beginnings of the forbidden files."""
        return tuple(f"{self.base}{self.words[spot]}{'-' if FIELDS.get(spot) else '.html'}" for spot in FORBIDDEN)


class QuestionStyle(PathStyle):
    """Questions with id and slug in the path, pages and orders in the query."""

    words: Mapping[Spot, str] = {
        **PathStyle.words,
        Spot.BOARD: "topics",
        Spot.THREAD: "questions",
        Spot.PROFILE: "people",
    }

    def _write_own(self, place: Place) -> str | None:
        if place.spot is Spot.BOARD:
            path = f"topics/{self._board_slug(place.id)}"
        elif place.spot is Spot.THREAD:
            path = f"questions/{place.id}/{self._thread_slug(place.id)}"
        else:
            return None
        page = [f"page={place.page}"] if place.page != 1 or place.explicit else []
        orders = [f"{name}={text}" for name, text in (("order", place.sort), ("within", place.filter)) if text]
        return path + ("?" if page or orders else "") + "&".join(orders + page)

    def _read_own(self, path: str, query: dict[str, str]) -> Place | None:
        folder, _, rest = path.removesuffix("/").partition("/")
        names = {"page": "page", "sort": "order", "filter": "within"}
        fields = {field: query[name] for field, name in names.items() if name in query}
        if folder == "questions":
            return build_place(Spot.THREAD, {**fields, "id": rest.partition("/")[0]})
        board = self._find_board(rest) if folder == "topics" else None
        return build_place(Spot.BOARD, {**fields, "id": str(board)}) if board else None


class DateStyle(PathStyle):
    """A blog: the month an article appeared, its slug, `page/2/`. No id anywhere in it."""

    words: Mapping[Spot, str] = {**PathStyle.words, Spot.PROFILE: "author", Spot.BOARD: "sections"}

    def __init__(self, model: ForumModel) -> None:
        super().__init__(model)
        self._slugs = lru_cache(maxsize=512)(self._slugs_of_month)

    def _write_own(self, place: Place) -> str | None:
        flip = f"page/{place.page}/" if place.page != 1 or place.explicit else ""
        if place.spot is Spot.BOARD and _is_plain(place):
            return f"section/{self._board_slug(place.id)}/{flip}"
        if place.spot is Spot.THREAD:
            month = self._model.thread(place.id).started
            slug = next(slug for slug, id_ in self._slugs(month.year, month.month).items() if id_ == place.id)
            return f"{month:%Y/%m}/{quote(slug)}/{flip}"
        return None

    def _read_own(self, path: str, query: dict[str, str]) -> Place | None:
        stem, _, flip = path.removesuffix("/").partition("/page/")
        page = {"page": flip} if flip else {}
        folder, *rest = stem.split("/")
        if folder == "section" and len(rest) == 1:
            board = self._find_board(rest[0])
            return build_place(Spot.BOARD, {"id": str(board), **page}) if board else None
        if len(rest) != 2 or (month := _read_month(folder, rest[0])) is None:
            return None
        thread = self._slugs(*month).get(rest[1])
        return build_place(Spot.THREAD, {"id": str(thread), **page}) if thread else None

    def _slugs_of_month(self, year: int, month: int) -> dict[str, int]:
        begin = datetime(year, month, 1, tzinfo=UTC)
        slugs: dict[str, int] = {}
        for thread in self._model.opened_between(begin, next_month(begin)):
            slug = slugify(self._model.thread(thread).title)
            slugs[slug if slug not in slugs else f"{slug}-{thread}"] = thread
        return slugs


class MonthStyle(PathStyle):
    """A mailing list: a folder a month, a file a message; the pages of a thread are its messages."""

    base = "/archives/"
    entry_twin = "index.html"

    def _write_own(self, place: Place) -> str | None:
        if place.spot is Spot.BOARD and not place.filter:
            name = place.sort or ("thread" if place.page == 1 and not place.explicit else "threads")
            flip = str(place.page) if place.page != 1 or place.explicit else ""
            return f"{self._model.boards[place.id - 1].title}/{name}{flip}.html"
        if place.spot is Spot.THREAD and place.page <= self._model.size(place.id):
            post = self._model.post(place.id, place.page - 1)
            return f"{name_month(post.time)}/{post.id:06}.html"
        return None

    def _read_own(self, path: str, query: dict[str, str]) -> Place | None:
        month, _, name = path.removesuffix(".html").partition("/")
        if name.isascii() and name.isdigit() and len(name) < 10:
            post = self._model.find_post(int(name))
            found = post is not None and name_month(post.time) == month
            return Place(Spot.THREAD, post.thread, post.index + 1) if post and found else None
        board = next((board.id for board in self._model.boards if board.title == month), None)
        stem = name.rstrip("0123456789")
        if board is None or "/" in name:
            return None
        sort = "" if stem in {"thread", "threads", ""} else stem
        flip = {"page": name.removeprefix(stem)} if name != stem else {}
        return build_place(Spot.BOARD, {"id": str(board), "sort": sort, **flip})


def _read_month(year: str, month: str) -> tuple[int, int] | None:
    """Give year and month of two texts of four and two digits, None for what no blog has."""
    if not (year + month).isascii() or not (year + month).isdigit() or (len(year), len(month)) != (4, 2):
        return None
    return (int(year), int(month)) if 1970 <= int(year) < 3000 and 1 <= int(month) <= 12 else None
