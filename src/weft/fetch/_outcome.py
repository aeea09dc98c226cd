"""What a fetch comes to. Every URL asked for ends in exactly one of these."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weft.page import Exchange


class Refusal(StrEnum):
    """Why Weft itself did not make a request."""

    ROBOTS = "robots.txt forbids it"
    ROBOTS_UNREACHABLE = "robots.txt cannot be read, so nothing may be fetched"
    ACTION = "the request would act, not read"
    ADDRESS = "address not allowed"
    SCHEME = "not a web address"


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer to keep, whatever its status. `content` is the decoded body (capped)."""

    exchange: Exchange
    content: bytes
    seconds: float
    retries: int = 0
    problem: str = ""  # e.g. a body cut at the size limit, a coding that does not decode
    further: int = 0  # requests that showing the page took besides, when it was rendered


@dataclass(frozen=True, slots=True)
class Redirected:
    """An answer to keep that points elsewhere; `target` is canonical, the caller decides whether to go there."""

    exchange: Exchange
    target: str
    permanent: bool
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Refused:
    """No request was made."""

    url: str
    why: Refusal
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """Requests were made, no answer is worth keeping; `why` is one short phrase for the report."""

    url: str
    why: str
    detail: str = ""
    retries: int = 0


@dataclass(frozen=True, slots=True)
class Deferred:
    """The host asks to be left alone until then (429/503 with Retry-After, or robots.txt unreachable for now)."""

    url: str
    until: datetime
    why: str


Outcome = Fetched | Redirected | Refused | Failed | Deferred
