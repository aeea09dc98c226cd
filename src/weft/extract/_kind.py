"""One kind of post: where its fields are. Plain data, kept in the plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from weft.extract._field_line import is_line
from weft.extract._guide import Guide
from weft.extract._numbers import Slot
from weft.extract._places import NONE, Path
from weft.extract._tree import Depth

_PATHS = ("time", "author", "edited", "body", "skip", "buttons")
_PLACES = ("permalink", "votes", "accepted")


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of post: the element it begins with, and the paths to its fields, the best first."""

    selector: str
    spans: bool = False
    time: tuple[Path, ...] = ()
    author: tuple[Path, ...] = ()
    edited: tuple[Path, ...] = ()  # notes about editing
    body: tuple[Path, ...] = ()
    skip: tuple[Path, ...] = ()
    buttons: tuple[Path, ...] = ()  # the same where people write, too: only what is standing there is skipped
    standing: frozenset[str] = NONE  # what buttons inside bodies say
    number: Slot | None = None
    permalink: Path | None = None
    reply: Slot | None = None
    depth: Depth | None = None  # in trees of answers
    votes: Path | None = None
    accepted: Path | None = None
    ignored: frozenset[str] = NONE  # class tokens that come and go
    timed: bool = False  # all posts have a time: what has none is an advertisement
    ruled: bool = False  # what stands below the last rule of a body is a signature

    def to_dict(self) -> dict[str, Any]:
        """Give plain data; what is empty is left out."""
        data: dict[str, Any] = {
            "selector": self.selector,
            "spans": self.spans,
            "timed": self.timed,
            "ruled": self.ruled,
        }
        for name in _PATHS:
            data[name] = [write_path(path) for path in getattr(self, name)]
        for name, slot in (("id", self.number), ("reply", self.reply), ("depth", self.depth)):
            if slot is not None:
                data[name] = {"at": write_path(slot.path), "attribute": slot.attribute, "run": slot.run}
        for name in _PLACES:
            if (path := getattr(self, name)) is not None:
                data[name] = write_path(path)
        data["ignored"] = sorted(self.ignored)
        data["standing"] = sorted(self.standing)
        return {name: value for name, value in data.items() if value not in ([], False)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Layout:
        """Make a layout of what `to_dict` gave."""
        fields: dict[str, Any] = {name: tuple(map(read_path, data.get(name, ()))) for name in _PATHS}
        fields |= {name: read_path(data[name]) for name in _PLACES if name in data}
        return cls(
            selector=str(data["selector"]),
            spans=bool(data.get("spans")),
            timed=bool(data.get("timed")),
            ruled=bool(data.get("ruled")),
            number=_read_slot(data.get("id")),
            reply=_read_slot(data.get("reply")),
            depth=_read_depth(data.get("depth")),
            ignored=frozenset(map(str, data.get("ignored", ()))),
            standing=frozenset(map(str, data.get("standing", ()))),
            **fields,
        )


def _read_slot(data: Mapping[str, Any] | None) -> Slot | None:
    return Slot(read_path(str(data["at"])), str(data["attribute"]), int(data["run"])) if data else None


def _read_depth(data: Mapping[str, Any] | None) -> Depth | None:
    return Depth(read_path(str(data["at"])), str(data["attribute"]), int(data["run"])) if data else None


def write_path(path: Path) -> str:
    """Give a path as one line."""
    return " > ".join(path) or "."


def read_path(text: str) -> Path:
    """Make a path of a line."""
    return () if text == "." else tuple(text.split(" > "))


@lru_cache(maxsize=256)
def guide_to(layout: Layout) -> Guide:
    """Give the guide to all places of a kind of post."""
    return Guide(_paths_of(layout), layout.ignored)


def _paths_of(layout: Layout) -> Iterator[Path]:
    for name in _PATHS:
        yield from map(element_path, getattr(layout, name))
    yield from (slot.path for slot in (layout.number, layout.reply, layout.depth) if slot is not None)
    yield from (path for name in _PLACES if (path := getattr(layout, name)) is not None)


def element_path(path: Path) -> Path:
    """Give the path of the element that a path leads to; a last step like "~From:" or "=by … on ⏲" is a text inside."""
    return path[:-1] if path and (path[-1][:1] == "~" or is_line(path)) else path
