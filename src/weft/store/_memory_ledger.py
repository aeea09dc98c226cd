"""The tables' twin in memory: boards, threads and posts in dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from weft.page import IndexPage, Post, ThreadPage
from weft.store._facts import BoardFacts, ThreadFacts, boards_of, cut_crumbs, hear_index, threads_of
from weft.store._forum_ports import Reading
from weft.store._packing import Key
from weft.store._recording import Before
from weft.store._seats import Held, Look, Outcome, PageSeen, Spot, find_gone, page_rank

Author = tuple[str, str]


@dataclass(slots=True)
class Read:
    """How a page was last read."""

    thread: int | None
    page: int
    wrapper: int
    seen: float


@dataclass(slots=True)
class Thread:
    """A thread: what is said of it, its posts by id, the boards that list it, how many pages of it were read."""

    facts: ThreadFacts = field(default_factory=ThreadFacts)
    posts: dict[int, Held] = field(default_factory=dict)
    listed_on: dict[str, None] = field(default_factory=dict)
    pages: int = 0

    def in_order(self) -> list[Held]:
        """Give the posts as they stand."""
        return sorted(self.posts.values(), key=lambda post: (post.page, post.url, post.place))


class MemoryLedger:
    """Fulfils `Ledger`. `names` are the numbers of lists, shared with the archive's other half."""

    def __init__(self, names: dict[str, int]) -> None:
        self.names = names
        self.threads: dict[int, Thread] = {}
        self.boards: dict[str, BoardFacts] = {}
        self.read: dict[int, Read] = {}
        self.repeats: dict[int, dict[int, int]] = {}  # page, post, place
        self.versions: dict[int, list[tuple[float, Post]]] = {}  # when each ended
        self.users: Counter[Author] = Counter()
        self.revised: list[Held] = []  # posts as they were, that now carry other files
        self._last_id = 0

    def name(self, address: str) -> int:
        """Give the number of a thread or board."""
        return self.names.setdefault(address, len(self.names) + 1)

    def before(self, url: int) -> Before | None:
        """Tell how a page was read before."""
        read = self.read.get(url)
        return Before(read.thread, read.page, read.seen) if read else None

    def save(self, url: int, thread: int | None, reading: Reading, seen: float) -> None:
        """Remember that a page was read, as a page of a thread or not."""
        self.read[url] = Read(thread, page_rank(reading.number), reading.wrapper, seen)

    def set_wrapper(self, url: int, wrapper: int) -> None:
        """Remember by what a page was read, and nothing else."""
        if url in self.read:
            self.read[url].wrapper = wrapper

    def hear_index(self, address: str, page: IndexPage, rank: int, seen: float) -> None:
        """Take what an index page says of boards and threads."""
        boards = {url: self._board(url) for url in boards_of(address, page)}
        threads = {url: self._thread(self.name(url)) for url in threads_of(page)}
        hear_index(address, page, rank, seen, boards, {url: thread.facts for url, thread in threads.items()})
        for thread in threads.values():
            boards[address].size += address not in thread.listed_on
            thread.listed_on[address] = None

    def hear_thread(self, thread: int, page: ThreadPage, rank: int, seen: float) -> None:
        """Take what a page of a thread says of it and of its board."""
        self._thread(thread).facts.hear_page(page, rank, seen)
        if way := cut_crumbs(page.crumbs):
            self._board(way[-1].url).hear_thread(way, seen)

    def _thread(self, thread: int) -> Thread:
        return self.threads.setdefault(thread, Thread())

    def _board(self, address: str) -> BoardFacts:
        self.name(address)
        return self.boards.setdefault(address, BoardFacts())

    def count_page(self, thread: int, number: int) -> None:
        """Count pages to a thread, or off it."""
        self.threads[thread].pages += number

    def has_pages(self, thread: int) -> bool:
        """Tell whether a page of a thread was read."""
        return thread in self.threads and self.threads[thread].pages > 0

    def desk(self, look: Look, was_page: int, *, is_new: bool) -> MemoryDesk:
        """Give the posts that a look needs."""
        return MemoryDesk(self, look)

    def elsewhere(self, post: int, url: int) -> Spot | None:
        """Give the first page but one that repeats a post."""
        spots = [
            Spot(self.read[page].page, page, posts[post])
            for page, posts in self.repeats.items()
            if post in posts and page != url
        ]
        return min(spots, key=lambda spot: (spot.page, spot.url), default=None)

    def fetch_posts(self, look: Look, was: Before) -> None:
        """Take over the posts of a page from the thread it belonged to before."""
        self.repeats.pop(look.url, None)
        old, new = self.threads[was.thread or 0], self.threads[look.thread]
        there = {post.key for post in new.posts.values()}
        for post in [post for post in old.in_order() if post.url == look.url]:
            if other := self.elsewhere(post.id, look.url):
                old.posts[post.id] = replace(post, page=other.page, url=other.url, place=other.place)
                del self.repeats[other.url][post.id]
            else:
                del old.posts[post.id]
                if post.key in there:
                    self._forget(post)
                else:
                    new.posts[post.id] = post

    def write(self, look: Look, outcome: Outcome) -> None:
        """Write what a look changes."""
        for post in outcome.touched():
            self.users[_author(post)] += 0
        posts = self.threads[look.thread].posts
        for key, post, place in outcome.fresh:
            self._last_id += 1
            posts[self._last_id] = Held(self._last_id, key, look.page, look.url, place, 1, look.seen, post)
            self.users[_author(post)] += 1
        for old, now in outcome.revised:
            posts[now.id] = now
            if old.post.attachments and old.post.attachments != now.post.attachments:
                self.revised.append(old)
            self.users[_author(old.post)] -= 1
            self.users[_author(now.post)] += 1
            if now.version > old.version:
                self.versions.setdefault(now.id, []).append((look.seen, old.post))
        for held in outcome.removed:
            del posts[held.id]
            self._forget(held)
        for id_, url in outcome.dropped:
            self.repeats.get(url, {}).pop(id_, None)
        for id_, url, place in outcome.repeats:
            self.repeats.setdefault(url, {})[id_] = place

    def _forget(self, post: Held) -> None:
        self.users[_author(post.post)] -= 1
        self.versions.pop(post.id, None)
        for posts in self.repeats.values():
            posts.pop(post.id, None)

    def mark_gone(self, thread: int) -> int:
        """Mark posts of a thread that were looked for everywhere they may be; gives how many."""
        posts = self.threads[thread].posts
        missed = [post for post in posts.values() if post.missed_at is not None and post.gone_at is None]
        gone = find_gone(missed, self.pages_of(thread))
        posts.update({now.id: now for _, now in gone})
        return len(gone)

    def pages_of(self, thread: int) -> list[PageSeen]:
        """Give the pages of a thread in order."""
        pages = [PageSeen(read.page, url, read.seen) for url, read in self.read.items() if read.thread == thread]
        return sorted(pages, key=lambda page: (page.page, page.url))


@dataclass(frozen=True, slots=True)
class MemoryDesk:
    """The posts of one thread, as a look at one of its pages needs them; fulfils `Desk`."""

    ledger: MemoryLedger
    look: Look

    def find(self, keys: Collection[Key]) -> dict[Key, Held]:
        """Give those of the thread that have one of the keys."""
        posts = self.ledger.threads[self.look.thread].posts.values()
        return {post.key: post for post in posts if post.key in keys}

    def standing(self) -> list[Held]:
        """Give those that have their seat on the page, in order."""
        return [post for post in self.ledger.threads[self.look.thread].in_order() if post.url == self.look.url]

    def repeats(self) -> dict[int, int]:
        """Give the posts that the page repeats, by id, and their places there."""
        return dict(self.ledger.repeats.get(self.look.url, {}))

    def elsewhere(self, post: int) -> Spot | None:
        """Give the first other page that shows a post."""
        return self.ledger.elsewhere(post, self.look.url)


def _author(post: Post) -> Author:
    return post.author, post.author_url
