"""Which parts of URLs are free: told from links that stand alike, slot by slot."""

from __future__ import annotations

import operator
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import TypeVar
from urllib.parse import unquote

from weft.urls._form import FREE, REMEMBERED, Slot, cut_url

# Fixed patterns of our own, linear by construction.
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W\d_]+")
_FREE_RUNS = re.compile(r"%[0-9A-Fa-f]{2}|\d+")
_ALNUM_RUNS = re.compile(r"[0-9A-Za-z]{8,}")
_NUMBERED_WORD = re.compile(r"[A-Za-z]+#")
_NUMBERED_FILE = re.compile(r"#\.[A-Za-z]{2,5}")
# A title between a number and a number, which one or two letters may mark and the number of a page may follow, that a
# letter may mark, too, and a suffix. Such letters may also mark the numbers before it: `t12p15-my-cat`.
_TITLE_SHAPE = re.compile(
    r"((?:[A-Za-z]{1,2}#(?:[A-Za-z]{1,2}#)?|#)[-_.,~])?(.+?)([-_.,~]#|[-_.,~][A-Za-z]{1,2}#(?:[-_.,~A-Za-z]#)?)?(\.[A-Za-z]{2,5})?"
)
_TURNED = re.compile(r"(.*#)[-_.,~A-Za-z]#((?:\.[A-Za-z]{2,5})?)")  # a further page of what has a number
_GONE_ON = re.compile(r"(.*#)[-_.,~][A-Za-z]{1,12}[-_.,~]?#((?:\.[A-Za-z]{2,5})?)")  # the same with a word: `-page-2`
_MARKED = re.compile(r".?[A-Za-z].*")  # a number with a letter before it
# A slot with so many different words of its own below one beginning is no list of fixed words.
MANY_VALUES = 20
# A slot of so many words is a title.
TITLE_WORDS = 4
MOST = 0.6
RARE = 3
SEVERAL = 2
MANY_NUMBERS = 10
FEW_WORDS = 6
_SIGNS = frozenset("@~!+$")  # say what kind of name follows

_Key = TypeVar("_Key", bound=Hashable)


@lru_cache(REMEMBERED)
def shape_of(text: str) -> str:
    """Write a slot's text with `#` for digits and a mark for what looks drawn at random."""
    shape = _FREE_RUNS.sub(_hide_run, text)
    return FREE if "#" in shape and _looks_random(text) else shape


def _hide_run(match: re.Match[str]) -> str:
    return "#" if match[0][0] != "%" else match[0]


def _looks_random(text: str) -> bool:
    return any(len(_DIGITS.findall(run)) > 2 and not run.isdigit() for run in _ALNUM_RUNS.findall(text))


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """A group of links that stand alike: how many URLs it has, the parts of its page's own address."""

    size: int
    home: frozenset[str]


class Row:
    """A URL on its way to its form: which columns it stands in, and the shapes of its slots, as far as settled."""

    __slots__ = ("frame", "groups", "is_menu", "last", "origin", "path", "shapes", "slots", "url")

    def __init__(self, url: str, groups: Sequence[Column], *, is_menu: bool) -> None:
        self.url = url
        self.origin, self.slots, self.path, self.frame, self.last = _cut_row(url)
        self.groups = groups
        self.is_menu = is_menu
        self.shapes: tuple[str, ...] = ()


@lru_cache(REMEMBERED)
def _cut_row(url: str) -> tuple[str, tuple[Slot, ...], int, str, int]:
    """Give origin and slots, how many slots are the path's, what stays of the URL when all texts are taken out, and
    which slot is the last with a text.

    What stays is one text with line breaks, of which a URL has none: it is a key of much.
    """
    origin, slots = cut_url(url)
    path = next((place for place, slot in enumerate(slots) if slot.lead != "/"), len(slots))
    last = next((place for place in range(len(slots) - 1, -1, -1) if slots[place].text), -1)
    return origin, slots, path, intern("\n".join([slot.lead + slot.key for slot in slots])), last


def group_rows(rows: Sequence[Row], keys: Sequence[_Key]) -> dict[_Key, list[Row]]:
    """Group rows by a key that is given for each."""
    groups: dict[_Key, list[Row]] = defaultdict(list)
    for row, key in zip(rows, keys, strict=True):
        groups[key].append(row)
    return groups


def slot_shapes(
    branch: Sequence[Row],
    place: int,
    names: Container[tuple[int, str]] = (),
    words: Collection[str] = (),
) -> list[str]:
    """Give the shape of each row's slot at a place; the rows are alike in all slots before it.

    `names` are texts, each with its place, that are known to be names; `words` are shapes that are known to be none.
    """
    texts = [row.slots[place].text for row in branch]
    shapes = list(map(shape_of, texts))
    constant = _constant(branch, shapes)
    shapes = [constant.get(shape, shape) for shape in shapes] if constant else shapes
    free = _free_shapes(branch, shapes).difference(words)
    if names:
        free |= {shape for text, shape in zip(texts, shapes, strict=True) if (place, text) in names}
    if not free:
        return shapes
    kept = _common_ends(free)
    opened = {shape: _open_shape(shape, kept) for shape in free}
    return [opened.get(shape, shape) for shape in shapes]


def _constant(branch: Sequence[Row], shapes: Sequence[str]) -> dict[str, str]:
    """Give the shapes that always stand for the same word with the same number in it (`bb3`)."""
    numbered = {shape for shape in set(shapes) if shape[-1:] == "#" and _NUMBERED_WORD.fullmatch(shape)}
    texts: dict[str, Counter[str]] = defaultdict(Counter)
    for row, shape in zip(branch, shapes, strict=True) if numbered else ():
        if shape in numbered:
            texts[shape][row.slots[len(row.shapes)].text] += 1
    return {shape: next(iter(found)) for shape, found in texts.items() if len(found) == 1 and found.total() > RARE}


def _common_ends(free: set[str]) -> tuple[set[str], ...]:
    """Give the number before, the number after and the suffix that most free shapes have, if most have one.

    Where most have a number after that a letter marks, all such are kept: `-t12` and `-t12-2` of threads, `-f3`.
    """
    ends = []
    for texts in zip(*(_ends_of(shape) for shape in free), strict=True):
        text, count = Counter(texts).most_common(1)[0]
        marked = [one for one in texts if _MARKED.fullmatch(one) and "#" in one]
        kept = set(marked) if len(marked) >= MOST * len(free) else set()
        ends.append(kept | {text} if count >= MOST * len(free) else kept)
    return tuple(ends)


def _free_shapes(branch: Sequence[Row], shapes: Sequence[str]) -> set[str]:
    """Give the shapes whose letters are free."""
    texts = set(filter(_has_letters, set(shapes)))
    titles = set(filter(_is_title, texts))
    if len(texts) < 2:
        return titles
    # Many words behind a number may also say how a list is sorted; before one they are a title, maybe of several.
    views = _views_of_one(branch, shapes)
    titles -= {shape for shape in views if _is_title(shape.rpartition("#")[2])}
    varying, fixed = _varying(branch, shapes, texts)
    varying, fixed = varying - views, fixed | views
    free = titles | varying
    free |= _go_on_as_names(branch, shapes, free, texts - free - fixed)
    fixed |= {shape for row, shape in zip(branch, shapes, strict=True) if row.is_menu}
    if free and branch[0].shapes:
        # Beside names, below a fixed word, a rare word is a name not yet seen beside others.
        counts = _count_uses(branch, shapes)
        ends = _suffixes(free)
        free |= {shape for shape in texts - fixed if counts[shape] <= RARE and _ends_of(shape)[2] in ends}
        free |= _written_as_names(branch, shapes, free) & (texts - fixed)
    if len(texts) >= MANY_VALUES:
        counts = Counter(shapes)
        free |= {shape for shape in texts - fixed if counts[shape] <= max(2, len(branch) // MANY_VALUES)}
    return free | {shape for shape in texts if _unturned(shape) in free}


@lru_cache(REMEMBERED)
def _has_letters(shape: str) -> bool:
    """Tell whether a shape has letters that may be free; a number with a suffix (`12.html`) has none."""
    return FREE not in shape and _WORDS.search(shape) is not None and not _NUMBERED_FILE.fullmatch(shape)


@lru_cache(REMEMBERED)
def _unturned(shape: str) -> str:
    """Give the shape of the first page of what is written as a further page; "" of what is not."""
    match = _TURNED.fullmatch(shape)
    return match.expand(r"\1\2") if match is not None else ""


@lru_cache(REMEMBERED)
def _is_title(shape: str) -> bool:
    return len(_WORDS.findall(unquote(shape))) > TITLE_WORDS


def _count_uses(branch: Sequence[Row], shapes: Sequence[str]) -> Counter[str]:
    """Count the URLs each shape stands in; with a number in it, before it or next to it, the numbers it stands with.

    The pages and threads of one list (`/board/15/plugins/?page=4`, `/plugins-15/topic/7`) say no more about its name
    than the list itself does; no more do the posts of one thread (`/t/my-cat/7/2`).
    """
    place = len(branch[0].shapes)
    counted = any("#" in shape for shape in branch[0].shapes)
    uses: set[tuple[str, ...]] = set()
    for row, shape in zip(branch, shapes, strict=True):
        after = row.slots[place + 1].text if len(row.slots) > place + 1 else ""
        if counted or "#" in shape:
            uses.add((shape, *(slot.text for slot in row.slots[: place + 1])))
        else:
            uses.add((shape, after if after.isdigit() else row.url))
    return Counter(use[0] for use in uses)


def _suffixes(shapes: Iterable[str]) -> set[str]:
    return {_ends_of(shape)[2] for shape in shapes}


def _varying(branch: Sequence[Row], shapes: Sequence[str], texts: set[str]) -> tuple[set[str], set[str]]:
    """Give the shapes that stand beside others in one column, and those that do but are words all the same.

    A word that stands so on several pages in columns of URLs cut alike, once on each beside the same words and each
    time in another URL, is one of a menu (`print`, `reply` of each thread), not a name.
    """
    columns = _columns_of(branch, shapes, texts)
    elsewhere = _elsewhere(columns)
    kinds = _kinds(columns, elsewhere) | (_below_names(branch, shapes) & texts)
    for column in columns.values() if kinds else ():
        for shape in kinds & column.keys():
            del column[shape]
    numbered, behind = _numbers_behind(branch, shapes)
    pages: dict[tuple[Hashable, Hashable], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (group, frame), column in columns.items():
        if len(column) < 2:
            continue
        # A few words with many URLs each are kinds of links that stand mixed (`last/12`, `user/7`), not names;
        # so are those of which some always have a number behind them and others never (`user/7`, `thread/my-cat`).
        counted = all(len(urls) >= RARE or urls <= numbered for urls in column.values())
        mixed = len(column) <= RARE and (counted or _differ_behind(column.values(), numbered))
        if not mixed or _are_paired(column, behind):
            for shape, urls in column.items():  # columns of one page are parts of one: its rows have several such links
                pages[group.home or group, frame][shape] |= urls
    found: dict[tuple[str, Hashable], list[Mapping[str, set[str]]]] = defaultdict(list)
    for (_, frame), together in pages.items():
        for shape in together:
            found[shape, frame].append(together)
    texts_of = _texts_of(branch, shapes)
    # what always has the same number is one thing's name, wherever it stands (`my-cat.12/last`)
    single = {shape for shape, numbers in texts_of.items() if len(numbers) == 1}
    menu = {
        shape
        for (shape, _), alike in found.items()
        if len(alike) > 1 and shape[0] != "#" and shape not in single and _is_menu_word(shape, alike)
    }
    leading = _leading_numbers(behind)
    leading = leading - (_alone_beside(branch, shapes) - elsewhere.keys()) if leading else leading
    words = menu | _numbered(texts_of) | leading | kinds
    return dict.fromkeys(shape for shape, _ in found).keys() - words, words


def _columns_of(
    branch: Sequence[Row], shapes: Sequence[str], texts: Container[str]
) -> dict[tuple[Column, Hashable], dict[str, set[str]]]:
    """Give what stands in each column, cut alike: the URLs of each of some shapes. The innermost loop of learning."""
    columns: dict[tuple[Column, Hashable], dict[str, set[str]]] = {}
    for row, shape in zip(branch, shapes, strict=True):
        if shape in texts:
            url, frame = row.url, row.frame
            for group in row.groups:
                column = columns.get((group, frame))
                if column is None:
                    columns[group, frame] = {shape: {url}}
                elif shape in column:
                    column[shape].add(url)
                else:
                    column[shape] = {url}
    return columns


def _texts_of(branch: Sequence[Row], shapes: Sequence[str]) -> dict[str, set[str]]:
    """Give the texts of each shape with a number in it."""
    texts: dict[str, set[str]] = {shape: set() for shape in set(shapes) if "#" in shape}
    place = len(branch[0].shapes)
    for row, shape in zip(branch, shapes, strict=True) if texts else ():
        if shape in texts:
            texts[shape].add(row.slots[place].text)
    return texts


def _elsewhere(columns: Mapping[tuple[Column, Hashable], Mapping[str, set[str]]]) -> dict[str, list[int]]:
    """Give the words that all URLs of long columns begin with on pages that are not theirs, and how long these are."""
    found: dict[str, list[int]] = defaultdict(list)
    for (group, _), column in columns.items():
        for shape, urls in column.items():
            if len(urls) == group.size >= RARE and shape not in group.home and "#" not in shape:
                found[shape].append(len(urls))
    return found


def _kinds(
    columns: Mapping[tuple[Column, Hashable], Mapping[str, set[str]]], elsewhere: Mapping[str, list[int]]
) -> set[str]:
    """Give the words that all URLs of long columns begin with, on pages elsewhere: kinds of things, not names.

    A name stands so on pages of its own (all threads of a board, where its name is part of their addresses), and
    beside many others where things of several names are listed. Beside a few others a kind stands, too: the way home
    leads over a category and boards.
    """
    beside: Counter[str] = Counter()
    for column in columns.values():
        for shape in column:
            beside[shape] = max(beside[shape], len(column))
    return {
        shape
        for shape, sizes in elsewhere.items()
        if 1 < beside[shape] <= RARE and (len(sizes) > 1 or max(sizes) >= FEW_WORDS)
    }


def _below_names(branch: Sequence[Row], shapes: Sequence[str]) -> set[str]:
    """Give the words that stand below several names and in menus: the front of each board, `/cats/index.html`."""
    place = len(branch[0].shapes)
    if not place or FREE not in branch[0].shapes[-1]:
        return set()
    above: dict[str, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True):
        if row.is_menu:
            above[shape].add(row.slots[place - 1].text)
    return {shape for shape, names in above.items() if len(names) >= RARE}


def _written_as_names(branch: Sequence[Row], shapes: Sequence[str], names: set[str]) -> set[str]:
    """Give the words that end URLs and stand in others that go on, where a name does both in the same way.

    The name of a board that is alone on the page above it stands beside no other.
    """
    place = len(branch[0].shapes)
    ends: set[str] = set()
    frames: dict[str, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True):
        if row.last > place:
            frames[shape].add(row.frame)
        else:
            ends.add(shape)
    known = set().union(*(frames[name] for name in names & ends))
    return {shape for shape in ends if frames[shape] & known}


def _go_on_as_names(branch: Sequence[Row], shapes: Sequence[str], names: set[str], words: set[str]) -> set[str]:
    """Give the words that go on with words as names do: in a way that mostly names have, or in several of theirs.

    Where `/cats/index.html` and `/dogs/index.html` are pages of names, `/birds/index.html` of a menu is one, too.
    """
    place = len(branch[0].shapes)
    ways: dict[Hashable, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True) if len(names) >= RARE and words else ():
        rest = row.slots[place + 1 : row.path]
        if rest and shape_of(rest[0].text).strip("#") and (shape in names or shape in words):
            ways[row.frame, tuple([shape_of(slot.text) for slot in rest])].add(shape)
    return _spread(list(ways.values()), names)


def _spread(ways: Sequence[set[str]], names: set[str]) -> set[str]:
    """Give the words that have a way with mostly names, or several ways with several names each; these are names then.

    Each word is looked at once: a page may have as many words as it likes that become names one after the other.
    """
    having: dict[str, list[int]] = defaultdict(list)
    for number, way in enumerate(ways):
        for word in way:
            having[word].append(number)
    known, counts, shared = set(names), [0] * len(ways), Counter[str]()
    waiting = [word for word in having if word in known]
    while waiting:
        for number in having[waiting.pop()]:
            way, fresh = ways[number], set[str]()
            counts[number] += 1
            if counts[number] == SEVERAL:
                shared.update(way)
                fresh = {word for word in way if shared[word] >= SEVERAL}
            least = max(RARE, MOST * len(way))
            if counts[number] - 1 < least <= counts[number]:
                fresh = way
            waiting += fresh - known
            known |= fresh
    return known - names


def _differ_behind(words: Collection[set[str]], numbered: set[str]) -> bool:
    """Whether behind each of some words (its URLs are given) there is always a number or never one, and both occur."""
    always = [urls <= numbered for urls in words]
    never = [urls.isdisjoint(numbered) for urls in words]
    return any(always) and any(never) and all(map(operator.or_, always, never))


def _numbered(texts_of: Mapping[str, set[str]]) -> set[str]:
    """Give the shapes that stand with several different numbers: words with a number behind (`topic-12.html`).

    So are those of their further pages (`room-4-page-2.html`), of which few may be seen.
    """
    texts = {shape: found for shape, found in texts_of.items() if shape[0] != "#"}
    often = {shape for shape, found in texts.items() if len(found) >= RARE}
    further = ((shape, _GONE_ON.fullmatch(shape)) for shape in texts.keys() - often)
    return often | {shape for shape, match in further if match is not None and match.expand(r"\1\2") in often}


def _views_of_one(branch: Sequence[Row], shapes: Sequence[str]) -> set[str]:
    """Give the shapes that go on behind one number where they stand together: `room-4-last`, `room-4-author`.

    They are views of one thing, as are those that each of several things has, by itself. Names stand together with
    those of other things, which have other numbers.
    """
    stems = {shape: stem for shape in set(shapes) if (stem := _stem_of(shape))}
    together: dict[tuple[Column, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    numbers_of: dict[str, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True) if stems else ():
        if shape in stems:
            numbers = " ".join(_DIGITS.findall(row.slots[len(row.shapes)].text))
            numbers_of[shape].add(numbers)
            for group in row.groups:
                together[group, stems[shape]][numbers].add(shape)
    alone = {shape for shape, numbers in numbers_of.items() if len(numbers) >= RARE}  # on pages of several things
    several: set[str] = set()
    for by_number in together.values():
        same = set().union(*by_number.values())
        if len(by_number) == 1 and len(same) > RARE:
            alone |= same
        elif len(by_number) > 1:
            several |= same
    return alone - several


@lru_cache(REMEMBERED)
def _stem_of(shape: str) -> str:
    """Give what stands before the last number, if words stand before and behind it."""
    stem, _, rest = shape.rpartition("#")
    return stem if _WORDS.search(stem) and _WORDS.match(rest.lstrip("-_.,~")) else ""


def _leading_numbers(behind: Mapping[str, set[str]]) -> set[str]:
    """Give the few words behind which many different numbers stand (`user/12`): kinds of things, not names."""
    words = {shape for shape, found in behind.items() if len(found) >= MANY_NUMBERS}
    return words if len(words) <= FEW_WORDS else set()


def _numbers_behind(branch: Sequence[Row], shapes: Sequence[str]) -> tuple[set[str], dict[str, set[str]]]:
    """Give the URLs with a number behind this place, and the numbers that stand behind each word."""
    numbered: set[str] = set()
    numbers: dict[str, set[str]] = defaultdict(set)
    place = len(branch[0].shapes) + 1
    for row, shape in zip(branch, shapes, strict=True):
        if row.last >= place and (text := row.slots[place].text).isdigit():
            numbered.add(row.url)
            if "#" not in shape:
                numbers[shape].add(text)
    return numbered, numbers


def _are_paired(words: Collection[str], behind: Mapping[str, set[str]]) -> bool:
    """Whether each of some words has a number of its own, always the same: names with the numbers of their things."""
    numbers = [behind.get(word, ()) for word in words]
    return all(len(found) == 1 for found in numbers) and len(set().union(*numbers)) == len(numbers)


def _alone_beside(branch: Sequence[Row], shapes: Sequence[str]) -> set[str]:
    """Give the words that end their URL where they stand beside others that do, in no menu: names, here of boards."""
    place = len(branch[0].shapes)
    columns: dict[Column, set[str]] = defaultdict(set)
    for row, shape in zip(branch, shapes, strict=True):
        if row.last <= place:
            for group in row.groups:
                columns[group].add(shape)
    return set().union(*(column for column in columns.values() if len(column) > 1))


def _is_menu_word(shape: str, columns: Sequence[Mapping[str, set[str]]]) -> bool:
    """Whether a shape stands on several pages, in other URLs, beside mostly the same shapes, each once on each."""
    shared = frozenset(columns[0]).intersection(*columns[1:])
    alike = len(shared) >= MOST * min(map(len, columns))
    once = alike and all(len(column[word]) == 1 for column in columns for word in shared)
    return once and len(set().union(*(column[shape] for column in columns))) >= MOST * len(columns)


@lru_cache(REMEMBERED)
def _ends_of(shape: str) -> tuple[str, str, str]:
    match = _TITLE_SHAPE.fullmatch(shape)
    return (match[1] or "", match[3] or "", match[4] or "") if match else ("", "", "")


def _open_shape(shape: str, kept: tuple[set[str], ...]) -> str:
    """Free a slot's letters, keeping the ends that most have: the numbers of `12-my-cat` or `my-cat.12`, `.html`.

    A sign that names begin with is kept, too: `@ann`, `~ann`.
    """
    before, after, suffix = (own if own in common else "" for own, common in zip(_ends_of(shape), kept, strict=True))
    sign = shape[0] if shape[0] in _SIGNS and shape[1 : len(shape) - len(after + suffix)] else ""
    return sign + before + FREE + after + suffix
