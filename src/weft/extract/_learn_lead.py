"""Learning the opening post where it stands above the list of its answers, in a container of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from statistics import median

from weft.extract._bodies import learn_body, written_chars
from weft.extract._candidates import describe
from weft.extract._field_texts import sort_texts
from weft.extract._field_time import ReadMoment, reader_of
from weft.extract._found import Found, find_records, touches
from weft.extract._kind import Layout
from weft.extract._learn_kind import LEAST_CHARS, learn_layout
from weft.extract._names import href_shape, short_text
from weft.extract._places import Path
from weft.extract._sampled import Sampled
from weft.extract._sheets import Sheet
from weft.extract._wrapper import find_all
from weft.page import TimeReader

_ROUGHLY = 1.0  # days; times that differ by less may be the same
_LED = 0.3  # share of the pages that must have an opening post of its own


def learn_lead(
    sheets: Sequence[Sheet],
    layouts: Sequence[Layout],
    shapes: Collection[str],
    times: TimeReader,
    now: datetime,
    answered: Mapping[int, datetime],
) -> Layout | None:
    """Learn the opening post where it stands above the list in a container of its own, on pages that have one.

    `answered` is when the first post of each page's list was written.
    """
    group, known = [], []
    for number, sheet in enumerate(sheets):
        record = sheet.main.lead if sheet.main is not None else None
        known += [Found(number, nodes) for _, nodes in find_all(sheet.page, layouts)]
        inside = {node.mem_id for one in known if one.sheet == number for node in one.nodes}
        if record is not None and not any(touches(node, inside) for node in record.nodes):
            group.append(Found(number, record.nodes[:1]))
    if len(group) < _LED * len(sheets):
        return None
    wanted = {(one.sheet, one.start) for one in group}
    for selector in describe(group).selectors():
        found = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, selector)]
        once = len({one.sheet for one in found}) == len(found)
        if once and wanted <= {(one.sheet, one.start) for one in found}:
            # others than those that told may hold remarks, which are not theirs
            layout, posts = learn_layout((selector, False, found), sheets, times, now, known, is_main=False)
            layout = replace(layout, time=_before_answers(layout.time, posts, reader_of(times, now), answered))
            author = linked_author(posts, shapes) or layout.author
            heads, texts = [*layout.time, *author], sort_texts(posts)
            is_post = layout.time and author and written_chars(posts, texts) > LEAST_CHARS  # or it tells who began
            body = tuple(learn_body(posts, texts, heads, layout.ignored))
            return replace(layout, author=author, body=body) if is_post else None
    return None


def _before_answers(
    paths: tuple[Path, ...], posts: Sequence[Sampled], read: ReadMoment, answered: Mapping[int, datetime]
) -> tuple[Path, ...]:
    """Give the place of opening posts' times; another than that learned where this one's are those of last answers.

    "Three weeks ago" may be a few days before or after: of places that are all too late the least late is best.
    """
    votes: Counter[Path] = Counter()
    late: dict[Path, list[float]] = defaultdict(list)  # days
    for post in posts:
        moments = {path: moment for path, found in post.times if (moment := read(found)) is not None}
        first = answered.get(post.sheet)
        for path, moment in moments.items():
            votes[path] += 1 if first is None or moment <= first else -1
            late[path].append((moment - first) / timedelta(days=1) if first is not None else 0.0)
    if not paths or not late or votes[paths[0]] > 0:
        return paths
    best = max(late, key=lambda path: (max(votes[path], 0), -median(late[path])))
    known = median(late.get(paths[0], [0.0]))
    return (best,) if votes[best] > 0 or median(late[best]) < known - _ROUGHLY else paths


def linked_author(posts: Sequence[Sampled], shapes: Collection[str]) -> tuple[Path, ...]:
    """Give the place of the first named link that leads where the links to the other posts' authors lead.

    With it come those beside it, in one element, where others have theirs: guests, who lead elsewhere.
    """
    first = [path for post in posts if (path := _first_link(post, shapes)) is not None]
    return tuple(dict.fromkeys(path for path in first if path[:-1] == first[0][:-1]))


def _first_link(post: Sampled, shapes: Collection[str]) -> Path | None:
    for path, node, tag, attributes, *_ in post.view.elements:
        if tag == "a" and short_text(node) and href_shape(attributes.get("href") or "") in shapes:
            return path
    return None
