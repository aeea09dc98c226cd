"""Who wrote the only post of a page, or one of two or three: nothing repeats that could tell a name from a rank."""

from __future__ import annotations

from test_single_pages import heard, others, read, say

BUTTONS = '<a href="/answer?p=4">Answer</a> <a href="/tell?p=4">!</a>'
OFFER = '<div><a href="http://shop.example/">Market of towers</a> cheap towers</div>'


def test_buttons_below_the_only_post_are_not_who_wrote_it():
    """The name has no link; what can be done with the post has, and stands beside the time."""
    ((who, day, text),) = said = say(1)
    foot = f"<i>{day} May 2023, 10:20</i> {BUTTONS}"
    post = f"<div><div><span>{who}</span></div></div><div><div>{text}</div><div>{foot}</div></div>"
    assert heard(read(f"<article>{post}</article>{others()}")) == said


def test_the_line_of_the_time_names_who_wrote_the_only_post():
    ((who, day, text),) = said = say(1)
    line = f"<span>Posted by <b>{who}</b> {day} May 2023, 10:20</span> <a href='/answer?p=4'>Answer</a>"
    assert heard(read(f"<div><div><i>Keeper</i></div><div>{text}</div><div>{line}</div></div>{others()}")) == said


def test_a_name_that_is_part_of_a_word_of_the_title_is_a_name():
    ((_, day, text),) = say(1)
    post = f"<div><div><b>Bo</b></div><div><i>{day} May 2023, 10:20</i></div><div>{text}</div>{BUTTONS}</div>"
    assert heard(read(post, title="A boat and a Board")) == [("Bo", day, text)]


def test_an_advertisement_below_the_only_post_is_not_who_wrote_it():
    ((who, day, text),) = said = say(1)
    cells = f"<td><div>{text}</div><div><i>{day} May 2023, 10:20</i></div><td><div><span>{who}</span></div>"
    assert heard(read(f"<table><tr>{cells}<tr><td>{OFFER}</table>{others()}")) == said


def test_a_cell_beside_the_text_of_the_only_post_is_not_part_of_it():
    ((who, day, text),) = said = say(1)
    cells = f"<tr><td><div><b>{who}</b></div><div>Keeper</div><td><div>{text}</div>"
    assert heard(read(f"<table><tr><td><i>{day} May 2023, 10:20</i>{cells}</table>{others()}")) == said


def test_ranks_are_not_the_names_in_the_line_of_the_time():
    """The rank stands where names often do, and no post is by the author of another."""
    said = say(3)
    posts = (
        f"<dt><div class=about><span class=rank>{('Novice', 'Keeper', 'Old hand')[day % 3]}</span></div>"
        f"<div class=head><span class=when>Posted by <span class=name>{who}</span> {day} May 2023, 10:20</span></div>"
        f"<dd><div class=text>{text}</div>"
        for who, day, text in said
    )
    assert heard(read(f"<dl>{''.join(posts)}</dl>")) == said


def test_names_without_a_link_in_the_text_around_those_with_one():
    """Guests have no element of their own: "by Ann" has a link, "by Bob" has none."""
    said = say(9)
    names = {who: f"<a href='/who/{who}'>{who}</a>" if who != "Bob" else who for who, *_ in said}
    posts = (
        f"<div class=post><div class=head><a href='#{day}'>#{day}</a> by {names[who]}: <i>{day} May 2023, 10:20</i>"
        f"</div><div class=text>{text}</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said
