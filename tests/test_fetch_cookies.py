"""Cookies: kept for the host that set them, sent nowhere else."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.clock import VirtualClock
from weft.config import FetchConfig
from weft.errors import UsageError
from weft.fetch import Cookie, CookieJar, Fetcher, MemoryAnswer, MemoryHosts, MemoryTransport, WireRequest, load_cookies
from weft.urls import parse_address

NOW = datetime(2024, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=3)


def jar_from(url: str, *lines: str) -> CookieJar:
    jar = CookieJar()
    jar.learn([(b"Set-Cookie", line.encode("latin-1")) for line in lines], parse_address(url), NOW)
    return jar


@pytest.mark.parametrize(
    ("set_by", "line", "asked", "sent"),
    [
        ("http://a.example/", "s=1", "http://a.example/x", "s=1"),
        ("http://a.example/", "s=1", "http://b.a.example/", ""),
        ("http://a.example/", "s=1", "http://example/", ""),
        ("http://a.example/", "s=1", "http://evil-a.example/", ""),
        ("http://f.a.example/", "s=1; Domain=a.example", "http://g.a.example/", "s=1"),
        ("http://f.a.example/", "s=1; Domain=.a.example", "http://a.example/", "s=1"),
        ("http://f.a.example/", "s=1; Domain=b.example", "http://b.example/", ""),
        ("http://f.a.example/", "s=1; Domain=example", "http://other.example/", ""),
        ("http://shop.co.uk/", "s=1; Domain=co.uk", "http://bank.co.uk/", ""),
        ("http://127.0.0.1:80/", "s=1", "http://127.0.0.1/", "s=1"),
        ("http://127.0.0.1/", "s=1; Domain=0.0.1", "http://9.0.0.1/", ""),
        ("http://127.0.0.1:8000/", "s=1; Domain=127.0.0.1", "http://127.0.0.1:8000/", "s=1"),
        ("http://localhost:8000/", "s=1", "http://localhost:8000/", "s=1"),
        ("http://[::1]:8000/", "s=1", "http://[::1]:8000/", "s=1"),
        ("http://a.example/", "s=1; Secure", "http://a.example/", ""),
        ("http://a.example/", "s=1; Secure", "https://a.example/", "s=1"),
        ("http://a.example/forum/x", "s=1", "http://a.example/other", ""),
        ("http://a.example/forum/x", "s=1", "http://a.example/forum/y", "s=1"),
        ("http://a.example/", "s=1; Path=/forum", "http://a.example/forums", ""),
        ("http://a.example/", "s=1; Path=/forum", "http://a.example/forum/1", "s=1"),
        ("http://a.example/", "s=1; Max-Age=0", "http://a.example/", ""),
        ("http://a.example/", "s=1; Max-Age=999999999999999", "http://a.example/", "s=1"),
        ("http://a.example/", "s=1; Expires=Wed, 21-Oct-2015 07:28:00 GMT", "http://a.example/", ""),
        ("http://a.example/", "s=1; Expires=Fri, 21 Oct 2050 07:28:00 GMT", "http://a.example/", "s=1"),
        ("http://a.example/", "s=1; Expires=whenever", "http://a.example/", "s=1"),
        ("http://a.example/", 's="a=b c"', "http://a.example/", 's="a=b c"'),
        ("http://a.example/", "=nameless", "http://a.example/", ""),
        ("http://a.example/", "no equals sign", "http://a.example/", ""),
        ("http://a.example/", "s=bad\x01byte", "http://a.example/", ""),
        ("http://a.example/", "s=" + "x" * 5000, "http://a.example/", ""),
    ],
)
def test_where_a_cookie_goes(set_by: str, line: str, asked: str, sent: str) -> None:
    """Domain, path, scheme and age decide; nothing goes to another host or to a whole registry."""
    assert jar_from(set_by, line).header(parse_address(asked), NOW) == sent


def test_a_cookie_for_a_whole_registry_is_not_kept() -> None:
    """A cookie meant for every shop of a country is dropped, not narrowed."""
    assert len(jar_from("http://shop.co.uk/", "s=1; Domain=co.uk")) == 0
    assert len(jar_from("http://shop.co.uk/", "s=1; Domain=shop.co.uk")) == 1


def test_cookies_are_replaced_expire_and_are_deleted() -> None:
    """A new value replaces the old, an old one is not sent, an expired one deletes."""
    jar = jar_from("http://a.example/", "s=1; Max-Age=60")
    home = parse_address("http://a.example/")
    assert jar.header(home, LATER) == ""
    jar.learn([(b"set-cookie", b"s=2")], home, NOW)
    assert jar.header(home, LATER) == "s=2"
    jar.learn([(b"SET-COOKIE", b"s=; Max-Age=-1")], home, NOW)
    assert len(jar) == 0


def test_a_host_cannot_fill_the_jar() -> None:
    """At most fifty cookies of one host are kept."""
    jar = jar_from("http://a.example/", *(f"c{n}=1" for n in range(500)))
    assert len(jar) == 50


@given(st.text(max_size=200))
def test_any_set_cookie_line_is_survived(line: str) -> None:
    """No header makes the jar raise, and nothing it sends can break a header line."""
    jar = CookieJar()
    address = parse_address("http://a.example/")
    jar.learn([(b"Set-Cookie", line.encode("utf-8", "replace"))], address, NOW)
    sent = jar.header(address, NOW)
    assert not {"\r", "\n", "\0"} & set(sent)


def test_the_next_request_has_the_cookies_of_the_last_answer() -> None:
    """Session cookies set by one page are sent with the next, to this host only; no secret goes elsewhere."""
    sent: list[tuple[str, dict[str, str]]] = []

    def answer(request: WireRequest) -> MemoryAnswer:
        sent.append((request.url, dict(request.headers)))
        return MemoryAnswer(200, (("Set-Cookie", "sid=secret; Path=/"), ("Set-Cookie", "theme=dark")))

    async def run() -> None:
        config = FetchConfig(obey_robots=False)
        fetcher = Fetcher(MemoryTransport(answer), config, VirtualClock(NOW), MemoryHosts(), "http://a.example")
        for url in ("http://a.example/1", "http://a.example/2", "http://b.example/", "https://a.example.evil.example/"):
            await fetcher.fetch(url)

    asyncio.run(run())
    first, second, *strangers = (headers for _, headers in sent)
    assert "Cookie" not in first
    assert second["Cookie"] == "sid=secret; theme=dark"
    assert all("secret" not in str(headers) for headers in strangers)


# -- cookies.txt --------------------------------------------------------------------------------------------------

NETSCAPE = """# Netscape HTTP Cookie File
.a.example\tTRUE\t/\tFALSE\t2000000000\tsid\tabc
#HttpOnly_forum.a.example\tFALSE\t/f\tTRUE\t0\ttoken\tx=y

"""


def test_a_browsers_cookies_are_read(tmp_path: Path) -> None:
    """cookies.txt as browsers export it: domains, secure and http-only cookies."""
    path = tmp_path / "cookies.txt"
    path.write_text(NETSCAPE)
    jar = load_cookies(path)
    assert jar.header(parse_address("http://forum.a.example/f/1"), NOW) == "sid=abc"
    assert jar.header(parse_address("https://forum.a.example/f/1"), NOW) == "token=x=y; sid=abc"
    assert jar.header(parse_address("https://b.example/f/1"), NOW) == ""


@pytest.mark.parametrize("content", ["not a cookie file", "a\tb\tc\td\te\tf\tg\n", '{"cookies": []}'])
def test_a_wrong_cookie_file_is_said(tmp_path: Path, content: str) -> None:
    """A file in another format ends with a sentence that names the line and what to do."""
    path = tmp_path / "cookies.txt"
    path.write_text(content)
    with pytest.raises(UsageError, match=r"line 1.*export it again"):
        load_cookies(path)


def test_a_missing_cookie_file_is_said(tmp_path: Path) -> None:
    """A file that is not there names the option."""
    with pytest.raises(UsageError, match="--cookies"):
        load_cookies(tmp_path / "none.txt")


def test_cookies_can_be_given() -> None:
    """A jar may start with cookies of one's own."""
    jar = CookieJar([Cookie("a", "1", "a.example", "/", host_only=False)])
    assert jar.header(parse_address("http://x.a.example/"), NOW) == "a=1"
