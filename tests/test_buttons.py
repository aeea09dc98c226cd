"""Pages that are turned by buttons: forms that ask for nothing are links, all others stay forms."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from plain_forum import HOST, PlainForum
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport
from weft.page import read_page

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
SEEDS = [(2, "next"), (28, "numbers"), (14, "choice"), (16, "next"), (7, "numbers"), (13, "choice")]
MOST_NEEDLESS = 12
ASKING = (
    "<form action='/search'><input name='q'><input type='submit' value='Search'></form>"
    "<form><select name='sort'><option value='1'>Newest</option><option value='2'>Oldest</option></select>"
    "<select name='rows'><option>1</option><option>2</option></select><input type='submit' value='Sort'></form>"
    "<form action='/'><select name='board'><option value='1'>News</option><option value='2'>Talk</option></select>"
    "<input type='submit' value='Go'></form>"
    "<form action='/login'><input name='name'><input type='password' name='word'><button>Log in</button></form>"
)


def hidden(url: str) -> tuple[str, str]:
    """Give where a form must send what to get a URL."""
    path, _, query = url.partition("?")
    pairs = (pair.partition("=") for pair in query.split("&"))
    return path, "".join(f"<input type='hidden' name='{name}' value='{value}'>" for name, _, value in pairs)


def button(url: str, text: str) -> str:
    """Write a form with one button."""
    path, fields = hidden(url)
    return f"<form method='get' action='{path}'>{fields}<input type='submit' name='go' value='{text}'></form>"


def choice(urls: list[str], page: int) -> str:
    """Write a form to choose a page number; the list's own address is that of page one."""
    path, fields = hidden(urls[0])
    name = urls[1].rpartition("&")[2].partition("=")[0]
    values = [url.rpartition("=")[2] if number else "01"["start" not in name] for number, url in enumerate(urls)]
    options = "".join(
        f"<option value='{value}'{' selected' if number == page else ''}>{number}</option>"
        for number, value in enumerate(values, 1)
    )
    choose = f"<select name='{name}'>{options}</select>"
    return f"<form action='{path}'>{fields}{choose}<input type='submit' value='Go to page'></form>"


@dataclass
class ButtonForum(PlainForum):
    """A forum whose pages are turned by buttons alone, among forms that ask for something."""

    look: str = "next"

    def _turn(self, urls: list[str], page: int) -> str:
        if len(urls) == 1:
            return ASKING
        if self.look == "choice":
            return choice(urls, page) + ASKING
        if self.look == "numbers":
            return "".join(button(url, str(n)) for n, url in enumerate(urls, 1) if n != page) + ASKING
        before = button(urls[page - 2], "&lt;&lt; Back") if page > 1 else ""
        after = button(urls[page], "Keep reading &gt;&gt;") if page < len(urls) else ""
        return before + after + ASKING


@pytest.mark.parametrize(("seed", "look"), SEEDS)
def test_pages_behind_buttons_are_turned(seed: int, look: str, tmp_path: Path):
    """Where only buttons or a choice of numbers turn pages, all are reached, and no other form is sent."""
    forum = ButtonForum(seed, look=look)
    asyncio.run(run_job(CrawlJob(HOST + "/", tmp_path / "a", SETTINGS, transport=MemoryTransport(forum))))
    assert set(forum.kinds) - set(forum.asked) == set()
    assert len(forum.asked) - len(forum.kinds) <= MOST_NEEDLESS


def test_a_form_that_asks_or_leads_elsewhere_is_no_link():
    """A page offers what buttons lead to only where that is its own address with another number."""
    url = "http://a.example/list?b=1"
    assert read_page(url, ASKING.encode(), "text/html").links == ()
    assert read_page(url, button("/list?b=x", "Next").encode(), "text/html").links == ()
    assert read_page(url, button("/other?b=2", "Next").encode(), "text/html").links == ()
    (link,) = read_page(url, button("/list?b=1&p=2", "Next").encode(), "text/html").links
    assert (link.url, link.text) == ("http://a.example/list?b=1&p=2", "Next")


def test_of_several_buttons_each_sends_its_own_name():
    """What tells the buttons of one form apart is part of where they lead."""
    one = "<form><input type='hidden' name='b' value='1'><button name='p' value='1'>1</button>"
    page = read_page("http://a.example/list?b=1", f"{one}<button name='p' value='2'>2</button></form>".encode())
    assert [link.url for link in page.links] == ["http://a.example/list?b=1&p=1", "http://a.example/list?b=1&p=2"]
