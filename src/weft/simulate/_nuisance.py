"""Pages a crawler of threads has no use for: profiles, members, search, tags, calendar, feeds, forms, notices."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape

import numpy as np

from weft.simulate._kinds import Trait
from weft.simulate._model import next_month
from weft.simulate._places import Place, Spot
from weft.simulate._scenes import TAGS, count_pages
from weft.simulate._site_canvas import Canvas
from weft.simulate._site_lists import draw_tags
from weft.simulate._site_threads import show_print
from weft.simulate._views import (
    Anchor,
    FormView,
    LinksView,
    MemberRow,
    MembersView,
    MessageView,
    Pager,
    ProfileView,
    View,
)

FEED_ITEMS = 15
PROFILE_THREADS = 5
TAGGED_AMONG = 2000  # tag pages look at so many of the newest threads


def show_tool(canvas: Canvas, place: Place) -> View:
    """Build a page of a tool; feeds are no pages, see `write_feed`."""
    shows: dict[Spot, Callable[[Canvas, Place], View]] = {
        Spot.PRINT: show_print,
        Spot.PROFILE: _show_profile,
        Spot.MEMBERS: _show_members,
        Spot.RESULTS: _show_results,
        Spot.TAG: _show_tag,
        Spot.TAGS: _show_tags,
        Spot.CALENDAR: _show_month,
        Spot.HELP: _show_help,
    }
    return shows[place.spot](canvas, place)


def show_form(canvas: Canvas, place: Place) -> FormView:
    """Build the search form, the login form or the registration."""
    title = canvas.words[place.spot.value]
    if place.spot is Spot.SEARCH:
        action = canvas.href(Place(Spot.RESULTS))
        return FormView(canvas.frame(title), title, "", action, "get", (("q", "text"),))
    fields = (("name", "text"), ("password", "password"))
    return FormView(canvas.frame(title), title, "", canvas.href(place), "post", fields)


def show_wall(canvas: Canvas) -> FormView:
    """Build the demand to log in."""
    title, action = canvas.words["login"], canvas.href(Place(Spot.LOGIN))
    fields = (("name", "text"), ("password", "password"))
    return FormView(canvas.frame(title), title, canvas.words["login_needed"], action, "post", fields)


def show_notice(canvas: Canvas, key: str, message_key: str) -> MessageView:
    """Build a short notice."""
    return MessageView(canvas.frame(canvas.words[key]), canvas.words[key], canvas.words[message_key])


def write_feed(canvas: Canvas, place: Place) -> str:
    """Write the RSS of a board, or of all boards (id 0)."""
    newest = canvas.snapshot.listing(place.id, "latest", "")[:FEED_ITEMS]
    items = []
    for number in newest:
        thread = canvas.model.thread(int(number))
        url = escape(canvas.absolute(Place(Spot.THREAD, thread.id)))
        written = format_datetime(canvas.snapshot.last_post(thread.id).time)
        about = f"<title>{escape(thread.title)}</title><link>{url}</link><guid>{url}</guid>"
        items.append(f"<item>{about}<pubDate>{written}</pubDate></item>")
    title, home = escape(canvas.plot.title), escape(canvas.absolute(Place(Spot.ENTRY)))
    head = f"<title>{title}</title><link>{home}</link><description>{title}</description>"
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>{head}{"".join(items)}</channel></rss>\n'
    )


def write_robots(canvas: Canvas) -> str:
    """Write robots.txt: what has no content of its own is forbidden."""
    rules = "".join(f"Disallow: {prefix}\n" for prefix in canvas.plot.style.forbidden())
    return f"User-agent: *\n{rules or 'Disallow:'}\n"


def _show_profile(canvas: Canvas, place: Place) -> ProfileView:
    user, name = place.id, canvas.model.prose.user_name(place.id)
    fields = [(canvas.words["stats_posts"], str(canvas.snapshot.posts_by(user)))]
    recent = [_thread_link(canvas, thread) for thread in _threads_by(canvas, user)[:PROFILE_THREADS]]
    if canvas.has(Trait.SEARCH):
        recent.append(canvas.link("search", Place(Spot.RESULTS, user), shy=True))
    return ProfileView(canvas.frame(name), name, tuple(fields), canvas.model.joined(user), tuple(recent))


def _show_members(canvas: Canvas, place: Place) -> MembersView:
    size, users = canvas.plot.sizes.others, canvas.model.users
    ordered = _order_members(canvas, place.sort)[(place.page - 1) * size : place.page * size]
    rows = tuple(MemberRow(canvas.user(u), canvas.model.joined(u), canvas.snapshot.posts_by(u)) for u in ordered)
    sorts: tuple[Anchor, ...] = ()
    if canvas.has(Trait.SORTS):
        orders = (("stats_posts", "posts"), ("sort_date", "joined"), ("sort_author", "author"))
        sorts = tuple(canvas.link(key, Place(Spot.MEMBERS, sort=sort), shy=True) for key, sort in orders)
    title = canvas.words["members"]
    return MembersView(canvas.frame(title), title, rows, canvas.pager(place, count_pages(users, size)), sorts)


def _order_members(canvas: Canvas, sort: str) -> list[int]:
    users = list(range(1, canvas.model.users + 1))
    if sort == "posts":
        users.sort(key=canvas.snapshot.posts_by, reverse=True)
    elif sort == "joined":
        users.sort(key=canvas.model.joined)
    elif sort == "author":
        users.sort(key=canvas.model.prose.user_name)
    return users


def _show_results(canvas: Canvas, place: Place) -> LinksView:
    found = _threads_by(canvas, place.id) if place.id else list(range(canvas.snapshot.threads, 0, -1))
    return _show_links(canvas, place, canvas.words["search"], found)


def _show_tag(canvas: Canvas, place: Place) -> LinksView:
    newest = range(canvas.snapshot.threads, max(0, canvas.snapshot.threads - TAGGED_AMONG), -1)
    found = [thread for thread in newest if place.id in draw_tags(canvas.model.seed, thread)]
    return _show_links(canvas, place, canvas.model.prose.tag(place.id), found)


def _show_links(canvas: Canvas, place: Place, title: str, found: list[int]) -> LinksView:
    """A list of threads in pages; past the end it is empty, as searches are."""
    size = canvas.plot.sizes.others
    shown = found[(place.page - 1) * size : place.page * size]
    pages = max(place.page, count_pages(len(found), size))
    links = tuple(_thread_link(canvas, thread) for thread in shown)
    return LinksView(canvas.frame(title), title, f"{len(found)}", links, canvas.pager(place, pages))


def _show_tags(canvas: Canvas, place: Place) -> LinksView:
    prose = canvas.model.prose
    links = tuple(Anchor(prose.tag(tag), canvas.href(Place(Spot.TAG, tag))) for tag in range(1, TAGS + 1))
    return LinksView(canvas.frame(canvas.words["tags"]), canvas.words["tags"], "", links)


def _show_month(canvas: Canvas, place: Place) -> LinksView:
    """A month as a grid: days on which a thread was opened link to it. There is always a month before and after."""
    year, month = divmod(place.page, 12)
    begin = datetime(year, month + 1, 1, tzinfo=UTC)
    opened = {canvas.model.thread(t).started.day: t for t in _opened_in(canvas, begin)}
    links = tuple(
        Anchor(str(day), canvas.href(Place(Spot.THREAD, opened[day])) if day in opened else "")
        for day in range(1, monthrange(year, month + 1)[1] + 1)
    )
    before = Anchor(canvas.words["older"], canvas.href(Place(Spot.CALENDAR, page=place.page - 1)))
    after = Anchor(canvas.words["newer"], canvas.href(Place(Spot.CALENDAR, page=place.page + 1)))
    title = f"{year:04}-{month + 1:02}"
    return LinksView(canvas.frame(title), title, "", (before, *links, after), Pager(), grid=True)


def _opened_in(canvas: Canvas, begin: datetime) -> list[int]:
    if begin.year < 1970 or begin > canvas.now:
        return []
    return [t for t in canvas.model.opened_between(begin, next_month(begin)) if canvas.snapshot.has_thread(t)]


def _show_help(canvas: Canvas, place: Place) -> LinksView:
    title = canvas.words["help"]
    keys = (("home", Spot.ENTRY), ("register", Spot.REGISTER), ("login", Spot.LOGIN))
    return LinksView(canvas.frame(title), title, "", tuple(canvas.link(key, Place(spot)) for key, spot in keys))


def _thread_link(canvas: Canvas, thread: int) -> Anchor:
    return Anchor(canvas.model.thread(thread).title, canvas.href(Place(Spot.THREAD, thread)))


def _threads_by(canvas: Canvas, user: int) -> list[int]:
    """Give the threads a user opened, newest first."""
    openers = canvas.model.authors[canvas.model.first[: canvas.snapshot.threads]]
    return [int(thread) for thread in (np.flatnonzero(openers == user) + 1)[::-1]]
