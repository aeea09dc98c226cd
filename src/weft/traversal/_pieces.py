"""Pages that are called as threads are: parts of threads, whatever lists stand below their few posts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from weft.traversal._view import UNSURE, View
from weft.urls import Form

LEAST_NAME = 4  # letters of a link that may be a thread's title
LONGEST_NUMBER = 20  # letters of "- page 2" in a title
LEAST_LISTED = 3  # threads that a list names
PIECES = 0.6  # of the sampled pages of a form are called as threads are
LEAST_ALIKE, ALIKE = 2, 0.3  # titles of shortcuts that links to threads say; their share of all seen
_BREAKS = re.compile(r"[/?&;.]|[-_](?=\d)")  # a fixed pattern of our own, where parts of URLs end

FormOf = Callable[[str], Form | None]


@dataclass(frozen=True, slots=True)
class Named:
    """What tells how pages are called: the sampled ones, by the forms of their addresses, and all that links say."""

    by_form: Mapping[Form, list[View]]
    views: Collection[View]
    form_of: FormOf


def find_pieces(forms: Iterable[Form], threads: Collection[Form], named: Named) -> frozenset[Form]:
    """Give those of the forms whose pages are titled with what links to threads say, and as threads' own pages are.

    A link to a thread's last post may show a page with that post only; similar threads below it make it look like a
    list. Boards are not called so, and what a site adds to its titles says where a title ends.
    """
    wanted = [form for form in forms if named.by_form.get(form)]
    if not wanted or not threads:
        return frozenset()
    names = _name_all(named.views, lambda url: named.form_of(url) in threads)
    said = set().union(*names.values())
    added = {ending for form in threads for view in named.by_form[form] for ending in _endings(view, names)}
    called = {form: [view for view in named.by_form[form] if _is_called(view, said, added)] for form in wanted}
    own = {
        form: [one for one in views if not _lists_name(one, threads, named.form_of)] for form, views in called.items()
    }
    return frozenset(form for form in wanted if len(own[form]) >= PIECES * len(named.by_form[form]))


def find_beginnings(forms: Collection[Form], threads: Iterable[Form], named: Named) -> frozenset[Form]:
    """Give those of the forms of which most pages of threads are further pages, by what they are called.

    Their addresses begin with that of a first page, and their titles are what links to it say, with what the titles of
    first pages add to that, before or behind it, and maybe a number. A thread whose address begins with
    its board's is not called so.
    """
    further = [view for form in threads for view in named.by_form[form]]
    starts: dict[Form, set[str]] = defaultdict(set)
    for url in {url for view in further for url in _cut_off(view.url)}:
        form = named.form_of(url)
        if form is not None and form in forms:
            starts[form].add(url)
    begun = (form for form, urls in starts.items() if _begin_at(urls, further, named.by_form[form], named.views))
    return frozenset(begun)


def find_named_alike(others: Mapping[Form, list[View]], threads: Collection[Form], named: Named) -> frozenset[Form]:
    """Give those of other forms that may be threads and are linked to by the titles of pages with one post each.

    Where nothing but such looks like a thread, they are shortcuts to last posts of threads too plain to look like any.
    """
    pages = [view for form in threads for view in named.by_form[form]]
    may_be = [form for form, views in others.items() if _may_be_threads(views)]
    if not may_be or any(view.count > 1 for view in pages):
        return frozenset()
    titles = {view.page.title.casefold() for view in pages}
    names = _name_all(named.views, lambda url: named.form_of(url) in may_be)
    called: dict[Form | None, set[str]] = defaultdict(set)
    for url, texts in names.items():
        called[named.form_of(url)] |= {title for title in titles if _is_in(title, texts)}
    return frozenset(form for form in may_be if len(called[form]) >= max(LEAST_ALIKE, ALIKE * len(titles)))


def _is_in(title: str, texts: Iterable[str]) -> bool:
    """Tell whether a title begins or ends with one of some texts."""
    return any(title.startswith(text) or title.endswith(text) for text in texts)


def _may_be_threads(views: Collection[View]) -> bool:
    """Tell whether several pages look more like threads than like lists, if not much."""
    threads = fmean(view.judgement.thread for view in views)
    return len(views) >= LEAST_ALIKE and threads > max(UNSURE, fmean(view.judgement.index for view in views))


def _begin_at(urls: set[str], further: Collection[View], firsts: Collection[View], views: Iterable[View]) -> bool:
    """Tell whether most pages go on after one of some addresses, as far as links name these.

    `firsts` are sampled pages written as those are.
    """
    names = _name_all(views, {*urls, *(view.url for view in firsts)}.__contains__)
    added = {
        around
        for view in firsts
        for text in names.get(view.url, ())
        if (around := _cut_out(text, view.page.title)) is not None
    }
    known = called = 0
    for view in further:
        texts = [text for url in _cut_off(view.url) for text in names.get(url, ())]
        cut = (_cut_out(text, view.page.title) for text in texts)
        parts = [one for one in cut if one is not None]
        known += bool(texts)
        called += any(before == own and _is_turned(after, end) for before, after in parts for own, end in added)
    return known > 0 and called >= PIECES * known


def _cut_out(text: str, title: str) -> tuple[str, str] | None:
    """Give what stands before and behind a text in a title, if that is called so."""
    before, found, after = title.casefold().partition(text)
    return (before, after) if found else None


def _cut_off(url: str) -> Iterator[str]:
    """Give what a URL begins with, cut where parts of it end."""
    for match in _BREAKS.finditer(url):
        yield url[: match.start()]
        yield url[: match.end()]


def _name_all(views: Iterable[View], is_wanted: Callable[[str], bool]) -> dict[str, set[str]]:
    """Give what links say of each URL that is wanted, if of no other: "previous" is no title."""
    urls: dict[str, set[str]] = defaultdict(set)
    for view in views:
        for url, texts in view.texts.items():
            if is_wanted(url):
                for text in texts:
                    urls[text].add(url)
    names: dict[str, set[str]] = defaultdict(set)
    for text, named in urls.items():
        if len(text) >= LEAST_NAME and len(named) == 1:
            names[next(iter(named))].add(text)
    return names


def _is_turned(ending: str, own: str) -> bool:
    """Tell whether a title goes on after its name as first pages' titles do, but for the number of a page."""
    number = ending.removesuffix(own)
    is_number = len(number) <= LONGEST_NUMBER and any(map(str.isdigit, number))
    return ending.endswith(own) and (is_number or not number.strip())


def _endings(view: View, names: Mapping[str, set[str]]) -> Iterable[str]:
    """Give what the title of a page adds to what links call it."""
    title = view.page.title.casefold()
    return (title.removeprefix(text) for text in names.get(view.url, ()) if title.startswith(text))


def _is_called(view: View, said: Collection[str], added: Collection[str]) -> bool:
    """Tell whether a page is called something that is said, with something added."""
    title = view.page.title.casefold()
    return any(title.endswith(end) and title.removesuffix(end) in said for end in added)


def _lists_name(view: View, threads: Collection[Form], form_of: FormOf) -> bool:
    """Tell whether a page lists several threads, and one of them is called as the page is: a board, by chance."""
    title = view.page.title.casefold()
    rows = [arc for arc in view.main_arcs if form_of(arc.url) in threads]
    named = any(len(arc.text) >= LEAST_NAME and title.startswith(arc.text.casefold()) for arc in rows)
    return named and len({arc.url for arc in rows}) >= LEAST_LISTED
