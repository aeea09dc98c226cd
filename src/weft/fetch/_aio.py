"""The network through aiohttp: one request, one answer, connections only to addresses the guard has passed."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator
from functools import cache
from types import TracebackType
from typing import Any

import aiohttp
from aiohttp import http_exceptions
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from weft.config import FetchConfig
from weft.fetch._guard import AddressGuard
from weft.fetch._wire import TransportError, Trouble, WireRequest
from weft.urls import parse_address

MAX_LINE_BYTES = 16 * 1024  # status line or one header; Location may carry a long URL
MAX_HEADERS = 200
MAX_CONNECTIONS = 256
# Idle connections are dropped before usual servers drop them (5 s), so that few requests meet a closing door.
KEEP_ALIVE_SECONDS = 4.5
NAME_SECONDS = 300  # a checked name is believed so long; its addresses are the only ones connected to
READ_BUFFER_BYTES = 256 * 1024
_AUTOMATIC = ("User-Agent", "Accept", "Accept-Encoding", "Content-Type")


@cache
def _trusted() -> ssl.SSLContext:
    """Give what aiohttp would use for TLS, too, made when the first request needs it: reading certificates takes long.

    Commands load aiohttp without them.
    """
    context = ssl.create_default_context()
    context.set_alpn_protocols(("http/1.1",))
    return context


class GuardingResolver(AbstractResolver):
    """Gives the records of a name only if the guard passes all of them; the connector connects to nothing else."""

    def __init__(self, guard: AddressGuard, inner: AbstractResolver) -> None:
        self._guard = guard
        self._inner = inner

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Ask the inner resolver and check every record."""
        records = await self._inner.resolve(host, port, family)
        if not records:
            raise TransportError(Trouble.DNS, f"{host} has no address")
        reason = self._guard.refuse_records(host, port, [record["host"] for record in records])
        if reason:
            raise TransportError(Trouble.ADDRESS, reason)
        return records

    async def close(self) -> None:
        """Let go of the inner resolver."""
        await self._inner.close()


class _Response(aiohttp.ClientResponse):
    """Notes the other end while the connection is there: it is given back as soon as a short body has arrived."""

    peer = ""

    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        if connection.transport is not None:
            name = connection.transport.get_extra_info("peername")
            self.peer = str(name[0]) if name else ""
        return await super().start(connection)


class _AioAnswer:
    """An open answer; the body is read as it comes, without a task or timer of its own."""

    __slots__ = ("_response", "headers", "peer", "reason", "status")

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response
        self.status = response.status
        self.reason = response.reason or ""
        self.headers: tuple[tuple[bytes, bytes], ...] = response.raw_headers
        self.peer: str = getattr(response, "peer", "")

    async def chunks(self) -> AsyncIterator[bytes]:
        """Give the body as it arrives."""
        read = self._response.content.readany
        try:
            while chunk := await read():
                yield chunk
        except (aiohttp.ClientError, http_exceptions.HttpProcessingError, OSError) as error:
            raise explain(error) from error


class _Opening:
    """The context of one request; a body not read to its end closes the connection."""

    __slots__ = ("_headers", "_method", "_response", "_session", "_tls", "_url")

    def __init__(self, session: aiohttp.ClientSession, request: WireRequest, *, verify: bool) -> None:
        self._session = session
        self._tls = _trusted() if verify and request.url.startswith("https:") else verify
        self._url = request.url
        self._headers = request.headers
        self._method = request.method.value
        self._response: aiohttp.ClientResponse | None = None

    async def __aenter__(self) -> _AioAnswer:
        try:
            self._response = await self._session.request(
                self._method,
                URL(self._url, encoded=True),  # as we write it: yarl would change odd encodings
                headers=self._headers,
                allow_redirects=False,
                ssl=self._tls,
            )
        except TransportError:
            raise
        except (aiohttp.ClientError, http_exceptions.HttpProcessingError, OSError, ValueError) as error:
            raise explain(error) from error
        return _AioAnswer(self._response)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._response is not None:
            self._response.close()  # does nothing to a connection already given back after a whole body


class AioTransport:
    """A Transport over aiohttp. Made anywhere; opens its session inside the running loop with the first request.

    `origin` is what the person typed: the guard lets it through whatever it resolves to. `resolver` is for tests.
    """

    def __init__(self, config: FetchConfig, origin: str, resolver: AbstractResolver | None = None) -> None:
        self._config = config
        self._guard = AddressGuard(origin, allow_private=config.allow_private)
        self._resolver = resolver
        self._session: aiohttp.ClientSession | None = None

    def open(self, request: WireRequest) -> _Opening:
        """Send the request; the context holds the open answer."""
        reason = self._guard.refuse_url(parse_address(request.url))  # a literal address never meets the resolver
        if reason:
            raise TransportError(Trouble.ADDRESS, reason)
        if self._session is None:
            self._session = self._start()
        return _Opening(self._session, request, verify=self._config.verify_tls)

    async def close(self) -> None:
        """Let go of all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _start(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            resolver=GuardingResolver(self._guard, self._resolver or aiohttp.ThreadedResolver()),
            limit=MAX_CONNECTIONS,
            ttl_dns_cache=NAME_SECONDS,
            keepalive_timeout=KEEP_ALIVE_SECONDS,
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            response_class=_Response,
            skip_auto_headers=_AUTOMATIC,
            auto_decompress=False,
            max_line_size=MAX_LINE_BYTES,
            max_field_size=MAX_LINE_BYTES,
            max_headers=MAX_HEADERS,
            read_bufsize=READ_BUFFER_BYTES,
            timeout=aiohttp.ClientTimeout(total=None, connect=self._config.connect_timeout.total_seconds()),
            middlewares=(_ask_once,),
        )


async def _ask_once(request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    """Keep aiohttp from repeating a request by itself after a lost connection: pace and retries are the fetcher's."""
    try:
        return await handler(request)
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise explain(error) from error


def explain(error: BaseException) -> TransportError:
    """Say in Weft's words what went wrong on the wire."""
    if isinstance(error, TransportError):
        return error
    detail = " ".join(str(error).split())[:200] or type(error).__name__
    return TransportError(_name_trouble(error), detail)


def _name_trouble(error: BaseException) -> Trouble:
    cause = getattr(error, "os_error", None) or error
    if getattr(cause, "errno", None) == socket.EAI_AGAIN and isinstance(cause, socket.gaierror):
        return Trouble.DNS_FAILED
    for kinds, trouble in _TROUBLES:
        if isinstance(error, kinds) or isinstance(cause, kinds):
            return trouble
    return Trouble.CONNECT


# In order: the special before the general (a DNS error is a connector error is an OSError).
_TROUBLES: tuple[tuple[tuple[type[BaseException], ...], Trouble], ...] = (
    ((aiohttp.ClientConnectorDNSError, socket.gaierror), Trouble.DNS),
    ((aiohttp.ClientSSLError, ssl.SSLError, ssl.CertificateError), Trouble.TLS),
    ((aiohttp.ServerTimeoutError, TimeoutError), Trouble.TIMEOUT_CONNECT),
    ((ConnectionRefusedError,), Trouble.REFUSED),
    ((aiohttp.ClientConnectorError,), Trouble.CONNECT),
    ((aiohttp.ServerDisconnectedError, aiohttp.ClientPayloadError, aiohttp.ClientOSError), Trouble.DISCONNECTED),
    ((ConnectionError, aiohttp.ClientConnectionError), Trouble.DISCONNECTED),
    ((aiohttp.ClientResponseError, http_exceptions.HttpProcessingError, ValueError), Trouble.BAD_HTTP),
)
