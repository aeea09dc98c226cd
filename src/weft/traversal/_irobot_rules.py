"""From chosen arcs to the rules of a plan: the lookup table IsFollow(URL, vertex, location) of paper 001, eq. 4.

A rule is a pattern wherever the pattern decides: what is fetched is an address, wherever its link stood. Only where one
format leads to pages of several kinds, or to wanted and unwanted ones, do rules ask for the link's location.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from weft.classify import PageLabel, default_classifier, page_features
from weft.sitemap import Arc, Sitemap, Survey
from weft.traversal._plan import Follow, Role, Rule

# Shares of a format's sampled pages: the pattern alone decides for what most of them are, if they are of one kind.
WANTED = 0.5
UNWANTED = 0.2
ONE_KIND = 0.8
ROLE_SHARE = 0.6  # of a format's pages that must look alike for it to have their role
_FLIPS = {Role.INDEX: Role.INDEX_FLIP, Role.THREAD: Role.THREAD_FLIP}
_ROLES = {PageLabel.INDEX: Role.INDEX, PageLabel.THREAD: Role.THREAD, PageLabel.OTHER: Role.PAGE}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a strategy chose: arcs to follow, arcs that flip pages among them, and the sampled pages worth having."""

    follow: Sequence[Arc]
    flips: Sequence[Arc]
    wanted: Collection[int]
    failed: Collection[str] = field(default=())  # sampled addresses that gave no page


def label_pages(survey: Survey) -> list[Role]:
    """Say of every sampled page what it looks like. The papers' maps do not tell boards from threads."""
    classifier = default_classifier()
    return [_ROLES[classifier.judge(page_features(page.page, page.regions)).label] for page in survey.pages]


def write_rules(survey: Survey, sitemap: Sitemap, choice: Choice) -> tuple[Rule, ...]:
    """Write the rules for what was chosen, the most particular formats first; locations before patterns."""
    table = _Table(survey, sitemap, choice)
    located: list[Rule] = []
    plain: list[Rule] = []
    for number in range(len(sitemap.formats.formats)):
        if not table.has_pages(number):
            continue
        if table.decides(number):
            located += table.flip_rules(number)
            plain.append(table.pattern_rule(number))
        else:
            located += table.location_rules(number)
    return (*located, *plain)


class _Table:
    """The lookup table in the making: everything by URL format."""

    def __init__(self, survey: Survey, sitemap: Sitemap, choice: Choice) -> None:
        self._survey, self._sitemap, self._choice = survey, sitemap, choice
        self._labels = label_pages(survey)
        self._pages: dict[int, list[int]] = defaultdict(list)
        for number, page in enumerate(survey.pages):
            if number:  # the start is fetched anyway
                self._pages[page.format].append(number)
        self._failed = Counter(sitemap.formats.find(url) for url in choice.failed)
        self._follow = _by_format(choice.follow)
        self._flips = _by_format(choice.flips)

    def has_pages(self, number: int) -> bool:
        """Whether a page of the format was sampled."""
        return bool(self._pages.get(number))

    def _wanted_share(self, number: int) -> float:
        pages = self._pages[number]
        return sum(page in self._choice.wanted for page in pages) / (len(pages) + self._failed[number])

    def decides(self, number: int) -> bool:
        """Tell whether the pattern alone decides: hardly any of its pages are wanted, or most and all of one kind."""
        share = self._wanted_share(number)
        return share <= UNWANTED or (share >= WANTED and self._has_one_kind(number))

    def _has_one_kind(self, number: int) -> bool:
        """Tell whether nearly all pages of a format have one layout, or look like one type of page."""
        pages = self._pages[number]
        layouts = Counter(self._survey.pages[page].layout for page in pages)
        labels = Counter(self._labels[page] for page in pages)
        return max(*layouts.values(), *labels.values()) >= ONE_KIND * len(pages)

    def pattern_rule(self, number: int) -> Rule:
        """Give the rule for a format whose pattern decides."""
        pattern, share = self._pattern(number), self._wanted_share(number)
        evidence = self._evidence(number)
        if share < WANTED:
            return Rule(pattern, Role.NEVER, Follow.NO, confidence=round(1 - share, 3), evidence=evidence)
        role = self._role(self._pages[number])
        follow = Follow.YES
        if self._flips.get(number) and not self._follow.get(number):
            role, follow = _FLIPS.get(role, role), Follow.SAME_LIST
        return Rule(pattern, role, follow, confidence=round(share, 3), evidence=evidence)

    def flip_rules(self, number: int) -> list[Rule]:
        """Give rules for the places where links of a format flip pages, where the same format leads elsewhere too."""
        if self._wanted_share(number) < WANTED or not self._follow.get(number):
            return []
        return self._located(number, self._flips.get(number, ()), Follow.SAME_LIST)

    def location_rules(self, number: int) -> list[Rule]:
        """Give rules for the places whose links are followed, for a format that does not decide."""
        flips = self._flips.get(number, ())
        places = {arc.location for arc in flips}
        follow = [arc for arc in self._follow.get(number, ()) if arc.location not in places]
        return self._located(number, flips, Follow.SAME_LIST) + self._located(number, follow, Follow.YES)

    def _located(self, number: int, arcs: Iterable[Arc], follow: Follow) -> list[Rule]:
        places: dict[str, list[Arc]] = defaultdict(list)
        for arc in arcs:
            places[arc.location].append(arc)
        rules = []
        for location, found in places.items():
            targets = sorted({page for arc in found for _, page in arc.links})
            role = self._role(targets)
            if follow is Follow.SAME_LIST:
                role = _FLIPS.get(role, role)
            evidence = f"{len(targets)} sampled pages by links in this place"
            on = self._source_role(found)
            rules.append(Rule(self._pattern(number), role, follow, on=on, location=location, evidence=evidence))
        return rules

    def _source_role(self, arcs: Iterable[Arc]) -> str:
        """Give the role of the pages the links stand on, if their own addresses tell it and it is one."""
        formats = {self._survey.pages[page].format for arc in arcs for page, _ in arc.links if page}
        roles = {
            self._role(self._pages[number]) if self.decides(number) and self._wanted_share(number) >= WANTED else None
            for number in formats
        }
        role = roles.pop() if len(roles) == 1 else None
        is_start = any(page == 0 for arc in arcs for page, _ in arc.links)
        return role.value if role in _FLIPS and role is not None and not is_start else ""

    def _role(self, pages: Sequence[int]) -> Role:
        if not pages:
            return Role.PAGE
        role, count = Counter(self._labels[page] for page in pages).most_common(1)[0]
        return role if count >= ROLE_SHARE * len(pages) else Role.PAGE

    def _pattern(self, number: int) -> str:
        return self._sitemap.formats.formats[number].pattern

    def _evidence(self, number: int) -> str:
        pages = self._pages[number]
        unique = len({self._survey.pages[page].group for page in pages})
        return f"{len(pages)} sampled pages, {unique} different, {self._failed[number]} failed"


def _by_format(arcs: Iterable[Arc]) -> Mapping[int, list[Arc]]:
    found: dict[int, list[Arc]] = defaultdict(list)
    for arc in arcs:
        found[arc.format].append(arc)
    return found
