"""The only post of a page, a page for each rule: what tells its author, its time and its text from all around them.

Without the rule each of these pages is read otherwise.
"""

from __future__ import annotations

import json

import pytest

from single_pages import Case, heard, link, read, say

ARTICLE = "<article>{}</article>"
SCRIPT = "http://talk.example/talk?t=77"  # one script shows all
ROAD = "The old road to the quarry is closed in winter"
RIGHTS = (
    "All that is said here is <b>Copyright</b> of those who wrote it, and may not be printed anywhere else without "
    "their leave, nor read aloud."
)


def at(day: int) -> str:
    return f"<i>{day} May 2023, 10:20</i>"


def only(top: str, words: int = 14, below: str = "", url: str = "http://talk.example/topic/77") -> Case:
    """Give a page whose only post has a head, where `@` is the author and `*` the time, and maybe a foot."""
    return Case(
        lambda who, day, text: f"{top}<div>{text}</div>{below}".replace("@", who).replace("*", at(day)),
        words=words,
        page=ARTICLE,
        url=url,
    )


AUTHORS = {
    # what speaks for a name
    "what the page calls the author's link": only(
        "<p><a href='/walks'>Walks</a> *</p>", below="<p>By <a rel=author href='/who/@'>@</a></p>"
    ),
    "a link before a rank without one": only("<div><span>Keeper</span> <a href='/who/@'>@</a></div><div>*</div>"),
    "strong letters": only("<div><span>Keeper</span> <b>@</b></div><div>*</div>"),
    "what a picture is called by": only(
        "<div><img src='/9.png' alt='@'> <a href='/ranks/3'>Keeper</a> <span>@</span></div><div>*</div>"
    ),
    "near the time": only("<div><b>Walks</b></div><div><b>@</b> *</div>"),
    "in the line of the time, with other links": Case(
        lambda who, day, text: (
            f"<div><div><div><a href='/walks'>Walks</a></div><div>{text}</div></div></div>"
            f"<p>Posted by {link(who)} in <a href='/tales'>Tales</a> {at(day)}</p>"
        ),
        page=ARTICLE,
    ),
    "on a host of the same name": only(
        "<div><a href='http://people.talk.example/@'>@</a></div><div><span>Keeper</span> *</div>"
    ),
    "by the script that shows the page, too": only(
        "<div><b>Keeper</b> <a href='/talk?who=@'>@</a> *</div>", url=SCRIPT
    ),
    # what speaks against others
    "links to neighbours": only("<p>* <a rel=prev href='/topic/76'>Old mills</a></p><p><span>@</span></p>"),
    "links that robots shall not follow": only("<p>* <a rel=nofollow href='/print/77'>Print</a></p><p><b>@</b></p>"),
    "links in a row": only(
        "<div><a href='/print/77'>Print</a> <a href='/save/77'>Save</a> <a href='/tell/77'>Tell</a></div>"
        "<div>*</div><div><b>@</b></div>"
    ),
    "links in a row of items": only(
        "<ul><li><a href='/print/77'>Print</a><li><a href='/save/77'>Save</a><li><a href='/tell/77'>Tell</a></ul>"
        "<div>*</div><div><b>@</b></div>"
    ),
    "a link that the menu has, too": only("<div><a href='/help'>Helpers</a> <b>@</b> *</div>"),
    "a link to another site": only("<div><a href='http://shop.example/'>Market</a></div><div><b>@</b> *</div>"),
    # what cannot be a name
    "words in a long line with the time": Case(
        lambda who, day, text: f"<p>{link(who)}</p><div>{text}</div><div>{RIGHTS} {day} May 2023, 10:20</div>",
        page=ARTICLE,
    ),
    "what begins with a sign": only("<div><a href='/walks'>« Walks</a></div><div><b>@</b> *</div>"),
    "what announces something": only("<div><b>Author:</b> <span>@</span></div><div><b>Date:</b> *</div>"),
    "a button": only("<div><button><b>Follow</b></button> <span>@</span> *</div>"),
    "a word of the title": only("<h2>walk</h2><div><span>@</span> *</div>"),
    "the subject": only("<h4>Re: A walk</h4><div><span>@</span></div><div>*</div>"),
    "a link to a place on the page": only("<div><a href='#77'>Link here</a> <b>@</b> *</div>"),
    "a link to the page": only("<div><a href='/talk?t=77'>Link here</a> <b>@</b> *</div>", url=SCRIPT),
    "a link to the page seen otherwise": only("<div><a href='/topic/77?print=1'>Print</a> <b>@</b> *</div>"),
    "a file": only("<div><a href='/get/7'>plan.pdf</a> <b>@</b> *</div>"),
    "what holds the name and more": only("<div><p><span>@</span> <em>Keeper</em></p></div><div>*</div>"),
    "part of a long link": only(
        "<div><a href='/save/77?x=1'><b>Save it</b> for later and read it whenever you like it best</a></div>"
        "<div><span>@</span> *</div>"
    ),
}

TIMES = {
    "of a change": only("<p><a href='/who/@'>@</a> Last edited: <i>9 May 2023, 11:20</i></p><p>*</p>"),
    "without a clock": only("<div><a href='/who/@'>@</a><br><i>Came 9 March 2010</i></div>", below="<p>*</p>"),
    "below the text": Case(
        lambda who, day, text: (
            f"<div><p>{link(who)} {at(day)}</p></div>"
            f"<div><div>{text}</div><p>Seen last: <i>9 May 2024, 11:20</i></p></div>"
        ),
        page=ARTICLE,
    ),
    "further above": Case(
        lambda who, day, text: (
            f"<p>It is <i>9 May 2024, 11:20</i></p><div><p>{link(who)} {at(day)}</p><div>{text}</div></div>"
        ),
        page=ARTICLE,
    ),
    "in a quotation": Case(
        lambda who, day, text: (
            f"<p>{link(who)} {at(day)}</p>"
            f"<div><blockquote>Bob, <i>9 April 2023, 11:20</i>: Is it far?</blockquote>{text}</div>"
        ),
        page=ARTICLE,
        told=2,
    ),
}

TEXTS = {
    # what has more to read than the text, but is none
    "a profile beside a day without a clock": only(
        f"<header><a href='/who/@'>@</a><p>Came 9 March 2010</p><p>{ROAD}</p></header><p>*</p>", words=8
    ),
    "what stands aside": only(f"<p><a href='/who/@'>@</a> *</p><aside>{ROAD}</aside>", words=5),
    "what is hidden": only(f"<p><a href='/who/@'>@</a> *</p><div style='display:none'>{ROAD}</div>", words=5),
    "what has many links": only(
        "<p><a href='/who/@'>@</a> *</p>",
        words=4,
        below=f"<div>See also <a href='/t/4'>{ROAD}</a> and <a href='/t/5'>{ROAD} too</a> as we all did before</div>",
    ),
    # what stands around the post and is part of it
    "a profile that is short beside a long text": Case(
        lambda who, day, text: (
            f"<div><h4>{who}</h4><p>{ROAD} and so it always was for all we know of it</p></div>"
            f"<div><p>{at(day)}</p><div>{text}</div></div>"
        ),
        words=100,
        page=ARTICLE,
    ),
}

# of two posts: what both say, and what else stands with their texts
TWO = {
    "rules above": "<p>Please read the rules before you answer here.</p><p class=text>{}</p>",
    "rules below": "<div class=text>{}</div><div>Please read the rules before you answer here.</div>",
}

# what stands with the text in one element: part of it, or what tells of its author and of those who read it
INNER = {
    "a word below nearly all there is": ("<div>{}</div><p>ok</p>", 40, "{}"),
    "a rank with a picture above": ("<div><img src='/k.png'> Keeper of old mills</div><div>{}</div>", 10, "{}"),
    "somebody at length above": (
        f"<p><a href='/who/Bob'>Bob</a>: {ROAD}.</p><div>{{}}</div>",
        20,
        f"Bob: {ROAD}. {{}}",
    ),
    "a greeting in a box above": (
        "<div>Hello to all of you!</div><div>{}</div>",
        10,
        "Hello to all of you! {}",
    ),
    "wishes in a box below": ("<div>{}</div><div>Best wishes to all</div>", 10, "{} Best wishes to all"),
    "a greeting without a box above": (
        "Hello to all of you! <div>{}</div><div><button>Like</button> by some of us</div>",
        10,
        "Hello to all of you! {} by some of us",
    ),
    "the title above": ("<h3>A walk</h3><div>{}</div>", 5, "{}"),
    "a paragraph below": ("<p>{}</p><p>Yes!</p>", 40, "{} Yes!"),
}


@pytest.mark.parametrize("case", AUTHORS.values(), ids=AUTHORS.keys())
def test_what_tells_the_author(case: Case):
    """What speaks for a name, what speaks against others, and what can be none."""
    case.check()


@pytest.mark.parametrize("case", TIMES.values(), ids=TIMES.keys())
def test_times_that_are_not_when_it_was_written(case: Case):
    """They stand in the post, too."""
    case.check()


@pytest.mark.parametrize("case", TEXTS.values(), ids=TEXTS.keys())
def test_what_stands_beside_the_text(case: Case):
    """The text is what was said, however much else there is to read."""
    case.check()


@pytest.mark.parametrize(("markup", "words", "whole"), INNER.values(), ids=INNER.keys())
def test_what_stands_with_the_text_in_one_element(markup: str, words: int, whole: str):
    """What may be somebody's words is kept, what tells of the author or of readers is not."""

    def write(who: str, day: int, text: str) -> str:
        return f"<p>{link(who)} {at(day)}</p><div>{markup.format(text)}</div>"

    Case(write, words=words, page=ARTICLE, whole=whole).check()


@pytest.mark.parametrize("markup", TWO.values(), ids=TWO.keys())
def test_what_two_posts_say_alike_is_not_their_text(markup: str):
    """It stands in one element with their texts, and has much to read."""

    def write(who: str, day: int, text: str) -> str:
        return f"<div class=post><div>{link(who)} {at(day)}</div><div class=main>{markup.format(text)}</div></div>"

    Case(write, count=2).check()


def test_what_the_page_tells_machines_is_believed_of_its_only_author():
    ((who, day, text),) = said = say(1)
    told = {"@type": "DiscussionForumPosting", "text": text, "author": {"@type": "Person", "name": who}}
    page = f"<script type='application/ld+json'>{json.dumps(told)}</script><b>Keeper</b> {at(day)}<div>{text}</div>"
    assert heard(read(f"<article>{page}</article>")) == said


def test_a_name_far_above_the_time_is_not_that_of_a_nameless_author():
    ((_, day, text),) = say(1)
    inner = f"<p>{at(day)}</p><div>{text}</div>"
    for _ in range(6):
        inner = f"<div>{inner}</div>"
    assert heard(read(f"<article>{inner}<p><b>Friends of Mills</b></p></article>")) == [("", day, text)]


def test_a_letter_may_be_a_word():
    """A short text in Chinese has more to read than a longer one in Latin letters beside it."""
    said = "旧矿场的路在冬天总是关闭的。"
    page = f"<article><p>{link('Ann')} {at(1)}</p><div>A friend of mills and quarries</div><div>{said}</div></article>"
    assert heard(read(page)) == [("Ann", 1, said)]
