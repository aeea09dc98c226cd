"""Pages that are called as threads are: parts of threads, whatever lists stand below their few posts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from weft.traversal._view import View
from weft.urls import Form

LEAST_NAME = 4  # letters of a link that may be a thread's title
PIECES = 0.6  # of the sampled pages of a form are called as threads are

FormOf = Callable[[str], Form | None]


def find_pieces(
    forms: Iterable[Form],
    threads: Collection[Form],
    by_form: Mapping[Form, list[View]],
    views: Iterable[View],
    form_of: FormOf,
) -> frozenset[Form]:
    """Give those of the forms whose pages are titled with what links to threads say, and as threads' own pages are.

    A link to a thread's last post may show a page with that post only; similar threads below it make it look like a
    list. Boards are not called so, and what a site adds to its titles says where a title ends.
    """
    wanted = [form for form in forms if by_form.get(form)]
    if not wanted or not threads:
        return frozenset()
    names: dict[str, set[str]] = {}
    for view in views:
        for url, texts in view.texts.items():
            if form_of(url) in threads:
                names.setdefault(url, set()).update(text for text in texts if len(text) >= LEAST_NAME)
    said = set().union(*names.values())
    added = {ending for form in threads for view in by_form[form] for ending in _endings(view, names)}
    return frozenset(form for form in wanted if _share(by_form[form], said, added) >= PIECES)


def _endings(view: View, names: Mapping[str, set[str]]) -> Iterable[str]:
    """Give what the title of a thread's page adds to what links call it."""
    title = view.page.title.casefold()
    return (title.removeprefix(text) for text in names.get(view.url, ()) if title.startswith(text))


def _share(views: Collection[View], said: Collection[str], added: Collection[str]) -> float:
    titles = (view.page.title.casefold() for view in views)
    called = sum(
        any(title.endswith(end) and title[: len(title) - len(end)] in said for end in added) for title in titles
    )
    return called / len(views)
