"""Posts to learn from: taken apart, each with its page and what is known of it by now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from weft.extract._places import Path
from weft.extract._views import View
from weft.page import FoundTime


@dataclass(slots=True)
class Sampled:
    """A post to learn from: which page it is on, its parts, its times by path, and what is known of it by now."""

    sheet: int
    view: View
    title: str = ""  # of its page
    times: list[tuple[Path, FoundTime]] = field(default_factory=list)
    edits: list[Path] = field(default_factory=list)  # where it tells when it was changed
    moment: datetime | None = None
    author: str = ""


def by_sheet(posts: Iterable[Sampled]) -> dict[int, list[Sampled]]:
    """Give posts by page."""
    pages: dict[int, list[Sampled]] = defaultdict(list)
    for post in posts:
        pages[post.sheet].append(post)
    return pages
