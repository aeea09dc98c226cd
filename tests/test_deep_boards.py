"""Threads whose addresses have the names of all boards around them, and further pages whose word stands among names."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from forums.site import Site, crawl
from forums.talk import Board, Said, Talk, Thread, portions

HOST = "http://deep.example"
ROWS, POSTS = 15, 8
TIME = "%d %B %Y, %H:%M"


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def path_of(board: Board) -> str:
    above = path_of(board.parent) if board.parent else f"/talk/{slug(board.category)}"
    return f"{above}/{slug(board.title)}"


def path_to(thread: Thread) -> str:
    return f"{path_of(thread.board)}/{thread.id}-{slug(thread.title)}"


def frame(title: str, board: Board | None, inside: str) -> str:
    way = '<a href="/">Home</a>'
    if board is not None:
        way += f' <a href="/talk/{slug(board.category)}">{board.category}</a>'
        way += "".join(f' <a href="{path_of(one)}">{one.title}</a>' for one in (board.parent, board) if one)
    menu = '<ul class="menu"><li><a href="/">Forum</a></li><li><a href="/people">People</a></li></ul>'
    return f"<html><head><title>{title}</title></head><body>{menu}<div class=way>{way}</div>{inside}</body></html>"


def turn(base: str, page: int, pages: int) -> str:
    links = "".join(f'<a href="{base if n == 1 else f"{base}/page{n}"}">{n}</a> ' for n in range(1, pages + 1))
    return f'<div class="pages">{links}</div>' if pages > 1 else ""


def row_of(board: Board) -> str:
    below = "".join(f'<a class="sub" href="{path_of(one)}">{one.title}</a> ' for one in board.below)
    last = max(board.threads, key=lambda thread: thread.last.time)
    return (
        f'<tr class="board"><td><a class="name" href="{path_of(board)}">{board.title}</a><p>{board.about}</p>{below}'
        f'</td><td>{len(board.threads)}</td><td>{board.size}</td><td><a href="{path_to(last)}">{last.title}</a>'
        f" {last.last.who.name} {last.last.time.strftime(TIME)}</td></tr>"
    )


def show_board(site: Site, board: Board) -> None:
    base, pages = path_of(board), portions(board.threads, ROWS)
    for page in range(1, pages + 1):
        rows = "".join(
            f'<tr class="thread"><td><a class="title" href="{path_to(thread)}">{thread.title}</a>'
            f"{turn(path_to(thread), 0, portions(thread.posts, POSTS))}</td><td>{escape(thread.posts[0].who.name)}</td>"
            f"<td>{len(thread.posts) - 1}</td><td>{thread.last.time.strftime(TIME)}</td></tr>"
            for thread in board.threads[(page - 1) * ROWS : page * ROWS]
        )
        below = f"<table class=boards>{''.join(map(row_of, board.below))}</table>" if board.below else ""
        inside = f"<h1>{board.title}</h1>{below}<table class=threads>{rows}</table>{turn(base, page, pages)}"
        site.show(base if page == 1 else f"{base}/page{page}", "index", frame(board.title, board, inside))


def post_of(post: Said) -> str:
    who = (
        f'<a class="name" href="/people/{post.who.id}">{escape(post.who.name)}</a><p>Since {post.who.joined:%B %Y}</p>'
    )
    text = "<br><br>".join(map(escape, post.paragraphs))
    return (
        f'<li class="post" id="post{post.id}"><div class="who">{who}</div><div class="said"><div class="when">'
        f'{post.time.strftime(TIME)}</div><div class="text">{text}</div></div></li>'
    )


def make(seed: int) -> Site:
    site = Site(HOST, Talk(seed))
    talk = site.talk
    front = ""
    for category in dict.fromkeys(board.category for board in talk.tops):
        rows = "".join(row_of(board) for board in talk.tops if board.category == category)
        part = f'<h2><a href="/talk/{slug(category)}">{category}</a></h2><table class=boards>{rows}</table>'
        site.other(f"/talk/{slug(category)}", frame(category, None, part))
        front += part
    site.show("/", "entry", frame("Forum", None, front))
    for board in talk.boards:
        show_board(site, board)
    for thread in talk.threads:
        base, pages = path_to(thread), portions(thread.posts, POSTS)
        for page in range(1, pages + 1):
            posts = "".join(map(post_of, thread.posts[(page - 1) * POSTS : page * POSTS]))
            inside = f"<h1>{thread.title}</h1><ol>{posts}</ol>{turn(base, page, pages)}"
            site.show(base if page == 1 else f"{base}/page{page}", "thread", frame(thread.title, thread.board, inside))
    for person in talk.people:
        site.other(f"/people/{person.id}", frame(person.name, None, f"<h1>{escape(person.name)}</h1><p>Here.</p>"))
    site.other("/people", frame("People", None, "<p>All of them</p>"))
    return site


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_boards_below_boards_are_archived_with_their_threads(seed: int, tmp_path: Path):
    """What turns a board has the place of the name of a board below, and threads there have a name more."""
    score = crawl(make(seed), "/", tmp_path / "a")
    assert score.missing == ()
    assert len(score.needless) <= 12
    assert not score.lost
    assert not score.strange
