"""Which element of a post holds what its author wrote."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from weft.extract._field_texts import Texts
from weft.extract._names import is_initial
from weft.extract._places import NONE, PART, Path, find_like, loosen, tag_of
from weft.extract._sampled import Sampled
from weft.extract._subjects import TITLE_CHARS, is_subject, is_title
from weft.page import spot_times

_BESIDE = frozenset({"aside", "nav", "footer"})  # what pages themselves say is not the text
_HOLDS = 0.9  # share of a place's own words that the one inside must have to be gone into
_MOST = 0.5  # the same when all that is left comes after it: signatures, notes, files
_BEFORE = 0.35  # and at most so much of it before,
_LABEL = 60  # in pieces of no more than so many letters: categories, subjects
_AS_MUCH = 0.3  # of what is written in the first box of a name, from which the second is the next paragraph
_QUOTES = 3  # posts of nothing but a quote
_ALWAYS = 0.95  # share of the posts that must have it
_NARROW = frozenset({"a", "abbr", "b", "code", "del", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "i", "ins"}) | {
    "p", "q", "s", "small", "strike", "strong", "sub", "sup", "time", "u", "blockquote", "ul", "ol", "dl"
}  # fmt: skip
_WRITTEN = ("blockquote", "ul", "ol", "pre")  # what people write stands in, beside plain boxes
_WRITTEN_AT = frozenset((tag,) for tag in _WRITTEN)
_PARAGRAPHS = frozenset({"p", "blockquote", "pre"})
_FIRST = "span:1"  # the only run of text that is gone into by its number
_NAMED = 0.8  # of the posts of a kind have a link to something else each, on their page
_SHORT_TIME = 60
_ADDRESS = re.compile(r"\S*[@/]\S*")  # of letters, people and pages: a fixed pattern of our own


@dataclass(frozen=True, slots=True)
class _Written:
    """What is written at places of posts: letters, in how many posts, how many in one piece, and where in the post."""

    weights: Counter[Path]
    counts: dict[Path, tuple[int, int]]
    longest: dict[Path, float]
    order: dict[Path, float]


def learn_body(
    posts: Sequence[Sampled],
    texts: Texts,
    heads: Collection[Path],
    ignored: frozenset[str] = NONE,
    *,
    unlinked: bool = False,
) -> list[Path]:
    """Give the paths of the posts' bodies. `heads` are the places of author and time.

    `unlinked`: links and addresses do not count, where a record is a whole page and most of them are of other pages.
    """
    rest = list(posts)
    paths: list[Path] = []
    while rest and len(paths) < 3:
        path = _descend(rest, texts, heads, unlinked=unlinked)
        if path in paths:
            break
        paths.append(path)
        rest = [
            post for post in rest if not any(find_like(post.view.nodes, known, ignored) is not None for known in paths)
        ]
        if len(rest) < max(2, 0.01 * len(posts)):
            break
    return paths


def _descend(posts: Sequence[Sampled], texts: Texts, heads: Collection[Path], *, unlinked: bool) -> Path:
    weights, order = _weigh(posts, texts, heads, unlinked=unlinked)
    counts = _count(posts)
    longest = _longest(weights, counts)
    if unlinked:  # lists of links are not written
        counts = {path: found for path, found in counts.items() if weights[path] or path[-1:] not in _WRITTEN_AT}
    known = _Written(weights, counts, longest, order)
    here: Path = ()
    while True:
        inside = [path for path in weights if len(path) == len(here) + 1 and path[: len(here)] == here]
        exact = [path for path in inside if loosen(path) != path]
        inside = [path for path in inside if loosen(path) == path]
        chosen = next((path for path in inside if _leads_on(path, here, inside, known, len(posts))), None)
        if chosen is None:
            firsts = (path for path in exact if _leads_on(path, here, inside, known, len(posts)))
            return next(firsts, here)
        here = chosen


def _weigh(
    posts: Sequence[Sampled], texts: Texts, heads: Collection[Path], *, unlinked: bool = False
) -> tuple[Counter[Path], dict[Path, float]]:
    """Give the characters written by authors at each place and below, and where places stand among the leaves."""
    weights: Counter[Path] = Counter()
    order: dict[Path, list[float]] = defaultdict(list)
    around: dict[Path, tuple[Path, ...]] = {}  # by path the places that a text there counts for
    names = {post.author for post in posts} if unlinked else set[str]()  # of those who wrote other pages
    for post in posts:
        for number, leaf in enumerate(post.view.leaves):
            places = around.get(leaf.path)
            if places is None:
                is_link = unlinked and is_linked(leaf.path)
                places = around[leaf.path] = () if is_link else _places_around(leaf.path, texts, heads)
            if (
                not places
                or is_title(leaf.text, post.title)
                or leaf.text in names
                or is_initial(leaf.text, post.author)
            ):
                continue
            if len(leaf.text) < _SHORT_TIME and spot_times(leaf.text):
                continue
            text = _ADDRESS.sub("", leaf.text) if unlinked else leaf.text
            chars = sum(map(str.isalpha, text))
            for here in places:
                weights[here] += chars
                if chars:
                    order[here].append(number / len(post.view.leaves))
    return weights, {path: sum(found) / len(found) for path, found in order.items()}


def _places_around(path: Path, texts: Texts, heads: Collection[Path]) -> tuple[Path, ...]:
    """Give the places that what is written at a path counts for: itself and those around it; none where none is."""
    place = loosen(path)
    if texts.holds(path) or is_head(path, heads) or any(tag_of(step) in _BESIDE for step in place):
        return ()
    return (*(place[:depth] for depth in range(len(place) + 1)), *_firsts(path))


def _firsts(path: Path) -> Iterator[Path]:
    """Give the places on a path that are the first of several like it: the text, before what tells of it."""
    for depth, step in enumerate(path):
        if step == _FIRST:
            yield (*loosen(path[:depth]), step)


def is_head(path: Path, heads: Collection[Path]) -> bool:
    """Tell whether a text stands where authors and times do; not in a paragraph there, below them in one cell."""
    return any(
        (path[: len(head)] == head or (*path[: len(head) - 1], *loosen(path[len(head) - 1 : len(head)])) == head)
        and not any(tag_of(step) in _PARAGRAPHS for step in path[len(head) :])
        for head in heads
        if head
    )


def _count(posts: Sequence[Sampled]) -> dict[Path, tuple[int, int]]:
    """Give in how many posts a place is, and in how many more than once."""
    once: Counter[Path] = Counter()
    twice: Counter[Path] = Counter()
    for post in posts:
        found = Counter(map(loosen, (element.path for element in post.view.elements)))
        found.update({(*loosen(path[:-1]), _FIRST) for path, *_ in post.view.elements if path[-1:] == (_FIRST,)})
        once.update(found.keys())
        twice.update(path for path, count in found.items() if count > 1)
    return {path: (once[path], twice[path]) for path in once}


def _longest(weights: Counter[Path], counts: Mapping[Path, tuple[int, int]]) -> dict[Path, float]:
    """Give the most letters a post has in one place at or below each place, those of places further below left out."""
    own = weights.copy()
    for path, chars in weights.items():
        if path and path[:-1] in own and loosen(path) == path:
            own[path[:-1]] -= chars
    longest: dict[Path, float] = defaultdict(float)
    for path, chars in own.items():
        share = chars / max(1, counts.get(path, (1, 0))[0])
        for depth in range(len(path) + 1):
            longest[path[:depth]] = max(longest[path[:depth]], share)
    return longest


def _leads_on(path: Path, here: Path, inside: Sequence[Path], known: _Written, total: int) -> bool:
    weights, counts, order = known.weights, known.counts, known.order
    present, repeated = counts.get(path, (0, 0))
    around = counts.get(here, (total, 0))[0] if here else total
    if path[-1] == "blockquote" and _QUOTES <= present == around and not repeated:  # all is said in it, and no quote
        return weights[path] >= _HOLDS * weights[here] > 0
    if tag_of(path[-1]) in _NARROW and "." not in path[-1]:
        return False
    if is_plain_box(path) and any(is_plain_box(other) and weights[other] for other in inside if other != path):
        return False  # paragraphs of a text
    if is_plain_box(path) and any((*here, tag) in counts for tag in _WRITTEN):
        return False  # a paragraph that answers what is quoted beside it
    if _goes_on(path, weights, counts):
        return False  # the same, in boxes with a name
    if repeated > 0.01 * total or present < min(_ALWAYS * around, around - 1) or not weights[here]:
        return False
    share = weights[path] / weights[here]
    if share >= _HOLDS:
        return True
    shown = sum(weights[other] for other in inside if _shows_again(other, path, known))
    if shown and weights[path] >= _HOLDS * (weights[here] - shown):
        return True
    before = [other for other in inside if other != loosen(path) and order.get(other, 1.0) < order.get(path, 0.0)]
    own = weights[here] - sum(weights[other] for other in inside)  # text that stands in no element of its own
    if own <= _LABEL * around:
        own = 0
    long = any(known.longest[other] > _LABEL for other in before)
    return share >= _MOST and not long and sum(weights[other] for other in before) + own <= _BEFORE * weights[here]


def _shows_again(box: Path, path: Path, known: _Written) -> bool:
    """Tell whether a box beside a place has one of the same name in it, in some posts: it shows what these answer."""
    if "." not in path[-1] or box == path or known.counts.get(box, (0, 0))[0] >= known.counts.get(path, (0, 0))[0]:
        return False
    return any(other[: len(box)] == box != other and other[-1] == path[-1] for other in known.weights)


def _goes_on(path: Path, weights: Counter[Path], counts: dict[Path, tuple[int, int]]) -> bool:
    """Tell whether some posts, and not all, have a second box of a name, with as much in it: paragraphs, not cells."""
    again = (*path[:-1], f"{path[-1]}:2")
    first, second = counts.get(path, (0, 0))[0], counts.get(again, (0, 0))[0]
    if "." not in path[-1] or ":" in path[-1] or not 0 < second < first:
        return False
    return weights[again] / second >= _AS_MUCH * weights[path] / first


def linked_share(posts: Sequence[Sampled], texts: Texts, heads: Collection[Path]) -> float:
    """Give the share of what is written that stands in links: nearly all of it in lists of other threads."""
    chars = linked = 0
    for post in posts:
        for leaf in post.view.leaves:
            if texts.holds(leaf.path) or is_head(leaf.path, heads) or spot_times(leaf.text):
                continue
            letters = sum(map(str.isalpha, leaf.text))
            chars += letters
            linked += letters if is_linked(leaf.path) or _is_link_itself(post, leaf.path) else 0
    return linked / chars if chars else 1.0


def _is_link_itself(post: Sampled, path: Path) -> bool:
    """Tell whether a text stands in one of the elements that a post goes on in, and this is a link."""
    return (
        bool(path) and path[0][0] == PART and any(one.path == path[:1] and one.tag == "a" for one in post.view.elements)
    )


def names_others(posts: Sequence[Sampled], bodies: Collection[Path], heads: Collection[Path]) -> bool:
    """Tell whether each of these has a link of its own words outside its text: others' titles, with some of their text.

    On each page there are several, and each says something else there. Author, time and the page's own title, which
    is the subject of posts, do not count.
    """
    said: dict[Path, list[tuple[int, str]]] = defaultdict(list)
    for post in posts:
        for leaf in post.view.leaves:
            if not is_linked(leaf.path) or sum(map(str.isalpha, leaf.text)) < TITLE_CHARS:
                continue
            around = any(is_below(leaf.path, body) for body in bodies if body) or is_head(leaf.path, heads)
            if not around and leaf.text != post.author and not is_subject(leaf.text, post.title):
                said[loosen(leaf.path)].append((post.sheet, leaf.text))
    several = len(posts) >= 2 * len({post.sheet for post in posts})
    return several and any(len(set(texts)) >= _NAMED * len(posts) for texts in said.values())


def is_linked(path: Path) -> bool:
    """Tell whether a place is in a link."""
    return any(tag_of(step) == "a" for step in path)


def read_chars(posts: Sequence[Sampled], texts: Texts, bodies: Collection[Path]) -> int:
    """Give how many letters all bodies have together that are in no link, title or address and not the site's own."""
    return sum(
        sum(map(str.isalpha, _ADDRESS.sub("", leaf.text)))
        for post in posts
        for leaf in post.view.leaves
        if not is_linked(leaf.path)
        and not texts.holds(leaf.path)
        and not any(part and part in leaf.text for part in (post.title, post.author))
        and any(is_below(leaf.path, one) for one in bodies)
    )


def is_plain_box(path: Path) -> bool:
    return "." not in path[-1] and tag_of(path[-1]) == "div"


def written_chars(posts: Sequence[Sampled], texts: Texts) -> float:
    """Give how many letters a post has on average that are neither the site's nor an author's standing ones."""
    return _weigh(posts, texts, ())[0][()] / len(posts)


def is_flowing(path: Path) -> bool:
    """Tell whether people write at a place, too: a link or a run of text without a name."""
    return tag_of(path[-1]) in _NARROW or "." not in path[-1]


def is_below(path: Path, body: Path) -> bool:
    """Tell whether a place is inside a body; the steps to a body may be without numbers."""
    return len(path) >= len(body) and all(
        one in (step, *loosen((step,))) for one, step in zip(body, path, strict=False)
    )


def is_place(path: Path, body: Path) -> bool:
    """Tell whether a place is that of a body."""
    return len(path) == len(body) and is_below(path, body)
