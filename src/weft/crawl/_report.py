"""How a crawl ended, and what it came to."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from weft.store import Summary, UrlState


class Ending(Enum):
    """Why a crawl stopped; the value is the command's exit code."""

    DONE = 0
    HOST_DOWN = 1
    LIMIT = 3
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Report:
    """The end of a run: `pages`, `files` and `seconds` are of this run, `summary` of the whole archive.

    `notes` are sentences about the run that a person should read: the site changed, or shows a wall.
    """

    url: str
    archive: str
    strategy: str
    ending: Ending
    detail: str
    pages: int
    seconds: float
    summary: Summary
    files: int = 0  # fetched in this run
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Give the report as plain data, for `--json`."""
        return {
            "url": self.url,
            "archive": self.archive,
            "strategy": self.strategy,
            "ending": self.ending.name.lower(),
            "exit_code": self.ending.value,
            "detail": self.detail,
            "notes": list(self.notes),
            "run": {"pages": self.pages, "files": self.files, "seconds": round(self.seconds, 3)},
            **summary_to_dict(self.summary),
        }


def summary_to_dict(summary: Summary) -> dict[str, Any]:
    """Give the counts of an archive as plain data; times in ISO 8601."""
    data = asdict(summary)
    data["by_state"] = {state.value: summary.by_state.get(state, 0) for state in UrlState}
    data["statuses"] = {str(status): count for status, count in summary.statuses.items()}
    for name in ("first_at", "last_at"):
        moment = getattr(summary, name)
        data[name] = moment.isoformat() if moment is not None else None
    # threads, posts and attachments come with extraction; the names are part of the contract of `weft status --json`
    return data | {"pages_by_role": data.pop("roles")}
