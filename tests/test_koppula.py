"""URL patterns by top-down refinement."""

from __future__ import annotations

import re2
from hypothesis import given
from hypothesis import strategies as st

from weft.traversal._koppula import KEPT_SHARE, learn_patterns
from weft.urls import canonicalise

HOST = "http://h.example/"


def regexes(*paths: str) -> list[str]:
    """The patterns of some addresses of one host, without the host."""
    return [pattern.regex.removeprefix("http://h\\.example/") for pattern in learn_patterns(HOST + p for p in paths)]


def test_the_papers_example_keeps_the_one_pattern_that_many_match():
    """Paper 002, 4.3.2: two wrong examples of six leave no trace."""
    wrong = ("user34.html", "post180803.html")
    right = ("about20152.html", "about18382.html", "about19741.html", "about20142.html")
    assert regexes(*right, *wrong) == [r"about\d+\.html"]


def test_digits_are_never_literal():
    """Not even where all examples have the same: it is the first page of everything."""
    assert regexes("list?b=1.0", "list?b=2.0", "list?b=3.0") == [r"list\?b=\d+\.\d+"]


def test_titles_in_addresses_stay_open():
    """Ids and endings around a title are kept, its words are not."""
    titles = ("how-to-fix", "the-thing", "big-cats-3-times", "one", "what-now")
    assert regexes(*(f"t/{t}-{n}.html" for n, t in enumerate(titles))) == [r"t/[^/?]*-\d+\.html"]
    assert regexes(*(f"{n}/{t}" for n, t in enumerate(titles))) == [r"\d+/[^/?]+"]


def test_names_of_a_few_boards_do_not_become_the_pattern():
    """Four boards are a quarter of the examples each, and still names."""
    assert regexes("b/cars/", "b/bikes/", "b/boats/", "b/planes/") == [r"b/[^/?]+/"]


def test_kinds_that_many_examples_have_are_kept_apart():
    """Two ways to write an address are two patterns; a third that few have is dropped."""
    threads = [f"t.php?id={n}" for n in range(6)] + [f"t.php?id={n}&page=2" for n in range(5)] + ["t.php?pid=7"]
    assert regexes(*threads) == [r"t\.php\?id=\d+", r"t\.php\?id=\d+&page=\d+"]


def test_no_examples_give_no_pattern():
    """Never the pattern that matches everything."""
    assert learn_patterns([]) == ()


@given(
    st.lists(
        st.from_regex(r"[a-c0-9.+()\[\]%-]{0,6}(/[a-c0-9-]{0,3}){0,2}(\?[a-c]{1,2}=[0-9a-c*|]{0,3})?", fullmatch=True),
        max_size=20,
    )
)
def test_every_pattern_is_valid_and_matches_its_share(paths: list[str]):
    """RE2 takes it, and it matches as many examples as it says: more than a fifth."""
    urls = {url for path in paths if (url := canonicalise(HOST + path)) is not None}
    for pattern in learn_patterns(urls):
        matched = sum(re2.fullmatch(pattern.regex, url) is not None for url in urls)
        assert matched >= pattern.support > KEPT_SHARE * len(urls)
