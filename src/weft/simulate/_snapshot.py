"""A forum at one moment: which posts are there, in which order lists show their threads and threads their posts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.simulate._chance import Salt, mix, share
from weft.simulate._growth import Ints
from weft.simulate._kinds import Kind
from weft.simulate._model import ForumModel, Post, Thread

TREE_KINDS = frozenset({Kind.QA, Kind.COMMENTS, Kind.BLOG})
FILTER_SPANS_S = {"day": 86_400, "week": 7 * 86_400}


class Snapshot:
    """The model cut at its `visible` first posts, without those deleted; everything it tells is as of then."""

    def __init__(self, model: ForumModel, visible: int, deleted: frozenset[int] = frozenset()) -> None:
        self.model = model
        self.visible = visible
        self._deleted = deleted
        self._gaps = self._find_gaps(deleted)
        shown = model.ids <= visible
        self.counts: Ints = np.add.reduceat(shown, model.first[:-1], dtype=np.int64)
        self.threads = int(np.count_nonzero(self.counts))
        self._user_posts = np.bincount(model.authors[shown], minlength=model.users + 1)
        self._board_threads = np.bincount(model.board_of[: self.threads], minlength=len(model.boards) + 1)
        self._board_posts = np.bincount(model.board_of, weights=self.counts, minlength=len(model.boards) + 1)
        self.order = lru_cache(maxsize=512)(self._order)
        self.parents = lru_cache(maxsize=512)(self._parents)
        self.listing = lru_cache(maxsize=256)(self._listing)
        self.newest_thread = lru_cache(maxsize=256)(self._newest_thread)

    def has_thread(self, thread: int) -> bool:
        """Tell whether a thread is open; threads are numbered in the order of opening."""
        return 1 <= thread <= self.threads

    def has_board(self, board: int) -> bool:
        """Tell whether a board is there; a list's months come one by one."""
        if not 1 <= board <= len(self.model.boards):
            return False
        return self.model.boards[board - 1].opened is None or bool(self._board_threads[board])

    def count(self, thread: int) -> int:
        """Give the number of posts of a thread."""
        return int(self.counts[thread - 1]) - len(self._gaps.get(thread, ()))

    def _find_gaps(self, deleted: frozenset[int]) -> dict[int, set[int]]:
        gaps: dict[int, set[int]] = {}
        for id_ in deleted:
            post = self.model.find_post(id_)
            if post is not None and id_ <= self.visible:
                gaps.setdefault(post.thread, set()).add(post.index)
        return gaps

    def find_post(self, post: int) -> Post | None:
        """Give a post if it is written yet."""
        return self.model.find_post(post) if 1 <= post <= self.visible and post not in self._deleted else None

    def last_post(self, thread: int) -> Post:
        """Give the newest post of an open thread."""
        gaps = self._gaps.get(thread, set())
        last = int(self.counts[thread - 1]) - 1
        while last in gaps:
            last -= 1
        return self.model.post(thread, last)

    def board_size(self, board: int) -> tuple[int, int]:
        """Give a board's own threads and posts."""
        return int(self._board_threads[board]), int(self._board_posts[board])

    def _newest_thread(self, board: int) -> int:
        """Give the thread of a board with the newest post, 0 if it has none."""
        listed = self.listing(board, "last", "")
        return int(listed[np.argmax(self._last_times(listed))]) if len(listed) else 0

    def posts_by(self, user: int) -> int:
        """Give how many posts a user has written."""
        return int(self._user_posts[user])

    def views(self, thread: int) -> int:
        """Give how often a thread was looked at; grows with its posts."""
        return self.count(thread) * (7 + mix(self.model.seed, Salt.VIEWS, thread) % 60) + 3

    def _listing(self, board: int, sort: str, span: str) -> Ints:
        """Give the threads of a board (0: of all) in an order; `_up` at the end of a sort turns it round."""
        opened = self.model.board_of[: self.threads]
        threads = np.flatnonzero(opened == board) + 1 if board else np.arange(1, self.threads + 1)
        name, _, direction = sort.partition("_")
        key = self._sort_key(name, threads)
        # newest or biggest first; ties by id so that the order is one
        ordered = threads[np.lexsort((threads, key) if direction else (-threads, -key))]
        if span in FILTER_SPANS_S:
            newest = self.model.sorted_times[max(0, self.visible - 1)]
            ordered = ordered[self._last_times(ordered) >= newest - FILTER_SPANS_S[span]]
        return self._raise_sticky(ordered) if name == "last" and not direction else ordered

    def _sort_key(self, name: str, threads: Ints) -> NDArray[np.int64]:
        if name == "replies":
            return self.counts[threads - 1]
        if name == "views":
            return np.array([self.views(int(thread)) for thread in threads], dtype=np.int64)
        if name == "author":
            return self.model.authors[self.model.first[threads - 1]].astype(np.int64)
        if name == "date" or self.model.kind is Kind.BLOG:
            return threads
        return -threads if self.model.kind is Kind.MAILING_LIST else self._last_times(threads)

    def _last_times(self, threads: Ints) -> Ints:
        newest: Ints = self.model.times[self.model.first[threads - 1] + self.counts[threads - 1] - 1]
        return newest

    def _raise_sticky(self, threads: Ints) -> Ints:
        if self.model.kind is not Kind.FORUM:
            return threads
        sticky = self.model.sticky[threads]
        return np.concatenate([threads[sticky], threads[~sticky]])

    def _parents(self, thread: int) -> tuple[int | None, ...]:
        return tuple(self.model.parent_index(thread, index) for index in range(self.count(thread)))

    def _order(self, thread: int) -> tuple[int, ...]:
        """Give the indexes of a thread's posts as pages show them: by time, or answers below what they answer."""
        if self.model.kind not in TREE_KINDS:
            gaps = self._gaps.get(thread, ())
            return tuple(index for index in range(int(self.counts[thread - 1])) if index not in gaps)
        below: dict[int, list[int]] = {}
        for index, parent in enumerate(self.parents(thread)):
            if parent is not None:
                below.setdefault(parent, []).append(index)
        shown, waiting = [], [0]
        while waiting:
            index = waiting.pop()
            shown.append(index)
            waiting.extend(reversed(below.get(index, ())))
        return tuple(shown)

    def depth(self, thread: int, index: int) -> int:
        """Give how deep a post is nested below the first; 0 where posts are not nested."""
        if self.model.kind not in TREE_KINDS:
            return 0
        parents, depth, parent = self.parents(thread), 0, self.parents(thread)[index]
        while parent is not None:
            depth, parent = depth + 1, parents[parent]
        return depth

    def neighbour(self, thread: Thread, *, newer: bool) -> int:
        """Give the thread opened next (or before) in the same board, 0 at the end."""
        same = np.flatnonzero(self.model.board_of[: self.threads] == thread.board) + 1
        place = int(np.searchsorted(same, thread.id)) + (1 if newer else -1)
        return int(same[place]) if 0 <= place < len(same) else 0

    def moved_out_of(self, board: int) -> tuple[int, ...]:
        """Give the newest threads that were opened in a board and now stand elsewhere."""
        return tuple(t for t, old in self.model.moved_from.items() if old == board and t <= self.threads)[-2:]

    def votes(self, post: Post) -> int:
        """Give a post's votes: steady, and mostly few."""
        return int(share(self.model.seed, Salt.VOTES, post.id) ** 4 * 60)
