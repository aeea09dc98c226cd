"""Forms: URLs that are written alike, learned from groups of links that stand alike (columns of lists).

A URL is cut into slots: the parts of its path, then its query pairs. In each slot the digits are always free; letters
are free only where links of one column were seen to differ there, where a slot holds the words of a title, or where
it has too many values to be a fixed word. So `/topic/12/my-cat` and `/topic/9/your-dog` become one form while
`/topic/12` and `/forum/12` stay two, without any list of words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest

from weft.urls._form import FREE, REMEMBERED, Form, Slot, cut_url
from weft.urls._free import Column, Row, group_rows, shape_of, slot_shapes

_NUMBERED = re.compile(r"(?:[A-Za-z]{1,12}[-_.]?)?\d+")  # a fixed pattern of our own, linear by construction
_WORD_AND_NUMBER = re.compile(r"[A-Za-z]{1,12}[-_.]?\d+")
LEAST_FURTHER = 3  # URLs that go on with a word and a number: further pages of theirs
LEAST_NAMES, MOST_NAMES = 3, 0.6  # words at one place that are names at another; their share of all
_PATH = "/"  # what URLs must share that are compared at a slot of their paths; in the query it is all keys


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
    names: Container[tuple[int, str]] = frozenset(),
) -> Forms:
    """Learn forms from columns of canonical URLs that stand alike on a page, and from URLs that stand alone.

    `menus` are URLs that stand on every page: words that occur in them stay words. `pages` tells for each column the
    address of its page, `names` are texts in URLs, with which slot of theirs it is, that are known to be names.
    """
    groups: dict[str, list[Column]] = defaultdict(list)
    for urls, page in zip_longest(columns, pages, fillvalue=""):
        different = dict.fromkeys(urls)
        column = Column(len(different), _home_of(page))
        for url in different:
            groups[url].append(column)
    for url in loners:
        if url not in groups:
            groups[url] = []
    rows = [Row(url, around, is_menu=url in menus) for url, around in groups.items()]
    forms: dict[Hashable, Form] = {}
    by_url: dict[str, Form] = {}
    for row in _with_names(_names_between(_named_elsewhere(_settle(rows, names, _further(rows))))):
        same = (row.origin, row.frame, row.shapes)
        if same not in forms:
            forms[same] = _form_of(row)
        by_url[row.url] = forms[same]
    return Forms(by_url)


@lru_cache(REMEMBERED)
def _home_of(page: str) -> frozenset[str]:
    """Give the parts of a page's own address."""
    return frozenset(slot.text for slot in cut_url(page)[1]) if page else frozenset()


def _form_of(row: Row) -> Form:
    leads, keys = tuple(slot.lead for slot in row.slots), tuple(slot.key for slot in row.slots)
    return _make_form(row.origin, leads, keys, row.shapes)


@lru_cache(REMEMBERED)
def _make_form(origin: str, leads: tuple[str, ...], keys: tuple[str, ...], shapes: tuple[str, ...]) -> Form:
    """Give one and the same form each time it is learned: what it knows of itself stays known."""
    return Form(origin, leads, keys, shapes)


def _ends_with_number(text: str) -> bool:
    return text[-1:].isdigit() and text[0].isalpha() and _WORD_AND_NUMBER.fullmatch(text) is not None


def _further(rows: list[Row]) -> frozenset[str]:
    """Give the words that follow different known URLs with a number behind (`/cats/page2`, `/cats/my-cat/page3`).

    They may stand beside names, few of which are seen while learning.
    """
    further = [row for row in rows if len(row.slots) == row.path > 1 and _ends_with_number(row.slots[-1].text)]
    known = {(row.origin, row.slots) for row in rows} if len(further) >= LEAST_FURTHER else ()
    behind: dict[str, set[Hashable]] = defaultdict(set)
    for row in further:
        before = row.origin, row.slots[:-1]
        if before in known:
            behind[shape_of(row.slots[-1].text)].add(before)
    return frozenset(shape for shape, urls in behind.items() if len(urls) >= LEAST_FURTHER)


def _settle(rows: list[Row], names: Container[tuple[int, str]], words: frozenset[str]) -> list[Row]:
    """Settle the shapes of rows, slot by slot from the left; what follows a slot says nothing about it, except that
    query pairs are compared only with those of URLs that have the same keys.
    """
    settled: list[Row] = []
    waiting = list(group_rows(rows, [row.origin for row in rows]).values())
    while waiting:
        branch = waiting.pop()
        before = branch[0].shapes  # those of all rows of the branch
        place = len(before)
        settled += [row for row in branch if len(row.slots) == place]
        going = [row for row in branch if len(row.slots) > place]
        for alike in group_rows(going, [_PATH if place < row.path else row.frame for row in going]).values():
            by_shape = group_rows(alike, slot_shapes(alike, place, names, words))
            for shape, same in by_shape.items():
                shapes = (*before, shape)
                for row in same:
                    row.shapes = shapes
            waiting += by_shape.values()
    return settled


def _named_elsewhere(rows: list[Row]) -> list[Row]:
    """Free the words at one place of addresses that mostly are names at another: `/cats/`, `/read/cats/7/last`.

    The pages of each name may be seen by themselves only, and then nothing tells at that place what is free.
    """
    names = {slot.text for row in rows for slot, shape in zip(row.slots, row.shapes, strict=True) if shape == FREE}
    if len(names) < LEAST_NAMES:
        return rows
    words: dict[Hashable, set[str]] = defaultdict(set)
    elsewhere: dict[Hashable, set[str]] = defaultdict(set)  # words that pages of others lead to: kinds of pages
    for row in rows:
        for place in range(1, row.path):
            word = row.shapes[place]
            if word.isalpha():
                words[row.origin, row.shapes[:place]].add(word)
                if any(word not in group.home for group in row.groups):
                    elsewhere[row.origin, row.shapes[:place]].add(word)
    known = {at: found & names - elsewhere[at] for at, found in words.items()}
    free = {at for at, found in known.items() if len(found) >= max(LEAST_NAMES, MOST_NAMES * len(words[at]))}
    for row in rows if free else ():
        for place in range(1, row.path):
            at = row.origin, row.shapes[:place]
            if at in free and row.shapes[place] in known[at]:
                row.shapes = (*row.shapes[:place], FREE, *row.shapes[place + 1 :])
                break
    return rows


def _names_between(rows: list[Row]) -> list[Row]:
    """Free a word behind a name before what follows such names, if URLs end with it, too: a board below a board.

    `/rooms/cats/7-my-cat`, `/rooms/cats/kittens`, `/rooms/cats/kittens/8-my-kitten`: two such may be all there are.
    """
    known = {(row.origin, row.shapes) for row in rows}
    free: set[tuple[str, tuple[str, ...]]] = set()
    for origin, shapes in known:
        for place in range(2, len(shapes) - 1):
            above, word, rest = shapes[:place], shapes[place], shapes[place + 1 :]
            is_word = above[-1] == FREE and word and "#" not in word and FREE not in word
            is_named = is_word and FREE in rest[0] and "#" in rest[0] and (origin, above + rest) in known
            if is_named and (origin, (*above, word)) in known:
                free.add((origin, (*above, word)))
    places = {len(shapes) for _, shapes in free}
    for row in rows if free else ():
        for end in places:
            if (row.origin, row.shapes[:end]) in free and end <= row.path:
                row.shapes = (*row.shapes[: end - 1], FREE, *row.shapes[end:])
    return rows


def _with_names(rows: list[Row]) -> list[Row]:
    """Free what is a name in a URL also where a number is put in: `/talk/7/my-cat`, `/talk/7/my-cat/page2`.

    So it is where pairs follow: `?7-my-cat`, `?7-my-cat&sort=last`. Few further pages are seen while learning, and few
    boards in another order: too few to tell that their names are free.
    """
    named = {shapes for shapes in {row.shapes for row in rows} if FREE in "".join(shapes)}
    known = {(row.origin, row.slots): row.shapes for row in rows if row.shapes in named}
    lengths = {len(slots) + 1 for _, slots in known}
    for row in rows if known else ():
        if row.slots and row.slots[-1].key:
            row.shapes = _name_before_pairs(row, known)
        if len(row.slots) not in lengths or row.shapes in named:
            continue
        for place, slot in enumerate(row.slots):
            if slot.lead != "?" and _NUMBERED.fullmatch(slot.text):
                shapes = known.get((row.origin, (*row.slots[:place], *row.slots[place + 1 :])))
                if shapes is not None:
                    row.shapes = (*shapes[:place], row.shapes[place], *shapes[place:])
                    break
    return rows


def _name_before_pairs(row: Row, known: Mapping[tuple[str, tuple[Slot, ...]], tuple[str, ...]]) -> tuple[str, ...]:
    """Give the shapes of a URL with what is known of its beginning, where none but pairs follow that."""
    for end in range(len(row.slots) - 1, 0, -1):
        if not row.slots[end].key:
            break
        shapes = known.get((row.origin, row.slots[:end])) if FREE not in "".join(row.shapes[:end]) else None
        if shapes is not None:
            return *shapes, *row.shapes[end:]
    return row.shapes
