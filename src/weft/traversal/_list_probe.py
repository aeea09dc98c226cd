"""Asking for lists and threads until nothing new turns up, by what addresses say or by where links stand."""

from __future__ import annotations

from weft.traversal._flip_probe import flip, prove
from weft.traversal._nested import heads
from weft.traversal._newest import unread_newest
from weft.traversal._place_probe import MAX_ASKED, Probe
from weft.traversal._study import Asking, Study
from weft.traversal._ways import rests_of_lists

MAX_PROBES = 40  # URLs asked for to find lists and threads
MENU_PROBES = 12
LEVEL_PROBES = 3  # boards above and below those seen
NEWEST_PROBES = 2  # links of every page that may be its newest threads
LARGEST_PROBES = 4  # rows that may lead to long threads, where short ones told nothing
TRAIL_PROBES = 2  # boards that threads lie in


def probe(study: Study) -> Asking:
    """Ask for what the rows of lists lead to, where least is known, until nothing new turns up."""
    for _ in range(MAX_PROBES):
        if study.survey.mixed:
            return
        study.choose_entry()
        url = study.form_probe.next()
        if url is None or len(study.asked) >= MAX_PROBES:
            return
        yield from study.ask([url])


def probe_largest(study: Study) -> Asking:
    """Ask for what the largest rows of lists lead to, while no page looks like a thread: short ones do not."""
    for _ in range(LARGEST_PROBES):
        url = None if study.roles.threads or study.survey.mixed else study.form_probe.largest()
        if url is None:
            return
        yield from study.ask([url])


def probe_levels(study: Study) -> Asking:
    """Ask for a page of each level of boards that is linked but was not seen, however little its links weigh."""
    for _ in range(LEVEL_PROBES):
        url = study.form_probe.next_level()
        if url is None:
            return
        yield from study.ask([url])


def probe_above(study: Study) -> Asking:
    """Ask for a list that the menus name and the addresses of boards begin with: all their threads are in it."""
    forms = {url: form for url in sorted(study.survey.common) if (form := study.survey.form(url)) is not None}
    above = [url for url, form in forms.items() if any(heads(form, other) for other in study.roles.lists)]
    if fresh := [url for url in above if not study.survey.knows(url)]:
        yield from study.ask(fresh[:1])
        yield from prove(study)


def probe_trails(study: Study) -> Asking:
    """Where the entry lists no boards: ask for what threads say they lie in, and how such lists are turned."""
    for form, urls in study.roles.trails.items():
        if form not in study.roles.by_form:
            yield from study.ask(list(urls[:TRAIL_PROBES]))
    if study.has_trails():
        steps = study.roles.shared_steps
        fresh = [url for url in steps if not study.survey.knows(url)]  # a moderator's page may be one that is known
        for url in dict.fromkeys([*steps[:TRAIL_PROBES], *fresh[:TRAIL_PROBES]]):
            yield from study.go_home(url)
        yield from flip(study)


def probe_newest(study: Study) -> Asking:
    """Ask for one of what stands together on every page and is written as threads are, but for a name."""
    for _ in range(NEWEST_PROBES):
        url = next(unread_newest(study.survey, study.roles.threads), None) if not study.survey.mixed else None
        if url is None:
            return
        yield from study.ask([url])


def probe_rests(study: Study) -> Asking:
    """Where no list can be turned: ask for what each leads to by a link of its own: all that is in it may be there."""
    turning, entry = study.turning, study.survey.form(study.entry)
    if study.roles.threads and not turning.chains and turning.pagers.keys().isdisjoint([*study.roles.lists, entry]):
        yield from study.ask(rests_of_lists(study.roles))


def try_menu(study: Study) -> Asking:
    """Ask for what the menus lead to: a site without boards on its first page has its lists there."""
    if study.menu_done:
        return
    study.menu_done = True
    entry = study.survey.views[study.entry]
    frame = study.survey.frame
    urls = [arc.url for arc in entry.arcs if (arc.place, arc.url) in frame and arc.url != study.entry]
    yield from study.ask(list(dict.fromkeys(urls))[:MENU_PROBES])


def probe_places(study: Study) -> Asking:
    """Where addresses say nothing: ask for links of each place of a page, until what they lead to is known."""
    if not study.survey.mixed:
        return
    while len(study.asked) < MAX_ASKED:
        urls = Probe(study.places, frozenset(study.asked)).next()
        if not urls:
            break
        yield from study.ask(urls)
    places = study.places
    study.entry = max(places.homes, key=places.extent)
