"""Learning the wrapper of a site from its thread pages together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from statistics import median

from selectolax.lexbor import LexborNode

from weft.extract._bodies import (
    is_place,
    learn_body,
    learn_skips,
    learn_standing,
    linked_share,
    names_others,
    read_chars,
    written_chars,
)
from weft.extract._body_notes import tells_edit
from weft.extract._extras import find_extras
from weft.extract._field_author import learn_author, learn_only_author
from weft.extract._field_line import is_line, learn_line
from weft.extract._field_texts import sort_texts
from weft.extract._field_time import ReadMoment, find_time, learn_time, reader_of
from weft.extract._files import learn_decorations
from weft.extract._kind import Layout
from weft.extract._layouts import (
    WHOLE,
    Found,
    Sheet,
    choose_layout,
    describe,
    drop_strange_times,
    find_candidates,
    find_records,
    set_aside,
    span_from,
    steps_to,
    unnest,
    whole_pages,
    with_time,
)
from weft.extract._marks import learn_accepted, learn_reply, learn_votes
from weft.extract._names import href_near, href_shape, short_text
from weft.extract._numbers import learn_number, learn_permalink
from weft.extract._places import Path, find_passing, go_to, is_hidden, loosen, view_record
from weft.extract._sampled import Sampled
from weft.extract._tails import find_parts, find_tails
from weft.extract._titles import is_one_title, learn_clip, learn_title
from weft.extract._tree import learn_depth
from weft.extract._wrapper import Wrapper, find_all
from weft.page import FoundTime, Page, TimeReader, TimeSample, find_zone, learn_times

_LEAST_CHARS = 12  # letters a post has on average, author and standing texts left out
_NOTE_CHARS = 40  # the same of what is no note of an edit
_APART = 3  # elements to go up from the first part of a time to find all of it
_ROUGHLY = 1.0  # days; times that differ by less may be the same
_LED = 0.3  # share of the pages that must have an opening post of its own
_TIMED = 0.98  # share of the posts with a time from which what has none is no post
_LINKED = 0.8  # share of the letters in links from which a list is one of threads, not of posts
_OWN_SHARE = 0.9  # of boxes in posts that name their author, or repeat a time with him: profiles
_AGAIN = 3  # posts by authors seen before, to tell that
_REST = 3  # pages without a post that make another layout; with one each that tell what stands beside it
_EDIT_PLACES = 2
_TAILS = 3  # levels of boxes that are named as the last ones
_ENOUGH_PAGES, _ENOUGH_POSTS = 10, 200  # to learn from; the other pages only show whether it holds for them
_TITLED = 10  # pages that tell where titles are
_ZONED = 6  # pages that tell what zone the site's times are in
_KINDS = 4  # layouts beside the main one
_SKIMMED = 40  # posts that tell whether there is anything to read in them
_FOLLOWED = 0.9  # of the heads of posts have something after them
_HEAD_CHARS = 120  # of a name and a time, and what is said around them
_LONE = 0.5  # of the pages have one post, where each may have one only
_MORE = 1.5  # times as much to read on pages as in what looks like posts, from which the pages are the posts

Chosen = tuple[str, bool, list[Found]]  # selector, whether posts span siblings, the posts


def learn_wrapper(pages: Sequence[Page], now: datetime) -> Wrapper | None:
    """Learn from pages of threads; None when no posts are recognised on them. `now`: about when they were fetched."""
    sheets = _lay_out(pages)
    times = learn_reader(sheets, now)
    seen = [sheet.page for sheet in sheets]
    layouts: list[Layout] = []
    rest = sheets
    while rest and len(layouts) < _KINDS and (not layouts or len(rest) >= _REST):
        known = {layout.selector for layout in layouts}
        more = [layout for layout in _learn_layouts(rest, times, now) if layout.selector not in known]
        if not more:
            break
        layouts += more
        left = [page for page in pages if not find_all(page, layouts)]
        rest = drop_strange_times(set_aside([Sheet.of(page) for page in left]))
    if not layouts:
        return None
    layouts = _share_skips(layouts)
    titled = seen[:_TITLED]
    roots = [{node.mem_id for _, nodes in find_all(page, layouts) for node in nodes} for page in titled]
    title, clip = learn_title(titled, roots), learn_clip([page.title for page in pages])
    if not title and is_one_title(pages):
        clip = (pages[0].title, "")  # boards tell the titles then
    wrapper = Wrapper(tuple(layouts), times, title, clip)
    shown = (files for page in seen for files in wrapper.read_pictures(page, now))
    return replace(wrapper, decorations=learn_decorations(shown))


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


def _learn_layouts(sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> list[Layout]:
    """Learn the posts of the main lists, and what other kinds of posts stand around them."""
    chosen = choose_layout(sheets, find_candidates(sheets))
    if chosen is None:
        return []
    chosen = _whole_or(unnest(sheets, chosen), sheets, times, now)
    selector, spans, found = chosen
    if not found:
        return []
    listing = sorted({one.sheet for one in found})  # other pages may be of another kind altogether
    sheets = [sheets[number] for number in listing]
    found = [Found(listing.index(one.sheet), one.nodes) for one in found]
    main, posts = _learn_layout((selector, spans, found), sheets, times, now)
    layouts = [main]
    taken = _taken(main, posts, reader_of(times, now))
    shapes = {href_shape(href) for post in posts if (href := _author_href(main, post))}
    owners = {(post.sheet, node.mem_id): post.author for post in posts for node in post.view.nodes}
    for group in find_extras(sheets, taken, _around(posts, taken), shapes):
        extra = _learn_extra(group, sheets, times, now, owners)
        if extra is not None and extra.selector not in {layout.selector for layout in layouts}:
            layouts.append(extra)
        if len(layouts) > _KINDS:
            break
    if len(layouts) > 1:  # what stands inside the posts is not theirs
        inner = [one for layout in layouts[1:] for one in _found_by(layout, sheets)]
        layouts[0] = _learn_layout((selector, spans, found), sheets, times, now, inner)[0]
    answered: dict[int, datetime] = {}
    for post in posts:
        if post.moment is not None:
            answered.setdefault(post.sheet, post.moment)
    lead = _learn_lead(sheets, layouts, shapes, times, now, answered)
    if lead is not None:
        layouts.append(lead)
    if len(layouts) > 1 and linked_share(posts, sort_texts(posts), [*main.time, *main.author]) >= _LINKED:
        layouts.remove(layouts[0])  # other threads, beside the only post of a page
    return layouts


def _whole_or(chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> Chosen:
    """Give the pages themselves as posts instead, where there is one a page and more to read outside what was chosen.

    What an archive of letters writes above each (who, to whom, when) looks like a list of its own, and so does the tree
    of a thread below each of its messages.
    """
    if not chosen[2]:
        return chosen
    if chosen[0] == WHOLE:
        return _narrow(chosen, sheets, times, now)
    are_wordless = _are_wordless(sheets, chosen[2])
    if are_wordless and (longer := _with_following(chosen, sheets)) is not None:
        return longer
    counts = list(Counter(one.sheet for one in chosen[2]).values())
    if len(counts) < _REST:
        return chosen
    are_links = not are_wordless and _are_links(chosen, sheets, times, now)
    is_lone = counts.count(1) >= _LONE * len(counts) and not _are_most(chosen[2], sheets)
    is_lone = is_lone or are_wordless or are_links
    whole = choose_layout(sheets, whole_pages(sheets)) if is_lone else None
    if whole is None:
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
    return len(bodies) >= _REST and inside > sum(len(body.text(strip=True)) for body in bodies if body is not None) / 2


def _narrow(whole: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> Chosen:
    """Give the element with the time instead of the page, where it has the text, too: what stands around is not its."""
    layout, posts = _learn_layout(whole, sheets, times, now)
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
    layout, posts = _learn_layout((selector, spans, some), sheets, times, now, found)
    return linked_share(posts, sort_texts(posts), [*layout.time, *layout.author]) >= _LINKED


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
    return longer if longer is not None and is_like and not _are_wordless(sheets, longer[2]) else None


def _are_wordless(sheets: Sequence[Sheet], found: Sequence[Found]) -> bool:
    """Tell from some of what looks like posts whether there is nothing to read in them."""
    posts = sample_posts(sheets, found[:: -(-len(found) // _SKIMMED)], frozenset(), found)
    return written_chars(posts, sort_texts(posts)) <= _LEAST_CHARS


def _count_chars(chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime) -> int:
    """Give how much there is to read in the bodies of posts; nothing if these are not told from all around them."""
    layout, posts = _learn_layout(chosen, sheets, times, now)
    is_told = all(layout.body) and layout.time and layout.author
    return read_chars(posts, sort_texts(posts), layout.body) if is_told or chosen[0] != WHOLE else 0


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
    zones = {zone for sheet in sheets[:_ZONED] if (zone := find_zone(sheet.page.text)) is not None}
    return learn_times(samples, now, zones.pop() if len(zones) == 1 else None)


def _found_by(layout: Layout, sheets: Sequence[Sheet]) -> list[Found]:
    return [
        one
        for number, sheet in enumerate(sheets)
        for one in find_records(number, sheet.page, layout.selector, spans=layout.spans)
    ]


def _learn_layout(
    chosen: Chosen,
    sheets: Sequence[Sheet],
    times: TimeReader,
    now: datetime,
    inner: Sequence[Found] = (),
    *,
    is_main: bool = True,
) -> tuple[Layout, list[Sampled]]:
    """Learn one kind of post from its examples; `inner` are posts of other kinds that may stand inside.

    `is_main`: it is what the pages list, and may be all there is on them.
    """
    selector, spans, found = chosen
    ignored = find_passing([one.nodes for one in found])
    posts = _sample_named(sheets, found, ignored, inner)
    read = reader_of(times, now)
    time = learn_time(posts, read)
    is_page = selector == WHOLE  # its links lead to other pages
    is_alone = len({post.sheet for post in posts}) == len(posts) >= _REST  # on its page: it may have all its links
    author = learn_author(posts, time if is_alone else (), time, is_page=is_main) or learn_line(posts)
    author = author or learn_only_author(posts)
    texts = sort_texts(posts)
    body = learn_body(posts, texts, [*time, *author], ignored, unlinked=is_page)
    number = learn_number(posts)
    if is_page and number is not None and number.attribute == "href":
        number = None
    permalink = learn_permalink(posts, number, ignored) if not is_page or number is not None else None
    reply = learn_reply(posts, number, permalink, ignored)
    heads = [*time, *author] + ([reply.path] if reply is not None else [])
    edits = Counter(place for post in posts for place in set(map(loosen, post.edits)))
    skips, buttons = learn_skips(posts, texts, body, heads)
    layout = Layout(
        selector=selector,
        spans=spans,
        time=tuple(time),
        author=tuple(author),
        body=tuple(body),
        edited=tuple(place for place, count in edits.most_common(_EDIT_PLACES) if count > 1),
        skip=tuple(skips),
        buttons=tuple(buttons),
        standing=learn_standing(posts, texts, body),
        number=number,
        permalink=permalink,
        reply=reply,
        depth=learn_depth(posts) if number is not None else None,
        votes=learn_votes(posts),
        accepted=learn_accepted(posts),
        ignored=ignored,
        timed=sum(post.moment is not None for post in posts) >= _TIMED * len(posts),
    )
    return layout, posts


def _learn_extra(
    group: list[Found],
    sheets: Sequence[Sheet],
    times: TimeReader,
    now: datetime,
    owners: Mapping[tuple[int, int], str],
) -> Layout | None:
    """Learn another kind of post from its examples; `owners` are the authors of the posts it may stand in.

    What fits its selector besides must not be shown, or else have no text where these have theirs.
    """
    wanted = {(one.sheet, one.start) for one in group}
    wider: list[tuple[str, list[Found]]] = []
    for selector in describe(group).selectors():
        found = [
            one
            for number, sheet in enumerate(sheets)
            for one in find_records(number, sheet.page, selector, spans=False)
        ]
        others = [one for one in found if (one.sheet, one.start) not in wanted and not is_hidden(one.nodes[0])]
        if wanted <= {(one.sheet, one.start) for one in found}:
            wider.append((selector, others))
    for selector, others in sorted(wider, key=lambda pair: len(pair[1]))[:1]:
        layout, posts = _learn_layout((selector, False, group), sheets, times, now, is_main=False)
        texts = sort_texts(posts)
        heads = [*layout.time, *layout.author]
        # notes of edits name people in their lines, too, but have little to read
        least = _NOTE_CHARS if all(map(is_line, layout.author)) else _LEAST_CHARS
        whole = layout.time and layout.author and layout.body and written_chars(posts, texts) > least
        is_list = linked_share(posts, texts, heads) >= _LINKED or names_others(posts, layout.body, heads)
        if whole and not is_list and not _tells_of_authors(posts, owners):
            return layout if not any(_has_text(one, layout) for one in others) else None
    return None


def _has_text(record: Found, layout: Layout) -> bool:
    """Tell whether a record has something where posts of a layout have their text."""
    return any(go_to(record.nodes, path, layout.ignored) is not None for path in layout.body)


def _tells_of_authors(posts: Sequence[Sampled], owners: Mapping[tuple[int, int], str]) -> bool:
    """Tell whether these are profiles: each in a post of the same author, with one time whenever that one writes."""
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
    return inside >= _OWN_SHARE * len(posts) or (again >= _AGAIN and same >= _OWN_SHARE * again)


def _learn_lead(
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
    group = []
    for number, sheet in enumerate(sheets):
        record = sheet.main.lead if sheet.main is not None else None
        inside = {node.mem_id for _, nodes in find_all(sheet.page, layouts) for node in nodes}
        if record is not None and not any(_touches(node, inside) for node in record.nodes):
            group.append(Found(number, record.nodes[:1]))
    if len(group) < _LED * len(sheets):
        return None
    wanted = {(one.sheet, one.start) for one in group}
    for selector in describe(group).selectors():
        found = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, selector)]
        once = len({one.sheet for one in found}) == len(found)
        if once and wanted <= {(one.sheet, one.start) for one in found}:
            layout, posts = _learn_layout((selector, False, found), sheets, times, now, is_main=False)
            layout = replace(layout, time=_before_answers(layout.time, posts, reader_of(times, now), answered))
            author = _linked_author(posts, shapes) or layout.author
            heads, texts = [*layout.time, *author], sort_texts(posts)
            is_post = layout.time and author and written_chars(posts, texts) > _LEAST_CHARS  # or it tells who began
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


def _touches(node: LexborNode, inside: Collection[int]) -> bool:
    """Tell whether an element is, holds or stands in one of a page's records."""
    current: LexborNode | None = node
    while current is not None:
        if current.mem_id in inside:
            return True
        current = current.parent
    return any(inner.mem_id in inside for inner in node.traverse())


def _linked_author(posts: Sequence[Sampled], shapes: Collection[str]) -> tuple[Path, ...]:
    """Give the place of the first named link that leads where the links to the other posts' authors lead."""
    for post in posts:
        for path, node, tag, attributes in post.view.elements:
            if tag == "a" and short_text(node) and href_shape(attributes.get("href") or "") in shapes:
                return (path,)
    return ()


def _sample_named(
    sheets: Sequence[Sheet], found: Sequence[Found], ignored: frozenset[str], inner: Sequence[Found]
) -> list[Sampled]:
    """Take records apart with parts named that numbers do not tell, from the outermost inwards."""
    names = find_parts([one.nodes for one in found])
    posts = sample_posts(sheets, found, ignored, inner, names)
    for _ in range(_TAILS):
        more = find_tails(posts)
        if not more:
            break
        names |= more
        posts = sample_posts(sheets, found, ignored, inner, names)
    return posts


def sample_posts(
    sheets: Sequence[Sheet],
    found: Sequence[Found],
    ignored: frozenset[str],
    inner: Sequence[Found] = (),
    names: frozenset[Path] = frozenset(),
) -> list[Sampled]:
    """Take records apart, and give each the times that are its own."""
    roots: dict[int, set[int]] = defaultdict(set)
    for one in (*found, *inner):
        roots[one.sheet].update(node.mem_id for node in one.nodes)
    posts = []
    owners: dict[int, dict[int, Sampled]] = defaultdict(dict)
    for one in found:
        strangers = roots[one.sheet] - {node.mem_id for node in one.nodes}
        post = Sampled(one.sheet, view_record(one.nodes, strangers, ignored, names), sheets[one.sheet].page.title)
        posts.append(post)
        owners[one.sheet].update(dict.fromkeys(post.view.paths, post))
    for number, sheet in enumerate(sheets):
        for time in sheet.times:
            owner = owners[number].get(time.node.mem_id)
            if owner is not None:
                shown = _shows(time)
                node = shown if shown.mem_id in owner.view.paths else time.node  # all of it may stand around the post
                path = owner.view.paths[node.mem_id]
                if tells_edit(node):
                    owner.edits.append(path)
                else:
                    owner.times.append((path, time))
    return posts


def _shows(time: FoundTime) -> LexborNode:
    """Give the element that shows all of a time: day and clock may stand in elements of their own."""
    node = time.node
    wanted = "".join(time.text.split())
    for _ in range(_APART):
        if wanted in "".join(node.text().split()) or node.parent is None:
            return node
        node = node.parent
    return time.node


def _taken(layout: Layout, posts: Sequence[Sampled], read: ReadMoment) -> set[tuple[int, int]]:
    """Give the elements whose times are accounted for: bodies, and the posts' own times."""
    taken: set[tuple[int, int]] = set()
    for post in posts:
        time = find_time(post, layout.time, read)
        if time is not None:
            taken.add((post.sheet, time.node.mem_id))
        for path in layout.body:
            taken.update(
                (post.sheet, node.mem_id) for other, node, *_ in post.view.elements if path and is_place(other, path)
            )
    return taken


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
