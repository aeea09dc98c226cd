"""Pairs of addresses that differ in one thing only: asked for both, a site shows whether it changes anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import re2

from weft.traversal._survey import Survey
from weft.traversal._view import View
from weft.urls import Form, cut_url, drop_keys

SESSION_PAGES = 3  # that show another value each
SESSION_SHARE = 0.5  # of the links of each page have it


def find_sessions(survey: Survey) -> set[str]:
    """Give the query keys that have one value in all links of a page and another one on each page.

    What names a thing has several values on some page, or that of the page's own address.
    """
    views = list(survey.views.values())
    if len(views) < SESSION_PAGES:
        return set()
    found = [_shared_values(view) for view in views]
    shared = set(found[0]).intersection(*found[1:])
    return {key for key in shared if len({values[key] for values in found}) == len(found)}


def _shared_values(view: View) -> Mapping[str, str]:
    """Give the keys that most links of a page have, all with one value, other than in the page's own address."""
    values: dict[str, list[str]] = defaultdict(list)
    for url in view.urls:
        for slot in cut_url(url)[1]:
            if slot.key:
                values[slot.key[:-1]].append(slot.text)
    own = {slot.key[:-1]: slot.text for slot in cut_url(view.sample.final)[1] if slot.key}
    return {
        key: texts[0]
        for key, texts in values.items()
        if len(set(texts)) == 1 and len(texts) >= SESSION_SHARE * len(view.urls) and own.get(key) != texts[0]
    }


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


def pair_by_key(survey: Survey, form: Form, key: str) -> list[tuple[str, str]]:
    """Give URLs of a form that were also seen without a query key, each with that, those that tell most first."""
    urls = [url for url, own in survey.forms.by_url.items() if own == form]
    stripped = {drop_keys(url, [key]): url for url in urls}
    both = [(url, bare) for bare, url in stripped.items() if bare in survey.forms.by_url]
    # the first page of a list is the list: try large numbers first, then what is at hand
    return sorted(both, key=lambda pair: (-_value(pair[0], key), -sum(map(survey.knows, pair))))


def _value(url: str, key: str) -> int:
    """Give the number a query key has in a URL; 0 when it has none."""
    texts = [slot.text for slot in cut_url(url)[1] if slot.key == f"{key}="]
    return int(texts[0]) if texts and texts[0].isdigit() and len(texts[0]) < 19 else 0
