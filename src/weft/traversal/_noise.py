"""Pairs of addresses that differ in one thing only: asked for both, a site shows whether it changes anything."""

from __future__ import annotations

import re2

from weft.traversal._survey import Survey
from weft.urls import Form, cut_url, drop_keys


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
