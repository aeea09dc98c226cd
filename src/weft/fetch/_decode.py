"""Content codings undone in small steps with caps, so that no body can cost more than its limit.

One step gives at most 64 KiB (zstd: 8 MiB, see there). What was decoded before an error is kept: half a page is better
than none, and the problem is said. The raw bytes stay in the exchange.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import brotli
import zstandard

from weft.config import FetchConfig

STEP_BYTES = 64 * 1024
RATIO_FREE_BYTES = 1024 * 1024  # below this no growth is suspicious
# A zstd block gives up to 128 KiB from 4 bytes and the library offers no output limit: 256 bytes in, 8 MiB out at most.
ZSTD_SLICE_BYTES = 256
BROTLI_SLICE_BYTES = 4 * 1024  # small, so that the growth of a bomb is seen early
ZSTD_MAX_WINDOW = 8 * 1024 * 1024  # RFC 9659
GZIP_WBITS, ZLIB_WBITS, RAW_WBITS = 31, 15, -15
GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class DecodeLimits:
    """How much a body may become."""

    max_bytes: int = 10 * 1024 * 1024
    max_ratio: int = 200
    max_codings: int = 2

    @classmethod
    def of(cls, config: FetchConfig) -> DecodeLimits:
        """Take the limits for pages from the settings."""
        return cls(config.max_body_bytes, config.max_ratio, config.max_codings)


class _CodingError(Exception):
    """The coded bytes are wrong or end early; what came before is good."""


def list_codings(headers: Iterable[tuple[bytes, bytes]]) -> tuple[str, ...]:
    """Give the content codings in the order they were applied, `identity` left out."""
    values = [value.decode("latin-1") for name, value in headers if name.lower() == b"content-encoding"]
    names = (name.strip().lower() for value in values for name in value.split(","))
    return tuple(name for name in names if name and name != "identity")


def decode_content(headers: Iterable[tuple[bytes, bytes]], body: bytes, limits: DecodeLimits) -> tuple[bytes, str]:
    """Give the decoded body (at most `limits.max_bytes`) and what was wrong with it ('' for nothing)."""
    codings = list_codings(headers)
    if len(codings) > limits.max_codings:
        return b"", f"{len(codings)} content codings on one body"
    problem = ""
    for coding in reversed(codings):
        steps = _STEPPERS.get(coding)
        if steps is None:
            return body, f"unknown content coding {coding[:20]!r}"
        body, trouble = _collect(steps, coding, body, limits)
        problem = problem or trouble
    if len(body) > limits.max_bytes:
        return body[: limits.max_bytes], "cut at the size limit"
    return body, problem


def _collect(
    steps: Callable[[bytes], Iterator[tuple[bytes, int]]], coding: str, body: bytes, limits: DecodeLimits
) -> tuple[bytes, str]:
    """Join the steps until the end, an error or a limit."""
    parts: list[bytes] = []
    size = 0
    problem = ""
    try:
        for part, consumed in steps(body):
            parts.append(part)
            size += len(part)
            if size > RATIO_FREE_BYTES and size > limits.max_ratio * consumed:
                problem = f"decompression bomb: {coding} grows more than {limits.max_ratio} times"
                break
            if size > limits.max_bytes:
                problem = "cut at the size limit"
                break
    except _CodingError as error:
        problem = f"{coding}: {error}"
        if not size and _looks_plain(body):
            return body, f"{coding} is declared but the body is plain"
    content = parts[0] if len(parts) == 1 else b"".join(parts)
    return content[: limits.max_bytes], problem


def _looks_plain(body: bytes) -> bool:
    return body[:512].lstrip().startswith(b"<") and b"\0" not in body[:512]


def _inflate(body: bytes, wbits: int) -> Iterator[tuple[bytes, int]]:
    """Give (decoded part, bytes consumed so far) of one or, for gzip, several members."""
    unzip = zlib.decompressobj(wbits)
    for start in range(0, len(body), STEP_BYTES):
        data = body[start : start + STEP_BYTES]
        end = start + len(data)
        while data:
            try:
                part = unzip.decompress(data, STEP_BYTES)
            except zlib.error as error:
                raise _CodingError(_shorten(error)) from None
            data = unzip.unconsumed_tail
            yield part, end - len(data)
            if unzip.eof:
                data = unzip.unused_data
                if wbits != GZIP_WBITS or not _begins_member(body, end - len(data)):
                    return  # what follows is padding
                unzip = zlib.decompressobj(wbits)
    yield from _drain(unzip, len(body))


def _begins_member(body: bytes, at: int) -> bool:
    return body.startswith(GZIP_MAGIC, at)


def _drain(unzip: zlib._Decompress, consumed: int) -> Iterator[tuple[bytes, int]]:
    """Give what the decoder still holds; says so if the stream has no proper end."""
    while not unzip.eof:
        part = unzip.decompress(b"", STEP_BYTES)
        if not part:
            raise _CodingError("ends early")
        yield part, consumed


def _step_gzip(body: bytes) -> Iterator[tuple[bytes, int]]:
    return _inflate(body, GZIP_WBITS) if body else iter(())


def _step_deflate(body: bytes) -> Iterator[tuple[bytes, int]]:
    """Both readings of `deflate`: the zlib format RFC 9110 means and the raw one some servers send."""
    if not body:
        return iter(())
    has_zlib_head = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0
    return _inflate(body, ZLIB_WBITS if has_zlib_head else RAW_WBITS)


def _step_brotli(body: bytes) -> Iterator[tuple[bytes, int]]:
    unpack = brotli.Decompressor()
    for start in range(0, len(body), BROTLI_SLICE_BYTES):
        data = body[start : start + BROTLI_SLICE_BYTES]
        consumed = start + len(data)
        yield _process_brotli(unpack, data), consumed
        while not unpack.can_accept_more_data():
            yield _process_brotli(unpack, b""), consumed
    if body and not unpack.is_finished():
        raise _CodingError("ends early")


def _process_brotli(unpack: brotli.Decompressor, data: bytes) -> bytes:
    try:
        return bytes(unpack.process(data, output_buffer_limit=STEP_BYTES))
    except brotli.error as error:
        raise _CodingError(_shorten(error)) from None


def _step_zstd(body: bytes) -> Iterator[tuple[bytes, int]]:
    unpack = _new_zstd()
    at = 0
    while at < len(body):
        data = body[at : at + ZSTD_SLICE_BYTES]
        try:
            part = unpack.decompress(data)
        except zstandard.ZstdError as error:
            raise _CodingError(_shorten(error)) from None
        at += len(data)
        if unpack.eof:  # the next frame begins somewhere inside the slice
            at -= len(unpack.unused_data)
            yield part, at
            unpack = _new_zstd()
            continue
        yield part, at
        if at >= len(body):
            raise _CodingError("ends early")


def _new_zstd() -> zstandard.ZstdDecompressionObj:
    return zstandard.ZstdDecompressor(max_window_size=ZSTD_MAX_WINDOW).decompressobj()


def _shorten(error: Exception) -> str:
    return str(error)[:80] or "does not decode"


_STEPPERS: dict[str, Callable[[bytes], Iterator[tuple[bytes, int]]]] = {
    "gzip": _step_gzip,
    "x-gzip": _step_gzip,
    "deflate": _step_deflate,
    "br": _step_brotli,
    "zstd": _step_zstd,
}
