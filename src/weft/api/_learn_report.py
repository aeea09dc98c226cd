"""What a learned plan means, for people: its rules with what they took in, what was left aside, how large the site is.

Computed from the plan and the pages it was learned from; nothing is asked for.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import re2

from weft.api._learn import Learned
from weft.api._learn_size import SiteSize, estimate_size
from weft.fetch import acts
from weft.page import Page
from weft.store import UrlRow, UrlState
from weft.traversal import Follow, Plan, Role, Rule, locate_links
from weft.urls import drop_keys, learn_forms, parse_address, re2_escape

EXAMPLES = 3
OUTSIDE = "outside the scope"
NO_RULE = "no rule of the plan matches"
UNKNOWN = "not recognised as board, thread or further page"
ACTS = "would act; never asked for"
NAMES = {
    Role.INDEX: "boards",
    Role.THREAD: "threads",
    Role.INDEX_FLIP: "further pages of boards",
    Role.THREAD_FLIP: "further pages of threads",
    Role.ATTACHMENT: "attachments",
    Role.PAGE: "pages of any kind",
    Role.NEVER: "never",
}
COLUMN_PAGES = 40  # pages whose link columns are looked at to tell kinds of URLs; more show nothing new
_HIDDEN = 0xE000  # escaped characters are kept in the private area while a pattern is made readable
# Fixed patterns of our own, linear by construction.
_ESCAPED = re.compile(r"\\([^A-Za-z0-9])")
_SIGNS = (
    (re.compile(r"\\d\+|\[0-9\]\+"), "#"),
    (re.compile(r"\[[^\]]*\][*+]?|\.[*+]"), "*"),
)
_OPTIONAL = re.compile(r"\(\?:[^()]*\)\?")
_GROUP = re.compile(r"\((?:\?:)?([^()]*)\)")


@dataclass(frozen=True, slots=True)
class RuleReport:
    """A rule that is followed: what it takes in, how its URLs look, and some that were seen."""

    name: str
    label: str
    urls: int
    examples: tuple[str, ...]
    evidence: str
    place: str = ""  # where links must stand for it


@dataclass(frozen=True, slots=True)
class UnfollowedKind:
    """URLs of one kind that are not followed, and why; `looked_at` of them were fetched to find out."""

    reason: str
    label: str
    urls: int
    example: str
    looked_at: int = 0


@dataclass(frozen=True, slots=True)
class LearnReport:
    """All of it; `requests` is what learning cost."""

    url: str
    entry: str
    strategy: str
    scope: str
    pages: int
    requests: int
    rules: tuple[RuleReport, ...]
    unfollowed: tuple[UnfollowedKind, ...]
    size: SiteSize

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        return asdict(self)


def report_learning(learned: Learned) -> LearnReport:
    """Say what was learned."""
    plan = learned.plan
    followed = [row for row in learned.urls if _is_followed(row)]
    rest = [row for row in learned.urls if not _is_followed(row)]
    return LearnReport(
        learned.url,
        plan.entry,
        plan.strategy,
        plan.scope.origin + plan.scope.prefix,
        len(learned.pages),
        learned.requests,
        tuple(_report_rules(plan, followed)),
        tuple(_report_unfollowed(plan, rest, learned.pages)),
        estimate_size(plan, learned.pages, followed),
    )


def _is_followed(row: UrlRow) -> bool:
    return row.state is not UrlState.EXCLUDED and row.role in {role.value for role in Role}


def _report_rules(plan: Plan, followed: Iterable[UrlRow]) -> Iterator[RuleReport]:
    rules = [(re2.compile(rule.pattern), rule) for rule in plan.rules if rule.follow is not Follow.NO]
    urls: dict[int, list[str]] = defaultdict(list)
    for row in followed:
        written = drop_keys(row.url, plan.drop) if plan.drop else row.url
        fitting = (n for n, (pattern, rule) in enumerate(rules) if rule.role == row.role and pattern.fullmatch(written))
        urls[next(fitting, -1)].append(row.url)
    for number, (_, rule) in enumerate(rules):
        found = urls[number]
        yield RuleReport(
            _name(plan, rule),
            read_pattern(rule.pattern, plan.scope.origin),
            len(found),
            tuple(found[:EXAMPLES]),
            rule.evidence,
            " ".join(filter(None, (rule.on and f"on {rule.on} pages", rule.location and f"at {rule.location}"))),
        )


def _name(plan: Plan, rule: Rule) -> str:
    if rule.pattern == re2_escape(plan.entry):
        return "the entry"
    return NAMES[rule.role] + (", written another way" if rule.address and not rule.numbering else "")


def read_pattern(pattern: str, origin: str = "") -> str:
    """Write a pattern as people read it: `#` for a number, `*` for anything, parts that may be missing left out."""
    text = _ESCAPED.sub(lambda match: chr(_HIDDEN + ord(match.group(1)) % 0x1000), pattern)
    for expression, sign in _SIGNS:
        text = expression.sub(sign, text)
    while "(" in text:  # innermost groups first: an optional one may hold others
        shorter = _OPTIONAL.sub("", text)
        shorter = shorter if shorter != text else _GROUP.sub(r"\1", text, count=1)
        if shorter == text:
            break
        text = shorter
    plain = "".join(chr(ord(c) - _HIDDEN) if _HIDDEN <= ord(c) < _HIDDEN + 0x1000 else c for c in text)
    return plain.removeprefix(origin) or "/"


def _report_unfollowed(plan: Plan, rows: Iterable[UrlRow], pages: Iterable[Page]) -> list[UnfollowedKind]:
    """Give the kinds of URLs that are not followed, the largest first."""
    everything = list(rows)
    seen = list(pages)
    forms = learn_forms(_columns(seen[:COLUMN_PAGES]), (row.url for row in everything))
    read = {page.url for page in seen}
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in everything:
        reason = _reason(plan, row)
        form = forms.get(row.url)
        label = parse_address(row.url).host if reason == OUTSIDE or form is None else form.label
        kinds[reason, label].append(row.url)
    found = (
        UnfollowedKind(reason, label, len(urls), urls[0], sum(url in read for url in urls))
        for (reason, label), urls in kinds.items()
    )
    return sorted(found, key=lambda kind: (-kind.urls, kind.label))


def _reason(plan: Plan, row: UrlRow) -> str:
    """Say why a URL is not followed; of one that no rule takes in, whether it would act is worth more to know."""
    reason = row.reason or plan.judge(row.url).reason or row.state.value
    if reason != OUTSIDE and acts(row.url):
        return ACTS
    return UNKNOWN if reason == NO_RULE else reason


def _columns(pages: Iterable[Page]) -> Iterator[list[str]]:
    """Give the URLs of links that stand alike on a page."""
    for page in pages:
        places = locate_links(page)
        columns: dict[str, list[str]] = defaultdict(list)
        for link in page.iter_links():
            if link.url is not None and link.href in places:
                columns[places[link.href]].append(link.url)
        yield from columns.values()
