"""Times without a year on a page that tells the year above: answers come soon after what they answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from weft.page import Post

# Day and month in numbers, a clock, and nothing else: no year. "03/12 14:22", "3月12日 9:05".
_YEARLESS = re.compile(r"\W*\d{1,2}\s?[/.月-]\s?\d{1,2}\s?日?\.?\W*\s\d{1,2}:\d\d(?::\d\d)?\W*")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SLACK = timedelta(days=2)  # by which an answer may seem to be earlier: zones


def settle_years(posts: Iterable[Post]) -> Iterator[Post]:
    """Give posts in page order, those whose times tell no year with the year that follows from the post before.

    Read by themselves such times are taken for the newest they can be. Only a year told on the page is a reason to
    believe otherwise, and none makes a time later than that.
    """
    before: datetime | None = None
    for post in posts:
        moment = post.time
        if before is not None and moment is not None and _YEARLESS.fullmatch(post.time_text):
            before = _next_after(moment, before - _SLACK)
            yield replace(post, time=before)
            continue
        if moment is not None:
            before = moment if _YEAR.search(post.time_text) else None
        yield post


def _next_after(moment: datetime, before: datetime) -> datetime:
    """Give the first such day of a year that is not earlier; the time itself where that would be later."""
    for year in range(before.year, moment.year):
        try:
            earlier = moment.replace(year=year)
        except ValueError:  # 29 February
            continue
        if earlier >= before:
            return earlier
    return moment
