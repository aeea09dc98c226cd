"""One HTTP request and its answer as values: what fetch produces, page reads and store records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Truncation(StrEnum):
    """Why a body is shorter than the server meant it (the values of WARC-Truncated)."""

    LENGTH = "length"
    TIME = "time"
    DISCONNECT = "disconnect"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and its response, byte for byte but for the transfer coding (chunks are joined).

    `body` still has its content coding (gzip and the like); header names and values are as received. `rendered` is the
    document that a browser of ours made of it (HTML in UTF-8, with the boxes of its elements); empty if none did.
    """

    url: str
    sent_at: datetime
    method: str
    request_headers: tuple[tuple[str, str], ...]
    status: int
    reason: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    truncated: Truncation | None = None
    peer: str = ""
    rendered: bytes = b""

    def header(self, name: str) -> str:
        """Give the first value of a response header, or an empty string."""
        wanted = name.lower().encode("ascii")
        for key, value in self.headers:
            if key.lower() == wanted:
                return value.decode("latin-1").strip()
        return ""

    @property
    def media_type(self) -> str:
        """The content type without parameters, in lower case; empty if the server sent none."""
        return self.header("content-type").partition(";")[0].strip().lower()
