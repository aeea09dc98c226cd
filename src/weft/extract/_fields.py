"""Which places of a post hold its time, its author and its text: told from all posts of a site together."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from selectolax.lexbor import LexborNode

from weft.extract._places import PLAIN, Path, View, labels_in, loosen, tag_of
from weft.page import FoundTime, TimeReader, pick_time_path, spot_times

NAME_CHARS = 40
_NAME_WORDS = 4
_NAME_MARKUP = 2000  # characters of an element that shows a name
_COVERED = 0.6  # share of the posts that must have a name at a place
_FULL = 0.97
_LABELLED = 2.0  # what speaks for a text that is announced ("From:")
_MARKED = 2.0  # and for a link of which the page says that it leads to the author; against one to a tag
_NEARLY_ALL = 0.9
_SAME_DAY = timedelta(hours=36)  # a day and the widest zones
_SAME_TIME, _SAME_PAGES = 0.6, 3  # of the times at a place are the same, on so many pages: it is none of the posts
_WIDER_CHARS = 24  # that may stand around a time in its element
_ALTERNATIVES = 4
_NOWHERE = ("#", "javascript:", "mailto:")
_LETTERS = re.compile(r"[^\W\d_]")
_PAIRS = 4  # of posts of one author that tell whether a place is theirs
_SENTENCE = 20  # letters
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class Sampled:
    """A post to learn from: which page it is on, its parts, its times by path, and what is known of it by now."""

    sheet: int
    view: View
    title: str = ""  # of its page
    times: list[tuple[Path, FoundTime]] = field(default_factory=list)
    edits: list[Path] = field(default_factory=list)  # where it tells when it was changed
    moment: datetime | None = None
    author: str = ""


ReadMoment = Callable[[FoundTime], datetime | None]


def reader_of(reader: TimeReader, now: datetime) -> ReadMoment:
    """Give a function that reads found times; each string once."""
    known: dict[tuple[str, str], datetime | None] = {}

    def read(found: FoundTime) -> datetime | None:
        key = found.text, found.twin
        if key not in known:
            known[key] = reader.read_pair(found.text, found.twin, now).moment
        return known[key]

    return read


def learn_time(posts: Sequence[Sampled], read: ReadMoment) -> list[Path]:
    """Give the paths of the posts' own times: on each page the place whose times are in order; most pages decide."""
    votes: Counter[Path] = Counter()
    standing = _standing_times(posts)
    for members in by_sheet(posts).values():
        triples = [
            (path, number, moment)
            for places in (_exact_places, _wider_places, _looser_places)  # of equally good ones the first is chosen
            for number, post in enumerate(members)
            for path, found in places(post, read)
            if found.node.mem_id not in standing and (moment := read(found)) is not None
        ]
        chosen = pick_time_path(triples)
        if chosen is not None:
            votes[chosen] += sum(chosen == path for path, *_ in triples) if len(members) > 1 else 1
    if not votes:
        return []
    best = _sharper(posts, votes.most_common(1)[0][0], read)
    paths = [best, *(path for path, count in votes.most_common() if path != best and path[-1:] == best[-1:])]
    for post in posts:
        found = find_time(post, paths, read)
        post.moment = read(found) if found is not None else None
    return [*paths, *_rescue_times(posts, read, set(paths))][:_ALTERNATIVES]


def _sharper(posts: Sequence[Sampled], best: Path, read: ReadMoment) -> Path:
    """Give the place that tells the clock of the days told at the best one, if there is one that nearly always does."""
    days = {number: moment for number, post in enumerate(posts) if (moment := _moment_at(post, best, read)) is not None}
    if any((moment.hour, moment.minute) != (0, 0) for moment in days.values()):
        return best
    fits: Counter[Path] = Counter()
    for number, day in days.items():
        for path in {path for path, _ in posts[number].times} - {best}:
            moment = _moment_at(posts[number], path, read)
            clocked = moment is not None and (moment.hour, moment.minute) != (0, 0)
            fits[path] += 1 if moment is not None and clocked and abs(moment - day) <= _SAME_DAY else -1
    path, count = max(fits.items(), key=lambda item: item[1], default=(best, 0))
    return path if count >= _NEARLY_ALL * len(days) else best


def _moment_at(post: Sampled, path: Path, read: ReadMoment) -> datetime | None:
    found = next((found for place, found in post.times if place == path), None)
    return read(found) if found is not None else None


def _standing_times(posts: Sequence[Sampled]) -> frozenset[int]:
    """Give the elements of times that say the same on most pages at one place: the months of an archive beside them."""
    said: dict[Path, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for post in posts:
        for path, found in post.times:
            said[path][post.sheet].add(found.text + found.twin)
    standing: set[Path] = set()
    for path, sheets in said.items():
        often = Counter(text for texts in sheets.values() for text in texts)
        if len(sheets) >= _SAME_PAGES and often.most_common(1)[0][1] >= max(_SAME_PAGES, _SAME_TIME * len(sheets)):
            standing.add(path)
    return frozenset(found.node.mem_id for post in posts for path, found in post.times if path in standing)


def _exact_places(post: Sampled, _read: ReadMoment) -> list[tuple[Path, FoundTime]]:
    return post.times


def _wider_places(post: Sampled, _read: ReadMoment) -> list[tuple[Path, FoundTime]]:
    """Give the elements around times that hold nothing else: recent times may be written in another kind of element."""
    return [
        (path[:-1], found)
        for path, found in post.times
        if path and found.node.parent is not None and len(found.node.parent.text()) < _WIDER_CHARS + len(found.text)
    ]


def _looser_places(post: Sampled, read: ReadMoment) -> list[tuple[Path, FoundTime]]:
    """Give lists of like elements with their latest time: how many stand before it may vary from post to post."""
    latest: dict[Path, tuple[datetime, FoundTime]] = {}
    for path, found in post.times:
        place = (*path[:-1], *loosen(path[-1:]))
        moment = read(found)
        if place != path and moment is not None and (place not in latest or latest[place][0] < moment):
            latest[place] = moment, found
    return [(place, found) for place, (_, found) in latest.items()]


def find_time(post: Sampled, paths: Iterable[Path], read: ReadMoment) -> FoundTime | None:
    """Give the first time of a post at one of the paths."""
    places = (*post.times, *_wider_places(post, read), *_looser_places(post, read))
    for path in paths:
        for other, found in places:
            if other == path:
                return found
    return None


def _rescue_times(posts: Sequence[Sampled], read: ReadMoment, known: set[Path]) -> list[Path]:
    """Give places for posts that have none of the known: where their times fit between those around them."""
    fits: Counter[Path] = Counter()
    for members in by_sheet(posts).values():
        for before, post, after in zip([None, *members], members, [*members[1:], None], strict=False):
            if post.moment is not None:
                continue
            low = before.moment if before is not None else None
            high = after.moment if after is not None else None
            for path, found in post.times:
                moment = read(found)
                if moment is None or path in known or (low is None and high is None):
                    continue
                inside = (low is None or moment >= low) and (high is None or moment <= high)
                fits[path] += 1 if inside else -2
    return [path for path, count in fits.most_common(2) if count > 0]


def by_sheet(posts: Iterable[Sampled]) -> dict[int, list[Sampled]]:
    """Give posts by page."""
    pages: dict[int, list[Sampled]] = defaultdict(list)
    for post in posts:
        pages[post.sheet].append(post)
    return pages


@dataclass(slots=True)
class Names:
    """The short texts at one place."""

    values: dict[int, str] = field(default_factory=dict)  # by number of the post
    hrefs: dict[int, str] = field(default_factory=dict)
    order: dict[int, float] = field(default_factory=dict)  # where in the post, from 0 to 1
    called: dict[int, str] = field(default_factory=dict)  # what the page itself calls the link, as `rel`


def learn_author(posts: Sequence[Sampled]) -> list[Path]:
    """Give the paths of the authors' names, the best first."""
    places = _short_texts(posts)
    scored = [
        (score + (_LABELLED if path and path[-1][0] == "~" and path[-1][1] != PLAIN else 0), path)
        for path, names in places.items()
        if (score := _score_names(posts, names)) is not None
    ]
    if not scored:
        return _single_author(posts, places)
    best = _plainest(places, max(scored, key=lambda item: (item[0], len(item[1])))[1], [path for _, path in scored])
    if len(places[best].values) < _NEARLY_ALL * len(posts) and (single := _single_author(posts, places)):
        return single
    paths = [best]
    named = set(places[best].values)
    for path, names in sorted(places.items(), key=lambda item: -len(item[1].values)):
        if len(named) >= _FULL * len(posts) and len(paths) > 1:
            break
        fresh = set(names.values) - named
        if path != best and fresh and len(paths) < _ALTERNATIVES and _continues(places[best], names, best, path):
            paths.append(path)
            named |= fresh
    for number, post in enumerate(posts):
        post.author = next((places[path].values[number] for path in paths if number in places[path].values), "")
    return paths


def _plainest(places: Mapping[Path, Names], best: Path, others: Iterable[Path]) -> Path:
    """Give the place with nothing but the names, where the best has a word to each, always the same: "Quote Ann"."""
    whole = places[best].values
    for path in others:
        names = places[path].values
        both = ((names[number], text) for number, text in whole.items() if number in names and names[number] in text)
        words = Counter(text.replace(name, "", 1).strip() for name, text in both if name != text)
        if words and words.most_common(1)[0][1] >= _NEARLY_ALL * len(whole):
            return path
    return best


def _single_author(posts: Sequence[Sampled], places: Mapping[Path, Names]) -> list[Path]:
    """Give the place of the name when one author wrote all: the first text that is always there and leads somewhere."""
    for path, names in places.items():
        if len(names.hrefs) >= _FULL * len(posts) and len(set(names.hrefs.values())) == 1:
            for number, post in enumerate(posts):
                post.author = names.values.get(number, "")
            return [path]
    return []


def _short_texts(posts: Sequence[Sampled]) -> dict[Path, Names]:
    """Give the places of short texts with letters that are no times; the first of each place in each post."""
    places: dict[Path, Names] = defaultdict(Names)
    for number, post in enumerate(posts):
        timed = {path for path, _ in post.times}
        total = len(post.view.elements)
        has_buttons = any(element.tag == "button" for element in post.view.elements)
        for at, (path, node, *_) in enumerate(post.view.elements):
            for label, piece in labels_in(node):
                place, name = (*path, f"~{label}"), strip_name(piece)
                if number not in places[place].values and is_name(name):
                    places[place].values[number] = name
                    places[place].order[number] = at / total
            if path in timed or number in places[path].values:
                continue
            text = short_text(node, has_buttons=has_buttons)
            if text:
                places[path].values[number] = text
                places[path].order[number] = at / total
                href = href_near(node)
                if href:
                    places[path].hrefs[number] = href
                if rel := _rel_near(node):
                    places[path].called[number] = rel
    return places


def _rel_near(node: LexborNode) -> str:
    """Give the `rel` of the link that an element is or holds."""
    link = node if node.tag == "a" else None if holds_only_text(node) else node.css_first("a[rel]")
    return (link.attributes.get("rel") or "").casefold() if link is not None else ""


def strip_name(text: str) -> str:
    """Give the name before an address or a remark in brackets: "Ann Smith <ann at example.org>"."""
    return re.split(r"[<(\[]", text, maxsplit=1)[0].strip(" ,;\"'") or text


def short_text(node: LexborNode, *, has_buttons: bool = True) -> str:
    """Give an element's text if it may be a name, else an empty string; `has_buttons`: it may hold one."""
    text = name_text(node) if has_buttons else _one_line(node)
    return text if is_name(text) and len(node.html or "") <= _NAME_MARKUP else ""


def is_name(text: str) -> bool:
    """Tell whether a text may be a name: short, with letters, no time."""
    if not text or len(text) > NAME_CHARS or len(text.split()) > _NAME_WORDS or not _LETTERS.search(text):
        return False
    return not (spot_times(text) and _DIGITS.search(text))


def name_text(node: LexborNode) -> str:
    """Give an element's text in one line, without that of buttons in it."""
    if _is_lone(node) or node.css_first("button") is None:
        return _one_line(node)
    pieces = (text for text in node.traverse(include_text=True) if text.tag == "-text" and not _is_pressed(text, node))
    return " ".join(" ".join(text.text_content or "" for text in pieces).split())


def _one_line(node: LexborNode) -> str:
    return " ".join(node.text(separator=" ").split())


def holds_only_text(node: LexborNode) -> bool:
    """Tell at once that there is no element in an element: there is nothing, or one text. Looking for one is slow."""
    child = node.child
    return child is None or (child.next is None and child.is_text_node)


def _is_lone(node: LexborNode) -> bool:
    """Tell at once that there is no button in an element: each holds nothing but the next, down to one text."""
    inner = node.child
    while inner is not None and inner.next is None and inner.tag != "button":
        if inner.is_text_node:
            return True
        inner = inner.child
    return inner is None


def _is_pressed(text: LexborNode, around: LexborNode) -> bool:
    current = text.parent
    while current is not None and current.mem_id != around.mem_id:
        if current.tag == "button":
            return True
        current = current.parent
    return False


def href_near(node: LexborNode) -> str:
    """Give the address of the link that an element is, holds or stands in; empty if there is none."""
    inner = node if node.tag == "a" else None if holds_only_text(node) else node.css_first("a[href]")
    for candidate in (inner, node.parent, node.parent.parent if node.parent is not None else None):
        if candidate is not None and candidate.tag == "a":
            href = candidate.attributes.get("href") or ""
            if href and not href.startswith(_NOWHERE):
                return href
    return ""


def _score_names(posts: Sequence[Sampled], names: Names) -> float | None:
    """Say how much speaks for a place's texts being authors' names; None when they are not."""
    covered = len(names.values) / len(posts)
    if covered < _COVERED:
        return None
    values = list(names.values.values())
    kinds = {"".join(filter(str.isalpha, value.lower())) for value in values}
    if len(posts) > 2 and (len(kinds) < 2 or len(kinds) < len(set(values)) / 2):
        return None
    if sum(value in posts[number].title for number, value in names.values.items()) > len(values) / 2:
        return None  # the subject
    linked = 0.0 if _lead_to_posts(names) else len(names.hrefs) / len(names.values)
    faithful = _one_to_one(names) if linked > _COVERED else 0.0
    varied = _changes(posts, names)
    distinct = len(set(values)) / len(values)
    chars = sum(map(len, values)) / len(values)  # of a name with a rank after it, the name alone is the shorter
    early = 1 - sum(names.order.values()) / len(names.order)  # who likes a post, or is quoted in it, comes after it
    counted = sum(any(map(str.isdecimal, value.split())) for value in values) / len(
        values
    )  # "Ann 17": points beside it
    called = [rel.split() for rel in names.called.values()]
    marked = sum(("author" in rel) - ("tag" in rel) for rel in called) / len(values)
    return (
        6 * covered
        + 1.5 * linked * faithful**3
        + varied
        + 0.5 * distinct
        + 0.5 * early
        - 0.02 * chars
        - 0.5 * counted
        + _MARKED * marked
    )


def _lead_to_posts(names: Names) -> bool:
    """Tell whether each link leads to a spot of its own within a page: a post, called by its subject or first words."""
    spots = [href.partition("#")[2] for href in names.hrefs.values()]
    return len(spots) > 1 and all(spots) and len(set(spots)) == len(spots)


def _one_to_one(names: Names) -> float:
    """Give the share of texts that always lead to the same place, and of places that always have the same text."""
    texts: dict[str, set[str]] = defaultdict(set)
    targets: dict[str, set[str]] = defaultdict(set)
    for number, href in names.hrefs.items():
        texts[names.values[number]].add(href)
        targets[href].add(names.values[number])
    single = sum(len(found) == 1 for found in (*texts.values(), *targets.values()))
    return single / (len(texts) + len(targets))


def _changes(posts: Sequence[Sampled], names: Names) -> float:
    """Give how often the text changes from one post of a page to the next: names do, subjects do not."""
    steps = [
        names.values[one] != names.values[other]
        for one, other in pairwise(sorted(names.values))
        if posts[one].sheet == posts[other].sheet
    ]
    return sum(steps) / len(steps) if steps else 0.5


def _continues(best: Names, other: Names, best_path: Path, path: Path) -> bool:
    """Tell whether another place has names too: near the first, and the same ones or links of the same shape."""
    if path[:1] != best_path[:1] and len(best_path) > 1:
        return False
    known = set(best.values.values())
    shared = sum(value in known for value in other.values.values()) / len(other.values)
    shapes = {href_shape(href) for href in best.hrefs.values()}
    alike = sum(href_shape(href) in shapes for href in other.hrefs.values()) / max(1, len(other.values))
    return shared > 0.5 or alike > 0.9 or (path[:-1] == best_path[:-1] and tag_of(path[-1]) == tag_of(best_path[-1]))


def href_shape(href: str) -> str:
    """Give what addresses of one kind share."""
    path, _, query = href.partition("?")
    keys = "&".join(part.partition("=")[0] for part in query.split("&") if part)
    return _DIGITS.sub("0", path if query else path.rstrip("/").rpartition("/")[0]) + "?" + keys


@dataclass(frozen=True, slots=True)
class Texts:
    """How the pieces of text of each place vary.

    `fixed` say the same in all posts, or in all of a page; `owned` the same whenever the same author writes.
    """

    fixed: frozenset[Path]
    owned: frozenset[Path]

    def holds(self, path: Path) -> bool:
        """Tell whether the texts at a path, or at all places like it, are not what people wrote."""
        return any(place in self.fixed or place in self.owned for place in (path, loosen(path)))

    def is_owned(self, path: Path) -> bool:
        """Tell whether the texts at a path, or at all places like it, are the same whenever the same author writes."""
        return path in self.owned or loosen(path) in self.owned


def sort_texts(posts: Sequence[Sampled]) -> Texts:
    """Tell texts of a site's making, and of an author's standing ones, from what was written in a post."""
    values: dict[Path, dict[int, str]] = defaultdict(dict)
    for number, post in enumerate(posts):
        for leaf in post.view.leaves:
            if leaf.path in post.edits:
                continue
            place = loosen(leaf.path)
            for said in (values[leaf.path], values[place]) if place != leaf.path else (values[place],):
                said[number] = said.get(number, "") + leaf.text
    fixed = {place for place, found in values.items() if _is_fixed(found) or _is_paged(posts, found)}
    owned = {
        place
        for place, found in values.items()
        if (place not in fixed or _are_sentences(found)) and _is_owned(posts, found)
    }
    return Texts(frozenset(fixed - owned), frozenset(owned))


def _are_sentences(found: Mapping[int, str]) -> bool:
    """Tell whether a place that mostly says the same says whole sentences, and others, too: one author writes most."""
    texts = set(found.values())
    return len(texts) > 1 and min(map(len, texts)) >= _SENTENCE


def _is_fixed(found: Mapping[int, str]) -> bool:
    if len(found) < 3:
        return False
    masked = Counter(_DIGITS.sub("0", text) for text in found.values())
    return masked.most_common(1)[0][1] >= 0.6 * len(found)


def _is_paged(posts: Sequence[Sampled], found: Mapping[int, str]) -> bool:
    """Tell whether a place says the same in all posts of a page but the first: the subject, answered."""
    steps = [
        found[one] == found[other] for one, other in pairwise(sorted(found)) if posts[one].sheet == posts[other].sheet
    ]
    return len(steps) >= 4 and sum(steps) >= 0.7 * len(steps)


def _is_owned(posts: Sequence[Sampled], found: Mapping[int, str]) -> bool:
    """Tell whether a place says the same whenever the same author writes, and mostly other things for others."""
    by_author: dict[str, dict[datetime | int, str]] = defaultdict(dict)
    for number, text in found.items():
        post = posts[number]
        if post.author:  # a post that is shown on every page is one
            by_author[post.author].setdefault(number if post.moment is None else post.moment, text)
    pairs = [(one, one == other) for texts in by_author.values() for one, other in pairwise(texts.values())]
    same = sum(equal for _, equal in pairs)
    if len(pairs) >= _PAIRS:
        return same >= 0.8 * len(pairs)
    # nobody writes a whole sentence twice by chance
    return bool(pairs) and same == len(pairs) and min(len(text) for text, _ in pairs) >= _SENTENCE
