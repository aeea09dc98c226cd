"""What a child gathers while it reads: text up to a limit, title, facts and members. It survives every failure."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from weft.attachments._read import Member, ReadLimits

_UNWANTED = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufeff]+")
_EMPTY_LINES = re.compile(r"\n{3,}")
_MAX_FACT = 500  # characters
_MAX_NAME = 1000
_CHUNK = 64 * 1024


class Refused(Exception):
    """The file, or a part of it, is not read; the message is one short phrase for people."""


class Spent(Refused):
    """Nothing more may be read of the whole file."""


@dataclass(slots=True)
class Budget:
    """What one file may still bring, members of members included: bytes unpacked, and text."""

    unpacked_left: int
    text_left: int
    parts: list[str] = field(default_factory=list)

    def take(self, size: int) -> None:
        """Count bytes that were unpacked."""
        self.unpacked_left -= size
        if self.unpacked_left < 0:
            raise Spent("unpacks to more than is allowed")

    def keep(self, piece: str) -> None:
        """Add text."""
        for at in range(0, len(piece), _CHUNK):
            part = _UNWANTED.sub("", piece[at : at + _CHUNK])
            size = len(part.encode("utf-8"))
            if size > self.text_left:
                self.parts.append(part.encode("utf-8")[: self.text_left].decode("utf-8", "ignore"))
                self.text_left = 0
                raise Spent("text cut: there is more than is kept")
            self.text_left -= size
            self.parts.append(part)


@dataclass(slots=True)
class Draft:
    """A reading in the making. What was put into it stays when reading fails."""

    limits: ReadLimits
    budget: Budget
    title: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    members: list[Member] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def inner(self) -> Draft:
        """Give the draft of a member: what it says of itself is its own, text and costs are shared."""
        return Draft(self.limits, self.budget)

    def text(self, piece: str) -> None:
        """Add text as it comes; raises `Spent` when there is too much."""
        self.budget.keep(piece)

    def fact(self, name: str, value: str | None) -> None:
        """Keep what the file says of itself; the first value counts, empty ones do not. A title is a fact, too."""
        clean = " ".join(_UNWANTED.sub("", value[: 4 * _MAX_FACT]).split())[:_MAX_FACT] if value else ""
        if not clean:
            return
        if name == "title":
            self.title = self.title or clean
        else:
            self.facts.setdefault(name, clean)

    def member(self, name: str, size: int = 0, kind: str = "", problem: str = "") -> None:
        """Note a member."""
        self.members.append(Member(clean_name(name), min(max(size, 0), 2**63 - 1), kind, problem))

    def problem(self, phrase: str) -> None:
        """Note what went wrong; the same is noted once."""
        if phrase and phrase not in self.problems:
            self.problems.append(phrase)

    def to_json(self, kind: str, suffix: str) -> dict[str, Any]:
        """Give what was gathered as an answer for the parent."""
        text = "".join(self.budget.parts).replace("\r\n", "\n").replace("\r", "\n")
        return {
            "kind": kind,
            "suffix": suffix,
            "text": _EMPTY_LINES.sub("\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip(),
            "title": self.title,
            "metadata": self.facts,
            "members": [[m.name, m.size, m.kind, m.problem] for m in self.members],
            "problem": "; ".join(self.problems[:3]),
        }


@dataclass(frozen=True, slots=True)
class Source:
    """An open file or member, able to seek."""

    stream: BinaryIO
    name: str = ""
    media_type: str = ""
    depth: int = 0  # archives and mails it was taken out of

    def read_up_to(self, most: int, draft: Draft) -> bytes:
        """Give the whole file, or its beginning and a note that it is cut."""
        size = self.stream.seek(0, io.SEEK_END)
        self.stream.seek(0)
        if size > most:
            draft.problem("text cut: the file is too long")
        return self.stream.read(min(size, most))  # not just `most`: Python makes room for all it is asked for


# Reads a member into a draft and gives its kind; containers are handed it, since it knows all formats and they do not.
ReadInner = Callable[[Source, Draft], str]


def clean_name(name: str) -> str:
    """Make a member's name fit to be told."""
    return _UNWANTED.sub("", name)[:_MAX_NAME]
