"""Posts in markup without classes, as people wrote it by hand: what tells them is how they repeat."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import Wrapper, learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "Zed")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
HEADS = {
    "bold and italic": "<b>{name}</b> <i>{time}</i>",
    "a link": "<a href='/u/{name}'>{name}</a> <span>{time}</span>",
    "said": "<strong>{name}</strong> said on {time}:",
    "one line": "Posted by {name} on {time}",
    "labels": "<b>Author:</b> {name} <b>Date:</b> {time}",
    "in brackets": "<a href='mailto:x@x.example'>{name}</a> ({time})",
}
BOXES = {
    "two boxes": ("<div>{}</div>", "<div><div>{head}</div><div>{text}</div></div>"),
    "one box": ("<div>{}</div>", "<div>{head}<br>{text}</div>"),
    "one paragraph": ("<div>{}</div>", "<p>{head}<br>{text}</p>"),
    "a list": ("<ul>{}</ul>", "<li>{head} {text}</li>"),
    "paragraphs in a list": ("<ol>{}</ol>", "<li><p>{head}</p><p>{text}</p></li>"),
    "terms": ("<dl>{}</dl>", "<dt>{head}</dt><dd>{text}</dd>"),
    "cells": ("<table>{}</table>", "<tr><td>{head}</td><td>{text}</td></tr>"),
    "rows by turns": ("<table>{}</table>", "<tr><td>{head}</td></tr><tr><td>{text}</td></tr>"),
    "rules": ("<hr>{}", "{head}<br>{text}<hr>"),
    "paragraphs between rules": ("<div><hr>{}</div>", "<p>{head}</p><p>{text}</p><hr>"),
}
UNTOLD = {("one line", "rows by turns")}  # nothing but their words tells heads from texts there

Told = list[list[tuple[str, datetime, str]]]


def make_pages(head: str, around: str, box: str, most: int = 9) -> tuple[list[Page], Told]:
    """Make pages of threads with so many posts at most, and tell who wrote what and when."""
    chance = random.Random(5)
    pages, told = [], []
    for number in range(18):
        start = datetime(2024, 3, 1, 9, tzinfo=UTC) + timedelta(hours=40 * number)
        said = [
            (
                chance.choice(NAMES),
                start + timedelta(hours=3 * place, minutes=place),
                [" ".join(chance.choices(WORDS, k=chance.randint(5, 30))) for _ in range(chance.randint(1, 3))],
            )
            for place in range(chance.randint(1, most))
        ]
        posts = "".join(
            box.format(head=head.format(name=name, time=f"{time:%d.%m.%Y %H:%M}"), text="<br><br>".join(parts))
            for name, time, parts in said
        )
        html = (
            f"<title>Topic {number} - Our Board</title><h1>Our Board</h1><p><a href='/'>Home</a> | <a href='/faq'>FAQ"
            f"</a></p><h2>Topic {number}</h2>{around.format(posts)}<p><a href='/reply?t={number}'>Reply</a></p><hr>"
        )
        pages.append(read_page(f"http://plain.example/t/{number}", html.encode()))
        told.append([(name, time, " ".join(parts)) for name, time, parts in said])
    return pages, told


def read_all(wrapper: Wrapper | None, pages: list[Page]) -> Told:
    assert wrapper is not None
    again = Wrapper.from_dict(wrapper.to_dict())  # as a plan keeps it
    read = [again.read(page, NOW).posts for page in pages]
    return [[(post.author, post.time or NOW, " ".join(post.text.split())) for post in posts] for posts in read]


@pytest.mark.parametrize(("head", "box"), [(head, box) for head in HEADS for box in BOXES if (head, box) not in UNTOLD])
def test_posts_are_read_whole_and_without_their_heads(head: str, box: str):
    """Names, times and texts are told from each other whether or not they have elements of their own."""
    pages, told = make_pages(HEADS[head], *BOXES[box])
    assert read_all(learn_wrapper(pages, NOW), pages) == told


@pytest.mark.parametrize("sign", ["#", "\u00b6"])
def test_the_sign_of_a_link_to_the_post_is_no_text(sign: str):
    """It has no letter, but stands behind each text all the same."""
    link = f"<br><small><a href='#here'>{sign}</a> <a href='/quote'>Quote</a></small>"
    pages, told = make_pages(
        HEADS["a link"], "<div>{}</div>", "<div><div>{head}</div><div>{text}" + link + "</div></div>"
    )
    assert read_all(learn_wrapper(pages, NOW), pages) == told


@pytest.mark.parametrize("is_alone", [True, False], ids=["the first page has one post", "the first page has several"])
def test_the_parts_of_the_only_post_of_some_pages_are_no_posts(is_alone: bool):
    """A time stands in each part, so that they look like a list; nothing but where they stand tells them from posts."""
    head = "<a href='/u/{name}'>{name}</a><div>Here since 3 March 2011</div></div><div><div><i>{time}</i></div>"
    made = make_pages(head, "<div><div>{}</div></div>", "<div><div>{head}<div>{text}</div></div></div>", 4)
    pairs = sorted(zip(*made, strict=True), key=lambda pair: (len(pair[1]) == 1) != is_alone)
    pages, told = [page for page, _ in pairs], [said for _, said in pairs]
    assert (len(told[0]) == 1, len(told[-1]) == 1) == (is_alone, not is_alone)
    assert read_all(learn_wrapper(pages, NOW), pages) == told
