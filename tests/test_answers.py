"""Pages that are answers to openings of others: each a message above the tree of its thread, by all that tells them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from weft.page import read_page
from weft.traversal import Ground, Sample
from weft.traversal._survey import Survey
from weft.traversal._topped import are_answers
from weft.urls import Scope

HOST = "http://twigs.example"
SUBJECTS = ("Bread and winter letters", "Stones by the river", "A garden of candles", "Paper for the bridge")
TEXTS = (
    "I have looked at all of it twice and found nothing that would help you with this.",
    "Nobody here has done that for years, but you may find somebody in the next town who has.",
    "Take the small one first and leave the large one where it is until the rain is over.",
    "We did the same last spring, and it went well as long as the river did not rise again.",
)


@dataclass(frozen=True)
class Board:
    """Threads of an opening and some answers; the pages of the first answers are looked at."""

    threads: int = 4
    alone: int = 0  # the first of them have one answer only, the others three
    subjects: tuple[str, ...] = SUBJECTS
    titled: bool = True  # pages are called as their threads are
    opening: str = "/show?in=1,{}"
    answer: str = "/show?in=1,{},{}"
    seen: str = ""  # where the pages are found, if not at these addresses
    rootless: int = -1  # the thread whose trees leave out the opening
    itself: bool = False  # trees name the page they stand on with a link
    more: str = ""  # link with the name of the thread, below the tree
    message: str = "{head}<div><p>{text}</p><p>Yours, ann{number}</p></div>"  # above the tree
    posts: int = 0  # between them

    def path(self, thread: int, number: int) -> str:
        first = 100 + 10 * thread
        return (self.answer if number else self.opening).format(first, first + number)

    def find(self, thread: int) -> str:
        return HOST + (self.seen.format(100 + 10 * thread) or self.path(thread, 1))

    def _post(self, thread: int, number: int, who: str) -> str:
        text = " ".join(TEXTS[(thread + number + n) % len(TEXTS)] for n in range(3))
        head = f"<p>by {who}, May {3 + thread}, 2023, 10:{20 + number}</p>"
        return self.message.format(head=head, text=text, number=number)

    def _row(self, thread: int, number: int) -> str:
        said = f"<i>ann{number}, 2023-05-0{3 + number}, 11:0{number}</i>"
        return f"<li><a href='{self.path(thread, number)}'>{self.subjects[thread]}</a> {said}</li>"

    def page(self, thread: int) -> str:
        numbers = [0, 1] if thread < self.alone else [0, 1, 2, 3]
        shown = [n for n in numbers if (n != 1 or self.itself) and (n or thread != self.rootless)]
        rows = "".join(self._row(thread, n) for n in shown)
        names = {n: f"<a href='/who/{n}'>ann{n}</a>" for n in range(2, 2 + self.posts)}
        posts = "".join(f"<div class=said>{self._post(thread, n, name)}</div>" for n, name in names.items())
        title = self.subjects[thread] if self.titled else "A message"
        more = f"<p><a href='{self.more.format(thread)}'>{self.subjects[thread]}</a></p>" if self.more else ""
        said = f"<section>{self._post(thread, 1, '<b>ann1</b>')}</section>{posts}"
        return f"<title>{title} - Twigs</title><h1><a href='/show'>Twigs</a></h1>{said}<hr><ul>{rows}</ul>{more}"

    def are_answers(self, *, known: bool = True) -> bool:
        """Tell what is thought of the pages that are looked at; `known`: openings are known as threads."""
        survey = Survey(Ground(Scope.around(HOST + "/", [])))
        openings = {HOST + self.path(thread, 0) for thread in range(self.threads)} if known else set()
        pages = {self.find(thread): self.page(thread) for thread in range(self.threads)}
        survey.add([Sample(url, url, 200, read_page(url, html.encode())) for url, html in pages.items()])
        return are_answers(list(survey.views.values()), openings.__contains__)


BOARD = Board()
OTHERS = {
    "a single page": replace(BOARD, threads=1),
    "pages that look like threads": replace(BOARD, posts=5),
    "pages that are not called as their threads are": replace(BOARD, titled=False),
    "names so short that they stand in any title": replace(BOARD, subjects=("Twig", "Mill", "Wool", "Rye")),
    "pages whose own addresses do not begin with the opening's": replace(BOARD, seen="/last?of={}"),
    "addresses that do not begin with the opening's": replace(BOARD, answer="/show?on=1,{},{}"),
    "addresses that have a word more": replace(BOARD, answer="/show?in=1,{},write"),
    "addresses with a longer number": replace(BOARD, answer="/show?in=1,{}{}"),
    "a page that does not name its opening": replace(BOARD, rootless=2),
    "pages of which most name no other answer": replace(BOARD, alone=3),
    "pages of which most name no other answer but themselves": replace(BOARD, alone=3, itself=True),
    "pages of which most name something else as their thread": replace(BOARD, alone=3, more="/print?in={}"),
    "pages without a message above the tree": replace(BOARD, message=""),
    "pages with a word above the tree": replace(BOARD, message="{head}<p>Yes.</p>"),
    "pages with something above the tree that has no time": replace(BOARD, message="<p>{text}</p>"),
    "pages that say the same above the tree": replace(
        BOARD, message=f"<p>It is May 3, 2023, 10:20.</p><p>{TEXTS[0]}</p>"
    ),
}


@pytest.mark.parametrize(
    "board",
    [BOARD, replace(BOARD, threads=2), replace(BOARD, alone=2)],
    ids=["four pages", "two pages", "half of them the only answers"],
)
def test_messages_above_the_tree_of_their_thread_are_answers(board: Board):
    assert board.are_answers()


@pytest.mark.parametrize("board", OTHERS.values(), ids=OTHERS.keys())
def test_what_else_may_look_like_answers(board: Board):
    assert not board.are_answers()


def test_openings_must_be_known_as_threads():
    assert not BOARD.are_answers(known=False)
