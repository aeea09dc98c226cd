"""Page flipping: which change of a URL turns the page of a list, read from pagers and proved by pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import re2

from weft.traversal._arrows import LONGEST_NEXT, is_next
from weft.traversal._view import Arc, View, kept
from weft.urls import FREE, NUMBER_TEXT, PATH_TEXT, QUERY_TEXT, Form

_NUMBERS = re.compile(r"\d{1,9}")
_ONE_NUMBER = re.compile(r"\D*(\d{1,9})\D*")
# Parameters put in behind each other, the last of them with the number and the others without one, or with none but 0:
# `&days=0&order=asc&start=15`.
_PARAMETERS = re.compile(r"(?:[?&;][^?&;=#\d]+=(?:0|[^?&;=#\d]*))+[?&;][^?&;=#\d]+=(\d{1,9})")
# A number, alone or behind one word: "Page 2", "Seite 2", "стр. 2". ">>2" is what answers a post.
_PAGE_ANCHOR = re.compile(
    r"(?!\W*(?:>>|＞＞))\W*(?:[^\W\d_]{1,12}\.?\s+|第\s?)?(\d{1,3}(?:[,. ]\d{3})+|\d{1,5})\s?[页頁]?\W*"
)
_ROWS = re.compile(r"(\d{1,6})\s?[-\u2013]\s?(\d{1,6})")  # "21-40"
# What may be added to a URL for its second page: a key or up to two short words with the number, no other address.
_ADDED = re.compile(r"[?&;/_,-]?(?:[A-Za-z_]{1,12}[_-])?(?:[A-Za-z_]{1,12}[=/_,-]?)?#(?:/|\.[A-Za-z]{2,5})?")
# A pager is believed when so large a share of its links fits one numbering.
FIT = 0.9
LEAST_ROWS = 5  # a page of a list has at least so many
MOST_ROWS = 200
# Pagers are looked for again after each page of a sample, among nearly the same links: what is known of them is kept.
_REMEMBERED = 1 << 14
MOST_SET, LONGEST_SET = 5, 150  # numbers and letters of what is put in for a page, with the settings of a list
SECOND = 2  # page
MOST_STEP = 1000  # of what the second page adds, where only a link that goes on tells


@dataclass(frozen=True, slots=True)
class Change:
    """How one URL differs from another in a single number: put in (`mark` holds the text around it) or set."""

    mark: str  # text put in, with '#' for the number; '#' alone when a number stands in both
    value: int
    before: int | None  # the number in the first URL, where both have one
    start: int  # where the changed part of the second URL begins
    end: int


@lru_cache(_REMEMBERED)
def page_change(one: str, other: str) -> Change | None:
    """Tell how `other` differs from `one`; None when it is by more than one number."""
    head, tail = shared_ends(one, other)
    left, right = one[head : len(one) - tail], other[head : len(other) - tail]
    number = _ONE_NUMBER.fullmatch(right) or (_PARAMETERS.fullmatch(right) if not left else None)
    if number is None or (left and not left.isdigit() and any(c.isdigit() for c in left)):
        return None
    if any(mark in left for mark in "/&=;") or (left and not left.isdigit() and "/" in right):
        return None
    mark = f"{right[: number.start(1)]}#{right[number.end(1) :]}"
    before = int(left) if left.isdigit() and len(left) < 10 else None
    if left and before is None:
        mark = f"{left}>{mark}"
    elif before is not None:
        mark = _context(other, head + number.start(1), head + number.end(1))
    return Change(mark, int(number[1]), before, head, len(other) - tail)


@lru_cache(_REMEMBERED)
def set_changes(one: str, other: str) -> tuple[Change, ...]:
    """Give the ways to read a change that puts in several numbers: each may be the page's, the others settings.

    As in `?days=100&start=20`. Which of them turns pages only several links together can tell.
    """
    head, tail = shared_ends(one, other)
    right, end = other[head : len(other) - tail], len(other) - tail
    numbers = list(_NUMBERS.finditer(right)) if head + tail == len(one) else []
    if not 1 < len(numbers) <= MOST_SET or len(right) > LONGEST_SET:
        return ()
    marks = (f"{right[: number.start()]}#{right[number.end() :]}" for number in numbers)
    return tuple(Change(mark, int(number[0]), None, head, end) for mark, number in zip(marks, numbers, strict=True))


def shared_ends(one: str, other: str) -> tuple[int, int]:
    """Give how many letters two texts begin and end with alike; a number is never split."""
    head = _common(one, other)
    while head and _splits_digits(one, other, head):
        head -= 1
    tail = _common(one[head:][::-1], other[head:][::-1])
    while tail and _splits_digits(one[::-1], other[::-1], tail):
        tail -= 1
    return head, tail


def _context(url: str, start: int, end: int) -> str:
    """Name the place of a number by what stands before it and how many numbers stand after it."""
    before = re.search(r"[^\d/&;?]*$", url[:start])
    after = len(re.findall(r"\d+", url[end:]))
    return f"{before[0] if before else ''}#:{after}"


def _common(one: str, other: str) -> int:
    """Give how many letters two texts begin with alike; looked for by halves."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one.startswith(other[least:middle], least):
            least = middle
        else:
            most = middle - 1
    return least


def _splits_digits(one: str, other: str, place: int) -> bool:
    if not one[place - 1].isdigit():
        return False
    return one[place : place + 1].isdigit() or other[place : place + 1].isdigit()


@lru_cache(_REMEMBERED)
def page_number(text: str) -> int | None:
    """Read the page number a link shows; None when it shows none."""
    match = _PAGE_ANCHOR.fullmatch(text.strip())
    return int(re.sub(r"\D", "", match[1])) if match else None


def shows_page(arc: Arc) -> bool:
    """Whether a link shows a page number, or that it leads to the next page."""
    return arc.next or page_number(arc.text) is not None


@dataclass(frozen=True, slots=True)
class Turn:
    """A link that may turn a page: from a page of a list, seen on some sampled page."""

    seen_on: str
    base: str
    arc: Arc


@dataclass(frozen=True, slots=True)
class Pager:
    """A way to turn the pages of lists of one form: where the number stands and how it counts."""

    mark: str
    first: int
    step: int
    links: int  # how many links fit
    pages: int  # on how many sampled pages
    most: int  # the highest page number seen
    proved: bool  # numbers of several pages fit, not only one

    def fits(self, change: Change) -> bool:
        """Whether a change turns pages in this way."""
        return change.mark == self.mark and (change.value - self.first) % self.step == 0

    def turns(self, turn: Turn) -> bool:
        """Whether a link turns a page in this way."""
        return self.change(turn.base, turn.arc.url) is not None

    def change(self, base: str, url: str) -> Change | None:
        """Tell how a URL differs from that of the list, if it is a page that is turned to in this way."""
        changes = (page_change(base, url), *(set_changes(base, url) if self.is_set else ()))
        return next((change for change in changes if change is not None and self.fits(change)), None)

    @property
    def is_set(self) -> bool:
        """Whether settings with numbers stand around the page's own."""
        return any(c.isdigit() for c in self.mark) and ":" not in self.mark

    def goes_on(self, turn: Turn) -> bool:
        """Whether a link leads to a further page; another address of page one shows what the list itself shows."""
        change = self.change(turn.base, turn.arc.url)
        return change is not None and self.number(change.value) > 1

    def number(self, value: int) -> int:
        """Give the page number of a value."""
        return (value - self.first) // self.step + 1


@dataclass(frozen=True, slots=True)
class _Seen:
    page: str
    number: int | None  # as the link shows it; None for 'next'
    change: Change
    is_told: bool  # by a number, a sign or the address; else words may tell


@kept
def pagers_of(view: View) -> list[Pager]:
    """Give the ways of turning pages that the links of one page show."""
    return find_pagers(turns_of(view))


@kept
def turns_of(view: View) -> tuple[Turn, ...]:
    """Give the links of a page that may turn it: by the page number they show, or by the number they add."""
    return tuple(_iter_turns(view))


def _iter_turns(view: View) -> Iterator[Turn]:
    for arc in view.arcs:
        if in_rows(view, arc):
            continue
        change = page_change(view.url, arc.url)
        goes_on = change is not None and (arc.next or _goes_on(change) or _leaves_first(change))
        if goes_on or page_number(arc.text) is not None:
            yield Turn(view.url, view.url, arc)


def _goes_on(change: Change) -> bool:
    """Whether a URL is that of a page with a number added that may be its second page: 2, or the rows of a page."""
    fits = change.value == 2 or change.value >= LEAST_ROWS
    return change.before is None and fits and _ADDED.fullmatch(change.mark) is not None


def _leaves_first(change: Change) -> bool:
    """Whether a URL is that of a page whose number is 0 with the rows of a page in its place, or of several pages."""
    return change.before == 0 and change.value >= LEAST_ROWS


def adds_number(first: str, url: str) -> bool:
    """Whether a URL is another with a number added that may be that of any further page of it, maybe with settings."""
    change = page_change(first, url)
    if change is None or change.before is not None or change.value < SECOND:
        return False
    return bool(_ADDED.fullmatch(change.mark) or _PARAMETERS.fullmatch(change.mark.replace("#", "2")))


def is_titled_after(title: str, first: str) -> bool:
    """Whether a page is called as its first page is, maybe with the number of the page: few posts look like none."""
    words, wanted = (set(_NUMBERS.sub("", text).casefold().split()) for text in (title, first))
    return bool(wanted) and wanted <= words


def turns_in_rows(view: View, is_base: Callable[[str], bool]) -> Iterator[Turn]:
    """Give the links beside a thread's own in a row of an index that may lead to further pages of it."""
    rows: dict[tuple[int, int], list[Arc]] = defaultdict(list)
    for arc in view.arcs:
        if arc.region >= 0:
            rows[arc.region, arc.record].append(arc)
    for arcs in rows.values():
        base = next((arc.url for arc in arcs if is_base(arc.url) and page_number(arc.text) is None), None)
        if base is not None:
            for arc in arcs:
                if page_number(arc.text) is not None and arc.url != base:
                    yield Turn(view.url, base, arc)


def find_pagers(turns: Iterable[Turn]) -> list[Pager]:
    """Find the ways of turning pages that such links show, best first."""
    seen: dict[str, list[_Seen]] = defaultdict(list)
    together: dict[str, list[_Seen]] = defaultdict(list)
    for turn in turns:
        number = page_number(turn.arc.text)
        change = page_change(turn.base, turn.arc.url)
        if change is not None:
            is_told = turn.arc.next or number is not None or _goes_on(change)
            seen[change.mark].append(_Seen(turn.base, number, change, is_told))
        for one in set_changes(turn.base, turn.arc.url) if change is None and number is not None else ():
            together[one.mark].append(_Seen(turn.base, number, one, is_told=True))
    pagers = [pager for mark, found in seen.items() if (pager := _fit(mark, found)) is not None]
    sets = (pager for mark, found in together.items() if (pager := _fit(mark, found)) is not None and pager.proved)
    pagers += _plainest_sets(list(sets))
    return sorted(pagers, key=lambda pager: (-pager.pages, -pager.links))


def _plainest_sets(pagers: Sequence[Pager]) -> Iterator[Pager]:
    """Give ways to read the same numbers together; where only second pages were seen, what links show is theirs."""
    plain = {(_NUMBERS.sub("#", one.mark), one.links) for one in pagers if (one.first, one.step) == (1, 1)}
    for one in pagers:
        if (one.first, one.step) == (1, 1) or (_NUMBERS.sub("#", one.mark), one.links) not in plain:
            yield one


def in_rows(view: View, arc: Arc) -> bool:
    """Whether a link is one of those every row of the page's own list has (a post's number, a count of replies)."""
    main = view.regions.main
    own = main is not None and arc.region >= 0 and view.regions.all[arc.region] is main
    return own and arc.place in view.row_places


def _fit(mark: str, found: Sequence[_Seen]) -> Pager | None:
    """Find first and step so that value = first + step * (number - 1) for nearly all links of a mark."""
    numbered = [seen for seen in found if seen.number is not None]
    if not numbered:
        told, worded = _fit_next(mark, [seen for seen in found if seen.is_told]), _fit_worded(mark, found)
        is_finer = told is None or (worded is not None and not told.first and told.step % worded.step == 0)
        return worded if is_finer else told  # a sign may lead to the last page
    best: tuple[int, int, int] | None = None
    for first, step in _numberings(numbered):
        fitting = sum(1 for seen in numbered if seen.change.value == first + step * ((seen.number or 0) - 1))
        if best is None or fitting > best[0]:
            best = (fitting, first, step)
    if best is None or best[0] < FIT * len(numbered):
        return None
    highest = max(seen.number or 0 for seen in numbered)
    if highest < SECOND:  # the number of a page's only post
        return None
    pages = len({seen.page for seen in numbered})
    different = len({seen.number for seen in numbered})
    return Pager(mark, best[1], best[2], best[0], pages, highest, different > 1 or pages > 1)


def _numberings(numbered: Sequence[_Seen]) -> set[tuple[int, int]]:
    """Give the ways to count pages that fit two of the links: from 0, 1 or one step on; posts have any numbers."""
    found = {(1, 1), (0, 1)}
    for seen in numbered[:40]:
        number = seen.number or 0
        if number > 1 and seen.change.value % (number - 1) == 0:
            found.add((0, seen.change.value // (number - 1)))
        for other in numbered[:10]:
            gap = number - (other.number or 0)
            rise = seen.change.value - other.change.value
            if gap > 0 and rise > 0 and rise % gap == 0:
                step = rise // gap
                found.add((seen.change.value - step * (number - 1), step))
    return {(first, step) for first, step in found if 0 <= first <= step > 0}


def _fit_next(mark: str, found: Sequence[_Seen]) -> Pager | None:
    """Read the numbering from links that say no page number ('next', '21-40'): what page one adds, what later ones add.

    Of several numbers that page one adds the least is that of the second page, the others must fit to it.
    """
    rises = [seen.change.value - seen.change.before for seen in found if seen.change.before is not None]
    if rises and len(set(rises)) == 1 and rises[0] > 0:
        step = rises[0]
        return Pager(mark, 0 if step > 1 else 1, step, len(found), len({s.page for s in found}), 2, len(rises) > 1)
    values = {seen.change.value for seen in found if seen.change.before is None}
    value = min(values, default=MOST_STEP + 1)
    if value > MOST_STEP:  # the last row's number, or a part of a name
        return None
    if value != SECOND and (value == 0 or any(one % value for one in values) or (value == 1 < len(values))):
        return None
    first, step = (value - 1, 1) if value in (1, 2) else (0, value)
    pages = len({seen.page for seen in found})
    return Pager(mark, first, step, len(found), pages, 2, pages > 1)


def _fit_worded(mark: str, found: Sequence[_Seen]) -> Pager | None:
    """Read the numbering from links that words may tell, on pages whose own number is 0: the least is page two's."""
    pages = {seen.page for seen in found if seen.change.before == 0}
    values = {seen.change.value for seen in found if seen.change.before == 0}
    step = min(values, default=0)
    if len(pages) < SECOND or not LEAST_ROWS <= step <= MOST_STEP or any(one % step for one in values):
        return None
    return Pager(mark, 0, step, len(found), len(pages), 2, proved=True)


def read_turn(first: str, link: str, text: str, after: int) -> int:
    """Give the page number a link of an unknown pager leads to; 0 if it is none.

    For lists of a kind none of which had further pages when the site was learned. `first` is the address of the list,
    `after` the page the link stands on. Only what is plain counts: a URL with just the number of the next page more
    under a word or a sign, or with the page number (from 0 or 1, or that many rows) that the link shows. A number that
    is 0 or 1 in the list's own address may be that of the page.
    """
    change = page_change(first, link)
    if change is None or not _may_turn(change):
        return 0
    is_plain = len(text) <= LONGEST_NEXT and not any(c.isdigit() for c in text)
    if change.before is None and change.value == after + 1 and is_plain:
        return change.value
    number = page_number(text)
    if number is None:
        return _read_rows(text, change.value)
    if number < SECOND or not (text.strip().isdigit() or number == change.value):
        return 0
    rows, rest = divmod(change.value, number - 1)
    is_counted = change.value in (number, number - 1) or (rest == 0 and LEAST_ROWS <= rows <= MOST_ROWS)
    return number if is_counted else 0


def _may_turn(change: Change) -> bool:
    """Whether a number is added as those of pages are, or is the first one in the list's own address."""
    return _ADDED.fullmatch(change.mark) is not None if change.before is None else change.before in (0, 1)


def _read_rows(text: str, value: int) -> int:
    """Give the page number of a link that shows rows ("21-40"), if its address has the rows before, or the page."""
    shown = _ROWS.fullmatch(text.strip())
    first, last = (int(shown[1]), int(shown[2])) if shown else (0, 0)
    rows = last - first + 1
    if first <= LEAST_ROWS or not 0 < rows <= MOST_ROWS:
        return 0
    if value == first - 1:
        return (first - 1) // rows + 1  # of the last page, which has fewer, too large: it stays the last
    size, rest = divmod(first - 1, value - 1) if value >= SECOND else (0, 0)
    return value if rest == 0 and size >= rows else 0


def rows_turned(first: str, link: str, text: str, after: int) -> int:
    """Give how many rows pages have if a link that shows no number goes on after those; 0 if it cannot.

    Many links may be written so: the pages must be seen to have as many rows.
    """
    change = page_change(first, link)
    if change is None or change.before == 1 or not _may_turn(change):
        return 0
    rows, rest = divmod(change.value, max(1, after))
    is_plain = 0 < len(text) <= LONGEST_NEXT and not any(c.isdigit() for c in text)
    return rows if is_plain and rest == 0 and LEAST_ROWS <= rows <= MOST_ROWS else 0


def fits_turn(first: str, link: str, others: Iterable[tuple[str, str]], after: int) -> bool:
    """Whether the links (URL, text) of a page that are written as one which may turn it are is all show page numbers.

    `/profile/2/` is written as a second page is, too; but beside it stand `/profile/7/` and `/profile/31/` with names.
    The last page of all may be shown by an arrow: "Next ›" and "Last »".
    """
    turned = page_change(first, link)
    if turned is None:
        return False
    changes = [(page_change(first, url), text) for url, text in others]
    alike = [
        (change.value, text)
        for change, text in changes
        if change is not None and change.mark == turned.mark and change.before == turned.before
    ]
    last = max(value for value, _ in alike) if alike else 0
    shown = {value for value, text in alike if page_number(text) is not None or _read_rows(text, value) > 0}
    shown |= {value for value, text in alike if value == last and is_next(text)}
    return all(value in shown or value in (1, after - 1, after + 1) for value, _ in alike)


def replaces_name(form: Form, turn: Turn) -> bool:
    """Whether a link has a page number where the list it belongs to has its name: `/12?page=2` for `/12-my-thread`.

    What the name was, such an address does not tell, and so not which list it is a page of.
    """
    change = page_change(turn.base, turn.arc.url)
    replaced = change.mark.partition(">")[0] if change is not None and ">" in change.mark else ""
    match = re2.compile(form.pattern).fullmatch(turn.base) if replaced else None
    if change is None or match is None:
        return False
    start, end = change.start, change.start + len(replaced)
    spans = (match.span(group) for group, mark in enumerate(form_groups(form), 1) if mark != "#")
    return any(begin < end and start < stop for begin, stop in spans)


@dataclass(frozen=True, slots=True)
class FlipRule:
    """The pattern of flip URLs of one form, with the template of the list's first page and the number's group."""

    pattern: str
    group: int
    list: str
    first_page: str  # the pattern with the number of page one in place of the group; empty if that is the list itself


def flip_rule(form: Form, pager: Pager, pairs: Sequence[tuple[str, str]]) -> FlipRule | None:
    """Make the rule of flips of a form from pairs (page of the list, flip)."""
    pattern = re2.compile(form.pattern)
    votes: dict[tuple[int, str], int] = defaultdict(int)
    for base, flip in pairs:
        match, change = pattern.fullmatch(flip), pager.change(base, flip)
        if match is None or change is None:
            continue
        found = _template(match, flip, change, pager, len(form_groups(form)))
        if found is not None:
            votes[found] += 1
    if not votes:
        return None
    group, template = max(votes, key=lambda key: votes[key])
    return FlipRule(form.pattern, group, template, _fix_group(form.pattern, group, str(pager.first)))


def form_groups(form: Form) -> list[str]:
    """Give the free parts of a form, in the order of its pattern's groups."""
    return [mark for shape in form.shapes for mark in shape if mark in ("#", FREE)]


def _template(match: re.Match[str], flip: str, change: Change, pager: Pager, groups: int) -> tuple[int, str] | None:
    """Write the first page's URL over the groups of the flip's pattern."""
    parts, place, page_group = [], 0, 0
    is_set = change.before is not None
    for group in range(1, groups + 1):
        start, end = match.span(group)
        inside = change.start <= start and end <= change.end
        if start < change.end and end > change.start and not inside:
            return None
        parts.append(_outside(flip, place, start, change, is_set=is_set))
        if inside:
            page_group = group
            parts.append(str(pager.first) if is_set else "")
        else:
            parts.append(f"\\{group}")
        place = end
    parts.append(_outside(flip, place, len(flip), change, is_set=is_set))
    return (page_group, "".join(parts)) if page_group else None


def _outside(text: str, start: int, end: int, change: Change, *, is_set: bool) -> str:
    """Give a literal piece without what the change put in."""
    if is_set:
        return text[start:end]
    replaced = change.mark.partition(">")[0] if ">" in change.mark else ""
    piece = text[start : min(end, change.start)] if start < change.start else ""
    if start <= change.start <= end:
        piece += replaced
    return piece + (text[max(start, change.end) : end] if end > change.end else "")


def _fix_group(pattern: str, group: int, value: str) -> str:
    """Put a fixed number in place of one group of a form's pattern (forms have no nested groups)."""
    groups = "|".join(map(re.escape, (NUMBER_TEXT, PATH_TEXT, QUERY_TEXT)))
    parts = re.split(f"({groups})", pattern)
    count = 0
    for place in range(len(parts)):
        if place % 2:
            count += 1
            if count == group:
                parts[place] = f"({value})"
    return "".join(parts)
