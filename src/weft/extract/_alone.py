"""The only post of a page. Nothing repeats there that could tell what is its own and what is the page's.

Its text is the passage that is most of what there is to read as far around it as the next time: the rules at the foot
of a page are far from any time, and a profile beside the post has less to read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import accumulate

from selectolax.lexbor import LexborNode

from weft.extract._bodies import is_below
from weft.extract._body_notes import tells_edit
from weft.extract._body_skips import is_signature
from weft.extract._field_texts import is_told
from weft.extract._field_time import reader_of
from weft.extract._files import kind_of
from weft.extract._kind import Layout
from weft.extract._names import holds_only_text, href_near, is_called, is_worded, line_around, short_text
from weft.extract._places import Path
from weft.extract._record import RecordReader
from weft.extract._subjects import is_subject
from weft.extract._tidy import begins_signature
from weft.extract._views import view_record
from weft.extract._wrapper import Wrapper, find_all
from weft.page import FoundTime, Page, Post, Region, TimeReader, find_regions, find_times
from weft.urls import parse_address, resolve

_BESIDE = frozenset({"aside", "nav", "footer", "button", "label"})  # what is no post's text
_PRESSED = frozenset({"button", "label", "select"})
_QUOTES = frozenset({"blockquote", "q", "cite"})  # times there are of other posts
_FLOWING = frozenset({"p", "a", "b", "i", "u", "em", "strong", "font", "ul", "ol", "pre", "code", "blockquote"})
_LAST_NARROW, _WIDE = "\u2e7f", 3  # letters after it are syllables or words, and count as so many
_LEAST = 8  # letters of a post
_NEARNESS = 3  # how much more it counts to be near a time than to be long
_WHOLE = 0.97  # of the letters of a passage, from which the element inside that holds them is the passage
_MOST, _LABEL = 0.5, 24  # the same beside what tells of the author, in pieces of so many letters
_MORE, _MORE_LETTERS = 0.15, 60  # what elements around the post may hold besides, to be part of it
_STRONG = frozenset({"b", "strong", "dt", "h1", "h2", "h3", "h4", "h5", "h6"})
_SIGNS = frozenset("[|<>«»‹›→←")  # that buttons begin with
_LEAST_NAME = 2  # letters; one is what stands for a picture
_BUTTONS, _BUTTONS_BELOW = 3, 2  # links side by side that are no names; the same below the text
_LINE_CHARS = 120  # of a line that tells who wrote a post, and when
_HOST_NAMES = 2  # the last parts of a host's name that its neighbours share
_CLOSE = 10  # elements around a name and a time that make them near
_HIGHER = 4  # steps that the name may stand higher than the time


def read_alone(
    page: Page, times: TimeReader, now: datetime, remarks: Region | None = None, *, is_above: bool = False
) -> Post | None:
    """Give the only post of a page; None where nothing is to be read that has a time.

    `remarks` are no part of it; `is_above`: nor is what stands below these.
    """
    outline = find_regions(page).outline
    aside = range(remarks.spans[0][0], outline.ends[remarks.spans[-1][-1]]) if remarks else range(0)
    passages = _Passages(page, times, now, range(aside.start, len(outline)) if is_above else aside)
    body = passages.find_body()
    if body is None:
        return None
    around = passages.find_record(body)
    found = passages.find_time(around, body)
    author = passages.find_author(around, body, found)
    record = outline.nodes[around]
    paths = view_record((record,)).paths
    places = [
        (paths[node.mem_id],) if node is not None and node.mem_id in paths else ()
        for node in (found.node if found is not None else None, author, outline.nodes[body])
    ]
    layout = Layout(selector="body", time=places[0], author=places[1], body=places[2])
    return RecordReader(page, times, now, (), frozenset({record.mem_id})).read(layout, (record,))


def sharpen_bodies(wrapper: Wrapper, page: Page, now: datetime) -> Wrapper:
    """Give a wrapper that was learned from very few posts with their texts alone as bodies, where these are alike.

    What is said of an author in each of two posts differs as what they wrote does.
    """
    passages = _Passages(page, wrapper.times, now)
    found: dict[Layout, set[Path]] = defaultdict(set)
    for layout, nodes in find_all(page, wrapper.layouts):
        body = passages.find_in(nodes)
        if body is not None:
            found[layout].add(view_record(nodes, ignored=layout.ignored).paths.get(body.mem_id, ()))
    layouts = []
    for layout in wrapper.layouts:
        path = _common(found[layout])
        is_wider = not path or any(is_below(path, body[: len(path)]) for body in layout.body if len(body) >= len(path))
        layouts.append(layout if is_wider else replace(layout, body=(path,)))
    return replace(wrapper, layouts=tuple(layouts))


def _common(paths: Collection[Path]) -> Path:
    """Give the one of several paths that leads to all: a text of one paragraph is that, one of two is around them."""
    shortest = min(paths, key=len, default=())
    return shortest if all(path[: len(shortest)] == shortest for path in paths) else ()


class _Passages:
    """What there is to read on a page, and where its times are."""

    def __init__(self, page: Page, times: TimeReader, now: datetime, aside: range = range(0)) -> None:
        self._page = page
        self._outline = outline = find_regions(page).outline
        self._aside = aside
        numbers = {node.mem_id: number for number, node in enumerate(outline.nodes)}
        read = reader_of(times, now)
        self._times: dict[int, tuple[FoundTime, datetime]] = {}  # by element
        for found in find_times(page.tree):
            number, moment = numbers.get(found.node.mem_id), read(found)
            if number is not None and number not in self._aside and moment is not None:
                self._times.setdefault(number, (found, moment))
        own = {number for number in self._times if not self._is_in(number, _QUOTES)}
        clocked = set(filter(self._is_clocked, own)) or own  # when people registered is mostly told by the day
        self._time_sums = list(accumulate((number in own for number in range(len(outline))), initial=0))
        self._clock_sums = list(accumulate((number in clocked for number in range(len(outline))), initial=0))
        self._letter_sums = list(accumulate(self._count_letters(), initial=0))

    def _is_in(self, element: int, tags: frozenset[str]) -> bool:
        outline = self._outline
        return any(outline.tags[around] in tags for around in (element, *outline.ancestors(element)))

    def _count_letters(self) -> Iterator[int]:
        """Give the letters of each element's own text, of links, titles, times, signatures and what is hidden none."""
        outline = self._outline
        skipped, links = 0, set(outline.links)
        for number, texts in enumerate(outline.texts):
            tag, classes = outline.tags[number], outline.classes[number]
            if number in self._aside:
                skipped = max(skipped, self._aside.stop)
            is_signed = is_signature(classes) or begins_signature(next(filter(str.strip, texts), ""))
            if number in links or number in outline.hidden or tag in _BESIDE or is_signed:
                skipped = max(skipped, outline.ends[number])
            if number < skipped or number in self._times:
                yield 0
                continue
            pieces = (text for text in texts if not is_subject(text.strip(), self._page.title) and not is_told(text))
            yield sum(_WIDE if letter > _LAST_NARROW else 1 for letter in "".join(pieces) if letter.isalpha())

    def _letters(self, element: int) -> int:
        return self._letter_sums[self._outline.ends[element]] - self._letter_sums[element]

    def _unlinked(self, element: int) -> float:
        """Give the share of an element's text outside of links."""
        outline = self._outline
        linked = sum(outline.text_length(link) for link in outline.links_between(element, outline.ends[element]))
        return 1 - min(1.0, linked / max(1, outline.text_length(element)))

    def _has_time(self, element: int) -> bool:
        return self._time_sums[self._outline.ends[element]] > self._time_sums[element]

    def _around_clock(self, element: int) -> int | None:
        """Give the first element around one with a time that may be a post's."""
        sums, ends = self._clock_sums, self._outline.ends
        return next((one for one in self._outline.ancestors(element) if sums[ends[one]] > sums[one]), None)

    def find_body(self, first: int = 0, last: int = 0) -> int | None:
        """Give the passage that is most of what there is to read around it; the innermost element that holds it.

        It is looked for in elements side by side, from the first to the last, and what is around them is not read.
        """
        outline = self._outline
        stop = outline.ends[last] if len(outline) else 0
        whole = self._letter_sums[stop] - self._letter_sums[first] if stop else 0
        best, score = None, 0.0
        for element in range(first + (first == last), stop):
            letters = self._letters(element)
            if letters < _LEAST or letters <= score or self._has_time(element):
                continue
            around = self._around_clock(element)
            if around is None:
                continue
            share = letters / max(letters, self._letters(around) if around >= first else whole)
            worth = letters * share**_NEARNESS * self._unlinked(element)
            if worth > score:
                best, score = element, worth
        if best is None:
            return None
        while (inner := next((one for one in outline.children[best] if self._is_text_of(one, best)), None)) is not None:
            best = inner
        return best

    def find_in(self, record: Sequence[LexborNode]) -> LexborNode | None:
        """Give the text of a post."""
        wanted = record[0].mem_id, record[-1].mem_id
        numbers = {node.mem_id: number for number, node in enumerate(self._outline.nodes) if node.mem_id in wanted}
        ends = [numbers.get(one) for one in wanted]
        body = self.find_body(ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else None
        return self._outline.nodes[body] if body is not None else None

    def _is_text_of(self, inner: int, outer: int) -> bool:
        """Tell whether an element holds all there is to read in the one around it, or all but what tells of an author.

        That is words before it, with a picture or a link, or in a cell of their own; or below it who likes it and what
        can be done with it, with links and buttons.
        """
        outline = self._outline
        letters = self._letters(outer)
        if outline.tags[inner] in _FLOWING or self._letters(inner) < _MOST * letters:
            return False
        if self._letters(inner) >= _WHOLE * letters:
            return True
        beside = [one for one in outline.children[outer] if one != inner and self._letters(one)]
        before, below = [one for one in beside if one < inner], [one for one in beside if one > inner]
        is_person = not before or any(outline.tags[one] == "td" or self._holds(one, "img, a") for one in before)
        is_done = all(self._holds(one, "a, button") for one in below)
        pieces = [text for one in beside for part in outline.texts[one : outline.ends[one]] for text in part]
        is_all = sum(map(self._letters, beside)) == letters - self._letters(inner)
        return is_person and is_done and is_all and max(map(len, pieces)) <= _LABEL

    def _holds(self, element: int, selector: str) -> bool:
        return self._outline.nodes[element].css_first(selector) is not None

    def find_record(self, body: int) -> int:
        """Give the post: the outermost element around its text with little more to read in it, and a time at least."""
        outline = self._outline
        around = self._around_clock(body) or 0
        most = self._letters(around) + max(_MORE_LETTERS, _MORE * self._letters(around))
        for outer in outline.ancestors(around):
            if outer == 0 or self._letters(outer) > most or self._holds_aside(outer):
                break
            around = outer
        return around

    def _holds_aside(self, element: int) -> bool:
        return len(self._aside) > 0 and element <= self._aside.start < self._outline.ends[element]

    def _is_clocked(self, element: int) -> bool:
        moment = self._times[element][1]
        return moment.hour + moment.minute > 0

    def _level(self, element: int, record: int, body: int) -> int | None:
        """Give how far one has to go up from the text to find an element in the post; None where it is not in it."""
        outline = self._outline
        if not record <= element < outline.ends[record] or body <= element < outline.ends[body]:
            return None
        return next(n for n, one in enumerate(outline.ancestors(body)) if one <= element < outline.ends[one])

    def find_time(self, record: int, body: int) -> FoundTime | None:
        """Give when it was written: what has a clock before what has none, what stands above the text, what is near."""
        placed = [(number, level) for number in self._times if (level := self._level(number, record, body)) is not None]
        own = [pair for pair in placed if not tells_edit(self._times[pair[0]][0].node)]
        best = max(own, key=lambda pair: (self._is_clocked(pair[0]), pair[0] < body, -pair[1]), default=None)
        return self._times[best[0]][0] if best is not None else None

    def find_author(self, record: int, body: int, time: FoundTime | None) -> LexborNode | None:
        """Give the element with the author's name: with the address of a picture, or beside the time, or near the text.

        Of equals the first: what tells of an author comes after the name.
        """
        outline = self._outline
        inside = range(record + 1, outline.ends[record])
        levels = {one: level for one in inside if (level := self._level(one, record, body)) is not None}
        timed = next(
            (one for one in levels if time is not None and outline.nodes[one].mem_id == time.node.mem_id), body
        )
        lined = self._line_around(timed)
        is_line = timed != body and outline.text_length(lined) <= _LINE_CHARS
        line = range(lined, outline.ends[lined] if is_line else lined)
        highest = levels.get(timed, 0) + _HIGHER
        links = [one for one in outline.links if levels.get(one, highest + 1) <= highest]
        often, everywhere = Counter(outline.hrefs[link] for link in links), Counter(outline.hrefs.values())
        pictures = [outline.nodes[one] for one in levels if outline.tags[one] == "img"]
        alts = {alt for picture in pictures if (alt := picture.attributes.get("alt"))}
        pictured = {outline.hrefs[link] for link in links if self._is_picture(link)}
        best: LexborNode | None = None
        most = float("-inf")
        for element, level in levels.items():
            if level > highest or element in self._times or not self._is_name(element):
                continue
            node, href = outline.nodes[element], outline.hrefs.get(element, "")
            called, beside = (node.attributes.get("rel") or "").casefold().split(), self._links_beside(element)
            worth: float = 3 * ("author" in called) - 3 * ("prev" in called or "next" in called)
            worth -= 0.5 * ("nofollow" in called) + 0.5 * (beside >= _BUTTONS)
            worth += 1.5 * (element in line) - (element > body and beside >= _BUTTONS_BELOW and element not in line)
            worth += 2 * (href in pictured) + 0.5 * bool(href) + 0.5 * (element < body) - 0.3 * level
            worth += 0.3 * (outline.tags[element] in _STRONG) - (everywhere[href] > often[href])
            worth -= self._leads_abroad(href)  # an advertisement
            worth += 2 * any(is_called(alt, short_text(node)) for alt in alts)
            worth += _CLOSE / (_CLOSE + self._distance(element, timed))
            if worth > most:
                best, most = node, worth
        return best

    def _line_around(self, timed: int) -> int:
        """Give the element of a time, or the one around it where words stand beside it there."""
        node = self._outline.nodes[timed]
        is_apart = line_around(node).mem_id != node.mem_id
        return self._outline.parents[timed] if timed and is_apart else timed

    def _links_beside(self, element: int) -> int:
        """Give how many links stand in the same element as one, or in items of its list: buttons come in rows."""
        outline = self._outline
        if element not in outline.hrefs:
            return 0
        around = outline.parents[element]
        items = outline.children[outline.parents[around]] if outline.tags[around] == "li" else [around]
        return sum(one in outline.hrefs for item in items for one in outline.children[item])

    def _distance(self, one: int, other: int) -> int:
        """Give the number of elements in the smallest one around two."""
        ends = self._outline.ends
        around = next(up for up in (one, *self._outline.ancestors(one)) if up <= other < ends[up])
        return ends[around] - around

    def _is_picture(self, link: int) -> bool:
        """Tell whether a link shows a picture, or the letter that stands for one."""
        node = self._outline.nodes[link]
        return node.css_first("img") is not None or len(node.text(strip=True)) < _LEAST_NAME

    def _is_name(self, element: int) -> bool:
        """Tell whether an element may be somebody's name: a link to another page, or a word or two in no link."""
        outline, node = self._outline, self._outline.nodes[element]
        name = short_text(node)
        if len(name) < _LEAST_NAME or name[0] in _SIGNS or name.endswith((":", "：")) or self._is_in(element, _PRESSED):
            return False
        if is_worded(name, self._page.title) or is_subject(name, self._page.title):
            return False
        if element in outline.hrefs:
            return self._leads_elsewhere(node) and not kind_of(name)
        return holds_only_text(node) and not any(one in outline.hrefs for one in outline.ancestors(element))

    def _leads_abroad(self, href: str) -> bool:
        """Tell whether an address is of another host, not one under the same name (members.example.org)."""
        target = resolve(href, self._page.base) if "//" in href else None
        if target is None or not target.startswith("http") or not self._page.url.startswith("http"):
            return False
        own, other = (parse_address(one).host.split(".")[-_HOST_NAMES:] for one in (self._page.url, target))
        return own != other

    def _leads_elsewhere(self, link: LexborNode) -> bool:
        """Tell whether a link leads to another page, and not to a place on one that is called as this one."""
        href = href_near(link)
        target = resolve(href, self._page.base) if href else None
        own = self._page.url.partition("#")[0]
        if target is None or target.partition("#")[0] == own:
            return False
        is_called_alike = target.partition("#")[0].partition("?")[0] == own.partition("?")[0]
        return not is_called_alike or ("#" not in href and "?" in own)
