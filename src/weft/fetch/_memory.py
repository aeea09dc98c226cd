"""The in-memory twin of the network: answers come from a function."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

from weft.fetch._wire import WireRequest


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """What a handler gives back; `headers` may be a mapping or pairs, where a name may come twice."""

    status: int = 200
    headers: Mapping[str, str] | tuple[tuple[str, str], ...] = field(default_factory=dict)
    body: bytes = b""


Handler = Callable[[WireRequest], MemoryAnswer | Awaitable[MemoryAnswer]]


class _MemoryResponse:
    def __init__(self, answer: MemoryAnswer) -> None:
        pairs = answer.headers.items() if isinstance(answer.headers, Mapping) else answer.headers
        self.status = answer.status
        self.reason = ""
        self.headers = tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs)
        self.peer = ""
        self._body = answer.body

    async def chunks(self) -> AsyncIterator[bytes]:
        yield self._body


class MemoryTransport:
    """A Transport without a network: every request goes to `handler`, which may raise TransportError."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[_MemoryResponse]:
        """Ask the handler; the context holds its answer."""
        return self._open(request)

    @asynccontextmanager
    async def _open(self, request: WireRequest) -> AsyncIterator[_MemoryResponse]:
        answer = self._handler(request)
        yield _MemoryResponse(await answer if inspect.isawaitable(answer) else answer)

    async def close(self) -> None:
        """Nothing to let go of."""
