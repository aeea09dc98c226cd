"""FoCUS (paper 002): from any page to the entry, from the entry to URL patterns of index, thread and flipping pages.

Faithful to sections 4.3 to 4.5, with these choices where the paper is silent or cannot be followed here:
- Of a group of links at most `votes` destinations are asked for, not all; a column of the same place and URL form that
  was judged alike on several pages is not asked about again. Links of one column whose URLs are of several forms
  are several groups: alignment alone does not tell them apart where markup is bare.
- Algorithm 1 takes one group a page. The paper's paths 3 to 6 need pages that list boards and threads, so of the
  `groups` columns with the most anchor text one of each type is taken; `groups=1` is the letter of the algorithm.
- A text that is a time is not counted as anchor text: an index or thread URL's text is a title (section 3).
- In Algorithm 3 a column that stands with the same links on most pages is a menu and makes none of them the entry;
  a list of threads that names their boards is an entry only where nothing else is; the start is a candidate too.
- A page that shows what the source shows is no flip of it (the definition in section 3; Algorithm 2 does not check,
  and takes the numbered permalinks of posts).
- Session ids are found as `_focus_session` says.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field

from weft.classify import PageLabel
from weft.traversal._focus_session import find_session_keys
from weft.traversal._focus_view import (
    SIMILAR_LAYOUT,
    Eye,
    UrlGroup,
    View,
    count_labels,
    layout_similarity,
    shows_same,
)
from weft.traversal._koppula import UrlPattern, escape_literal, learn_patterns
from weft.traversal._learning import Ground, Learning, Sample
from weft.traversal._plan import Follow, Plan, Role, Rule
from weft.urls import drop_keys, tokenise

VOTES = 5  # destinations asked for of a group
GROUPS = 3  # groups looked at on a page
RIVAL_SHARE = 1 / 3  # of the largest group's anchor text, without which another group is not looked at
NEIGHBOURS = 5  # "randomly select a few URLs" (Alg. 3)
MENU_SHARE = 0.4  # of the neighbours with the same column of links, from which it is a menu
MAX_CANDIDATES = 25  # links common to all neighbours that are tried as entry
ENTRY_SHARE, DETECTION_SHARE = 0.3, 0.75  # of the budget that may be spent when entry and groups are done with
SETTLED = 2  # pages with the same verdict on a column before it holds for the others
SETTLED_OTHER = 4  # the same for none: a board full of unanswered threads looks like none, and must not speak for all
FLIP_VOTES = 3  # destinations asked for of a flip group
FLIP_SOURCES = 10  # pages with confirmed flips that are enough
FLIP_EXAMPLES = 2  # URLs taken of a page with flips: a long list is not to outweigh the short ones
FLIP_TRIES = 30  # pages with something like flips that are looked at

Asking = Generator[tuple[str, ...], tuple[Sample, ...], None]


@dataclass
class Notebook:
    """What a learning knows so far: the pages it saw, by the address it asked for, and how much it may still ask."""

    ground: Ground
    eye: Eye
    views: dict[str, View | None] = field(default_factory=dict)
    asked: int = 0
    session_keys: frozenset[str] = frozenset()

    def note(self, sample: Sample) -> None:
        """Look at a sample and keep the view."""
        self.views[sample.url] = self.eye.look(sample)

    def ask(self, urls: Iterable[str], share: float = 1.0) -> Asking:
        """Ask for the pages not seen yet, up to a share of the budget."""
        left = max(0, int(share * self.ground.budget) - self.asked)
        wanted = tuple(dict.fromkeys(url for url in urls if url not in self.views))[:left]
        if not wanted:
            return
        self.asked += len(wanted)
        for sample in (yield wanted):
            self.note(sample)

    def clean(self, urls: Iterable[str]) -> tuple[str, ...]:
        """Give addresses without session ids, each once."""
        return tuple(dict.fromkeys(drop_keys(url, self.session_keys) for url in urls))

    def seen(self, urls: Iterable[str]) -> list[View]:
        """Give the views there are of these addresses."""
        return [view for view in map(self.views.get, urls) if view is not None]


@dataclass
class TrainingSet:
    """URL strings by role, for the regexes to be learned from."""

    urls: dict[Role, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, role: Role, urls: Iterable[str]) -> None:
        """Add examples of a role."""
        self.urls[role].update(urls)


class Focus:
    """The strategy of paper 002."""

    name = "focus"

    def __init__(self, budget: int = 450, votes: int = VOTES, groups: int = GROUPS) -> None:
        self.budget = budget
        self.votes = votes
        self.groups = groups

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Find the entry, collect URL examples, learn their patterns."""
        return (yield from _FocusLearning(self, start, ground).run())


class _FocusLearning:
    """One learning: the notebook and the training set it fills."""

    def __init__(self, strategy: Focus, start: Sample, ground: Ground) -> None:
        self._strategy = strategy
        self._start = start
        self._notes = Notebook(ground, Eye(ground))
        self._training = TrainingSet()
        self._verdicts: dict[tuple[str, object], Counter[PageLabel]] = defaultdict(Counter)
        self._judged: dict[tuple[str, str, str], PageLabel] = {}

    def run(self) -> Learning:
        self._notes.note(self._start)
        self._notes.views.setdefault(self._start.final, self._notes.views[self._start.url])
        entry = yield from self._find_entry()
        index_pages = yield from self._collect_groups(entry)
        threads = [v for v in self._notes.views.values() if v is not None and v.label is PageLabel.THREAD]
        yield from self._collect_flips(index_pages, Role.INDEX_FLIP)
        yield from self._collect_flips(_each_once(threads), Role.THREAD_FLIP)
        return self._make_plan(entry)

    def _find_entry(self) -> Generator[tuple[str, ...], tuple[Sample, ...], str]:
        """Algorithm 3: of the links common to several pages, the one whose page has most index URLs.

        The start itself is a candidate too, and comes first: it may be the entry and not link to itself.
        """
        notes, start = self._notes, self._start.final
        first = notes.views[self._start.url]
        if first is None:
            return start
        chosen = random.Random(notes.ground.seed).sample(first.links, min(2 * NEIGHBOURS, len(first.links)))  # noqa: S311 - sampling
        yield from notes.ask(chosen[:NEIGHBOURS])
        if len(notes.seen(chosen)) < NEIGHBOURS:
            yield from notes.ask(chosen[NEIGHBOURS:])
        neighbours = notes.seen(chosen)
        notes.session_keys = find_session_keys([first.links, *(view.links for view in neighbours)])
        common = set(notes.clean(first.links))
        for neighbour in neighbours:
            common.intersection_update(notes.clean([*neighbour.links, neighbour.url]))
        menus = _find_menus([first, *neighbours])
        ordered = [url for url in notes.clean(first.links) if url in common]
        best, most = start, (0, 0)
        for url in notes.clean([start, *ordered[:MAX_CANDIDATES]]):
            yield from notes.ask([url], ENTRY_SHARE)
            view = notes.views.get(url)
            if view is None:
                continue
            found = yield from self._detect(view, ENTRY_SHARE, menus)
            boards, threads = (len(found.get(label, ())) for label in (PageLabel.INDEX, PageLabel.THREAD))
            # A list of threads names the board of each: it is an entry only where nothing else is.
            rank = (boards if boards >= threads and view.label is PageLabel.INDEX else 0, boards)
            if rank > most:
                best, most = url, rank
        return best

    def _collect_groups(self, entry: str) -> Generator[tuple[str, ...], tuple[Sample, ...], list[View]]:
        """Detect index and thread URLs on the entry, then on the index pages found, until there are no more."""
        notes = self._notes
        queue, pages = [entry], list[View]()
        queued = {entry}
        for url in queue:
            yield from notes.ask([url], DETECTION_SHARE)
            view = notes.views.get(url)
            if view is None:
                continue
            pages.append(view)
            found = yield from self._detect(view, DETECTION_SHARE)
            self._training.add(Role.INDEX, found.get(PageLabel.INDEX, ()))
            self._training.add(Role.THREAD, found.get(PageLabel.THREAD, ()))
            fresh = [each for each in found.get(PageLabel.INDEX, ()) if each not in queued]
            queue += fresh
            queued.update(fresh)
        return _each_once(pages)

    def _detect(
        self, view: View, share: float, menus: frozenset[str] = frozenset()
    ) -> Generator[tuple[str, ...], tuple[Sample, ...], dict[PageLabel, tuple[str, ...]]]:
        """Algorithm 1: type the groups with the most anchor text by a majority vote over their destinations."""
        found: dict[PageLabel, tuple[str, ...]] = {}
        lists = [group for group in view.groups if group.place not in menus]
        for group in _rivals(lists[: self._strategy.groups]):
            urls = self._notes.clean(group.urls)
            label = yield from self._judge_group(view, group, urls, share)
            if label is not PageLabel.OTHER and label not in found:
                found[label] = urls
            if len(found) == 2:
                break
        return found

    def _judge_group(
        self, view: View, group: UrlGroup, urls: Sequence[str], share: float
    ) -> Generator[tuple[str, ...], tuple[Sample, ...], PageLabel]:
        known = self._judged.get((view.final, group.place, urls[0]))
        if known is not None:
            return known
        settled = self._verdicts[group.place, _form(urls)]
        if len(settled) == 1 and settled.total() >= (SETTLED_OTHER if PageLabel.OTHER in settled else SETTLED):
            return next(iter(settled))
        picked = _spread(urls, self._strategy.votes)
        yield from self._notes.ask(picked, share)
        views = self._notes.seen(picked)
        counts = count_labels(views)
        label = max(counts, key=lambda each: counts[each])
        if not views or 2 * counts[label] <= len(picked):
            label = PageLabel.OTHER
        if views:
            self._judged[view.final, group.place, urls[0]] = label
            settled[label] += 1
        return label

    def _collect_flips(self, sources: Sequence[View], role: Role) -> Asking:
        """Algorithm 2 over the pages that have something like flips: numbers first, words where there are none."""
        confirmed = tried = 0
        for source in sources:
            candidates = source.numbers or source.words
            if not candidates:
                continue
            tried += 1
            for group in candidates:
                urls = self._notes.clean(group.urls)
                picked = [url for url in _spread(urls, FLIP_VOTES) if url not in (source.url, source.final)]
                yield from self._notes.ask(picked)
                if _are_flips(source, group.place, self._notes.seen(picked), len(picked)):
                    self._training.add(role, _spread(urls, FLIP_EXAMPLES))
                    confirmed += 1
                    break
            if confirmed >= FLIP_SOURCES or tried >= FLIP_TRIES:
                return

    def _make_plan(self, entry: str) -> Plan:
        rules: list[Rule] = []
        for role in (Role.INDEX, Role.THREAD, Role.INDEX_FLIP, Role.THREAD_FLIP):
            for pattern in learn_patterns(self._training.urls[role]):
                rule = _to_rule(pattern, role, len(self._training.urls[role]), self._notes.session_keys)
                if all(rule.pattern != other.pattern for other in rules):
                    rules.append(rule)
        notes = [f"focus: {self._notes.asked} pages asked for while learning"]
        if self._notes.session_keys:
            notes.append("session ids dropped: " + ", ".join(sorted(self._notes.session_keys)))
        missing = [role for role in (Role.INDEX, Role.THREAD) if all(rule.role is not role for rule in rules)]
        notes += [f"focus: no {role.value} URL was found" for role in missing]
        return Plan(self._notes.ground.scope, entry, Focus.name, tuple(rules), notes=tuple(notes))


def _find_menus(views: Sequence[View]) -> frozenset[str]:
    """Give the places of columns with the same links on most pages: a menu of all boards makes no page the entry."""
    columns = Counter((group.place, frozenset(group.urls)) for view in _each_once(views) for group in view.groups)
    return frozenset(place for (place, _), count in columns.items() if count > max(1, MENU_SHARE * len(views)))


def _rivals(groups: Sequence[UrlGroup]) -> list[UrlGroup]:
    """Give the groups with enough anchor text to be the page's list, most first."""
    several = [group for group in groups if len(group.urls) > 1]
    return [group for group in several if group.anchor_length >= RIVAL_SHARE * several[0].anchor_length]


def _are_flips(source: View, place: str, pages: Sequence[View], asked: int) -> bool:
    """Tell whether most of a group's destinations have such links at the same place and the source's layout."""
    good = sum(
        any(group.place == place for group in (*page.numbers, *page.words))
        and layout_similarity(source.layout, page.layout) >= SIMILAR_LAYOUT
        and not shows_same(source, page)
        for page in pages
        if not page.is_redirected
    )
    return 2 * good > asked


def _to_rule(pattern: UrlPattern, role: Role, total: int, session_keys: frozenset[str]) -> Rule:
    follow = Follow.SAME_LIST if role in (Role.INDEX_FLIP, Role.THREAD_FLIP) else Follow.YES
    evidence = f"focus: {pattern.support} of {total} examples"
    regex, address = _allow_session(pattern, session_keys)
    return Rule(regex, role, follow, address=address, confidence=round(pattern.share, 3), evidence=evidence)


def _allow_session(pattern: UrlPattern, keys: frozenset[str]) -> tuple[str, str]:
    """Let a session id stand first or last in the query; the address is the URL without it."""
    if not keys:
        return pattern.regex, ""
    one = f"(?:{'|'.join(map(escape_literal, sorted(keys)))})=[^&]*"
    if not pattern.query:
        return f"({pattern.path})(?:\\?{one})?", r"\1"
    return f"({pattern.path}\\?)(?:{one}&)?({pattern.query})(?:&{one})?", r"\1\2"


def _spread(urls: Sequence[str], count: int) -> list[str]:
    """Pick so many URLs evenly from first to last."""
    if len(urls) <= count:
        return list(urls)
    return [urls[place * (len(urls) - 1) // max(1, count - 1)] for place in range(count)]


def _form(urls: Sequence[str]) -> object:
    """Give the commonest URL form of a group."""
    return Counter(tokenise(url).shape for url in urls).most_common(1)[0][0]


def _each_once(views: Iterable[View]) -> list[View]:
    return list({view.final: view for view in views}.values())
