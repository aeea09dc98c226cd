"""One request and its answer under all limits of time and size; what was received is kept whenever there is a head."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from weft.clock import Clock
from weft.config import FetchConfig
from weft.fetch._wire import Transport, TransportError, Trouble, WireRequest, WireResponse
from weft.page import Exchange, Truncation
from weft.urls import Address


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Seconds and bytes one exchange may take."""

    first_byte: float
    idle: float
    total: float
    min_rate: float
    slow_grace: float
    max_body_bytes: int
    max_header_bytes: int

    @classmethod
    def of(cls, config: FetchConfig, max_body_bytes: int) -> ReadLimits:
        """Take the limits from the settings, the size by what is asked for."""
        return cls(
            first_byte=config.first_byte_timeout.total_seconds(),
            idle=config.idle_timeout.total_seconds(),
            total=config.total_timeout.total_seconds(),
            min_rate=config.min_bytes_per_second,
            slow_grace=config.slow_grace.total_seconds(),
            max_body_bytes=max_body_bytes,
            max_header_bytes=config.max_header_bytes,
        )


@dataclass(frozen=True, slots=True)
class Timed:
    """An exchange, the seconds to its head and to its end."""

    exchange: Exchange
    latency: float
    seconds: float


class Sink(Protocol):
    """Where a body goes that is not to be held in memory, under limits of its own."""

    @property
    def limits(self) -> ReadLimits:
        """How long and how large it may be."""

    def write(self, data: bytes) -> None:
        """Take the next bytes."""


# Looks at the head of an answer and says where its body goes; None: into the exchange. Asked once for each try.
Choose = Callable[[WireResponse], Sink | None]


class _Body:
    """What has arrived so far."""

    __slots__ = ("answer", "data", "latency", "sink", "size", "truncated")

    def __init__(self) -> None:
        self.answer: WireResponse | None = None
        self.latency = 0.0
        self.data = bytearray()  # not a list: ten million pieces of one byte would be 400 MB
        self.sink: Sink | None = None
        self.size = 0
        self.truncated: Truncation | None = None

    def take(self, chunk: bytes, most: int) -> bool:
        """Keep what has arrived; False when that is more than may be."""
        room = most - self.size
        self.size += len(chunk)
        kept = chunk if len(chunk) <= room else chunk[:room]
        if self.sink is not None:
            self.sink.write(kept)
        else:
            self.data += kept
        return self.size <= most


async def perform(
    transport: Transport, request: WireRequest, limits: ReadLimits, clock: Clock, choose: Choose | None = None
) -> Timed:
    """Send one request and read its answer; raises TransportError when not even a head came.

    A body that breaks off, takes too long or is too large is kept as far as it came and marked. `choose` may send the
    body elsewhere; then that of the exchange is empty.
    """
    sent_at = clock.now()
    started = clock.monotonic()
    body = _Body()
    try:
        await _receive(transport, request, limits, clock, body, choose)
    except TimeoutError:
        if body.answer is None:
            raise TransportError(Trouble.TIMEOUT_FIRST_BYTE, f"after {limits.first_byte:g} s") from None
        body.truncated = Truncation.TIME
    except TransportError:
        if body.answer is None:
            raise
        body.truncated = Truncation.DISCONNECT
    answer = body.answer
    if answer is None:
        raise TransportError(Trouble.DISCONNECTED, "no answer")
    exchange = Exchange(
        url=request.url,
        sent_at=sent_at,
        method=request.method.value,
        request_headers=request.headers,
        status=answer.status,
        reason=answer.reason,
        headers=answer.headers,
        body=bytes(body.data),
        truncated=body.truncated,
        peer=answer.peer,
    )
    return Timed(exchange, body.latency, clock.monotonic() - started)


async def _receive(
    transport: Transport, request: WireRequest, limits: ReadLimits, clock: Clock, body: _Body, choose: Choose | None
) -> None:
    """Fill `body` under one timer that is set anew for the first byte, each silence and the whole."""
    now = asyncio.get_running_loop().time
    begun = now()
    started = clock.monotonic()
    # Connecting has its own, shorter limit in the transport; both are inside the wait for the first byte.
    async with asyncio.timeout_at(begun + min(limits.first_byte, limits.total)) as timer:
        async with transport.open(request) as answer:
            _check_head(answer, limits)
            body.answer = answer
            body.latency = clock.monotonic() - started
            body.sink = choose(answer) if choose is not None else None
            limits = body.sink.limits if body.sink is not None else limits
            head_at = at = now()
            end = begun + limits.total
            timer.reschedule(min(at + limits.idle, end))
            async for chunk in answer.chunks():
                if not body.take(chunk, limits.max_body_bytes):
                    body.truncated = Truncation.LENGTH
                    return
                at = now()
                waited = at - head_at
                if waited > limits.slow_grace and body.size < waited * limits.min_rate:
                    body.truncated = Truncation.TIME
                    return
                timer.reschedule(min(at + limits.idle, end))


def _check_head(answer: WireResponse, limits: ReadLimits) -> None:
    size = sum(len(name) + len(value) + 4 for name, value in answer.headers)
    if size > limits.max_header_bytes:
        raise TransportError(Trouble.BAD_HTTP, f"head of {size} bytes")


def name_host(address: Address) -> str:
    """Give the value of the Host header: the default port is left out (RFC 9110 7.2)."""
    return address.origin.partition("://")[2]
