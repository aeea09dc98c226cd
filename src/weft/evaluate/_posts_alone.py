"""Pages of a crawled site each read alone, as `weft extract PAGE` does, beside what the site's own wrapper reads.

The wrapper knows the whole site; where its posts are right, which truth tells for mirrored sites, they are the truth
for single pages. Pages with one post, or two or three, are the hard ones: next to nothing repeats there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from weft.crawl import Scribe, load_page, load_wrappers, newest_pages
from weft.evaluate._crawl import Look
from weft.evaluate._posts_gold import GoldFigures, GoldPost, score_gold_page, to_read_post
from weft.extract import extract_page
from weft.page import Post, ThreadPage
from weft.store import Archive
from weft.traversal import Plan, Role, list_role

GROUPS = {"one": (1, 1), "few": (2, 3), "more": (4, 20)}  # posts of a page
_PAGES = 12  # of a group
_LOOKED_AT = 240  # pages, spread over the archive
_OF_MATCHED = ("author", "day")  # shares of the posts found that are right in this


class AloneJudge:
    """Looks at the archive of a crawl before it is gone (a `Look`); `then` looks after it."""

    def __init__(self, then: Look | None = None) -> None:
        self._then = then
        self.figures: dict[str, float] = dict.fromkeys((*GROUPS, *_OF_MATCHED), 0.0)  # of a crawl without an end

    def __call__(self, archive: Archive, plan: Plan) -> None:
        """Read pages alone and compare."""
        self.figures = alone_figures(archive, plan)
        if self._then is not None:
            self._then(archive, plan)


def alone_figures(archive: Archive, plan: Plan) -> dict[str, float]:
    """Give the F1 of posts by group, and of those matched the shares with the right author and the right day."""
    counts: dict[str, GoldFigures] = defaultdict(GoldFigures)
    for group, known, alone in _read_pages(archive, plan):
        gold = [_to_gold(post) for post in known.posts]
        counts[group] += score_gold_page(gold, [to_read_post(post) for post in alone.posts])
    total = sum(counts.values(), GoldFigures())
    figures = {group: round(counts[group].f1, 4) for group in GROUPS}
    return {**figures, "author": round(total.user or 0.0, 4), "day": round(total.date or 0.0, 4)}


def _read_pages(archive: Archive, plan: Plan) -> Iterator[tuple[str, ThreadPage, ThreadPage]]:
    """Give pages of threads, some of each group, as the site's wrapper reads them and as they are read alone."""
    scribe = Scribe(plan, load_wrappers(archive), lambda _: None)
    threads = [stored for stored in newest_pages(archive) if list_role(stored.row.role) == Role.THREAD]
    threads.sort(key=lambda stored: stored.url)  # the same ones, in whatever order they came
    taken: Counter[str] = Counter()
    for stored in threads[:: max(1, -(-len(threads) // _LOOKED_AT))]:
        page = load_page(archive, stored.url)
        reading = scribe.read_thread(page, stored.row, stored.fetched_at) if page is not None else None
        if page is None or reading is None or reading.thread is None:
            continue
        posts = len(reading.thread.posts)
        group = next((name for name, (least, most) in GROUPS.items() if least <= posts <= most), None)
        if group is not None and taken[group] < _PAGES:
            taken[group] += 1
            yield group, reading.thread, extract_page(page, stored.fetched_at)


def _to_gold(post: Post) -> GoldPost:
    day = post.time.date().isoformat() if post.time is not None else ""
    return GoldPost(post.text, post.author_url or post.author, "name", post.author, day)
