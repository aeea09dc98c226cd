"""Who wrote the only post of a page, or one of two or three: nothing repeats that could tell a name from a rank."""

from __future__ import annotations

import pytest

from single_pages import NAMES, WORDS, Case, heard, link, others, read, say

BUTTONS = '<a href="/answer?p=4">Answer</a> <a href="/tell?p=4">!</a>'
OFFER = '<div><a href="http://shop.example/">Market of towers</a> cheap towers</div>'
RANKS = ("Novice", "Keeper", "Old hand")
PRESENCE = ("Offline", "Online")
TOWNS = ("Rome", "Kyiv", "Lima", "Oslo", "Bonn")
PROFILE = "".join(f"<li>{one}</li>" for one in ("Messages: 1,204", "Location: Old London", "Likes received: 17"))
ACTIONS = "".join(f"<li><a href='/{word}?p=4'>{word}</a></li>" for word in ("profile", "ignore", "quote"))

ONLY = {
    # the name has no link; what can be done with the post has, and stands beside the time
    "buttons below it are not who wrote it": Case(
        lambda who, day, text: (
            f"<div><div><span>{who}</span></div></div>"
            f"<div><div>{text}</div><div><i>{day} May 2023, 10:20</i> {BUTTONS}</div></div>"
        ),
        page=f"<article>{{}}</article>{others()}",
    ),
    "the line of the time names its author": Case(
        lambda who, day, text: (
            f"<div><div><i>Keeper</i></div><div>{text}</div><div><span>Posted by <b>{who}</b> {day} May 2023, 10:20"
            f"</span> <a href='/answer?p=4'>Answer</a></div></div>"
        ),
        page=f"{{}}{others()}",
    ),
    "an advertisement below it is not who wrote it": Case(
        lambda who, day, text: (
            f"<td><div>{text}</div><div><i>{day} May 2023, 10:20</i></div><td><div><span>{who}</span></div>"
        ),
        page=f"<table><tr>{{}}<tr><td>{OFFER}</table>{others()}",
    ),
    "a cell beside its text is not part of it": Case(
        lambda who, day, text: (
            f"<tr><td><i>{day} May 2023, 10:20</i><tr><td><div><b>{who}</b></div><div>Keeper</div><td><div>{text}</div>"
        ),
        page=f"<table>{{}}</table>{others()}",
    ),
    # the name has no link, what stands in the menu has; numbers of the profile are longer than the text
    "a menu and a profile beside it": Case(
        lambda who, day, text: (
            f"<div class=side><div><b>{who}</b></div><ul>{PROFILE}</ul><i>{day} May 2023, 10:20</i></div>"
            f"<div class=main><div class=text>{text}</div>"
            f"<div class=foot><button>Like</button><ul>{ACTIONS}</ul></div></div>"
        ),
        words=5,
        page="<article>{}</article>",
    ),
}

SEVERAL = {
    # there are two posts, and the first of the buttons leads to one place for both
    "buttons are not who wrote it, even if they lead to one place": Case(
        lambda who, day, text: (
            f"<div class=post><div class=bar><span class=who>{who}</span> <i>{day} May 2023, 10:20</i>"
            f"<div class=meta><a href='/answer'>Say</a> | <a onclick='tell({day})'>Report</a></div></div>"
            f"<div class=text>{text}{'<br>' * 40}</div></div>"
        ),
        count=2,
        page="{}",
    ),
    # the icon is called by the word beside it
    "whether somebody is there is not who wrote it": Case(
        lambda who, day, text: (
            f"<table><tr><td><b>{who}</b><div><img src='/dot.gif' alt='{PRESENCE[day % 2]}'><span>"
            f"{PRESENCE[day % 2]}</span></div><td><div><b>{'Reply #1 on:' if day > 1 else 'on:'}</b> {day} May 2023, "
            f"10:20</div><div>{text}{'<br>' * 20}</div></table>"
        ),
        count=2,
        page="{}",
    ),
    # the name has no link, and the subject is announced as names are elsewhere
    "the subject of a post is not who wrote it": Case(
        lambda who, day, text: (
            f"<table><tr><td><b>{who}</b><td><div><b>Subject:</b> {'Re: ' * (day > 1)}Old stones (part two)</div>"
            f"<div><b>Posted:</b> {day} May 2023, 10:20</div><tr><td>Joined: 3 April 2019<td><div>{text}</div></table>"
        ),
        count=5,
        title="Old stones (part two)",
        page="{}",
    ),
    # there is a rank to each name, and one rank has a picture that is called by it
    "a rank with a picture is not who wrote it": Case(
        lambda who, day, text: (
            f"<table><tr><td><b class=name>{who}</b><td><i>{day} May 2023, 10:20</i><tr><td class=about><div>"
            f"{RANKS[ord(who[0]) % 3]}</div>{'<img src=/keeper.gif alt=Keeper>' * (ord(who[0]) % 3 == 1)}"
            f"<td class=text><div>{text}</div></table>"
        ),
        count=5,
        page="{}",
    ),
    # the rank stands where names often do, and no post is by the author of another
    "ranks are not the names in the line of the time": Case(
        lambda who, day, text: (
            f"<dt><div class=about><span class=rank>{RANKS[day % 3]}</span></div><div class=head>"
            f"<span class=when>Posted by <span class=name>{who}</span> {day} May 2023, 10:20</span></div>"
            f"<dd><div class=text>{text}</div>"
        ),
        count=3,
        page="<dl>{}</dl>",
    ),
    # guests have no element of their own: "by Ann" has a link, "by Bob" has none
    "names without a link in the text around those with one": Case(
        lambda who, day, text: (
            f"<div class=post><div class=head><a href='#{day}'>#{day}</a> by "
            f"{who if who == 'Bob' else link(who)}: <i>{day} May 2023, 10:20</i></div>"
            f"<div class=text>{text}</div></div>"
        ),
        count=9,
        page="{}",
    ),
    # they come before the names, change as these do, and there are two posts
    "letters that stand for pictures are no names": Case(
        lambda who, day, text: (
            f"<div class=post><div class=face><span>{who[0]}</span></div><div class=who><b>{who}</b></div>"
            f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div></div>"
        ),
        count=2,
        page="{}",
    ),
    "files below posts are no names": Case(
        lambda who, day, text: (
            f"<div class=post><div class=who><b>{who}</b></div><i>{day} May 2023, 10:20</i><div class=text>{text}</div>"
            f"<div class=files><a href='/file/{day}.pdf'>plan{day}.pdf</a> (12 KB)</div></div>"
        ),
        count=2,
        page="{}",
    ),
    "a line with an element for the time names the author": Case(
        lambda who, day, text: (
            f"<div class=post><div class=side><span>{RANKS[day * 5 % 6 % 3]}</span></div>"
            f"<div class=text>{text}</div><div class=foot><span class=when>Posted by <b>{who}</b> "
            f"<time datetime='2023-05-{day:02}T10:20:00Z'>a year ago</time></span></div></div>"
        ),
        count=20,
        page="{}",
    ),
    # their names are links, side by side; of those who wrote posts some are guests and have none
    "those who like a post did not write it": Case(
        lambda who, day, text: (
            f"<div class=post><div class=who>"
            f"{f'<span>{who}</span>' if who in ('Ann', 'Bob') else f'<b>{link(who)}</b>'}</div>"
            f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div>"
            f"<div class=fans>{link(NAMES[day % 6])}, {link(NAMES[(day + 2) % 6])} like this</div></div>"
        ),
        count=3,
        page="{}",
    ),
    # the picture has the link to the author, the name has none
    "whether an author is there is no part of the name": Case(
        lambda who, day, text: (
            f"<dt class=top><div class=who><span>{who}</span></div><div class=about><a href='/who/{who}'>"
            f"<img src='/{who}.png'></a><span>{('Online', 'Offline')[len(text) % 2]}</span></div>"
            f"<dd><div class=text>{text}</div><i>{day} May 2023, 10:20</i>"
        ),
        count=12,
        page="<dl>{}</dl>",
    ),
    # the name has no link; where the author lives and who likes the post have
    "a picture that is called by a name tells whose it is": Case(
        lambda who, day, text: (
            f"<div class=post><img src='/{day}.png' alt='{who}'><h4>{who}</h4>"
            f"<dl><dt>Place</dt><dd><a href='/map?at={day}'>{WORDS[day].capitalize()}</a></dd></dl>"
            f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div><p class=likes>"
            f"<a href='/likes/{day}'><bdi>{NAMES[day % 6]}</bdi>, <bdi>{NAMES[day % 5]}</bdi></a></p></div>"
        ),
        count=3,
        page="{}",
    ),
    # the name has no link, the value of the label has
    "where an author lives is no name": Case(
        lambda who, day, text: (
            f"<div class=post><h4>{who}</h4><dl><dt>Place</dt><dd><a href='/map?at={day}'>{TOWNS[day]}</a></dd>"
            f"<dt>Here for</dt><dd>{day + 3} years and more</dd></dl><i>{day} May 2023, 10:20</i>"
            f"<div class=text>{text}</div></div>"
        ),
        count=4,
    ),
    # one link around all of them
    "those who like a post did not write it, in one link": Case(
        lambda who, day, text: (
            f"<div class=post><h4>{who}</h4><i>{day} May 2023, 10:20</i><div class=text>{text}</div><p class=likes>"
            f"<a href='/likes/{day}'><bdi>{NAMES[day % 6]}</bdi>, <bdi>{NAMES[day % 5]}</bdi> and a few others "
            f"who have read it</a></p></div>"
        ),
        count=3,
    ),
    "a link out of the site is no name": Case(
        lambda who, day, text: (
            f"<div class=post><h4>{who}</h4><a rel='ugc noopener' href='http://site{day}.example/'>{TOWNS[day]}</a> "
            f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div></div>"
        ),
        count=4,
    ),
    "a link that the page calls a tag is no name": Case(
        lambda who, day, text: (
            f"<div class=post><a rel=tag href='/tag/{day}'>{TOWNS[day]}</a> {link(who)} <i>{day} May 2023, 10:20</i>"
            f"<div class=text>{text}</div></div>"
        ),
        count=4,
    ),
    "a link that the page calls the author's is a name": Case(
        lambda who, day, text: (
            f"<div class=post><a href='/tag/{day}'>{TOWNS[day]}</a> <b><a rel=author href='/who/{who}'>{who}</a></b> "
            f"<i>{day} May 2023, 10:20</i><div class=text>{text}</div></div>"
        ),
        count=4,
    ),
    # they change from post to post, but there are few
    "ranks by turns are no names": Case(
        lambda who, day, text: (
            f"<div class=post><em>{RANKS[day % 2]}</em> <b>{who}</b> <i>{day} May 2023, 10:20</i>"
            f"<div class=text>{text}</div></div>"
        ),
        count=8,
    ),
    "points beside a name are no part of it": Case(
        lambda who, day, text: (
            f"<div class=post><div class=who><b>{who}</b> {17 * day}</div> <i>{day} May 2023, 10:20</i>"
            f"<div class=text>{text}</div></div>"
        ),
        count=6,
    ),
}


@pytest.mark.parametrize("case", ONLY.values(), ids=ONLY.keys())
def test_who_wrote_the_only_post(case: Case):
    """Author, day and text of the only post of a page are heard as they were said."""
    case.check()


@pytest.mark.parametrize("case", SEVERAL.values(), ids=SEVERAL.keys())
def test_who_wrote_which_post(case: Case):
    """Author, day and text of each post of a page are heard as they were said."""
    case.check()


def test_a_subject_and_the_answer_to_it_are_not_who_wrote_them():
    """The subject is not what the page is called, there is a blank before the colon, and one author wrote both."""
    posts = (
        f"<div class=post><div class=day>{day} May 2023, 10:20</div><div class=who><span><b>Ann</b></span></div>"
        f"<h2>{'Re : ' * (day > 1)}Old stones</h2><div class=text>{text}</div></div>"
        for _, day, text in say(2)
    )
    assert [who for who, *_ in heard(read("".join(posts)))] == ["Ann", "Ann"]


def test_a_name_that_is_part_of_a_word_of_the_title_is_a_name():
    ((_, day, text),) = say(1)
    post = f"<div><div><b>Bo</b></div><div><i>{day} May 2023, 10:20</i></div><div>{text}</div>{BUTTONS}</div>"
    assert heard(read(post, title="A boat and a Board")) == [("Bo", day, text)]


def test_names_that_end_like_hosts_are_names():
    """Their links end so, too; kinds of files do not."""
    said = [(f"{who}.fan", day, text) for who, day, text in say(6)]
    posts = (
        f"<div class=post><b>{link(who)}</b> <i>{day} May 2023, 10:20</i><div class=text>{text}</div></div>"
        for who, day, text in said
    )
    assert heard(read("".join(posts))) == said


def test_posts_in_one_column_of_a_page_with_notices_between_them():
    """Nothing else on the page has a time, and no list of posts alone is to be seen."""

    def box(inner: str) -> str:
        return f"<tr><td><table><tr><td>{inner}</table>"

    said = say(2, 40)
    posts = "".join(
        box(
            f"<table><tr><td><b>{who}</b><td><table><tr><td><div><b>A walk</b></div><div>on: {day} May 2023, 10:20"
            f"</div></table><hr><div>{text}</div></table>"
        )
        + box(" ".join(WORDS[day : day + 6]))
        for who, day, text in said
    )
    aside = f"<table><tr><td>Books: {' '.join(WORDS * 3)}</table>"
    page = f"<div>{aside}<table><tr><td><a href='?p=2'>2</a><form action=/x><table>{posts}</table></form></table></div>"
    assert heard(read(page)) == said


def test_letters_that_stand_for_pictures_are_no_part_of_the_text():
    """Some authors have a picture, others their first letter; no element has a class."""
    said = say(8)
    posts = "".join(
        f"<article><div><div><div>{who[0] if who in 'Ann Bob Fay' else '<img src=/face.png>'}</div><h4>{link(who)}</h4>"
        f"</div><div><header><time>{day} May 2023, 10:20</time> <ul><li><a href='#p{day}'>#{day}</a></ul></header>"
        f"<div>{text}</div></div></div></article>"
        for who, day, text in said
    )
    assert heard(read(f"<div>{posts}</div>")) == said


def test_heads_of_two_posts_are_not_all_of_them():
    """Opening and answer have boxes of other kinds, and what is said of their authors looks like what these wrote."""

    def post(kind: str, who: str, day: int, text: str) -> str:
        name = f"<a class=face href='/who/{who}'><img src=/f.png alt='{who}'></a>{link(who)}"
        about = (
            f"<span class=count>Posts: <b>{37 * day}</b></span><span class=rank>{RANKS[day % 3]}</span> Here to help"
        )
        person = f"<div class=person><span class=name>{name}</span><span class=about>{about}</span></div>"
        time = f"<time datetime='2023-05-{day:02}T10:20:00+00:00'>May {day}</time>"
        when = f"<span class='item made'><a class=permalink href='/{kind}/{day}'>{time}</a></span>"
        where = "<span class=board>in <a href='/board/4'>Walks and more</a></span>" if kind == "subject" else ""
        head = f"<div class='head {kind}-head'>{person}<div class='meta {kind}-meta'>{when}{where}</div></div>"
        return f"<div class={kind}>{head}<div class=wrap><div class=body><div class=text>{text}</div></div></div></div>"

    (first, second) = said = say(2, 40)
    opening, answer = post("subject", *first), post("answer", *second)
    page = f"<div class=opening>{opening}</div><div class=answers><h2>Answers</h2><ul><li>{answer}</li></ul></div>"
    assert heard(read(page)) == said
