"""Learning the wrapper of a site from its thread pages together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from selectolax.lexbor import LexborNode

from weft.extract._bodies import is_place, linked_share
from weft.extract._candidates import find_candidates
from weft.extract._extras import find_extras
from weft.extract._field_texts import sort_texts
from weft.extract._field_time import ReadMoment, find_time, reader_of
from weft.extract._files import learn_decorations
from weft.extract._found import Found, find_records
from weft.extract._kind import Layout
from weft.extract._layouts import choose_layout, unnest
from weft.extract._learn_around import learn_around, tell_who_began
from weft.extract._learn_extra import learn_extra
from weft.extract._learn_kind import LINKED, REST, learn_layout
from weft.extract._learn_lead import learn_lead
from weft.extract._learn_named import learn_named
from weft.extract._learn_twin import learn_twin
from weft.extract._learn_whole import choose_whole
from weft.extract._names import href_near, href_shape
from weft.extract._nested import learn_nested
from weft.extract._places import Path, climb, go_to
from weft.extract._sampled import Sampled
from weft.extract._sampling import sample_posts
from weft.extract._sheets import Sheet, drop_strange_times, set_aside
from weft.extract._titles import is_one_title, learn_clip, learn_title
from weft.extract._wrapper import Wrapper, find_all
from weft.page import Page, Region, TimeReader, TimeSample, find_zone, learn_times, may_tell_zone

_ENOUGH_PAGES, _ENOUGH_POSTS = 10, 200  # to learn from; the other pages only show whether it holds for them
_TITLED = 10  # pages that tell where titles are
_ZONED = 6  # pages that tell what zone the site's times are in
_KINDS = 4  # layouts beside the main one
_AGAIN, _FEW = 0.95, 3  # share of the posts that have a second time at one place, and so many of them


def learn_wrapper(pages: Sequence[Page], now: datetime) -> Wrapper | None:
    """Learn from pages of threads; None when no posts are recognised on them. `now`: about when they were fetched."""
    sheets = _lay_out(pages)
    times = learn_reader(sheets, now)
    seen = [sheet.page for sheet in sheets]
    layouts: list[Layout] = []
    rest = sheets
    while rest and len(layouts) < _KINDS and (not layouts or len(rest) >= REST):
        known = {layout.selector for layout in layouts}
        more = [layout for layout in _learn_layouts(rest, times, now) if layout.selector not in known]
        if not more:
            break
        layouts += more
        left = [page for page in pages if not find_all(page, layouts)]
        rest = drop_strange_times(set_aside([Sheet.of(page) for page in left]))
    if not layouts:
        return None
    layouts = _share_names(_share_skips(layouts))
    titled = seen[:_TITLED]
    roots = [{node.mem_id for _, nodes in find_all(page, layouts) for node in nodes} for page in titled]
    title, clip = learn_title(titled, roots), learn_clip([page.title for page in pages])
    if not title and is_one_title(pages):
        clip = (pages[0].title, "")  # boards tell the titles then
    wrapper = Wrapper(tuple(layouts), times, title, clip)
    shown = (files for page in seen for files in wrapper.read_pictures(page, now))
    return replace(wrapper, decorations=learn_decorations(shown))


def learn_listed(page: Page, listed: Region, now: datetime) -> Wrapper | None:
    """Learn from a list of one page that is known to be one of posts; None when none are recognised in it."""
    sheet = replace(Sheet.of(page), main=listed)
    times = learn_reader([sheet], now)
    layouts = _learn_layouts([sheet], times, now)
    return Wrapper(tuple(layouts), times) if layouts else None


def _lay_out(pages: Sequence[Page]) -> list[Sheet]:
    """Lay out pages, from all over those given, until there is enough to learn from; in the order they came."""
    sheets: dict[int, Sheet] = {}
    posts = 0
    for number in (*range(0, len(pages), 2), *range(1, len(pages), 2)):
        sheet = sheets[number] = Sheet.of(pages[number])
        posts += len(sheet.main) if sheet.main is not None and sheet.main.time_column is not None else 0
        if len(sheets) >= _ENOUGH_PAGES and posts >= _ENOUGH_POSTS:
            break
    return drop_strange_times(set_aside([sheets[number] for number in sorted(sheets)]))


def _share_skips(layouts: Sequence[Layout]) -> list[Layout]:
    """Leave out of all kinds of posts what is left out of one by name: signatures are too few in the rarer kinds."""
    names = {path[-1] for one in layouts for path in one.skip if "." in path[-1] and path[:-1] in one.body}
    shared = []
    for layout in layouts:
        more = {(*body, name) for body in layout.body for name in names}.difference(layout.skip)
        shared.append(replace(layout, skip=(*layout.skip, *sorted(more))))
    return shared


def _share_names(layouts: Sequence[Layout]) -> list[Layout]:
    """Look for names in all kinds of posts beside those known where the main ones have them: guests are few."""
    beside = {
        (one[-2:], other[-1])
        for one in layouts[0].author
        for other in layouts[0].author
        if len(one) > 1 and one[:-1] == other[:-1] and one != other
    }
    shared = []
    for layout in layouts:
        more = ((*path[:-1], name) for path in layout.author for ends, name in sorted(beside) if path[-2:] == ends)
        shared.append(replace(layout, author=tuple(dict.fromkeys((*layout.author, *more)))))
    return shared


def _learn_layouts(sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> list[Layout]:
    """Learn the posts of the main lists, and what other kinds of posts stand around them."""
    chosen = choose_layout(sheets, find_candidates(sheets))
    if chosen is None:
        return []
    chosen = choose_whole(unnest(sheets, chosen), sheets, times, now)
    selector, spans, found = chosen
    if not found:
        return []
    listing = sorted({one.sheet for one in found})  # other pages may be of another kind altogether
    sheets = [sheets[number] for number in listing]
    found = [Found(listing.index(one.sheet), one.nodes) for one in found]
    chosen, main, posts = learn_named((selector, spans, found), sheets, times, now)
    layouts = [main]
    twin = learn_twin(sheets, main, posts)
    if twin is not None:
        layouts.append(twin[0])
        posts = [*posts, *twin[1]]
    taken = _taken(main, posts, reader_of(times, now))
    shapes = {href_shape(href) for post in posts if (href := _author_href(main, post))}
    layouts += _learn_extras(sheets, layouts, posts, shapes, times, now)
    nested = learn_nested(sheets[0], main, posts, shapes, times, now) if len(sheets) == 1 == len(layouts) else None
    layouts += [nested] if nested is not None else []
    if len(layouts) > 1:  # what stands inside the posts is not theirs
        inner = [one for layout in layouts[1:] if not layout.spans for one in _found_by(layout, sheets)]
        layouts[0] = learn_layout(chosen, sheets, times, now, inner)[0]
    lead = _learn_opening(sheets, layouts, posts, taken, shapes, times, now)
    if lead is not None:
        layouts.append(lead)
    if len(layouts) > 1 and linked_share(posts, sort_texts(posts), [*main.time, *main.author]) >= LINKED:
        layouts.remove(layouts[0])  # other threads, beside the only post of a page
    return layouts


def _learn_extras(
    sheets: Sequence[Sheet],
    known: Sequence[Layout],
    posts: Sequence[Sampled],
    shapes: Collection[str],
    times: TimeReader,
    now: datetime,
) -> list[Layout]:
    """Learn other kinds of posts than those known, one after the other: what is of one is of no other."""
    read, most = reader_of(times, now), _KINDS + 1 - len(known)
    taken = _taken(known[0], posts, read)
    owners = {(post.sheet, node.mem_id): post.author for post in posts for node in post.view.nodes}
    barred, told = _around(posts, taken), taken | _told_again(posts)
    found: dict[str, tuple[Layout, list[Found]]] = {}
    while len(found) < most:
        before = len(found)
        for group in find_extras(sheets, told, barred, shapes):
            is_long = any(len(one.nodes) > 1 for one in group)  # or is it what holds it, and the answers, too?
            if is_long and tell_who_began(group, posts, shapes):
                continue
            extra = learn_around(sheets, posts, taken, shapes, times, now) if is_long else None
            extra = extra or learn_extra(group, sheets, times, now, owners)
            if extra is not None and extra.selector not in {*found, *(layout.selector for layout in known)}:
                found[extra.selector] = extra, group
                more = sample_posts(sheets, _found_by(extra, sheets), extra.ignored)
                told |= _taken(extra, more, read) | _told_again(more)
                barred |= _around(more, ())
                break
        if len(found) == before:
            break
    layouts = [layout for layout, _ in found.values()]
    for place, (layout, group) in enumerate(found.values()):  # what stands inside of one is not its own
        inner = [one for other in layouts if other is not layout for one in _found_by(other, sheets)]
        if not layout.spans and _stand_inside(inner, group):
            again = learn_extra(group, sheets, times, now, owners, inner)
            layouts[place] = again if again is not None and again.selector == layout.selector else layout
    return layouts


def _stand_inside(inner: Sequence[Found], group: Sequence[Found]) -> bool:
    """Tell whether any of some records stands in one of others."""
    outer = {(one.sheet, one.start) for one in group}
    return any((one.sheet, node.mem_id) in outer for one in inner for node in climb(one.nodes[0].parent))


def _learn_opening(
    sheets: Sequence[Sheet],
    layouts: Sequence[Layout],
    posts: Sequence[Sampled],
    taken: Collection[tuple[int, int]],
    shapes: Collection[str],
    times: TimeReader,
    now: datetime,
) -> Layout | None:
    """Learn the opening post that stands above the list, or around it."""
    answered: dict[int, datetime] = {}
    for post in posts:
        if post.moment is not None:
            answered.setdefault(post.sheet, post.moment)
    lead = learn_lead(sheets, layouts, shapes, times, now, answered)
    if lead is None and len(layouts) == 1:
        return learn_around(sheets, posts, taken, shapes, times, now)
    return lead


def _taken(layout: Layout, posts: Sequence[Sampled], read: ReadMoment) -> set[tuple[int, int]]:
    """Give the elements whose times are accounted for: bodies, and the posts' own times."""
    taken: set[tuple[int, int]] = set()
    bodies = [path for path in layout.body if path]
    known: dict[Path, bool] = {}  # whether a place is that of a body: posts have the same ones
    for post in posts:
        time = find_time(post, layout.time, read)
        if time is not None:
            taken.add((post.sheet, time.node.mem_id))
        for path, node, *_ in post.view.elements if bodies else ():
            is_body = known.get(path)
            if is_body is None:
                is_body = known[path] = any(is_place(path, body) for body in bodies)
            if is_body:
                taken.add((post.sheet, node.mem_id))
    return taken


def _told_again(posts: Sequence[Sampled]) -> set[tuple[int, int]]:
    """Give the times of posts at places where nearly each has one and none has several: "written", and "updated"."""
    counts = [Counter(path for path, _ in post.times) for post in posts]
    often = Counter(path for count in counts for path in count)
    several = {path for count in counts for path, number in count.items() if number > 1}
    own = {path for path, number in often.items() if number >= max(_FEW, _AGAIN * len(posts))} - several
    return {(post.sheet, time.node.mem_id) for post in posts for path, time in post.times if path in own}


def _around(posts: Sequence[Sampled], taken: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Give what stands around posts, their times and their bodies, and these themselves."""
    barred: set[tuple[int, int]] = set()
    for post in posts:
        for _, node, *_ in post.view.elements:
            is_root = node.mem_id == post.view.nodes[0].mem_id
            if is_root or (post.sheet, node.mem_id) in taken:
                current: LexborNode | None = node
                while current is not None and (post.sheet, current.mem_id) not in barred:
                    barred.add((post.sheet, current.mem_id))
                    current = current.parent
    return barred


def _author_href(layout: Layout, post: Sampled) -> str:
    for path in layout.author:
        node = go_to(post.view.nodes, path, layout.ignored)
        if node is not None and (href := href_near(node)):
            return href
    return ""


def _found_by(layout: Layout, sheets: Sequence[Sheet]) -> list[Found]:
    return [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, layout.selector)]


def learn_reader(sheets: Sequence[Sheet], now: datetime) -> TimeReader:
    """Learn how the times of pages are written."""
    samples = [
        TimeSample(time.text, time.twin, time.path, str(number))
        for number, sheet in enumerate(sheets)
        for time in sheet.times
    ]
    samples += [
        TimeSample(one.twin, "", f"{one.path}@", one.page) for one in samples if one.twin and one.twin != one.text
    ]
    stating = (sheet.page for sheet in sheets[:_ZONED] if may_tell_zone(sheet.page.html))
    zones = {zone for page in stating if (zone := find_zone(page.text)) is not None}
    return learn_times(samples, now, zones.pop() if len(zones) == 1 else None)
