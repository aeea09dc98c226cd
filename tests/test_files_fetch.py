"""Asking for files: bodies straight to where they go, limits of their own, one key for all addresses of a file."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.clock import SystemClock
from weft.config import CrawlConfig, FetchConfig
from weft.crawl import FileFinder, FileRules
from weft.fetch import (
    Fetched,
    Fetcher,
    MemoryAnswer,
    MemoryHosts,
    MemoryTransport,
    ReadLimits,
    WireRequest,
    WireResponse,
)
from weft.page import Attachment, Post, Truncation
from weft.page import ThreadPage as Shown
from weft.store import Discovered, Reading, UrlState
from weft.traversal import Plan, Role, Rule
from weft.urls import Scope

SITE = "http://forum.example"
CONFIG = FetchConfig(delay=timedelta(0), retries=1, backoff=timedelta(0), obey_robots=False, allow_private=True)
PLAN = Plan(Scope(SITE, "/"), f"{SITE}/", "weft", (Rule(r"http://forum\.example/t\?id=\d+", Role.THREAD),))


class Bucket:
    """Takes a body; a new one each time the head of an answer is looked at."""

    def __init__(self, most: int = 10**6) -> None:
        self.limits = ReadLimits.of(CONFIG, most)
        self.heads: list[int] = []
        self.data = b""

    def choose(self, answer: WireResponse) -> Bucket | None:
        self.heads.append(answer.status)
        self.data = b""
        return self if answer.status == 200 else None

    def write(self, data: bytes) -> None:
        self.data += data


def ask(handler: object, bucket: Bucket) -> tuple[Fetched, list[WireRequest]]:
    sent: list[WireRequest] = []

    def answer(request: WireRequest) -> MemoryAnswer:
        sent.append(request)
        return handler(request) if callable(handler) else handler  # type: ignore[return-value]

    async def run() -> Fetched:
        fetcher = Fetcher(MemoryTransport(answer), CONFIG, SystemClock(), MemoryHosts(), SITE)
        outcome = await fetcher.fetch_file(f"{SITE}/f?id=1", bucket.choose)
        assert isinstance(outcome, Fetched)
        return outcome

    return asyncio.run(run()), sent


def test_a_body_goes_to_its_sink_as_it_is():
    """The exchange has the head alone; no coding is asked for."""
    bucket = Bucket()
    outcome, sent = ask(MemoryAnswer(200, {"Content-Type": "application/zip"}, b"PK" * 1000), bucket)
    assert (bucket.data, outcome.exchange.body, outcome.content) == (b"PK" * 1000, b"", b"")
    assert dict(sent[0].headers)["Accept-Encoding"] == "identity"


def test_a_body_larger_than_its_sink_takes_is_cut_and_marked():
    """By the sink's limit, not by that of pages."""
    bucket = Bucket(100)
    outcome, _ = ask(MemoryAnswer(200, {}, b"x" * 101), bucket)
    assert (len(bucket.data), outcome.exchange.truncated) == (100, Truncation.LENGTH)


def test_each_try_looks_at_the_head_anew():
    """What a failed try had sent is not in front of the next one's bytes."""
    answers = iter([MemoryAnswer(500, {}, b"oops"), MemoryAnswer(200, {}, b"whole")])
    bucket = Bucket()
    ask(lambda _request: next(answers), bucket)
    assert (bucket.heads, bucket.data) == ([500, 200], b"whole")


def test_an_answer_that_is_no_file_is_in_the_exchange():
    """As that of any page."""
    bucket = Bucket()
    outcome, _ = ask(MemoryAnswer(404, {}, b"gone"), bucket)
    assert (outcome.exchange.body, bucket.data) == (b"gone", b"")


def finder(**wants: object) -> FileFinder:
    return FileFinder(FileRules.of(CrawlConfig(**wants), f"{SITE}/"), PLAN)  # type: ignore[arg-type]


def find(files: list[Attachment], post: str = "7", **wants: object) -> list[Discovered]:
    page = Shown(posts=(Post(post, attachments=tuple(files)),))
    reading = Reading(f"{SITE}/t?id=1", datetime.now(UTC), thread=page, list=f"{SITE}/t?id=1")
    return list(finder(**wants).find(reading, 1))


def offer(url: str, name: str = "plan.pdf", *, image: bool = False) -> Attachment:
    return Attachment(SITE + url if url.startswith("/") else url, name, name.rpartition(".")[2], image)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/f?id=12", "/f?id=12&thumb=1"),
        ("/f?id=12;image", "/f?id=12"),
        ("/full/12/plan.pdf", "/small/12/plan.pdf"),
        ("/f?aid=MTJ8YWJjZGVm&show=yes", "/f?aid=MTJ8YWJjZGVm"),
        ("/look?thumbnail=12", "/load?file=12"),
    ],
)
def test_two_addresses_of_one_name_in_a_post_are_one_file(one: str, other: str):
    """To look at and to load down: they share a key, so that the frontier asks for one of them."""
    first, second = find([offer(one), offer(other)])
    assert first.key == second.key != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("/f?id=12", "/f?id=13"), ("/f/12/plan.pdf", "/f/13/plan.pdf"), ("/f?id=12&t=1", "/f?id=1")],
)
def test_two_files_of_one_name_in_a_post_are_two(one: str, other: str):
    """Their numbers differ."""
    first, second = find([offer(one), offer(other)])
    assert first.key != second.key


@given(st.text("abcdef0123456789", min_size=4, max_size=12), st.text("abcdef0123456789", min_size=4, max_size=12))
def test_a_file_seen_twice_has_one_key_whatever_its_address(one: str, other: str):
    """The post and the name are what stays."""
    (first,), (second,) = find([offer(f"/f?x={one}")]), find([offer(f"/f?x={other}")])
    assert first.key == second.key
    assert find([offer(f"/f?x={one}")], post="8")[0].key != first.key


@pytest.mark.parametrize(
    ("file", "wants", "reason"),
    [
        (offer("/f?id=1"), {}, ""),
        (offer("/f?id=1"), {"attachments": "none"}, "attachments are off"),
        (offer("/f?id=1"), {"attachments": "archive,docx"}, "a kind of file that is not wanted"),
        (offer("/f?id=1", "plan.docx"), {"attachments": "archive,docx"}, ""),
        (offer("/f?id=1", "noname"), {"attachments": "pdf"}, ""),  # its bytes will tell
        (offer("http://other.example/plan.pdf"), {}, "on another host; --external-files fetches it"),
        (offer("http://other.example/plan.pdf"), {"external_files": True}, ""),
        (offer("http://files.forum.example/plan.pdf"), {}, ""),
        (offer("/pic/a.png", "a.png", image=True), {}, "a picture shown in a post; --images fetches them"),
        (offer("/pic/a.png", "a.png", image=True), {"images": True}, ""),
        (offer("/pic/a.png", "a.png", image=True), {"images": True, "attachments": "none"}, ""),
        (offer("/f?id=5", "holiday.png", image=True), {}, ""),  # given to the forum as a file
        (offer("/t?id=5", "plan.pdf"), {}, "a page of the forum, not a file"),
    ],
)
def test_what_becomes_of_a_file_is_said(file: Attachment, wants: dict[str, object], reason: str):
    """Queued after all pages, or excluded and why."""
    (found,) = find([file], **wants)
    assert (found.reason, found.state) == (reason, UrlState.EXCLUDED if reason else UrlState.QUEUED)
    assert reason or (found.priority == 9 and found.role == Role.ATTACHMENT)


def test_good_conduct_holds_for_files_too():
    """A link that asks not to be followed is not, though it leads to a file."""
    page = Shown(posts=(Post("7", attachments=(offer("/f?id=1"),)),))
    reading = Reading(f"{SITE}/t?id=1", datetime.now(UTC), thread=page)
    link = Discovered(f"{SITE}/f?id=1", UrlState.EXCLUDED, "rel=nofollow", weak=True)
    (found,) = finder().find(reading, 1, [link])
    assert (found.state, found.reason, found.weak) == (UrlState.EXCLUDED, "rel=nofollow", True)


def test_a_form_of_addresses_that_is_always_refused_is_given_up():
    """After some tries, in this run; one file that comes is enough to go on asking."""
    asked = finder()
    for number in range(20):
        assert not asked.refusals.object_to(f"{SITE}/f?id=99")
        asked.refusals.note(f"{SITE}/f?id={number}", served=False)
    found = asked.judge(offer("/f?id=99"), "key", 1)
    assert (found.state, found.reason) == (UrlState.EXCLUDED, "files of this form were refused again and again")
    assert asked.judge(offer("/other/99"), "key", 1).state is UrlState.QUEUED
    asked.refusals.note(f"{SITE}/f?id=50", served=True)
    assert asked.judge(offer("/f?id=99"), "key", 1).state is UrlState.QUEUED
