"""What a page is where its address says nothing: by its own looks, and by the pages that are laid out as it is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from weft.traversal._groups import is_value
from weft.traversal._looks import LIKELY
from weft.traversal._survey import Survey
from weft.traversal._view import SURE_KIND, Arc, View

INDEX, THREAD = "index", "thread"
STRUCTURE = 0.45  # what rows of links, or posts with times, add to the likelihood of a kind
FAINT = 0.15  # likelihood of a kind that says as good as nothing
TITLE_SHARE, ROW_TITLES = 0.25, 0.6
NEIGHBOURS = 3  # pages laid out most like one
COLUMN = 3  # links at one place that make a column
CONFIRMED = 3


@dataclass(frozen=True)
class Kinds:
    """Tells lists from threads among the sampled pages; `homes` are those that may be the entry."""

    survey: Survey
    homes: tuple[str, ...]

    def tell(self) -> dict[str, str]:
        """Say what each sampled page is: by its own looks, and by those of the pages that are laid out as it is.

        One that may be the entry is an index if most pages link to it, or if it does not look like a thread.
        """
        homes = {url for url in self.homes if url in self.survey.common}
        told = {url: INDEX if url in homes else self._tell(url) for url in self.survey.views}
        told |= dict.fromkeys(self._short_lists(told), INDEX)
        return {url: kind or (INDEX if url in self.homes else "") for url, kind in told.items()}

    def _tell(self, url: str) -> str:
        view, like = self.survey.views[url], self._likeness_to(url, INDEX)
        # rows alone do not make a list, where lists are known and this page is like none: what a person wrote has rows
        is_strange = not like and view.judgement.index < FAINT and len(self._sure[INDEX]) >= CONFIRMED
        index = view.judgement.index + like + (0 if is_strange else STRUCTURE * self._has_rows(view))
        thread = view.judgement.thread + self._likeness_to(url, THREAD) + STRUCTURE * view.has_posts
        if max(index, thread) < LIKELY:
            return ""
        return THREAD if thread > index else INDEX

    def _short_lists(self, told: dict[str, str]) -> list[str]:
        """Give what may be a thread by its looks, but has links where lists have those to threads, and threads none."""
        listed, in_threads = defaultdict[str, set[str]](set), set[str]()
        doubtful: list[View] = []
        for url, view in self.survey.views.items():
            if told[url] == INDEX:
                for arc in view.arcs:
                    if (
                        told.get(self.survey.redirects.get(arc.url, arc.url)) == THREAD
                        and arc.url not in self.survey.common
                    ):
                        listed[arc.path].add(arc.url)
            elif told[url] == THREAD and view.judgement.thread > SURE_KIND:
                in_threads |= {arc.path for arc in view.arcs}
            elif told[url] == THREAD:
                doubtful.append(view)
        rows = {path for path, urls in listed.items() if len(urls) > 1} - in_threads
        return [view.url for view in doubtful if any(arc.path in rows for arc in view.arcs)]

    def _has_rows(self, view: View) -> bool:
        """Whether most rows of the page's list have a link of their own that is a good part of what is to be read."""
        main = view.regions.main
        if main is None or len(main) < COLUMN or view.has_posts:
            return False
        arcs = [arc for arc in view.arcs if self._is_own(view, arc) and not is_value(arc.text)]
        own = {arc.record: arc for arc in sorted(arcs, key=lambda arc: len(arc.text))}  # the longest of each row
        titles = sum(len(arc.text) >= TITLE_SHARE * main.records[row].text_length for row, arc in own.items())
        return titles >= ROW_TITLES * len(main) and len({arc.url for arc in own.values()}) > COLUMN - 1

    def _is_own(self, view: View, arc: Arc) -> bool:
        is_in_main = arc.region >= 0 and view.regions.all[arc.region] is view.regions.main
        return is_in_main and arc.url not in self.survey.common

    def _likeness_to(self, url: str, kind: str) -> float:
        """Tell how much a page is laid out like the pages that surely are of a kind, the likest of them."""
        mine = self._layouts[url]
        others = (self._layouts[other] for other in self._sure[kind] if other != url) if mine else ()
        likest = sorted((len(mine & other) / len(mine | other) for other in others), reverse=True)[:NEIGHBOURS]
        return sum(likest) / len(likest) if likest else 0.0

    @cached_property
    def _layouts(self) -> dict[str, frozenset[str]]:
        """The places of each page where several links stand."""
        return {url: _long_places(view, self.survey.frame) for url, view in self.survey.views.items()}

    @cached_property
    def _sure(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {INDEX: [], THREAD: []}
        for url, view in self.survey.views.items():
            if view.kind_sure:
                found[view.kind].append(url)
        return found


def _long_places(view: View, frame: frozenset[tuple[str, str]]) -> frozenset[str]:
    urls: dict[str, set[str]] = defaultdict(set)
    for arc in view.arcs:
        if (arc.place, arc.url) not in frame:
            urls[arc.place].add(arc.url)
    return frozenset(place for place, found in urls.items() if len(found) >= COLUMN)
