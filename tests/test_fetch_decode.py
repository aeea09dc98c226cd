"""Content codings: all of them, broken ones, and bombs that cost next to nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fault_server import PAGE, make_bomb, squeeze
from test_fetch_hostile import QUICK, visit
from weft.config import FetchConfig
from weft.fetch import DecodeLimits, Fetched, decode_content

LIMITS = DecodeLimits(max_bytes=1024 * 1024 * 4)
CODINGS = ["gzip", "x-gzip", "deflate", "raw-deflate", "br", "zstd"]


def header(*codings: str) -> list[tuple[bytes, bytes]]:
    return [(b"Content-Encoding", ", ".join(coding.removeprefix("raw-") for coding in codings).encode())]


@pytest.mark.parametrize("coding", CODINGS)
@given(data=st.binary(max_size=300_000))
@settings(max_examples=15, deadline=None)
def test_every_coding_gives_back_what_went_in(coding: str, data: bytes) -> None:
    """Any body survives any coding, in one piece or in many steps."""
    assert decode_content(header(coding), squeeze(coding, data), LIMITS) == (data, "")


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@given(data=st.binary(max_size=2000))
@settings(max_examples=40, deadline=None)
def test_no_bytes_make_a_decoder_raise(coding: str, data: bytes) -> None:
    """Whatever is declared as compressed gives bytes and a word about the problem, never an exception."""
    content, problem = decode_content(header(coding), data, LIMITS)
    assert len(content) <= LIMITS.max_bytes
    assert isinstance(problem, str)


def test_two_codings_are_undone_in_reverse_order() -> None:
    """`gzip, br` means gzip first, then br."""
    body = squeeze("br", squeeze("gzip", PAGE))
    assert decode_content(header("gzip", "br"), body, LIMITS) == (PAGE, "")
    split = [*header("gzip"), *header("br")]
    assert decode_content(split, body, LIMITS) == (PAGE, "")


def test_more_codings_than_allowed_are_not_tried() -> None:
    """Three codings on one body are refused before the first step."""
    content, problem = decode_content(header("gzip", "gzip", "gzip"), b"x", LIMITS)
    assert content == b""
    assert "3 content codings" in problem


def test_members_and_frames_are_joined() -> None:
    """gzip members and zstd frames in a row are one body; padding behind gzip is ignored."""
    assert decode_content(header("gzip"), squeeze("gzip", b"one ") + squeeze("gzip", b"two"), LIMITS) == (
        b"one two",
        "",
    )
    assert decode_content(header("zstd"), squeeze("zstd", b"one ") + squeeze("zstd", b"two"), LIMITS) == (
        b"one two",
        "",
    )
    assert decode_content(header("gzip"), squeeze("gzip", b"one") + b"\0" * 100, LIMITS) == (b"one", "")


@pytest.mark.parametrize("coding", CODINGS)
def test_a_cut_body_gives_its_beginning(coding: str) -> None:
    """Of a body that ends early everything before the cut is kept, with the problem named."""
    data = b"".join(b"line %d of the page\n" % n for n in range(20_000))
    packed = squeeze(coding, data)
    content, problem = decode_content(header(coding), packed[: len(packed) // 2], LIMITS)
    assert problem
    assert len(content) > 1000
    assert data.startswith(content)


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "deflate"])
def test_a_plain_page_declared_as_compressed_is_kept(coding: str) -> None:
    """Servers that declare a coding they did not apply cost nothing but a remark."""
    content, problem = decode_content(header(coding), PAGE, LIMITS)
    assert content == PAGE
    assert "plain" in problem


def test_identity_unknown_and_no_coding() -> None:
    """No coding and identity give the body itself; an unknown one too, with a remark."""
    assert decode_content([], PAGE, LIMITS) == (PAGE, "")
    assert decode_content(header("identity"), PAGE, LIMITS) == (PAGE, "")
    content, problem = decode_content(header("compress"), PAGE, LIMITS)
    assert content == PAGE
    assert "unknown" in problem


def test_size_is_capped_exactly() -> None:
    """Honest but large bodies are cut at the limit and say so."""
    data = b"".join(b"%d " % n for n in range(1_000_000))
    content, problem = decode_content(header("gzip"), squeeze("gzip", data), LIMITS)
    assert content == data[: LIMITS.max_bytes]
    assert problem == "cut at the size limit"


@pytest.mark.parametrize(
    "path", ["/coded?coding=gzip", "/coded?coding=br", "/coded?coding=zstd", "/coded?coding=raw-deflate"]
)
def test_pages_come_decoded_and_the_exchange_stays_raw(path: str) -> None:
    """The content is readable, the exchange keeps the bytes of the wire for the archive."""
    outcome = asyncio.run(visit(path))
    assert isinstance(outcome, Fetched)
    assert outcome.content == PAGE
    assert outcome.exchange.body == squeeze(path.rpartition("=")[2], PAGE)


@pytest.mark.parametrize("kind", ["tail", "corrupt", "plain"])
def test_broken_codings_over_the_wire_are_outcomes(kind: str) -> None:
    """A body that does not decode is still a fetched page."""
    outcome = asyncio.run(visit(f"/coded?coding=gzip&cut={kind}"))
    assert isinstance(outcome, Fetched)
    assert outcome.problem


BOMBS = ["gzip", "x-gzip", "deflate", "raw-deflate", "br", "zstd", "members"]


@pytest.mark.parametrize("coding", BOMBS)
def test_bombs_are_defused(coding: str) -> None:
    """128 MiB of zeros in any coding are noticed before they fill the memory."""
    body = make_bomb(coding)
    content, problem = decode_content(header("gzip" if coding == "members" else coding), body, DecodeLimits())
    assert "bomb" in problem
    assert len(content) <= DecodeLimits().max_bytes


# VmHWM, not ru_maxrss: a new process inherits the latter from the one that started it.
MEASURE = """
import gzip, re, sys
from fault_server import make_bomb
from weft.fetch import DecodeLimits, decode_content

def read_peak_kib():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read()).group(1))

coding, times = sys.argv[1], int(sys.argv[2])
body = make_bomb(coding)
for _ in range(times - 1):
    body = gzip.compress(body, 9)
headers = [(b"content-encoding", ", ".join([coding] + ["gzip"] * (times - 1)).encode())]
open("/proc/self/clear_refs", "w").write("5")
before = read_peak_kib()
decode_content(headers, body, DecodeLimits())
print((read_peak_kib() - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
@pytest.mark.parametrize(("coding", "times"), [("gzip", 1), ("gzip", 2), ("br", 1), ("zstd", 1), ("zstd", 2)])
def test_bombs_cost_little_memory(coding: str, times: int) -> None:
    """The peak of a whole process grows by less than 64 MiB, single or wrapped twice."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, coding, str(times)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 64


def test_limits_come_from_the_settings() -> None:
    """The page limit of the settings is the decoder's limit too."""
    config = FetchConfig(max_body_bytes=1234, max_ratio=7, max_codings=1)
    assert DecodeLimits.of(config) == DecodeLimits(1234, 7, 1)
    assert QUICK.max_ratio == DecodeLimits().max_ratio
