"""Boards whose names end with numbers, in a menu below every list and thread: no pager."""

from __future__ import annotations

import asyncio
from html import escape

import pytest

from forums.site import SETTINGS, Site
from forums.talk import Board, Talk, portions
from weft.api import LearnJob, learn_site
from weft.fetch import MemoryTransport
from weft.traversal import Role

HOST = "http://rooms.example"
ROWS, POSTS = 15, 8
TIME = "%d %B %Y, %H:%M"


def name_of(board: Board) -> str:
    return f"Room {board.id - 2}" if board.id == 6 else board.title


def way_to(board: Board) -> str:
    return f'<div class="way"><a href="/index">Rooms</a> &gt; <a href="/index?r={board.id}">{name_of(board)}</a></div>'


def frame(title: str, inside: str, talk: Talk | None = None) -> str:
    links = (
        "".join(f'<li><a href="/index?r={board.id}">{name_of(board)}</a></li>' for board in talk.boards) if talk else ""
    )
    jump = f'<div class="jump"><ul>{links}</ul></div>' if talk else ""
    menu = '<div class="menu"><a href="/index">Home</a> <a href="/search">Search</a></div>'
    return f"<html><head><title>{title}</title></head><body>{menu}{inside}{jump}</body></html>"


def turn(base: str, page: int, pages: int) -> str:
    links = " ".join(
        f"<b>{n}</b>" if n == page else f'<a href="{base}{f"&page={n}" if n > 1 else ""}">{n}</a>'
        for n in range(1, pages + 1)
    )
    return f'<p class="pages">{links}</p>' if pages > 1 else ""


def make(seed: int) -> Site:
    site = Site(HOST, Talk(seed))
    talk = site.talk
    parts = dict.fromkeys((board.category for board in talk.boards), "")
    for board in talk.boards:
        name = f'<a href="/index?r={board.id}">{name_of(board)}</a>'
        last = max(board.threads, key=lambda thread: thread.last.time).last
        who = f'{last.time.strftime(TIME)} by <a href="/index?u={last.who.id}">{escape(last.who.name)}</a>'
        parts[board.category] += f"<tr><td>{name}<p>{board.about}</p></td><td>{board.size}</td><td>{who}</td></tr>"
    tables = (f'<div class="part"><h2>{name}</h2><table>{rows}</table></div>' for name, rows in parts.items())
    site.show("/index", "entry", frame("Rooms", "".join(tables)))
    site.copy("/", "/index")
    for board in talk.boards:
        base, pages = f"/index?r={board.id}", portions(board.threads, ROWS)
        for page in range(1, pages + 1):
            rows = "".join(
                f'<tr><td><a href="/index?t={thread.id}">{thread.title}</a></td>'
                f"<td>{escape(thread.posts[0].who.name)}</td><td>{len(thread.posts) - 1}</td>"
                f"<td>{thread.last.time.strftime(TIME)}</td></tr>"
                for thread in board.threads[(page - 1) * ROWS : page * ROWS]
            )
            html = frame(name_of(board), f"{way_to(board)}<table>{rows}</table>{turn(base, page, pages)}", talk)
            site.show(base if page == 1 else f"{base}&page={page}", "index", html)
    for person in talk.people:
        site.other(f"/index?u={person.id}", frame(person.name, f"<h1>{escape(person.name)}</h1><p>Here.</p>"))
    for thread in talk.threads:
        base, pages = f"/index?t={thread.id}", portions(thread.posts, POSTS)
        for page in range(1, pages + 1):
            posts = "".join(
                f'<div class="post"><b class="who">{escape(post.who.name)}</b> <i>{post.time.strftime(TIME)}</i>'
                f'<div class="text">{escape(post.text)}</div></div>'
                for post in thread.posts[(page - 1) * POSTS : page * POSTS]
            )
            html = frame(
                thread.title, f"{way_to(thread.board)}<h1>{thread.title}</h1>{posts}{turn(base, page, pages)}", talk
            )
            site.show(base if page == 1 else f"{base}&page={page}", "thread", html)
    return site


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_name_with_a_number_turns_no_page(seed: int):
    """Each board is a list of its own."""
    site = make(seed)
    plan = asyncio.run(learn_site(LearnJob(HOST + "/index", SETTINGS, transport=MemoryTransport(site)))).plan
    roles = {path: plan.judge(HOST + path).role for path, kind in site.kinds.items() if kind == "index"}
    assert {role for path, role in roles.items() if "page=" not in path} == {Role.INDEX}
    assert {role for path, role in roles.items() if "page=" in path} == {Role.INDEX_FLIP}
