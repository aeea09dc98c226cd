"""`weft evaluate strategies`: every strategy side by side over sites with known truth."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

from weft.errors import WeftError
from weft.evaluate._corpus import load_site
from weft.evaluate._crawl import FAILED, Subject, evaluate_crawl, score_failure
from weft.evaluate._measures import Measures, PageType
from weft.evaluate._simulated import simulated_subject
from weft.evaluate._strategy_links import (
    FlipFigures,
    JoinFigures,
    LoopFigure,
    measure_links,
    measure_loops,
)
from weft.simulate import make_site
from weft.store import Archive
from weft.traversal import Plan

SAMPLED = "irobot"  # the strategy whose quality is drawn against the number of sampled pages (paper 001, Fig. 10)
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A site to compare strategies on: a mirror in a folder, or a simulated skin."""

    name: str
    folder: Path | None = None
    threads: int = 300
    seed: int = 1

    @property
    def kind(self) -> str:
        """`mirror` or `skin`."""
        return "mirror" if self.folder is not None else "skin"

    def open(self) -> Callable[[], Subject]:
        """Load the site once; the function given makes it a fresh subject, with an empty log, for each crawl."""
        if self.folder is None:
            site = make_site(self.name, seed=self.seed, threads=self.threads)
            return lambda: simulated_subject(site)
        mirror = load_site(self.folder)

        def renew() -> Subject:
            log: list[str] = []
            fresh = dataclasses.replace(mirror, requested=log)
            return Subject(self.name, fresh.entry, fresh.transport, fresh.truth, lambda: log)

        return renew


@dataclass(frozen=True, slots=True)
class Task:
    """What to do on one site; `samples` are numbers of pages to learn from, `loops` names whose links are measured."""

    terrain: Terrain
    strategies: tuple[str, ...]
    max_pages: int | None = None
    samples: tuple[int, ...] = ()
    loops: str = ""


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """One strategy on one site."""

    site: str
    kind: str
    strategy: str
    measures: Measures
    learning_requests: int
    cpu_seconds: float
    ending: str  # `failed: ...` where the strategy gave no plan
    entry_found: bool = False
    flips: FlipFigures = field(default_factory=FlipFigures)
    joins: JoinFigures = field(default_factory=JoinFigures)

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        return {"row": "strategy", **asdict(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> StrategyRow:
        """Make it again from `to_dict`."""
        parts = {"measures": Measures, "flips": FlipFigures, "joins": JoinFigures}
        values = {name: parts[name](**value) if name in parts else value for name, value in data.items()}
        del values["row"]
        return cls(**values)


@dataclass(frozen=True, slots=True)
class SampleRow:
    """What a plan learned from so many pages is worth; all requests count."""

    site: str
    samples: int
    coverage: float
    effectiveness: float
    requests: int

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        return {"row": "sample", **asdict(self)}


@dataclass(frozen=True, slots=True)
class Findings:
    """All that came of the sites."""

    rows: tuple[StrategyRow, ...] = ()
    samples: tuple[SampleRow, ...] = ()
    loops: tuple[LoopFigure, ...] = ()

    def __add__(self, other: Findings) -> Findings:
        return Findings(self.rows + other.rows, self.samples + other.samples, self.loops + other.loops)

    def to_dicts(self) -> Iterator[dict[str, Any]]:
        """Give plain data, one for each line of `--json`."""
        yield from (row.to_dict() for row in self.rows)
        yield from (row.to_dict() for row in self.samples)
        yield from ({"row": "loop", **asdict(loop)} for loop in self.loops)

    @classmethod
    def from_dicts(cls, lines: Sequence[Mapping[str, Any]]) -> Findings:
        """Make them again from `to_dicts`."""

        def of(kind: str) -> list[dict[str, Any]]:
            return [{k: v for k, v in line.items() if k != "row"} for line in lines if line["row"] == kind]

        return cls(
            tuple(StrategyRow.from_dict(line) for line in lines if line["row"] == "strategy"),
            tuple(SampleRow(**line) for line in of("sample")),
            tuple(LoopFigure(**line) for line in of("loop")),
        )


def compare_strategies(tasks: Sequence[Task], jobs: int, tell: Tell) -> Iterator[Findings]:
    """Do the tasks, up to `jobs` sites side by side in processes of their own; gives each as it is done."""
    if jobs < 2 or len(tasks) < 2:
        for task in tasks:
            yield run_task(task, tell)
        return
    # spawned, not forked: the parent may have threads
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for done in as_completed([pool.submit(run_task, task, tell) for task in tasks]):
            yield done.result()


def run_task(task: Task, tell: Tell) -> Findings:
    """Crawl one site with each strategy, and with plans of a strategy that was given few or many samples."""
    renew = task.terrain.open()
    found = Findings()
    for strategy in task.strategies:
        row, loops = _run_strategy(task, renew(), strategy)
        m = row.measures
        tell(
            f"{row.site} {strategy}: {m.requests} requests, coverage {m.coverage:.3f},"
            f" effectiveness {m.effectiveness:.3f}, {row.cpu_seconds:.1f} s, {row.ending}"
        )
        found += Findings((row,), (), tuple(loops))
    for count in task.samples:
        sampled = _run_samples(task, renew(), count)
        tell(f"{sampled.site} {SAMPLED} from {count} pages: coverage {sampled.coverage:.3f}")
        found += Findings((), (sampled,))
    return found


def _run_strategy(task: Task, subject: Subject, strategy: str) -> tuple[StrategyRow, list[LoopFigure]]:
    seen: dict[str, Any] = {}
    loops: list[LoopFigure] = []

    def look(archive: Archive, plan: Plan) -> None:
        seen["entry_found"] = subject.truth.look_up(plan.entry).type is PageType.ENTRY
        seen["flips"], seen["joins"] = measure_links(archive, plan, subject.truth)
        if strategy == task.loops:
            loops.extend(measure_loops(subject.name, archive, subject.truth))

    try:
        result = asyncio.run(evaluate_crawl(subject, strategy, task.max_pages, look=look))
    except WeftError as error:
        result = score_failure(subject, strategy, error)
    about = (result.measures, result.learning_requests, round(result.cpu_seconds, 2), result.ending)
    return StrategyRow(subject.name, task.terrain.kind, strategy, *about, **seen), loops


def _run_samples(task: Task, subject: Subject, count: int) -> SampleRow:
    """Crawl by a plan learned from so many pages."""
    try:
        m = asyncio.run(evaluate_crawl(subject, SAMPLED, task.max_pages, samples=count)).measures
    except WeftError as error:
        m = score_failure(subject, SAMPLED, error).measures
    return SampleRow(subject.name, count, round(m.coverage, 4), round(m.effectiveness, 4), m.requests)


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of the tables: its heading, how it is read off a row, and how many decimals it has."""

    heading: str
    read: Callable[[StrategyRow], float | None]
    decimals: int = 3


COLUMNS = (
    Column("requests", lambda row: row.measures.requests, 0),
    Column("coverage", lambda row: row.measures.coverage),
    Column("boards", lambda row: row.measures.board_coverage),
    Column("effect.", lambda row: row.measures.effectiveness),
    Column("threads", lambda row: row.measures.thread_share),
    Column("dupl.", lambda row: row.measures.duplicate),
    Column("invalid", lambda row: row.measures.invalid),
    Column("learning", lambda row: row.learning_requests, 0),
    Column("CPU s", lambda row: row.cpu_seconds, 1),
    Column("entry", lambda row: float(row.entry_found), 2),
    Column("flip P", lambda row: row.flips.precision),
    Column("flip R", lambda row: row.flips.recall),
    Column("linked", lambda row: row.joins.linked_share),
    Column("joined", lambda row: row.joins.share),
    Column("wrongly", lambda row: row.joins.wrong, 0),
)


def mean_cells(rows: Sequence[StrategyRow]) -> list[str]:
    """Give the macro means of rows, every site counting the same; sites where a figure is undefined are left out."""
    return [_mean_cell(column, rows) for column in COLUMNS]


def _mean_cell(column: Column, rows: Sequence[StrategyRow]) -> str:
    values = [value for row in rows if (value := column.read(row)) is not None]
    return f"{fmean(values):,.{column.decimals}f}" if values else "-"


def has_failed(row: StrategyRow) -> bool:
    """Tell whether the strategy gave no plan."""
    return row.ending.startswith(FAILED)
