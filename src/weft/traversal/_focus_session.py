"""Session ids in addresses: parameters that say who asks, not what is asked for.

Paper 002 (4.3.2) asks for one URL several times and compares. A learning's answers are kept by URL, so that cannot be
done here; the same is seen without asking: the links of one page all carry one value, and other pages have the same
links with another value or with none. Only query parameters are looked at; ids inside the path are left as they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from weft.urls import drop_keys, parse_address

MIN_LINKS = 3  # of a page that carry the value, and of its links that are known without it
MIN_CHARS = 12  # shorter values are ids of something


def find_session_keys(pages: Iterable[Sequence[str]]) -> frozenset[str]:
    """Give the query keys that carry session ids; `pages` are the links of pages, page by page."""
    listed = [set(links) for links in pages]
    values = [_values_by_key(links) for links in listed]
    candidates = {key for page in values for key, found in page.items() if _looks_like_session(found)}
    return frozenset(key for key in candidates if _is_noise(key, listed, values))


def _values_by_key(links: Iterable[str]) -> dict[str, Counter[str]]:
    values: dict[str, Counter[str]] = defaultdict(Counter)
    for url in links:
        query = parse_address(url).query
        for pair in query.split("&") if query else ():
            key, _, value = pair.partition("=")
            values[key][value] += 1
    return values


def _looks_like_session(found: Counter[str]) -> bool:
    value, count = found.most_common(1)[0]
    opaque = len(value) >= MIN_CHARS and value.isalnum() and any(map(str.isdigit, value))
    return len(found) == 1 and count >= MIN_LINKS and opaque


def _is_noise(key: str, listed: Sequence[set[str]], values: Sequence[dict[str, Counter[str]]]) -> bool:
    """Tell whether two pages have the same links but for this parameter's value."""
    keys = frozenset({key})
    carriers = [n for n, page in enumerate(values) if key in page]
    for carrier in carriers:
        bare = {drop_keys(url, keys) for url in listed[carrier] if drop_keys(url, keys) != url}
        for other, links in enumerate(listed):
            if other == carrier or values[carrier][key].keys() & values[other].get(key, Counter()).keys():
                continue
            if len(bare & {drop_keys(url, keys) for url in links}) >= MIN_LINKS:
                return True
    return False
