"""A simulated site: answers any address for any moment, and knows the truth of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import parse_qsl, unquote

from weft.simulate._chance import Salt, mix
from weft.simulate._fates import Deletions, Fates
from weft.simulate._files import MEDIA_TYPES, File, files_of, find_file
from weft.simulate._kinds import Kind, Trait
from weft.simulate._model import ForumModel
from weft.simulate._nuisance import show_form, show_notice, show_tool, show_wall, write_feed, write_robots
from weft.simulate._places import PageSizes, Place, Spot
from weft.simulate._scenes import Scene, Show
from weft.simulate._site_canvas import SESSION_FIELD, Canvas, Plot
from weft.simulate._site_lists import show_board, show_entry
from weft.simulate._site_threads import compose_body, is_edited, show_thread
from weft.simulate._skins import Skin
from weft.simulate._snapshot import Snapshot
from weft.simulate._text import plain_text
from weft.simulate._truth import TrueFile, TruePost, TrueThread, Truth, TruthKind, tell_truth
from weft.simulate._urls import make_style
from weft.simulate._views import Block, BlockKind, View
from weft.urls import parse_address

Headers = tuple[tuple[str, str], ...]
CACHED_PAGES = 512
CACHED_MOMENTS = 4
SIZES = {
    Kind.FORUM: PageSizes(20, 15),
    Kind.QA: PageSizes(15, 10),
    Kind.COMMENTS: PageSizes(25, 40),
    Kind.BLOG: PageSizes(10, 20),
    Kind.MAILING_LIST: PageSizes(50, 1),
}
_NO_COOKIES: Mapping[str, str] = MappingProxyType({})
_HTML: Headers = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer."""

    status: int
    headers: Headers
    body: bytes


class Site:
    """A model in a skin. The same question always has the same answer, but for session ids, which never repeat.

    `acted` counts requests that would have changed something: a good crawler leaves it at 0.
    """

    def __init__(
        self,
        skin: Skin,
        model: ForumModel,
        traits: Collection[Trait] | None = None,
        *,
        base_url: str = "http://127.0.0.1",
        fates: Fates | None = None,
    ) -> None:
        self.skin = skin
        self.model = model
        self.acted = 0
        sizes = SIZES[model.kind]
        style = make_style(skin.url_style, model, sizes)
        chosen = frozenset(skin.traits if traits is None else traits)
        title = model.prose.category_title(0)
        fates = fates or Fates()
        self._plot = Plot(model, style, sizes, skin.locale, chosen, base_url.rstrip("/"), title, fates)
        self._deletions = Deletions(model, fates)
        self._visits = 0
        self._pages: OrderedDict[tuple[Scene, datetime], Answer] = OrderedDict()
        self._snapshot = lru_cache(maxsize=CACHED_MOMENTS)(
            lambda visible, deleted: Snapshot(model, visible, self._deletions.first(deleted))
        )

    @property
    def base_url(self) -> str:
        """The origin pages are served at: `http://host:port`, without a slash."""
        return self._plot.origin

    @base_url.setter
    def base_url(self, origin: str) -> None:
        self._plot = replace(self._plot, origin=origin.rstrip("/"))
        self._pages.clear()

    @property
    def entry_url(self) -> str:
        """The front page's address."""
        return self.base_url + self._plot.style.base

    @property
    def traits(self) -> frozenset[Trait]:
        """The nuisances that are switched on."""
        return self._plot.traits

    def answer(self, url: str, at: datetime, cookies: Mapping[str, str] = _NO_COOKIES) -> Answer:
        """Answer a GET of any address for any moment."""
        path, query = _take_apart(url)
        if path == "/robots.txt":
            return self._answer_robots(at)
        if not path.startswith(self._plot.style.base):
            return self._answer_outside(path, at)
        scene = self._scene(path, query, at)
        if scene.show is Show.ACTED:
            self.acted += 1
        needs_session = Trait.SESSION_IDS in self.traits and SESSION_FIELD not in cookies
        return self._answer_fresh(scene, at) if needs_session else self._answer_cached(scene, at)

    def truth(self, url: str, at: datetime) -> Truth:
        """Tell the truth of any address for any moment."""
        path, query = _take_apart(url)
        if path == "/robots.txt" or not path.startswith(self._plot.style.base):
            return Truth(TruthKind.OTHER, False)
        return tell_truth(self._canvas(at), self._scene(path, query, at))

    def all_truth(self, at: datetime) -> Iterator[tuple[str, Truth]]:
        """Give the canonical address and truth of every page and file a perfect crawler has in the end."""
        canvas = self._canvas(at)
        for place in self._wanted_places(canvas):
            yield canvas.absolute(place), tell_truth(canvas, canvas.director.decide(place))
        for post in range(1, canvas.snapshot.visible + 1 if Trait.ATTACHMENTS in self.traits else 1):
            for file in files_of(self.model, post):
                yield canvas.absolute(Place(Spot.FILE, file.id)), Truth(TruthKind.ATTACHMENT, True)

    def wanted_keys(self, at: datetime) -> frozenset[str]:
        """Give the keys of all entry, index and thread pages."""
        return frozenset(
            "entry" if place.spot is Spot.ENTRY else f"{place.spot}:{place.id}:p{place.page}"
            for place in self._wanted_places(self._canvas(at))
        )

    def threads(self, at: datetime) -> Iterator[TrueThread]:
        """Give every thread with its posts, as an export should have them."""
        canvas = self._canvas(at)
        for number in range(1, canvas.snapshot.threads + 1):
            thread = self.model.thread(number)
            url = canvas.absolute(Place(Spot.THREAD, number))
            posts = tuple(self._true_post(canvas, number, index) for index in canvas.snapshot.order(number))
            yield TrueThread(number, thread.board, thread.title, url, posts)

    def _wanted_places(self, canvas: Canvas) -> Iterator[Place]:
        yield Place(Spot.ENTRY)
        for board in self.model.boards:
            if canvas.snapshot.has_board(board.id):
                for page in range(1, canvas.director.board_pages(board.id) + 1):
                    yield Place(Spot.BOARD, board.id, page)
        for thread in range(1, canvas.snapshot.threads + 1):
            for page in range(1, canvas.director.thread_pages(thread) + 1):
                yield Place(Spot.THREAD, thread, page)

    def _true_post(self, canvas: Canvas, thread: int, index: int) -> TruePost:
        post = self.model.post(thread, index)
        files = files_of(self.model, post.id) if Trait.ATTACHMENTS in self.traits else ()
        parent = self.model.parent_index(thread, index)
        blocks = compose_body(self.model, post, lambda _: "", edited=is_edited(canvas, post))
        return TruePost(
            post.id,
            self.model.prose.user_name(post.author),
            post.time,
            plain_text(blocks),
            canvas.director.page_of(thread, index),
            tuple(TrueFile(canvas.absolute(Place(Spot.FILE, file.id)), file.name, file.kind) for file in files),
            None if parent is None else self.model.post(thread, parent).id,
            plain_text(tuple(_without_address(block) for block in blocks if block.kind is not BlockKind.QUOTE)),
        )

    def _canvas(self, at: datetime, session: str = "") -> Canvas:
        snapshot = self._snapshot(self.model.visible(at), self._deletions.count(at))
        return Canvas(self._plot, snapshot, at.astimezone(UTC), session)

    def _scene(self, path: str, query: dict[str, str], at: datetime) -> Scene:
        place = self._plot.style.read(path.removeprefix(self._plot.style.base), query)
        return self._canvas(at).director.decide(place)

    def _answer_cached(self, scene: Scene, at: datetime) -> Answer:
        key = (scene, at)
        if key in self._pages:
            self._pages.move_to_end(key)
            return self._pages[key]
        answer = self._pages[key] = self._make(self._canvas(at), scene)
        if len(self._pages) > CACHED_PAGES:
            self._pages.popitem(last=False)
        return answer

    def _answer_fresh(self, scene: Scene, at: datetime) -> Answer:
        """Answer a visitor without the cookie: until it comes back, links carry a new id each time."""
        self._visits += 1
        session = f"{mix(self.model.seed, Salt.SESSION, self._visits):016x}"
        answer = self._make(self._canvas(at, session), scene)
        return replace(
            answer, headers=(*answer.headers, ("Set-Cookie", f"{SESSION_FIELD}={session}; Path=/; HttpOnly"))
        )

    def _make(self, canvas: Canvas, scene: Scene) -> Answer:
        if scene.show is Show.REDIRECT:
            return Answer(302, (("Location", canvas.location(scene.place, scene.fragment)), *_HTML), b"")
        if scene.show is Show.FILE:
            return _answer_file(find_file(self.model, scene.place.id))
        if scene.place.spot is Spot.FEED and scene.show is Show.TOOL:
            feed = write_feed(canvas, scene.place)
            return Answer(200, (("Content-Type", "application/rss+xml; charset=utf-8"),), feed.encode())
        body = self.skin.markup.render(_show(canvas, scene), self.skin.locale)
        return Answer(404 if scene.show is Show.MISSING else 200, _HTML, body.encode())

    def _answer_robots(self, at: datetime) -> Answer:
        if Trait.ROBOTS not in self.traits:
            return Answer(404, _HTML, b"<html><body>Not found</body></html>")
        text = write_robots(self._canvas(at))
        return Answer(200, (("Content-Type", "text/plain; charset=utf-8"),), text.encode())

    def _answer_outside(self, path: str, at: datetime) -> Answer:
        """The host's root and the folder without its slash lead into the folder; nothing else is there."""
        base = self._plot.style.base
        if path in {"/", base.removesuffix("/")}:
            return Answer(302, (("Location", base), *_HTML), b"")
        return self._make(self._canvas(at), Scene(Show.MISSING, Place(Spot.ENTRY)))


def _show(canvas: Canvas, scene: Scene) -> View:
    match scene.show:
        case Show.ENTRY:
            return show_entry(canvas)
        case Show.BOARD | Show.BOARD_VARIANT:
            return show_board(canvas, scene.place)
        case Show.THREAD:
            return show_thread(canvas, scene.place)
        case Show.FORM:
            return show_form(canvas, scene.place)
        case Show.WALL:
            return show_wall(canvas)
        case Show.ACTED:
            return show_notice(canvas, scene.place.word, "home")
        case Show.TOOL:
            return show_tool(canvas, scene.place)
    return show_notice(canvas, "error" if scene.show is Show.GONE else "not_found", "no_such_page")


def _answer_file(file: File | None) -> Answer:
    if file is None:
        return Answer(404, _HTML, b"")
    name = file.name.encode("ascii", "replace").decode().replace("?", "_")
    headers = (("Content-Type", MEDIA_TYPES[file.kind]), ("Content-Disposition", f'attachment; filename="{name}"'))
    return Answer(200, headers, file.content)


def _without_address(block: Block) -> Block:
    """Give a block without a link that only spells out where it leads."""
    return replace(block, link=None) if block.link is not None and block.link.text in block.link.href else block


def _take_apart(url: str) -> tuple[str, dict[str, str]]:
    address = parse_address(url)
    return unquote(address.path), dict(parse_qsl(address.query, keep_blank_values=True))
