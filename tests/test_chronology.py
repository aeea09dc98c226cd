"""Threads come out in the order they were written, also where pages show the best answer first."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from export_forum import NOW, ListForum, a_post, a_thread
from weft.store import export_jsonl


def ids_of(tmp_path: Path, *hours: int, **values: object) -> list[str]:
    posts = [a_post(number, time=NOW + timedelta(hours=hour), **values) for number, hour in enumerate(hours, 1)]
    export_jsonl(ListForum([a_thread(1, posts)]), tmp_path / "f.jsonl")
    thread = json.loads((tmp_path / "f.jsonl").read_text(encoding="utf-8"))
    assert [post["position"] for post in thread["posts"]] == list(range(1, len(hours) + 1))
    return [post["id"] for post in thread["posts"]]


def test_best_answers_first_and_newest_first_are_put_in_order(tmp_path: Path):
    """The question, then answers as they came; times that are equal keep the order of the page."""
    assert ids_of(tmp_path, 0, 9, 3, 5, 5) == ["1", "3", "4", "5", "2"]
    assert ids_of(tmp_path, 4, 3, 2, 1) == ["4", "3", "2", "1"]


def test_one_post_out_of_order_moves_nothing(tmp_path: Path):
    """A post that was moved from elsewhere stays where the page shows it."""
    hours = [*range(30), 3, *range(31, 60)]
    assert ids_of(tmp_path, *hours) == [str(number) for number in range(1, 61)]


def test_an_opening_that_shows_the_time_of_the_last_post_stays_the_opening(tmp_path: Path):
    """What follows it is in order: the pages keep to the order of writing."""
    assert ids_of(tmp_path, 9, 3, 5, 9) == ["1", "2", "3", "4"]
    assert ids_of(tmp_path, 9, 3) == ["2", "1"]


def test_trees_and_unknown_times_stay_as_shown(tmp_path: Path):
    """Where most posts stand under another, the place says more than the time."""
    assert ids_of(tmp_path, 0, 9, 3, 5, reply_to="1") == ["1", "2", "3", "4"]
    posts = [a_post(1), a_post(2, time=None), a_post(3, time=NOW)]
    export_jsonl(ListForum([a_thread(1, posts)]), tmp_path / "g.jsonl")
    assert [post["id"] for post in json.loads((tmp_path / "g.jsonl").read_text())["posts"]] == ["1", "2", "3"]


def ids_of_tree(tmp_path: Path, above: tuple[str, ...], **values: object) -> list[str]:
    hours = (0, 9, 3, 5, 6)
    posts = [
        a_post(number, time=NOW + timedelta(hours=hour), reply_to=answered, **values)
        for number, (hour, answered) in enumerate(zip(hours, above, strict=True), 1)
    ]
    export_jsonl(ListForum([a_thread(1, posts)]), tmp_path / "t.jsonl")
    return [post["id"] for post in json.loads((tmp_path / "t.jsonl").read_text())["posts"]]


def test_a_tree_with_few_answers_stays_as_shown(tmp_path: Path):
    """Its answers stand behind what they answer. Elsewhere the time says more: under answers sorted by votes, too."""
    assert ids_of_tree(tmp_path, ("", "1", "", "", "4")) == ["1", "2", "3", "4", "5"]
    assert ids_of_tree(tmp_path, ("", "", "", "2", "")) == ["1", "3", "4", "5", "2"]
    assert ids_of_tree(tmp_path, ("", "1", "", "", "4"), votes=3) == ["1", "3", "4", "5", "2"]
    assert ids_of_tree(tmp_path, ("", "1", "2", "", ""), votes=3) == ["1", "2", "3", "4", "5"]
