"""The structure-driven crawler (Vidal et al., SIGIR 2006), the baseline of papers 000 and 002, as they adapted it.

It maps the site breadth first from the given entry, finds the target pages by their likeness to an example page, and
keeps the URL patterns along the path by which most targets were reached: one path for each kind of target.

Adapted as paper 000 (6.1) says: an example for each kind of valuable page, and a threshold of URL pattern generation
fit for forums; as paper 002 (5.3.3) says: page-flipping patterns are looked for too. Where both chose examples by hand,
of the pages the classifier is surest to be threads the most typical is taken, likewise of index pages, and of others to
tell them from. Likeness is that of tag paths in place of tree edit distance, whose cost is quadratic in Python. The
papers' 2,000 to 3,000 pages of mapping are a default of 500 here: more than most of our sites have pages worth having.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field

from weft.classify import PageLabel
from weft.traversal._focus_view import Eye, View, layout_similarity, shows_same
from weft.traversal._koppula import CutUrl, Slot, cut_pieces, token_of, write_regex
from weft.traversal._learning import Ground, Learning, Sample
from weft.traversal._plan import Follow, Plan, Role, Rule

LIKE_EXAMPLE = 0.8  # least likeness of a target page to the example
CANDIDATES = 40  # pages of a kind that may be its example
LIKE_URL = 0.75  # least likeness of two URLs of one pattern: the threshold paper 000 adjusts
HALF_LIKE = 0.5  # what two parts of different words count
BATCH = 20  # URLs asked for at once
_ROLES = {PageLabel.THREAD: (Role.THREAD, Role.THREAD_FLIP), PageLabel.INDEX: (Role.INDEX, Role.INDEX_FLIP)}


@dataclass
class SiteMap:
    """The pages seen, each with the page it was first found on: shortest paths from the entry."""

    views: dict[str, View] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)

    def path_to(self, url: str) -> tuple[str, ...]:
        """Give the URLs from the first step behind the entry to this one."""
        path: list[str] = []
        while url in self.parents:
            path.append(url)
            url = self.parents[url]
        return tuple(reversed(path))


class StructureDriven:
    """The structure-driven strategy."""

    name = "structure-driven"

    def __init__(self, budget: int = 500) -> None:
        self.budget = budget

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Map the site, then choose the paths that reach most targets."""
        site = yield from _map_site(start, ground)
        kinds = _find_targets(site)
        rules: list[Rule] = []
        for kind in (PageLabel.THREAD, PageLabel.INDEX):
            rules += _path_rules(site, kinds[kind], kind)
            rules += _flip_rules(site, kinds[kind], kind)
        by_pattern = {rule.pattern: rule for rule in reversed(rules)}
        ordered = sorted(by_pattern.values(), key=rules.index)
        notes = [f"structure-driven: {len(site.views)} pages mapped"]
        notes += [f"structure-driven: no {kind.value} page was reached" for kind in _ROLES if not kinds[kind]]
        return Plan(ground.scope, start.final, self.name, tuple(ordered), notes=tuple(notes))


def _map_site(start: Sample, ground: Ground) -> Generator[tuple[str, ...], tuple[Sample, ...], SiteMap]:
    """Go breadth first from the entry over every link that may be followed, until the budget is spent."""
    eye, site = Eye(ground), SiteMap()
    queue = [start.final]
    first = eye.look(start)
    if first is None:
        return site
    site.views[start.final] = first
    _queue_links(site, start.final, queue)
    done, asked = 1, 0
    while done < len(queue) and asked < ground.budget:
        batch = tuple(queue[done : done + min(BATCH, ground.budget - asked)])
        done, asked = done + len(batch), asked + len(batch)
        for url, sample in zip(batch, (yield batch), strict=True):
            view = eye.look(sample)
            if view is not None:
                site.views[url] = view
                _queue_links(site, url, queue)
    return site


def _queue_links(site: SiteMap, url: str, queue: list[str]) -> None:
    for link in site.views[url].links:
        if link not in site.parents and link != queue[0]:
            site.parents[link] = url
            queue.append(link)


def _find_targets(site: SiteMap) -> dict[PageLabel, list[str]]:
    """Give the pages of each kind: those nearest to its example, and near enough."""
    views = list(site.views.values())
    examples = {kind: view for kind in PageLabel if (view := _choose_example(views, kind)) is not None}
    targets: dict[PageLabel, list[str]] = defaultdict(list)
    for url, view in site.views.items():
        likeness = {kind: layout_similarity(view.layout, example.layout) for kind, example in examples.items()}
        kind = max(likeness, key=lambda each: likeness[each])
        if likeness[kind] >= LIKE_EXAMPLE:
            targets[kind].append(url)
    return targets


def _choose_example(views: Sequence[View], kind: PageLabel) -> View | None:
    """Give the page of a kind that most others of the kind are like, of those the classifier is surest of.

    A person takes a page that is typical of the site; the surest one alone may be a print view.
    """
    sure = sorted((view for view in views if view.label is kind), key=lambda view: -view.confidence)

    def count_alike(view: View) -> int:
        return sum(layout_similarity(view.layout, other.layout) >= LIKE_EXAMPLE for other in sure)

    return max(sure[:CANDIDATES], key=count_alike, default=None)


def _path_rules(site: SiteMap, targets: Sequence[str], kind: PageLabel) -> list[Rule]:
    """Give the patterns of the path that reaches most targets; the last one is the target's."""
    paths = [path for path in map(site.path_to, targets) if path]
    best, count = _best_path(paths)
    evidence = f"structure-driven: on the path to {count} of {len(paths)} pages like the example"
    steps = [Rule(pattern, Role.INDEX, evidence=evidence) for pattern in best[:-1]]
    return [*steps, *(Rule(pattern, _ROLES[kind][0], evidence=evidence) for pattern in best[-1:])]


def _best_path(paths: Sequence[tuple[str, ...]], depth: int = 0) -> tuple[tuple[str, ...], int]:
    """Give the sequence of patterns by which most paths end, and how many do."""
    best: tuple[tuple[str, ...], int] = ((), 0)
    ways = {path[depth]: path for path in paths if len(path) > depth}
    if not ways:
        return best
    for pattern, members in cluster_urls(ways):
        inside = set(members)
        here = [path for path in paths if len(path) > depth and path[depth] in inside]
        ends = sum(len(path) == depth + 1 for path in here)
        rest, further = _best_path([path for path in here if len(path) > depth + 1], depth + 1)
        found = ((pattern,), ends) if ends >= further else ((pattern, *rest), further)
        if found[1] > best[1]:
            best = found
    return best


def _flip_rules(site: SiteMap, targets: Sequence[str], kind: PageLabel) -> list[Rule]:
    """Give the pattern most flips have: numbered links between two targets, at the same place of both."""
    known = set(targets)
    flips: Counter[str] = Counter()
    for source in (site.views[url] for url in targets):
        for group in source.numbers:
            for url in known.intersection(group.urls):
                page = site.views[url]
                if any(other.place == group.place for other in page.numbers) and not shows_same(source, page):
                    flips[url] += 1
    if not flips:
        return []
    pattern, members = max(cluster_urls(flips), key=lambda cluster: len(cluster[1]))
    evidence = f"structure-driven: {len(members)} of {len(flips)} links that turn pages"
    return [Rule(pattern, _ROLES[kind][1], Follow.SAME_LIST, evidence=evidence)]


def cluster_urls(urls: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Part URLs into patterns by their likeness to the first of each; gives patterns with their members."""
    clusters: list[tuple[CutUrl, list[str]]] = []
    for url in sorted(set(urls)):
        cut = cut_pieces(url)
        near = (members for first, members in clusters if _likeness(first, cut) >= LIKE_URL)
        members = next(near, None)
        if members is None:
            clusters.append((cut, [url]))
        else:
            members.append(url)
    return [(_generalise([cut_pieces(url) for url in members]), members) for _, members in clusters]


def _likeness(one: CutUrl, other: CutUrl) -> float:
    """Compare two URLs part by part: digits are alike, words are if they are the same."""
    if one.shape != other.shape:
        return 0.0
    pairs = [(a, b) for a, b in zip(one.slots, other.slots, strict=True) if a or b]
    alike = [1.0 if tuple(map(token_of, a)) == tuple(map(token_of, b)) else HALF_LIKE for a, b in pairs]
    return sum(alike) / len(alike) if alike else 1.0


def _generalise(urls: Sequence[CutUrl]) -> str:
    """Write the pattern of a cluster: what all have in common at both ends of every part, anything between."""
    slots = [_common_slot([url.slots[place] for url in urls]) for place in range(len(urls[0].slots))]
    path, query = write_regex(urls[0].shape, slots)
    return f"{path}\\?{query}" if query else path


def _common_slot(values: Sequence[tuple[str, ...]]) -> Slot:
    tokens = [tuple(map(token_of, value)) for value in values]
    if len(set(tokens)) == 1:
        return Slot(tokens[0], (), is_open=False)
    head = _common_prefix(tokens)
    tail = _common_prefix([value[len(head) :][::-1] for value in tokens])[::-1]
    return Slot(head, tail)


def _common_prefix(values: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    prefix: list[str] = []
    for column in zip(*values, strict=False):
        if len(set(column)) > 1:
            break
        prefix.append(column[0])
    return tuple(prefix)
