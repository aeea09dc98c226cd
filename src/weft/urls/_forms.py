"""Forms: URLs that are written alike, learned from groups of links that stand alike (columns of lists).

A URL is cut into slots: the parts of its path, then its query pairs. In each slot the digits are always free; letters
are free only where links of one column were seen to differ there, where a slot holds the words of a title, or where
it has too many values to be a fixed word. So `/topic/12/my-cat` and `/topic/9/your-dog` become one form while
`/topic/12` and `/forum/12` stay two, without any list of words.
"""

from __future__ import annotations

import operator
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import zip_longest
from sys import intern
from typing import NamedTuple, TypeVar
from urllib.parse import unquote

from weft.urls._canonical import parse_address

# Fixed patterns of our own, linear by construction.
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W\d_]+")
_QUERY_PIECES = re.compile(r"[?&;/][^&;/]*")
_PAIR_MARKS = frozenset("?&;")
_FREE_RUNS = re.compile(r"%[0-9A-Fa-f]{2}|\d+")
_ALNUM_RUNS = re.compile(r"[0-9A-Za-z]{8,}")
_NUMBERED_WORD = re.compile(r"[A-Za-z]+#")
_NUMBERED_FILE = re.compile(r"#\.[A-Za-z]{2,5}")
_TITLE_SHAPE = re.compile(r"(#[-_.,~])?(.*?)([-_.,~][A-Za-z]?#)?(\.[A-Za-z]{2,5})?")
# A slot with so many different words of its own below one beginning is no list of fixed words.
MANY_VALUES = 20
# A slot of so many words is a title.
TITLE_WORDS = 4
MOST = 0.6
RARE = 3
MANY_NUMBERS = 10
FEW_WORDS = 6
# The groups of a form's pattern. A free text has a letter or a sign in it: numbers alone are another form.
NUMBER_TEXT, PATH_TEXT, QUERY_TEXT = r"(\d+)", r"([^/?]*[^/?\d][^/?]*)", r"([^/?&;]*[^/?&;\d][^/?&;]*)"
_PATH = "/"  # what URLs must share that are compared at a slot of their paths; in the query it is all keys
FREE = "\x00"  # stands for free letters in a slot's shape; cannot occur in a URL
# Forms are learned again after each page of a sample, from nearly the same URLs: what is known of a text is kept.
_REMEMBERED = 1 << 14


_Key = TypeVar("_Key", bound=Hashable)


class Slot(NamedTuple):
    """One part of a URL: what stands before it (`/`, `?`, `&`, `;`), its key (query pairs), its text."""

    lead: str
    key: str
    text: str


@dataclass(frozen=True)
class Form:
    """A set of URLs written alike. `shapes` holds one text a slot: digits as `#`, free letters as one mark."""

    origin: str
    leads: tuple[str, ...]
    keys: tuple[str, ...]
    shapes: tuple[str, ...]

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:  # mostly asked of one and the same: see `_make_form`
        if self is other or not isinstance(other, Form):
            return self is other
        return self._hash == other._hash and self._parts == other._parts

    @cached_property
    def _hash(self) -> int:  # forms are keys of most of what learning keeps
        return hash(self._parts)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.origin, self.leads, self.keys, self.shapes

    @cached_property
    def pattern(self) -> str:
        """The RE2 pattern of the form; one group for each free part, in order."""
        parts = [re2_escape(self.origin)]
        is_query = False
        for lead, key, shape in zip(self.leads, self.keys, self.shapes, strict=True):
            is_query |= lead == "?"
            parts.append(re2_escape(lead + key) + _shape_pattern(shape, QUERY_TEXT if is_query else PATH_TEXT))
        return "".join(parts)

    @property
    def label(self) -> str:
        """The form as a person reads it: `/topic/#/*`."""
        slots = zip(self.leads, self.keys, self.shapes, strict=True)
        return "".join(lead + key + shape.replace(FREE, "*") for lead, key, shape in slots)

    @cached_property
    def free(self) -> int:
        """How many parts are free."""
        return sum(shape.count("#") + shape.count(FREE) for shape in self.shapes)


def re2_escape(text: str) -> str:
    """Escape a text for RE2 (re.escape writes some escapes RE2 does not know, and is hard to read)."""
    return "".join("\\" + c if c in r"\.+*?()|[]{}^$" else c for c in text)


def _shape_pattern(shape: str, text: str) -> str:
    out = []
    for piece in re.split(f"([#{FREE}])", shape):
        if piece == "#":
            out.append(NUMBER_TEXT)
        elif piece == FREE:
            out.append(text)
        else:
            out.append(re2_escape(piece))
    return "".join(out)


@lru_cache(_REMEMBERED)
def cut_url(url: str) -> tuple[str, tuple[Slot, ...]]:
    """Cut a canonical URL into origin and slots, losing nothing: leads, keys and texts put together give it back."""
    address = parse_address(url)
    slots = [Slot("/", "", part) for part in address.path.split("/")[1:]]
    for piece in _QUERY_PIECES.findall("?" + address.query if address.query else ""):
        lead, rest = piece[0], piece[1:]
        key, equals, text = rest.partition("=")
        while equals and "," in key:  # values without a key may stand before one: `?4,120,page=2`
            before, _, key = key.partition(",")
            slots.append(Slot(lead, "", before))
            lead = ","
        slots.append(Slot(lead, key + "=", text) if equals else Slot(lead, "", rest))
    return address.origin, tuple(slots)


def drop_keys(url: str, keys: Iterable[str]) -> str:
    """Write a URL without some query keys, nor the mark where such a pair may stand at its end: `?t=1&s=x`, `?t=1&`."""
    keys = set(keys)
    if not keys or "?" not in url or _has_none(url, keys):
        return url
    origin, slots = cut_url(url)
    kept: list[Slot] = []
    drops, is_query = False, False
    for slot in slots:
        is_query |= slot.lead == "?"
        # what stands behind a slash in a query belongs to the pair before it
        drops = drops if is_query and slot.lead == "/" else bool(slot.key) and slot.key[:-1] in keys
        if not drops:
            kept.append(slot)
    while len(kept) > 1 and kept[-1].lead in _PAIR_MARKS and not kept[-1].key + kept[-1].text:
        kept.pop()
    if len(kept) == len(slots):
        return url
    text, is_query = origin, False
    for slot in kept:
        lead = slot.lead
        if lead != "/" or is_query:
            lead = lead if is_query else "?"
            is_query = True
        text += lead + slot.key + slot.text
    return text


def _has_none(url: str, keys: Collection[str]) -> bool:
    """Tell at a glance that a URL has nothing to drop; most have not, and need not be taken apart."""
    query = url.partition("?")[2]
    return "#" not in query and query[-1:].isalnum() and not any(f"{key}=" in query for key in keys)


@lru_cache(_REMEMBERED)
def shape_of(text: str) -> str:
    """Write a slot's text with `#` for digits and a mark for what looks drawn at random."""
    shape = _FREE_RUNS.sub(_hide_run, text)
    return FREE if "#" in shape and _looks_random(text) else shape


def _hide_run(match: re.Match[str]) -> str:
    return "#" if match[0][0] != "%" else match[0]


def _looks_random(text: str) -> bool:
    return any(len(_DIGITS.findall(run)) > 2 and not run.isdigit() for run in _ALNUM_RUNS.findall(text))


@dataclass(frozen=True, eq=False, slots=True)
class _Column:
    """A group of links that stand alike: how many URLs it has, the parts of its page's own address."""

    size: int
    home: frozenset[str]


class _Row:
    """A URL on its way to its form: which columns it stands in, and the shapes of its slots, as far as settled."""

    __slots__ = ("frame", "groups", "is_menu", "origin", "path", "shapes", "slots", "url")

    def __init__(self, url: str, groups: Sequence[_Column], *, is_menu: bool) -> None:
        self.url = url
        self.origin, self.slots, self.path, self.frame = _cut_row(url)
        self.groups = groups
        self.is_menu = is_menu
        self.shapes: tuple[str, ...] = ()


@lru_cache(_REMEMBERED)
def _cut_row(url: str) -> tuple[str, tuple[Slot, ...], int, str]:
    """Give origin and slots, how many slots are the path's, and what stays of the URL when all texts are taken out.

    The latter as one text with line breaks, of which a URL has none: it is a key of much.
    """
    origin, slots = cut_url(url)
    path = next((place for place, slot in enumerate(slots) if slot.lead != "/"), len(slots))
    return origin, slots, path, intern("\n".join([slot.lead + slot.key for slot in slots]))


@dataclass(frozen=True)
class Forms:
    """The forms of a site's URLs, as far as its links have been seen."""

    by_url: Mapping[str, Form] = field(default_factory=dict)

    def get(self, url: str) -> Form | None:
        """Give the form of a URL that was among those learned from."""
        return self.by_url.get(url)


def learn_forms(
    columns: Iterable[Iterable[str]],
    loners: Iterable[str] = (),
    menus: Container[str] = frozenset(),
    pages: Iterable[str] = (),
) -> Forms:
    """Learn forms from columns of canonical URLs that stand alike on a page, and from URLs that stand alone.

    `menus` are URLs that stand on every page: words that occur in them stay words. `pages` tells for each column the
    address of its page.
    """
    groups: dict[str, list[_Column]] = defaultdict(list)
    for urls, page in zip_longest(columns, pages, fillvalue=""):
        home = frozenset(slot.text for slot in cut_url(page)[1]) if page else frozenset()
        different = dict.fromkeys(urls)
        column = _Column(len(different), home)
        for url in different:
            groups[url].append(column)
    for url in loners:
        groups.setdefault(url, [])
    rows = [_Row(url, around, is_menu=url in menus) for url, around in groups.items()]
    forms: dict[Hashable, Form] = {}
    by_url: dict[str, Form] = {}
    for row in _with_names(_settle(rows)):
        same = (row.origin, row.frame, row.shapes)
        if same not in forms:
            forms[same] = _form_of(row)
        by_url[row.url] = forms[same]
    return Forms(by_url)


def _form_of(row: _Row) -> Form:
    leads, keys = tuple(slot.lead for slot in row.slots), tuple(slot.key for slot in row.slots)
    return _make_form(row.origin, leads, keys, row.shapes)


@lru_cache(_REMEMBERED)
def _make_form(origin: str, leads: tuple[str, ...], keys: tuple[str, ...], shapes: tuple[str, ...]) -> Form:
    """Give one and the same form each time it is learned: what it knows of itself stays known."""
    return Form(origin, leads, keys, shapes)


def _settle(rows: list[_Row]) -> list[_Row]:
    """Settle the shapes of rows, slot by slot from the left; what follows a slot says nothing about it, except that
    query pairs are compared only with those of URLs that have the same keys.
    """
    settled: list[_Row] = []
    waiting = list(_group(rows, [row.origin for row in rows]).values())
    while waiting:
        branch = waiting.pop()
        before = branch[0].shapes  # those of all rows of the branch
        place = len(before)
        settled += [row for row in branch if len(row.slots) == place]
        going = [row for row in branch if len(row.slots) > place]
        for alike in _group(going, [_PATH if place < row.path else row.frame for row in going]).values():
            by_shape = _group(alike, _slot_shapes(alike, place))
            for shape, same in by_shape.items():
                shapes = (*before, shape)
                for row in same:
                    row.shapes = shapes
            waiting += by_shape.values()
    return settled


def _with_names(rows: list[_Row]) -> list[_Row]:
    """Free what is a name in a URL also where a number is put in: `/talk/7/my-cat`, `/talk/7/2/my-cat`.

    Few further pages are seen while learning, too few to tell that their names are free.
    """
    named = {shapes for shapes in {row.shapes for row in rows} if FREE in "".join(shapes)}
    known = {(row.origin, row.slots): row.shapes for row in rows if row.shapes in named}
    lengths = {len(slots) + 1 for _, slots in known}
    for row in rows:
        if len(row.slots) not in lengths or row.shapes in named:
            continue
        for place, slot in enumerate(row.slots):
            if slot.text.isdigit() and slot.lead != "?":
                shapes = known.get((row.origin, (*row.slots[:place], *row.slots[place + 1 :])))
                if shapes is not None:
                    row.shapes = (*shapes[:place], row.shapes[place], *shapes[place:])
                    break
    return rows


def _group(rows: Sequence[_Row], keys: Sequence[_Key]) -> dict[_Key, list[_Row]]:
    groups: dict[_Key, list[_Row]] = defaultdict(list)
    for row, key in zip(rows, keys, strict=True):
        groups[key].append(row)
    return groups


def _slot_shapes(branch: Sequence[_Row], place: int) -> list[str]:
    shapes = [shape_of(row.slots[place].text) for row in branch]
    constant = _constant(branch, shapes)
    shapes = [constant.get(shape, shape) for shape in shapes] if constant else shapes
    free = _free_shapes(branch, shapes)
    if not free:
        return shapes
    kept = _common_ends(free)
    opened = {shape: _open_shape(shape, kept) for shape in free}
    return [opened.get(shape, shape) for shape in shapes]


def _constant(branch: Sequence[_Row], shapes: Sequence[str]) -> dict[str, str]:
    """Give the shapes that always stand for the same word with the same number in it (`bb3`)."""
    numbered = {shape for shape in set(shapes) if "#" in shape and _NUMBERED_WORD.fullmatch(shape)}
    texts: dict[str, Counter[str]] = defaultdict(Counter)
    for row, shape in zip(branch, shapes, strict=True) if numbered else ():
        if shape in numbered:
            texts[shape][row.slots[len(row.shapes)].text] += 1
    return {shape: next(iter(found)) for shape, found in texts.items() if len(found) == 1 and found.total() > RARE}


def _common_ends(free: set[str]) -> tuple[str, str, str]:
    """Give the number before, the number after and the suffix that most free shapes have, if most have one."""
    ends = []
    for texts in zip(*(_ends_of(shape) for shape in free), strict=True):
        text, count = Counter(texts).most_common(1)[0]
        ends.append(text if count >= MOST * len(free) else "")
    return ends[0], ends[1], ends[2]


def _free_shapes(branch: Sequence[_Row], shapes: Sequence[str]) -> set[str]:
    """Give the shapes whose letters are free; a number with a suffix (`12.html`) has none."""
    texts = {shape for shape in set(shapes) if _WORDS.search(shape) and FREE not in shape}
    texts -= {shape for shape in texts if _NUMBERED_FILE.fullmatch(shape)}
    titles = set(filter(_is_title, texts))
    if len(texts) < 2:
        return titles
    varying, fixed = _varying(branch, shapes, texts)
    free = titles | varying
    if free and branch[0].shapes:
        # Beside names, below a fixed word, a rare word is a name not yet seen beside others.
        fixed |= {shape for row, shape in zip(branch, shapes, strict=True) if row.is_menu}
        counts = _count_uses(branch, shapes)
        ends = _suffixes(free)
        free |= {shape for shape in texts - fixed if counts[shape] <= RARE and _ends_of(shape)[2] in ends}
    if len(texts) >= MANY_VALUES:
        counts = Counter(shapes)
        free |= {shape for shape in texts - fixed if counts[shape] <= max(2, len(branch) // MANY_VALUES)}
    return free


@lru_cache(_REMEMBERED)
def _is_title(shape: str) -> bool:
    return len(_WORDS.findall(unquote(shape))) > TITLE_WORDS


def _count_uses(branch: Sequence[_Row], shapes: Sequence[str]) -> Counter[str]:
    """Count the URLs each shape stands in; with a number in it or before it, the numbers it stands with.

    The pages and threads of one list (`/board/15/plugins/?page=4`, `/plugins-15/topic/7`) say no more about its name
    than the list itself does.
    """
    place = len(branch[0].shapes)
    counted = any("#" in shape for shape in branch[0].shapes)
    uses: set[tuple[str, ...]] = set()
    for row, shape in zip(branch, shapes, strict=True):
        names = (slot.text for slot in row.slots[: place + 1]) if counted or "#" in shape else (row.url,)
        uses.add((shape, *names))
    return Counter(use[0] for use in uses)


def _suffixes(shapes: Iterable[str]) -> set[str]:
    return {_ends_of(shape)[2] for shape in shapes}


def _varying(branch: Sequence[_Row], shapes: Sequence[str], texts: set[str]) -> tuple[set[str], set[str]]:
    """Give the shapes that stand beside others in one column, and those that do but are words all the same.

    A word that stands so in several columns of URLs cut alike, once in each beside the same words and each time in
    another URL, is one of a menu (`print`, `reply` of each thread), not a name.
    """
    columns: dict[tuple[_Column, Hashable], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row, shape in zip(branch, shapes, strict=True):
        if shape in texts:
            for group in row.groups:
                columns[group, row.frame][shape].add(row.url)
    kinds = _kinds(columns)
    for column in columns.values() if kinds else ():
        for shape in kinds & column.keys():
            del column[shape]
    place = len(branch[0].shapes)
    numbered = {row.url for row in branch if len(row.slots) > place + 1 and row.slots[place + 1].text.isdigit()}
    found: dict[str, dict[Hashable, list[Mapping[str, set[str]]]]] = defaultdict(lambda: defaultdict(list))
    for (_, frame), column in columns.items():
        # A few words with many URLs each are kinds of links that stand mixed (`last/12`, `user/7`), not names;
        # so are those of which some always have a number behind them and others never (`user/7`, `thread/my-cat`).
        counted = all(len(urls) >= RARE or urls <= numbered for urls in column.values())
        mixed = len(column) <= RARE and (counted or _differ_behind(column.values(), numbered))
        if len(column) > 1 and not mixed:
            for shape in column:
                found[shape][frame].append(column)
    menu = {
        shape
        for shape, seen in found.items()
        if shape[0] != "#" and any(_is_menu_word(shape, alike) for alike in seen.values())
    }
    words = menu | _numbered(branch, shapes) | _leading_numbers(branch, shapes) | _views_of_one(branch, shapes)
    words |= kinds
    return found.keys() - words, words


def _kinds(columns: Mapping[tuple[_Column, Hashable], Mapping[str, set[str]]]) -> set[str]:
    """Give the words that all URLs of long columns begin with, on pages elsewhere: kinds of things, not names.

    A name stands so on pages of its own (all threads of a board, where its name is part of their addresses), and
    beside many others where things of several names are listed. Beside a few others a kind stands, too: the way home
    leads over a category and boards.
    """
    alone: dict[str, list[int]] = defaultdict(list)
    beside: Counter[str] = Counter()
    for (group, _), column in columns.items():
        for shape, urls in column.items():
            beside[shape] = max(beside[shape], len(column))
            if len(urls) == group.size >= RARE and shape not in group.home and "#" not in shape:
                alone[shape].append(len(urls))
    return {
        shape
        for shape, sizes in alone.items()
        if 1 < beside[shape] <= RARE and (len(sizes) > 1 or max(sizes) >= FEW_WORDS)
    }


def _differ_behind(words: Collection[set[str]], numbered: set[str]) -> bool:
    """Whether behind each of some words (its URLs are given) there is always a number or never one, and both occur."""
    always = [urls <= numbered for urls in words]
    never = [urls.isdisjoint(numbered) for urls in words]
    return any(always) and any(never) and all(map(operator.or_, always, never))


def _numbered(branch: Sequence[_Row], shapes: Sequence[str]) -> set[str]:
    """Give the shapes that stand with several different numbers: words with a number behind (`topic-12.html`)."""
    texts: dict[str, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True):
        if "#" in shape and not shape.startswith("#"):
            texts[shape].add(row.slots[len(row.shapes)].text)
    return {shape for shape, found in texts.items() if len(found) >= RARE}


def _views_of_one(branch: Sequence[_Row], shapes: Sequence[str]) -> set[str]:
    """Give the shapes that go on behind one number where they stand together: `room-4-last`, `room-4-author`.

    They are views of one thing. Names stand together with those of other things, which have other numbers.
    """
    stems: dict[str, str] = {}
    for shape in set(shapes):
        stem, number, rest = shape.rpartition("#")
        if number and _WORDS.search(stem) and _WORDS.match(rest.lstrip("-_.,~")):
            stems[shape] = stem
    together: dict[tuple[_Column, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row, shape in zip(branch, shapes, strict=True) if stems else ():
        if shape in stems:
            numbers = " ".join(_DIGITS.findall(row.slots[len(row.shapes)].text))
            for group in row.groups:
                together[group, stems[shape]][numbers].add(shape)
    alone: set[str] = set()
    several: set[str] = set()
    for by_number in together.values():
        same = set().union(*by_number.values())
        if len(by_number) == 1 and len(same) > RARE:
            alone |= same
        elif len(by_number) > 1:
            several |= same
    return alone - several


def _leading_numbers(branch: Sequence[_Row], shapes: Sequence[str]) -> set[str]:
    """Give the few words behind which many different numbers stand (`user/12`): kinds of things, not names."""
    numbers: dict[str, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True):
        place = len(row.shapes)
        if "#" not in shape and len(row.slots) > place + 1 and row.slots[place + 1].text.isdigit():
            numbers[shape].add(row.slots[place + 1].text)
    words = {shape for shape, found in numbers.items() if len(found) >= MANY_NUMBERS}
    return words if len(words) <= FEW_WORDS else set()


def _is_menu_word(shape: str, columns: Sequence[Mapping[str, set[str]]]) -> bool:
    """Whether a shape stands in several columns, in other URLs, beside mostly the same shapes, each once in each."""
    if len(columns) < 2:  # nearly all names: they stand on one page
        return False
    shared = frozenset(columns[0]).intersection(*columns[1:])
    alike = len(shared) >= MOST * min(map(len, columns))
    once = alike and all(len(column[word]) == 1 for column in columns for word in shared)
    return once and len(set().union(*(column[shape] for column in columns))) >= MOST * len(columns)


@lru_cache(_REMEMBERED)
def _ends_of(shape: str) -> tuple[str, str, str]:
    match = _TITLE_SHAPE.fullmatch(shape)
    return (match[1] or "", match[3] or "", match[4] or "") if match else ("", "", "")


def _open_shape(shape: str, kept: tuple[str, str, str]) -> str:
    """Free a slot's letters, keeping the ends that most have: the numbers of `12-my-cat` or `my-cat.12`, `.html`."""
    before, after, suffix = (own if own == common else "" for own, common in zip(_ends_of(shape), kept, strict=True))
    return before + FREE + after + suffix
