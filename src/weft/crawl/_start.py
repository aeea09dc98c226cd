"""The first page of a crawl: it must be there, be a page, and tell what the site is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from weft.config import CrawlConfig
from weft.crawl._visit import read_answer
from weft.errors import StartPageError
from weft.fetch import Deferred, Failed, Fetched, Fetcher, Outcome, Redirected, Refusal, Refused, Trouble
from weft.page import Page, is_html, read_feed, read_feed_home
from weft.traversal import Sample, full_addresses, shows_in_full
from weft.urls import Scope, ancestors, parse_address, resolve

MOST_TRIED = 2  # addresses asked for to find the full version of a page
MOST_ABOVE = 2  # folders asked for besides the uppermost one, where the start page is none


@dataclass(frozen=True, slots=True)
class Start:
    """The hops that led to the start page (last one first fetched page), the page, and what a person should know."""

    hops: tuple[tuple[str, Outcome], ...]
    page: Page
    notes: tuple[str, ...] = ()
    problem: str = ""  # of the page the user typed, where another was taken instead


async def fetch_start(fetcher: Fetcher, url: str, max_redirects: int) -> Start:
    """Fetch the page the user typed, hop by hop; raises StartPageError with one clear sentence if there is none.

    From a feed it goes on to the web page the feed is of; from what is gone or not to be asked for (an old thread,
    a form to register) to the folders above it.
    """
    hops: list[tuple[str, Outcome]] = []
    try:
        return await _reach(fetcher, url, max_redirects, hops)
    except StartPageError as error:
        last, outcome = hops[-1]
        for folder in _folders_instead(last, outcome):
            with suppress(StartPageError):
                start = await _reach(fetcher, folder, max_redirects, hops)
                why = outcome.why if isinstance(outcome, Refused) else "it is not there for us"
                told = f"{last} cannot be the start ({why}); the crawl began above it, at {start.page.url}"
                return replace(start, notes=(told, *start.notes), problem=str(error))
        raise


async def _reach(fetcher: Fetcher, url: str, max_redirects: int, hops: list[tuple[str, Outcome]]) -> Start:
    """Fetch a page hop by hop; each is added to the hops."""
    feed, others = "", list[str]()
    current = url
    for _ in range(max_redirects + 1):
        outcome = await fetcher.fetch(current)
        hops.append((current, outcome))
        if isinstance(outcome, Redirected):
            current = outcome.target
        elif not feed and (others := _pages_of_feed(outcome)):
            feed, current = current, others.pop(0)
        elif others and not _is_page(outcome):
            current = others.pop(0)
        else:
            page = _need_page(current, outcome)
            told = f"{feed} is a feed; the crawl began at the page it belongs to, {page.url}"
            return Start(tuple(hops), page, (told,) if feed else ())
    raise StartPageError(f"{url} redirects more than {max_redirects} times; give the address it should end at.", url)


def _folders_instead(url: str, outcome: Outcome) -> list[str]:
    """Give the folders above a page that is not there or would act, deepest first: the forum may be there."""
    match outcome:
        case Fetched():
            is_none = 400 <= outcome.exchange.status < 500
        case Refused():
            is_none = outcome.why is Refusal.ACTION
        case _:
            is_none = False
    address = parse_address(url)
    above = [address.origin + path for path in ancestors(address.path)]
    return [folder for folder in dict.fromkeys([*above[:MOST_ABOVE], above[-1]]) if is_none and folder != url]


def _pages_of_feed(outcome: Outcome) -> list[str]:
    """Give the web page an answer is the feed of, and that of its first item; none when it is no feed."""
    if not isinstance(outcome, Fetched) or outcome.exchange.status >= 400 or _is_page(outcome):
        return []
    own = outcome.exchange.url
    told = [read_feed_home(outcome.content), *(item.url for item in read_feed(outcome.content)[:1])]
    found = dict.fromkeys(url for text in told if text and (url := resolve(text, own)))
    return [url for url in found if url != own and url.startswith(("http://", "https://"))]


def _is_page(outcome: Outcome) -> bool:
    """Whether an answer is a web page that is there."""
    if not isinstance(outcome, Fetched) or outcome.exchange.status >= 400:
        return False
    return bool(outcome.exchange.rendered) or is_html(outcome.exchange.media_type, outcome.content)


async def leave_copy(ask: Callable[[str], Awaitable[Sample]], start: Sample, config: CrawlConfig) -> Sample:
    """Give the full version of a start page that belongs to a plainer copy of the forum; else the start page."""
    if start.page is None or config.prefix is not None:
        return start
    for url in full_addresses(start.page, scope_of(start.page, config))[:MOST_TRIED]:
        other = await ask(url)
        if other.page is not None and shows_in_full(start.page, other.page):
            return replace(other, url=other.final)
    return start


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
