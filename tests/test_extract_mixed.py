"""Pages of one site on which the same is written in two ways: recent times, and names with a rank."""

from __future__ import annotations

from single_pages import NAMES, NOW, heard, say
from weft.extract import learn_wrapper
from weft.page import read_page

FIRST_RECENT = 15  # of May 2023


def _page(number: int, first: int, count: int, ranked: str = "") -> bytes:
    """Posts of which recent ones have their time in another element, below when the author was last seen."""
    posts = ""
    for who, day, text in say(first + count)[first:]:
        time = f"{day} May 2023, 10:20"
        shown = f"<abbr class=when>{time}</abbr>" if day >= FIRST_RECENT else f"<span class=when>{time}</span>"
        rank = "<br>Keeper" if who == ranked else ""
        posts += (
            f"<li class=post><div class=about><h3 class=who><a class=name href='/who/{who}'>{who}</a>{rank}</h3>"
            f"<dl><dt>Seen</dt><dd>29 May 2023</dd></dl></div><div class=text>{text}</div>"
            f"<div class=foot><span class=by><a class=own href='#{day}'>{shown}</a></span></div></li>"
        )
    return f"<title>Thread {number}</title><h1>Thread {number}</h1><ol>{posts}</ol>".encode()


def _read(*pages: bytes) -> list[tuple[str, int, str]]:
    read = [read_page(f"http://talk.example/topic/{number}", html) for number, html in enumerate(pages)]
    wrapper = learn_wrapper(read, NOW)
    assert wrapper is not None
    return [said for page in read for said in heard(wrapper.read(page, NOW).posts)]


def test_recent_times_stand_in_another_element_beside_those_of_others():
    """When an author was last seen fits as well where the posts above are older."""
    assert _read(_page(1, 0, 14), _page(2, 10, 10)) == [*say(14), *say(20)[10:]]


def test_a_rank_that_one_author_has_is_no_part_of_the_name():
    said = _read(_page(1, 0, 8, ranked=NAMES[2]), _page(2, 0, 8, ranked=NAMES[2]))
    assert said == [*say(8), *say(8)]


def test_advertisements_in_the_frame_of_a_post_are_no_posts():
    """They have the time at which the page was sent, and nobody's name."""
    frame = (
        "<li class=post><div class=about><h3 class=who></h3></div><div class=text></div>"
        "<div class=foot><span class=by><a class=own href='#ad'><span class=when>1 June 2024, 08:00</span></a></span>"
        "</div></li>"
    )
    pages = [_page(number, 0, 8).replace(b"</ol>", f"{frame}</ol>".encode()) for number in (1, 2)]
    assert _read(*pages) == [*say(8), *say(8)]
