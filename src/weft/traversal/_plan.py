"""The Plan: what was learned about a site, as a small file a person can read, diff and edit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import re2
import yaml

from weft.errors import UsageError
from weft.page import Link, Page, find_regions
from weft.traversal._looks import Look, look_at, name_places
from weft.urls import Scope, canonicalise, drop_keys

PLAN_VERSION = 1
NUMBER = "number"  # what a link shows that turns a page
_REMEMBERED = 8192  # URLs
MAX_SHOWN = 6  # digits of it, one less at most
# What speaks for the kind of a page beside its own looks, on the scale of their probabilities.
EXPECTED = 0.5  # the links that lead to it
ROWS, LIST_ROWS = 0.4, 2  # so many links where lists have their threads


class Role(StrEnum):
    """What a URL leads to."""

    PAGE = "page"  # a strategy that does not tell pages apart
    INDEX = "index"
    THREAD = "thread"
    INDEX_FLIP = "flip of index"
    THREAD_FLIP = "flip of thread"
    ATTACHMENT = "attachment"
    NEVER = "never"


class Follow(IntEnum):
    """Paper 001's lookup code: skip, follow, follow and it is the same list."""

    NO = 0
    YES = 1
    SAME_LIST = 2


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a number in a URL counts pages: the pattern's `group` holds `first` on page one, `step` more on each."""

    group: int
    first: int = 1
    step: int = 1

    def read(self, value: str) -> int:
        """Give the page number, from 1; 0 when the value is no such number."""
        if not value.isascii() or not value.isdigit() or len(value) > 18:
            return 0
        return max(0, (int(value) - self.first) // max(1, self.step) + 1)


@dataclass(frozen=True, slots=True)
class Rule:
    """URLs that match `pattern` (the whole URL, RE2) have this role. The first rule that matches decides.

    `address` and `list` are templates over the pattern's groups (`\\1`): how the URL is written canonically, and the
    address of the first page of the list it belongs to. Empty means the URL as it is.
    """

    pattern: str
    role: Role
    follow: Follow = Follow.YES
    address: str = ""
    list: str = ""
    numbering: Numbering | None = None
    on: str = ""  # role of the page the link stands on (index, thread), where that decides
    location: str = ""  # link location, where the pattern alone does not decide
    shows: str = ""  # "number": links that show a page number, where the pattern does not tell a pager's
    part: bool = False  # what such a URL shows is but a part of what `address` does
    confidence: float = 1.0
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class UrlDecision:
    """What the plan says of one URL."""

    role: Role
    follow: Follow
    reason: str = ""  # why not, where it is not followed
    url: str = ""  # the canonical address
    list: str = ""  # address of the first page of its list; empty when the URL does not tell
    number: int = 0  # page of the list; 0 when the URL does not tell
    part: bool = False  # it shows but a part of the page at that address


@dataclass(frozen=True)
class Plan:
    """Scope, entry and rules of one site. Rules are tried in order; what none matches is not followed."""

    scope: Scope
    entry: str
    strategy: str
    rules: tuple[Rule, ...]
    version: int = PLAN_VERSION
    notes: tuple[str, ...] = field(default=())
    drop: tuple[str, ...] = ()  # query keys that change nothing
    unpaged: tuple[str, ...] = ()  # roles (index, thread) of which no sampled list had further pages: look out for them
    by_looks: bool = False  # addresses say nothing here: what a fetched page is, its looks tell
    self_named: bool = False  # what threads call their own address (rel=canonical) proved true
    plainly_named: bool = (
        False  # rows name threads by links to their beginning: those to a place within tell nothing new
    )
    posts: Mapping[str, Any] = field(default_factory=dict, compare=False)  # how to read posts, as the crawl writes it

    @cached_property
    def _compiled(self) -> tuple[tuple[Any, Rule], ...]:
        return tuple((_compile(rule.pattern), rule) for rule in self.rules)

    @cached_property
    def _set(self) -> Any:
        """All patterns in one automaton: a URL is read once, however many rules there are."""
        options = re2.Options()
        options.log_errors = False
        patterns = re2.Set.FullMatchSet(options)
        for rule in self.rules:
            patterns.Add(rule.pattern)
        patterns.Compile()
        return patterns

    @cached_property
    def leads_to_threads(self) -> bool:
        """Whether some rule takes in threads, or pages of any kind."""
        return any(rule.follow and rule.role in (Role.THREAD, Role.PAGE) for rule in self.rules)

    @cached_property
    def needs_location(self) -> bool:
        """Whether some rule asks where on the page a link stands."""
        return any(rule.location for rule in self.rules)

    @cached_property
    def needs_source(self) -> bool:
        """Whether some rule asks what page a link stands on, or what it shows."""
        return any(rule.on or rule.shows for rule in self.rules)

    @cached_property
    def rewrites(self) -> bool:
        """Whether several addresses may mean one page."""
        return bool(self.drop) or any(rule.address for rule in self.rules)

    def judge(self, url: str, on: str = "", location: str | tuple[str, ...] = "", text: str = "") -> UrlDecision:
        """Say what a canonical URL is taken for and whether to follow it.

        `on` is the role of the page its link stands on, `location` the link's place there, or all names of its
        places, and `text` what it shows; rules that ask for one of these do not apply to a URL that comes without.
        """
        return self._judge(url, on, location, text) if on or location or text else self._judged(url)

    @cached_property
    def _judged(self) -> Callable[[str], UrlDecision]:
        """What is said of URLs alone, remembered: pages ask again and again about the boards they are in."""
        return lru_cache(maxsize=_REMEMBERED)(lambda url: self._judge(url, "", "", ""))

    def _judge(self, url: str, on: str, location: str | tuple[str, ...], text: str) -> UrlDecision:
        if not self.scope.holds(url):
            return _OUTSIDE
        if self.drop:
            url = drop_keys(url, self.drop)
        places = (location,) if isinstance(location, str) else location
        for number in sorted(self._set.Match(url) or ()):
            pattern, rule = self._compiled[number]
            if (rule.on and rule.on != on) or (rule.location and rule.location not in places):
                continue
            if rule.shows and not shown_number(text):
                continue
            if rule.role is Role.NEVER or rule.follow is Follow.NO:
                return UrlDecision(rule.role, Follow.NO, "the plan says never")
            return _decide(pattern, rule, url)
        return _UNKNOWN

    def passes_over(self, link: Link, role: Role, on: str) -> bool:
        """Whether a link leads to a place within a thread (`#post12`) that lists name by a link to its beginning.

        Pagers may write such links, too: further pages count only on lists, where the link shows no number.
        """
        if not self.plainly_named or not leads_into(link.href):
            return False
        return role is Role.THREAD or (role is Role.THREAD_FLIP and on == Role.INDEX and not shown_number(link.text))

    def decide(self, page: Page) -> Iterator[tuple[Link, UrlDecision]]:
        """Give every web link of a page with its role and follow code: what a spider needs."""
        on, places = self.read(page, self.judge(page.url).role)
        for link in page.iter_links():
            if link.url is not None:
                decision = self.judge(link.url, on, places.get(link.href, ()), link.text)
                yield link, _PASSED if self.passes_over(link, decision.role, on) else decision

    def read(self, page: Page, role: str) -> tuple[str, Mapping[str, tuple[str, ...]]]:
        """Give what links of a page are judged by: its kind, and the names of the places of each href.

        `role` is what the page was taken for before it was seen. Places are named only where a rule asks for them.
        """
        if not self.by_looks:
            return list_role(role), name_places(find_regions(page)) if self.needs_location else {}
        look = look_at(page)
        is_entry = drop_keys(page.url, self.drop) == self.entry
        return Role.INDEX if is_entry else self._tell(look, list_role(role)), look.places

    def may_follow(self, url: str) -> bool:
        """Whether a URL is written like those that the place of a link decides about."""
        placed = (pattern for pattern, rule in self._compiled if rule.location)
        return self.by_looks and self.scope.holds(url) and any(pattern.fullmatch(url) for pattern in placed)

    def _tell(self, look: Look, expected: str) -> str:
        """Say what a page is: by its looks, by what it was taken for, by links where lists have their threads."""
        rows = sum(not self._row_places.isdisjoint(names) for names in look.places.values())
        index = look.index + EXPECTED * (expected == Role.INDEX) + ROWS * (rows >= LIST_ROWS)
        return Role.THREAD if look.thread + EXPECTED * (expected == Role.THREAD) > index else Role.INDEX

    @cached_property
    def _row_places(self) -> frozenset[str]:
        """The places where lists have the links to threads."""
        rules = (rule for rule in self.rules if rule.on == Role.INDEX and rule.role in (Role.THREAD, Role.PAGE))
        return frozenset(rule.location for rule in rules if rule.location)

    def to_yaml(self) -> str:
        """Write the plan as people read it."""
        document = {
            "weft plan": self.version,
            "strategy": self.strategy,
            "entry": self.entry,
            "scope": {"origin": self.scope.origin, "prefix": self.scope.prefix},
            "rules": [_rule_to_dict(rule) for rule in self.rules],
        }
        if self.drop:
            document["drop"] = list(self.drop)
        if self.unpaged:
            document["no pager seen"] = list(self.unpaged)
        if self.by_looks:
            document[_LOOKS] = True
        if self.self_named:
            document[_NAMES] = True
        if self.plainly_named:
            document[_PLAIN] = True
        if self.notes:
            document["notes"] = list(self.notes)
        if self.posts:
            document["posts"] = dict(self.posts)
        return str(yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120))

    def save(self, path: Path) -> None:
        """Write the plan file."""
        path.write_text(self.to_yaml(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Plan:
        """Read a plan file; raises UsageError naming the place of a mistake."""
        try:
            document = yaml.safe_load(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UsageError(f"There is no plan file {path}.") from None
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise UsageError(f"The plan file {path} cannot be read: {_one_line(error)}.") from None
        return cls.from_document(document, str(path))

    @classmethod
    def from_yaml(cls, text: str, place: str) -> Plan:
        """Make a plan of what `to_yaml` has written."""
        return cls.from_document(yaml.load(text, _Loader), place)  # noqa: S506  either is a safe one

    @classmethod
    def from_document(cls, document: Any, place: str) -> Plan:
        """Make a plan of parsed YAML; raises UsageError naming the place of a mistake."""
        if not isinstance(document, dict) or document.get("weft plan") != PLAN_VERSION:
            raise UsageError(
                f"{place} is not a Weft plan of version {PLAN_VERSION}: it must begin with 'weft plan: 1'."
            )
        try:
            scope = Scope(str(document["scope"]["origin"]), str(document["scope"].get("prefix", "/")))
            entry = canonicalise(str(document["entry"]))
            rules = tuple(_rule_from_dict(rule, f"{place}: rule {n}") for n, rule in enumerate(document["rules"], 1))
        except (KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"{place}: {_one_line(error)} is missing or has the wrong form.") from None
        if entry is None or canonicalise(scope.origin + "/") is None:
            raise UsageError(f"{place}: entry and scope.origin must be full web addresses.")
        notes, drop, unpaged = (_texts(document, name, place) for name in ("notes", "drop", "no pager seen"))
        posts = document.get("posts") or {}
        if not isinstance(posts, dict):
            raise UsageError(f"{place}: 'posts' must hold what a crawl wrote there; leave it out to learn it again.")
        looks, named, plain = (_switch(document, name, place) for name in (_LOOKS, _NAMES, _PLAIN))
        strategy = str(document.get("strategy", "edited"))
        plan = cls(scope, entry, strategy, rules, notes=notes, drop=drop, unpaged=unpaged)
        return replace(plan, by_looks=looks, self_named=named, plainly_named=plain, posts=posts)


# Switches, as the file writes them.
_LOOKS, _NAMES, _PLAIN = "tell pages by their looks", "believe rel=canonical", "pass over links into threads"
# The one in C writes the same (a test compares them) four times as quickly; PyYAML may be built without it.
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
# For our own texts: the other says better what people got wrong.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OUTSIDE = UrlDecision(Role.NEVER, Follow.NO, "outside the scope")
_PASSED = UrlDecision(Role.NEVER, Follow.NO, "leads into a thread that lists name")
_UNKNOWN = UrlDecision(Role.NEVER, Follow.NO, "no rule of the plan matches")


def shown_number(text: str) -> int:
    """Give the page number a link shows and nothing else; 0 when it shows none."""
    shown = text.strip(" \t\r\n[]()")
    return int(shown) if shown.isascii() and shown.isdigit() and len(shown) < MAX_SHOWN else 0


def leads_into(href: str) -> bool:
    """Tell whether an href names a place within a page."""
    return href.partition("#")[2] != ""


def list_role(role: str) -> str:
    """Give the role of the list a page belongs to: a flip of an index is an index."""
    return role.removeprefix("flip of ")


def _decide(pattern: Any, rule: Rule, url: str) -> UrlDecision:
    if not (rule.address or rule.list or rule.numbering):
        return UrlDecision(rule.role, rule.follow, url=url)
    match = pattern.fullmatch(url)
    address = match.expand(rule.address) if rule.address else url
    first = match.expand(rule.list) if rule.list else ""
    number = rule.numbering.read(match.group(rule.numbering.group) or "") if rule.numbering else 0
    return UrlDecision(rule.role, rule.follow, url=address, list=first, number=number, part=rule.part)


def _compile(pattern: str) -> Any:
    """Compile with RE2: linear time, whatever was learned or typed (reliability.md: `re` hung on 31 characters)."""
    options = re2.Options()
    options.log_errors = False
    return re2.compile(pattern, options)


def _texts(document: dict[str, Any], name: str, place: str) -> tuple[str, ...]:
    """Read a list of texts, which may be missing."""
    values = document.get(name) or ()
    if isinstance(values, str) or not isinstance(values, list | tuple):
        raise UsageError(f"{place}: {name!r} must be a list.")
    return tuple(map(str, values))


def _switch(document: dict[str, Any], name: str, place: str) -> bool:
    """Read what is true or false, and false if it is missing."""
    value = document.get(name, False)
    if not isinstance(value, bool):
        raise UsageError(f"{place}: {name!r} is true or false.")
    return value


def _rule_to_dict(rule: Rule) -> dict[str, Any]:
    row: dict[str, Any] = {"pattern": rule.pattern, "role": rule.role.value, "follow": int(rule.follow)}
    for name in ("address", "list", "on", "location", "shows"):
        if value := getattr(rule, name):
            row[name] = value
    if rule.part:
        row["part"] = True
    if rule.numbering is not None:
        row["page number"] = {name: getattr(rule.numbering, name) for name in ("group", "first", "step")}
    row["confidence"] = rule.confidence
    if rule.evidence:
        row["evidence"] = rule.evidence
    return row


def _rule_from_dict(row: Any, place: str) -> Rule:
    try:
        pattern, role = str(row["pattern"]), Role(row["role"])
        follow = Follow(int(row.get("follow", Follow.NO if role is Role.NEVER else Follow.YES)))
        confidence = float(row.get("confidence", 1.0))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        roles = ", ".join(role.value for role in Role)
        raise UsageError(f"{place}: {_one_line(error)}; a rule has a pattern and a role ({roles}).") from None
    try:
        groups = _compile(pattern).groups
    except re2.error as error:
        raise UsageError(f"{place}: the pattern {pattern!r} is not valid RE2: {_one_line(error)}.") from None
    texts = {name: str(row.get(name) or "") for name in ("address", "list", "on", "location", "shows", "evidence")}
    if texts["on"] not in ("", Role.INDEX, Role.THREAD):
        raise UsageError(f"{place}: 'on' is index or thread, not {texts['on']!r}.")
    if texts["shows"] not in ("", NUMBER):
        raise UsageError(f"{place}: 'shows' is {NUMBER} or left out, not {texts['shows']!r}.")
    _check_groups(place, groups, texts["address"] + texts["list"])
    numbering = _numbering_from_dict(row.get("page number"), groups, place)
    part = _switch(row, "part", place)
    return Rule(pattern, role, follow, numbering=numbering, part=part, confidence=confidence, **texts)


def _check_groups(place: str, groups: int, templates: str) -> None:
    for digit in re.findall(r"\\(\d*)", templates):
        if not digit or not 0 < int(digit) <= groups:
            raise UsageError(f"{place}: \\{digit} has no group in the pattern, which has {groups}.")


def _numbering_from_dict(row: Any, groups: int, place: str) -> Numbering | None:
    if row is None:
        return None
    try:
        numbering = Numbering(int(row["group"]), int(row.get("first", 1)), int(row.get("step", 1)))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"{place}: {_one_line(error)} in 'page number'; it has group, first and step.") from None
    if not 0 < numbering.group <= groups or numbering.step < 1:
        raise UsageError(f"{place}: 'page number' must name one of the pattern's {groups} groups and a step over 0.")
    return numbering


def _one_line(error: object) -> str:
    return " ".join(str(error).split())
