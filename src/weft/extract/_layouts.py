"""Where the posts are: the element a post begins with, as a selector that holds on all pages of a site."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborNode

from weft.extract._places import climb
from weft.page import FoundTime, Page, Region, are_told, find_posts, find_regions, find_times

_NAME = re.compile(r"[A-Za-z_][\w-]*\Z")  # class tokens that a selector can hold as they are
_LOOKS = (
    "bgcolor",
    "colspan",
    "rowspan",
    "align",
    "valign",
    "width",
    "height",
    "border",
    "cellspacing",
    "cellpadding",
)  # how old markup tells cells apart
_CELLS = frozenset({"td", "th"})
_DIGITS = re.compile(r"\d+")
_PLAIN = re.compile(r"[\w#%.-]{1,20}\Z")
_MOSTLY = 0.7  # share of the examples that must have an attribute for it to be named
_EITHER = 3  # tokens that may stand for each other
_MAX_CHAIN = 7  # elements above a post that its selector may name
_LIKELY = 0.3  # share of the votes of the best from which a candidate is looked at
_FEW = 2  # records of a region from which it can tell what a post is
_OFTEN, _STANDING = 3, 0.2  # pages, and share of them, on which a text stands that is of the site's making
_MOST_PAGES = 0.6  # the same of what looks like a post
_STRAY = 0.05  # share of the records that may be none
WHOLE = "body"  # the selector of posts that are pages
_TIMELESS = 0.3  # of what looks like posts has a time: fewer, and it is none of theirs
_NEARLY_ALL = 0.9  # examples of a post
_AKIN = 0.7  # of the elements that nearly all examples hold, for another to be one of them
_SPARE = 2  # matches without a time that outweigh one with


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page laid out for learning: its times, and by identity which element each stands in."""

    page: Page
    times: tuple[FoundTime, ...]
    main: Region | None
    is_dated: bool = True  # posts have times

    @classmethod
    def of(cls, page: Page) -> Sheet:
        """Read a page."""
        return cls(page, tuple(find_times(page.tree)), find_posts(page))

    def without(self, standing: Collection[str]) -> Sheet:
        """Give the page with another list as its main one, if all rows of that are among texts of the site's making."""
        if self.main is None or not _is_standing(self.main, standing):
            return self
        first, last = self.main.spans[0][0], self.main.spans[-1][0]
        others = (one for one in find_regions(self.page).all if not first <= one.spans[0][0] <= last)  # no parts of it
        return replace(self, main=next((one for one in others if not _is_standing(one, standing)), None))


def drop_strange_times(sheets: list[Sheet]) -> list[Sheet]:
    """Give pages without times where posts have none of their own: those there are stand in what people wrote."""
    lists = [sheet.main.times for sheet in sheets if sheet.main is not None]
    timed = sum(map(bool, (times for rows in lists for times in rows)))
    if timed >= _TIMELESS * sum(map(len, lists)):
        return sheets
    if not are_told(replace(find_regions(sheet.page), main=sheet.main) for sheet in sheets):
        return sheets
    return [replace(sheet, times=(), is_dated=False) for sheet in sheets]


def set_aside(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Give pages without main lists that say the same on many of them: the months of an archive, beside each page."""
    often = Counter(text for sheet in sheets if sheet.main is not None for text in _row_texts(sheet.main))
    standing = frozenset(text for text, count in often.items() if count >= max(_OFTEN, _STANDING * len(sheets)))
    return [sheet.without(standing) for sheet in sheets] if standing else list(sheets)


def _row_texts(region: Region) -> frozenset[str]:
    return frozenset(record.text for record in region.records)


def _is_standing(region: Region | None, standing: Collection[str]) -> bool:
    return region is not None and all(text in standing for text in _row_texts(region))


@dataclass(frozen=True, slots=True)
class Found:
    """One record of a page."""

    sheet: int
    nodes: tuple[LexborNode, ...]

    @property
    def start(self) -> int:
        """The identity of its first element."""
        return self.nodes[0].mem_id


@dataclass(slots=True)
class Candidate:
    """A kind of element that posts may begin with: what its examples on several pages have in common."""

    tag: str
    tokens: frozenset[str]
    above: list[tuple[str, frozenset[str]]]  # elements around it, the nearest first, each as tag and common tokens
    spans: bool  # a post goes on in the siblings that follow, up to the next
    # children that the first element has and those that follow, or other elements, have not, in how many examples
    marks: Counter[str] = field(default_factory=Counter)
    either: tuple[str, ...] = ()  # where no token is common, some of which each has one
    looks: Counter[str] = field(default_factory=Counter)  # attributes of old markup, as selectors, in how many examples
    held: Counter[str] = field(default_factory=Counter)  # children of what has no name, as selectors, in how many
    votes: int = 0
    examples: list[Found] = field(default_factory=list)

    def selectors(self) -> Iterable[str]:
        """Give selectors, the most general first."""
        if len(self.tokens) > 1:
            yield from (_css(self.tag, {token}) for token in sorted(self.tokens, key=lambda token: (len(token), token)))
        selector = _css(self.tag, self.tokens)
        if self.either:
            yield ", ".join(f"{self.tag}.{token}" for token in self.either)
        looks = "".join(sorted(look for look, count in self.looks.items() if count >= _MOSTLY * self.votes))
        if looks:
            yield selector + looks
            yield from (f"{_css(tag, tokens)} > {selector}{looks}" for tag, tokens in self.above[:1])
        marks = [mark for mark, count in self.marks.items() if count >= _MOSTLY * self.votes]
        for mark in sorted(marks, key=lambda mark: (len(mark), mark)):
            if self.either:
                yield ", ".join(f"{self.tag}.{token}:has({mark})" for token in self.either)
            yield f"{selector}:has({mark})"
        if self.tokens:
            yield selector
        for tag, tokens in self.above[:_MAX_CHAIN]:
            selector = f"{_css(tag, tokens)} > {selector}"
            if tokens or tag == "body":
                yield selector
        yield selector
        held = [mark for mark, count in self.held.items() if count == self.votes]
        yield from (f"{selector}:has(> {mark})" for mark in sorted(held, key=lambda mark: (-len(mark), mark)))


def _css(tag: str, tokens: Iterable[str]) -> str:
    return "".join((tag, *(f".{token}" for token in sorted(tokens) if _NAME.match(token))))


def find_candidates(sheets: Sequence[Sheet]) -> list[Candidate]:
    """Give what the main lists of the pages begin their records with, the most frequent first."""
    for least in (_FEW, 1):  # some sites show one post a page
        candidates: list[Candidate] = []
        for number, sheet in enumerate(sheets):
            if sheet.main is None or len(sheet.main) < least or not _may_be_posts(sheet.main, is_dated=sheet.is_dated):
                continue
            found = [Found(number, _trim(record.nodes)) for record in sheet.main.records]
            _join(candidates, describe(found))
        if candidates:
            break
    else:
        candidates = whole_pages(sheets)
    return sorted(candidates, key=lambda candidate: -candidate.votes)


def _may_be_posts(region: Region, *, is_dated: bool) -> bool:
    """Tell whether a list has times, or where posts have none more to read than links: these are buttons, or titles.

    Times may stand at another place in each record: then nearly all must have one.
    """
    if is_dated:
        return region.time_column is not None or sum(map(bool, region.times)) >= _NEARLY_ALL * len(region)
    linked = sum(sum(record.anchor_lengths) for record in region.records)
    return 2 * linked < sum(record.text_length for record in region.records)


def whole_pages(sheets: Sequence[Sheet]) -> list[Candidate]:
    """Give the page itself as the one post it shows, where pages repeat nothing with a time: archives of letters."""
    bodies = [(number, sheet.page.tree.body) for number, sheet in enumerate(sheets) if sheet.times]
    found = [Found(number, (body,)) for number, body in bodies if body is not None]
    return [Candidate(WHOLE, frozenset(), [], spans=False, votes=len(found), examples=found)] if found else []


def _trim(nodes: tuple[LexborNode, ...]) -> tuple[LexborNode, ...]:
    """Leave rules and empty elements at the end of a record out."""
    while len(nodes) > 1 and not nodes[-1].text(strip=True) and nodes[-1].css_first("a, img") is None:
        nodes = nodes[:-1]
    return nodes


def describe(found: Sequence[Found]) -> Candidate:
    """Say what the first elements of records have in common."""
    firsts = [one.nodes[0] for one in found]
    tag = Counter(str(node.tag) for node in firsts).most_common(1)[0][0]
    above: list[tuple[str, frozenset[str]]] = []
    around = firsts[0].parent
    while around is not None and around.tag not in (None, "html", "-document"):
        above.append((str(around.tag), frozenset(_tokens(around))))
        around = around.parent
    spans = sum(len(one.nodes) > 1 for one in found) > len(found) / 2
    marks = Counter(dict.fromkeys(_find_marks(found), len(found))) if spans else Counter[str]()
    tokens = _common_tokens(firsts, tag)
    if not spans and not tokens and _are_nested(firsts):  # steps from the body tell only the outermost
        marks = Counter(dict.fromkeys((f"> {mark}" for mark in _shared_marks(firsts)), len(found)))
    either = () if tokens else _either_token(firsts, tag)
    looks = Counter(look for node in firsts for look in _looks(node))
    if spans:  # what the elements after the first ones have, too, tells nothing
        looks -= Counter(look for one in found for node in one.nodes[1:] for look in _looks(node))
    held = Counter(mark for node in firsts if not (tokens or either or spans) for mark in _child_marks(node))
    return Candidate(tag, tokens, above, spans, marks, either, looks, held, len(found), list(found))


def _find_marks(found: Sequence[Found]) -> frozenset[str]:
    """Give selectors of children that only the first elements of records have: head and text stand in rows by turns."""
    firsts = Counter(mark for one in found for mark in _child_marks(one.nodes[0]))
    others = Counter(mark for one in found for node in one.nodes[1:] for mark in _child_marks(node))
    strays = max(len(found) > _FEW, int(_STRAY * len(found)))  # a table below the posts may be taken for one more
    marks = {mark for mark, count in firsts.items() if count >= len(found) - strays and others[mark] <= strays}
    return frozenset(f"> {mark}" for mark in marks) or _find_next_marks(found)


def _find_next_marks(found: Sequence[Found]) -> frozenset[str]:
    """Give selectors of children that all second elements of records have and none else: the first ones stand before.

    That is where heads are made as feet are.
    """
    seconds = Counter(mark for one in found for node in one.nodes[1:2] for mark in _child_marks(node))
    others = {mark for one in found for node in (*one.nodes[:1], *one.nodes[2:]) for mark in _child_marks(node)}
    tag = Counter(str(node.tag) for one in found for node in one.nodes[1:2]).most_common(1)
    marks = {mark for mark, count in seconds.items() if count == len(found) and mark not in others}
    return frozenset(f"+ {tag[0][0]} > {mark}" for mark in marks)


def _are_nested(nodes: Sequence[LexborNode]) -> bool:
    """Tell whether some of the elements stand in others: answers in what they answer."""
    known = {node.mem_id for node in nodes}
    around = (above for node in nodes for above in climb(node.parent))
    return any(above.mem_id in known for above in around)


def _shared_marks(nodes: Sequence[LexborNode]) -> frozenset[str]:
    """Give selectors that children of nearly all elements fit."""
    often = Counter(mark for node in nodes for mark in _child_marks(node))
    return frozenset(mark for mark, count in often.items() if count >= _NEARLY_ALL * len(nodes))


def _child_marks(node: LexborNode) -> frozenset[str]:
    """Give selectors that an element's children and theirs fit: by class token, by looks, by what is in them.

    Of a row how many cells it has is one.
    """
    marks: set[str] = set()
    if node.tag == "tr":
        cells = [child for child in node.iter() if child.tag in _CELLS]
        marks.update(f"{cell.tag}:nth-child({len(cells)}):last-child" for cell in cells[-1:])
    for child in node.iter():
        tag = str(child.tag)
        if tag[0] in "-!":
            continue
        marks.update(_css(tag, {token}) for token in _tokens(child))
        marks.update(tag + look for look in _looks(child))
        for inner in child.iter():
            name = str(inner.tag)
            if name[0] not in "-!":
                marks.add(f"{tag} > {name}")
                marks.update(f"{tag} > {_css(name, {token})}" for token in _tokens(inner))
    return frozenset(marks)


def _common_tokens(nodes: Sequence[LexborNode], tag: str) -> frozenset[str]:
    return frozenset.intersection(*(_tokens(node) for node in nodes if node.tag == tag))


def _tokens(node: LexborNode) -> frozenset[str]:
    """Give the class tokens of an element that a selector can hold."""
    return frozenset(filter(_NAME.match, (node.attributes.get("class") or "").split()))


def _looks(node: LexborNode) -> frozenset[str]:
    attributes = node.attributes
    found = ((name, attributes.get(name)) for name in _LOOKS) if attributes else ()
    return frozenset(f'[{name}="{value}"]' for name, value in found if value and _PLAIN.match(value))


def _either_token(nodes: Sequence[LexborNode], tag: str) -> tuple[str, ...]:
    """Give few tokens of which each element has one, where none is common to all: rows in two colours."""
    sets = [_tokens(node) for node in nodes if node.tag == tag]
    chosen: list[str] = []
    while sets and len(chosen) < _EITHER:
        often = Counter(token for tokens in sets for token in tokens)
        if not often:
            return ()
        token = min(often, key=lambda token: (-often[token], len(token), token))
        chosen.append(token)
        sets = [tokens for tokens in sets if token not in tokens]
    return tuple(sorted(chosen)) if not sets else ()


def _join(candidates: list[Candidate], new: Candidate) -> None:
    """Add a page's candidate, or make a known one more general by it."""
    for known in candidates:
        if known.tag != new.tag or known.spans != new.spans or _is_part(known, new) or _is_part(new, known):
            continue
        tokens = known.tokens & new.tokens
        if not tokens and known.either and known.either == new.either:
            known.marks += new.marks
            known.votes += new.votes
            known.examples += new.examples
            return
        if not tokens and (known.tokens or new.tokens or not _alike(known.above, new.above)):
            continue
        known.tokens = tokens
        known.marks += new.marks
        known.looks += new.looks
        known.held += new.held
        known.above = _common_above(known.above, new.above)
        known.votes += new.votes
        known.examples += new.examples
        return
    candidates.append(new)


def _is_part(inner: Candidate, outer: Candidate) -> bool:
    """Tell whether one kind stands in elements that are as the other's: parts of the only post of a page."""
    around = inner.above[0] if inner.above else None
    return around == (outer.tag, outer.tokens) and inner.above[1:] == outer.above


def _alike(one: list[tuple[str, frozenset[str]]], other: list[tuple[str, frozenset[str]]]) -> bool:
    pairs = list(zip(one[:2], other[:2], strict=False))
    return all(a[0] == b[0] and (bool(a[1] & b[1]) or a[1] == b[1]) for a, b in pairs)


def _common_above(
    one: list[tuple[str, frozenset[str]]], other: list[tuple[str, frozenset[str]]]
) -> list[tuple[str, frozenset[str]]]:
    common: list[tuple[str, frozenset[str]]] = []
    for (tag, tokens), (other_tag, other_tokens) in zip(one, other, strict=False):
        if tag != other_tag:
            break
        common.append((tag, tokens & other_tokens))
    return common


def choose_layout(sheets: Sequence[Sheet], candidates: Sequence[Candidate]) -> tuple[str, bool, list[Found]] | None:
    """Give the selector under which most posts are found on all pages, whether they span siblings, and the posts."""
    best: tuple[int, str, bool, list[Found]] | None = None
    for candidate in candidates:
        if candidate.votes < _LIKELY * candidates[0].votes:
            break
        for selector in candidate.selectors():
            found = [
                one
                for number, sheet in enumerate(sheets)
                for one in find_records(number, sheet.page, selector, spans=candidate.spans)
            ]
            timed = with_time(sheets, found) if sheets[0].is_dated else _with_marks(found, candidate.examples)
            timed = _without_strangers(_without_standing(timed, len(sheets)), candidate.examples)
            if _are_halved(timed):
                continue
            score = len(timed) - _SPARE * (len(found) - len(timed))
            if best is None or score > best[0]:
                best = score, selector, candidate.spans, timed
            if len(found) == len(timed) and len(timed) >= candidate.votes:
                break
    return best[1:] if best is not None else None


def unnest(sheets: Sequence[Sheet], chosen: tuple[str, bool, list[Found]]) -> tuple[str, bool, list[Found]]:
    """Give the first parts of what was chosen instead, where these are posts and more of them stand inside it.

    An answer may share a box with the answers to it, which are boxes of another kind at some depth; so is the opening.
    """
    _, spans, found = chosen
    parts = [(one, part) for one in found if (part := _first_part(one.nodes[0])) is not None]
    if spans or len(parts) < max(_FEW, _NEARLY_ALL * len(found)):
        return chosen
    candidate = describe([Found(one.sheet, (part,)) for one, part in parts])
    kind = _css(candidate.tag, candidate.tokens)
    alone = [(one.nodes[0], part) for one, part in parts if len(one.nodes[0].css(kind)) == 1]
    if not candidate.tokens or not alone or len(parts) - len(alone) < _FEW:
        return chosen
    if sum(len(part.text()) for _, part in alone) < _NEARLY_ALL * sum(len(whole.text()) for whole, _ in alone):
        return chosen
    inner = choose_layout(sheets, [candidate])
    return inner if inner is not None and len(inner[2]) > len(found) else chosen


def _first_part(node: LexborNode) -> LexborNode | None:
    """Give the first element in another that has something to read."""
    return next((child for child in node.iter() if str(child.tag)[0] not in "-!" and child.text(strip=True)), None)


def find_records(number: int, page: Page, selector: str, *, spans: bool = False) -> list[Found]:
    """Give the records of a page that a selector tells."""
    starts = list({node.mem_id: node for node in page.tree.css(selector)}.values())
    if not spans:
        return [Found(number, (node,)) for node in starts]
    known = {node.mem_id for node in starts}
    return [Found(number, span_from(node, known)) for node in starts]


def steps_to(node: LexborNode) -> str:
    """Give the way from the body to an element, each step counted among its like: all that tells it in plain markup."""
    steps = []
    for one in climb(node):
        if one.tag in ("body", "html", None):
            break
        before, count = one.prev, 1
        while before is not None:
            count += before.tag == one.tag
            before = before.prev
        steps.append(f"{one.tag}:nth-of-type({count})")
    return " > ".join((WHOLE, *reversed(steps)))


def span_from(start: LexborNode, starts: Iterable[int]) -> tuple[LexborNode, ...]:
    """Give an element with the siblings after it, up to the next that begins a record."""
    nodes = [start]
    sibling = start.next
    while sibling is not None and sibling.mem_id not in starts:
        if (sibling.tag or "-")[0] not in "-!":
            nodes.append(sibling)
        sibling = sibling.next
    return _trim(tuple(nodes))


def _without_standing(found: list[Found], pages: int) -> list[Found]:
    """Leave out what says the same on most pages, numbers aside: the head of the site, with the clock.

    Where all do, they are posts of little variety.
    """
    texts = [_DIGITS.sub("", " ".join(node.text(separator=" ") for node in one.nodes)) for one in found]
    on = Counter(text for _, text in {(one.sheet, text) for one, text in zip(found, texts, strict=True)})
    standing = {text for text, count in on.items() if count >= max(_OFTEN, _MOST_PAGES * pages)}
    return [one for one, text in zip(found, texts, strict=True) if text not in standing] or found


def _without_strangers(found: list[Found], examples: Sequence[Found]) -> list[Found]:
    """Leave out what has little of what nearly all examples have inside: rows of another table, without a name."""
    known = {(one.sheet, one.start) for one in examples}
    others = [one for one in found if (one.sheet, one.start) not in known]
    if not others:
        return found
    common = _common_names(examples)
    strange = {one.start for one in others if len(common & _inner_names(one)) < _AKIN * len(common)}
    return [one for one in found if one.start not in strange]


def _are_halved(found: Sequence[Found]) -> bool:
    """Tell whether every record holds just one other: parts of posts that are made as these are, not answers."""
    owners = {(one.sheet, node.mem_id): one for one in found for node in one.nodes}
    held = [one for one in found if _climb_to(owners, one.sheet, one.nodes[0].parent)[0] is not None]
    return len(held) > _FEW and len(_around_others(owners, found)) == len(held) == len(found) - len(held)


def with_time(sheets: Sequence[Sheet], found: Sequence[Found]) -> list[Found]:
    """Give the records with a time that belongs to no record inside them.

    Of those around other records, answers in answers, only such as have it where the innermost have theirs: what pages
    are divided with may be called like a post, and has a time somewhere.
    """
    owners = {(one.sheet, node.mem_id): one for one in found for node in one.nodes}
    ways: dict[tuple[int, int], set[tuple[str, ...]]] = defaultdict(set)  # by record from its times up to it
    for number, sheet in enumerate(sheets):
        for time in sheet.times:
            owner, way = _climb_to(owners, number, time.node)
            if owner is not None:
                ways[number, owner.start].add(way)
    around = _around_others(owners, found)
    usual = {way for start, known in ways.items() if start not in around for way in known}
    return [
        one
        for one in found
        if (known := ways.get((one.sheet, one.start)))
        and ((one.sheet, one.start) not in around or not usual or not usual.isdisjoint(known))
    ]


def _with_marks(found: Sequence[Found], examples: Sequence[Found]) -> list[Found]:
    """Give the records that have what nearly all examples have: where posts have no times."""
    common = _common_names(examples)
    return [one for one in found if common <= _inner_names(one)]


def _common_names(examples: Sequence[Found]) -> set[str]:
    often = Counter(name for one in examples for name in _inner_names(one))
    return {name for name, count in often.items() if count >= _NEARLY_ALL * len(examples)}


def _inner_names(record: Found) -> frozenset[str]:
    """Give the elements in a record and in these, as selectors."""
    children = [child for node in record.nodes for child in node.iter()]
    inner = [*children, *(one for child in children for one in child.iter())]
    return frozenset(_css(str(node.tag), _tokens(node)) for node in inner)


def _climb_to(
    owners: Mapping[tuple[int, int], Found], sheet: int, node: LexborNode | None
) -> tuple[Found | None, tuple[str, ...]]:
    """Give the record that an element is, or stands in, and the elements up to it."""
    way: list[str] = []
    while node is not None:
        owner = owners.get((sheet, node.mem_id))
        if owner is not None:
            return owner, tuple(way)
        way.append(str(node.tag))
        node = node.parent
    return None, ()


def _around_others(owners: Mapping[tuple[int, int], Found], found: Sequence[Found]) -> set[tuple[int, int]]:
    """Give the first elements of the records that others stand in."""
    outer = (_climb_to(owners, one.sheet, one.nodes[0].parent)[0] for one in found)
    return {(one.sheet, one.start) for one in outer if one is not None}
