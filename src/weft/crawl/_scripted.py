"""Pages that are empty before their scripts have run: told, so that a person learns of --render."""

from __future__ import annotations

from collections.abc import Sequence

from weft.crawl._reread import load_page, newest_pages, spread
from weft.page import Page
from weft.store import Archive

MOST_CHARACTERS = 400  # a page of a forum has more text and more links than that, and be it its footer
MOST_LINKS = 8
ENOUGH = 2  # empty pages that speak for themselves, whatever else there is: boards may be sent whole, threads not
MOST_OF_FRAME = 3_000  # characters of a menu and a footer that stand around nothing
MOST_PAGES = 12  # looked at
HINT = "content seems to be made by scripts; let a browser run them with --render"


def are_made_by_scripts(pages: Sequence[Page]) -> bool:
    """Tell whether pages of a site show nothing by themselves.

    Most of them, or several, have scripts and hardly any text or link; or all of them have scripts and say the same.
    """
    scripted = [page for page in pages if not page.problem and page.tree.css_first("script") is not None]
    empty = sum(len(page.text) < MOST_CHARACTERS and len(page.links) < MOST_LINKS for page in scripted)
    if empty >= ENOUGH or empty * 2 > len(pages):
        return True
    texts = {page.text for page in scripted}
    return ENOUGH <= len(pages) == len(scripted) and len(texts) == 1 and len(texts.pop()) < MOST_OF_FRAME


def remark_on_scripts(archive: Archive) -> tuple[str, ...]:
    """Say that the threads of an archive are empty because of scripts, if that is so and nothing was read in them."""
    if archive.summary().posts:
        return ()
    some = list(spread(newest_pages(archive), MOST_PAGES))
    pages = [page for page in (load_page(archive, stored.url) for stored in some) if page is not None]
    return (f"no posts were found: {HINT}",) if are_made_by_scripts(pages) else ()
