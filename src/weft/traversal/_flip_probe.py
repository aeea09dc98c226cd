"""What to ask for to learn how the pages of lists and threads are turned."""

from __future__ import annotations

from weft.traversal._study import Asking, Study

FLIP_PROBES = 6


def flip(study: Study) -> Asking:
    """Look for lists long enough to have pagers, then ask for second pages to prove these."""
    for turn in range(FLIP_PROBES):
        yield from prove(study)
        url = study.turning.longer_list(turn % 2, study.asked)
        if url is None:
            break
        yield from study.ask([url])
    yield from prove(study)
    yield from study.ask(study.turning.doubtful_firsts)


def prove(study: Study) -> Asking:
    for pagers in study.turning.possible.values():
        for pager, turns in pagers:
            onward = [turn for turn in turns if pager.goes_on(turn)]
            flips = [turn.arc.url for turn in onward if turn.base in study.survey.views]
            flips = flips or [turn.arc.url for turn in onward]
            if not any(map(study.survey.knows, flips)):
                yield from study.ask(flips[:1])
    if (further := study.form_probe.next_turned(study.turning.known_flips)) is not None:
        yield from study.ask([further])
    for chain in study.turning.possible_chains:
        if not any(study.survey.knows(url) for _, url in chain.links):
            yield from study.ask([chain.links[0][1]])
    for arcs in study.turning.possible_numbers.values():
        if not any(study.survey.knows(arc.url) for _, arc in arcs):
            yield from study.ask([arcs[0][1].url])
