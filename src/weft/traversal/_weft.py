"""Weft's own strategy: look where knowledge is thinnest, believe what many pages say together, fetch little."""

from __future__ import annotations

from dataclasses import replace

from weft.traversal._board_names import find_board_names
from weft.traversal._book import book_links, make_book_plan
from weft.traversal._entry import Homes
from weft.traversal._flip_probe import flip
from weft.traversal._home_probe import climb, climb_further, look_again, seek_lists, shorten_entry, try_folder_of_all
from weft.traversal._learning import Ground, Learning, Sample
from weft.traversal._list_probe import (
    probe,
    probe_largest,
    probe_newest,
    probe_places,
    probe_rests,
    probe_trails,
    try_menu,
)
from weft.traversal._looks import LIKELY
from weft.traversal._marked import are_named_plainly
from weft.traversal._noise_probe import probe_keys, probe_numbers, probe_pieces
from weft.traversal._place_rules import make_place_plan
from weft.traversal._proper import are_self_named
from weft.traversal._study import Asking, Study
from weft.traversal._survey import Survey
from weft.traversal._weft_rules import make_plan

WITHIN_PROBES = 2  # kinds of links that posts have


class Weft:
    """The default strategy."""

    name = "weft"
    budget = 80

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Learn the site; see the steps of `_take_steps`."""
        study = Study(Survey(ground), start)
        yield from _take_steps(study)
        if study.survey.mixed and study.places.threads:
            plan = make_place_plan(study.places, study.entry, self.name)
        else:
            plan = make_plan(study.findings(), self.name)
        if not plan.leads_to_threads:
            plan = make_book_plan(study.survey, study.first, self.name) or plan
        named, plain = are_self_named(study.survey, plan), are_named_plainly(study.survey, plan)
        return replace(plan, self_named=named, plainly_named=plain)


def _take_steps(study: Study) -> Asking:
    """The steps, in order; each builds on what the ones before have found."""
    study.survey.add([study.start])
    study.drop_session()
    study.entry = study.survey.clean(study.start.final)
    study.homes = Homes(study.survey, study.entry, [study.entry])
    yield from climb(study)
    yield from probe(study)
    for url in (study.form_probe.named_otherwise(), study.form_probe.called_alike()):
        if url is not None:
            yield from study.ask([url])
            yield from probe(study)
    yield from _name_boards(study)
    if not study.roles.threads:
        yield from _seek_threads(study)
    if not study.roles.threads:
        yield from _try_lone(study, topped=True)
        if study.roles.threads:
            return
        if not study.survey.mixed:
            study.survey.suspect_mixed()
    yield from _go_on(study)
    if not study.roles.threads and not study.places.threads:
        yield from _try_lone(study)
    elif study.roles.bare.issuperset(study.roles.threads) and not study.survey.mixed:
        yield from _doubt(study)
    if not study.roles.threads and not study.places.threads and not study.menu_done:
        yield from _leave_front(study)
    if not study.roles.threads and not study.places.threads:
        yield from study.ask(book_links(study.survey, study.first))


def _name_boards(study: Study) -> Asking:
    """Where threads of several boards seem to be of several kinds, by words that menus have: they are names."""
    names = find_board_names(study.roles) - study.survey.names
    if names:
        study.survey.take_names(names)
        yield from probe(study)


def _seek_threads(study: Study) -> Asking:
    """Where no page looks like a thread: below longer lists, further up, then among the largest groups of links."""
    for alone in (False, True):
        if not study.roles.threads and not study.survey.mixed:
            study.survey.suspect_posts(alone=alone)
            yield from probe(study)
    if not study.roles.threads and not study.survey.mixed:
        yield from climb_further(study)
        yield from probe(study)
    if not study.roles.threads and not study.survey.mixed:
        yield from probe_largest(study)


def _go_on(study: Study) -> Asking:
    """From threads to the entry, lists and their further pages; or from places to all of it."""
    if study.survey.mixed:
        yield from probe_places(study)
        return
    yield from try_folder_of_all(study)
    yield from shorten_entry(study)
    yield from probe(study)
    if (url := study.form_probe.unread_whole()) is not None:
        yield from study.ask([url])
        yield from probe(study)
    yield from study.ask(study.form_probe.unread_answers())
    yield from probe_keys(study)
    yield from flip(study)
    yield from probe_pieces(study)
    yield from probe_numbers(study)
    yield from look_again(study)
    if not study.has_boards() or study.lie_elsewhere():
        yield from probe_trails(study)
    if not study.has_boards() and not study.has_trails():
        yield from seek_lists(study)
    if not study.has_boards() and not study.has_trails():
        yield from try_menu(study)
        yield from probe(study)
        yield from _name_boards(study)
        yield from flip(study)
        yield from probe_pieces(study)
        yield from look_again(study)
        yield from seek_lists(study)
    if not study.has_boards() and not study.has_trails() and study.homes.lead(study.entry, study.roles):
        yield from look_again(study)
    if not study.has_boards() and study.has_trails() and not all(map(study.survey.knows, study.roles.shared_steps)):
        yield from probe_trails(study)  # what was asked for since has told that threads lie in boards
        yield from look_again(study)
    yield from probe_rests(study)
    if not study.roles.threads:
        study.survey.suspect_mixed()
    elif not study.roles.lists:
        yield from _probe_rows(study)
        yield from _probe_within(study)
    yield from probe_newest(study)
    yield from probe_places(study)


def _probe_within(study: Study) -> Asking:
    """Where no list was found: ask for what posts link to; threads may be lists that show posts of theirs."""
    before = study.roles.threads
    for place in range(WITHIN_PROBES):
        if study.survey.mixed or study.roles.lists:
            break
        found = [study.form_probe.unread_within(), study.form_probe.longest_within()]
        if place:
            found.reverse()
        yield from study.ask([url for url in found if url is not None][:1])
    if study.roles.threads != before:
        yield from probe(study)
        yield from _go_on(study)


def _probe_rows(study: Study) -> Asking:
    """Where no list was found: ask for what the rows of the entry lead to; a list may be written as people are."""
    url = study.form_probe.unread_row()
    if url is None:
        return
    yield from study.ask([url])
    form, view = study.survey.form(url), study.survey.views.get(url)
    is_list = view is not None and view.judgement.index > LIKELY
    if is_list and form is not None and form.free and form not in study.roles.like_lists:
        study.survey.mix(form)


def _doubt(study: Study) -> Asking:
    """Learn again without what looks like threads but has no posts; believe it only if that brings pages with."""
    doubted, entry = {form.pattern for form in study.roles.threads}, study.entry
    study.survey.doubt(doubted)
    yield from probe(study)
    yield from _go_on(study)
    if not study.roles.threads and not study.survey.mixed:
        yield from _try_lone(study)
    found = [view for form in study.roles.threads for view in study.roles.by_form.get(form, ())]
    if not any(view.has_posts for view in found):
        study.survey.doubt(set())
        study.entry = entry


def _leave_front(study: Study) -> Asking:
    """Where nothing was found around the start page: begin again with what the menus lead to, as a last resort."""
    study.survey.doubt(())
    yield from try_menu(study)
    yield from probe(study)
    if study.roles.threads:
        yield from _go_on(study)


def _try_lone(study: Study, *, topped: bool = False) -> Asking:
    """Where no page looks like a thread and places tell nothing: threads may have one message a page.

    Below it may stand the tree of its thread, which looks like a list: those are asked for before places are.
    """
    study.survey.suspect_lone()
    if not topped or study.roles.topped:
        yield from probe(study)
    if study.roles.threads and (not topped or study.roles.topped):
        yield from _go_on(study)
    else:
        study.survey.suspect_lone(lone=False)
