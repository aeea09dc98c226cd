"""`weft evaluate times`: the times of mirrored sites and of pages with gold posts, read and compared."""

from __future__ import annotations

import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from weft.evaluate._corpus import load_site
from weft.evaluate._measures import PageType
from weft.evaluate._times import DayMeasure, MinuteMeasure, TimedPage, measure_days, measure_minutes
from weft.page import Page, TimeReader, find_times, learn_times, read_page, sample_times

PAGES_A_SITE = 120
LEARN_FROM = 40  # pages; a crawl has seen more by the time it reads posts
GOLD_NOW = datetime(2020, 7, 1, tzinfo=UTC)  # when the gold pages had all been fetched (their README)


def times_of_site(folder: Path, number: int = PAGES_A_SITE, seed: int = 1) -> MinuteMeasure | None:
    """Score a mirrored site to the minute; None where its truth has no post times."""
    true = _true_times(folder / "threads.jsonl")
    newest = max((moment for moments in true.values() for moment in moments), default=None)
    if newest is None:
        return None
    now = newest + timedelta(days=1)
    pages = list(_thread_pages(folder, true, number, seed))
    reader = _learn([page for _, page in pages], now)
    timed = [TimedPage(tuple(_read_all(page, reader, now)), tuple(true[key])) for key, page in pages]
    return measure_minutes(timed)


def times_of_gold(folder: Path) -> dict[str, DayMeasure]:
    """Score pages with gold posts by calendar day, by host; full dates only."""
    hosts: dict[str, list[tuple[Page, list[dict[str, Any]]]]] = defaultdict(list)
    with lzma.open(folder / "pages.jsonl.xz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            hosts[row["host"]].append((read_page(row["url"], row["html"].encode("utf-8", "replace")), row["gold"]))
    return {host: measure_days(_gold_days(pages)) for host, pages in hosts.items()}


def _gold_days(pages: Sequence[tuple[Page, list[dict[str, Any]]]]) -> Iterator[tuple[date | None, date]]:
    reader = _learn([page for page, _ in pages], GOLD_NOW)
    for page, gold in pages:
        shown: dict[str, date] = {}
        for found in find_times(page.tree):
            moment = reader.read_pair(found.text, found.twin, GOLD_NOW).moment
            if moment is not None:
                for text in (found.text, found.twin):
                    shown.setdefault(_flat(text), moment.date())
        for post in gold:
            if len(post["date"] or "") == 10 and post["time_found"] != "no":
                yield _look_up(shown, _flat(post["time"])), date.fromisoformat(post["date"])


def _look_up(shown: dict[str, date], wanted: str) -> date | None:
    """Find what was read of a gold string; the gold may hold a word or a clock more or less than we spotted."""
    if wanted in shown:
        return shown[wanted]
    return next((day for text, day in shown.items() if text and (text in wanted or wanted in text)), None)


def _learn(pages: Sequence[Page], now: datetime) -> TimeReader:
    samples = [sample for page in pages[:LEARN_FROM] for sample in sample_times(page.tree, page.url)]
    return learn_times(samples, now)


def _read_all(page: Page, reader: TimeReader, now: datetime) -> Iterator[datetime]:
    for found in find_times(page.tree):
        moment = reader.read_pair(found.text, found.twin, now).moment
        if moment is not None:
            yield moment


def _true_times(path: Path) -> dict[str, list[datetime]]:
    """Give the times of posts by the key of the page they stand on; whatever has none is left out."""
    times: dict[str, list[datetime]] = defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for thread in map(json.loads, lines):
            for post in thread.get("posts", ()):
                if post.get("time"):
                    moment = datetime.fromisoformat(post["time"].replace("Z", "+00:00"))
                    times[f"thread:{thread['id']}:p{post['page']}"].append(moment)
    return times


def _thread_pages(folder: Path, true: dict[str, list[datetime]], number: int, seed: int) -> Iterator[tuple[str, Page]]:
    site = load_site(folder)
    origin = "/".join(site.entry.split("/", 3)[:3])
    targets: dict[str, str] = {}
    for target in site.answers:
        known = site.truth.look_up(origin + target)
        if known.type is PageType.THREAD and known.key in true:
            targets.setdefault(str(known.key), target)
    chosen = sorted(targets.items())
    random.Random(seed).shuffle(chosen)  # noqa: S311  repeatable choice
    for key, target in chosen[:number]:
        yield key, read_page(origin + target, site.answers[target].body, "text/html; charset=utf-8")


def _flat(text: str | None) -> str:
    return "".join((text or "").lower().split())
