"""The network as one method behind a protocol, and what goes over it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Method(StrEnum):
    """The only methods Weft has: it reads, it never acts."""

    GET = "GET"
    HEAD = "HEAD"


@dataclass(frozen=True, slots=True)
class WireRequest:
    """What is sent: one hop, every header already there, Host first; the transport adds none."""

    url: str
    headers: tuple[tuple[str, str], ...]
    method: Method = Method.GET


class WireResponse(Protocol):
    """An answer whose head has arrived; the body comes in pieces, still with its content coding."""

    @property
    def status(self) -> int:
        """The status code."""

    @property
    def reason(self) -> str:
        """The phrase beside it, often empty."""

    @property
    def headers(self) -> tuple[tuple[bytes, bytes], ...]:
        """Names and values as received, in order."""

    @property
    def peer(self) -> str:
        """The address of the other end; empty when there is none."""

    def chunks(self) -> AsyncIterator[bytes]:
        """Give the body piece by piece, transfer coding removed; raises TransportError when the peer stops early."""


class Transport(Protocol):
    """Sends one request and opens its answer. Follows no redirect, keeps no cookie, decodes nothing.

    Raises TransportError when there is no (complete) answer. Time limits are the caller's, but for connecting.
    """

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[WireResponse]:
        """Send the request; the context holds the open answer."""

    async def close(self) -> None:
        """Let go of all connections."""


class Trouble(StrEnum):
    """Why there is no answer to keep; stored with the URL and shown in the end report."""

    DNS = "unknown host"
    DNS_FAILED = "host name lookup failed"  # the name server did not answer; it may later
    REFUSED = "connection refused"
    CONNECT = "no connection"
    TLS = "certificate or TLS error"
    TIMEOUT_CONNECT = "timed out connecting"
    TIMEOUT_FIRST_BYTE = "timed out waiting for the first byte"
    DISCONNECTED = "connection lost"
    BAD_HTTP = "not valid HTTP"
    ADDRESS = "address not allowed"


class TransportError(Exception):
    """There is no complete answer, and why."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble}: {detail}" if detail else str(trouble))
        self.trouble = trouble
        self.detail = detail
