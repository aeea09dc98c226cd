"""The Plan: what was learned about a site, as a small file a person can read, diff and edit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import re2
import yaml

from weft.errors import UsageError
from weft.page import Link, Page
from weft.urls import Scope, canonicalise

PLAN_VERSION = 1


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
class Rule:
    """URLs that match `pattern` (the whole URL, RE2) have this role. The first rule that matches decides."""

    pattern: str
    role: Role
    follow: Follow = Follow.YES
    location: str = ""  # link location, where the pattern alone does not decide
    confidence: float = 1.0
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class UrlDecision:
    """What the plan says of one URL."""

    role: Role
    follow: Follow
    reason: str = ""  # why not, where it is not followed


@dataclass(frozen=True)
class Plan:
    """Scope, entry and rules of one site. Rules are tried in order; what none matches is not followed."""

    scope: Scope
    entry: str
    strategy: str
    rules: tuple[Rule, ...]
    version: int = PLAN_VERSION
    notes: tuple[str, ...] = field(default=())

    @cached_property
    def _compiled(self) -> tuple[tuple[Any, Rule], ...]:
        return tuple((_compile(rule.pattern), rule) for rule in self.rules)

    def judge(self, url: str) -> UrlDecision:
        """Say what a canonical URL is taken for and whether to follow it."""
        if not self.scope.holds(url):
            return _OUTSIDE
        for pattern, rule in self._compiled:
            if pattern.fullmatch(url):
                if rule.role is Role.NEVER or rule.follow is Follow.NO:
                    return UrlDecision(rule.role, Follow.NO, "the plan says never")
                return UrlDecision(rule.role, rule.follow)
        return _UNKNOWN

    def decide(self, page: Page) -> Iterator[tuple[Link, UrlDecision]]:
        """Give every web link of a page with its role and follow code: what a spider needs."""
        for link in page.iter_links():
            if link.url is not None:
                yield link, self.judge(link.url)

    def to_yaml(self) -> str:
        """Write the plan as people read it."""
        document = {
            "weft plan": self.version,
            "strategy": self.strategy,
            "entry": self.entry,
            "scope": {"origin": self.scope.origin, "prefix": self.scope.prefix},
            "rules": [_rule_to_dict(rule) for rule in self.rules],
        }
        if self.notes:
            document["notes"] = list(self.notes)
        return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=120)

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
        notes = tuple(map(str, document.get("notes", ())))
        return cls(scope, entry, str(document.get("strategy", "edited")), rules, notes=notes)


_OUTSIDE = UrlDecision(Role.NEVER, Follow.NO, "outside the scope")
_UNKNOWN = UrlDecision(Role.NEVER, Follow.NO, "no rule of the plan matches")


def _compile(pattern: str) -> Any:
    """Compile with RE2: linear time, whatever was learned or typed (reliability.md: `re` hung on 31 characters)."""
    options = re2.Options()
    options.log_errors = False
    return re2.compile(pattern, options)


def _rule_to_dict(rule: Rule) -> dict[str, Any]:
    row: dict[str, Any] = {"pattern": rule.pattern, "role": rule.role.value, "follow": int(rule.follow)}
    if rule.location:
        row["location"] = rule.location
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
        _compile(pattern)
    except re2.error as error:
        raise UsageError(f"{place}: the pattern {pattern!r} is not valid RE2: {_one_line(error)}.") from None
    return Rule(pattern, role, follow, str(row.get("location", "")), confidence, str(row.get("evidence", "")))


def _one_line(error: object) -> str:
    return " ".join(str(error).split())
