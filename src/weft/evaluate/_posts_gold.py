"""`weft evaluate posts --gold`: single pages with gold posts, each read alone, by the rule of WEB-FORUM-52's README."""

from __future__ import annotations

import json
import lzma
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from weft.errors import UsageError
from weft.evaluate._posts_match import count_tokens, pair_posts
from weft.extract import extract_page
from weft.page import Post, read_page

POSTS_GOLD_NOW = datetime(2020, 6, 15, tzinfo=UTC)  # the newest dates on the pages are from then (their README)
_KNOWN_USERS = frozenset({"url", "name"})  # kinds of gold users; the others are broken
_FULL_DATE = len("2020-06-15")
# Fixed patterns of our own, linear by construction.
_NO_WORD = re.compile(r"\W+")
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


@dataclass(frozen=True, slots=True)
class ReadPost:
    """What an extractor says of a post: its text; the user by name or profile link; the time, ISO or as it is shown."""

    text: str
    user: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class GoldPost:
    """What people say of it."""

    text: str
    user: str
    user_kind: str
    user_name: str
    date: str


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A saved page and the posts on it."""

    host: str
    url: str
    software: str
    html: str
    posts: tuple[GoldPost, ...]


@dataclass(frozen=True, slots=True)
class GoldFigures:
    """Counts over posts that have a word of text; of the matched ones those whose user or full date is known."""

    gold: int = 0
    found: int = 0
    matched: int = 0
    users: int = 0
    users_right: int = 0
    days: int = 0
    days_right: int = 0
    days_near: int = 0  # at most one day off: clocks of other zones
    pages: int = 0
    seconds: float = 0.0  # of CPU for reading

    def __add__(self, other: GoldFigures) -> GoldFigures:
        return GoldFigures(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def precision(self) -> float:
        """The share of posts found that are posts."""
        return self.matched / max(1, self.found)

    @property
    def recall(self) -> float:
        """The share of gold posts that were found."""
        return self.matched / max(1, self.gold)

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        return 2 * self.matched / max(1, self.gold + self.found)

    @property
    def user(self) -> float | None:
        """The share of matched posts with the right user."""
        return self.users_right / self.users if self.users else None

    @property
    def date(self) -> float | None:
        """The share of matched posts with the right calendar day."""
        return self.days_right / self.days if self.days else None

    @property
    def date1(self) -> float | None:
        """The same, one day off allowed."""
        return self.days_near / self.days if self.days else None

    @property
    def page_ms(self) -> float:
        """CPU a page, from bytes to posts."""
        return 1000 * self.seconds / max(1, self.pages)

    def figures(self) -> dict[str, float | None]:
        """Give the figures by name."""
        values = {name: getattr(self, name) for name in ("precision", "recall", "f1", "user", "date", "date1")}
        return {name: None if value is None else round(value, 4) for name, value in values.items()}

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        return {**self.figures(), "gold": self.gold, "found": self.found, "page_ms": round(self.page_ms, 1)}


@dataclass(frozen=True, slots=True)
class PageScore:
    """The figures of one page."""

    host: str
    software: str
    figures: GoldFigures


ReadGold = Callable[[GoldPage], Sequence[ReadPost]]


def load_gold_pages(folder: Path) -> list[GoldPage]:
    """Read gold pages (pages.jsonl.xz); raises UsageError if the folder holds none."""
    try:
        with lzma.open(folder / "pages.jsonl.xz", "rt", encoding="utf-8") as lines:
            return [_to_page(json.loads(line)) for line in lines]
    except FileNotFoundError:
        raise UsageError(f"{folder} holds no gold pages: pages.jsonl.xz is missing.") from None


def _to_page(row: dict[str, Any]) -> GoldPage:
    posts = (
        GoldPost(*(str(post.get(name) or "") for name in ("text", "user", "user_kind", "user_name", "date")))
        for post in row["gold"]
    )
    return GoldPage(row["host"], row["url"], row.get("software") or "", row["html"], tuple(posts))


def read_gold_alone(now: datetime) -> ReadGold:
    """Give the reader that is to be measured: our own, which sees nothing but the page."""

    def read(page: GoldPage) -> list[ReadPost]:
        content = page.html.encode("utf-8", "replace")
        shown = extract_page(read_page(page.url, content, "text/html; charset=utf-8"), now)
        return [to_read_post(post) for post in shown.posts]

    return read


def to_read_post(post: Post) -> ReadPost:
    """Give what the rule looks at."""
    return ReadPost(post.text, post.author, post.time.isoformat() if post.time is not None else post.time_text)


def score_gold(pages: Sequence[GoldPage], read: ReadGold) -> Iterator[PageScore]:
    """Read each page and score it; the first one twice, so that what is loaded on first use counts for no page."""
    for page in pages[:1]:
        read(page)
    for page in pages:
        before = time.process_time()
        found = read(page)
        seconds = time.process_time() - before
        counts = score_gold_page(page.posts, found) + GoldFigures(pages=1, seconds=seconds)
        yield PageScore(page.host, page.software, counts)


def score_gold_page(gold: Sequence[GoldPost], found: Sequence[ReadPost]) -> GoldFigures:
    """Count what matches on one page; posts without a word of text are left out on both sides."""
    true = [(post, tokens) for post in gold if (tokens := count_tokens(post.text))]
    read = [(post, tokens) for post in found if (tokens := count_tokens(post.text))]
    pairs = pair_posts([tokens for _, tokens in true], [tokens for _, tokens in read])
    total = GoldFigures(len(true), len(read), len(pairs))
    for i, j in pairs:
        total += _judge(true[i][0], read[j][0])
    return total


def group_scores(scores: Iterable[PageScore], key: Callable[[PageScore], str]) -> dict[str, GoldFigures]:
    """Add the figures of pages that have the same key, in order of their keys."""
    groups: dict[str, GoldFigures] = defaultdict(GoldFigures)
    for score in scores:
        groups[key(score)] += score.figures
    return dict(sorted(groups.items()))


def _judge(gold: GoldPost, read: ReadPost) -> GoldFigures:
    known = gold.user_kind in _KNOWN_USERS
    off = _days_off(gold.date, read.time)
    return GoldFigures(
        users=int(known),
        users_right=int(known and _is_user(gold, read.user)),
        days=int(len(gold.date) == _FULL_DATE),
        days_right=int(off == 0),
        days_near=int(off is not None and off <= 1),
    )


def _is_user(gold: GoldPost, user: str) -> bool:
    """Tell whether it is the shown name, or a link that ends like the gold one."""
    said = _flatten(user)
    if not said:
        return False
    return said == _flatten(gold.user_name) or (gold.user_kind == "url" and said.endswith(_flatten(gold.user)))


def _days_off(gold: str, said: str) -> int | None:
    """Count the days between; None where the gold has no full date, or none was said."""
    match = _DAY.match(said)
    if len(gold) != _FULL_DATE or match is None:
        return None
    try:
        day = date(*map(int, match.groups()))
    except ValueError:
        return None
    return abs((day - date.fromisoformat(gold)).days)


def _flatten(text: str) -> str:
    return _NO_WORD.sub("", text.lower())
