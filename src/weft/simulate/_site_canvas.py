"""What all pages of a site share: how links are written, the frame around the content, pagers, users."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from weft.simulate._chance import Salt
from weft.simulate._fates import Fates
from weft.simulate._kinds import Trait
from weft.simulate._locale import Locale
from weft.simulate._model import ForumModel, Post
from weft.simulate._places import PageSizes, Place, Spot, Style
from weft.simulate._scenes import Director
from weft.simulate._snapshot import Snapshot
from weft.simulate._views import AdRow, Anchor, Frame, LastPost, PageLink, Pager

SESSION_FIELD = "visit"
ADS_EVERY = 7  # rows between two advertisements
ADS_HOST = "https://ads.example"


@dataclass(frozen=True, slots=True)
class Plot:
    """What a site is built from and never changes while it stands."""

    model: ForumModel
    style: Style
    sizes: PageSizes
    locale: Locale
    traits: frozenset[Trait]
    origin: str  # scheme://host[:port]
    title: str
    fates: Fates


class Canvas:
    """One answer in the making: the site, the moment, and the visitor's session id ('' when links need none)."""

    def __init__(self, plot: Plot, snapshot: Snapshot, now: datetime, session: str = "") -> None:
        self.plot = plot
        self.snapshot = snapshot
        self.model = plot.model
        self.now = now
        self.words = plot.locale.words
        self.director = Director(snapshot, plot.sizes, plot.traits)
        self._session = session
        self._users: dict[int, Anchor] = {}

    def has(self, trait: Trait) -> bool:
        """Tell whether the site has a trait."""
        return trait in self.plot.traits

    def href(self, place: Place, fragment: str = "") -> str:
        """Write a link to a place as this site's pages do."""
        target = self._target(place, fragment)
        if not self.plot.style.relative:
            return self.plot.style.base + target
        return target if target[:1] not in {"", "?", "#"} else "./" + target

    def location(self, place: Place, fragment: str = "") -> str:
        """Write a place as a redirect does: from the host's root, as no `<base>` counts there."""
        return self.plot.style.base + self._target(place, fragment)

    def _target(self, place: Place, fragment: str) -> str:
        target = self.plot.style.write(place)
        if self._session:
            target += f"{'&' if '?' in target else '?'}{SESSION_FIELD}={self._session}"
        return f"{target}#{fragment}" if fragment else target

    def absolute(self, place: Place) -> str:
        """Write a place's address in full, without any session."""
        return self.plot.origin + self.plot.style.base + self.plot.style.write(place)

    def link(self, key: str, place: Place, *, shy: bool = False) -> Anchor:
        """Give a link with an interface text; `shy` ones are marked nofollow on sites that do so."""
        return Anchor(self.words[key], self.href(place), rel="nofollow" if shy and self.has(Trait.NOFOLLOW) else "")

    def walls(self, keys: Iterable[str], number: int) -> tuple[Anchor, ...]:
        """Give links to what only members may do."""
        if not self.has(Trait.LOGIN_WALLS):
            return ()
        return tuple(self.link(key, Place(Spot.WALL, number, word=key), shy=True) for key in keys)

    def acts(self, keys: Iterable[str], number: int) -> tuple[Anchor, ...]:
        """Give links that act when requested."""
        if not self.has(Trait.ACTIONS):
            return ()
        return tuple(self.link(key, Place(Spot.ACT, number, word=key), shy=True) for key in keys)

    def user(self, user: int) -> Anchor:
        """Give a user's name, linked where there are profiles."""
        if user not in self._users:
            href = self.href(Place(Spot.PROFILE, user)) if self.has(Trait.PROFILES) else ""
            self._users[user] = Anchor(self.model.prose.user_name(user), href)
        return self._users[user]

    def last_post(self, thread: int) -> LastPost:
        """Give the cell that tells of a thread's newest post, with the shortcut to it where there are such."""
        post = self.snapshot.last_post(thread)
        title = self.model.thread(thread).title
        return LastPost(title, self._last_href(post), self.user(post.author), post.time)

    def _last_href(self, post: Post) -> str:
        if self.has(Trait.LAST_POST):
            return self.href(Place(Spot.LAST, post.thread), f"p{post.id}")
        page = self.director.page_of(post.thread, post.index)
        return self.href(Place(Spot.THREAD, post.thread, page), f"p{post.id}")

    def frame(self, title: str, crumbs: tuple[Anchor, ...] = (), hint: Place | None = None, pages: int = 1) -> Frame:
        """Give the surroundings of a page; `hint` is the canonical place of a list's page that has `pages`."""
        frame = Frame(
            site_title=self.plot.title,
            page_title=title,
            home=self.link("home", Place(Spot.ENTRY)),
            now=self.now,
            breadcrumbs=crumbs,
            menu=self._menu(),
            footer=self._footer(),
            feed=self.href(Place(Spot.FEED)) if self.has(Trait.FEEDS) else "",
            base=self.plot.origin + self.plot.style.base if self.plot.style.base_element else "",
        )
        return self._hinted(frame, hint, pages) if hint is not None and self.has(Trait.HINTS) else frame

    def _hinted(self, frame: Frame, hint: Place, pages: int) -> Frame:
        return replace(
            frame,
            canonical=self.absolute(hint),
            next_href=self.href(replace(hint, page=hint.page + 1)) if hint.page < pages else "",
            prev_href=self.href(replace(hint, page=hint.page - 1)) if hint.page > 1 else "",
        )

    def _menu(self) -> tuple[Anchor, ...]:
        month = self.now.year * 12 + self.now.month - 1
        places = (
            ("search", Place(Spot.SEARCH), Trait.SEARCH),
            ("members", Place(Spot.MEMBERS), Trait.MEMBERS),
            ("calendar", Place(Spot.CALENDAR, page=month), Trait.CALENDAR),
            ("tags", Place(Spot.TAGS), Trait.TAGS),
        )
        shown = tuple(self.link(key, place) for key, place, trait in places if self.has(trait))
        always = (("help", Spot.HELP), ("login", Spot.LOGIN), ("register", Spot.REGISTER))
        shown += tuple(self.link(key, Place(spot), shy=spot is not Spot.HELP) for key, spot in always)
        return shown + self.acts(("mark_read", "logout"), 0)

    def _footer(self) -> tuple[Anchor, ...]:
        elsewhere = (
            Anchor("Example Hosting", "https://hosting.example/"),
            Anchor("Imprint", "https://imprint.example/"),
        )
        twin = (self.link("home", Place(Spot.ENTRY, explicit=True)),) if self.has(Trait.FIRST_PAGE_TWINS) else ()
        feed = (self.link("feed", Place(Spot.FEED)),) if self.has(Trait.FEEDS) else ()
        return twin + feed + elsewhere

    def pager(self, place: Place, pages: int) -> Pager:
        """Give the bar that leads to the other pages of a list."""
        if pages <= 1:
            return Pager()
        shown: list[PageLink] = []
        for number in _pick_numbers(place.page, pages):
            if shown and number > int(shown[-1].label) + 1:
                shown.append(PageLink("…"))
            shown.append(PageLink(str(number), "" if number == place.page else self.flip(place, number)))
        return Pager(
            tuple(shown),
            Anchor(self.words["previous"], self.flip(place, place.page - 1)) if place.page > 1 else None,
            Anchor(self.words["next"], self.flip(place, place.page + 1)) if place.page < pages else None,
            place.page,
            pages,
        )

    def flip(self, place: Place, page: int) -> str:
        """Write the link to another page of the same list; many sites write the first page's number too."""
        explicit = page == 1 and self.has(Trait.FIRST_PAGE_TWINS)
        return self.href(replace(place, page=page, explicit=explicit))

    def row_pages(self, thread: int) -> tuple[PageLink, ...]:
        """Give the small pager of a thread's row: the first pages and the last."""
        pages = self.director.thread_pages(thread)
        if pages <= 1:
            return ()
        numbers = sorted({*range(2, min(pages, 3) + 1), pages})
        return tuple(PageLink(str(n), self.href(Place(Spot.THREAD, thread, n))) for n in numbers)

    def advert(self, number: int) -> AdRow:
        """Give an advertisement."""
        text = self.model.prose.sentence(Salt.ADS, number)
        return AdRow(text, Anchor(self.words["ads"], f"{ADS_HOST}/click/{number}", rel="sponsored"))

    def crumbs(self, board: int) -> tuple[Anchor, ...]:
        """Give the way from the entry (which is in every frame) to a board, the board included."""
        way: list[Anchor] = []
        while board:
            found = self.model.boards[board - 1]
            way.append(Anchor(found.title, self.href(Place(Spot.BOARD, board))))
            board = found.parent
        return tuple(reversed(way))


def _pick_numbers(current: int, pages: int) -> list[int]:
    """Give the page numbers a bar shows: the first, the last, and those around the current one."""
    near = range(max(1, current - 2), min(pages, current + 2) + 1)
    return sorted({1, pages, *near})
