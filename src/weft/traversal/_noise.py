"""Pairs of addresses that differ in one thing only: asked for both, a site shows whether it changes anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import re2

from weft.traversal._flips import shared_ends
from weft.traversal._groups import Group
from weft.traversal._inert import Piece
from weft.traversal._survey import Survey
from weft.urls import NUMBER_TEXT, Form, cut_url, drop_keys

LEAST_ROWS = 3  # of a page that tell that a number is the same in all of them
SESSION_PAGES = 3  # that show another value each
PLAIN = 0.7  # of the threads that lists name with a key are named without, too, where it is not needed
LEAST_NAMED = 2  # addresses that only a key tells apart


def find_sessions(survey: Survey) -> set[str]:
    """Give the query keys that have one value in all links of a page and another one on each page.

    What names a thing has several values on some page, or that of the page's own address.
    """
    views = list(survey.views.values())
    if len(views) < SESSION_PAGES:
        return set()
    found = [view.shared_values for view in views]
    shared = set(found[0]).intersection(*found[1:])
    return {key for key in shared if len({values[key] for values in found}) == len(found)}


def pair_by_number(survey: Survey, form: Form, flips: list[str]) -> dict[int, tuple[str, str]]:
    """Give for each number of a form that neither names the thread nor the page two URLs that differ in it only."""
    pattern = re2.compile(form.pattern)
    urls = [url for url, own in survey.forms.by_url.items() if own == form]
    rows = {url: pattern.fullmatch(url).groups() for url in urls}
    turned = [match.groups() for url in flips if (match := pattern.fullmatch(url)) is not None]
    columns = list(zip(*rows.values(), strict=True))
    names = max(range(len(columns)), key=lambda place: len(set(columns[place])), default=0)
    found: dict[int, tuple[str, str]] = {}
    for place in range(len(columns)):
        counts_pages = len({groups[place] for groups in turned}) > 1
        if place == names or counts_pages or not all(value.isdigit() for value in columns[place]):
            continue
        seen: dict[tuple[str, ...], str] = {}
        for url, groups in rows.items():
            rest = groups[:place] + groups[place + 1 :]
            if rest in seen and place + 1 not in found:
                found[place + 1] = (seen[rest], url)
            seen.setdefault(rest, url)
    return found


def piece_added(shorter: Form, longer: Form) -> Piece | None:
    """Tell which piece with a number one form has more than another; None when they differ otherwise."""
    head, tail = shared_ends(shorter.pattern, longer.pattern)
    text = longer.pattern[head : len(longer.pattern) - tail]
    if head + tail < len(shorter.pattern) or NUMBER_TEXT not in text:
        return None
    if "(" in text.replace(NUMBER_TEXT, ""):  # letters that are free are no setting of a list
        return None
    return Piece(longer.pattern[:head], text)


def pair_by_echo(survey: Survey, form: Form, lists: Iterable[tuple[Group, Group]]) -> dict[int, tuple[str, str]]:
    """Give for each number of a form that only tells on which page of a list a link stands two URLs to compare.

    All links of a page have the same there, those of a further page of that list another: `&from=2` on page two. The
    second URL is the first with the number of the other page: the site writes a thread only once. `lists` are the
    threads of the first and of a further page of a list.
    """
    pattern = re2.compile(form.pattern)
    known = next((url for url in survey.views if survey.form(url) == form), None)
    own = pattern.fullmatch(known) if known is not None else None
    if known is None or own is None:
        return {}
    found: dict[int, tuple[str, str]] = {}
    for first, further in lists:
        one, other = _constants(pattern, first.urls), _constants(pattern, further.urls)
        for place in one.keys() & other.keys() - found.keys():
            number = next((number for number in (one[place], other[place]) if number != own.group(place)), None)
            if one[place] != other[place] and number is not None:
                start, end = own.span(place)
                found[place] = (known, known[:start] + number + known[end:])
    return found


def _constants(pattern: Any, urls: Iterable[str]) -> dict[int, str]:
    """Give the groups of a pattern that have one and the same number in all of several URLs."""
    rows = [match.groups() for url in urls if (match := pattern.fullmatch(url)) is not None]
    columns = zip(*rows, strict=True) if len(rows) >= LEAST_ROWS else ()
    return {place: values[0] for place, values in enumerate(columns, 1) if len({*values}) == 1 and values[0].isdigit()}


def pair_by_key(survey: Survey, form: Form, key: str) -> list[tuple[str, str]]:
    """Give URLs of a form that were also seen without a query key, each with that, those that tell most first.

    The first page of a list is the list itself: what 0, 1 or nothing changes says nothing of what other numbers do.
    """
    urls = [url for url, own in survey.forms.by_url.items() if own == form and _text(url, key) not in ("", "0", "1")]
    stripped = {drop_keys(url, [key]): url for url in urls}
    both = [(url, bare) for bare, url in stripped.items() if bare in survey.forms.by_url]
    # try large numbers first, then what is at hand
    return sorted(both, key=lambda pair: (-_value(pair[0], key), -sum(map(survey.knows, pair))))


def names_things(survey: Survey, key: str) -> bool:
    """Tell whether a query key is all that tells some pages apart: a board in one address, said again in others.

    Links to such pages have nothing to say in common, and the address without the key is never written. Sort orders
    and filters are told of a list that has an address without; what a session adds stands in links that say the same.
    """
    known = survey.forms.by_url
    values: dict[str, list[str]] = defaultdict(list)
    for url in known:
        bare = drop_keys(url, [key]) if f"{key}=" in url else url
        if bare != url and bare not in known:
            values[bare].append(url)
    several = [urls for urls in values.values() if len(urls) >= LEAST_NAMED]
    return any(_differ([_texts(survey, url) for url in urls]) for urls in several)


def are_named_without(urls: Collection[str], key: str) -> bool:
    """Tell whether most of what some URLs lead to is named by one without a query key."""
    bare = {drop_keys(url, [key]) for url in urls}
    return len(bare.intersection(urls)) > PLAIN * len(bare)


def _texts(survey: Survey, url: str) -> set[str]:
    """Give what links on all pages say of a URL."""
    return set().union(*(view.texts[url] for view in survey.views.values() if url in view.texts))


def _differ(said: Sequence[set[str]]) -> bool:
    """Tell whether several addresses are called by words of which none is said of two."""
    words = [{text for text in texts if any(map(str.isalpha, text))} for texts in said]
    named = [texts for texts in words if texts]
    return len(named) >= LEAST_NAMED and sum(map(len, named)) == len(set().union(*named))


def _value(url: str, key: str) -> int:
    """Give the number a query key has in a URL; 0 when it has none."""
    text = _text(url, key)
    return int(text) if text.isdigit() and len(text) < 19 else 0


def _text(url: str, key: str) -> str:
    """Give what a query key has for a value in a URL; nothing when it is not there."""
    return next((slot.text for slot in cut_url(url)[1] if slot.key == f"{key}="), "")
