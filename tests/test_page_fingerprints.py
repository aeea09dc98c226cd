"""Fingerprints: which pages are the same page, whatever the site wraps around them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from datetime import datetime, timedelta
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import count_steps
from weft.evaluate import KeyedPage, add_figures, measure_duplicates
from weft.page import (
    SAME_PAGE,
    Boilerplate,
    Page,
    fingerprint,
    group_near_duplicates,
    learn_boilerplate,
    read_page,
    simhash_distance,
    similarity,
)
from weft.simulate import SKINS, Site, make_site

WORDS = [
    f"{a}{b}" for a in ("ka", "lo", "mi", "ne", "pu", "ra", "so", "ti") for b in ("ber", "dan", "fel", "gos", "hul")
]


def prose(seed: int, sentences: int = 12) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, k=14)) for _ in range(sentences)]


def time_of(text: str) -> str:
    """When a post was written: every post has its own time."""
    minute = crc32(text.encode()) % 500_000
    return f"{datetime(2021, 1, 1) + timedelta(minutes=minute):%Y-%m-%d %H:%M}"


def html_page(
    title: str, posts: list[str], *, clock: str = "12:00", extra: str = "", url: str = "http://f.example/t"
) -> Page:
    """A page of a made-up forum: menu, title, posts with author and time, footer with a clock and counters."""
    stack = "".join(
        f"<div><b>user{n}</b> <i>Posts: {n * 31}</i> <u>{time_of(text)}</u><p>{text}</p>Reply Quote</div>"
        for n, text in enumerate(posts)
    )
    html = (
        f"<html><head><title>{title}</title></head><body><ul><li>Home<li>Members<li>Search this site</ul>{extra}"
        f"<h1>{title}</h1>{stack}<p>Viewed 8{clock[:2]} times</p><footer>All rights belong to their authors"
        f"<p>It is now Sunday 15 November 2026, {clock}</p></footer></body></html>"
    )
    return read_page(url, html.encode(), "text/html; charset=utf-8")


def forum() -> list[Page]:
    return [html_page(f"Subject {WORDS[n]}", prose(n, 4), clock=f"12:{n:02}") for n in range(12)]


def grouped(pages: list[Page], boilerplate: Boilerplate) -> list[list[int]]:
    return group_near_duplicates([boilerplate.fingerprint(page) for page in pages])


class TestText:
    def test_equal_texts_have_equal_fingerprints(self):
        """A fingerprint is a function of the text, whether it comes as lines or as one string."""
        lines = prose(1)
        assert fingerprint(lines) == fingerprint("\n".join(lines))
        assert similarity(fingerprint(lines), fingerprint(lines)) == 1.0

    def test_fingerprints_are_the_same_in_every_process(self):
        """Nothing of Python's salted hashing gets in: another process with another salt finds the same."""
        code = (
            "from weft.page import fingerprint\n"
            "f = fingerprint('the quick brown fox jumps over the lazy dog', name='fox')\n"
            "print(f.minhash.hex(), f.simhash, f.shingles)"
        )
        seen = {
            subprocess.run(
                [sys.executable, "-c", code], env={"PYTHONHASHSEED": salt}, capture_output=True, text=True, check=True
            ).stdout
            for salt in ("1", "2")
        }
        here = fingerprint("the quick brown fox jumps over the lazy dog", name="fox")
        assert seen == {f"{here.minhash.hex()} {here.simhash} {here.shingles}\n"}

    def test_similarity_is_the_share_of_common_shingles(self):
        """Half of the lines in common is a third of the union in common."""
        one, other = prose(1, 60), prose(1, 30) + prose(2, 30)
        assert similarity(fingerprint(one), fingerprint(other)) == pytest.approx(1 / 3, abs=0.12)

    def test_one_line_more_costs_its_own_shingles_only(self):
        """A line that comes or goes disturbs no neighbour."""
        lines = prose(3, 40)
        more = [*lines[:20], "an advertisement for a better kind of tea", *lines[20:]]
        assert similarity(fingerprint(lines), fingerprint(more)) > 0.95

    def test_the_order_of_lines_does_not_count(self):
        """The same posts sorted otherwise are the same page."""
        lines = prose(4)
        assert fingerprint(lines) == fingerprint(lines[::-1])

    def test_chinese_is_read_by_characters(self):
        """A text without spaces has as many shingles as one with them, and a changed half shows."""
        chance = random.Random(5)
        text = "".join(chr(chance.randrange(0x4E00, 0x9000)) for _ in range(600))
        assert fingerprint(text).shingles == 596
        assert similarity(fingerprint(text), fingerprint(text[:570])) > 0.9
        assert similarity(fingerprint(text), fingerprint(text[:300])) < 0.65

    def test_a_simhash_is_near_for_near_texts(self):
        """A word changed moves a few bits; another text moves about half of them."""
        lines = prose(6, 40)
        changed = [*lines[:-1], lines[-1] + " indeed"]
        assert simhash_distance(fingerprint(lines), fingerprint(changed)) <= 8
        assert simhash_distance(fingerprint(lines), fingerprint(prose(7, 40))) >= 16

    def test_a_long_text_is_compared_by_a_sketch(self):
        """Similarity holds for texts of many thousand shingles."""
        one, other = prose(8, 1000), prose(8, 500) + prose(9, 500)
        assert similarity(fingerprint(one), fingerprint(other)) == pytest.approx(1 / 3, abs=0.12)

    def test_another_name_keeps_equal_texts_apart(self):
        """Two empty profiles read alike but for the user's name."""
        lines = prose(10)
        one, other = fingerprint(lines, name="Profile of ada"), fingerprint(lines, name="Profile of ben")
        assert similarity(one, other) < SAME_PAGE
        assert similarity(one, fingerprint(lines, name="Profile of ada")) == 1.0

    def test_empty_texts_are_alike_and_unlike_all_others(self):
        """Pages that show nothing of their own show the same."""
        assert similarity(fingerprint(""), fingerprint([])) == 1.0
        assert similarity(fingerprint(""), fingerprint("a word")) == 0.0

    @given(st.text(max_size=300), st.text(max_size=50))
    def test_any_text_has_a_fingerprint(self, text: str, name: str):
        """No text is refused, and a fingerprint compares with itself as equal."""
        print_ = fingerprint(text, name)
        assert len(print_.minhash) == 512
        assert 0 <= print_.simhash < 2**64
        assert similarity(print_, print_) == 1.0


class TestBoilerplate:
    def test_what_stands_on_most_pages_is_left_out(self):
        """Menus, footers, labels and the clock are the site's; posts are the page's own."""
        pages = forum()
        own = learn_boilerplate(pages).own_text(pages[3])
        assert prose(3, 4)[2] in own
        for furniture in ("Members", "Reply Quote", "All rights", "It is now", "Viewed", "Posts:"):
            assert furniture not in own

    def test_times_of_posts_stay(self):
        """A full date tells a page from its neighbour even where people only count to a thousand."""
        pages = forum()
        assert time_of(prose(0, 4)[1]) in learn_boilerplate(pages).own_text(pages[0])

    def test_a_clock_in_the_form_of_post_times_is_known_by_the_line_before(self):
        """Where the clock is written like the posts' times, its label tells them apart."""

        def with_clock(n: int) -> Page:
            extra = f"<p>Current time:</p><p>2026-11-15 12:{n:02}</p>"
            return html_page(f"Subject {WORDS[n]}", prose(n, 4), extra=extra)

        pages = [with_clock(n) for n in range(12)]
        own = learn_boilerplate(pages).own_text(pages[5])
        assert "2026-11-15" not in own
        assert time_of(prose(5, 4)[1]) in own

    def test_a_date_that_differs_from_page_to_page_is_no_clock(self):
        """Where a page shows one post, its time stands there once like a clock, but on another day each."""
        pages = [html_page(f"Letter {WORDS[n]}", prose(n, 1)) for n in range(12)]
        assert time_of(prose(4, 1)[0]) in learn_boilerplate(pages).own_text(pages[4])

    def test_copies_of_one_page_are_not_furniture(self):
        """A thread seen under five addresses is still the thread's own text."""
        copies = [html_page("Often seen", prose(99, 4), clock=f"13:{n:02}") for n in range(5)]
        own = learn_boilerplate([*forum()[:7], *copies]).own_text(copies[0])
        assert prose(99, 4)[0] in own

    def test_rows_that_differ_in_a_number_stay_apart(self):
        """Links keep their numbers: 'Week 12' and 'Week 13' are two rows of a list."""

        def board(first: int) -> Page:
            rows = "".join(
                f'<p><a href="/t{n}">Week {n} in review</a> 3 hours ago</p>' for n in range(first, first + 20)
            )
            return read_page("http://f.example/b", f"<title>Weekly</title><body>{rows}".encode())

        boilerplate = learn_boilerplate(forum())
        assert grouped([board(1), board(21)], boilerplate) == [[0], [1]]
        assert "hours ago" not in boilerplate.own_text(board(1))

    def test_it_is_plain_data(self):
        """What was learned goes through JSON and comes back equal."""
        boilerplate = learn_boilerplate(forum())
        assert Boilerplate.from_data(json.loads(json.dumps(boilerplate.to_data()))) == boilerplate

    def test_few_pages_teach_nothing(self):
        """One page is no evidence of what a site repeats."""
        assert learn_boilerplate([]) == Boilerplate()
        assert learn_boilerplate(forum()[:1]) == Boilerplate()

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.binary(max_size=200), max_size=4))
    def test_any_bytes_are_read(self, bodies: list[bytes]):
        """No page is so broken that learning or comparing fails."""
        pages = [read_page("http://f.example/", body) for body in bodies]
        boilerplate = learn_boilerplate(pages)
        assert len(grouped(pages, boilerplate)) <= len(pages)


class TestSamePage:
    def test_what_changes_by_itself_does_not_part_copies(self):
        """Clock, counters, an advertisement and the list of users online differ from view to view."""
        boilerplate = learn_boilerplate(forum())
        posts = prose(50, 6)
        one = html_page("A thread", posts, clock="12:00", extra="<p>Buy finer tea here</p>")
        other = html_page("A thread", posts, clock="14:59", extra="<p>ada, ben and 3 guests are here</p>")
        assert grouped([one, other], boilerplate) == [[0, 1]]

    def test_neighbours_are_not_copies(self):
        """Page two of a thread and another short thread are pages of their own."""
        boilerplate = learn_boilerplate(forum())
        first, second = html_page("A thread", prose(60, 5)), html_page("A thread", prose(61, 5))
        short, shorter = html_page("Thanks", ["Thank you!"]), html_page("Welcome", ["Welcome!"])
        assert grouped([first, second, short, shorter], boilerplate) == [[0], [1], [2], [3]]

    def test_two_empty_profiles_are_not_copies(self):
        """The user's name is all they differ in."""

        def profile(user: str) -> Page:
            rows = "<p>Location<p>Interests<p>Occupation<p>This user has not written anything yet<p>Send a message"
            return read_page("http://f.example/u", f"<title>{user}</title><body><h1>{user}</h1>{rows}".encode())

        assert grouped([profile("ada99"), profile("ben"), profile("ada99")], Boilerplate()) == [[0, 2], [1]]

    def test_groups_hold_every_position_once(self):
        """Groups are a partition in page order."""
        prints = [fingerprint(prose(n % 7)) for n in range(50)]
        groups = group_near_duplicates(prints)
        assert len(groups) == 7
        assert sorted(place for group in groups for place in group) == list(range(50))
        assert [group[0] for group in groups] == sorted(group[0] for group in groups)
        assert group_near_duplicates([]) == []

    def test_grouping_is_linear(self):
        """Four times the fingerprints take about four times the steps, alike or not."""

        for seeds in (range(2000), [1] * 2000):
            prints = [fingerprint(prose(seed, 2)) for seed in seeds]
            few, all_of_them = (
                count_steps(lambda some=some: group_near_duplicates(some)) for some in (prints[:500], prints)
            )
            assert all_of_them <= 4 * 1.5 * few


def walk(site: Site, most: int) -> list[tuple[str, Page]]:
    """Pages worth having, with their copies, met on a random walk at slightly different moments."""
    chance = random.Random(1)
    waiting, seen, met = [site.entry_url], {site.entry_url}, []
    while waiting and len(met) < most:
        url = waiting.pop(chance.randrange(len(waiting)))
        at = site.model.end - timedelta(minutes=chance.randrange(30))
        truth, answer = site.truth(url, at), site.answer(url, at)
        if answer.status != 200 or truth.key is None:
            continue
        page = read_page(url, answer.body, "text/html; charset=utf-8")
        met.append((f"{truth.key} {truth.posts}", page))
        fresh = [link.url for link in page.links if link.url and link.url.startswith(site.base_url)]
        waiting += [link for link in fresh if link not in seen]
        seen.update(fresh)
    return met


@pytest.mark.parametrize("skin", sorted(SKINS))
def test_copies_are_found_in_every_skin(skin: str):
    """Permalinks, session ids, sorts and first-page twins are found, and nothing else is taken for a copy."""
    met = walk(make_site(skin, threads=25), 70)
    boilerplate = learn_boilerplate([page for _, page in met[:35]])
    groups = grouped([page for _, page in met], boilerplate)
    found = {place: number for number, group in enumerate(groups) for place in group}
    wrong = [
        (one, other)
        for one in range(len(met))
        for other in range(one)
        if (found[one] == found[other]) != (met[one][0] == met[other][0])
    ]
    assert not wrong, [(met[one][1].url, met[other][1].url) for one, other in wrong[:3]]


def test_duplicates_are_measured_by_pairs():
    """Three copies of a page are three pairs; pages of one thread are hard pairs; wrong pairs cost precision."""

    threads = [KeyedPage(page, f"thread:{n}:p1") for n, page in enumerate(forum())]
    copies = [KeyedPage(html_page("A thread", prose(70, 5), clock=f"15:0{n}"), "thread:90:p1") for n in range(3)]
    neighbour = KeyedPage(html_page("A thread", prose(71, 5)), "thread:90:p2")
    figures = measure_duplicates([*threads, *copies, neighbour])
    assert (figures.same_pairs, figures.found_pairs, figures.right_pairs) == (3, 3, 3)
    assert (figures.precision, figures.recall, figures.hard_errors) == (1.0, 1.0, 0)
    assert figures.hard_pairs >= 3
    both = add_figures([figures, figures])
    assert (both.pages, both.same_pairs) == (2 * len(threads) + 8, 6)

    mislabelled = [KeyedPage(keyed.page, f"thread:{n}:p1") for n, keyed in enumerate(copies)]
    figures = measure_duplicates([*threads[3:], *mislabelled])
    assert (figures.precision, figures.recall) == (0.0, 1.0)
    assert figures.hard_errors >= 2
