"""Learning the kinds of posts that stand in or beside those of the main list, from the examples `_extras` finds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from weft.extract._bodies import linked_share, names_others, written_chars
from weft.extract._candidates import describe
from weft.extract._field_line import is_line
from weft.extract._field_texts import sort_texts
from weft.extract._found import Found, find_records
from weft.extract._kind import Layout
from weft.extract._learn_kind import LEAST_CHARS, LINKED, learn_layout
from weft.extract._places import go_to, is_hidden
from weft.extract._sampled import Sampled
from weft.extract._sheets import Sheet
from weft.page import TimeReader

_NOTE_CHARS = 40  # the same of what is no note of an edit
_OWN_SHARE = 0.9  # of boxes in posts that name their author, or repeat a time with him: profiles
_AGAIN = 3  # posts by authors seen before, to tell that


def learn_extra(
    group: list[Found],
    sheets: Sequence[Sheet],
    times: TimeReader,
    now: datetime,
    owners: Mapping[tuple[int, int], str],
    inner: Sequence[Found] = (),
) -> Layout | None:
    """Learn another kind of post from its examples; `owners` are the authors of the posts it may stand in.

    `inner` are known posts that may stand inside. What fits its selector besides must not be shown, or else have no
    text where these have theirs.
    """
    wanted = {(one.sheet, one.start) for one in group}
    spans = any(len(one.nodes) > 1 for one in group)
    wider: list[tuple[str, list[Found]]] = []
    for selector in describe(group).selectors():
        found = [
            one
            for number, sheet in enumerate(sheets)
            for one in find_records(number, sheet.page, selector, spans=spans)
        ]
        others = [one for one in found if (one.sheet, one.start) not in wanted and not is_hidden(one.nodes[0])]
        if wanted <= {(one.sheet, one.start) for one in found}:
            wider.append((selector, others))
    for selector, others in sorted(wider, key=lambda pair: len(pair[1]))[:1]:
        layout, posts = learn_layout((selector, spans, group), sheets, times, now, inner, is_main=False)
        texts = sort_texts(posts)
        heads = [*layout.time, *layout.author]
        # notes of edits name people in their lines, too, but have little to read
        least = _NOTE_CHARS if all(map(is_line, layout.author)) else LEAST_CHARS
        whole = layout.time and layout.author and layout.body and written_chars(posts, texts) > least
        is_list = linked_share(posts, texts, heads) >= LINKED or names_others(posts, layout.body, heads)
        if whole and not is_list and not _tells_of_authors(posts, owners):
            return layout if not any(_has_text(one, layout) for one in others) else None
    return None


def _has_text(record: Found, layout: Layout) -> bool:
    """Tell whether a record has something where posts of a layout have their text."""
    return any(go_to(record.nodes, path, layout.ignored) is not None for path in layout.body)


def _tells_of_authors(posts: Sequence[Sampled], owners: Mapping[tuple[int, int], str]) -> bool:
    """Tell whether these are profiles: each in a post of the same author, with one time whenever that one writes.

    Where many have the same time it is but a long time ago.
    """
    inside = 0
    moments: dict[str, list[datetime | None]] = defaultdict(list)
    for post in posts:
        moments[post.author].append(post.moment)
        node = post.view.nodes[0].parent
        while node is not None and (post.sheet, node.mem_id) not in owners:
            node = node.parent
        inside += node is not None and bool(post.author) and owners[post.sheet, node.mem_id] == post.author
    again = sum(len(found) - 1 for found in moments.values())
    same = sum(len(found) - len(set(found)) for found in moments.values())
    is_own = 2 * len({moment for found in moments.values() for moment in found}) > len(moments)
    return inside >= _OWN_SHARE * len(posts) or (is_own and again >= _AGAIN and same >= _OWN_SHARE * again)
