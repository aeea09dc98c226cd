"""Asking for what may be the entry: folders above, breadcrumbs, lists that threads lie in."""

from __future__ import annotations

from weft.page import read_breadcrumbs
from weft.traversal._entry import folders_above, is_plain
from weft.traversal._flip_probe import flip
from weft.traversal._list_probe import probe, probe_above, probe_levels
from weft.traversal._noise_probe import probe_keys
from weft.traversal._study import Asking, Study
from weft.traversal._ways import around_threads, beside_lists, higher_lists, own_links
from weft.urls import resolve

CLIMBS = 3


def climb(study: Study) -> Asking:
    """Ask for the folders above the start page that it links to; one of them may be the entry."""
    view = study.survey.views[study.entry]
    root = _root(study)
    if view.url == root and view.judgement.thread < 0.5:
        return
    linked = [url for url in folders_above(view.url) if url in view.urls and url != view.url]
    for url in linked[:CLIMBS] or [root]:
        yield from study.go_home(url)


def _root(study: Study) -> str:
    scope = study.survey.ground.scope
    return scope.origin + scope.prefix


def climb_further(study: Study) -> Asking:
    """Ask for breadcrumbs, for folders that are not linked, and for the first plain links of the start page.

    Of these, those come first that no other page has and no post: the way home is among them.
    """
    view = study.survey.views[study.survey.clean(study.start.final)]
    crumbs = [url for crumb in read_breadcrumbs(view.page) if (url := resolve(crumb.url, view.page.base))]
    plain = [arc.url for arc in view.arcs if is_plain(arc.url)][:CLIMBS]
    for url in dict.fromkeys([*crumbs, *own_links(view, study.survey)[:CLIMBS], *plain, *folders_above(view.url)]):
        if study.survey.ground.scope.holds(url) and not study.roles.threads:
            yield from study.go_home(study.survey.clean(url))
            yield from probe(study)


def look_again(study: Study) -> Asking:
    """Choose the entry again with all that was seen by now; go on from another one if that is better."""
    before = study.entry
    yield from probe_levels(study)
    yield from probe_above(study)
    yield from try_folder_of_all(study)
    study.choose_entry()
    if study.entry != before:
        yield from shorten_entry(study)
        yield from probe(study)
        yield from probe_keys(study)
        yield from flip(study)


def seek_lists(study: Study) -> Asking:
    """Where the entry leads to no board: go from threads up to the lists they are in, and begin there."""
    if not study.roles.threads or study.survey.mixed:
        return
    is_home = study.homes.is_home(study.entry, study.roles)
    if not is_home:
        yield from study.ask(around_threads(study.roles))
        yield from study.ask(beside_lists(study.roles))
    higher = higher_lists(study.roles)
    found = [url for url, boards in higher.items() if not is_home or study.entry in boards]
    if study.menu_done and not found and not study.roles.lists:  # the front page of a site: menus lead to the forum
        found = [url for url in higher if is_plain(url) and study.homes.is_linked(url)]
    start = study.survey.views[study.survey.clean(study.start.final)]
    near = [url for url in found if url in start.urls]
    for url in near or found:
        study.homes.add(url)
    if found:
        yield from look_again(study)


def shorten_entry(study: Study) -> Asking:
    """Prefer the folder to a file in it that shows the same: `/forum/` to `/forum/index.php`."""
    folder = study.entry.partition("?")[0].rpartition("/")[0] + "/"
    if folder == study.entry or not study.survey.ground.scope.holds(folder):
        return
    yield from study.ask([folder])
    if folder in study.survey.views and study.survey.is_same(folder, study.entry):
        study.homes.shorten(folder, study.entry)
        study.entry = folder


def try_folder_of_all(study: Study) -> Asking:
    """Ask for the deepest folder that holds all threads and lists seen: the forum below a front page."""
    roles = study.roles
    kinds = {*roles.threads, *list(roles.lists)[:1]} if roles.lists else roles.like_threads | roles.like_lists
    below = [url for url in study.survey.views if study.survey.form(url) in kinds and url not in study.homes.urls]
    paths = [folders_above(url) for url in below]
    shared = [folder for folder in paths[0] if all(folder in path for path in paths)] if paths else []
    if shared and study.survey.ground.scope.holds(shared[0]) and not study.survey.knows(shared[0]):
        yield from study.go_home(shared[0])
