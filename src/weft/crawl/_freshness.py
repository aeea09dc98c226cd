"""What keeping fresh has brought, and what is remembered of it in the archive for people to look at."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from weft.crawl._budget import SPENT, day_of
from weft.store import Archive

REPORT = "refresh report"  # setting with what the last run has brought


@dataclass(slots=True)
class Freshness:
    """What keeping fresh has brought so far."""

    requests: int = 0
    failed: int = 0
    unmodified: int = 0  # answers that the page is as it was
    new_threads: int = 0
    new_posts: int = 0
    changed: int = 0
    gone: int = 0
    delayed: int = field(default=0, repr=False)  # new posts that tell when they were written
    delay_seconds: float = field(default=0.0, repr=False)  # from writing to fetching, of all of them

    @property
    def mean_delay(self) -> float | None:
        """The mean time from writing to fetching, in seconds."""
        return self.delay_seconds / self.delayed if self.delayed else None

    def to_dict(self) -> dict[str, Any]:
        """Give the counts as plain data."""
        data = dataclasses.asdict(self)
        data["mean_delay_seconds"] = self.mean_delay
        del data["delayed"], data["delay_seconds"]
        return data


def write_report(archive: Archive, fresh: Freshness, *, policy: str, began: datetime, at: datetime, due: int) -> None:
    """Remember what a run has brought so far."""
    data = {"policy": policy, "began": began.isoformat(), "at": at.isoformat(), "lists_due": due}
    archive.put_setting(REPORT, json.dumps(data | fresh.to_dict()))


def read_freshness(archive: Archive, now: datetime) -> dict[str, Any] | None:
    """Give how fresh an archive is kept, as plain data; None when it never was refreshed.

    `requests_today` and `budget_a_day` are those of the last run that had a budget; without one there is None.
    """
    text = archive.get_setting(REPORT)
    if text is None:
        return None
    spent = json.loads(archive.get_setting(SPENT) or "{}")
    today = int(spent.get("spent", 0)) if spent.get("day") == day_of(now) else 0
    kept: dict[str, Any] = json.loads(text)
    return kept | {"requests_today": today, "budget_a_day": spent.get("per_day")}
