"""What makes a request conditional: the validators of the answer that the archive has read last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from weft.page import Exchange
from weft.store import Archive

NOT_MODIFIED = 304
KEPT = 20_000  # addresses whose validators are kept at hand; those of others are read from the archive
_OK = 200
_PAIRS = (("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"))

Headers = tuple[tuple[str, str], ...]


class Validators:
    """Entity tags and dates by address (RFC 9110 8.8), each of the newest answer that the policy was told of.

    What a page told that was fetched just before a kill, the policy has forgotten: asked for with the validators of the
    archive, the page would be "not modified", and its news lost until the next.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._kept: OrderedDict[str, Headers] = OrderedDict()
        self._unconfirmed: OrderedDict[str, Headers] = OrderedDict()

    def of(self, url: str, *, from_archive: bool) -> Headers:
        """Give the headers to send; none when the site gave nothing to compare with.

        `from_archive`: of a page not met yet, the archive's answer may be believed.
        """
        if url not in self._kept and from_archive:
            exchange = self._archive.read_exchange(url)
            self._keep(url, read_validators(exchange) if exchange is not None else ())
        return self._kept.get(url, ())

    def learn(self, exchange: Exchange, *, confirm: bool) -> None:
        """Note the validators of an answer that is now the newest in the archive.

        `confirm`: they are used from the second answer on that has them. A post that is missing from a page is called
        gone after a second look at it, and "not modified" is none.
        """
        url, headers = exchange.url, read_validators(exchange)
        if confirm and headers and self._unconfirmed.pop(url, None) != headers:
            _put(self._unconfirmed, url, headers)
            headers = ()
        self._keep(url, headers)

    def save(self) -> dict[str, list[list[str]]]:
        """Give everything as plain data."""
        return {url: [list(pair) for pair in headers] for url, headers in self._kept.items() if headers}

    def restore(self, saved: Mapping[str, list[list[str]]]) -> None:
        """Take up what was saved together with what the policy knew."""
        self._kept.update((url, tuple((name, value) for name, value in pairs)) for url, pairs in saved.items())

    def _keep(self, url: str, headers: Headers) -> None:
        _put(self._kept, url, headers)


def _put(kept: OrderedDict[str, Headers], url: str, headers: Headers) -> None:
    kept[url] = headers
    kept.move_to_end(url)
    if len(kept) > KEPT:
        kept.popitem(last=False)


def read_validators(exchange: Exchange) -> Headers:
    """Give what makes a later request for the same page conditional; nothing for an answer that is not a whole page."""
    if exchange.status != _OK or exchange.truncated is not None:
        return ()
    return tuple((sent, value) for name, sent in _PAIRS if (value := exchange.header(name)))
