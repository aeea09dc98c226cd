"""Learning a site again when its plan has ceased to fit: another skin, other addresses.

Nobody knows which thread of the old addresses is which of the new ones. A page fetched before the change may therefore
be fetched again under its new address; nothing is lost by that but time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from weft.config import CrawlConfig
from weft.crawl._haul import FLIPS
from weft.crawl._learn import Tutor
from weft.crawl._sift import ACTION, Sifter, Source
from weft.crawl._start import scope_of
from weft.crawl._watch import ENDLESS, REPEATS, Answer, Seen
from weft.store import Archive, Assigned, Discovered, StoredPage, UrlState
from weft.traversal import Plan, Rule, Strategy, list_role
from weft.urls import Scope

CHANGED = "changed"  # the archive's setting with the moment since which the plan does not fit; empty when it does
MAX_MISFITS = 4  # pages that fit least, tried as a place to begin at
_KEPT_OUT = (REPEATS, ENDLESS)


def find_starts(plan: Plan, start: str, trail: Sequence[Seen]) -> list[str]:
    """Give where to begin again: the entry, where the user began, the pages that fit least, and the folders above."""
    pages = [seen for seen in trail if seen.answer is Answer.PAGE]
    misfits = sorted(pages, key=lambda seen: seen.brought.followed)[:MAX_MISFITS]
    targets = [seen.target for seen in trail if seen.target][:MAX_MISFITS]
    folders = [plan.scope.origin + plan.scope.prefix, plan.scope.origin + "/"]
    return list(dict.fromkeys([plan.entry, start, *(seen.url for seen in misfits), *targets, *folders]))


async def learn_again(
    tutor: Tutor, strategy: Strategy, starts: Iterable[str], config: CrawlConfig, budget: int
) -> Plan | None:
    """Learn from the first start that is a page and leads to threads; None when none does.

    The tutor answers from the archive only what was fetched since the change, so that the starts are asked for anew.
    """
    for url in starts:
        if tutor.fetched >= budget:
            return None
        sample = await tutor.ask(url)
        if sample.page is None:
            continue
        start = dataclasses.replace(sample, url=sample.final)
        plan = await tutor.learn(strategy, start, scope_of(sample.page, config), budget - tutor.fetched)
        if plan.leads_to_threads:
            return plan
    return None


def join_plans(new: Plan, old: Plan, trail: Sequence[Seen], pages: Collection[str]) -> Plan:
    """Put the rules of the new plan before those of the old one that still work.

    A rule of the old plan works if it takes in one of the `pages` just learned from, or if most of its URLs gave a
    page, or a redirect to what the new plan follows, since the change; one whose URLs were not asked for is kept if any
    other works. Keys the new plan drops are dropped for all; those of the old one as long as no new rule reads them.
    """
    verdicts = {rule: _works(rule, old, new, trail, pages) for rule in old.rules}
    some_work = any(verdicts.values())
    known = set(map(_core, new.rules))
    kept = [
        rule
        for rule, works in verdicts.items()
        if (works or (works is None and some_work)) and _core(rule) not in known
    ]
    drop = [key for key in old.drop if kept and not any(f"{key}=" in rule.pattern for rule in new.rules)]
    return dataclasses.replace(
        new,
        scope=_join_scopes(new.scope, old.scope) if kept else new.scope,
        rules=(*new.rules, *kept),
        drop=tuple(dict.fromkeys([*new.drop, *drop])),
        by_looks=new.by_looks or (old.by_looks and any(rule.location for rule in kept)),
    )


def says_nothing_new(plan: Plan, old: Plan) -> bool:
    """Tell whether a plan has no rule the old one does not have, but for what it was learned from."""
    return set(map(_core, plan.rules)) <= set(map(_core, old.rules))


def _core(rule: Rule) -> tuple[str, str, str, str]:
    return rule.pattern, rule.role, rule.on, rule.location + rule.shows


def _works(rule: Rule, old: Plan, new: Plan, trail: Sequence[Seen], pages: Collection[str]) -> bool | None:
    """Tell whether a rule leads to pages; None when none of its URLs was asked for."""
    if any(_matches(rule, old, url) for url in pages):
        return True
    own = [seen for seen in trail if _matches(rule, old, seen.url)]
    good = sum(seen.answer is Answer.PAGE or bool(seen.target and new.judge(seen.target).follow) for seen in own)
    return 2 * good > len(own) if own else None


def _matches(rule: Rule, plan: Plan, url: str) -> bool:
    alone = dataclasses.replace(plan, rules=(rule,))
    return bool(alone.judge(url, rule.on, rule.location, "2" if rule.shows else "").follow)


def _join_scopes(one: Scope, other: Scope) -> Scope:
    if one.origin != other.origin:
        return one
    prefix = one.prefix
    while not other.prefix.startswith(prefix):
        prefix = prefix.rstrip("/").rpartition("/")[0] + "/"
    return Scope(one.origin, prefix)


async def resettle(tutor: Tutor, plan: Plan, sifter: Sifter, since: datetime) -> None:
    """Give everything the archive knows the place the new plan gives it. May be done twice without harm.

    Pages fetched before the change keep what they are. Failed URLs stay failed.
    """
    archive, run = tutor.archive, tutor.writer.run
    # what could not be had says nothing against what the archive has of it
    tutor.samples = {url: sample for url, sample in tutor.samples.items() if sample.page is not None}
    await tutor.settle(plan, sifter, plan.entry)
    assigned: list[Assigned] = []
    found: list[Discovered] = []
    for page in await run(_pages_since, archive, since):
        place = sifter.judge(page.url, depth=0)
        role = place.role if place.state is UrlState.QUEUED else page.row.role
        if place.state is UrlState.QUEUED:
            assigned.append(Assigned(page.url, role, place.list, place.number, place.key))
        sample = await tutor.recall(page.url)
        if sample is not None and sample.page is not None and role in _LED_ON:
            source = Source(role, place.list or page.row.list, place.number or page.row.number)
            found += sifter.sift(sample.page, source, depth=1)
    await run(archive.assign, assigned)
    await run(archive.exclude, await run(_unwanted, archive, plan))
    await run(archive.requeue_excluded, await run(_wanted, archive, sifter))
    await run(archive.add, found)


_LED_ON = ("index", "thread", "flip of index", "flip of thread")


def _pages_since(archive: Archive, since: datetime) -> list[StoredPage]:
    return [page for page in archive.pages() if page.fetched_at >= since and page.status == 200]


def _unwanted(archive: Archive, plan: Plan) -> list[tuple[str, str]]:
    """Give the queued URLs that no rule matches, wherever their links may stand.

    Further pages found without a rule, because the plan knows no pager of their kind, stay.
    """
    anywhere = dataclasses.replace(
        plan, rules=tuple(dataclasses.replace(rule, on="", location="", shows="") for rule in plan.rules)
    )
    judged = ((row, anywhere.judge(row.url)) for row in archive.urls(UrlState.QUEUED))
    return [
        (row.url, decision.reason)
        for row, decision in judged
        if not decision.follow and not (row.role in FLIPS and list_role(row.role) in plan.unpaged)
    ]


def _wanted(archive: Archive, sifter: Sifter) -> list[Discovered]:
    """Give the excluded URLs that the new plan follows; the archive knows which of them a plan had excluded."""
    return list(_judge_excluded(archive, sifter))


def _judge_excluded(archive: Archive, sifter: Sifter) -> Iterator[Discovered]:
    for row in archive.urls(UrlState.EXCLUDED):
        if row.reason not in _KEPT_OUT and not row.reason.startswith(ACTION):
            found = sifter.judge(row.url, row.depth)
            if found.state is UrlState.QUEUED:
                yield found
