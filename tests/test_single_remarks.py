"""Remarks below an article that is nearly all there is to read on its page."""

from __future__ import annotations

import pytest

from single_pages import Said, heard, read, say

STORY: Said = ("Hal", 1, " ".join(text for _, _, text in say(30, seed=9)))
BYLINE = "<p>By <a rel=author href='/who/Hal'>Hal</a> on 1 May 2023, 10:20</p>"
ARTICLE = f"<div class=story>{BYLINE}<div class=words><p>{STORY[2]}</p></div></div>"
NEWS = "".join(
    f"<li><a href='/news/{n}'>{text[:40]}</a> <i>{n + 3} May 2023</i></li>" for n, (*_, text) in enumerate(say(9))
)
PLAIN = "<div class=remark><span><b>{0}</b> at 9:13 on {1} May 2023</span><p>{2}</p></div>"
LINKED = (
    "<div class=remark><p><a href='/who/{0}'>{0}</a> wrote:</p><div>{2}</div>"
    "<p>{1} May 2023, 9:13 -- <a href='javascript:tell({1})'>Report as abuse</a></p></div>"
)
PICTURED = (
    "<li class=remark><img src='/faces/{1}.png'><div><section><cite>{0}</cite> <span>-</span> "
    "<time datetime='2023-05-{1:02}T09:13'>{1} May 2023</time><dl><dd>{2}</dd></dl></section><section><ul>"
    "<li><a href='/share/{1}'>Share to others</a><li><a href='#{1}'>Link to this</a></ul></section></div></li>"
)


def below(markup: str, said: list[Said], around: str = "<div>{}</div>") -> str:
    remarks = "".join(markup.format(who, day, text) for who, day, text in said)
    return f"{ARTICLE}<ul>{NEWS}</ul><h3>{len(said)} comments</h3>{around.format(remarks)}<ol>{NEWS}</ol>"


@pytest.mark.parametrize("markup", [PLAIN, LINKED, PICTURED], ids=["plain", "linked", "pictured"])
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("step", [1, -1], ids=["oldest first", "newest first"])
def test_remarks_below_an_article_are_read(markup: str, count: int, step: int):
    """Two or three are few beside all there is to read above them; and the article is read, too."""
    said = [(who, day + 3, text) for who, day, text in say(count, 18)][::step]
    assert heard(read(below(markup, said))) == [STORY, *said]


def test_the_article_above_many_remarks_is_read():
    """The remarks are the list of the page; the article opens it, by somebody who is linked elsewhere."""
    said = [(who, day + 3, text) for who, day, text in say(9, 18)]
    page = below(LINKED, said).replace("/who/Hal", "/staff/hal.html")
    assert heard(read(page)) == [STORY, *said]


def test_what_is_told_later_than_remarks_is_no_article_above_them():
    """A notice that was changed since."""
    notice = f"<div><p>Changed by <a href='/staff/hal.html'>Hal</a> on 30 May 2023, 10:20</p><p>{STORY[2]}</p></div>"
    said = [(who, day + 3, text) for who, day, text in say(9, 30)]
    remarks = "".join(LINKED.format(who, day, text) for who, day, text in said)
    assert heard(read(f"{notice}<div>{remarks}</div>")) == said


def test_what_stands_later_than_remarks_is_no_article():
    """A box of the day, where the article's own time is told in no way that is known."""
    said = [(who, day + 3, text) for who, day, text in say(2, 18)]
    today = "<div><h4>Editor's choice</h4><p>{}</p><i>31 May 2023, 10:20</i></div>"
    page = below(LINKED, said).replace(BYLINE, "") + today.format(STORY[2][:300])
    assert heard(read(page)) == said


@pytest.mark.parametrize(
    "beside",
    [
        f"<ul>{NEWS}</ul>",
        "<div><p>Joined on 3 May 2020, long ago</p><p>Was here on 9 May 2023, of late</p></div>",
        "<ul><li>The old mill opens again on 3 May 2023</li><li>The new bridge opens on 9 May 2023</li></ul>",
    ],
    ids=["other articles", "what is said of somebody", "what nobody says"],
)
def test_what_has_no_author_is_no_remark(beside: str):
    """Lists with times and a little to read stand beside articles, too."""
    assert heard(read(ARTICLE + beside)) == [STORY]


SMALL = (
    "<div class=small><i><a href='#{1}'>#2</a> - {1} May 2023, 11:20</i><b><a href='/who/{0}'>{0}</a></b>"
    "<div>{2}</div></div>"
)
LARGE = (
    "<div class=answer><i><a href='#{1}'>#1</a> - {1} May 2023, 10:20</i> <b><a href='/who/{0}'>{0}</a></b>"
    "<div class=words><div class=said>{2}</div>{3}</div></div>"
)


@pytest.mark.parametrize("count", [2, 4])
def test_answers_to_one_answer_of_a_page_are_posts(count: int):
    """They stand in its box, and nowhere else on the page."""
    said = say(count + 4)
    inner = "".join(SMALL.format(*one) for one in said[1 : count + 1])
    boxes = [f"<div class=more>{inner}</div>", "", "", ""]
    outer = [said[0], *said[count + 1 :]]
    page = "".join(LARGE.format(*one, box) for one, box in zip(outer, boxes, strict=True))
    assert heard(read(page)) == said


MARKED = 2  # on this day something stands in a post


@pytest.mark.parametrize(
    "inner",
    [
        "<blockquote>{}</blockquote>",
        "<div class=seen><p><a href='/who/Bob'>Bob</a> read it</p><p><a href='/who/Eve'>Eve</a> read it, too</p></div>",
    ],
    ids=["quotes", "readers"],
)
def test_what_people_only_did_or_are_quoted_with_are_no_answers(inner: str):
    """Quotes have times and people, too, and so has who read a post."""
    said = say(4)
    quoted = inner.format("".join(SMALL.format(*one) for one in say(2, seed=3)))
    page = "".join(LARGE.format(*one, quoted if one[1] == MARKED else "") for one in said)
    assert [(who, day) for who, day, _ in heard(read(page))] == [(who, day) for who, day, _ in said]


def test_an_opening_in_words_of_one_letter_is_long_enough():
    """Seventy letters say as much as two hundred elsewhere; who wrote it, and when, stand in two boxes."""
    words = "\u7684\u662f\u4e86\u6211\u4e0d\u5728\u4eba\u6709"
    said = [(who, day, words * (9 if day == 1 else 2) + words[: day % 7]) for who, day, _ in say(5)]
    post = "<i>#{1} - 2023-5-{1} 10:20</i><div><b><a href='/who/{0}'>{0}</a></b><div class=said>{2}</div></div>"
    opening, *answers = (post.format(*one) for one in said)
    below = "".join(f"<div class=answer>{one}</div>" for one in answers)
    page = f"<div class=opening>{opening}</div><div>{below}</div>"
    assert heard(read(page)) == said
