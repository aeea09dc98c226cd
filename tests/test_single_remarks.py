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
