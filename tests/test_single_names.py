"""Who wrote the only post of a page, or one of two or three: nothing repeats that could tell a name from a rank."""

from __future__ import annotations

from test_single_pages import NAMES, WORDS, heard, link, others, read, say

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


def test_letters_that_stand_for_pictures_are_no_names():
    """They come before the names, change as these do, and there are two posts."""
    said = say(2)
    posts = (
        f"<div class=post><div class=face><span>{who[0]}</span></div><div class=who><b>{who}</b></div>"
        f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_files_below_posts_are_no_names():
    said = say(2)
    posts = (
        f"<div class=post><div class=who><b>{who}</b></div><i>{day} May 2023, 10:20</i><div class=text>{text}</div>"
        f"<div class=files><a href='/file/{day}.pdf'>plan{day}.pdf</a> (12 KB)</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_a_menu_and_a_profile_beside_the_only_post():
    """The name has no link, what stands in the menu has; numbers of the profile are longer than the text."""
    ((who, day, text),) = said = say(1, words=5)
    told = "".join(f"<li>{one}</li>" for one in ("Messages: 1,204", "Location: Old London", "Likes received: 17"))
    menu = "".join(f"<li><a href='/{word}?p=4'>{word}</a></li>" for word in ("profile", "ignore", "quote"))
    side = f"<div class=side><div><b>{who}</b></div><ul>{told}</ul><i>{day} May 2023, 10:20</i></div>"
    foot = f"<div class=foot><button>Like</button><ul>{menu}</ul></div>"
    assert heard(read(f"<article>{side}<div class=main><div class=text>{text}</div>{foot}</div></article>")) == said


def test_a_line_with_an_element_for_the_time_names_the_author():
    said = say(20)
    posts = (
        f"<div class=post><div class=side><span>{('Novice', 'Keeper', 'Old hand')[day * 5 % 6 % 3]}</span></div>"
        f"<div class=text>{text}</div><div class=foot><span class=when>Posted by <b>{who}</b> "
        f"<time datetime='2023-05-{day:02}T10:20:00Z'>a year ago</time></span></div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_those_who_like_a_post_did_not_write_it():
    """Their names are links, side by side; of those who wrote posts some are guests and have none."""
    said = say(3)
    names = {who: f"<b>{link(who)}</b>" if who not in ("Ann", "Bob") else f"<span>{who}</span>" for who, *_ in said}
    posts = (
        f"<div class=post><div class=who>{names[who]}</div><i>{day} May 2023, 10:20</i><div class=text>{text}</div>"
        f"<div class=fans>{link(NAMES[day % 6])}, {link(NAMES[(day + 2) % 6])} like this</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_whether_an_author_is_there_is_no_part_of_the_name():
    """The picture has the link to the author, the name has none."""
    said = say(12)
    posts = (
        f"<dt class=top><div class=who><span>{who}</span></div><div class=about><a href='/who/{who}'>"
        f"<img src='/{who}.png'></a><span>{('Online', 'Offline')[len(text) % 2]}</span></div>"
        f"<dd><div class=text>{text}</div><i>{day} May 2023, 10:20</i>"
        for who, day, text in said
    )
    assert heard(read(f"<dl>{''.join(posts)}</dl>")) == said


def test_names_that_end_like_hosts_are_names():
    """Their links end so, too; kinds of files do not."""
    said = [(f"{who}.fan", day, text) for who, day, text in say(6)]
    posts = (
        f"<div class=post><b>{link(who)}</b> <i>{day} May 2023, 10:20</i><div class=text>{text}</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_a_picture_that_is_called_by_a_name_tells_whose_it_is():
    """The name has no link; where the author lives and who likes the post have."""
    said = say(3)
    posts = (
        f"<div class=post><img src='/{day}.png' alt='{who}'><h4>{who}</h4>"
        f"<dl><dt>Place</dt><dd><a href='/map?at={day}'>{WORDS[day].capitalize()}</a></dd></dl>"
        f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div>"
        f"<p class=likes><a href='/likes/{day}'><bdi>{NAMES[day % 6]}</bdi>, <bdi>{NAMES[day % 5]}</bdi></a></p></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said
