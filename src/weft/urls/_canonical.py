"""Parsing and resolving by the WHATWG rules (ada), and the one way Weft writes an address.

The parser already lowers scheme and host, drops default ports, resolves dot segments and encodes what must be.
Canonical form adds: no fragment, no user info, `/` for an empty path. Query order stays as the site writes it:
servers may read it, and what two orders mean is for learning to find out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import ada_url

WEB_SCHEMES = ("http:", "https:")
MAX_URL_CHARS = 8192  # longer ones are traps, no server needs them
_DEFAULT_PORT = {"http": 80, "https": 443}
# What most links of a forum look like. No parser changes a letter of these: nothing in them is encoded or taken for a
# scheme or a host, and no part of the path is a dot segment, which would begin with a dot or with `%2e`.
_PART = r"[A-Za-z0-9_~!$(),;+*=&-][A-Za-z0-9_~!$(),;+*=&.%-]*+"
_PATH = rf"{_PART}(?:/{_PART})*+/?+"
_QUERY = r"(?:\?[A-Za-z0-9_~!$(),;+*=&./:%\[\]?-]*+)?+"
_FROM_FOLDER = re.compile(_PATH + _QUERY)
_FROM_ROOT = re.compile(rf"/(?:{_PATH})?+{_QUERY}")
# A host by name, the last part of which begins with a letter, else it might be a number, or by four plain numbers.
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_HOST = rf"(?![^/]*xn--)(?:[a-z0-9-]+\.)*+[a-z][a-z0-9-]*+|{_BYTE}(?:\.{_BYTE}){{3}}"
_PLAIN_ROOT = re.compile(rf"(https?)://({_HOST})(?::([0-9]{{1,4}}))?/")


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of a canonical web URL that decide where a request goes."""

    scheme: str
    host: str  # without port; IPv6 without brackets
    port: int
    path: str
    query: str  # without '?'

    @property
    def origin(self) -> str:
        """Scheme, host and port as robots.txt, cookies and pace know a site: `http://host:port`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == _DEFAULT_PORT[self.scheme] else f":{self.port}")

    @property
    def target(self) -> str:
        """Path and query as the request line carries them."""
        return f"{self.path}?{self.query}" if self.query else self.path


def canonicalise(url: str) -> str | None:
    """Give the canonical form of an absolute web URL; None if it is not one."""
    return _finish(url, None)


def resolve(href: str, base: str) -> str | None:
    """Give the canonical form of an href found on the page at `base`; None if it leads nowhere on the web."""
    return _join_plain(href, base) or _finish(href, base)


def parse_address(url: str) -> Address:
    """Take a canonical URL apart; raises ValueError for anything that is not a web URL."""
    return _parse_address(url)


@lru_cache(maxsize=4096)
def _parse_address(url: str) -> Address:
    root = _PLAIN_ROOT.match(url)
    if root is not None and _FROM_ROOT.fullmatch(url, root.end() - 1):  # nothing in it that the parser would change
        path, _, query = url[root.end() - 1 :].partition("?")
        return Address(root[1], root[2], int(root[3] or _DEFAULT_PORT[root[1]]), path, query)
    parsed = ada_url.URL(url)
    scheme = parsed.protocol.rstrip(":")
    if parsed.protocol not in WEB_SCHEMES:
        raise ValueError(f"not a web URL: {url!r}")
    port = int(parsed.port) if parsed.port else _DEFAULT_PORT[scheme]
    host = parsed.hostname.strip("[]")
    return Address(scheme, host, port, parsed.pathname or "/", parsed.search.removeprefix("?"))


def _join_plain(href: str, base: str) -> str:
    """Give an href whose canonical form is itself behind a part of the base, without asking the parser; else ''."""
    root, folder = _cut_base(base)
    if len(href) > MAX_URL_CHARS or not root or not href.isascii():
        return ""
    plain = href.partition("#")[0]
    if plain.startswith(root):
        plain = plain[len(root) - 1 :]
    if plain.startswith("/"):
        return _drop_empty_query(root + plain[1:]) if _FROM_ROOT.fullmatch(plain) else ""
    if plain.startswith("."):
        folder, plain = _climb(folder, len(root), plain)
        if not plain:
            return folder
    return _drop_empty_query(folder + plain) if _FROM_FOLDER.fullmatch(plain) else ""


def _climb(folder: str, least: int, href: str) -> tuple[str, str]:
    """Take `./` and `../` off the front of an href and off the end of the folder it is in."""
    href = href.removeprefix("./")
    while href.startswith("../"):
        href = href[3:]
        if len(folder) > least:
            folder = folder[: folder.rindex("/", 0, -1) + 1]
    return folder, href


@lru_cache(maxsize=256)
def _cut_base(base: str) -> tuple[str, str]:
    """Give root and folder of a page that hrefs are relative to, each with a slash; nothing for none of the web."""
    url = _finish(base, None)
    if url is None:
        return "", ""
    return "/".join(url.split("/", 3)[:3]) + "/", url.partition("?")[0].rpartition("/")[0] + "/"


def _finish(href: str, base: str | None) -> str | None:
    if len(href) > MAX_URL_CHARS:
        return None
    try:
        # One call when nothing needs removing: most links have neither fragment nor user info.
        absolute = ada_url.join_url(base, href) if base is not None else ada_url.URL(href).href
    except (ValueError, UnicodeEncodeError):
        return None
    if not absolute.startswith(WEB_SCHEMES):
        return None
    if "#" in absolute:
        absolute = absolute.partition("#")[0]
    if "@" in absolute:
        absolute = _without_credentials(absolute)
    return _drop_empty_query(absolute)


def _drop_empty_query(url: str) -> str:
    """Take off a question mark that nothing stands behind; one at the end of a query is a part of it."""
    return url[:-1] if url.endswith("?") and url.index("?") == len(url) - 1 else url


def _without_credentials(url: str) -> str:
    parsed = ada_url.URL(url)
    parsed.username = ""
    parsed.password = ""
    return parsed.href
