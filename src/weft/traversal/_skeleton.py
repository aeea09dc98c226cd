"""The strategy of paper 000 (Exploring traversal strategy, SIGIR 2008): skeleton links and page-flipping links."""

from __future__ import annotations

from collections.abc import Iterator

from weft.sitemap import Sitemap, Survey, draw_sitemap, survey_pages
from weft.traversal._irobot_rules import Choice, write_rules
from weft.traversal._irobot_sampling import Sampler
from weft.traversal._learning import Ground, Learning, Sample
from weft.traversal._plan import Plan
from weft.traversal._skeleton_search import find_flips, find_skeleton

# Of the budget, kept for following links that lead back to their own vertex. The paper samples 5,000 pages, among which
# there are whole threads; of 200 sampled at random hardly two belong together, and connectivity could not be told.
LOOP_SHARE = 0.3


class Skeleton:
    """Skeleton links and page-flipping links. Vertices are layouts; links are told apart by format and location."""

    name = "skeleton"

    def __init__(self, budget: int = 200) -> None:
        self.budget = budget

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Sample the site, follow its loops, then plan from the links that matter."""
        sampler = Sampler(start, ground, self.budget)
        yield from sampler.walk(int(sampler.left * LOOP_SHARE))
        survey = survey_pages(sampler.pages)
        if sampler.left:
            yield from sampler.visit(_open_loops(survey, draw_sitemap(survey, by_url=False)))
            yield from sampler.walk(0)
            survey = survey_pages(sampler.pages)
        sitemap = draw_sitemap(survey, by_url=False)
        chosen = find_skeleton(survey, sitemap)
        flips = find_flips(chosen)
        follow = [arc for arc in chosen if arc not in flips]
        wanted = {0} | {page for arc in chosen for _, page in arc.links}
        rules = write_rules(survey, sitemap, Choice(follow, flips, wanted, sampler.failed))
        notes = (f"{len(survey.pages)} pages, {len(sitemap.vertices)} vertices, {len(chosen)} skeleton links",)
        return Plan(ground.scope, start.final, self.name, rules, notes=notes)


def _open_loops(survey: Survey, sitemap: Sitemap) -> Iterator[str]:
    """Give the targets of links like those that were seen to lead back to their own vertex, page after page."""
    loops = {(arc.source, arc.format, arc.location) for arc in sitemap.arcs if arc.is_loop}
    owners = {page: vertex.number for vertex in sitemap.vertices for page in vertex.pages}
    for number, page in enumerate(survey.pages):
        for link in page.links:
            if (owners[number], link.format, link.location) in loops:
                yield link.url
