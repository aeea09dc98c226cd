"""URLs: canonical form, resolving, scope, tokens."""

from __future__ import annotations

import ada_url
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from weft.urls import Scope, ancestors, canonicalise, parse_address, resolve, tokenise

BASE = "http://forum.example/board/index.php?b=2"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("HTTP://Forum.Example:80/a", "http://forum.example/a"),
        ("https://forum.example:443", "https://forum.example/"),
        ("http://forum.example:8080/a/../b/./c", "http://forum.example:8080/b/c"),
        ("http://forum.example/a#post-7", "http://forum.example/a"),
        ("http://anna:secret@forum.example/a", "http://forum.example/a"),
        ("http://forum.example/a?", "http://forum.example/a"),
        ("http://forum.example/?z=1&a=2", "http://forum.example/?z=1&a=2"),
        ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
    ],
)
def test_canonical_form(written: str, canonical: str):
    """Case, ports, dot segments, fragments and user info are normalised; the query's order is the site's."""
    assert canonicalise(written) == canonical


@pytest.mark.parametrize(
    "href", ["mailto:a@b.example", "javascript:void(0)", "data:text/html,x", "ftp://h/", "http://"]
)
def test_what_is_not_on_the_web_has_no_canonical_form(href: str):
    """Mail, scripts and broken addresses are no URLs to fetch."""
    assert resolve(href, BASE) is None


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("read.php?t=5", "http://forum.example/board/read.php?t=5"),
        ("?b=3", "http://forum.example/board/index.php?b=3"),
        ("//cdn.example/x", "http://cdn.example/x"),
        ("/top", "http://forum.example/top"),
        ("../../../up", "http://forum.example/up"),
        (" \n/spaces ", "http://forum.example/spaces"),
        ("", "http://forum.example/board/index.php?b=2"),
    ],
)
def test_hrefs_resolve_as_browsers_do(href: str, url: str):
    """Relative references follow the WHATWG rules."""
    assert resolve(href, BASE) == url


def test_a_url_longer_than_any_server_needs_is_refused():
    """Endless URLs are traps."""
    assert canonicalise("http://h/" + "a" * 9000) is None


@given(st.text(max_size=200))
def test_resolving_never_raises_and_is_stable(href: str):
    """Any text is an href somebody wrote; its canonical form is its own canonical form."""
    url = resolve(href, BASE)
    if url is not None:
        assert canonicalise(url) == url
        parse_address(url)
        tokenise(url)


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("x?", "x"),
        ("x??", "x??"),
        ("x?a?", "x?a?"),
        ("/x?", "x"),
        ("/x?a=b?", "x?a=b?"),
        ("http://h.example/x??", "x??"),
    ],
)
def test_only_an_empty_query_is_dropped(href: str, url: str):
    """A question mark at the end of a query is a part of it, and the address is the same read again."""
    found = resolve(href, "http://h.example/")
    assert found == canonicalise(str(found)) == f"http://h.example/{url}"


_PIECES = [
    "a",
    "read.php",
    ".",
    "..",
    "./",
    "../",
    "/",
    "//",
    "?",
    "#",
    "%2e",
    "%2E",
    "%",
    "=",
    "&",
    ":",
    "@",
    "[",
    "]",
]
_PIECES += [
    "http:",
    "http://forum.example",
    "http://forum.example/",
    "http://forum.example:80",
    "\\",
    "\t",
    " ",
    "é",
    "'",
]
_BASES = [BASE, "http://forum.example", "http://forum.example/a//b", "http://u:p@forum.example/q/w?x/y", "data:x"]


@given(st.lists(st.sampled_from(_PIECES), max_size=7), st.sampled_from(_BASES))
@example(["http://forum.example", "a"], BASE)
@example(["../", "/", "a"], BASE)
@example(["a", "#", "\ud800"], BASE)
def test_plain_hrefs_resolve_as_the_parser_would(pieces: list[str], base: str):
    """What is put together without the parser is what the parser gives."""
    href = "".join(pieces)
    try:
        expected = canonicalise(ada_url.join_url(base, href))
    except (ValueError, UnicodeEncodeError):
        expected = None
    assert resolve(href, base) == expected


def test_an_address_has_origin_and_target():
    """Pace, cookies and robots.txt go by origin, the request line by target."""
    address = parse_address("https://[2001:db8::1]:8443/a/b?c=d")
    assert address.origin == "https://[2001:db8::1]:8443"
    assert address.target == "/a/b?c=d"
    assert parse_address("http://h/").origin == "http://h"


def test_scope_is_origin_and_prefix():
    """A URL is inside when host, port and folder fit; http and https of one host are one site."""
    scope = Scope("http://forum.example", "/board/")
    assert scope.holds("http://forum.example/board/x")
    assert scope.holds("https://forum.example/board/x")
    assert scope.holds("http://forum.example/board")
    assert not scope.holds("http://forum.example/blog/x")
    assert not scope.holds("http://forum.example:8080/board/x")
    assert not scope.holds("http://forum.example.evil/board/x")
    assert not scope.holds("http://other.example/board/x")


def test_scope_is_found_from_the_links_of_the_start_page():
    """The deepest folder above the page that holds nearly all of its own links is the forum's root."""
    inside = [f"http://h/forum/read.php?t={n}" for n in range(40)]
    assert Scope.around("http://h/forum/index.php", [*inside, "http://h/", "http://x/"]) == Scope("http://h", "/forum/")
    pretty = [f"http://h/t/title-{n}/{n}" for n in range(20)] + [f"http://h/c/{n}" for n in range(10)]
    assert Scope.around("http://h/t/title/5", pretty) == Scope("http://h", "/")
    assert Scope.around("http://h/forum/", []) == Scope("http://h", "/")


@pytest.mark.parametrize("month", ["2021-04", "2021-April", "april2021", "21"])
def test_a_month_of_an_archive_is_no_site(month: str):
    """Nearly all links of a letter stay in its month; the archive is the folder around."""
    letters = [f"http://h/lists/club/{month}/{n}.html" for n in range(40)]
    assert Scope.around(letters[0], letters[1:]) == Scope("http://h", "/lists/club/")


def test_scope_is_no_word_that_all_addresses_begin_with():
    """Where nothing lies right in the folder, neither does the front page; a file in it, or itself, is enough."""
    pages = [f"http://h/c/{room}/{kind}/{n}" for room in ("oak", "elm") for kind in ("in", "on") for n in range(9)]
    assert Scope.around(pages[0], [*pages, "http://h/"]) == Scope("http://h", "/")
    for place in ("http://h/c/", "http://h/c", "http://h/c/help.html"):
        assert Scope.around(pages[0], [*pages, "http://h/", place]) == Scope("http://h", "/c/")


def test_ancestors_are_the_folders_above():
    """Deepest first, the root last."""
    assert ancestors("/a/b/c") == ["/a/b/", "/a/", "/"]
    assert ancestors("/") == ["/"]


def test_tokens_of_a_url():
    """Path parts, query pairs, digit runs and words are at hand for patterns."""
    tokens = tokenise("http://h/t/12-How_To%20x/p3.html?page=4&q=caf%C3%A9+au")
    assert tokens.path == ("t", "12-How_To x", "p3.html")
    assert tokens.query == (("page", "4"), ("q", "café au"))
    assert tokens.keys == ("page", "q")
    assert tokens.numbers == (12, 3, 4)
    assert {"t", "how", "to", "page", "html", "café"} <= tokens.words
    assert tokens.pieces[1] == ("12", "-", "How", "_", "To", " ", "x")


def test_urls_that_differ_in_digits_only_have_one_shape():
    """Paper 001's first sub-clustering: same parts, same keys, digit runs equal."""
    assert tokenise("http://h/t/12/p3?page=4").shape == tokenise("http://h/t/7/p99?page=1").shape
    assert tokenise("http://h/t/12").shape != tokenise("http://h/t/12/").shape
    assert tokenise("http://h/t?a=1").shape != tokenise("http://h/t?b=1").shape


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1"])
def test_hosts_written_as_numbers_are_read_as_the_parser_reads_them(host: str) -> None:
    assert parse_address(f"http://{host}/a?b=c").host == "127.0.0.1"


@pytest.mark.parametrize("url", ["http://256.0.0.1/", "http://a.1/", "http://h:99999/"])
def test_hosts_and_ports_that_are_none_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="Invalid input"):
        parse_address(url)
