"""Lists taken for threads: a board of two or three threads, each shown with some words, looks much like a thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from statistics import fmean

from weft.page import spot_times
from weft.traversal._view import Arc, View
from weft.urls import Form

CLEARLY = 0.15  # less like threads than the pages that are named, by the page model
TITLED = 0.5  # of the sampled pages of a form have in their title what a link to them says
TITLE_LENGTH = 4  # shorter texts stand in any title

FormOf = Callable[[Arc], Form | None]  # of what a link leads to; of one in a menu, none


def find_mistaken(
    like_threads: Collection[Form],
    by_form: Mapping[Form, list[View]],
    form_of: FormOf,
    titled: Callable[[Form], float],
    are_twins: Callable[[Form, Form], bool],
) -> frozenset[Form]:
    """Give those of the forms that look like threads whose pages name pages of another by their titles.

    A thread names others, too ("similar threads"), but by addresses written like its own; shortcuts to threads, which
    do name them by others, show the same pages as these (`are_twins`).
    """
    named = {form for form in like_threads if titled(form) >= TITLED}
    return frozenset(
        form
        for form in like_threads
        if any(
            other != form and _do_list(form, other, by_form, form_of) and not are_twins(form, other) for other in named
        )
    )


def _do_list(form: Form, other: Form, by_form: Mapping[Form, list[View]], form_of: FormOf) -> bool:
    """Whether most pages of a form name pages of another, and more than those name of theirs.

    A thread names the boards it is in.
    """
    pages, others = by_form[form], by_form[other]
    if _mean_thread(pages) > _mean_thread(others) - CLEARLY:
        return False
    named = [_count_named(view, other, form_of) for view in pages]
    back = [_count_named(view, form, form_of) for view in others]
    return max(named) > 1 and 2 * sum(map(bool, named)) > len(named) and fmean(named) > fmean(back)


def _mean_thread(views: list[View]) -> float:
    return fmean(view.judgement.thread for view in views)


def _count_named(view: View, form: Form, form_of: FormOf) -> int:
    """Count the texts of links to pages of a form that name one page each: not the page they are on, nor its posts."""
    own = view.page.title.casefold()
    links = {(arc.text.casefold(), arc.url) for arc in view.arcs if form_of(arc) == form}
    texts = Counter(text for text, url in links if len(text) > TITLE_LENGTH and not _is_within(view, url))
    return sum(1 for text, count in texts.items() if count == 1 and text not in own and not spot_times(text))


def _is_within(view: View, url: str) -> bool:
    """Tell whether an address is that of a page with something added: one of its posts, which its time may name."""
    return url != view.url and url.startswith(view.url)
