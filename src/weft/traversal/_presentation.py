"""Plainer copies of a forum in a folder of their own (for printing, for old telephones): the way out of them.

Such a copy has nearly all of its links inside its folder, so that the forum itself would lie outside the scope. But its
pages lead to the full ones they were made from.
"""

from __future__ import annotations

from collections.abc import Iterator

from weft.page import Page, find_posts
from weft.urls import Scope, ancestors, canonicalise, parse_address

MOST_LINKS = 2  # outside the folder, if they all are to be tried
FEW_LINKS = 25
LEAST_NAME = 2  # characters of a link that names the page it stands on
PIECE = 8  # characters of the pieces that texts are compared by
SHOWN, SHOWN_UNDER_NAME = 0.5, 0.15  # of a page's text that its full version shows: copies may have longer pages


def full_addresses(page: Page, scope: Scope) -> list[str]:
    """Give where the full version of a page may be: outside its folder, called as the page is, likely ones first.

    None for a page with a form: where people can search or log in is no copy for reading only. A page with few links
    does not tell its folder by them; then its own is taken.
    """
    if page.tree.css_first("form") is not None:
        return []
    whole = Scope(scope.origin)
    if scope.prefix == "/" and len(page.links) <= FEW_LINKS:
        scope = Scope(scope.origin, ancestors(parse_address(page.url).path)[0])
    if scope.prefix == "/":  # the way out of a copy is a link like any other
        return []
    outside = [link for link in page.links if link.url and whole.holds(link.url) and not scope.holds(link.url)]
    urls = list(dict.fromkeys(link.url for link in outside if link.url))
    named = [link.url for link in outside if link.url and names_page(link.text, page)]
    likely = [url for url in (page.canonical, *named) if url and whole.holds(url) and not scope.holds(url)]
    found = dict.fromkeys([*likely, *(urls if len(urls) <= MOST_LINKS else ())])
    return [url for url in map(canonicalise, found) if url]


def names_page(text: str, page: Page) -> bool:
    """Whether a text is the name of a page, or a part of it."""
    name = text.strip().casefold()
    return len(name) >= LEAST_NAME and name in page.title.casefold()


def shows_in_full(page: Page, other: Page) -> bool:
    """Whether another page shows what a page shows, with more around it; its own list or posts above all."""
    if len(other.links) <= len(page.links):
        return False
    main = find_posts(page)
    own = "\n".join(record.text for record in main.records) if main is not None else page.text
    shown = min(_share_shown(text, other.text) for text in (page.text, own))
    return shown >= SHOWN or (shown >= SHOWN_UNDER_NAME and _is_titled_alike(page, other))


def _is_titled_alike(page: Page, other: Page) -> bool:
    mine, theirs = (one.title.casefold().split(" - ")[0].strip() for one in (page, other))
    return bool(mine) and mine == theirs


def _share_shown(text: str, other: str) -> float:
    """Tell how much of a text stands in another, whatever the spaces."""
    known = "".join(other.split())
    pieces = list(_cut("".join(text.split())))
    return sum(piece in known for piece in pieces) / max(1, len(pieces))


def _cut(text: str) -> Iterator[str]:
    return (text[start : start + PIECE] for start in range(0, len(text) - PIECE + 1, PIECE))
