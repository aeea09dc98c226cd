"""Weft's own strategy: look where knowledge is thinnest, believe what many pages say together, fetch little."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace

import re2

from weft.page import read_hints
from weft.traversal._book import book_links, make_book_plan
from weft.traversal._entry import Homes, count_boards, folders_above, is_plain
from weft.traversal._form_probe import FormProbe
from weft.traversal._inert import FixedNumber
from weft.traversal._learning import Ground, Learning, Sample
from weft.traversal._looks import LIKELY
from weft.traversal._marked import are_named_plainly
from weft.traversal._nested import heads
from weft.traversal._noise import (
    are_named_without,
    find_sessions,
    names_things,
    pair_by_echo,
    pair_by_key,
    pair_by_number,
    piece_added,
)
from weft.traversal._place_probe import MAX_ASKED, Probe
from weft.traversal._place_rules import make_place_plan
from weft.traversal._places import Places
from weft.traversal._proper import are_self_named
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._turning import Turning
from weft.traversal._ways import around_threads, beside_lists, higher_lists, own_links
from weft.traversal._weft_rules import Findings, make_plan
from weft.urls import cut_url, resolve

Asking = Generator[tuple[str, ...], tuple[Sample, ...], None]

MAX_PROBES = 40  # URLs asked for to find lists and threads
MENU_PROBES = 12
LEVEL_PROBES = 3  # boards above and below those seen
CLIMBS = 3
LARGEST_PROBES = 4  # rows that may lead to long threads, where short ones told nothing
TRAIL_PROBES = 2  # boards that threads lie in
FLIP_PROBES = 6
WITHIN_PROBES = 2  # kinds of links that posts have


class Weft:
    """The default strategy."""

    name = "weft"
    budget = 80

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Learn the site; see the steps of `Learner`."""
        learner = Learner(Survey(ground), start)
        yield from learner.run()
        if learner.survey.mixed and learner.places.threads:
            plan = make_place_plan(learner.places, learner.entry, self.name)
        else:
            plan = make_plan(learner.findings(), self.name)
        if not plan.leads_to_threads:
            plan = make_book_plan(learner.survey, learner.first, self.name) or plan
        named, plain = are_self_named(learner.survey, plan), are_named_plainly(learner.survey, plan)
        return replace(plan, self_named=named, plainly_named=plain)


@dataclass
class Learner:
    """One learning of one site. Each step asks for pages until it has nothing more to ask."""

    survey: Survey
    start: Sample
    asked: set[str] = field(default_factory=set)
    entry: str = ""
    homes: Homes = field(init=False)  # what may be the entry
    menu_done: bool = False
    _known: dict[str, Roles] = field(default_factory=dict)  # by entry: what the survey said when it had this version
    _version: int = -1
    _turning: Turning | None = None

    def run(self) -> Asking:
        """The steps, in order; each builds on what the ones before have found."""
        self.survey.add([self.start])
        self._drop_session()
        self.entry = self.survey.clean(self.start.final)
        self.homes = Homes(self.survey, self.entry, [self.entry])
        yield from self._climb()
        yield from self._probe()
        if (url := self.form_probe.named_otherwise()) is not None:
            yield from self._ask([url])
            yield from self._probe()
        if not self.roles.threads and not self.survey.mixed:
            yield from self._climb_further()
            yield from self._probe()
        if not self.roles.threads and not self.survey.mixed:
            yield from self._probe_largest()
        if not self.roles.threads:
            yield from self._try_lone(topped=True)
            if self.roles.threads:
                return
        if not self.roles.threads and not self.survey.mixed:
            self.survey.suspect_mixed()
        yield from self._go_on()
        if not self.roles.threads and not self.places.threads:
            yield from self._try_lone()
        elif self.roles.bare.issuperset(self.roles.threads) and not self.survey.mixed:
            yield from self._doubt()
        if not self.roles.threads and not self.places.threads and not self.menu_done:
            yield from self._leave_front()
        if not self.roles.threads and not self.places.threads:
            yield from self._ask(book_links(self.survey, self.first))

    @property
    def first(self) -> str:
        """The page that learning began with."""
        return self.survey.clean(self.start.final)

    def _go_on(self) -> Asking:
        """From threads to the entry, lists and their further pages; or from places to all of it."""
        if self.survey.mixed:
            yield from self._probe_places()
            return
        yield from self._try_folder_of_all()
        yield from self._shorten_entry()
        yield from self._probe()
        if (url := self.form_probe.unread_whole()) is not None:
            yield from self._ask([url])
            yield from self._probe()
        yield from self._ask(self.form_probe.unread_answers())
        yield from self._test_keys()
        yield from self._flip()
        yield from self._test_pieces()
        yield from self._test_numbers()
        yield from self._look_again()
        if not self._boards():
            yield from self._probe_trails()
        if not self._boards() and not self._has_trails():
            yield from self._seek_lists()
        if not self._boards() and not self._has_trails():
            yield from self._try_menu()
            yield from self._probe()
            yield from self._flip()
            yield from self._look_again()
            yield from self._seek_lists()
        if not self._boards() and not self._has_trails() and self.homes.lead(self.entry, self.roles):
            yield from self._look_again()
        if not self.roles.threads:
            self.survey.suspect_mixed()
        elif not self.roles.lists:
            yield from self._probe_rows()
            yield from self._probe_within()
        yield from self._probe_places()

    def _probe_within(self) -> Asking:
        """Where no list was found: ask for what posts link to; threads may be lists that show posts of theirs."""
        before = self.roles.threads
        for _ in range(WITHIN_PROBES):
            url = self.form_probe.unread_within() if not self.survey.mixed and not self.roles.lists else None
            if url is None:
                break
            yield from self._ask([url])
        if self.roles.threads != before:
            yield from self._probe()
            yield from self._go_on()

    def _probe_rows(self) -> Asking:
        """Where no list was found: ask for what the rows of the entry lead to; a list may be written as people are."""
        url = self.form_probe.unread_row()
        if url is None:
            return
        yield from self._ask([url])
        form, view = self.survey.form(url), self.survey.views.get(url)
        is_list = view is not None and view.judgement.index > LIKELY
        if is_list and form is not None and form.free and form not in self.roles.like_lists:
            self.survey.mix(form)

    def _doubt(self) -> Asking:
        """Learn again without what looks like threads but has no posts; believe it only if that brings pages with."""
        doubted, entry = {form.pattern for form in self.roles.threads}, self.entry
        self.survey.doubt(doubted)
        yield from self._probe()
        yield from self._go_on()
        if not self.roles.threads and not self.survey.mixed:
            yield from self._try_lone()
        found = [view for form in self.roles.threads for view in self.roles.by_form.get(form, ())]
        if not any(view.has_posts for view in found):
            self.survey.doubt(set())
            self.entry = entry

    def _leave_front(self) -> Asking:
        """Where nothing was found around the start page: begin again with what the menus lead to, as a last resort."""
        self.survey.doubt(())
        yield from self._try_menu()
        yield from self._probe()
        if self.roles.threads:
            yield from self._go_on()

    def _try_lone(self, *, topped: bool = False) -> Asking:
        """Where no page looks like a thread and places tell nothing: threads may have one message a page.

        Below it may stand the tree of its thread, which looks like a list: those are asked for before places are.
        """
        self.survey.suspect_lone()
        if not topped or self.roles.topped:
            yield from self._probe()
        if self.roles.threads and (not topped or self.roles.topped):
            yield from self._go_on()
        else:
            self.survey.suspect_lone(lone=False)

    @property
    def roles(self) -> Roles:
        """What the samples so far say."""
        return self._roles_at(self.entry)

    def _roles_at(self, entry: str) -> Roles:
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

    def findings(self) -> Findings:
        """What the plan is made of."""
        roles = self.roles
        turning = self.turning
        pagers, numbered = turning.pagers, turning.numbered
        return Findings(self.survey, roles, self.entry, roles.lists, pagers, numbered, turning.chains)

    # asking

    def _ask(self, urls: Iterator[str] | list[str]) -> Asking:
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

    # session ids

    def _drop_sessions(self) -> None:
        """Take keys that have another value on each page for session ids; write what is known without them."""
        for key in find_sessions(self.survey):
            self.survey.drop(key)
            self.asked = set(map(self.survey.clean, self.asked))
            self.homes.urls = list(dict.fromkeys(map(self.survey.clean, self.homes.urls)))
            self.entry = self.survey.clean(self.entry)

    def _drop_session(self) -> None:
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

    # the entry

    def _climb(self) -> Asking:
        """Ask for the folders above the start page that it links to; one of them may be the entry."""
        view = self.survey.views[self.entry]
        root = self._root()
        if view.url == root and view.judgement.thread < 0.5:
            return
        linked = [url for url in folders_above(view.url) if url in view.urls and url != view.url]
        for url in linked[:CLIMBS] or [root]:
            yield from self._go_home(url)

    def _climb_further(self) -> Asking:
        """Ask for breadcrumbs, for folders that are not linked, and for the first plain links of the start page.

        Of these, those come first that no other page has and no post: the way home is among them.
        """
        view = self.survey.views[self.survey.clean(self.start.final)]
        crumbs = [url for crumb in read_hints(view.page).breadcrumbs if (url := resolve(crumb.url, view.page.base))]
        plain = [arc.url for arc in view.arcs if is_plain(arc.url)][:CLIMBS]
        for url in dict.fromkeys([*crumbs, *own_links(view, self.survey)[:CLIMBS], *plain, *folders_above(view.url)]):
            if self.survey.ground.scope.holds(url) and not self.roles.threads:
                yield from self._go_home(self.survey.clean(url))
                yield from self._probe()

    def _go_home(self, url: str) -> Asking:
        yield from self._ask([url])
        self.homes.add(self.survey.redirects.get(url, url))
        self._choose_entry()

    def _look_again(self) -> Asking:
        """Choose the entry again with all that was seen by now; go on from another one if that is better."""
        before = self.entry
        yield from self._probe_levels()
        yield from self._probe_above()
        yield from self._try_folder_of_all()
        self._choose_entry()
        if self.entry != before:
            yield from self._shorten_entry()
            yield from self._probe()
            yield from self._test_keys()
            yield from self._flip()

    def _seek_lists(self) -> Asking:
        """Where the entry leads to no board: go from threads up to the lists they are in, and begin there."""
        if not self.roles.threads or self.survey.mixed:
            return
        is_home = self.homes.is_home(self.entry, self.roles)
        if not is_home:
            yield from self._ask(around_threads(self.roles))
            yield from self._ask(beside_lists(self.roles))
        higher = higher_lists(self.roles)
        found = [url for url, boards in higher.items() if not is_home or self.entry in boards]
        if self.menu_done and not found and not self.roles.lists:  # the front page of a site: menus lead to the forum
            found = [url for url in higher if is_plain(url) and self.homes.is_linked(url)]
        start = self.survey.views[self.survey.clean(self.start.final)]
        near = [url for url in found if url in start.urls]
        for url in near or found:
            self.homes.add(url)
        if found:
            yield from self._look_again()

    def _root(self) -> str:
        scope = self.survey.ground.scope
        return scope.origin + scope.prefix

    def _choose_entry(self) -> None:
        self.entry = self.homes.choose(self._roles_at(""))

    def _shorten_entry(self) -> Asking:
        """Prefer the folder to a file in it that shows the same: `/forum/` to `/forum/index.php`."""
        folder = self.entry.partition("?")[0].rpartition("/")[0] + "/"
        if folder == self.entry or not self.survey.ground.scope.holds(folder):
            return
        yield from self._ask([folder])
        if folder in self.survey.views and self.survey.is_same(folder, self.entry):
            self.homes.shorten(folder, self.entry)
            self.entry = folder

    def _try_folder_of_all(self) -> Asking:
        """Ask for the deepest folder that holds all threads and lists seen: the forum below a front page."""
        roles = self.roles
        kinds = {*roles.threads, *list(roles.lists)[:1]} if roles.lists else roles.like_threads | roles.like_lists
        below = [url for url in self.survey.views if self.survey.form(url) in kinds and url not in self.homes.urls]
        paths = [folders_above(url) for url in below]
        shared = [folder for folder in paths[0] if all(folder in path for path in paths)] if paths else []
        if shared and self.survey.ground.scope.holds(shared[0]) and not self.survey.knows(shared[0]):
            yield from self._go_home(shared[0])

    # lists and threads

    @property
    def form_probe(self) -> FormProbe:
        """Chooses what to ask for by what the samples so far say."""
        return FormProbe(self.roles, self.homes, self.asked, self.menu_done)

    def _probe(self) -> Asking:
        """Ask for what the rows of lists lead to, where least is known, until nothing new turns up."""
        for _ in range(MAX_PROBES):
            if self.survey.mixed:
                return
            self._choose_entry()
            url = self.form_probe.next()
            if url is None or len(self.asked) >= MAX_PROBES:
                return
            yield from self._ask([url])

    def _probe_largest(self) -> Asking:
        """Ask for what the largest rows of lists lead to, while no page looks like a thread: short ones do not."""
        for _ in range(LARGEST_PROBES):
            url = None if self.roles.threads or self.survey.mixed else self.form_probe.largest()
            if url is None:
                return
            yield from self._ask([url])

    def _probe_levels(self) -> Asking:
        """Ask for a page of each level of boards that is linked but was not seen, however little its links weigh."""
        for _ in range(LEVEL_PROBES):
            url = self.form_probe.next_level()
            if url is None:
                return
            yield from self._ask([url])

    def _probe_above(self) -> Asking:
        """Ask for a list that the menus name and the addresses of boards begin with: all their threads are in it."""
        forms = {url: form for url in sorted(self.survey.common) if (form := self.survey.form(url)) is not None}
        above = [url for url, form in forms.items() if any(heads(form, other) for other in self.roles.lists)]
        if fresh := [url for url in above if not self.survey.knows(url)]:
            yield from self._ask(fresh[:1])
            yield from self._prove()

    # addresses that say nothing

    @property
    def places(self) -> Places:
        """What the samples so far say of places. Where the site has a home, the page we began at is like any other."""
        above = folders_above(self.survey.clean(self.start.final))[1:]
        homes = [url for url in self.homes.urls if url in above or self.homes.is_linked(url)]
        return Places(self.survey, tuple(homes or self.homes.urls))

    def _probe_places(self) -> Asking:
        """Where addresses say nothing: ask for links of each place of a page, until what they lead to is known."""
        if not self.survey.mixed:
            return
        while len(self.asked) < MAX_ASKED:
            urls = Probe(self.places, frozenset(self.asked)).next()
            if not urls:
                break
            yield from self._ask(urls)
        places = self.places
        self.entry = max(places.homes, key=places.extent)

    # lists that count

    def _boards(self) -> bool:
        return count_boards(self.entry, self.roles) > 1

    def _has_trails(self) -> bool:
        return not self.roles.trails.keys().isdisjoint(self.roles.lists)

    def _probe_trails(self) -> Asking:
        """Where the entry lists no boards: ask for what threads say they lie in, and how such lists are turned."""
        for form, urls in self.roles.trails.items():
            if form not in self.roles.by_form:
                yield from self._ask(list(urls[:TRAIL_PROBES]))
        if self._has_trails():
            for url in self.roles.shared_steps[:TRAIL_PROBES]:
                yield from self._go_home(url)
            yield from self._flip()

    def _try_menu(self) -> Asking:
        """Ask for what the menus lead to: a site without boards on its first page has its lists there."""
        if self.menu_done:
            return
        self.menu_done = True
        entry = self.survey.views[self.entry]
        frame = self.survey.frame
        urls = [arc.url for arc in entry.arcs if (arc.place, arc.url) in frame and arc.url != self.entry]
        yield from self._ask(list(dict.fromkeys(urls))[:MENU_PROBES])

    # turning pages

    def _flip(self) -> Asking:
        """Look for lists long enough to have pagers, then ask for second pages to prove these."""
        for turn in range(FLIP_PROBES):
            yield from self._prove()
            url = self.turning.longer_list(turn % 2, self.asked)
            if url is None:
                break
            yield from self._ask([url])
        yield from self._prove()

    def _prove(self) -> Asking:
        for pagers in self.turning.possible.values():
            for pager, turns in pagers:
                onward = [turn for turn in turns if pager.goes_on(turn)]
                flips = [turn.arc.url for turn in onward if turn.base in self.survey.views]
                flips = flips or [turn.arc.url for turn in onward]
                if not any(map(self.survey.knows, flips)):
                    yield from self._ask(flips[:1])
        if (further := self.form_probe.next_turned(self.turning.known_flips)) is not None:
            yield from self._ask([further])
        for chain in self.turning.possible_chains:
            if not any(self.survey.knows(url) for _, url in chain.links):
                yield from self._ask([chain.links[0][1]])
        for arcs in self.turning.possible_numbers.values():
            if not any(self.survey.knows(arc.url) for _, arc in arcs):
                yield from self._ask([arcs[0][1].url])

    # keys that change nothing

    def _test_keys(self) -> Asking:
        """Ask for pages with and without a key, where the site writes both; drop keys that change nothing."""
        for _ in range(4):
            pair = self._next_key()
            if pair is None:
                return
            key, with_key, without = pair
            self.asked.add(f"key {key}")
            yield from self._ask([with_key])
            yield from self._ask([without])
            if self.survey.is_same(with_key, without) and not self._do_without(key):
                self.survey.drop(key)

    def _test_pieces(self) -> Asking:
        """Ask for a thread without what only further pages of lists put in its address; drop that if it is noise."""
        lists = self.roles.thread_groups
        pairs = [(lists[one].form, lists[two].form) for one, two in self.turning.known_flips if {one, two} <= {*lists}]
        for first, further in dict.fromkeys(pairs):
            piece = piece_added(first, further)
            url = next((view.url for view in self.roles.by_form.get(further, ())), None)
            if piece is None or url is None:
                continue
            yield from self._ask([piece.write(url)])
            if self.survey.is_same(piece.write(url), url):
                if piece.key:
                    self.survey.drop(piece.key)
                else:
                    self.survey.cut(piece)
                return

    def _test_numbers(self) -> Asking:
        """Ask for threads under two addresses that differ in one number only; one that changes nothing is noise."""
        roles = self.roles
        pagers, lists = self.turning.pagers, roles.thread_groups
        further = [(lists[one], lists[two]) for one, two in self.turning.known_flips if one in lists and two in lists]
        for form in roles.threads:
            marks = [turn.arc.url for _, turns in pagers.get(form, ()) for turn in turns]
            pairs = pair_by_number(self.survey, form, marks)
            for group, pair in (pairs or pair_by_echo(self.survey, form, further)).items():
                yield from self._ask(list(pair))
                if self.survey.is_same(*pair):
                    value = re2.compile(form.pattern).fullmatch(pair[0]).group(group)
                    self.survey.fix(FixedNumber(form.pattern, group, value))
                    break

    def _do_without(self, key: str) -> bool:
        """Whether lists below the entry name threads without a key: it may lead to the last page of longer ones."""
        roles = self.roles
        lists = [self.survey.views[url] for url in roles.thread_groups if url != self.entry]
        threads = {url for view in lists for url in view.urls if self.survey.form(url) in roles.like_threads}
        return are_named_without(threads, key)

    def _next_key(self) -> tuple[str, str, str] | None:
        roles = self.roles
        known = set(self.survey.forms.by_url.values())
        marks = [pager.mark for pagers in self.turning.possible.values() for pager, _ in pagers]
        own = [*roles.threads, *roles.lists]
        keys = {form: {key[:-1] for key in form.keys if key} for form in own}
        told = set().union(*keys.values())
        # threads may call themselves otherwise than lists do, which add a key
        listed = dict.fromkeys(group.form for group in roles.thread_groups.values())
        added = (form for form in listed if form not in keys and roles.is_variant(form, roles.threads))
        keys |= {form: {key[:-1] for key in form.keys if key} - told for form in added}
        for form, names in keys.items():
            for key in sorted(names):
                if f"key {key}" in self.asked or any(f"{key}=" in mark for mark in marks):
                    continue
                both = pair_by_key(self.survey, form, key)
                if both and self.survey.form(both[0][1]) in known and not names_things(self.survey, key):
                    return key, both[0][0], both[0][1]
        return None
