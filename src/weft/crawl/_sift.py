"""From the links of a page to what the frontier is told: follow this, exclude that and why."""

from __future__ import annotations

from collections.abc import Iterator

from weft.crawl._known import KnownHrefs
from weft.fetch import acts
from weft.page import Link, Page
from weft.store import Discovered, UrlState
from weft.traversal import Follow, Plan

NOFOLLOW = "rel=nofollow"
PAGE_NOFOLLOW = "the page asks robots not to follow its links"
ACTION = "would act: "
FORM = "would act: form"


class Sifter:
    """Applies the plan and the rules of good conduct to links. `obey_nofollow` is the user's switch."""

    def __init__(self, plan: Plan, *, obey_nofollow: bool, known_limit: int) -> None:
        self._plan = plan
        self._obey_nofollow = obey_nofollow
        self._known = KnownHrefs(known_limit)

    def sift(self, page: Page, depth: int) -> tuple[Discovered, ...]:
        """Give what a page brings to the frontier, without what it has been told already."""
        found = list(self._sift_links(page, depth))
        if page.refresh:
            found.append(self.judge(page.refresh, depth))
        return tuple(found)

    def judge(self, url: str, depth: int, hops: int = 0) -> Discovered:
        """Say what to do with a URL that came without a link: a start URL, a redirect's target."""
        decision = self._plan.judge(url)
        if decision.follow is Follow.NO:
            return Discovered(url, UrlState.EXCLUDED, decision.reason, depth=depth, hops=hops)
        action = acts(url)
        if action:
            return Discovered(url, UrlState.EXCLUDED, ACTION + action, depth=depth, hops=hops)
        return Discovered(url, role=decision.role.value, depth=depth, hops=hops)

    def _sift_links(self, page: Page, depth: int) -> Iterator[Discovered]:
        known = self._known.near(page.base)
        for link in page.iter_links(known):
            if link.url is None:
                self._known.remember(known, link.href)
                continue
            found = self._judge_link(page, link, link.url, depth)
            if not found.weak:
                self._known.remember(known, link.href)
            yield found

    def _judge_link(self, page: Page, link: Link, url: str, depth: int) -> Discovered:
        """Weak exclusions belong to this link only; another link may show that the URL is innocent."""
        found = self.judge(url, depth)
        if found.state is UrlState.EXCLUDED:
            return found
        reason = ""
        if self._obey_nofollow and (link.is_nofollow or page.is_nofollow):
            reason = NOFOLLOW if link.is_nofollow else PAGE_NOFOLLOW
        elif action := acts(url, link.text):
            reason = ACTION + action
        elif any(form.acts and form.url == url for form in page.forms):
            reason = FORM
        if reason:
            return Discovered(url, UrlState.EXCLUDED, reason, weak=True, depth=depth)
        return found
