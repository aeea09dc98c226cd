"""Pages of one site on which the same is written in two ways: recent times, and names with a rank."""

from __future__ import annotations

from datetime import UTC, datetime

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


def test_recent_times_may_stand_in_an_element_that_no_sample_has():
    """All posts were old when the site was learned; the next one comes."""
    old, new = (read_page(f"http://talk.example/topic/{n}", _page(n, first, 9)) for n, first in ((1, 0), (2, 20)))
    wrapper = learn_wrapper([old], NOW)
    assert wrapper is not None
    assert heard(wrapper.read(new, NOW).posts) == say(29)[20:]


def test_a_day_and_the_clock_inside_of_its_element_are_one_time():
    html = _page(1, 0, 9).replace(b", 10:20</span>", b",&nbsp;<span class=clock>10:20 PM</span></span>")
    wrapper = learn_wrapper([read_page("http://talk.example/topic/1", html)], NOW)
    assert wrapper is not None
    posts = wrapper.read(read_page("http://talk.example/topic/1", html), NOW).posts
    assert [post.time for post in posts] == [datetime(2023, 5, day, 22, 20, tzinfo=UTC) for _, day, _ in say(9)]


def test_a_title_without_a_class_of_its_own_is_not_looked_for_among_others():
    """The first paragraph of each page greets guests: only the name of the document is left."""
    top = "<div><p class=guest><b>Welcome Guest ( Log In | Register )</b></p></div>"
    head = "<div class=top><p class=tools>Options</p><p><b>{}</b></p></div>"
    names = ("Cats of the harbour", "Dogs of the station", "Mice of the mill", "Birds over the tower")
    pages = []
    for number, name in enumerate(names):
        posts = _page(number, 4 * number, 8).partition(b"</h1>")[2]
        html = f"<title>{name} - Talk</title><body>{top}{head.format(name)}".encode() + posts
        pages.append(read_page(f"http://talk.example/topic/{number}", html))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert tuple(wrapper.read(page, NOW).title for page in pages) == names


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
