"""Lists beside the posts: other threads with some of their words, an author and a time each are no posts."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 6, 1, tzinfo=UTC)
PARTS = ("har", "bour", "mar", "ket", "sta", "tion", "brid", "ge", "cas", "tle", "mea", "dow", "quar", "ry", "mi", "ll")
TOWNS = [first + second + third for first in PARTS for second in PARTS for third in PARTS]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(TOWNS, k=count))


def person(name: str) -> str:
    return f'<a href="/who/{NAMES.index(name)}">{name}</a>'


def post(chance: random.Random, number: int, day: int) -> str:
    return (
        f'<article id="p{number}"><div class=who>{person(chance.choice(NAMES))}</div>'
        f"<div class=when>{day} May 2024, 10:00</div><div class=text>{words(chance, 30)}</div></article>"
    )


def box(chance: random.Random, titled: bool) -> str:
    """Give a row below the posts: another thread with some of its words, or a remark on the last post."""
    title = f'<h4><a href="/t/{chance.randrange(90, 99999)}/">{words(chance, 5)}</a></h4>' if titled else ""
    return (
        f"<li class=row>{title}<p class=by>{person(chance.choice(NAMES))}</p><div class=some>{words(chance, 20)}</div>"
        f"<span class=last>{chance.randrange(1, 28)} April 2024, 9:00</span></li>"
    )


def thread(n: int, titled: bool) -> Page:
    chance = random.Random(n)
    title = words(chance, 4).capitalize()
    posts = "".join(post(chance, 100 * n + k, 1 + k) for k in range(7))
    rows = "".join(box(chance, titled) for _ in range(4))
    html = f"<title>{title} - Towns</title><body><h1>{title}</h1><div>{posts}</div><ul class=more>{rows}</ul></body>"
    return read_page(f"http://forum.example/t/{n}/", html.encode())


def count(titled: bool) -> list[int]:
    pages = [thread(n, titled) for n in range(12)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    return [len(wrapper.read(page, NOW).posts) for page in pages]


def test_other_threads_with_some_of_their_words_are_no_posts():
    """Each is named by a link, and by another one on the same page."""
    assert count(titled=True) == [7] * 12


def test_a_line_above_the_posts_that_tells_who_began_is_no_post():
    """It has a name and a time as the first post has, but nothing to read; other openings stand in boxes like that."""
    pages = []
    for n in range(12):
        chance = random.Random(n)
        title, posts = words(chance, 4).capitalize(), [post(chance, 100 * n + k, 1 + k) for k in range(7)]
        began = f"<cite>Started <time>{1 + n} April 2024, 10:00</time> by {person(chance.choice(NAMES))}</cite>"
        head = f"<header class=top><h1>{title}</h1>{began}<div>No one is following this talk so far</div></header>"
        html = f"<title>{title} - Towns</title><body><section>{head}{''.join(posts)}</section></body>"
        pages.append(read_page(f"http://forum.example/t/{n}/", html.encode()))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [len(wrapper.read(page, NOW).posts) for page in pages] == [7] * 12


def test_who_began_a_thread_and_what_it_asks_all_is_no_post():
    """A line that names the first author stands with a question to all in a box with the posts."""
    pages = []
    for n in range(16):
        chance = random.Random(n)
        names = [chance.choice(NAMES) for _ in range(chance.randint(2, 6))]
        posts = "".join(
            f"<div class=post><p class=head>{person(name)} <span>2024-03-{n + 1:02} {9 + k:02}:30</span></p>"
            f"<div class=body>{words(chance, chance.randint(6, 25))}</div></div>"
            for k, name in enumerate(names)
        )
        began = f"<header>Started by {person(names[0])} <span class=at>2024-03-{n + 1:02} 09:29</span></header>"
        asked = f"<div class=poll>Poll: {words(chance, 7)}? Voting is closed</div>"
        html = f"<div class=topic><h1>{words(chance, 2)}</h1>{began}{asked}<div class=posts>{posts}</div></div>"
        pages.append((read_page(f"http://forum.example/t/{n}/", html.encode()), len(names)))
    wrapper = learn_wrapper([page for page, _ in pages], NOW)
    assert wrapper is not None
    assert [len(wrapper.read(page, NOW).posts) for page, _ in pages] == [number for _, number in pages]


def test_remarks_are_posts():
    """Nothing in them leads to something else."""
    assert count(titled=False) == [11] * 12


def test_files_are_found_in_a_box_whose_words_are_not_written():
    """Names that differ in numbers only are the site's words, but each leads to a file of that post."""
    chance = random.Random(8)
    pages, wanted = [], []
    for n in range(8):
        rows = ""
        for k in range(6):
            name = f"plan_{10 * n + k}.pdf"
            kept = f"<div class=kept><a href='/get/{n}/{name}'>{name}</a></div>" if k % 2 else ""
            rows += (
                f"<div class=post id=p{10 * n + k}><b>{person(NAMES[k])}</b><i>{k + 1} May 2024, 10:15</i>"
                f"<div class=text><p>{words(chance, 30)}</p>{kept}</div></div>"
            )
            wanted.append([name] if k % 2 else [])
        pages.append(read_page(f"http://f.example/t/{n}", f"<title>T {n}</title><body>{rows}</body>".encode()))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    posts = [post for page in pages for post in wrapper.read(page, NOW).posts]
    assert [[file.name for file in post.attachments] for post in posts] == wanted
    assert not any("plan_" in post.text for post in posts)


def test_a_post_names_the_one_it_answers_by_an_address_with_a_second_number():
    """The address says which post; the spot in its page counts otherwise. "Link" is all that a post's own link says."""
    chance = random.Random(9)
    pages, wanted = [], []
    for n in range(6):
        rows = ""
        for k in range(7):
            number = 500 + 20 * n + k
            above = chance.randrange(500 + 20 * n, number) if k > 1 else 0
            answered = f"<p class=to>To <a href='/talk/say/{above}#M{above * 7 % 91}'>this</a></p>" if above else ""
            rows += (
                f"<div class=post data-uid={number}><b>{person(NAMES[k % 6])}</b><i>{k + 1} May 2024, 10:15</i>"
                f"<ul><li><a href='/talk/say/{number}#M{number * 7 % 91}'>Link</a></li></ul>{answered}"
                f"<div class=text><p>{words(chance, 30)}</p></div></div>"
            )
            wanted.append((str(number), str(above) if above else ""))
        pages.append(read_page(f"http://f.example/t/{n}", f"<title>T {n}</title><body>{rows}</body>".encode()))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    posts = [post for page in pages for post in wrapper.read(page, NOW).posts]
    assert [(post.id, post.reply_to) for post in posts] == wanted
