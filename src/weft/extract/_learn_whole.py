"""Pages that are posts: where there is one a page, and more to read around what looks like a list than in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from statistics import median

from weft.extract._bodies import is_linked, linked_share, read_chars, written_chars
from weft.extract._candidates import describe, whole_pages
from weft.extract._field_texts import sort_texts
from weft.extract._found import WHOLE, Found, find_records, span_from, steps_to
from weft.extract._layouts import Chosen, choose_layout, with_time
from weft.extract._learn_kind import LEAST_CHARS, LINKED, REST, learn_layout
from weft.extract._learn_twin import learn_twin
from weft.extract._sampled import Sampled
from weft.extract._sampling import sample_posts
from weft.extract._sheets import Sheet
from weft.page import TimeReader

_SKIMMED = 40  # posts that tell whether there is anything to read in them
_FOLLOWED = 0.9  # of the heads of posts have something after them
_PROSE_BYTES = 60  # of a text that is no name, no time and no title; scripts without spaces need fewer characters
_HEAD_CHARS = 120  # of a name and a time, and what is said around them
_LONE = 0.5  # of the pages have one post, where each may have one only
_MORE = 1.5  # times as much to read on pages as in what looks like posts, from which the pages are the posts


def choose_whole(chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> Chosen:
    """Give the pages themselves as posts instead, where there is one a page and more to read outside what was chosen.

    What an archive of letters writes above each (who, to whom, when) looks like a list of its own, and so does the tree
    of a thread below each of its messages. Where others on the page are made as these, they are but some of its posts.
    """
    if not chosen[2]:
        return chosen
    if chosen[0] == WHOLE:
        return _narrow(chosen, sheets, times, now)
    some = _skim(sheets, chosen[2])
    are_wordless = _are_wordless(some)
    if are_wordless and (longer := _with_following(chosen, sheets)) is not None:
        return longer
    counts = list(Counter(one.sheet for one in chosen[2]).values())
    if len(counts) < REST:
        return chosen
    are_links = not are_wordless and not _have_prose(some) and _are_links(chosen, sheets, times, now)
    is_lone = counts.count(1) >= _LONE * len(counts) and not _are_most(chosen[2], sheets)
    is_lone = is_lone or are_wordless or are_links
    whole = choose_layout(sheets, whole_pages(sheets)) if is_lone else None
    if whole is None or learn_twin(sheets, *learn_layout(chosen, sheets, times, now)) is not None:
        return chosen
    chars = [_count_chars(one, sheets, times, now) for one in (chosen, whole)]
    is_more = chars[1] > (_MORE * chars[0] if not are_links else 0)
    return _narrow(whole, sheets, times, now) if is_more else chosen


def _are_most(found: Sequence[Found], sheets: Sequence[Sheet]) -> bool:
    """Tell whether pages with several posts have most of their text in these: remarks, of which others have but one."""
    counts = Counter(one.sheet for one in found)
    several = [one for one in found if counts[one.sheet] > 1]
    bodies = [sheets[number].page.tree.body for number, count in counts.items() if count > 1]
    inside = sum(len(node.text(strip=True)) for one in several for node in one.nodes)
    return len(bodies) >= REST and inside > sum(len(body.text(strip=True)) for body in bodies if body is not None) / 2


def _narrow(whole: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> Chosen:
    """Give the element with the time instead of the page, where it has the text, too: what stands around is not its."""
    layout, posts = learn_layout(whole, sheets, times, now)
    place = layout.time[0] if layout.time else ()
    boxes = [
        Found(post.sheet, (one.node,)) for post in posts for one in post.view.elements if place and one.path == place
    ]
    lengths = [len(box.nodes[0].text(strip=True)) for box in boxes]
    if len(boxes) < _FOLLOWED * len(posts) or not boxes or median(lengths) < _HEAD_CHARS:
        return whole
    starts = {box.start for box in boxes}
    for selector in (*describe(boxes).selectors(), steps_to(boxes[0].nodes[0])):
        found = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, selector)]
        if {one.start for one in found} == starts:
            return selector, False, found
    return whole


def _are_links(chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> bool:
    """Tell from some of what looks like posts whether there is nothing to read in them but links to others."""
    selector, spans, found = chosen
    some = found[:: -(-len(found) // _SKIMMED)]
    layout, posts = learn_layout((selector, spans, some), sheets, times, now, found)
    return linked_share(posts, sort_texts(posts), [*layout.time, *layout.author]) >= LINKED


def _with_following(chosen: Chosen, sheets: Sequence[Sheet]) -> Chosen | None:
    """Give posts with what follows each up to the next, if that has something to read: heads and texts by turns."""
    selector, spans, _ = chosen
    every = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, selector)]
    heads = with_time(sheets, every)
    starts = [{one.start for one in heads if one.sheet == number} for number in range(len(sheets))]
    found = [Found(one.sheet, span_from(one.nodes[0], starts[one.sheet])) for one in heads]
    if spans or not found or sum(len(one.nodes) > 1 for one in found) < _FOLLOWED * len(found):
        return None
    longer = choose_layout(sheets, [describe(found)])
    is_like = longer is not None and {one.start for one in longer[2]} == {one.start for one in found}
    return longer if longer is not None and is_like and not _are_wordless(_skim(sheets, longer[2])) else None


def _skim(sheets: Sequence[Sheet], found: Sequence[Found]) -> list[Sampled]:
    """Take some of what looks like posts apart, from all over."""
    return sample_posts(sheets, found[:: -(-len(found) // _SKIMMED)], frozenset(), found)


def _are_wordless(posts: Sequence[Sampled]) -> bool:
    """Tell whether there is nothing to read in posts."""
    return written_chars(posts, sort_texts(posts)) <= LEAST_CHARS


def _have_prose(posts: Sequence[Sampled]) -> bool:
    """Tell at a glance that posts are no links to others: there is more in long texts than in links."""
    linked = prose = 0
    for post in posts:
        for leaf in post.view.leaves:
            size = len(leaf.text.encode("utf-8", "replace"))
            if is_linked(leaf.path):
                linked += size
            elif size >= _PROSE_BYTES:
                prose += size
    return prose > linked


def _count_chars(chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> int:
    """Give how much there is to read in the bodies of posts; nothing if these are not told from all around them."""
    layout, posts = learn_layout(chosen, sheets, times, now)
    is_told = all(layout.body) and layout.time and layout.author
    return read_chars(posts, sort_texts(posts), layout.body) if is_told or chosen[0] != WHOLE else 0
