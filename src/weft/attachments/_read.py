"""What reading a file may cost, and what it brings: the values that both sides of the pipe know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import timedelta
from typing import Any

MIB = 2**20


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What one file may cost. The defaults are those of reliability.md (zip, PDF and docx bombs)."""

    memory_bytes: int = 512 * MIB  # address space of the child, its libraries (some 150 MiB) included
    cpu: timedelta = timedelta(seconds=20)
    wall: timedelta = timedelta(seconds=30)
    text_bytes: int = 10 * MIB  # UTF-8; what is beyond is cut and said
    entries: int = 10_000  # of an archive
    ratio: int = 200  # bytes unpacked for one packed, after the first MiB
    unpacked_bytes: int = 1024 * MIB  # all that is unpacked of one file
    nesting: int = 2  # archives in archives
    files_per_worker: int = 500  # then a fresh child takes over: what libraries leak does not add up

    def to_json(self) -> dict[str, int | float]:
        """Give the limits as numbers; durations in seconds."""
        return {
            key: value.total_seconds() if isinstance(value, timedelta) else value for key, value in asdict(self).items()
        }

    @classmethod
    def from_json(cls, numbers: Mapping[str, Any]) -> ReadLimits:
        """Make limits of what `to_json` gave."""
        values = dict(numbers)
        for key in ("cpu", "wall"):
            values[key] = timedelta(seconds=values[key])
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Member:
    """One file in an archive or e-mail. Its name is text from the file: never a path (see `safe_name`)."""

    name: str
    size: int = 0  # as declared
    kind: str = ""  # one of `store.KINDS` when its bytes were looked at
    problem: str = ""  # why it was not read


@dataclass(frozen=True, slots=True)
class FileReading:
    """What reading a file brought. Text and a problem together: what was read before the problem."""

    kind: str = "other"
    suffix: str = ""
    text: str = ""
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)  # author, created, pages, charset...: as the file says
    members: tuple[Member, ...] = ()
    problem: str = ""  # one short phrase; empty when all went well

    @classmethod
    def from_json(cls, reply: Mapping[str, Any]) -> FileReading:
        """Make a reading of a child's answer; fails with ValueError or TypeError if it is not one."""
        known = {entry.name for entry in fields(cls)} & set(reply)
        values = {key: reply[key] for key in known - {"metadata", "members"}}
        if not all(isinstance(value, str) for value in values.values()):
            raise TypeError("the answer has other things than text")
        metadata = {str(key): str(value) for key, value in dict(reply.get("metadata", {})).items()}
        members = tuple(Member(str(n), int(s), str(k), str(p)) for n, s, k, p in reply.get("members", ()))
        return cls(**values, metadata=metadata, members=members)
