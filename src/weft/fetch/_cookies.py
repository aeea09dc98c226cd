"""Cookies by RFC 6265: kept for the host that set them, sent where its rules say, nothing else.

Own jar, because the standard one builds a request object and takes locks for every page (0.1 ms), and most forums'
jars hold three cookies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from pathlib import Path

from weft.errors import UsageError
from weft.urls import Address

MAX_COOKIE_CHARS = 4096  # RFC 6265 6.1
MAX_COOKIES_PER_HOST = 50
MAX_COOKIES = 3000
# Second-level names that are registries in country domains (`co.uk`): a cookie for all of one would go to strangers.
REGISTRY_LABELS = frozenset(
    {"ac", "co", "com", "edu", "go", "gob", "gov", "gouv", "mil", "ne", "net", "nom", "or", "org"}
)
NETSCAPE_FIELDS = 7
_NETSCAPE_HTTP_ONLY = "#HttpOnly_"


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie and where it may go. `host_only`: to exactly `domain`; otherwise to names below it too."""

    name: str
    value: str
    domain: str
    path: str = "/"
    host_only: bool = True
    secure: bool = False
    expires: datetime | None = None

    def goes_to(self, address: Address) -> bool:
        """Tell whether domain, path and scheme allow sending it there."""
        if self.secure and address.scheme != "https":
            return False
        if address.host != self.domain and (self.host_only or not _is_below(address.host, self.domain)):
            return False
        return _path_matches(address.path, self.path)


class CookieJar:
    """The cookies of one crawl. Nothing is written to disk."""

    def __init__(self, cookies: Iterable[Cookie] = ()) -> None:
        self._cookies: dict[tuple[str, str, str], Cookie] = {}
        self.changes = 0  # grows whenever a cookie changes: a page asked for again may answer differently
        for cookie in cookies:
            self._put(cookie)

    def __len__(self) -> int:
        return len(self._cookies)

    def header(self, address: Address, now: datetime) -> str:
        """Give the Cookie header for a request, '' for none; longer paths first (RFC 6265 5.4)."""
        if not self._cookies:
            return ""
        fitting = [c for c in self._cookies.values() if c.goes_to(address) and (c.expires is None or c.expires > now)]
        fitting.sort(key=lambda cookie: -len(cookie.path))
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in fitting)

    def learn(self, headers: Iterable[tuple[bytes, bytes]], address: Address, now: datetime) -> None:
        """Keep, replace or drop cookies as the Set-Cookie headers of an answer say."""
        for name, value in headers:
            if len(name) == 10 and name.lower() == b"set-cookie":
                cookie = parse_set_cookie(value.decode("latin-1"), address, now)
                if cookie is not None:
                    self._set(cookie, now)

    def _set(self, cookie: Cookie, now: datetime) -> None:
        if cookie.expires is not None and cookie.expires <= now:
            if self._cookies.pop((cookie.domain, cookie.path, cookie.name), None) is not None:
                self.changes += 1
            return
        self._put(cookie)

    def _put(self, cookie: Cookie) -> None:
        key = (cookie.domain, cookie.path, cookie.name)
        old = self._cookies.get(key)
        if old is None and self._is_full(cookie.domain):
            return
        if old != cookie:
            self._cookies[key] = cookie
            self.changes += 1

    def _is_full(self, domain: str) -> bool:
        if len(self._cookies) < MAX_COOKIES_PER_HOST:
            return False
        return len(self._cookies) >= MAX_COOKIES or (
            sum(cookie.domain == domain for cookie in self._cookies.values()) >= MAX_COOKIES_PER_HOST
        )


def parse_set_cookie(text: str, address: Address, now: datetime) -> Cookie | None:
    """Read one Set-Cookie header of an answer from `address` (RFC 6265 5.2); None if it may not be kept."""
    pair, *rest = text.split(";")
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name or len(pair) > MAX_COOKIE_CHARS or not _is_printable(name + value):
        return None
    attributes = {key.strip().lower(): found.strip() for key, _, found in (item.partition("=") for item in rest)}
    domain = attributes.get("domain", "").lstrip(".").lower()
    if domain and domain != address.host and not (_is_below(address.host, domain) and not is_registry(domain)):
        return None
    path = attributes.get("path", "")
    return Cookie(
        name=name,
        value=value,
        domain=domain or address.host,
        path=path if path.startswith("/") else _default_path(address.path),
        host_only=not domain or is_registry(domain),
        secure="secure" in attributes,
        expires=_expiry(attributes, now),
    )


def is_registry(domain: str) -> bool:
    """Tell whether a domain is one under which strangers register names, as far as its shape shows."""
    labels = domain.split(".")
    return len(labels) < 2 or (len(labels) == 2 and len(labels[1]) == 2 and labels[0] in REGISTRY_LABELS)


def load_cookies(path: Path) -> CookieJar:
    """Read a Netscape cookies.txt as browsers and their add-ons export it; raises UsageError saying what is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The cookie file {path} cannot be read ({error}); check --cookies.") from None
    cookies = []
    for number, line in enumerate(lines, start=1):
        content = line.removeprefix(_NETSCAPE_HTTP_ONLY)
        if not content.strip() or content.startswith("#"):
            continue
        cookie = _parse_netscape(content)
        if cookie is None:
            raise UsageError(
                f"{path}, line {number}: not a line of a Netscape cookies.txt ({NETSCAPE_FIELDS} fields with tabs "
                "between); export it again from the browser in that format."
            )
        cookies.append(cookie)
    return CookieJar(cookies)


def _parse_netscape(line: str) -> Cookie | None:
    fields = line.split("\t")
    if len(fields) != NETSCAPE_FIELDS:
        return None
    domain, below, path, secure, expires, name, value = fields
    try:
        seconds = int(float(expires or "0"))
        expiry = datetime.fromtimestamp(seconds, UTC) if seconds > 0 else None
    except (ValueError, OverflowError, OSError):
        return None
    return Cookie(
        name=name,
        value=value.strip(),
        domain=domain.lstrip(".").lower(),
        path=path or "/",
        host_only=below.upper() != "TRUE",
        secure=secure.upper() == "TRUE",
        expires=expiry,
    )


def _expiry(attributes: dict[str, str], now: datetime) -> datetime | None:
    age = attributes.get("max-age", "")
    if age.lstrip("-").isdecimal() and age.isascii():
        # 400 days is what browsers allow; it also keeps absurd numbers from overflowing.
        return now + timedelta(seconds=max(-1, min(int(age[:12]), 400 * 86400)))
    try:
        when = parsedate_to_datetime(attributes.get("expires", "").replace("-", " "))  # `21-Oct-2030` is old style
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None


def _default_path(path: str) -> str:
    return path[: path.rfind("/")] or "/"


def _path_matches(path: str, allowed: str) -> bool:
    return path.startswith(allowed) and (len(path) == len(allowed) or allowed[-1] == "/" or path[len(allowed)] == "/")


def _is_below(host: str, domain: str) -> bool:
    if not host.endswith("." + domain):
        return False
    try:
        ip_address(host)
    except ValueError:
        return True
    return False


def _is_printable(text: str) -> bool:
    return all(" " <= character <= "~" or character > "\x9f" for character in text)
