"""`weft evaluate posts --skins`: simulated sites, a wrapper learned from some of their thread pages and applied to all.

The crawl is left out: every thread page there is is read. So the figures tell of extraction and nothing else.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import datetime
from typing import Any

from weft.evaluate._posts_sites import time_reading
from weft.evaluate._posts_threads import ThreadFigures, ThreadPost, judge_pairs, match_posts
from weft.extract import learn_wrapper
from weft.page import Page, Post, read_page
from weft.simulate import Site, TruePost, TruthKind, make_site

LEARN_FROM = 25
THREADS = 60

Key = tuple[str, int]  # thread and number of a page


@dataclass(frozen=True, slots=True)
class Extras:
    """Counts beyond those of an export: ids that no other post of the thread has, answered posts, files."""

    ids: int = 0
    replies: int = 0  # matched posts that answer one
    replies_told: int = 0
    replies_right: int = 0
    files: int = 0  # of matched posts
    files_right: int = 0

    def __add__(self, other: Extras) -> Extras:
        return Extras(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class SkinPosts:
    """One row: a skin, how well its posts were read, and what a page costs."""

    skin: str
    counts: ThreadFigures = field(default_factory=ThreadFigures)
    extras: Extras = field(default_factory=Extras)
    learn_seconds: float = 0.0
    page_ms: float | None = None  # median, parsing not counted; None where nothing was learned

    def figures(self) -> dict[str, float | None]:
        """Give the shares by name; None where there is nothing to share."""
        c, x = self.counts, self.extras
        shares = {
            "precision": (c.matched, c.exported),
            "recall": (c.matched, c.true),
            "author": (c.authors, c.matched),
            "time": (c.times, c.matched),
            "order": (c.ordered, c.steps),
            "ids": (x.ids, c.exported),
            "reply_p": (x.replies_right, x.replies_told),
            "reply_r": (x.replies_right, x.replies),
            "files": (x.files_right, x.files),
        }
        return {name: round(part / whole, 4) if whole else None for name, (part, whole) in shares.items()}

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        cost = None if self.page_ms is None else round(self.page_ms, 2)
        learning = round(self.learn_seconds, 2)
        return {"skin": self.skin, **self.figures(), "learn_s": learning, "extract_ms": cost}


def evaluate_skin_posts(skin: str, threads: int = THREADS, seed: int = 1, draws: int = 1) -> SkinPosts:
    """Learn from some thread pages of a simulated site, read all of them, and compare with what is true.

    Each draw learns from other pages: a wrapper should not depend on which ones a crawl happens to see first.
    """
    site = make_site(skin, threads=threads, seed=seed)
    pages = _read_pages(site)
    true = {f"thread:{thread.id}": thread.posts for thread in site.threads(site.model.end)}
    chance = random.Random(seed)  # noqa: S311  repeatable choice
    rows = []
    for _ in range(draws):
        order = sorted(pages)
        chance.shuffle(order)
        rows.append(_draw(skin, site.model.end, pages, order[:LEARN_FROM], true))
    return _join(rows)


def _draw(
    skin: str, now: datetime, pages: Mapping[Key, Page], chosen: Sequence[Key], true: Mapping[str, Sequence[TruePost]]
) -> SkinPosts:
    before = time.process_time()
    wrapper = learn_wrapper([pages[key] for key in chosen], now)
    seconds = time.process_time() - before
    found: dict[str, list[Post]] = defaultdict(list)
    cost = None
    if wrapper is not None:
        for key in sorted(pages):
            found[key[0]] += wrapper.read(pages[key], now).posts
        read = wrapper.read
        cost = statistics.median(time_reading(lambda page: read(page, now), page) for page in pages.values())
    row = SkinPosts(skin, learn_seconds=seconds, page_ms=cost)
    for owner, posts in true.items():
        row = _add(row, posts, _drop_repeated(found[owner]))
    return row


def _join(rows: Sequence[SkinPosts]) -> SkinPosts:
    costs = [row.page_ms for row in rows if row.page_ms is not None]
    return SkinPosts(
        rows[0].skin,
        sum((row.counts for row in rows), ThreadFigures()),
        sum((row.extras for row in rows), Extras()),
        statistics.median(row.learn_seconds for row in rows),
        statistics.median(costs) if costs else None,
    )


def _read_pages(site: Site) -> dict[Key, Page]:
    """Give the thread pages of a site by thread and number."""
    now = site.model.end
    pages = {}
    for url, truth in site.all_truth(now):
        if truth.kind is TruthKind.THREAD:
            body = site.answer(url, now).body
            pages[str(truth.list), truth.page or 1] = read_page(url, body, "text/html; charset=utf-8")
    return pages


def _drop_repeated(posts: Sequence[Post]) -> list[Post]:
    """Leave out posts that an earlier page of the thread shows too, as an archive does."""
    seen: dict[object, Post] = {}
    for post in posts:
        seen.setdefault(post.id or (post.author, post.time, post.text), post)
    return list(seen.values())


def _add(row: SkinPosts, true: Sequence[TruePost], found: Sequence[Post]) -> SkinPosts:
    """Add one thread. Own words are compared: what a post quotes is another's."""
    wanted = [ThreadPost(post.own_text, post.author, post.time) for post in true]
    said = [ThreadPost(post.own_text, post.author, post.time) for post in found]
    pairs = match_posts(wanted, said)
    counts = ThreadFigures(exported=len(said), true=len(wanted)) + judge_pairs(wanted, said, pairs)
    extras = _count_extras(true, found, pairs)
    return SkinPosts(row.skin, row.counts + counts, row.extras + extras, row.learn_seconds, row.page_ms)


def _count_extras(true: Sequence[TruePost], found: Sequence[Post], pairs: Sequence[tuple[int, int]]) -> Extras:
    ids = Counter(post.id for post in found if post.id)
    meant = {found[j].id: true[i].id for i, j in pairs if found[j].id}  # a site's own ids are not the model's
    total = Extras(ids=sum(count == 1 for count in ids.values()))
    for i, j in pairs:
        answered, said = true[i].reply_to, found[j].reply_to
        names = Counter(file.name for file in true[i].attachments)
        total += Extras(
            replies=int(answered is not None),
            replies_told=int(bool(said)),
            replies_right=int(answered is not None and meant.get(said) == answered),
            files=names.total(),
            files_right=(names & Counter(file.name for file in found[j].attachments)).total(),
        )
    return total
