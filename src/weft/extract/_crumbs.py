"""The way from the forum's entry to a board: as the page tells machines, else the trail of links above its list.

A trail is a small element whose links all lead to index pages, parted by signs, from the entry down to the board, often
with the page's own title behind them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.extract._names import holds_only_text
from weft.page import Crumb, Page, read_breadcrumbs
from weft.urls import resolve

RoleOf = Callable[[str], str]
_LOOKED_AT = 160  # links from the top of the page: trails stand above what the page is about
_MAX_LINKS, _MAX_CHARS = 8, 300  # of a trail
_MAX_CLIMB = 5
_MAX_ABOVE = 2  # links above the forum, or to its entry by another address and to a category
_SIGNS = re.compile(r"[\s»«›‹>/\\|:·•→►▸▶⇒➔➜~＞-]+")
_WORTH = 2.0  # least score of a trail
_CALLED = re.compile("crumb|pathway|you are here", re.IGNORECASE)  # what web authors of all kinds call it
_PLACES = 4  # elements that fit a learned place
_ON_MOST = 0.6  # share of the pages that must have a trail there
_SAME = 0.8  # share of the trails that may end alike
_NAMED = 2  # elements with class tokens that name a place
_TRIED = 8  # places looked up on the pages they were found on
_SAMPLES = 12  # pages, from all over those given, that are looked at
_MOSTLY = 0.9  # share of those pages on which a place must give what was found
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z_-]*\Z")
_ICON = "[class*=icon i]"  # as web authors of all kinds call it
_NAMING = ("class", "id", "aria-label", "role")


class _Link(NamedTuple):
    text: str
    href: str


class _Seen(NamedTuple):
    page: int
    score: float
    crumbs: tuple[Crumb, ...]
    rest: str


class _Trail(NamedTuple):
    crumbs: tuple[Crumb, ...]
    node: LexborNode
    texts: list[str]  # of all its links
    rest: str  # its text beside them
    odd: int  # links that lead elsewhere
    position: int = 0


def read_crumbs(page: Page, role_of: RoleOf, place: str | None = None) -> tuple[Crumb, ...]:
    """Give the way to the board that a page is of, the board last; empty if the page does not show it. Never raises.

    `role_of` gives "thread", "index" or "" for a URL; `place` is where such pages of the site show it
    (`learn_crumbs`), "" if they do not; without it the page itself is searched, which takes longer and tells less.
    """
    told = _told_crumbs(page, role_of)
    if told:
        return told
    if place is not None:
        trail = _read_at(place, page, role_of) if place else None
        return _with_self(trail.crumbs, trail.rest, page, role_of) if trail is not None else ()
    scored = [(_score(trail, page), trail) for trail in _find_trails(page, role_of)]
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    if best is None or score < _WORTH:
        return ()
    return _with_self(best.crumbs, best.rest, page, role_of)


def learn_crumbs(pages: Iterable[Page], role_of: RoleOf) -> str:
    """Give a selector of the element in which pages of one kind show the way to their board; "" if there is none.

    It stands on most pages, once or twice, and what it says last is not the same on all of them: the boards beside all
    threads are no trail, whatever else is said below them.
    """
    given = list(pages)
    samples = given[:: max(1, -(-len(given) // _SAMPLES))]
    known = lru_cache(maxsize=None)(role_of)
    found: dict[str, list[_Seen]] = defaultdict(list)
    for number, page in enumerate(samples):
        for trail in _find_trails(page, known):
            rest = trail.rest if trail.rest in page.title else ""
            found[_selector(trail.node)].append(_Seen(number, _score(trail, page), trail.crumbs, rest))
    worth = {place: _worth(seen, len(samples)) for place, seen in found.items()}
    ranked = sorted((place for place in worth if worth[place] > 0), key=lambda place: (-worth[place], len(place)))
    fitting = (place for place in ranked[:_TRIED] if _reads(place, found[place], samples, known))
    return next(fitting, "")


def _worth(seen: Sequence[_Seen], pages: int) -> float:
    """Weigh a place: on how many pages it is, what speaks for its trails, how much they say."""
    share = len({one.page for one in seen}) / pages
    ends = Counter((one.crumbs[-1].text, one.rest) for one in seen)
    if share < _ON_MOST or len(seen) > 2 * share * pages or ends.most_common(1)[0][1] > _SAME * len(seen):
        return 0.0
    said = len({(one.page, crumb.text) for one in seen for crumb in one.crumbs}) / pages
    return share + sum(one.score for one in seen) / len(seen) + said


def _reads(place: str, seen: Sequence[_Seen], pages: Sequence[Page], role_of: RoleOf) -> bool:
    """Tell whether a place, looked up on its pages, gives the trails that were found there."""
    first: dict[int, tuple[Crumb, ...]] = {}
    for one in seen:
        first.setdefault(one.page, one.crumbs)
    right = 0
    for number, crumbs in first.items():
        trail = _read_at(place, pages[number], role_of)
        right += trail is not None and trail.crumbs == crumbs
    return right >= _MOSTLY * len(first)


def _read_at(place: str, page: Page, role_of: RoleOf) -> _Trail | None:
    trails = (_read_trail(node, _links_in(node), page, role_of) for node in page.tree.css(place)[:_PLACES])
    return next((trail for trail in trails if trail is not None), None)


def _selector(node: LexborNode) -> str:
    """Name an element and those around it by tags and class tokens, up to the second that has a token."""
    steps: list[str] = []
    named = 0
    current: LexborNode | None = node
    while current is not None and current.tag != "html" and named < _NAMED:
        tokens = [token for token in (current.attributes.get("class") or "").split() if _TOKEN.match(token)]
        steps.append(".".join((str(current.tag), *tokens)))
        named += bool(tokens)
        current = current.parent
    return " > ".join(reversed(steps))


def _links_in(node: LexborNode) -> list[_Link]:
    links = (_Link(_text_of(link), link.attributes["href"] or "") for link in node.css("a[href]")[: 4 * _MAX_LINKS])
    return [link for link in links if _is_worded(link.text) and link.href[:1] != "#"]


def _text_of(node: LexborNode) -> str:
    """Give what a person reads on a link; words that a font draws as a picture (`label`, `chevron_right`) are none."""
    text = " ".join(node.text().split())
    for inner in () if holds_only_text(node) else node.css(_ICON):
        icon = " ".join(inner.text().split())
        text = text.removeprefix(icon).removesuffix(icon).strip() or text
    return text or (node.attributes.get("title") or "").strip()


def _told_crumbs(page: Page, role_of: RoleOf) -> tuple[Crumb, ...]:
    """Give what the page tells machines, as far as it leads to index pages."""
    if b"Breadcrumb" not in page.html:  # the types begin so; classes, which tell nothing here, are written small
        return ()
    told = read_breadcrumbs(page)
    crumbs = [crumb for crumb in told if crumb.url and role_of(crumb.url) == "index"]
    return _with_self(crumbs, told[-1].text if told and not told[-1].url else "", page, role_of)


def _with_self(crumbs: Sequence[Crumb], last: str, page: Page, role_of: RoleOf) -> tuple[Crumb, ...]:
    """Add a board's own page to the trail that ends with its title, `last`, and does not link it."""
    if crumbs and last and last != crumbs[-1].text and last in page.title and role_of(page.url) == "index":
        return (*crumbs, Crumb(last, page.url))
    return tuple(crumbs)


def _find_trails(page: Page, role_of: RoleOf) -> Iterator[_Trail]:
    """Give the small elements near the top whose links lead to index pages."""
    links: dict[int, list[_Link]] = defaultdict(list)  # of each element that is not too far above a link
    around: dict[int, LexborNode] = {}
    for node in page.tree.css("body a[href]")[:_LOOKED_AT]:
        text, href = _text_of(node), node.attributes["href"] or ""
        if _is_worded(text) and href[:1] != "#":
            for element in _above(node):
                links[element.mem_id].append(_Link(text, href))
                around[element.mem_id] = element
    known = lru_cache(maxsize=None)(role_of)
    for position, (identity, inside) in enumerate(links.items()):
        element = around[identity]
        if len(inside) <= _MAX_LINKS and _is_short(element):
            trail = _read_trail(element, inside, page, known)
            if trail is not None:
                yield trail._replace(position=position)


def _above(node: LexborNode) -> Iterator[LexborNode]:
    current = node.parent
    for _ in range(_MAX_CLIMB):
        if current is None or current.tag in ("body", "html"):
            return
        yield current
        current = current.parent


def _is_short(element: LexborNode) -> bool:
    text = element.text()
    return len(text) <= 3 * _MAX_CHARS and len(" ".join(text.split())) <= _MAX_CHARS


_resolve = lru_cache(maxsize=1024)(resolve)  # elements inside one another hold the same links


def _read_trail(container: LexborNode, links: Sequence[_Link], page: Page, role_of: RoleOf) -> _Trail | None:
    """Read an element as a trail: one or two links above the forum, index pages, then perhaps the thread.

    Between index pages may stand what is no page of the forum to us: a heading that boards stand under. It may be a
    place on a page that is named before (`/#pets`).
    """
    crumbs: dict[str, Crumb] = {}
    texts: list[str] = []
    above: set[str] = set()
    between = behind = 0
    is_list = role_of(page.url) == "index"
    for text, href in links:
        url = _resolve(href, page.base)
        if url is None:
            continue
        texts.append(text)
        role = role_of(url)
        if role == "thread" and is_list:
            return None  # a row of the list
        if role == "index":
            between, behind = between + behind, 0
            crumbs.setdefault(url, Crumb(text, url))
        elif not crumbs:
            above.add(url)
        elif role != "thread":
            behind += 1
    if not crumbs or len(above) > _MAX_ABOVE or between > 1 or behind > 1:
        return None
    odd = between + behind + max(0, len(above) - 1)
    return _Trail(tuple(crumbs.values()), container, texts, _rest(container, texts), odd)


def _is_worded(text: str) -> bool:
    """Tell the name of a board from the numbers and arrows of a pager."""
    return any(map(str.isalpha, text)) and not any(arrow in text for arrow in "«»‹›→←")


def _rest(container: LexborNode, texts: Sequence[str]) -> str:
    """Give the text of a trail behind its links, without the signs between them."""
    text = " ".join(container.text(separator=" ").split())
    for part in texts:
        before, found, behind = text.partition(part)
        text = f"{before}{behind}" if found else text
    rest = _SIGNS.sub(" ", text).strip()
    return rest if any(map(str.isalnum, rest)) else ""


def _score(trail: _Trail, page: Page) -> float:
    """Say what speaks for a trail: its name, signs between its links, words of the page's title in and behind it."""
    score = 3.0 if _is_called(trail.node) else 0.0
    score += 1.0 if _has_signs(trail) else 0.0
    score += min(2, len(trail.crumbs) - 1) - trail.odd
    score += sum(0.5 for text in trail.texts if text in page.title)
    if trail.rest:
        score += 1.5 if trail.rest in page.title else -1.0
    return score - trail.position / (4 * _LOOKED_AT)


def _is_called(node: LexborNode) -> bool:
    """Tell whether an element, or one just around it, is called a trail."""
    around: LexborNode | None = node
    for _ in range(2):
        if around is None or around.tag in ("body", "html"):
            break
        if any(_CALLED.search(around.attributes.get(name) or "") for name in _NAMING):
            return True
        around = around.parent
    return any(_CALLED.search(inner.attributes.get("class") or "") for inner in node.css("[class]")[:_MAX_LINKS])


def _has_signs(trail: _Trail) -> bool:
    """Tell whether something stands between the links: signs, pictures, items of a list."""
    text = "".join(trail.node.text().split())
    written = sum(len("".join(part.split())) for part in (*trail.texts, trail.rest))
    return len(text) > written or len(trail.node.css("li, img, svg, i")) >= len(trail.texts)
