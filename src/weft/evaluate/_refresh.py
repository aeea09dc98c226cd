"""The experiments on staying fresh: paper 003's year of 18 forums, a real forum's growth, lists that lie."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from weft.evaluate._refresh_rows import DAY_S, RefreshRow, summarise_refresh
from weft.evaluate._refresh_run import RefreshBench, RefreshSetting
from weft.refresh import make_policy
from weft.simulate import Candour, Order, Pulse, Times, draw_paper_forums, load_growth, nest_boards

PAPER_START = datetime(2006, 1, 1, tzinfo=UTC)
PAPER_END = datetime(2007, 1, 1, tzinfo=UTC)
CASE_FORUMS = (2, 4, 7)  # of the 18: 60, 90 and 120 posts a day

NESTED = "a third of the boards below others, untold above"

# What lists may hide, and how they may mislead.
REFRESH_CASES: dict[str, Candour] = {
    "ordinary": Candour(),
    "12 more sticky threads a board": Candour(sticky=12),
    "counts hidden": Candour(counts=False),
    "last-post times hidden": Candour(times=Times.HIDDEN),
    "dates without hours": Candour(times=Times.DATE),
    "relative times only": Candour(times=Times.RELATIVE),
    "relative times only, counts hidden": Candour(times=Times.RELATIVE, counts=False),
    "entry made anew every hour": Candour(stale=3600.0),
    "entry tells nothing": Candour(entry=False),
    "rows tell nothing": Candour(rows=False),
    "times and counts hidden everywhere": Candour(times=Times.HIDDEN, counts=False),
    "replies do not move threads": Candour(order=Order.OPENING),
    "order and times of opening": Candour(order=Order.OPENING, times=Times.OPENING),
    "no order, rows tell nothing": Candour(order=Order.OPENING, rows=False),
    "no order, nothing told": Candour(order=Order.OPENING, times=Times.HIDDEN, counts=False, entry=False),
    "a page of recent posts": Candour(recent=True),
    NESTED: Candour(),
}

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RefreshTask:
    """One run to be made. `forum`: one of the 18 by number (from 1), or a growth file."""

    experiment: str
    forum: int | Path
    policy: str
    per_day: float
    case: str = "ordinary"
    days: float = 365.0
    scale: float = 1.0
    warm: bool = False
    edits: bool = False

    @property
    def key(self) -> tuple[str, str, str, str, float]:
        """What the row that comes of it is a result of."""
        return (self.experiment, self.case, name_forum(self.forum), self.policy, self.per_day)


def name_forum(forum: int | Path) -> str:
    """Give the name a forum goes by in tables."""
    return f"forum{forum:02d}" if isinstance(forum, int) else forum.name.partition(".")[0]


def plan_refresh_year(
    policies: Sequence[str], *, per_day: float, days: float, forums: int, scale: float
) -> list[RefreshTask]:
    """Plan the paper's experiment: every crawler starts at the entry with nothing, and goes on for a year."""
    return [
        RefreshTask("year", forum, policy, per_day, days=days, scale=scale)
        for forum in range(1, forums + 1)
        for policy in policies
    ]


def plan_refresh_growth(
    policies: Sequence[str], path: Path, budgets: Sequence[float], days: float
) -> list[RefreshTask]:
    """Plan the replay of a real forum from its first post on; `days` 0: to its last."""
    return [RefreshTask("growth", path, policy, budget, days=days) for budget in budgets for policy in policies]


def plan_refresh_cases(policies: Sequence[str], *, per_day: float, days: float, scale: float) -> list[RefreshTask]:
    """Plan the lists that lie, on three forums whose archive is complete at the start; posts are edited and deleted."""
    return [
        RefreshTask("cases", forum, policy, per_day, case, days, scale, warm=True, edits=True)
        for case in REFRESH_CASES
        for forum in CASE_FORUMS
        for policy in policies
    ]


def run_refresh(tasks: Sequence[RefreshTask], jobs: int, tell: Tell) -> Iterator[RefreshRow]:
    """Do the tasks, up to `jobs` at a time in processes of their own; gives each as it is done."""
    if jobs < 2 or len(tasks) < 2:
        for task in tasks:
            yield run_refresh_task(task, tell)
        return
    # spawned, not forked: the parent may have threads
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(run_refresh_task, task, tell) for task in tasks]):
            yield done.result()


def run_refresh_task(task: RefreshTask, tell: Tell) -> RefreshRow:
    """Make one run."""
    pulse, setting = set_up(task)
    began = time.process_time()
    outcome = RefreshBench(make_policy(task.policy, task.per_day), pulse, setting).run()
    row = summarise_refresh(task.experiment, task.case, outcome, time.process_time() - began)
    tell(
        f"{row.experiment} {row.forum} {row.policy} {row.per_day:.0f}/day, {row.case}: mean delay"
        f" {row.whole.mean / 60:.1f} min, coverage {row.held / max(1, row.exist):.4f}, {row.cpu_seconds:.0f} s"
    )
    return row


def set_up(task: RefreshTask) -> tuple[Pulse, RefreshSetting]:
    """Give the forum of a task and the conditions on it."""
    candour = REFRESH_CASES[task.case]
    if isinstance(task.forum, int):
        pulse = _paper_forums(task.scale)[task.forum - 1]
        start = PAPER_START.timestamp()
        end = min(start + task.days * DAY_S, PAPER_END.timestamp())
        pulse = nest_boards(pulse) if task.case == NESTED else pulse
    else:
        pulse = _growth(task.forum)
        start = pulse.begin
        end = pulse.end + DAY_S if not task.days else min(start + task.days * DAY_S, pulse.end + DAY_S)
    return pulse, RefreshSetting(start, end, task.per_day, candour, warm=task.warm, edits=task.edits)


@lru_cache(maxsize=1)
def _paper_forums(scale: float) -> list[Pulse]:
    return draw_paper_forums(scale=scale, end=PAPER_END)


@lru_cache(maxsize=1)
def _growth(path: Path) -> Pulse:
    return load_growth(path)
