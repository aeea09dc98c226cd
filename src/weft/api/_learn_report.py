"""What a learned plan means, for people: its rules with what they took in, what was left aside, how large the site is.

Computed from the plan and the pages it was learned from; nothing is asked for.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import re2

from weft.api._learn import Learned
from weft.fetch import acts
from weft.page import Page
from weft.store import UrlRow, UrlState
from weft.traversal import Follow, Plan, Role, Rule, UrlDecision, list_role, locate_links
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
HALF_PAGE = 0.5  # how full the last page of a list is taken to be
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
class SiteSize:
    """How large the site is: what was seen, and about how much there is by what the sampled lists show."""

    boards: int
    threads_seen: int
    threads: int
    board_pages: int
    thread_pages: int


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
        _estimate_size(plan, learned.pages, followed),
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


def _estimate_size(plan: Plan, pages: Iterable[Page], followed: Iterable[UrlRow]) -> SiteSize:
    """Say how large the site is by its sampled lists: pages of a board, times rows of a page, over all boards known.

    Threads that stand on half of the lists or more are in a box beside them and count for none.
    """
    seen = [_Seen(page, plan) for page in pages]
    known = list(followed)
    boards = {_list_of(plan.judge(row.url), row.url) for row in known if list_role(row.role) == Role.INDEX}
    threads = {_list_of(plan.judge(row.url), row.url) for row in known if list_role(row.role) == Role.THREAD}
    lists = [page for page in seen if page.role == Role.INDEX]
    shown = Counter(url for page in lists for url in page.threads)
    beside = {url for url, times in shown.items() if times >= max(3, len(lists) / 2)}
    sizes = _measure_lists(lists, Role.INDEX_FLIP)
    rows: dict[str, set[str]] = {name: set() for name in sizes}
    for page in lists:
        rows[page.list] = max(rows[page.list], page.threads - beside, key=len)
    full = sorted((len(found) * _fill(sizes[name]) for name, found in rows.items() if found), reverse=True)
    empty = len(sizes) - len(full)
    own = len(set().union(*rows.values())) / max(1, sum(map(len, rows.values())))
    count = max(len(threads), round(own * _extrapolate(full, len(boards) - empty)))
    board_pages = sum(sizes.values()) + max(0, len(boards) - len(sizes))
    return SiteSize(len(boards), len(threads), count, board_pages, round(count * _thread_length(seen, threads)))


def _extrapolate(sampled: Sequence[float], boards: int) -> float:
    """Give the size of all boards from that of some, in falling order.

    A strategy that looks for page links samples the largest boards, so their mean says nothing of the others. Sizes of
    boards fall off about as 1/k; the k-th board that was not sampled is given that share of the largest.
    """
    rest = range(len(sampled) + 1, boards + 1)
    return sum(sampled) + sum(sampled[0] / place for place in rest) if sampled else 0.0


def _fill(pages: int) -> float:
    return pages - HALF_PAGE if pages > 1 else 1.0


def _list_of(decision: UrlDecision, url: str) -> str:
    return decision.list or decision.url or url


class _Seen:
    """A sampled page by the plan: its list, and what its links say of lists."""

    def __init__(self, page: Page, plan: Plan) -> None:
        decision = plan.judge(page.url)
        self.role = list_role(decision.role)
        self.list = _list_of(decision, page.url)
        self.number = max(1, decision.number)
        self.links = [(link.url or "", found) for link, found in plan.decide(page) if found.follow is not Follow.NO]
        self.threads = {_list_of(found, url) for url, found in self.links if list_role(found.role) == Role.THREAD}

    def last_pages(self, role: Role) -> Iterator[tuple[str, int]]:
        """Give lists and the last page of each that the page knows of; where URLs do not tell, links are counted."""
        yield self.list, self.number
        flips = [(url, found) for url, found in self.links if found.role is role]
        yield from ((found.list, found.number) for _, found in flips if found.list)
        yield self.list, 1 + len({url for url, found in flips if not found.list})


def _measure_lists(pages: Iterable[_Seen], role: Role) -> dict[str, int]:
    """Give the number of pages of each sampled list."""
    sizes: dict[str, int] = {}
    for page in pages:
        sizes.setdefault(page.list, 1)
        for name, last in page.last_pages(role):
            if name == page.list:
                sizes[name] = max(sizes[name], last)
    return sizes


def _thread_length(seen: Iterable[_Seen], threads: Iterable[str]) -> float:
    """Give the mean number of pages of a thread: by the page links in rows of lists, else by sampled threads."""
    last: dict[str, int] = dict.fromkeys(threads, 1)
    in_rows = False
    pages = list(seen)
    for page in pages:
        for url, found in page.links:
            if found.role is Role.THREAD_FLIP and found.list:
                in_rows |= page.role == Role.INDEX
                last[found.list] = max(last.get(found.list, 1), found.number)
            elif found.role is Role.THREAD:
                last.setdefault(_list_of(found, url), 1)
    if in_rows:
        return fmean(last.values())
    sizes = _measure_lists((page for page in pages if page.role == Role.THREAD), Role.THREAD_FLIP)
    return fmean(sizes.values()) if sizes else 1.0
