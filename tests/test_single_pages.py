"""Single pages read without any knowledge of their sites: what stands around posts and looks like one, or like a part.

Each page is made up; most are without classes and ids, as old forums are.
"""

from __future__ import annotations

import random

import pytest

from single_pages import NAMES, NOW, WORDS, Case, heard, link, others, read, say

OFFER = '<div><a href="http://shop.example/">Market of towers</a> cheap towers</div>'
CHANGED = "<div><em>Last edited by Ann on 19 May 2023, 18:43</em></div>"
CHANGED_LATER = "<div><em>Last edited by a helper on 30 May 2023, 11:00</em></div>"
SIGNED = "<div>_______________<br>So long</div>"
PROVERB = "<div>_______________<br>A bird in the hand</div>"
LONG_PROVERB = "<div>__________<br>Never put off until tomorrow what may be done by others today</div>"
MADE_BY = "<div>Driven by a machine of our own making since the year of the great flood, all rights reserved.</div>"
TOWNS = ("Cambridge", "Edinburgh", "Manchester", "Nottingham", "Southampton", "Bournemouth", "Canterbury")
TABLE = "<table>{}</table>"
NEWS = "".join(
    f'<div><a href="/topic/{n}">{WORDS[n]} {WORDS[-n]}</a><br>{NAMES[n]} {n} May 2024, 11:30</div>' for n in range(1, 6)
)
RULES = f"<p>{' '.join(WORDS * 3)}</p><p>It is 1 June 2024, 12:30</p>"
ACTIONS = "".join(f'<a href="/do/{word}">{word}</a> ' for word in WORDS[:3])


def buttons(day: int) -> str:
    return f"<a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>Tell</a>"


def marks(day: int) -> str:
    return f"<a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>!</a>"


BOXES = {
    # two plain boxes a post, made much alike, a time in each
    "what tells of an author and when he came is no post": Case(
        lambda who, day, text: (
            f"<div><div><div>{link(who)}</div><div><span>Came {day + 9} March 20{10 + day}</span><br>"
            f"<span>Posts: {day * 7}</span>"
            f"</div></div><div><div><span>{day} May 2023, 10:2{day}</span></div><div>{text}</div></div></div>"
        ),
        count=8,
    ),
    "guests stand where members do without a link": Case(
        lambda who, day, text: (
            f"<div class=post><em>Talker</em>"
            f"<p class=by>By {link(who) if day % 2 else f'<u>{who}</u>'} on <i>{day} May 2023, 10:20</i></p>"
            f"<div class=text>{text}</div></div>"
        ),
        count=8,
    ),
    "a note of a change before a signature": Case(
        lambda who, day, text: (
            f"<div><div>{link(who)}</div><div><div><i>{day} May 2023, 10:20</i></div><div>{text}"
            f"</div>{CHANGED + PROVERB if day == 3 else ''}</div></div>"
        ),
        count=6,
    ),
    "a note of a change before buttons": Case(
        lambda who, day, text: (
            f"<div><div>{link(who)}</div><div><div><i>{day} May 2023, 10:20</i></div><div>{text}</div>"
            f"{CHANGED if day == 3 else ''}<div>{buttons(day)}</div></div></div>"
        ),
        count=6,
    ),
    # short answers beside longer profiles
    "what is announced alike in all posts is not what people wrote": Case(
        lambda who, day, text: (
            f"<div class=post><div class=side><div>{link(who)}</div><p><span>Lives in: {TOWNS[day - 1]}</span><br>"
            f"<span>Drives: {WORDS[day]} {WORDS[-day]}</span></p></div><div class=main><div class=text>{text}</div>"
            f"<div class=foot><i>{day} May 2023, 10:20</i></div></div></div>"
        ),
        count=7,
        words=4,
    ),
    # what is new stands to the left, in plain boxes as all else
    "the columns of a page are not its posts": Case(
        lambda who, day, text: (
            f"<div><div><div>{link(who)}</div></div><div><div><span>{day} May 2023, 10:20</span></div>"
            f"<div>{text}</div></div></div>"
        ),
        count=3,
        page=f"<div><div>{NEWS}</div><div><div>{{}}</div></div></div>",
    ),
    # most of their letters are in links, and what stands around them says more
    "two short posts with many buttons are the posts": Case(
        lambda who, day, text: (
            f"<div class=post><h4>{link(who)}</h4><i>{day} May 2023, 10:20</i>"
            f"<div class=text>{text}</div>{ACTIONS}</div>"
        ),
        count=2,
        words=3,
        page=f"<main>{RULES}<form>{{}}</form></main>",
    ),
    # only the answers say the same; the first post has the title as it is; some have a box more below the text
    "subjects in boxes without a name are no text": Case(
        lambda who, day, text: (
            f"<table><tr><td>{link(who)} <span>{day} May 2023, 10:20</span><tr><td>"
            f"<div>{'Re: ' if day > 1 else ''}The old walk</div><div>{text}</div>"
            f"{SIGNED if who == 'Bob' else ''}</table>"
        ),
        count=8,
        words=6,
        title="The old walk",
    ),
    # how many boxes stand before it varies: notes and signatures come and go
    "time and name in the last of boxes without a name": Case(
        lambda who, day, text: (
            f"<div><div>{text}</div>{SIGNED if who in 'Ann, Bob' else ''}{CHANGED_LATER if day % 4 == 0 else ''}"
            f"<div><div>Keeper</div><div><b>{who}</b></div><div>{day} May 2023, 10:20</div></div></div>"
        ),
        count=9,
    ),
}

ROWS = {
    # a row for the time, one for author and text, one for buttons; nothing but what is in them tells them apart
    "heads and texts and feet in plain rows": Case(
        lambda who, day, text: (
            f"<tr><td><span>{day} May 2023, 10:2{day}</span> <a href='#{day}'>#{day}</a><tr>"
            f"<td>{link(who)}<td><div>{text}</div><tr><td>{buttons(day)}"
        ),
        count=8,
        page=TABLE + others(),
    ),
    "heads that are made as feet are": Case(
        lambda who, day, text: (
            f"<tr><td colspan=2>#{day}<tr><td>{link(who)}<td><div>{text}</div><tr><td colspan=2>"
            f"<span>{day} May 2023, 10:20</span>"
        ),
        count=6,
        page=TABLE,
    ),
    "rows of other threads in a table as plain as that of the posts": Case(
        lambda who, day, text: f"<tr><td>{link(who)}<td><div><i>{day} May 2023, 10:20</i></div><hr><div>{text}</div>",
        count=9,
        page=TABLE + others(),
    ),
    # the time of the post above; below, beside the text, when its author came
    "plain rows by turns with a time in all are told by their cells": Case(
        lambda who, day, text: (
            f"<tr><td><span>{day} May 2023, 10:2{day}</span>"
            f"<tr><td><p>{link(who)}</p><span>Came {day} May 20{10 + day}</span><td><span>{text}</span>"
        ),
        count=8,
        page=TABLE,
    ),
    # nothing but the number of their cells tells them apart
    "plain rows by turns with times of changes in some texts": Case(
        lambda who, day, text: (
            f"<tr><td><div><span>Posted by {link(who)} {day} May 2023, 10:20</span></div><tr>"
            f"<td><div><span>Keeper</span></div><td><div>{text}</div>{CHANGED_LATER if day % 3 == 0 else ''}"
        ),
        count=8,
        page=TABLE,
    ),
}

SIDE_BY_SIDE = {
    # some have a row more, and their last rows have other numbers
    "parts are told by name": Case(
        lambda who, day, text: (
            f"<div class=top><img src='/faces/{who}.png' alt=''> <i>Keeper</i></div><div class=text>{text}</div>"
            f"{'<div class=note>Moved from Attic by a helper</div>' if day % 4 == 0 else ''}"
            f"<div class=foot><span>By {link(who)} {day} May 2023, 10:20</span> <a href='/tell?{day}'>Tell</a></div>"
        ),
        count=9,
        told=2,
    ),
    # of the tokens of the second part some are each post's own
    "parts have tokens that come and go": Case(
        lambda who, day, text: (
            f"<div class=head><i>{day} May 2023, 10:20</i></div>"
            f"<div class='item-{day} {('odd', 'even')[day % 2]} tag-{WORDS[day % 3]} entry'><b>{link(who)}</b>"
            f"<div class=text>{text}</div></div>"
        ),
        count=8,
        page="{}",
    ),
    # the time stands in the element of the text, and what follows it is no text
    "two short posts with their times below": Case(
        lambda who, day, text: (
            f"<dt class=top><div class=who>{who}</div><div class=about><ul><li>Posts: {day}</li><li>Place: London</li>"
            f"</ul></div><dd class=inner><div class=text><div>{text}</div></div>{SIGNED}<div class=like>"
            f"<button>Like</button> {day}</div><div class=foot><i>Posted: {day} May 2023, 10:20</i> {marks(day)}</div>"
        ),
        count=2,
        words=5,
        page="<dl>{}</dl>",
        between="<div>cheap towers</div>",
    ),
}

ONLY = {
    # the rows have more to read than the post, and lead away
    "short, above other threads": Case(
        lambda who, day, text: (
            f"<div class=post><div>{link(who)}</div>"
            f"<div><p><i>{day} May 2023, 10:20</i></p><div>{text}</div></div></div>"
        ),
        words=4,
        page="{}" + others() + MADE_BY,
    ),
    "a signature is not its text": Case(
        lambda who, day, text: (
            f"<div class=post><div>{link(who)}</div><div><p><i>{day} May 2023, 10:20</i></p><div>{text}"
            f"</div>{LONG_PROVERB}</div></div>"
        ),
        words=4,
        page="{}",
    ),
    "who likes it is no part of its text": Case(
        lambda who, day, text: (
            f"<td class=side>{link(who)}<br><i>{day} May 2023, 10:20</i><td class=main><div class=text>{text}</div>"
            f"<div class=fans>{link('Bob')}, {link('Cid')} like this</div>"
        ),
        words=5,
        page="<table><tr>{}</table>",
    ),
}


@pytest.mark.parametrize("case", BOXES.values(), ids=BOXES.keys())
def test_posts_in_boxes(case: Case):
    """An element holds each post, beside others made much alike."""
    case.check()


@pytest.mark.parametrize("case", ROWS.values(), ids=ROWS.keys())
def test_posts_in_rows_of_a_table(case: Case):
    """Rows have no names; a post is one of them or several."""
    case.check()


@pytest.mark.parametrize("case", SIDE_BY_SIDE.values(), ids=SIDE_BY_SIDE.keys())
def test_posts_whose_parts_stand_side_by_side(case: Case):
    """No element holds a post."""
    case.check()


@pytest.mark.parametrize("case", ONLY.values(), ids=ONLY.keys())
def test_the_only_post_of_a_page(case: Case):
    """Nothing repeats that could tell a post from what stands around it."""
    case.check()


@pytest.mark.parametrize(
    ("side", "label", "count"),
    [
        # not the letter that stands for his picture, nor his rank
        pytest.param(
            "<a href='/who/1'>M</a><div><a href='/who/1'>Mary Jones</a> <em>Old hand</em></div>",
            "",
            4,
            id="what his link says",
        ),
        pytest.param("<b>Mary Jones</b><br>Old hand", "<b>Written:</b> ", 3, id="without a link"),
        # of two posts, with a button that has the same word in each and leads elsewhere
        pytest.param("<b>Mary Jones</b>", "<a href='/answer/{}'>Answer</a>", 2, id="beside a button"),
    ],
)
def test_the_one_author_of_all_posts(side: str, label: str, count: int):
    posts = (
        f"<div class=post><div class=side>{side}</div>"
        f"<div class=main>{label.format(day)}<i>{day} May 2023, 10:20</i><div class=text>{text}</div></div></div>"
        for _, day, text in say(count)
    )
    assert [post.author for post in read(f"<div>{''.join(posts)}</div>")] == ["Mary Jones"] * count


# "3 weeks ago" is a day before the opening if one counts: of times that are all too late the least late is its own
@pytest.mark.parametrize(
    ("head", "answered", "day"),
    [
        pytest.param(
            f"<p class=last>Last answer <span>{NOW.day} May 2024</span></p><p class=by>{link('Ann')}</p>"
            "<small>1 May 2023</small>",
            ("2 May 2023", "3 May 2023", "4 May 2023", "5 May 2023"),
            1,
            id="not later than its answers",
        ),
        pytest.param(
            f"<p class=by>{link('Ann')} <small>13 May 2024</small></p>"
            "<p class=last>Last answer <span>4 hours ago</span></p>",
            ("3 weeks ago", "3 weeks ago", "4 hours ago"),
            13,
            id="the least late where answers are roughly dated",
        ),
    ],
)
def test_when_an_opening_was_written_that_tells_of_the_last_answer(head: str, answered: tuple[str, ...], day: int):
    opening, *answers = say(1 + len(answered), words=40)
    lead = f"<section class=first><div class=top>{head}</div><div class=text>{opening[2]}</div></section>"
    rest = (
        f"<div class=answer><div class=by>{link(who)} <small>{when}</small></div><div class=text>{text}</div></div>"
        for when, (who, _, text) in zip(answered, answers, strict=True)
    )
    assert heard(read(f"{lead}<div>{''.join(rest)}</div>"))[0][1] == day


def test_times_of_changes_are_told_by_the_words_around_them():
    """All posts were made in one minute, and changed later one after the other."""
    posts = (
        f"<div class=post><b>{link('Ann')}</b> <time>3 May 2023, 10:20</time><div class=text>{text}</div>"
        f"<p>Last edited by a helper: <time>{day + 8} June 2023, 10:20</time></p></div>"
        for _, day, text in say(4)
    )
    assert {post.time.month for post in read(f"<div>{''.join(posts)}</div>") if post.time} == {5}


def test_what_is_quoted_beside_the_box_of_the_answer_is_part_of_the_text():
    said = say(6, words=8)
    posts = (
        f"<div class=post><div class=by>{link(who)} <i>{day} May 2023, 10:20</i></div><div class=text>"
        f"{'<blockquote>Who has been to the old mill?</blockquote>' if day % 2 else ''}<div>{text}</div></div></div>"
        for who, day, text in said
    )
    assert ["old mill" in post.text for post in read(f"<div>{''.join(posts)}</div>")] == [True, False] * 3


def test_two_posts_of_one_paragraph_and_of_two_have_their_text_at_one_place():
    """Buttons below them say the same twice only, which tells nothing."""
    (one, first, text), (two, second, more) = say(2)
    texts = (f"<div>{text}</div>", f"<div>{more}</div><div>{text}</div>")
    posts = (
        f"<div><div><div>{link(who)}</div><span>{day} May 2023, 10:20</span></div><div><div>{inner}</div>"
        f"<div>{marks(day)}</div></div></div>"
        for who, day, inner in zip((one, two), (first, second), texts, strict=True)
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == [(one, first, text), (two, second, f"{more} {text}")]


def test_an_advertisement_that_is_made_as_the_feet_of_posts_side_by_side():
    """No element holds a post; what stands below each looks like a list of its own, with the advertisement in it."""
    said = say(8)
    posts = [
        f"<div class=top><div class=who><b>{who}</b></div><div class=head><i>{day} May 2023, 10:20</i></div></div>"
        f"<div class=text><p>{text}</p></div><div class=foot>{marks(day)}</div>"
        for who, day, text in said
    ]
    posts.insert(1, OFFER)
    assert heard(read(f"<div class=posts>{''.join(posts)}</div>")) == said


def test_what_follows_a_rule_at_length_is_text():
    """A signature below a rule is short."""
    said = [
        (who, day, f"{text[:-1]} -- {more[2]}") for (who, day, text), more in zip(say(4), say(4, 60, 2), strict=True)
    ]
    posts = (
        f"<div class=post><b>{link(who)}</b> <i>{day} May 2023, 10:20</i>"
        f"<div class=text>{text.replace(' -- ', '<br>--<br>')}</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_posts_whose_times_stand_at_another_place_each():
    """Boxes without a name that come and go stand before the time."""
    chance = random.Random(4)
    said = say(12)
    posts = (
        f"<div><div><p>{text}</p></div>{'<div>Moved here</div>' * chance.randrange(4)}<div><div>{link(who)}</div>"
        f"<font>On: <time>{day} May 2023, 10:20</time></font><div><a href='/tell?{day}'>Tell</a></div></div></div>"
        for who, day, text in said
    )
    assert [one[:2] for one in heard(read(f"<div>{''.join(posts)}</div>"))] == [one[:2] for one in said]


def test_numbers_below_a_note_of_a_change_do_not_hide_it():
    said = say(6)
    posts = (
        f"<div class=post>{link(who)} <i>{day} May 2023, 10:20</i><div><p>{text}</p>"
        f"{CHANGED_LATER + '<div>7</div>' if day == 3 else ''}</div></div>"
        for who, day, text in said
    )
    assert "edited" not in read("".join(posts))[2].text
