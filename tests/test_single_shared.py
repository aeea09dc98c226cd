"""Names, times and texts that share an element with something else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from single_pages import NAMES, Case, link, read
from weft.page import TimeSample, learn_times

TOLD = (
    "<div><span>What is this? Two marks in one month, and nothing may be said here for a day and a night.</span></div>"
)
MARKED = 2  # on this day somebody had such a mark

ANSWERED = (
    "<div class=other><a href='/who/{0}'>{0}</a><div class=words>{1}</div>"
    "<div class=foot><i>2{2} April 2023, 10:20</i> <a href='/all'>See 2 answers</a> "
    "<a href='/tell'>Tell</a></div></div>"
)


def answered(who: str, day: int, text: str) -> str:
    """Give what somebody answers, on every other day."""
    return ANSWERED.format(NAMES[len(who) * day % 6], " ".join(text.split()[::-1] * 2), day) if day % 2 else ""


TEXTS = {
    # all of a post is one cell: name and time in no element of their own, and what was said in a quote
    "a quote below the line of the time is what was said": Case(
        lambda who, day, text: (
            f"<table><tr><td><td>Name <b>{who}</b> {day} May 2023, 10:20 No.{5000 + 7 * day} <a>del</a>"
            f"<blockquote>{text}</blockquote></table>"
        ),
        count=5,
        page="<form>{}</form>",
    ),
    # some answer another, whose name, words, time and buttons stand above their own
    "what is answered stands in a box of the same kind": Case(
        lambda who, day, text: (
            f"<li class=remark><div class=by>{link(who)}</div>{answered(who, day, text)}<div class=words>{text}</div>"
            f"<div class=foot><i>{day} May 2023, 10:20</i> <a href='#{day}'>Answer</a></div>"
        ),
        count=8,
        page="<ul>{}</ul>",
    ),
    "a paragraph below the line of the time": Case(
        lambda who, day, text: f"<li>by {link(who)} {day} May 2023, 10:20 <p>{text}</p></li>",
        count=5,
        page="<ul>{}</ul>",
    ),
}

NAMED = {
    # where nobody has a link, where one has none, and where most have none
    "what people did is no part of their names": Case(
        lambda who, day, text: (
            f"<dt>{who} said...<dd>{text}<dd><span><a href='#{day}'>{day} May 2023, 10:20</a></span>"
        ),
        count=5,
        page="<dl>{}</dl>",
    ),
    "what people did, most of whom have a link": Case(
        lambda who, day, text: (
            f"<dt>{who if day == 3 else link(who)} said...<dd>{text}"
            f"<dd><span><a href='#{day}'>{day} May 2023, 10:20</a></span>"
        ),
        count=6,
        page="<dl>{}</dl>",
    ),
    "what people did, most of whom have no link": Case(
        lambda who, day, text: (
            f"<dt>{link(who) if day == 3 else who} said...<dd>{text}"
            f"<dd><span><a href='#{day}'>{day} May 2023, 10:20</a></span>"
        ),
        count=6,
        page="<dl>{}</dl>",
    ),
    "a box inside a name is no part of it": Case(
        lambda who, day, text: (
            f"<div><b>{who} {TOLD if day == MARKED else ''}</b> <i>{day} May 2023, 10:20</i><div>{text}</div></div>"
        ),
        count=5,
    ),
    "a heading without a link is less likely a name than the line of the time": Case(
        lambda who, day, text: (
            f"<div><h3>{text.split()[1]} {text.split()[2]} {text.split()[3]}</h3><p>{text}</p>"
            f"<p>Posted by: {who}, {day} May 2023 | 10:20</p></div>"
        ),
        count=6,
        told=2,
    ),
}


@pytest.mark.parametrize("case", TEXTS.values(), ids=TEXTS)
def test_texts_that_share_a_cell_with_names_and_times(case: Case):
    """What begins a cell is its head; what stands in a paragraph of it, or in a quote, was said."""
    case.check()


@pytest.mark.parametrize("case", NAMED.values(), ids=NAMED)
def test_names_that_share_an_element_with_other_words(case: Case):
    """All that is said of names, in all elements of one kind, is none of them."""
    case.check()


def test_numbers_of_posts_are_no_names():
    """They go up from post to post; what guests are called does not."""
    line = "<div><div>{} May 2023, 10:20 {}</div><div>{}</div></div>"
    said = ["The old mill is closed in winter, so is the tower", "And the quarry by the river, as I was told"]
    said += ["Not the market, it is open all year long", "The chapel neither, nor the castle with its meadow"]
    numbers = [line.format(day, f"No.{500 + 7 * day}", text) for day, text in enumerate(said, 1)]
    guests = [line.format(day, f"Guest{500 - 7 * (day % 2)}", text) for day, text in enumerate(said, 1)]
    assert [post.author for post in read("".join(numbers))] == [""] * 4
    assert [post.author for post in read("".join(guests))] == ["Guest493", "Guest500"] * 2


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("13/07/16(\u706b)18:47:40", "2013-07-16"),
        ("11/04/12 (Tue) 18:47", "2011-04-12"),
        ("11/04/12 (Thu) 18:47", "2012-04-11"),
        ("03/04/2023 (Mon) 10:00", "2023-04-03"),
        ("03/04/2023 (Sat) 10:00", "2023-03-04"),
        ("lun. 03/04/2023, 10:00", "2023-04-03"),
    ],
)
def test_a_weekday_tells_how_a_date_is_written(text: str, day: str):
    """One order of day, month and year in seven fits it by chance."""
    now = datetime(2024, 6, 1, tzinfo=UTC)
    moment = learn_times([TimeSample(text, path="post", page="1")], now).read(text, now).moment
    assert str(moment)[:10] == day


def test_a_name_of_one_who_has_a_link_leads_there():
    """Where others have none, in one line with a word behind it."""
    names = [link(who) if n == 2 else who for n, who in enumerate(NAMES)]
    said = "<dt>{} said...<dd>The old mill number {} is closed<dd><i>{} May 2023, 9:15</i>"
    posts = "".join(said.format(who, n, n + 1) for n, who in enumerate(names))
    found = read(f"<dl>{posts}</dl>")
    assert [post.author for post in found] == list(NAMES)
    assert [bool(post.author_url) for post in found] == [n == 2 for n in range(len(NAMES))]


def test_an_attribute_of_a_site_s_own_tells_the_clock():
    """The page shows the day alone; scripts of the site make more of it."""
    head = "<a href='/who/{0}'>{0}</a> <i data-xtime='{1}'>{2} May 2023</i>"
    post = f"<div>{head}<p>The old mill number {{2}} is closed</p></div>"
    start = int(datetime(2023, 5, 1, 9, 15, tzinfo=UTC).timestamp())
    page = "".join(post.format(who, start + n * 86400, n + 1) for n, who in enumerate(NAMES))
    assert [post.time.hour if post.time else 0 for post in read(page)] == [9] * len(NAMES)
