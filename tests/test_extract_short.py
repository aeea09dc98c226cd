"""Single pages of short threads: below the posts stand more other threads than there are posts."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from weft.extract import extract_page
from weft.page import read_page

NOW = datetime(2024, 6, 1, tzinfo=UTC)
WORDS = ["harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "mill", "tower", "chapel", "garden"]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count)).capitalize()


def row(chance: random.Random, address: str, excerpt: bool) -> str:
    """Give another thread: its title, who began it, when, and maybe how it begins."""
    number = chance.randrange(100, 999)
    some = f"<p>{words(chance, 25)}.</p>" if excerpt else ""
    return (
        f'<tr><td><a href="{address.format(number)}">{words(chance, 6)}</a>{some}</td>'
        f'<td><a href="/who/{chance.randrange(6)}">{NAMES[number % 6]}</a></td><td>{number} answers</td>'
        f"<td>{chance.randrange(1, 28)} April 2024, 09:00</td></tr>"
    )


def thread(
    seed: int, posts: int, address: str, turned: str = "", *, excerpt: bool = False
) -> tuple[bytes, str, list[str]]:
    """Give a page, its address and what was written on it."""
    chance = random.Random(seed)
    written = [words(chance, 18) + "." for _ in range(posts)]
    articles = "".join(
        f'<article><div class=who><a href="/who/{n}">{NAMES[n]}</a> <i>Regular</i></div>'
        f"<div class=when>{3 + n} May 2024, 10:0{n}</div><div class=text><p>{text}</p></div>"
        f'<div class=do><a href="/quote/{n}">Quote</a> <a href="/report/{n}">Report</a></div></article>'
        for n, text in enumerate(written)
    )
    rows = "".join(row(chance, address, excerpt) for _ in range(6))
    html = (
        f"<title>Old {seed} towns</title><body><h1>Old {seed} towns</h1><div class=list>{articles}</div>"
        f"<h3>More like this</h3><table><tbody>{rows}</tbody></table></body>"
    )
    return html.encode(), "http://forum.example" + address.format(seed) + turned, written


@pytest.mark.parametrize("posts", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("address", "turned", "excerpt"),
    [
        ("/t/{}", "", False),
        ("/t/{}", "", True),
        ("/topic/{}-towns/", "page/2/", True),
        ("/show?t={}", "&page=2", True),
    ],
)
def test_other_threads_are_not_the_posts_of_a_page(posts: int, seed: int, address: str, turned: str, excerpt: bool):
    html, url, written = thread(seed, posts, address, turned, excerpt=excerpt)
    found = extract_page(read_page(url, html), NOW).posts
    assert [post.text for post in found] == written
    assert [post.author for post in found] == list(NAMES[:posts])


def test_posts_that_lead_to_pages_like_this_are_posts():
    """On a page that was come to by the number of a post, links to other posts are written as its address is."""
    chance = random.Random(7)
    written = [words(chance, 18) + "." for _ in range(4)]
    articles = "".join(
        f'<article><h3><a href="/show?p={40 + n}">{words(chance, 4)}</a></h3>'
        f'<div><a href="/who/{n}">{NAMES[n]}</a></div>'
        f"<div>{3 + n} May 2024, 10:0{n}</div><div class=text><p>{text}</p></div></article>"
        for n, text in enumerate(written)
    )
    rows = "".join(row(chance, "/show?t={}", excerpt=False) for _ in range(6))
    html = f"<title>Old towns</title><body>{articles}<table>{rows}</table></body>"
    found = extract_page(read_page("http://forum.example/show?p=40", html.encode()), NOW).posts
    assert [post.text for post in found] == written


def panelled(name: str, day: str, text: str, when: str) -> str:
    """Give a post beside what is said of its author, which is more than there is in the post."""
    return (
        f'<div class=post><div class=who><a href="/who/{name}"><img src="/{name}.png"></a>'
        f'<h4><a href="/who/{name}">{name}</a></h4><p>Wandering regular</p><dl><dt>Joined</dt><dd>{day}</dd>'
        f"<dt>Lives in</dt><dd>Somewhere {name} likes to be</dd></dl></div>"
        f'<div class=main><ul><li><a href="/quote/{name}">Quote</a></li></ul><p class=when>{when}</p>'
        f"<div class=text>{text}</div></div></div>"
    )


def unlinked(name: str, day: str, text: str, when: str) -> str:
    """Give a post whose author is not linked, with the time above and the subject again."""
    return (
        f"<div class=entry><h2><span>#1</span> {when}</h2><div><div class=left><dl><dt><strong>{name}</strong></dt>"
        f"<dd>Member</dd><dd>Registered: {day}</dd></dl></div><div class=right><h3>Re: Old towns</h3>"
        f"<div class=words><p>{text}</p></div><div class=their-signature>Ask me no questions</div></div></div></div>"
    )


def asked(name: str, day: str, text: str, when: str) -> str:
    """Give a post with author and time below it."""
    return (
        f"<div class=question><div class=text><p>{text}</p></div><div class=foot><span class=when>asked {when}</span>"
        f' <span>by <a href="/who/{name}">{name}</a></span> <i title="{day}">{len(day)} points</i></div></div>'
    )


FRAME = (
    "<title>Old towns - The Gazetteer</title><body><div class=head><h1><a href='/'>The Gazetteer</a></h1>"
    "<p>Talk among people who walk.</p><ul><li><a href='/'>Home</a></li><li><a href='/search'>Search</a></li></ul>"
    "</div><p>You are not logged in.</p><h2>Old towns</h2>{}<div class=foot><p>You may not post new topics here.<br>"
    "You may not answer to topics here.</p><a href='/rules'>Rules</a></div></body>"
)


@pytest.mark.parametrize("shape", [panelled, unlinked, asked])
@pytest.mark.parametrize(
    "text", ["Turn left at the mill, and then go on.", "It lies by the river, and there are three bridges. " * 8]
)
def test_the_only_post_of_a_page(shape: Callable[..., str], text: str):
    """Nothing repeats there; what is said of the author, of the site and of its rules is not the post."""
    html = FRAME.format(shape("Dot", "3 May 2019", text.strip(), "12 May 2024, 10:05"))
    page = extract_page(read_page("http://forum.example/t/7", html.encode()), NOW)
    (post,) = page.posts
    assert (post.author, post.text) == ("Dot", text.strip())
    assert post.time == datetime(2024, 5, 12, 10, 5, tzinfo=UTC)


@pytest.mark.parametrize("shape", [panelled, unlinked])
@pytest.mark.parametrize("count", [2, 3])
def test_few_posts_are_told_from_their_authors(shape: Callable[..., str], count: int):
    """What is said of each differs, as what they wrote does, and is more than that."""
    texts = ["Turn left at the mill, and then go on.", "It lies by the river, I think.", "There is nothing to see."][
        :count
    ]
    posts = [
        shape(name, f"{n + 2} May 201{n}", text, f"1{n} May 2024, 10:05")
        for n, (name, text) in enumerate(zip(NAMES, texts, strict=False))
    ]
    page = extract_page(read_page("http://forum.example/t/7", FRAME.format("".join(posts)).encode()), NOW)
    assert [(post.author, post.text) for post in page.posts] == list(zip(NAMES, texts, strict=False))


def test_a_page_without_anything_has_no_posts():
    assert extract_page(read_page("http://forum.example/t/7", b""), NOW).posts == ()
    assert extract_page(read_page("", b"<title>Nothing</title><p>Nothing at all.</p>"), NOW).posts == ()


def test_paragraphs_in_boxes_with_a_name_are_one_text():
    """Most posts have one: what few of them say in a second is part of the text, too."""
    texts = [["Turn left at the mill."], ["It lies by the river.", "There are three bridges."], ["Not on Sundays."]]
    texts += [["Ask for the ferry."], ["I never found it.", "Maybe next year, with a map."], ["Bring good shoes."]]
    posts = ""
    for n, lines in enumerate(texts):
        boxes = "".join(f"<div class=line>{line}</div>" for line in lines)
        who = f'<div class=who><a href="/who/{n}">{NAMES[n]}</a></div><div class=when>{n + 3} May 2024, 10:00</div>'
        posts += f"<div class=post>{who}<div class=say>{boxes}</div></div>"
    page = extract_page(read_page("http://forum.example/t/7", f"<body>{posts}</body>".encode()), NOW)
    assert [post.text.split() for post in page.posts] == [" ".join(lines).split() for lines in texts]
