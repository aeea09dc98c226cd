"""What is true of an address at a moment; the measure of crawlers and extractors."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weft.simulate._places import Spot
from weft.simulate._scenes import Scene, Show
from weft.simulate._site_canvas import Canvas
from weft.simulate._site_threads import page_posts


class TruthKind(StrEnum):
    """What a page is to an archivist."""

    ENTRY = "entry"
    INDEX = "index"
    THREAD = "thread"
    ATTACHMENT = "attachment"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Truth:
    """The truth of one address. Two addresses with one `key` show the same page; only what is wanted has a key.

    `valid` tells whether there is content at all; errors, forms, login demands and redirects are not valid.
    """

    kind: TruthKind
    valid: bool
    key: str | None = None
    list: str | None = None  # the board or thread the page belongs to, e.g. "thread:17"
    page: int | None = None
    posts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TrueFile:
    """An attachment of a post."""

    url: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class TruePost:
    """A post as an export should give it; `own_text` is without what it quotes and without bare addresses."""

    id: int
    author: str
    time: datetime
    text: str
    page: int
    attachments: tuple[TrueFile, ...] = ()
    reply_to: int | None = None
    own_text: str = ""


@dataclass(frozen=True, slots=True)
class TrueThread:
    """A thread as an export should give it; posts as the pages show them, in order."""

    id: int
    board: int
    title: str
    url: str
    posts: tuple[TruePost, ...]


def tell_truth(canvas: Canvas, scene: Scene) -> Truth:
    """Give the truth of a scene."""
    place = scene.place
    match scene.show:
        case Show.ENTRY:
            return Truth(TruthKind.ENTRY, True, "entry", "entry", 1)
        case Show.BOARD:
            owner = f"board:{place.id}"
            return Truth(TruthKind.INDEX, True, f"{owner}:p{place.page}", owner, place.page)
        case Show.THREAD:
            owner = f"thread:{place.id}"
            posts = tuple(post.id for post in page_posts(canvas, place))
            return Truth(TruthKind.THREAD, True, f"{owner}:p{place.page}", owner, place.page, posts)
        case Show.FILE:
            return Truth(TruthKind.ATTACHMENT, True)
    shows_content = scene.show in {Show.BOARD_VARIANT, Show.TOOL} and place.spot is not Spot.HELP
    return Truth(TruthKind.OTHER, shows_content)
