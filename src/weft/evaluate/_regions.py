"""How well regions are found: on sites with truth, is the main region of a page exactly its posts, or its rows?

Each page is read twice: alone, and knowing the patterns of other pages of the site (as a crawl does).
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from weft.evaluate._corpus import MirroredSite, load_site
from weft.evaluate._measures import PageType
from weft.page import Page, Pattern, Record, Region, Regions, find_regions, gather_patterns, read_page
from weft.urls import parse_address, resolve

_NOT_WORDS = re.compile(r"[\W_]+")
_KEY_CHARS = 80  # of a post's text that a record is searched for
_LEARNT_FROM = 30  # pages whose patterns are known to the second reading
_ON_EVERY_PAGE = 0.5  # share of the pages with a link, from which it belongs to no list
_MAX_SUB_BOARDS = 3  # listed inside a board's row


class Match(StrEnum):
    """How a page's main region compares with the truth."""

    EXACT = "exact"  # one record for each post or row, and no other
    OTHER = "other"  # so is another region of the page, not the main one
    EXTRA = "extra"  # one record for each, and others in the same list
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class GoldSite:
    """A mirrored site with its posts: texts by page key (empty where the truth has numbers only), boards by thread."""

    site: MirroredSite
    origin: str
    posts: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, int]
    boards: Mapping[str, str]


@dataclass(slots=True)
class RegionFigures:
    """What was found on one site: matches by kind of page, for pages read alone and with the site known."""

    alone: dict[str, Counter[Match]] = field(default_factory=lambda: defaultdict(Counter))
    known: dict[str, Counter[Match]] = field(default_factory=lambda: defaultdict(Counter))
    misses: list[str] = field(default_factory=list)

    def share(self, kind: str, *matches: Match, alone: bool = False) -> float:
        """Give the share of the pages of a kind that came out so."""
        counts = (self.alone if alone else self.known)[kind]
        return sum(counts[match] for match in matches) / max(1, sum(counts.values()))


def load_gold(folder: Path) -> GoldSite:
    """Read a mirrored site with its threads.jsonl."""
    site = load_site(folder)
    posts: dict[str, list[str]] = defaultdict(list)
    counts: dict[str, int] = {}
    boards: dict[str, str] = {}
    with (folder / "threads.jsonl").open(encoding="utf-8") as lines:
        for thread in map(json.loads, lines):
            boards[f"thread:{thread['id']}"] = f"board:{thread['board']}"
            for post in thread.get("posts", ()):
                if post.get("kind") != "comment":  # comments stand inside the posts they are about: a nested list
                    posts[f"thread:{thread['id']}:p{post['page']}"].append(post["text"])
            if thread.get("pages") == 1:
                counts[f"thread:{thread['id']}:p1"] = thread["n_posts"]
    counts.update((key, len(texts)) for key, texts in posts.items())
    origin = parse_address(site.entry).origin
    return GoldSite(site, origin, {key: tuple(texts) for key, texts in posts.items()}, counts, boards)


def evaluate_regions(gold: GoldSite, pages_of_a_kind: int = 60, seed: int = 3) -> RegionFigures:
    """Measure a sample of a site's pages, the first URL of each page only."""
    pages = sample_pages(gold, pages_of_a_kind, seed)
    draw = random.Random(seed)  # noqa: S311  a sample to measure, not a secret
    learnt_from = draw.sample(sorted(pages), min(len(pages), _LEARNT_FROM))
    known = gather_patterns(find_regions(pages[key]) for key in learnt_from)
    common = common_links(pages.values())
    figures = RegionFigures()
    for key, page in pages.items():
        for counts, patterns in ((figures.alone, ()), (figures.known, known)):
            judged = judge_page(gold, key, page, patterns, common)
            if judged is not None:
                counts[judged[0]][judged[1]] += 1
                if judged[1] is not Match.EXACT and counts is figures.known:
                    figures.misses.append(f"{judged[1]} {judged[0]} {page.url}")
    return figures


def sample_pages(gold: GoldSite, pages_of_a_kind: int, seed: int) -> dict[str, Page]:
    """Give valid pages by key: all entry pages, and so many index and thread pages."""
    urls: dict[PageType, dict[str, str]] = defaultdict(dict)
    for target, answer in gold.site.answers.items():
        truth = gold.site.truth.look_up(gold.origin + target)
        if truth.key is not None and answer.status == 200 and truth.type is not PageType.ATTACHMENT:
            urls[truth.type].setdefault(truth.key, target)
    draw = random.Random(seed)  # noqa: S311  a sample to measure, not a secret
    pages: dict[str, Page] = {}
    for kind in (PageType.ENTRY, PageType.INDEX, PageType.THREAD):
        keys = sorted(urls[kind])
        for key in draw.sample(keys, min(len(keys), pages_of_a_kind)):
            target = urls[kind][key]
            pages[key] = read_page(gold.origin + target, gold.site.answers[target].body, "text/html; charset=utf-8")
    return pages


def common_links(pages: Iterable[Page]) -> frozenset[str]:
    """Give the URLs that most pages link to: menus, jump lists, the newest threads in the margin."""
    pages = list(pages)
    counts = Counter(url for page in pages for url in {link.url for link in page.links} if url)
    return frozenset(url for url, count in counts.items() if count > _ON_EVERY_PAGE * len(pages))


def judge_page(
    gold: GoldSite, key: str, page: Page, known: Iterable[Pattern], common: frozenset[str]
) -> tuple[str, Match] | None:
    """Give what a page lists (posts, threads, boards) and how its main region compares; None if nothing is known."""
    regions = find_regions(page, known)
    if key.startswith("thread:"):
        if key not in gold.counts:
            return None
        return "posts", _judge_regions(regions, lambda region: _judge_thread(gold, key, region))
    rows = expected_rows(gold, key, page, common)
    if rows is None:
        return None
    return rows.kind, _judge_regions(regions, lambda region: judge_rows(rows, _row_keys(gold, page, region)))


def _judge_regions(regions: Regions, judge: Callable[[Region], Match]) -> Match:
    """Judge the main region; where it is wrong, tell whether another one is right."""
    match = judge(regions.main) if regions.main is not None else Match.MISS
    if match is not Match.MISS:
        return match
    return Match.OTHER if any(judge(region) is Match.EXACT for region in regions) else Match.MISS


def _judge_thread(gold: GoldSite, key: str, region: Region) -> Match:
    """Compare a thread page; a page that shows the opening post again (as question sites do) is right with it."""
    posts, count = gold.posts.get(key, ()), gold.counts[key]
    match = judge_posts(posts_of(region), posts, count)
    opening = gold.posts.get(f"{key.rpartition(':')[0]}:p1", ())[:1]
    if match is Match.EXTRA and opening and not key.endswith(":p1"):
        return min(match, judge_posts(posts_of(region), (*opening, *posts), count + 1), key=list(Match).index)
    return match


def posts_of(region: Region) -> list[Record]:
    """Give the records of a region, the opening one first."""
    return [*([region.lead] if region.lead is not None else []), *region.records]


def judge_posts(records: Sequence[Record], posts: Sequence[str], count: int) -> Match:
    """Compare records with a page's posts, by a piece of each post's text; posts without words count by number only."""
    texts = [flatten(record.text) for record in records]
    whole = "".join(texts)
    keys = [key for key in (post_key(post, whole) for post in posts) if key]
    if not pair_up(keys, texts):
        return Match.MISS
    if len(records) == count:
        return Match.EXACT
    return Match.EXTRA if len(records) > count else Match.MISS


def flatten(text: str) -> str:
    """Give the letters and digits of a text."""
    return _NOT_WORDS.sub("", text.lower())


def post_key(post: str, whole: str) -> str:
    """Give the longest line of a post that stands on the page (smilies may have eaten others), cut to a length."""
    lines = sorted((flatten(line)[:_KEY_CHARS] for line in post.splitlines()), key=len, reverse=True)
    return next((line for line in lines if line in whole), lines[0] if lines else "")


def pair_up(keys: Sequence[str], texts: Sequence[str]) -> bool:
    """Tell whether each key has a text of its own that holds it (quotations hold others' keys as well)."""
    holders = [[number for number, text in enumerate(texts) if key in text] for key in keys]
    owner: dict[int, int] = {}

    def give(key: int, tried: set[int]) -> bool:
        for text in holders[key]:
            if text not in tried:
                tried.add(text)
                if text not in owner or give(owner[text], tried):
                    owner[text] = key
                    return True
        return False

    return all(give(key, set()) for key in range(len(keys)))


@dataclass(frozen=True, slots=True)
class Rows:
    """What an index page lists: threads or boards, by key. `allowed` may be listed as well (the margin lists them)."""

    kind: str
    required: frozenset[str]
    allowed: frozenset[str]


def expected_rows(gold: GoldSite, key: str, page: Page, common: frozenset[str]) -> Rows | None:
    """Tell from its links what an index or entry page lists: its board's threads, any threads, else boards."""
    board = key.rpartition(":")[0]
    on_all_pages = frozenset() if key == "entry" else common  # what jump lists repeat everywhere, the entry lists
    linked = [link.href for link in page.links if link.url and link.url not in on_all_pages]
    listed = frozenset(_keys_of(gold, page, linked))
    threads = frozenset(row for row in listed if row.startswith("thread:"))
    own = frozenset(thread for thread in threads if gold.boards.get(thread) == board)
    if threads and key != "entry":
        return Rows("threads", own or threads, threads)
    boards = (listed & frozenset(gold.boards.values())) - {board}
    return Rows("boards", boards, boards) if len(boards) > 1 else None


def judge_rows(rows: Rows, found: Sequence[Sequence[str]]) -> Match:
    """Compare the keys that each record links to with what the page lists."""
    kind = "thread:" if rows.kind == "threads" else "board:"
    own = [[key for key in row if key.startswith(kind)] for row in found]
    firsts = [row[0] for row in own if row]
    if len(set(firsts)) < len(firsts):
        return Match.MISS
    right = _are_threads(own, rows) if rows.kind == "threads" else _are_boards(own, rows)
    if not right:
        return Match.MISS
    return Match.EXACT if len(firsts) == len(found) else Match.EXTRA


def _are_threads(found: Sequence[Sequence[str]], rows: Rows) -> bool:
    """One thread per row."""
    return all(len(row) <= 1 for row in found) and rows.required <= {row[0] for row in found if row}


def _are_boards(found: Sequence[Sequence[str]], rows: Rows) -> bool:
    """One board per row, with its sub-boards; a row of many boards is a category."""
    counts = Counter(board for row in found for board in row)
    return all(len(row) <= 1 + _MAX_SUB_BOARDS for row in found) and all(counts[board] == 1 for board in rows.required)


def _row_keys(gold: GoldSite, page: Page, region: Region) -> list[list[str]]:
    return [_keys_of(gold, page, [link.href for link in links]) for links in region.links]


def _keys_of(gold: GoldSite, page: Page, hrefs: Iterable[str]) -> list[str]:
    """Give the boards and threads that hrefs lead to, without their page numbers, in order."""
    keys: dict[str, None] = {}
    for href in hrefs:
        url = resolve(href, page.base)
        truth = gold.site.truth.look_up(url.partition("#")[0]) if url else None
        if truth is not None and truth.key is not None and truth.key.count(":") == 2:
            keys[truth.key.rpartition(":")[0]] = None
    return list(keys)
