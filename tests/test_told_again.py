"""Posts that tell when they were written twice, as a day for machines and as an age; or by a script."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, TimeReader, find_times, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
Told = tuple[str, str]  # author, text


class Questions:
    """Questions with answers, and remarks below both: nothing but ages tells when these were made."""

    def __init__(self) -> None:
        self.chance = random.Random(7)

    def say(self) -> Told:
        return self.chance.choice(NAMES), " ".join(self.chance.choices(WORDS, k=self.chance.randint(6, 30)))

    @staticmethod
    def line(name: str) -> str:
        """Tell who wrote, with points that nobody is called by."""
        return (
            f"<div class=acts><a>ADD</a> <span class=state><span>5.4 years ago by <a href='/u/{name}'>{name}</a>"
            f" {17 * len(name)}</span></span></div>"
        )

    def box(self, kind: str, said: Told, day: datetime, below: str) -> str:
        name, text = said
        who = f"<div class=who><div>5.4 years ago</div><div><a href='/u/{name}'>{name}</a> {len(name)}</div></div>"
        text = f"<div class=wrap>{who}<span><p>{text}</p></span></div><time datetime='{day:%Y-%m-%d}'></time>"
        inside = f"<div class=inside><div class=edit>{text}{self.line(name)}</div>{below}</div>"
        return f"<div class='{kind} view'><div class=body><div class=votes>3</div>{inside}</div></div>"

    def remark(self, said: Told) -> str:
        return (
            "<div class=in><div class='post remark'><div class=body><div class=inside><div class=edit><div class=big>"
            f"<p>{said[1]}</p></div>{self.line(said[0])}</div></div></div></div></div>"
        )

    def thread(self, number: int) -> tuple[Page, list[Told]]:
        day = datetime(2019, 3, 1, tzinfo=UTC) + timedelta(days=number)
        said, boxes = [], []
        for place in range(1 + number % 5):
            own = self.say()
            remarks = [self.say() for _ in range(self.chance.choice((0, 0, 1, 2)))]
            said += [own, *remarks]
            box = self.box("post" if place else "open post", own, day, "".join(map(self.remark, remarks)))
            boxes.append(f"<div class=upright>{box}</div>" if place else box)
            day += timedelta(days=1)
        html = f"<title>Thing {number}</title><body><h1>Thing {number}</h1>{''.join(boxes)}</body>"
        return read_page(f"http://h.example/p/{number}/", html.encode()), said


def test_posts_and_remarks_are_read_whose_times_are_told_twice():
    """What has a day has an age as remarks have, which tells none of its own; points behind names are no names."""
    questions = Questions()
    threads = [questions.thread(number) for number in range(1, 26)]
    wrapper = learn_wrapper([page for page, _ in threads], NOW)
    assert wrapper is not None
    for page, said in threads:
        posts = wrapper.read_posts(page, NOW)
        assert [(post.author, post.own_text) for post in posts] == said
        assert all(post.time is not None for post in posts)


def test_an_attribute_beside_nothing_is_all_that_tells_a_time():
    """Be it but a day: nothing shown can be more exact."""
    value = TimeReader().read_pair("", "2019-03-02", NOW)
    assert value.moment == datetime(2019, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<i id='d7'></i> <script>show('d7', long(new Date(1551551760003)));</script>", ["2019-03-02T18:36:00Z"]),
        ("<i id='d7'></i><script>show('d8', long(new Date(1551551760003)));</script>", []),  # another element
        ("<i id='d7'>now</i><script>show('d7', long(new Date(1551551760003)));</script>", []),
        ("<i id='d7'></i><script>show('d7', new Date());</script>", []),
    ],
)
def test_what_a_script_writes_into_the_empty_element_before_it_is_a_time(html: str, told: list[str]):
    """Only milliseconds since 1970, and only where it names the element."""
    page = read_page("http://h.example/", f"<body><p>{html}</p></body>".encode())
    assert [time.text for time in find_times(page.tree)] == told
