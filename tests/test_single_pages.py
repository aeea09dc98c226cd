"""Single pages read without any knowledge of their sites: what stands around posts and looks like one, or like a part.

Each page is made up; most are without classes and ids, as old forums are.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from weft.extract import extract_page
from weft.page import Post, read_page

NOW = datetime(2024, 6, 1, tzinfo=UTC)
WORDS = ["harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "mill", "tower", "chapel", "garden"]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
MENU = '<div><a href="/">Home</a> | <a href="/find">Find</a> | <a href="/help">Help</a></div>'

Said = tuple[str, int, str]  # who, on which day of May 2023, what


def say(posts: int, words: int = 14, seed: int = 1) -> list[Said]:
    chance = random.Random(seed)
    texts = [" ".join(chance.choices(WORDS, k=words + n % 3)).capitalize() + "." for n in range(posts)]
    return [(NAMES[n * 5 % 6], 1 + n, text) for n, text in enumerate(texts)]


def read(inner: str, title: str = "A walk") -> tuple[Post, ...]:
    html = f"<title>{title} - Talk</title><body>{MENU}<h1>{title}</h1>{inner}</body>"
    page = read_page("http://talk.example/topic/77", html.encode(), "text/html; charset=utf-8")
    return extract_page(page, NOW).posts


def heard(posts: Sequence[Post]) -> list[Said]:
    return [(post.author, post.time.day if post.time else 0, " ".join(post.text.split())) for post in posts]


def link(name: str) -> str:
    return f'<a href="/who/{name}">{name}</a>'


def others(count: int = 6) -> str:
    """Give rows of other threads."""
    chance = random.Random(7)
    titles = [" ".join(chance.choices(WORDS, k=4)) for _ in range(count)]
    rows = (
        f'<tr><td><a href="/topic/{n}">{t}</a><td>{NAMES[n % 6]}<td>{n + 3} April 2024, 09:15'
        for n, t in enumerate(titles)
    )
    return f"<table>{''.join(rows)}</table>"


def test_what_tells_of_an_author_and_when_he_came_is_no_post():
    """Two plain boxes a post, made much alike, a time in each."""
    said = say(8)
    posts = (
        f"<div><div><div>{link(who)}</div><div><span>Came {day + 9} March 20{10 + day}</span><br>"
        f"<span>Posts: {day * 7}</span>"
        f"</div></div><div><div><span>{day} May 2023, 10:2{day}</span></div><div>{text}</div></div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == said


def test_heads_and_texts_and_feet_in_plain_rows():
    """A row for the time, one for author and text, one for buttons; nothing but what is in them tells them apart."""
    said = say(8)
    rows = (
        f"<tr><td><span>{day} May 2023, 10:2{day}</span> <a href='#{day}'>#{day}</a><tr>"
        f"<td>{link(who)}<td><div>{text}</div>"
        f"<tr><td><a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>Tell</a>"
        for who, day, text in said
    )
    assert heard(read(f"<table>{''.join(rows)}</table>{others()}")) == said


def test_heads_that_are_made_as_feet_are():
    said = say(6)
    rows = (
        f"<tr><td colspan=2>#{day}<tr><td>{link(who)}<td><div>{text}</div><tr><td colspan=2>"
        f"<span>{day} May 2023, 10:20</span>"
        for who, day, text in said
    )
    assert heard(read(f"<table>{''.join(rows)}</table>")) == said


def test_rows_of_other_threads_in_a_table_as_plain_as_that_of_the_posts():
    said = say(9)
    rows = (
        f"<tr><td>{link(who)}<td><div><i>{day} May 2023, 10:20</i></div><hr><div>{text}</div>"
        for who, day, text in said
    )
    assert heard(read(f"<table>{''.join(rows)}</table>{others()}")) == said


def test_an_opening_is_not_later_than_its_answers():
    """Above it stands when the last answer came."""
    opening, *answers = say(5, words=40)
    head = f"<p class=last>Last answer <span>{NOW.day} May 2024</span></p><p class=by>{link(opening[0])}</p>"
    lead = (
        f"<section class=first><div class=top>{head}<small>{opening[1]} May 2023</small></div>"
        f"<div class=text>{opening[2]}</div></section>"
    )
    rest = (
        f"<div class=answer><div class=by>{link(who)} <small>{day} May 2023</small></div>"
        f"<div class=text>{text}</div></div>"
        for who, day, text in answers
    )
    assert heard(read(f"{lead}<div>{''.join(rest)}</div>"))[0][1] == opening[1]


def test_times_of_changes_are_told_by_the_words_around_them():
    """All posts were made in one minute, and changed later one after the other."""
    posts = (
        f"<div class=post><b>{link('Ann')}</b> <time>3 May 2023, 10:20</time><div class=text>{text}</div>"
        f"<p>Last edited by a helper: <time>{day + 8} June 2023, 10:20</time></p></div>"
        for _, day, text in say(4)
    )
    assert {post.time.month for post in read(f"<div>{''.join(posts)}</div>") if post.time} == {5}


def test_the_one_author_of_all_posts_is_what_his_link_says():
    """Not the letter that stands for his picture, nor his rank."""
    posts = (
        f"<div class=post><div class=side><a href='/who/1'>M</a><div><a href='/who/1'>Mary Jones</a> "
        f"<em>Old hand</em></div></div>"
        f"<div class=main><i>{day} May 2023, 10:20</i><div class=text>{text}</div></div></div>"
        for _, day, text in say(4)
    )
    assert [post.author for post in read(f"<div>{''.join(posts)}</div>")] == ["Mary Jones"] * 4


def test_guests_stand_where_members_do_without_a_link():
    said = say(8)
    posts = (
        f"<div class=post><em>Talker</em>"
        f"<p class=by>By {link(who) if day % 2 else f'<u>{who}</u>'} on <i>{day} May 2023, 10:20</i></p>"
        f"<div class=text>{text}</div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == said


def test_a_note_of_a_change_before_a_signature():
    said = say(6)
    note = (
        "<div><em>Last edited by Ann on 19 May 2023, 18:43</em></div><div>_______________<br>A bird in the hand</div>"
    )
    posts = (
        f"<div><div>{link(who)}</div><div><div><i>{day} May 2023, 10:20</i></div><div>{text}"
        f"</div>{note if day == 3 else ''}</div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == said


def test_what_is_quoted_beside_the_box_of_the_answer_is_part_of_the_text():
    said = say(6, words=8)
    posts = (
        f"<div class=post><div class=by>{link(who)} <i>{day} May 2023, 10:20</i></div><div class=text>"
        f"{'<blockquote>Who has been to the old mill?</blockquote>' if day % 2 else ''}<div>{text}</div></div></div>"
        for who, day, text in said
    )
    assert ["old mill" in post.text for post in read(f"<div>{''.join(posts)}</div>")] == [True, False] * 3


def test_what_is_announced_alike_in_all_posts_is_not_what_people_wrote():
    """Short answers beside longer profiles."""
    said = say(7, words=4)
    towns = ("Cambridge", "Edinburgh", "Manchester", "Nottingham", "Southampton", "Bournemouth", "Canterbury")
    posts = (
        f"<div class=post><div class=side><div>{link(who)}</div><p><span>Lives in: {towns[day - 1]}</span><br>"
        f"<span>Drives: {WORDS[day]} {WORDS[-day]}</span></p></div>"
        f"<div class=main><div class=text>{text}</div><div class=foot><i>{day} May 2023, 10:20</i></div></div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == said


def test_a_short_post_alone_above_other_threads():
    """The rows have more to read than the post, and lead away."""
    said = say(1, words=4)
    who, day, text = said[0]
    post = (
        f"<div class=post><div>{link(who)}</div><div><p><i>{day} May 2023, 10:20</i></p><div>{text}</div></div></div>"
    )
    foot = "<div>Driven by a machine of our own making since the year of the great flood, all rights reserved.</div>"
    assert heard(read(post + others() + foot)) == said


def test_the_columns_of_a_page_are_not_its_posts():
    """What is new stands to the left, in plain boxes as all else."""
    said = say(3)
    news = "".join(
        f'<div><a href="/topic/{n}">{WORDS[n]} {WORDS[-n]}</a><br>{NAMES[n]} {n} May 2024, 11:30</div>'
        for n in range(1, 6)
    )
    posts = (
        f"<div><div><div>{link(who)}</div></div><div><div><span>{day} May 2023, 10:20</span></div>"
        f"<div>{text}</div></div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div><div>{news}</div><div><div>{''.join(posts)}</div></div></div>")) == said


def test_a_signature_is_not_the_text_of_the_only_post():
    said = say(1, words=4)
    who, day, text = said[0]
    signed = "<div>__________<br>Never put off until tomorrow what may be done by others today</div>"
    post = (
        f"<div class=post><div>{link(who)}</div><div><p><i>{day} May 2023, 10:20</i></p><div>{text}"
        f"</div>{signed}</div></div>"
    )
    assert heard(read(post)) == said


def test_two_short_posts_with_many_buttons_are_the_posts():
    """Most of their letters are in links, and what stands around them says more."""
    said = say(2, words=3)
    buttons = "".join(f'<a href="/do/{word}">{word}</a> ' for word in WORDS[:3])
    posts = (
        f"<div class=post><h4>{link(who)}</h4><i>{day} May 2023, 10:20</i><div class=text>{text}</div>{buttons}</div>"
        for who, day, text in said
    )
    rules = f"<p>{' '.join(WORDS * 3)}</p><p>It is 1 June 2024, 12:30</p>"
    assert heard(read(f"<main>{rules}<form>{''.join(posts)}</form></main>")) == said


def test_the_one_author_of_a_page_without_a_link():
    posts = (
        f"<div class=post><div class=side><b>Mary Jones</b><br>Old hand</div><div class=main><b>Written:</b> "
        f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div></div></div>"
        for _, day, text in say(3)
    )
    assert [post.author for post in read(f"<div>{''.join(posts)}</div>")] == ["Mary Jones"] * 3


def test_a_note_of_a_change_before_buttons():
    said = say(6)
    note = "<div><em>Last edited by Ann on 19 May 2023, 18:43</em></div>"
    posts = (
        f"<div><div>{link(who)}</div><div><div><i>{day} May 2023, 10:20</i></div><div>{text}</div>"
        f"{note if day == 3 else ''}<div><a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>Tell</a></div>"
        "</div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == said


def test_plain_rows_by_turns_with_a_time_in_all_are_told_by_their_cells():
    """The time of the post above; below, beside the text, when its author came."""
    said = say(8)
    rows = (
        f"<tr><td><span>{day} May 2023, 10:2{day}</span>"
        f"<tr><td><p>{link(who)}</p><span>Came {day} May 20{10 + day}</span><td><span>{text}</span>"
        for who, day, text in said
    )
    assert heard(read(f"<table>{''.join(rows)}</table>")) == said


def test_subjects_in_boxes_without_a_name_are_no_text():
    """Only the answers say the same; the first post has the title as it is. Some have a box more below the text."""
    said = say(8, words=6)
    posts = (
        f"<table><tr><td>{link(who)} <span>{day} May 2023, 10:20</span><tr><td>"
        f"<div>{'Re: ' if day > 1 else ''}The old walk</div><div>{text}</div>"
        f"{'<div>_______________<br>So long</div>' if who == 'Bob' else ''}</table>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>", title="The old walk")) == said


def test_two_posts_of_one_paragraph_and_of_two_have_their_text_at_one_place():
    """Buttons below them say the same twice only, which tells nothing."""
    (one, first, text), (two, second, more) = say(2)
    texts = (f"<div>{text}</div>", f"<div>{more}</div><div>{text}</div>")
    posts = (
        f"<div><div><div>{link(who)}</div><span>{day} May 2023, 10:20</span></div><div><div>{inner}</div>"
        f"<div><a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>!</a></div></div></div>"
        for who, day, inner in zip((one, two), (first, second), texts, strict=True)
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == [(one, first, text), (two, second, f"{more} {text}")]


def test_time_and_name_in_the_last_of_boxes_without_a_name():
    """How many boxes stand before it varies: notes and signatures come and go."""
    said = say(9)
    posts = (
        f"<div><div>{text}</div>{'<div>_______________<br>So long</div>' if who in 'Ann, Bob' else ''}"
        f"{'<div><em>Last edited by a helper on 30 May 2023, 11:00</em></div>' if day % 4 == 0 else ''}"
        f"<div><div>Keeper</div><div><b>{who}</b></div><div>{day} May 2023, 10:20</div></div></div>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{''.join(posts)}</div>")) == said


def test_parts_of_posts_in_rows_side_by_side_are_told_by_name():
    """No element holds a post; some have a row more, and their last rows have other numbers."""
    said = say(9)
    posts = (
        f"<div class=top><img src='/faces/{who}.png' alt=''> <i>Keeper</i></div><div class=text>{text}</div>"
        f"{'<div class=note>Moved from Attic by a helper</div>' if day % 4 == 0 else ''}"
        f"<div class=foot><span>By {link(who)} {day} May 2023, 10:20</span> <a href='/tell?{day}'>Tell</a></div>"
        for who, day, text in said
    )
    assert [(who, day) for who, day, _ in heard(read(f"<div>{''.join(posts)}</div>"))] == [one[:2] for one in said]


def test_an_advertisement_that_is_made_as_the_feet_of_posts_side_by_side():
    """No element holds a post; what stands below each looks like a list of its own, with the advertisement in it."""
    said = say(8)
    posts = [
        f"<div class=top><div class=who><b>{who}</b></div><div class=head><i>{day} May 2023, 10:20</i></div></div>"
        f"<div class=text><p>{text}</p></div>"
        f"<div class=foot><a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>!</a></div>"
        for who, day, text in said
    ]
    posts.insert(1, '<div><a href="http://shop.example/">Market of towers</a> cheap towers</div>')
    assert heard(read(f"<div class=posts>{''.join(posts)}</div>")) == said


def test_plain_rows_by_turns_with_times_of_changes_in_some_texts():
    """Nothing but the number of their cells tells them apart."""
    said = say(8)
    rows = (
        f"<tr><td><div><span>Posted by {link(who)} {day} May 2023, 10:20</span></div><tr>"
        f"<td><div><span>Keeper</span></div><td><div>{text}</div>"
        f"{'<div><em>Last edited by a helper on 30 May 2023, 11:00</em></div>' if day % 3 == 0 else ''}"
        for who, day, text in said
    )
    assert heard(read(f"<table>{''.join(rows)}</table>")) == said


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


def test_an_opening_is_the_least_late_where_answers_are_roughly_dated():
    """The first answer came "3 weeks ago", which is a day before the opening if one counts."""
    opening, *answers = say(4, words=40)
    lead = (
        f"<section class=first><div class=top><p class=by>{link(opening[0])} <small>13 May 2024</small></p>"
        f"<p class=last>Last answer <span>4 hours ago</span></p></div><div class=text>{opening[2]}</div></section>"
    )
    rest = (
        f"<div class=answer><div class=by>{link(who)} <small>{when} ago</small></div><div class=text>{text}</div></div>"
        for when, (who, _, text) in zip(("3 weeks", "3 weeks", "4 hours"), answers, strict=True)
    )
    assert heard(read(f"{lead}<div>{''.join(rest)}</div>"))[0][1] == 13


def test_parts_of_posts_side_by_side_have_tokens_that_come_and_go():
    """Of the tokens of the second part some are each post's own."""
    said = say(8)
    posts = (
        f"<div class=head><i>{day} May 2023, 10:20</i></div>"
        f"<div class='item-{day} {('odd', 'even')[day % 2]} tag-{WORDS[day % 3]} entry'><b>{link(who)}</b>"
        f"<div class=text>{text}</div></div>"
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
        f"{'<div><em>Last edited by a helper on 30 May 2023, 11:00</em></div><div>7</div>' if day == 3 else ''}"
        f"</div></div>"
        for who, day, text in said
    )
    assert "edited" not in read("".join(posts))[2].text


def test_two_short_posts_side_by_side_with_their_times_below():
    """No element holds a post; the time stands in the element of the text, and what follows it is no text."""
    said = say(2, words=5)
    posts = [
        f"<dt class=top><div class=who>{who}</div><div class=about><ul><li>Posts: {day}</li><li>Place: London</li></ul>"
        f"</div><dd class=inner><div class=text><div>{text}</div></div><div>_______________<br>So long</div>"
        f"<div class=like><button>Like</button> {day}</div><div class=foot><i>Posted: {day} May 2023, 10:20</i> "
        f"<a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>!</a></div>"
        for who, day, text in said
    ]
    assert heard(read(f"<dl>{'<div>cheap towers</div>'.join(posts)}</dl>")) == said


def test_who_likes_the_only_post_is_no_part_of_its_text():
    ((who, day, text),) = said = say(1, words=5)
    main = f"<div class=text>{text}</div><div class=fans>{link('Bob')}, {link('Cid')} like this</div>"
    post = f"<td class=side>{link(who)}<br><i>{day} May 2023, 10:20</i><td class=main>{main}"
    assert heard(read(f"<table><tr>{post}</table>")) == said
