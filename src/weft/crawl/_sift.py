"""From the links of a page to what the frontier is told: follow this, exclude that and why."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from weft.crawl._haul import FLIPS, NOTHING, UNMATCHED, Brought, Haul, Trace
from weft.crawl._known import KnownHrefs
from weft.fetch import acts
from weft.page import Link, Page, find_regions
from weft.store import Discovered, Lease, UrlState
from weft.traversal import Follow, Plan, Role, UrlDecision, fits_turn, list_role, read_turn, rows_turned, shown_number
from weft.urls import cut_url, drop_keys

NOFOLLOW = "rel=nofollow"
PAGE_NOFOLLOW = "the page asks robots not to follow its links"
ACTION = "would act: "
FORM = "would act: form"
NO_RULE = "no rule of the plan matches"  # as the plan says it
NEVER = "the plan says never"
INTO = "leads into a thread that lists name"
NAMED_AND_TURNED = 2  # keys of a further page: which list, which page

# What is fetched first: a thread begun is completed, then threads newest first, then boards, then their further pages.
PRIORITIES = {Role.THREAD_FLIP: 0, Role.THREAD: 1, Role.INDEX: 2, Role.INDEX_FLIP: 3}


@dataclass(frozen=True, slots=True)
class Source:
    """The page links stand on: its role and the place it has in its list."""

    role: str = ""
    list: str = ""
    number: int = 0


NOWHERE = Source()
Names = tuple[str, ...]  # of the places of a link
Places = Mapping[str, Names]


def objection(link: Link, page: Page, *, obey_nofollow: bool) -> str:
    """Say why good conduct forbids to follow a link, or give an empty string."""
    if obey_nofollow and (link.is_nofollow or page.is_nofollow):
        return NOFOLLOW if link.is_nofollow else PAGE_NOFOLLOW
    url = link.url or ""
    if action := acts(url, link.text):
        return ACTION + action
    return FORM if url in page.acting else ""


class Sifter:
    """Applies the plan and the rules of good conduct to links. `obey_nofollow` is the user's switch."""

    def __init__(self, plan: Plan, *, obey_nofollow: bool, known_limit: int) -> None:
        self.plan = plan
        self._obey_nofollow = obey_nofollow
        self._known = KnownHrefs(known_limit)
        self._is_simple = not (plan.needs_location or plan.needs_source)
        self._reading: tuple[Page, str, Places] | None = None  # the page read last: it is told, then sifted

    def tell(self, lease: Lease, page: Page) -> Lease:
        """Give a lease as its page shows it: where addresses say nothing, the page itself tells what it is."""
        if not self.plan.by_looks:
            return lease
        told = self.tell_source(Source(lease.role, lease.list, lease.number), page)
        return dataclasses.replace(lease, role=told.role, list=told.list, number=told.number)

    def tell_source(self, source: Source, page: Page) -> Source:
        """Give what a page was taken for as it shows it. What looks different is no further page of its list."""
        if not self.plan.by_looks:
            return source
        kind, _ = self._read(page, source.role)
        is_first = source.role not in FLIPS or kind != list_role(source.role)
        return Source(kind, self._own(page), 1) if is_first else source

    def _own(self, page: Page) -> str:
        """Give the address of the list that a page is the first of."""
        return drop_keys(page.url, self.plan.drop)

    def _read(self, page: Page, role: str) -> tuple[str, Places]:
        """Read a page once: it is told what it is, then its links are sifted."""
        if not self.plan.by_looks:
            return self.plan.read(page, role)
        if self._reading is None or self._reading[0] is not page:
            self._reading = (page, *self.plan.read(page, role))
        return self._reading[1:]

    def sift(self, page: Page, source: Source, depth: int) -> tuple[Discovered, ...]:
        """Give what a page brings to the frontier, without what it has been told already."""
        return self.sift_all(page, source, depth)[0]

    def sift_all(self, page: Page, source: Source, depth: int) -> tuple[tuple[Discovered, ...], Brought]:
        """Give what a page brings to the frontier, and a count of all it leads to, told already or not."""
        known = self._known.near(page.base) if self._is_simple else {}
        haul = Haul(known)
        found = list(self._sift_links(page, source, depth, known, haul))
        if page.refresh:
            found.append(self.judge(page.refresh, depth, source=source))
        following = self._judge_next(page, source, depth) if page.next else None
        if following is not None:
            haul.add(self._trace(following))
            found.append(following)
        return tuple(found), haul.count()

    def forget(self) -> None:
        """Tell again what has been told: some of it was not taken."""
        self._known.forget()

    def judge(
        self, url: str, depth: int, hops: int = 0, source: Source = NOWHERE, location: Names = (), text: str = ""
    ) -> Discovered:
        """Say what to do with a URL: one of a link, or one that came without, as a start URL or a redirect's target."""
        decision = self.plan.judge(url, list_role(source.role), location, text)
        if hops and decision.reason == NO_RULE and self.plan.may_follow(url):
            decision = UrlDecision(Role.PAGE, Follow.YES, url=url)  # a link that is followed led here
        if decision.follow is Follow.NO:
            return Discovered(url, UrlState.EXCLUDED, decision.reason, depth=depth, hops=hops)
        action = acts(url)
        if action:
            return Discovered(url, UrlState.EXCLUDED, ACTION + action, depth=depth, hops=hops)
        if decision.part and decision.url != url:  # the whole is asked for instead
            return self.judge(decision.url, depth, hops, source)
        list_url, number = _list_place(decision, source, text)
        priority = PRIORITIES.get(decision.role, 0)
        if self.plan.by_looks and decision.role is Role.PAGE:  # a board or a thread, that much is known
            list_url, number, priority = decision.url, 1, PRIORITIES[Role.THREAD]
        return Discovered(
            url,
            role=decision.role.value,
            depth=depth,
            hops=hops,
            priority=priority,
            list=list_url,
            number=number,
            key=decision.url if decision.url != url or self.plan.rewrites else "",
        )

    def _sift_links(
        self, page: Page, source: Source, depth: int, known: dict[str, Trace], haul: Haul
    ) -> Iterator[Discovered]:
        kind, places = self._read(page, source.role)
        if kind != list_role(source.role):
            source = Source(kind, self._own(page), 1)
        for link in page.iter_links(haul):
            if link.url is None:
                self._known.remember(known, link.href, NOTHING)
                continue
            found = self._judge_link(page, link, link.url, depth, source, places.get(link.href, ()))
            trace = self._trace(found)
            haul.add(trace)
            if not found.weak and self._is_simple:
                self._known.remember(known, link.href, trace)
            yield found

    def _judge_link(self, page: Page, link: Link, url: str, depth: int, source: Source, location: Names) -> Discovered:
        """Weak exclusions belong to this link only; another link may show that the URL is innocent."""
        found = self.judge(url, depth, source=source, location=location, text=link.text)
        if list_role(source.role) in self.plan.unpaged and self._may_turn(found, source):
            found = self._read_turn(page, link, source, found)
        if found.state is UrlState.EXCLUDED:
            # where its place decides, or a pager may turn up, another link to the URL may say more
            depends = found.reason == NO_RULE and (not self._is_simple or bool(self.plan.unpaged))
            depends |= found.reason == NEVER and not self._is_simple
            return found._replace(weak=True) if depends else found
        if self.plan.passes_over(link, Role(found.role), list_role(source.role)):
            return Discovered(url, UrlState.EXCLUDED, INTO, weak=True, depth=depth)
        if reason := objection(link, page, obey_nofollow=self._obey_nofollow):
            return Discovered(url, UrlState.EXCLUDED, reason, weak=True, depth=depth)
        return found

    @staticmethod
    def _may_turn(found: Discovered, source: Source) -> bool:
        """Whether no rule tells what a link leads to, or one tells that it is such a list as it stands on."""
        if found.state is UrlState.EXCLUDED:
            return found.reason == NO_RULE
        return found.role == list_role(source.role)

    def _read_turn(self, page: Page, link: Link, source: Source, found: Discovered) -> Discovered:
        """Take a link for a further page of its list where the plan knows no pager and the link plainly is one."""
        drop, after = self.plan.drop, max(1, source.number)
        url, first = drop_keys(found.url, drop), drop_keys(source.list, drop)
        if acts(url):
            return found
        number = after + 1 if first and self._goes_on(page, first, url, link.text, after) else 0
        if not number:
            number = self._read_number(page, link, source, first, url)
        if not number:
            return found
        role = Role.THREAD_FLIP if list_role(source.role) == Role.THREAD else Role.INDEX_FLIP
        return found._replace(
            state=UrlState.QUEUED,
            reason="",
            role=role.value,
            priority=PRIORITIES[role],
            list=source.list,
            number=number,
            key=url,
        )

    def _read_number(self, page: Page, link: Link, source: Source, first: str, url: str) -> int:
        """Give the number of the page that a link leads to, of the list that begins with `first`; 0 if it is none."""
        drop, after = self.plan.drop, max(1, source.number)
        number = read_turn(first, url, link.text, after) if first else 0
        if first and not number:
            first = self._first_of(url, source) if self.plan.rewrites else ""
            first = first or self._called_otherwise(page, url, source)
            number = read_turn(first, url, link.text, after) if first else 0
        others = ((drop_keys(other.url, drop), other.text) for other in page.links if other.url is not None)
        return number if number and fits_turn(first, url, others, after) else 0

    @staticmethod
    def _goes_on(page: Page, first: str, url: str, text: str, after: int) -> bool:
        """Whether a link without a number leads to the row after the last of the page.

        The first row may be shown again above those of a further page.
        """
        rows = rows_turned(first, url, text, after)
        main = find_regions(page).main if rows else None
        return main is not None and len(main) - rows in ((0,) if after == 1 else (0, 1))

    def _first_of(self, url: str, source: Source) -> str:
        """Give the list's first page as its further pages are written, where the plan writes it otherwise, or ""."""
        keys = dict.fromkeys(slot.key[:-1] for slot in cut_url(url)[1] if slot.key)
        firsts = (drop_keys(url, [key]) for key in keys)
        return next((first for first in firsts if self.judge(first, 0, source=source).list == source.list), "")

    def _called_otherwise(self, page: Page, url: str, source: Source) -> str:
        """Give what further pages call their list, where they name it by another key: `?f=3&page=2` of `?id=12`; or "".

        No other list is called so on the page, and the name alone leads nowhere that is known.
        """
        path, drop = source.list.partition("?")[0], self.plan.drop
        keys = [slot.key[:-1] for slot in cut_url(url)[1] if slot.key]
        if len(keys) != NAMED_AND_TURNED or url.partition("?")[0] != path:
            return ""
        first = drop_keys(url, keys[1:])
        others = {drop_keys(drop_keys(link.url, drop), keys[1:]) for link in page.links if link.url is not None}
        named = f"{path}?{keys[0]}="
        is_one = all(other == first for other in others if other.startswith(named))
        return first if is_one and self.judge(first, 0, source=source).reason == NO_RULE else ""

    def _judge_next(self, page: Page, source: Source, depth: int) -> Discovered | None:
        """Give the page that the head of a list's page calls its next: it may be the only way on that holds good.

        Lists that are turned by a mark of their last row, not by numbers, are known by nothing else. Of threads only
        what the plan knows, or what plainly is a further page, is believed: some sites call the next thread so.
        """
        url, kind = page.next, list_role(source.role)
        if url == page.url or kind not in (Role.INDEX, Role.THREAD):
            return None
        link = Link(url, url, "", "next", "", -1)
        found = self._judge_link(page, link, url, depth, source, ())
        if found.state is UrlState.QUEUED:
            return found if found.role in FLIPS and list_role(found.role) == kind else None
        is_below = bool(source.list) and url.startswith(source.list.partition("?")[0])
        if found.reason != NO_RULE or kind != Role.INDEX or not is_below or acts(url):
            return None
        if objection(link, page, obey_nofollow=self._obey_nofollow):
            return None
        return found._replace(
            state=UrlState.QUEUED,
            reason="",
            weak=False,
            role=Role.INDEX_FLIP.value,
            priority=PRIORITIES[Role.INDEX_FLIP],
            list=source.list,
            number=max(1, source.number) + 1,
            key=drop_keys(url, self.plan.drop) if self.plan.rewrites else "",
        )

    def _trace(self, found: Discovered) -> Trace:
        """Say what a link counts for; one to either board or thread counts for a thread."""
        if found.state is UrlState.QUEUED:
            role = Role.THREAD if found.role == Role.PAGE and self.plan.by_looks else found.role
            return role, hash(found.key or found.url)
        return (UNMATCHED, hash(found.url)) if found.reason == NO_RULE else NOTHING


def _list_place(decision: UrlDecision, source: Source, text: str) -> tuple[str, int]:
    """Tell the list a URL belongs to and its page there: as the URL says, else as the link that leads to it does."""
    if decision.role not in PRIORITIES:
        return "", 0
    if decision.follow is not Follow.SAME_LIST:
        return decision.list or decision.url, decision.number or 1
    if decision.list or list_role(decision.role) != list_role(source.role):
        return decision.list, decision.number  # a page of a thread linked from a board's row belongs to no known list
    number = shown_number(text) or source.number + 1
    return source.list, number if source.list else 0
