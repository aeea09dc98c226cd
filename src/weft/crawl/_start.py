"""The first page of a crawl: it must be there, be a page, and tell what the site is."""

from __future__ import annotations

from dataclasses import dataclass

from weft.config import CrawlConfig
from weft.crawl._visit import read_answer
from weft.errors import StartPageError
from weft.fetch import Deferred, Failed, Fetched, Fetcher, Outcome, Redirected, Refusal, Refused, Trouble
from weft.page import Page
from weft.urls import Scope


@dataclass(frozen=True, slots=True)
class Start:
    """The hops that led to the start page (last one first fetched page), and the page."""

    hops: tuple[tuple[str, Outcome], ...]
    page: Page


async def fetch_start(fetcher: Fetcher, url: str, max_redirects: int) -> Start:
    """Fetch the page the user typed, hop by hop; raises StartPageError with one clear sentence if there is none."""
    hops: list[tuple[str, Outcome]] = []
    current = url
    for _ in range(max_redirects + 1):
        outcome = await fetcher.fetch(current)
        hops.append((current, outcome))
        if not isinstance(outcome, Redirected):
            return Start(tuple(hops), _need_page(current, outcome))
        current = outcome.target
    raise StartPageError(f"{url} redirects more than {max_redirects} times; give the address it should end at.", url)


def scope_of(page: Page, config: CrawlConfig) -> Scope:
    """Give the scope the user set, or the one the page's own links suggest."""
    around = Scope.around(page.url, (link.url for link in page.links if link.url is not None))
    if config.prefix is None:
        return around
    return Scope(around.origin, "/" + config.prefix.strip("/") + "/" if config.prefix.strip("/") else "/")


def _need_page(url: str, outcome: Outcome) -> Page:
    match outcome:
        case Fetched() if outcome.exchange.status >= 400:
            reason = (
                f"{url} answers HTTP {outcome.exchange.status}; open it in a browser and give the address that works."
            )
        case Fetched():
            page = read_answer(outcome)
            if page is not None and not page.problem:
                return page
            kind = outcome.exchange.media_type or "something without a type"
            reason = f"{url} is not a web page but {kind}; give the address of a page of the forum."
            if page is not None:
                reason = f"{url} cannot be read: {page.problem}; give the address of another page of the forum."
        case Refused():
            reason = _explain_refusal(url, outcome)
        case Deferred():
            until = f"{outcome.until:%Y-%m-%d %H:%M:%S} UTC"
            reason = f"{url} asks to be left alone until {until} ({outcome.why}); run again then."
        case Failed():
            reason = _explain_trouble(url, outcome.why)
        case _:
            reason = f"{url} leads nowhere."
    raise StartPageError(reason, url)


def _explain_trouble(url: str, why: str) -> str:
    if why == Trouble.TLS:
        return f"{url} cannot be fetched safely: {why}; check the address, or use --insecure if you trust the server."
    return f"{url} cannot be fetched: {why}; check the address and your connection, then run again."


def _explain_refusal(url: str, refused: Refused) -> str:
    match refused.why:
        case Refusal.ROBOTS:
            return (
                f"{url} may not be crawled: robots.txt of the site forbids it (--ignore-robots if you have permission)."
            )
        case Refusal.ROBOTS_UNREACHABLE:
            # robots.txt is asked for first, so a host that is not there is met there; say that, not the detail
            for trouble in Trouble:
                if refused.detail.startswith(trouble):
                    return _explain_trouble(url, trouble)
            return f"{url} may not be crawled now: its robots.txt cannot be read ({refused.detail}); run again later."
        case Refusal.ADDRESS:
            return f"{url} leads to an address Weft does not go to ({refused.detail}); give the address you mean."
        case _:
            return f"{url} is not fetched: {refused.why}; give the address of a page of the forum."
