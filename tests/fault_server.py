"""A hostile web server on loopback: every path misbehaves in its own way, always the same way for the same seed.

Raw sockets, so that nothing corrects the faults. Import `FaultServer` in tests, or run it to look at it by hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import io
import random
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, unquote, urlsplit

import brotli
import zstandard

PAGE = b"<html><title>t</title>" + b"<p>hello forum</p>" * 50 + b"</html>"
MIB = 1024 * 1024
Answer = Callable[["Visit"], Awaitable[None]]


class Visit:
    """One request as the server saw it and the line back to the client."""

    def __init__(self, server: FaultServer, writer: asyncio.StreamWriter, head: str, lines: list[str]) -> None:
        self.server = server
        self.writer = writer
        self.head = head
        self.target = head.split(" ")[1]
        parts = urlsplit(self.target)
        self.path = parts.path
        self.query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self.header_lines = lines

    async def raw(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(self, status: int = 200, body: bytes = PAGE, **headers: str) -> None:
        pairs = {"Content-Type": "text/html", "Content-Length": str(len(body))}
        pairs |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in pairs.items())
        await self.raw(f"HTTP/1.1 {status} Status\r\n{head}\r\n".encode("latin-1") + body)


class FaultServer:
    """Serves the catalogue; `hits` counts requests by target, `seen` keeps them all."""

    def __init__(self, seed: int = 1, robots: Answer | None = None) -> None:
        self.random = random.Random(seed)
        self.robots = robots
        self.hits: Counter[str] = Counter()
        self.seen: list[Visit] = []
        self.origin = ""
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> FaultServer:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=MIB)
        self.origin = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
                visit = Visit(self, writer, head, lines)
                self.hits[visit.path] += 1
                self.seen.append(visit)
                if await self._answer(visit) is False:
                    break
        self._tasks.discard(task)
        if writer.transport.get_write_buffer_size():
            writer.transport.abort()  # an endless answer nobody reads any more
        writer.close()

    async def _answer(self, visit: Visit) -> bool:
        """Give False when the connection is to be closed."""
        if visit.path == "/robots.txt":
            await (self.robots(visit) if self.robots else visit.reply(404, b""))
            return True
        name = unquote(visit.path.strip("/").partition("/")[0])
        fault = FAULTS.get(name)
        await (fault(visit) if fault else visit.reply())
        return name not in CLOSING


# -- slow ---------------------------------------------------------------------------------------------------------


async def silence(visit: Visit) -> None:
    await asyncio.sleep(30)


async def slow_head(visit: Visit) -> None:
    for byte in b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" * 9:
        await visit.raw(bytes([byte]))
        await asyncio.sleep(0.1)


async def slow_body(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(1000):
        await visit.raw(b"x")
        await asyncio.sleep(0.1)


async def stalled_body(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it")
    await asyncio.sleep(30)


# -- endless ------------------------------------------------------------------------------------------------------


async def endless_body(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        await visit.raw(b"10000\r\n" + b"x" * 65536 + b"\r\n")


async def endless_crumbs(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        await visit.raw(b"1\r\nx\r\n" * 4096)


async def endless_headers(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\n")
    while True:
        await visit.raw(b"X-Filler: " + b"y" * 100 + b"\r\n")


async def endless_header_line(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nX-Filler: ")
    while True:
        await visit.raw(b"y" * 4096)


async def endless_trailers(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n")
    while True:
        await visit.raw(b"X-Trailer: " + b"y" * 100 + b"\r\n")


async def flood_100(visit: Visit) -> None:
    while True:
        await visit.raw(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)
        await asyncio.sleep(0)


async def big_head(visit: Visit) -> None:
    fields = b"".join(b"X-%d: %s\r\n" % (n, b"y" * 7000) for n in range(15))
    await visit.raw(b"HTTP/1.1 200 OK\r\n" + fields + b"Content-Length: 2\r\n\r\nok")


# -- lies about length and framing --------------------------------------------------------------------------------


async def underrun(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + PAGE)


async def overrun(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789")
    await asyncio.sleep(float(visit.query.get("pause", "0.05")))
    await visit.raw(b"SURPLUS")


async def smuggled(visit: Visit) -> None:
    second = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood" + second)


async def both_lengths(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")


async def negative_length(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nbody")


async def word_length(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nbody")


async def until_close(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE)


async def bad_chunk_size(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n")
    await asyncio.sleep(0.05)  # a packet of its own, as with any page that is not tiny
    await visit.raw(b"zz\r\nmore\r\n")


async def chunk_cut(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\nff\r\nonly this")


async def chunk_extension(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nbody\r\n0\r\nT: 1\r\n\r\n")


# -- bad heads ----------------------------------------------------------------------------------------------------


async def not_http(visit: Visit) -> None:
    await visit.raw(b"220 mail.example ESMTP ready\r\n")


async def garbage(visit: Visit) -> None:
    await visit.raw(visit.server.random.randbytes(4096) + b"\r\n\r\n")


async def early_close(visit: Visit) -> None:
    await visit.raw(b"")


async def head_cut(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nContent-Type: te")


async def no_colon(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nThis line has none\r\nContent-Length: 2\r\n\r\nok")


async def eight_bit(visit: Visit) -> None:
    await visit.raw("HTTP/1.1 200 Ja, natürlich\r\nX-Name: Müller ツ\r\nContent-Length: 2\r\n\r\nok".encode())


async def nul_header(visit: Visit) -> None:
    await visit.raw(b"HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\nContent-Length: 2\r\n\r\nok")


async def bad_cookie(visit: Visit) -> None:
    long = "c=" + "x" * 5000
    await visit.raw(
        f"HTTP/1.1 200 OK\r\nSet-Cookie: =;;=\r\nSet-Cookie: {long}\r\nSet-Cookie: a\x01b=c\r\n"
        "Set-Cookie: good=1; Expires=never; Max-Age=soon\r\nContent-Length: 2\r\n\r\nok".encode("latin-1")
    )


# -- codings ------------------------------------------------------------------------------------------------------


def squeeze(coding: str, data: bytes) -> bytes:
    """Compress by the name of a content coding; `raw-deflate` is deflate without its head."""
    if coding in {"gzip", "x-gzip"}:
        return gzip.compress(data, 9, mtime=0)
    if coding == "deflate":
        return zlib.compress(data, 9)
    if coding == "raw-deflate":
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packer.compress(data) + packer.flush()
    if coding == "br":
        return bytes(brotli.compress(data, quality=5))
    return zstandard.ZstdCompressor(level=3).compress(data)


_bombs: dict[str, bytes] = {}


def make_bomb(coding: str, size: int = 128 * MIB) -> bytes:
    """Give zeros compressed, without ever holding them; made once."""
    if coding not in _bombs:
        _bombs[coding] = _pack_zeros(coding, size)
    return _bombs[coding]


def _pack_zeros(coding: str, size: int) -> bytes:
    block = bytes(MIB)
    if coding == "zstd":
        sink = io.BytesIO()
        with zstandard.ZstdCompressor(level=1).stream_writer(sink, closefd=False) as stream:
            for _ in range(size // MIB):
                stream.write(block)
        return sink.getvalue()
    if coding == "br":
        packer = brotli.Compressor(quality=5)
        return b"".join(packer.process(block) for _ in range(size // MIB)) + packer.finish()
    if coding == "members":
        return gzip.compress(block, 9, mtime=0) * (size // MIB)
    bits = {"gzip": 31, "x-gzip": 31, "deflate": 15, "raw-deflate": -15}[coding]
    deflater = zlib.compressobj(6, zlib.DEFLATED, bits)
    return b"".join(deflater.compress(block) for _ in range(size // MIB)) + deflater.flush()


async def bomb(visit: Visit) -> None:
    coding = visit.query.get("coding", "gzip")
    times = int(visit.query.get("times", "1"))
    body = make_bomb(coding)
    for _ in range(times - 1):
        body = gzip.compress(body, 9, mtime=0)
    name = {"raw-deflate": "deflate", "members": "gzip"}.get(coding, coding)
    await visit.reply(body=body, Content_Encoding=", ".join([name] + ["gzip"] * (times - 1)))


async def coded(visit: Visit) -> None:
    coding = visit.query.get("coding", "gzip")
    body = squeeze(coding, PAGE)
    cut = visit.query.get("cut")
    if cut == "tail":
        body = body[: len(body) * 2 // 3]
    elif cut == "corrupt":
        body = body[:40] + b"\xff\xff\xff\xff" + body[44:]
    elif cut == "plain":
        body = PAGE
    await visit.reply(body=body, Content_Encoding=coding.removeprefix("raw-"))


# -- statuses -----------------------------------------------------------------------------------------------------


async def status(visit: Visit) -> None:
    """`/status?code=503&after=3&first=2`: the code for the first requests, then a page."""
    if visit.server.hits[visit.path] > int(visit.query.get("first", "1000000")):
        await visit.reply()
        return
    after = visit.query.get("after")
    lines = "".join(f"Retry-After: {value}\r\n" for value in after.split("|")) if after is not None else ""
    await visit.raw(f"HTTP/1.1 {visit.query['code']} Status\r\n{lines}Content-Length: 4\r\n\r\nwait".encode())


async def flaky(visit: Visit) -> None:
    """Lose the connection once, then answer."""
    if visit.server.hits[visit.path] == 1:
        visit.writer.close()
    else:
        await visit.reply()


# -- redirects and cookies ----------------------------------------------------------------------------------------


async def redirect(visit: Visit) -> None:
    await visit.reply(int(visit.query.get("code", "302")), b"gone", Location=visit.query.get("to", ""))


async def hops(visit: Visit) -> None:
    left = int(visit.query["n"])
    await (visit.reply(301, b"", Location=f"/hops?n={left - 1}") if left else visit.reply())


async def circle(visit: Visit) -> None:
    """`/circle?n=3`: three URLs that lead round."""
    size, at = int(visit.query["n"]), int(visit.query.get("at", "0"))
    following = (at + 1) % size
    await visit.reply(302, b"", Location=f"/circle?n={size}" + (f"&at={following}" if following else ""))


async def cookie_gate(visit: Visit) -> None:
    if "gate=open" in visit.headers.get("cookie", ""):
        await visit.reply()
    else:
        await visit.reply(302, b"", Location="/cookie-set")


async def cookie_set(visit: Visit) -> None:
    await visit.reply(302, b"", Location="/cookie-gate", Set_Cookie="gate=open; Path=/; HttpOnly")


async def cookie_loop(visit: Visit) -> None:
    await visit.reply(302, b"", Location="/cookie-loop", Set_Cookie=f"n={visit.server.random.random()}; Path=/")


async def echo(visit: Visit) -> None:
    await visit.reply(body=(visit.head + "\r\n" + "\r\n".join(visit.header_lines)).encode("latin-1"))


FAULTS: dict[str, Answer] = {
    name.replace("_", "-"): fault
    for name, fault in list(globals().items())
    if asyncio.iscoroutinefunction(fault) and not name.startswith("_")
}
CLOSING = frozenset(
    {"underrun", "until-close", "chunk-cut", "bad-chunk-size", "not-http", "garbage", "early-close", "head-cut"}
    | {"negative-length", "word-length"}
)


async def _main() -> None:
    async with FaultServer() as server:
        print(server.origin, *sorted(FAULTS), sep="\n", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main())
