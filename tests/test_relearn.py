"""A site that changes while it is crawled is noticed, learned again and crawled to the end."""

from __future__ import annotations

import asyncio
import dataclasses
import shutil
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from weft.api import CrawlJob, run_job
from weft.clock import SystemClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending, Parts, Report, Session
from weft.errors import UsageError
from weft.fetch import Fetcher
from weft.simulate import ChangingTransport, SimulatedTransport, TruthKind, make_site
from weft.store import UrlState, open_archive
from weft.traversal import Plan, Role, Rule
from weft.urls import Scope

THREADS = 40
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0), concurrency=8), crawl=CrawlConfig(max_pages=1000))


class Change:
    """A site in one skin that takes on another after so many requests."""

    def __init__(self, before: str, after: str, requests: int, *, redirects: bool = False) -> None:
        self.before, self.after = make_site(before, threads=THREADS), make_site(after, threads=THREADS)
        self.transport = ChangingTransport(self.before, self.after, requests, redirects=redirects)

    def crawl(self, folder: Path, plan: Plan | None = None, settings: Settings = SETTINGS) -> Report:
        job = CrawlJob(self.before.entry_url, folder, settings, plan, transport=self.transport)
        return asyncio.run(run_job(job))

    def coverage(self) -> float:
        """The share of thread pages that were fetched, before the change or after it."""
        at = self.before.model.end
        wanted = {truth.key for _, truth in self.before.all_truth(at) if truth.kind is TruthKind.THREAD}
        got = {self.transport.truth(visit.url).key for visit in self.transport.log}
        return len(wanted & got) / len(wanted)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a site as it was before its change, half full; learned once for all tests."""
    folder = tmp_path_factory.mktemp("begun") / "a"
    half = dataclasses.replace(SETTINGS, crawl=CrawlConfig(max_pages=26))
    assert Change("tiles", "oldtable", 1000).crawl(folder, settings=half).ending is Ending.LIMIT
    return folder


@pytest.fixture
def half(begun: Path, tmp_path: Path) -> Path:
    """A copy of that archive."""
    return Path(shutil.copytree(begun, tmp_path / "a"))


def test_pages_have_the_same_keys_in_both_skins():
    """What a crawl has before the change counts after it."""
    change = Change("ledger", "papers", 10)
    at = change.before.model.end
    assert change.before.wanted_keys(at) == change.after.wanted_keys(at)


def test_two_origins_are_no_change():
    """One clear sentence."""
    before, after = make_site("ledger", threads=5), make_site("papers", threads=5)
    after.base_url = "http://elsewhere.example"
    with pytest.raises(UsageError, match="origin"):
        ChangingTransport(before, after, 10)


@pytest.mark.parametrize(("before", "after"), [("tiles", "oldtable"), ("ledger", "papers")])
def test_a_site_in_a_new_skin_is_learned_again(tmp_path: Path, before: str, after: str):
    """All threads are there in the end; both plans are kept; the requests count as learning; the report says so.

    What was queued under the old plan is excluded: the dead addresses asked for are those that showed the change.
    """
    change = Change(before, after, 26)
    report = change.crawl(tmp_path / "a")
    assert report.ending is Ending.DONE
    assert change.coverage() >= 0.98
    assert any("learned again" in note for note in report.notes)
    old, new = Plan.load(tmp_path / "a" / "plan-1.yaml"), Plan.load(tmp_path / "a" / "plan.yaml")
    assert old.entry == change.before.entry_url
    assert new.entry == change.after.entry_url
    thread = next(url for url, truth in change.after.all_truth(change.after.model.end) if truth.key == "thread:7:p1")
    assert new.judge(thread).role == "thread"
    with closing(open_archive(tmp_path / "a", read_only=True)) as archive:
        learning = [page.url for page in archive.pages() if page.row.learning]
        assert report.summary.learning_requests >= len(learning)
        assert any(change.after.truth(url, change.after.model.end).key == "entry" for url in learning)
        assert {row.role for row in archive.urls(UrlState.FETCHED)} >= {"index", "thread"}
    assert report.summary.by_state.get(UrlState.QUEUED, 0) == 0
    dead = [visit.url for visit in change.transport.log if visit.status == 404]
    kinds = [change.before.truth(url, change.before.model.end).kind for url in dead]
    assert sum(kind is not TruthKind.ATTACHMENT for kind in kinds) <= 18


def test_old_addresses_that_redirect_lead_on(half: Path):
    """They count as working, and no page is fetched twice for them."""
    change = Change("tiles", "oldtable", 0, redirects=True)
    report = change.crawl(half)
    assert report.ending is Ending.DONE
    assert change.coverage() >= 0.98
    after = [visit.url for visit in change.transport.log if visit.status == 200]
    assert len(after) - len(set(after)) <= 2  # the entry, and what learning looks at again


def test_an_interrupt_while_learning_again_is_clean(half: Path):
    """A change between two runs is noticed by the second; interrupted while it learns again, the third does so first.

    It asks for nothing that was seen since the change.
    """
    change = Change("tiles", "oldtable", 0)
    asked: list[str] = []

    async def interrupted() -> Report:
        clock = SystemClock()
        with closing(open_archive(half)) as archive:

            def make(hosts):
                return Fetcher(change.transport, SETTINGS.fetch, clock, hosts, change.before.base_url)

            def learning(url: str) -> None:
                asked.append(url)
                if len(asked) == 8:
                    session.interrupt()

            parts = Parts(archive, make, clock, SETTINGS, half, on_learning=learning)
            session = Session(parts, change.before.entry_url)
            return await session.run()

    report = asyncio.run(interrupted())
    assert report.ending is Ending.INTERRUPTED
    assert len(asked) == 8
    assert not (half / "plan-1.yaml").exists()
    before = len(change.transport.log)
    assert change.crawl(half).ending is Ending.DONE
    assert change.coverage() >= 0.98
    assert (half / "plan-1.yaml").exists()
    seen = {visit.url for visit in change.transport.log[:before] if visit.status == 200}
    again = [visit.url for visit in change.transport.log[before:] if visit.url in seen]
    assert len(again) <= 2  # the page under way when it was interrupted, and robots.txt


def test_a_plan_that_was_given_is_not_replaced(tmp_path: Path):
    """A person knows better; the crawl ends with what the plan leads to."""
    change = Change("tiles", "oldtable", 10)
    plan = Plan(Scope(change.before.base_url), change.before.entry_url, "mine", (Rule(r".*topic=\d+", Role.THREAD),))
    report = change.crawl(tmp_path / "a", plan)
    assert report.ending is Ending.DONE
    assert Plan.load(tmp_path / "a" / "plan.yaml") == plan
    assert sum(visit.status == 404 for visit in change.transport.log) > 10
    assert report.notes == ()


def test_dead_threads_of_a_site_that_is_as_it_was_change_nothing(half: Path):
    """Learned again in vain, once; the rest is crawled by the plan there was."""
    site = make_site("tiles", threads=THREADS)
    inner = SimulatedTransport(site, site.model.end)
    pages = dict(site.all_truth(site.model.end))
    threads = {url: truth.list for url, truth in pages.items() if truth.list and truth.kind is TruthKind.THREAD}
    gone = {url for url, name in threads.items() if name[-1] in "12345678"}

    class Losing:
        """Answers for most threads that they are gone."""

        def open(self, request):
            url = site.base_url + "/nowhere" if request.url in gone else request.url
            return inner.open(dataclasses.replace(request, url=url))

        async def close(self) -> None:
            """Nothing is held."""

    report = asyncio.run(run_job(CrawlJob(site.entry_url, half, SETTINGS, transport=Losing())))
    assert report.ending is Ending.DONE
    assert [note.rpartition("; ")[2] for note in report.notes] == ["nothing new was learned"]
    with closing(open_archive(half, read_only=True)) as archive:
        got = {row.url for row in archive.urls(UrlState.FETCHED)}
    assert {url for url, truth in pages.items() if truth.key} - gone <= got
    assert not (half / "plan-1.yaml").exists()
