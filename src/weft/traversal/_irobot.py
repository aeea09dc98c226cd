"""The strategy of paper 001 (iRobot, WWW 2008): sample, draw the sitemap, traverse its informative vertices."""

from __future__ import annotations

from weft.sitemap import draw_sitemap, survey_pages
from weft.traversal._irobot_paths import choose_paths
from weft.traversal._irobot_rules import Choice, write_rules
from weft.traversal._irobot_sampling import Sampler
from weft.traversal._learning import Ground, Learning, Sample
from weft.traversal._plan import Plan


class IRobot:
    """iRobot. Two hundred pages by default: the paper takes 500 and finds 100 stable (Fig. 10).

    The entry is the start page: the paper begins at the forum's front page and does not look for it.
    """

    name = "irobot"

    def __init__(self, budget: int = 200) -> None:
        self.budget = budget

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Sample the site, then plan from its sitemap."""
        sampler = Sampler(start, ground, self.budget)
        yield from sampler.walk(0)
        survey = survey_pages(sampler.pages)
        sitemap = draw_sitemap(survey)
        paths = choose_paths(survey, sitemap)
        wanted = {page for number in paths.vertices for page in sitemap.vertices[number].pages}
        rules = write_rules(survey, sitemap, Choice(paths.tree, paths.flips, wanted, sampler.failed))
        notes = (f"{len(survey.pages)} pages, {len(sitemap.vertices)} vertices, {len(paths.vertices)} of them kept",)
        return Plan(ground.scope, start.final, self.name, rules, notes=notes)
