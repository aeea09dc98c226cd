"""Which list of a single page shows its posts: other lists stand beside them, around them and in them.

Without the rule that each case is about, another list is read, or the only post with what stands around it.
"""

from __future__ import annotations

import pytest

from single_pages import NAMES, WORDS, Case, link, others

BUTTONS = "".join(f'<a href="/do/{word}">{word}</a> ' for word in WORDS[:4])
NEWS = "".join(
    f'<div><a href="/topic/{n}">{WORDS[n]} {WORDS[-n]}</a><br>{NAMES[n]} {n} May 2024, 11:30</div>' for n in range(1, 6)
)
TOLD = "".join(
    f"<li><a href='/news/{n}'>{WORDS[n]} and {WORDS[n + 3]} at last</a> told by {NAMES[n]} on 2{n} May 2024, 09:15</li>"
    for n in range(4)
)
SEEN = "".join(f"<li>{name} was here 2{n} May 2024, 09:15</li>" for n, name in enumerate(NAMES[:4]))
QUOTED = "".join(
    f"<div><p>{link(NAMES[n])} 2{n} April 2023, 09:15</p><p>{' '.join(WORDS[n : n + 3])}</p></div>" for n in (1, 2, 3)
)
TITLED = "".join(
    f"<tr><td><a href='/topic/{n}/{WORDS[n]}'>{WORDS[n]} {WORDS[-n - 1]} walk</a><td>{NAMES[n % 6]}"
    f"<td>{n + 3} April 2024, 09:15"
    for n in range(8)
)
POLL = f"<div class=poll><b>Poll</b><p>{' '.join(WORDS * 7)}</p></div>"
RULES = f"<p>It is 1 June 2024, 12:30</p><p>{' '.join(WORDS * 7)}</p>"


def at(day: int) -> str:
    return f"<i>{day} May 2023, 10:20</i>"


def boxed(who: str, day: int, text: str) -> str:
    return f"<div class=post><b>{who}</b> {at(day)}<div class=text>{text}</div></div>"


def linked(who: str, day: int, text: str, time: str = "") -> str:
    return f"<div class=post><b>{link(who)}</b> {time or at(day)}<div class=text>{text}</div></div>"


def in_row(who: str, day: int, text: str) -> str:
    return f"<tr><td>{link(who)}<td>{at(day)}<div>{text}</div>"


def in_parts(who: str, day: int, text: str) -> str:
    return (
        f"<p>{link(who)} {at(day)}</p><div>{text}</div><a href='/answer?{day}'>Answer</a> <a href='/tell?{day}'>!</a>"
    )


CASES = {
    # the list inside names the authors, which the one around it does not
    "posts in parts side by side are the list inside": Case(in_parts, count=2, words=8),
    "posts below a poll": Case(boxed, count=3, page=f"<main>{POLL}<div class=list>{{}}</div></main>{others()}"),
    "the only post below who was here": Case(
        boxed,
        words=30,
        page=f"<main><ul>{SEEN}</ul><form><div>{{}}</div></form></main>{others(4)}<ul>{SEEN}</ul>",
    ),
    "the only post above who was here": Case(boxed, words=30, page=f"<main>{{}}</main><ul>{SEEN}</ul>{others()}"),
    "a short post alone above what is new elsewhere": Case(
        boxed, words=3, page=f"<article>{{}}</article><ul>{TOLD}</ul>{others()}"
    ),
    "short posts with many buttons below much to read": Case(
        lambda who, day, text: in_row(who, day, text) + f"<div>{BUTTONS}</div>",
        count=3,
        words=3,
        page=f"<main>{RULES}<form><table>{{}}</table></form></main>",
    ),
    "short posts with many buttons above who was here": Case(
        lambda who, day, text: (
            f"<div><div>{link(who)}</div><div><div>{at(day)}</div><div>{text}</div><div>{BUTTONS}</div></div></div>"
        ),
        count=3,
        words=3,
        page=f"<div>{{}}</div><ul>{SEEN}</ul>",
    ),
    # authors are no links there: titles stand in their place
    "the only post below what is new": Case(
        in_row, words=8, page=f"<main>{NEWS}<form><table>{{}}</table></form></main>"
    ),
}


# each post has a link to a page like this one, or the other threads are written otherwise
AWAY = {
    "posts that name other threads": Case(
        lambda who, day, text: linked(who, day, f"{text} <a href='/topic/{900 + day}'>{WORDS[day]} walk</a>"),
        count=3,
        told=2,
    ),
    "posts whose authors have pages like this": Case(
        lambda who, day, text: linked(who, day, text).replace("/who/", "/topic/"),
        count=3,
        words=3,
        page=f"<div>{{}}</div>{others()}",
    ),
    "posts whose times lead to pages like this": Case(
        lambda who, day, text: linked(who, day, text, f"<a href='/topic/{900 + day}'>{day} May 2023, 10:20</a>"),
        count=3,
        words=3,
    ),
    "posts with a button that leads to pages like this": Case(
        lambda who, day, text: linked(who, day, f"{text}</div><div><a href='/topic/{day}'>Answer this one</a>"),
        count=4,
        words=3,
    ),
    "quoted posts in the only one above other threads": Case(
        lambda who, day, text: linked(who, day, f"<blockquote>{QUOTED}</blockquote>{text}"),
        words=40,
        page=f"<main>{{}}</main>{others(14)}",
        told=2,
    ),
    "other threads have their titles in their addresses": Case(
        linked,
        words=3,
        url="http://talk.example/topic/77/a-walk",
        page=f"<main>{{}}</main><table>{TITLED}</table>",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_which_list_is_that_of_the_posts(case: Case):
    case.check()


@pytest.mark.parametrize("case", AWAY.values(), ids=AWAY.keys())
def test_posts_are_told_from_lists_that_lead_away(case: Case):
    case.check()
