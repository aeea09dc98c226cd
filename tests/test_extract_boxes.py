"""Answers that share a box with the answers to them: at any depth, with the opening, whoever wrote them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, 2, 44, 13, tzinfo=UTC)
MEMBERS, GUESTS = ("ann", "Bo Lind", "cleo77", "dan.o"), ("eva", "Zed", "fritz")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
Said = tuple[str, datetime, str]


class Talk:
    """One page of a tree: boxes in boxes, called otherwise from the second level on; guests have no link."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.said: list[Said] = []
        self.inside = self._write(0, datetime(2023, 3, 1, 9, tzinfo=UTC) + timedelta(hours=70 * number))

    def _write(self, depth: int, after: datetime) -> str:
        name = self.chance.choice(MEMBERS * 2 + GUESTS)
        text = " ".join(self.chance.choices(WORDS, k=self.chance.randint(9, 60)))
        time = after + timedelta(minutes=self.chance.randint(20, 900))
        self.said.append((name, time, text))
        who = f"<a href='/who/{name}'>{name}</a>" if name in MEMBERS else name
        ago = f"<i class='ago'>({(NOW - time).days} days ago)</i>"
        head = f"<p class='by'>by {who}, {time:%A, %B %d, %Y, %H:%M} {ago}</p>"
        level = ("first", "answer", "deeper")[min(depth, 2)]
        number = len(self.said)
        answers = "".join(self._write(depth + 1, time) for _ in range(self.chance.choice((0, 1, 1, 2, 3)[: 5 - depth])))
        post = f"<div class='said' id='p{number}'><div>{head}</div><div class='text'>{text}</div></div>"
        return f"<div class='{level}'>{post}{answers}</div>"

    def page(self, number: int) -> Page:
        html = f"<title>Talk {number}</title><p><a href='/'>Home</a></p><h1>Talk {number}</h1>{self.inside}"
        return read_page(f"http://boxes.example/t{number}", html.encode())


def test_all_posts_of_a_tree_of_boxes_are_read():
    """The opening and the deepest among them. A date with its clock is believed before days counted back from now."""
    talks = [Talk(number) for number in range(16)]
    pages = [talk.page(number) for number, talk in enumerate(talks)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for page, talk in zip(pages, talks, strict=True):
        read = [(post.author, post.time or NOW, post.text) for post in wrapper.read(page, NOW).posts]
        assert sorted(read) == sorted(talk.said)
