"""Templates to files, and what all pages have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from weft.store._export_text import iso_time, plain_text

_AROUND = 2  # numbers shown on each side of the page one is on
_STYLE = "style.css"


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the way to a page; `path` from the copy's top."""

    title: str
    path: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A number below a list: a page to turn to, the page one is on (no path), or a gap (no number)."""

    number: int
    path: str = ""


@dataclass(frozen=True, slots=True)
class Turns:
    """All numbers below a list; paths from the copy's top."""

    current: int
    last: int
    numbers: tuple[Turn, ...] = ()
    before: str = ""
    after: str = ""


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("weft.store._copy"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {"when": show_time, "iso": iso_time}
    return made


class Press:
    """Writes pages into a folder; `title` is what the forum is called."""

    def __init__(self, folder: Path, title: str) -> None:
        self._folder = folder
        self._title = title
        style = files("weft.store._copy") / "templates" / _STYLE
        (folder / _STYLE).write_bytes(style.read_bytes())

    def print(self, template: str, path: str, **values: Any) -> None:
        """Write a page at a path from the folder's top; its links lead back there with `root`."""
        root = "../" * path.count("/")
        page = _templates().get_template(template).render(root=root, forum=self._title, **values)
        target = self._folder / path
        data = plain_text(page).encode()
        try:
            target.write_bytes(data)
        except FileNotFoundError:
            target.parent.mkdir(parents=True)
            target.write_bytes(data)


def show_time(moment: datetime | str | None) -> str:
    """Give a time as people of all countries read it: 2024-05-03 14:07."""
    text = moment if isinstance(moment, str) else iso_time(moment) or ""
    return text[:16].replace("T", " ")


def make_turns(paths: Sequence[str], current: int) -> Turns:
    """Make the numbers below page `current` (from 1) of a list whose pages lie at `paths`."""
    last = len(paths)
    near = {1, last, *range(current - _AROUND, current + _AROUND + 1)}
    numbers: list[Turn] = []
    for number in sorted(near & set(range(1, last + 1))):
        if numbers and number - numbers[-1].number > 1:
            numbers.append(Turn(0))
        numbers.append(Turn(number, "" if number == current else paths[number - 1]))
    before = paths[current - 2] if current > 1 else ""
    after = paths[current] if current < last else ""
    return Turns(current, last, tuple(numbers), before, after)
