"""Keys, pieces and numbers of addresses that may change nothing: both ways to write a page are asked for."""

from __future__ import annotations

import re

import re2

from weft.traversal._inert import FixedNumber
from weft.traversal._noise import (
    are_named_without,
    names_things,
    pair_by_echo,
    pair_by_key,
    pair_by_number,
    piece_added,
)
from weft.traversal._study import Asking, Study

_KEY = re.compile(r"(?:^|[?&;])([^?&;=]+)=")


def probe_keys(study: Study) -> Asking:
    """Ask for pages with and without a key, where the site writes both; drop keys that change nothing."""
    for _ in range(4):
        pair = _next_key(study)
        if pair is None:
            return
        key, with_key, without = pair
        study.asked.add(f"key {key}")
        yield from study.ask([with_key])
        yield from study.ask([without])
        if study.survey.is_same(with_key, without) and not _do_without(study, key):
            study.survey.drop(key)


def _turning_keys(study: Study) -> set[str]:
    """Give the keys of what stands before the number of a page in addresses of lists and threads."""
    marks = (pager.mark for pagers in study.turning.possible.values() for pager, _ in pagers)
    return {key for mark in marks for key in _KEY.findall(mark)}


def _do_without(study: Study, key: str) -> bool:
    """Whether lists below the entry name threads without a key: it may lead to the last page of longer ones."""
    roles = study.roles
    lists = [study.survey.views[url] for url in roles.thread_groups if url != study.entry]
    threads = {url for view in lists for url in view.urls if study.survey.form(url) in roles.like_threads}
    return are_named_without(threads, key)


def _next_key(study: Study) -> tuple[str, str, str] | None:
    roles = study.roles
    known = set(study.survey.forms.by_url.values())
    turning = _turning_keys(study)
    own = [*roles.threads, *roles.lists]
    keys = {form: {key[:-1] for key in form.keys if key} for form in own}
    told = set().union(*keys.values())
    # threads may call themselves otherwise than lists do, which add a key
    listed = dict.fromkeys(group.form for group in roles.thread_groups.values())
    added = (form for form in listed if form not in keys and roles.is_variant(form, roles.threads))
    keys |= {form: {key[:-1] for key in form.keys if key} - told for form in added}
    for form, names in keys.items():
        for key in sorted(names):
            if f"key {key}" in study.asked or key in turning:
                continue
            both = pair_by_key(study.survey, form, key)
            if both and study.survey.form(both[0][1]) in known and not names_things(study.survey, key):
                return key, both[0][0], both[0][1]
    return None


def probe_pieces(study: Study) -> Asking:
    """Ask for a thread without what only further pages of lists put in its address; drop that if it is noise.

    So is what threads seen have in their addresses beside others that did not look like any: those may be the same.
    """
    roles, lists, turning = study.roles, study.roles.thread_groups, study.turning
    flips = ((lists[one].form, turning.rows_like(one, two)) for one, two in turning.known_flips if one in lists)
    pairs = [(form, rows.form) for form, rows in flips if rows is not None]
    unlike = [
        form for form in roles.by_form if form.free and form not in roles.like_threads and form not in roles.lists
    ]
    pairs += [(plain, form) for form in roles.threads for plain in unlike if roles.is_variant(form, [plain])]
    for first, further in dict.fromkeys(pairs):
        piece = piece_added(first, further)
        url = next((view.url for view in study.roles.by_form.get(further, ())), None)
        if piece is None or url is None:
            continue
        yield from study.ask([piece.write(url)])
        if study.survey.is_same(piece.write(url), url):
            if piece.key and piece.key not in _turning_keys(study):
                study.survey.drop(piece.key)
            else:
                study.survey.cut(piece)
            study.clean_again()
            return


def probe_numbers(study: Study) -> Asking:
    """Ask for threads under two addresses that differ in one number only; one that changes nothing is noise."""
    roles = study.roles
    pagers, lists = study.turning.pagers, roles.thread_groups
    further = [(lists[one], lists[two]) for one, two in study.turning.known_flips if one in lists and two in lists]
    for form in roles.threads:
        marks = [turn.arc.url for _, turns in pagers.get(form, ()) for turn in turns]
        pairs = pair_by_number(study.survey, form, marks)
        for group, pair in (pairs or pair_by_echo(study.survey, form, further)).items():
            yield from study.ask(list(pair))
            if study.survey.is_same(*pair):
                value = re2.compile(form.pattern).fullmatch(pair[0]).group(group)
                study.survey.fix(FixedNumber(form.pattern, group, value))
                break
