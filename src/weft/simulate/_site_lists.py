"""Pages that list: the entry and the boards."""

from __future__ import annotations

from weft.simulate._chance import Salt, mix
from weft.simulate._kinds import Kind, Trait
from weft.simulate._model import Board, Thread
from weft.simulate._places import Place, Spot
from weft.simulate._scenes import TAGS
from weft.simulate._site_canvas import ADS_EVERY, Canvas
from weft.simulate._text import plain_text
from weft.simulate._views import AdRow, Anchor, BoardRow, BoardView, Category, EntryView, ThreadRow

RECENT_THREADS = 5
ONLINE_USERS = 12
_SORT_KEYS = (("replies", "sort_replies"), ("views", "sort_views"), ("date", "sort_date"), ("author", "sort_author"))
_FILTER_KEYS = (("day", "filter_day"), ("week", "filter_week"), ("all", "all"))


def show_entry(canvas: Canvas) -> EntryView:
    """Build the front page."""
    return EntryView(
        canvas.frame(canvas.plot.title, hint=Place(Spot.ENTRY)),
        _categories(canvas),
        recent=_recent(canvas),
        online=_online(canvas),
        stats=_stats(canvas),
    )


def show_board(canvas: Canvas, place: Place) -> BoardView:
    """Build a page of a board, in its own order or another."""
    board = canvas.model.boards[place.id - 1]
    pages = canvas.director.board_pages(place.id, place.sort or "last", place.filter)
    hint = Place(Spot.BOARD, place.id, place.page)
    return BoardView(
        canvas.frame(board.title, canvas.crumbs(place.id)[:-1], hint, pages),
        board.title,
        board.description,
        subboards=tuple(_board_row(canvas, sub) for sub in canvas.model.boards if sub.parent == board.id),
        rows=_rows(canvas, place),
        pager=canvas.pager(place, pages),
        sorts=_sorts(canvas, place),
        actions=canvas.walls(("new_thread", "watch"), board.id) + canvas.acts(("mark_read",), board.id),
        layout=board.id % 2 if canvas.has(Trait.TWO_LAYOUTS) else 0,
    )


def thread_row(canvas: Canvas, thread: Thread, *, heads_board: bool = False, moved: bool = False) -> ThreadRow:
    """Build a thread's row; `heads_board` for announcements, `moved` for what is now in another board."""
    # two ways sites lead to a moved thread: an address of its own that redirects, or the thread's
    spot = Spot.MOVED if moved and thread.id % 2 else Spot.THREAD
    replies = canvas.snapshot.count(thread.id) - 1
    return ThreadRow(
        Anchor(thread.title, canvas.href(Place(spot, thread.id))),
        canvas.user(thread.author),
        thread.started,
        replies,
        canvas.snapshot.views(thread.id),
        None if moved else canvas.last_post(thread.id),
        pages=() if moved else canvas.row_pages(thread.id),
        sticky=thread.sticky,
        locked=thread.locked,
        announcement=heads_board,
        moved=moved,
        unread=thread.id % 3 == 0,
        tags=tags_of(canvas, thread.id),
        excerpt=_excerpt(canvas, thread.id),
        votes=canvas.snapshot.votes(canvas.model.post(thread.id, 0))
        if canvas.model.kind in {Kind.QA, Kind.COMMENTS}
        else 0,
    )


def tags_of(canvas: Canvas, thread: int) -> tuple[Anchor, ...]:
    """Give a thread's tags, linked."""
    if not canvas.has(Trait.TAGS):
        return ()
    chosen = draw_tags(canvas.model.seed, thread)
    return tuple(Anchor(canvas.model.prose.tag(tag), canvas.href(Place(Spot.TAG, tag))) for tag in chosen)


def draw_tags(seed: int, thread: int) -> list[int]:
    """Give the numbers of a thread's tags: none to three."""
    draw = mix(seed, Salt.TAGS, thread)
    numbers = {draw // 4 % TAGS + 1, draw // 256 % TAGS + 1, draw // 65536 % TAGS + 1}
    return sorted(numbers)[: draw % 4]


def _categories(canvas: Canvas) -> tuple[Category, ...]:
    tops = [board for board in canvas.model.boards if not board.parent and canvas.snapshot.has_board(board.id)]
    if canvas.model.kind is Kind.MAILING_LIST:
        tops.reverse()
    numbers = dict.fromkeys(board.category for board in tops)
    return tuple(
        Category(
            Anchor(canvas.model.prose.category_title(number), ""),
            tuple(_board_row(canvas, board) for board in tops if board.category == number),
        )
        for number in numbers
    )


def _board_row(canvas: Canvas, board: Board) -> BoardRow:
    threads, posts = canvas.snapshot.board_size(board.id)
    newest = canvas.snapshot.newest_thread(board.id)
    below = (sub for sub in canvas.model.boards if sub.parent == board.id)
    return BoardRow(
        Anchor(board.title, canvas.href(Place(Spot.BOARD, board.id))),
        board.description,
        threads,
        posts,
        canvas.last_post(newest) if newest else None,
        subboards=tuple(Anchor(sub.title, canvas.href(Place(Spot.BOARD, sub.id))) for sub in below),
        moderators=(canvas.user(board.id % canvas.model.users + 1),),
    )


def _rows(canvas: Canvas, place: Place) -> tuple[ThreadRow | AdRow, ...]:
    size = canvas.plot.sizes.threads
    listed = canvas.snapshot.listing(place.id, place.sort or "last", place.filter)
    shown = [int(thread) for thread in listed[(place.page - 1) * size : place.page * size]]
    rows: list[ThreadRow | AdRow] = list(_headers(canvas, place, shown))
    for number, thread in enumerate(shown, 1):
        rows.append(thread_row(canvas, canvas.model.thread(thread)))
        if canvas.has(Trait.ADS) and number % ADS_EVERY == 0:
            rows.append(canvas.advert(place.id * 100 + number))
    return tuple(rows)


def _headers(canvas: Canvas, place: Place, shown: list[int]) -> list[ThreadRow]:
    """Give what stands above a board's own threads: announcements of the whole forum, threads moved away."""
    if canvas.model.kind is not Kind.FORUM or place.sort or place.filter:
        return []
    rows = []
    if canvas.has(Trait.ANNOUNCEMENTS):
        open_now = [t for t in canvas.model.announcements if canvas.snapshot.has_thread(t) and t not in shown]
        rows += [thread_row(canvas, canvas.model.thread(thread), heads_board=True) for thread in open_now]
    if canvas.has(Trait.MOVED_THREADS) and place.page == 1:
        moved = canvas.snapshot.moved_out_of(place.id)
        rows += [thread_row(canvas, canvas.model.thread(thread), moved=True) for thread in moved]
    return rows


def _sorts(canvas: Canvas, place: Place) -> tuple[Anchor, ...]:
    if not canvas.has(Trait.SORTS):
        return ()
    links = []
    for sort, key in _SORT_KEYS:
        # the column one looks at by now offers the other direction
        turned = f"{sort}_up" if place.sort == sort else sort
        links.append(canvas.link(key, Place(Spot.BOARD, place.id, sort=turned, filter=place.filter), shy=True))
    links.append(canvas.link("last_post", Place(Spot.BOARD, place.id, sort="last", filter=place.filter), shy=True))
    if canvas.model.kind is not Kind.MAILING_LIST:
        for span, key in _FILTER_KEYS:
            links.append(canvas.link(key, Place(Spot.BOARD, place.id, sort=place.sort, filter=span), shy=True))
    return tuple(links)


def _excerpt(canvas: Canvas, thread: int) -> str:
    if canvas.model.kind not in {Kind.BLOG, Kind.QA}:
        return ""
    text = plain_text(canvas.model.prose.body(canvas.model.post(thread, 0).id)[:1])
    return text[:200]


def _recent(canvas: Canvas) -> tuple[ThreadRow, ...]:
    if canvas.model.kind is Kind.MAILING_LIST:
        return ()
    newest = canvas.snapshot.listing(0, "latest", "")[:RECENT_THREADS]
    return tuple(thread_row(canvas, canvas.model.thread(int(thread))) for thread in newest)


def _online(canvas: Canvas) -> tuple[Anchor, ...]:
    if not canvas.has(Trait.ONLINE):
        return ()
    hour = int(canvas.now.timestamp() // 3600)
    draws = (mix(canvas.model.seed, Salt.ONLINE, hour, seat) for seat in range(ONLINE_USERS))
    return tuple(canvas.user(user) for user in dict.fromkeys(draw % canvas.model.users + 1 for draw in draws))


def _stats(canvas: Canvas) -> tuple[tuple[str, str], ...]:
    words, snapshot = canvas.words, canvas.snapshot
    counts = (
        ("stats_posts", snapshot.visible),
        ("stats_threads", snapshot.threads),
        ("stats_users", canvas.model.users),
    )
    return tuple((words[key], f"{count}") for key, count in counts)
