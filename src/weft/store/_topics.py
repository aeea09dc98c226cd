"""Threads and boards in SQL: what pages say of them, kept as rows. All runs inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weft.page import Crumb, IndexPage, ThreadPage
from weft.store._facts import (
    NEVER,
    BoardFacts,
    Claim,
    ThreadFacts,
    Told,
    boards_of,
    cut_crumbs,
    hear_index,
    threads_of,
)
from weft.store._forum_ports import Reading
from weft.store._packing import pack_crumbs, unpack_crumbs
from weft.store._recording import name_of
from weft.store._tally import BOARDS, Kind, Tally

Retitled = list[tuple[int, str, str]]  # id of a thread, its title as it was and as it is
_THREAD_COLUMNS = (
    "title, title_rank, tags, tags_rank, board_id, board_seen, crumbs, is_locked, page_seen, is_sticky,"
    " is_listed_locked, entry_seen, replies, replies_seen, views, views_seen, last_time, last_time_seen, last_zone"
)
_BOARD_COLUMNS = (
    "title, title_rank, title_seen, description, description_rank, description_seen, parent, parent_rank, parent_seen,"
    " path, path_rank, path_seen, is_board, size"
)
_AMONG = "IN (SELECT value FROM json_each(?))"
_THREADS = (
    f"SELECT t.id, {_THREAD_COLUMNS}, coalesce(b.url, '') FROM threads AS t"  # noqa: S608  our own names
    f" LEFT JOIN lists AS b ON b.id = t.board_id WHERE t.id {_AMONG}"
)
_BOARDS = f"SELECT id, {_BOARD_COLUMNS} FROM boards WHERE id {_AMONG}"  # noqa: S608
_LIST_IT = "INSERT OR IGNORE INTO listings (thread_id, board_id) VALUES (?, ?)"


def _insert(table: str, columns: str) -> str:
    marks = ", ".join("?" * len(columns.split(", ")))
    return f"INSERT INTO {table} ({columns}, id) VALUES ({marks}, ?)"  # noqa: S608


def _update(table: str, columns: str) -> str:
    changes = ", ".join(f"{name} = ?" for name in columns.split(", "))
    return f"UPDATE {table} SET {changes} WHERE id = ?"  # noqa: S608


# Two statements and no INSERT .. ON CONFLICT: into a table that others refer to, that one makes SQLite look through all
# of those for each row.
_NEW_THREAD = _insert("threads", f"{_THREAD_COLUMNS}, pages").replace("?, ?)", "0, ?)")
_THREAD_AGAIN = _update("threads", _THREAD_COLUMNS)
_NEW_BOARD, _BOARD_AGAIN = _insert("boards", _BOARD_COLUMNS), _update("boards", _BOARD_COLUMNS)


@dataclass(frozen=True, slots=True)
class Topics:
    """Threads and boards, as one transaction changes them. `names` has the ids of all lists the readings speak of."""

    connection: sqlite3.Connection
    tally: Tally
    names: dict[str, int]

    def hear_thread(self, id_: int, page: ThreadPage, rank: int, seen: float) -> Retitled:
        """Take what a page of a thread says of it and of its board; gives the thread if its title is another one."""
        known = self.load_threads([id_])
        threads = known or {id_: ThreadFacts()}
        title = threads[id_].title
        threads[id_].hear_page(page, rank, seen)
        self.save_threads(threads, known)
        if way := cut_crumbs(page.crumbs):
            self._hear_crumbs(self.names[way[-1].url], way, seen)
        return [(id_, title, threads[id_].title)] if threads[id_].title != title else []

    def _hear_crumbs(self, id_: int, way: tuple[Crumb, ...], seen: float) -> None:
        known = self.load_boards([id_])
        boards = known or {id_: BoardFacts()}
        before = boards[id_].is_board
        boards[id_].hear_thread(way, seen)
        self.save_boards(boards, known)
        self.tally.add(Kind.FORUM, BOARDS, boards[id_].is_board - before)

    def hear_index(self, address: str, page: IndexPage, rank: int, seen: float) -> Retitled:
        """Take what an index page says; gives the threads whose title is another one."""
        boards = {self.names[url]: BoardFacts() for url in boards_of(address, page)}
        threads = {self.names[url]: ThreadFacts() for url in threads_of(page)}
        known_boards, known_threads = self.load_boards(boards), self.load_threads(threads)
        boards |= known_boards
        threads |= known_threads
        before = sum(facts.is_board for facts in boards.values())
        titles = {id_: facts.title for id_, facts in threads.items()}
        named_boards = {url: boards[self.names[url]] for url in boards_of(address, page)}
        named_threads = {url: threads[self.names[url]] for url in threads_of(page)}
        hear_index(address, page, rank, seen, named_boards, named_threads)
        self.save_boards(boards, known_boards)
        self.save_threads(threads, known_threads)
        self._list_threads(self.names[address], threads)
        self.tally.add(Kind.FORUM, BOARDS, sum(facts.is_board for facts in boards.values()) - before)
        return [(id_, titles[id_], facts.title) for id_, facts in threads.items() if facts.title != titles[id_]]

    def _list_threads(self, board: int, threads: Iterable[int]) -> None:
        pairs = [(thread, board) for thread in threads]
        if pairs and (new := self.connection.executemany(_LIST_IT, pairs).rowcount) > 0:
            self.connection.execute("UPDATE boards SET size = size + ? WHERE id = ?", (new, board))

    def load_threads(self, ids: Collection[int]) -> dict[int, ThreadFacts]:
        """Give what is known of threads, those not known left out; the names of their boards are remembered."""
        threads = {}
        for row in self.connection.execute(_THREADS, (json.dumps(list(ids)),)):
            threads[row[0]] = facts = _thread(row)
            if facts.board:
                self.names[facts.board] = row[5]
        return threads

    def save_threads(self, threads: Mapping[int, ThreadFacts], known: Collection[int]) -> None:
        """Write what is known of threads; those not `known` before are new."""
        rows = [(*_thread_columns(facts, self.names), id_) for id_, facts in threads.items()]
        self._save(rows, known, _NEW_THREAD, _THREAD_AGAIN)

    def load_boards(self, ids: Collection[int]) -> dict[int, BoardFacts]:
        """Give what is known of boards, those not known left out."""
        rows = self.connection.execute(_BOARDS, (json.dumps(list(ids)),))
        return {row[0]: _board(row) for row in rows}

    def save_boards(self, boards: Mapping[int, BoardFacts], known: Collection[int]) -> None:
        """Write what is known of boards; those not `known` before are new."""
        rows = [(*_board_columns(facts), id_) for id_, facts in boards.items()]
        self._save(rows, known, _NEW_BOARD, _BOARD_AGAIN)

    def _save(self, rows: Sequence[tuple[Any, ...]], known: Collection[int], new: str, again: str) -> None:
        self.connection.executemany(new, [row for row in rows if row[-1] not in known])
        self.connection.executemany(again, [row for row in rows if row[-1] in known])


def addresses_of(reading: Reading) -> Iterator[str]:
    """Give the addresses of all threads and boards that a reading speaks of and that need an id."""
    yield name_of(reading)
    if reading.thread and (way := cut_crumbs(reading.thread.crumbs)):
        yield way[-1].url
    if reading.index:
        yield from boards_of(name_of(reading), reading.index)
        yield from threads_of(reading.index)


def _thread(row: tuple[Any, ...]) -> ThreadFacts:
    _, title, title_rank, tags, tags_rank, _, board_seen, crumbs, locked, page_seen, sticky, listed_locked = row[:12]
    entry_seen, replies, replies_seen, views, views_seen, last_time, last_time_seen, zone, board = row[12:]
    return ThreadFacts(
        title,
        title_rank,
        tuple(json.loads(tags)) if tags else (),
        tags_rank,
        board,
        _seen(board_seen),
        unpack_crumbs(crumbs),
        bool(locked),
        _seen(page_seen),
        bool(sticky),
        bool(listed_locked),
        _seen(entry_seen),
        Told(replies, _seen(replies_seen)),
        Told(views, _seen(views_seen)),
        Told(last_time, _seen(last_time_seen)),
        zone,
    )


def _thread_columns(facts: ThreadFacts, names: Mapping[str, int]) -> tuple[Any, ...]:
    return (
        facts.title,
        facts.title_rank,
        json.dumps(facts.tags, ensure_ascii=False) if facts.tags else None,
        facts.tags_rank,
        names[facts.board] if facts.board else None,
        _column(facts.board_seen),
        pack_crumbs(facts.crumbs) if facts.crumbs else None,
        facts.is_locked,
        _column(facts.page_seen),
        facts.is_sticky,
        facts.is_listed_locked,
        _column(facts.entry_seen),
        *_told(facts.replies),
        *_told(facts.views),
        *_told(facts.last_time),
        facts.last_offset,
    )


def _told(told: Told) -> tuple[Any, ...]:
    return told.value, _column(told.seen)


def _seen(column: float | None) -> float:
    return NEVER if column is None else column


def _column(seen: float) -> float | None:
    return None if seen == NEVER else seen


def _board(row: tuple[Any, ...]) -> BoardFacts:
    title, description, parent, path = (
        Claim(row[place], row[place + 1], _seen(row[place + 2])) for place in range(1, 13, 3)
    )
    return BoardFacts(title, description, parent, path, bool(row[13]), row[14])


def _board_columns(facts: BoardFacts) -> tuple[Any, ...]:
    claims = (facts.title, facts.description, facts.parent, facts.path)
    said = [value for claim in claims for value in (claim.text, claim.rank, _column(claim.seen))]
    return (*said, facts.is_board, facts.size)
