"""What the strategy `weft` knows of a site while it learns, and how it asks for more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from weft.traversal._entry import Homes, count_boards, folders_above
from weft.traversal._form_probe import FormProbe
from weft.traversal._learning import Sample
from weft.traversal._noise import find_sessions
from weft.traversal._places import Places
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._turning import Turning
from weft.traversal._weft_rules import Findings
from weft.urls import cut_url

Asking = Generator[tuple[str, ...], tuple[Sample, ...], None]


@dataclass
class Study:
    """One learning of one site: what was asked for, what may be the entry, and what the samples so far say."""

    survey: Survey
    start: Sample
    asked: set[str] = field(default_factory=set)
    entry: str = ""
    homes: Homes = field(init=False)  # what may be the entry
    menu_done: bool = False
    _known: dict[str, Roles] = field(default_factory=dict)  # by entry: what the survey said when it had this version
    _version: int = -1
    _turning: Turning | None = None

    @property
    def first(self) -> str:
        """The page that learning began with."""
        return self.survey.clean(self.start.final)

    @property
    def roles(self) -> Roles:
        """What the samples so far say."""
        return self.roles_at(self.entry)

    def roles_at(self, entry: str) -> Roles:
        """Give what the samples so far say if a page is the entry."""
        if self._version != self.survey.version:
            self._known, self._version = {}, self.survey.version
        if entry not in self._known:
            others = iter(self._known.values())
            self._known[entry] = next(others, Roles(self.survey)).at(entry)
        return self._known[entry]

    @property
    def turning(self) -> Turning:
        """How the pages of lists and threads are turned."""
        roles = self.roles
        if self._turning is None or self._turning.roles is not roles:
            self._turning = Turning(roles)
        return self._turning

    @property
    def form_probe(self) -> FormProbe:
        """Chooses what to ask for by what the samples so far say."""
        return FormProbe(self.roles, self.homes, self.asked, self.menu_done)

    @property
    def places(self) -> Places:
        """What the samples so far say of places. Where the site has a home, the page we began at is like any other."""
        above = folders_above(self.survey.clean(self.start.final))[1:]
        homes = [url for url in self.homes.urls if url in above or self.homes.is_linked(url)]
        return Places(self.survey, tuple(homes or self.homes.urls))

    def findings(self) -> Findings:
        """What the plan is made of."""
        roles = self.roles
        turning = self.turning
        pagers, numbered = turning.pagers, turning.numbered
        return Findings(
            self.survey, roles, self.entry, roles.lists, pagers, numbered, turning.chains, turning.shows_last
        )

    def has_boards(self) -> bool:
        """Whether the entry lists boards."""
        return count_boards(self.entry, self.roles) > 1

    def lie_elsewhere(self) -> bool:
        """Whether threads say that they lie in what the entry links to, and in none of its boards: it lists tags."""
        roles = self.roles
        boards = [group.form for group in roles.board_groups.get(self.entry, ())]
        linked = roles.all_groups.get(self.entry, {})
        return any(form in linked for form in roles.trails) and not any(map(roles.holds_threads, boards))

    def has_trails(self) -> bool:
        """Whether what threads say they lie in are lists."""
        return not self.roles.trails.keys().isdisjoint(self.roles.lists)

    def ask(self, urls: Iterator[str] | list[str]) -> Asking:
        """Ask for those of the URLs that were not asked for, as far as the budget goes."""
        wanted = []
        for url in urls:
            if url not in self.asked and not self.survey.knows(url):
                self.asked.add(url)
                wanted.append(url)
        room = self.survey.ground.budget - len(self.asked)
        wanted = wanted[: max(0, room + len(wanted))]
        if wanted:
            samples = yield tuple(map(self.survey.as_written, wanted))
            self.survey.add(samples)
            self._drop_sessions()

    def go_home(self, url: str) -> Asking:
        """Ask for a page that may be the entry, and choose again."""
        yield from self.ask([url])
        self.homes.add(self.survey.redirects.get(url, url))
        self.choose_entry()

    def choose_entry(self) -> None:
        """Take what looks most like the entry by now."""
        self.entry = self.homes.choose(self.roles_at(""))

    def _drop_sessions(self) -> None:
        """Take keys that have another value on each page for session ids; write what is known without them."""
        for key in find_sessions(self.survey):
            self.survey.drop(key)
            self.clean_again()

    def clean_again(self) -> None:
        """Write what is known by address anew after something in addresses was found to be noise."""
        self.asked = set(map(self.survey.clean, self.asked))
        self.homes.urls = list(dict.fromkeys(map(self.survey.clean, self.homes.urls)))
        self.entry = self.survey.clean(self.entry)

    def drop_session(self) -> None:
        """Take a key whose long value all links of the first page share for a session id; later pages prove it."""
        values: dict[str, set[str]] = defaultdict(set)
        links: dict[str, int] = defaultdict(int)
        view = next(iter(self.survey.views.values()))
        for url in view.urls:
            for slot in cut_url(url)[1]:
                if slot.key:
                    values[slot.key[:-1]].add(slot.text)
                    links[slot.key[:-1]] += 1
        for key, texts in values.items():
            text = next(iter(texts))
            is_random = len(text) >= 16 and any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
            if len(texts) == 1 and is_random and links[key] >= 0.5 * len(view.urls):
                self.survey.drop(key)
