"""Questions that stand above the list of their answers, some with remarks inside, and names in the line of the time."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from weft.extract import learn_wrapper
from weft.extract._field_line import learn_line
from weft.extract._found import find_records
from weft.extract._learn_lead import learn_lead
from weft.extract._names import href_shape
from weft.extract._sampling import sample_posts
from weft.extract._sheets import Sheet
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel")
STEMS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
WORDS = tuple(f"{stem}{end}" for stem in STEMS for end in ("", "s", "less", "like", "ing", "er", "wise", "ful", "ly"))
REMARKS = (
    "<div class=right><div class=comments><ul class=list>{}</ul></div><div><a href='#'>Add a comment</a></div></div>"
)


class Asked:
    """Questions, every other with remarks, and answers, some with remarks."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def words(self, low: int, high: int) -> str:
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(low, high)))

    def post(self, kind: str, day: datetime, remarks: str) -> str:
        name, text = self.chance.choice(NAMES), self.words(6, 60)
        tags = "<div class=tags><a href='/t/1'>one</a><a href='/t/2'>two</a></div>" if kind == "question" else ""
        sign = f"<div class=sign>{day:%Y-%m-%d %H:%M} <a href='/u/{name}'>{name}</a></div>"
        cell = f"<div class=prose><p>{text}</p></div>{tags}<div class=foot><a href='/edit/3'>Improve</a>{sign}</div>"
        inside = f"<div class=vote>3</div><div class='{kind}cell right'>{cell}</div>{REMARKS.format(remarks)}"
        return f"<div class='{kind}'><div class=layout>{inside}</div></div>"

    def remark(self, day: datetime) -> str:
        name, text = self.chance.choice(NAMES), self.words(8, 40)
        said = f"<i class=copy>{text}</i> <a href='/u/{name}'>{name}</a> <b>{day:%Y-%m-%d %H:%M}</b>"
        return f"<li class=remark><div class=text>{said}</div></li>"

    def page(self, number: int) -> Page:
        day = datetime(2023, 1, 1, 9, tzinfo=UTC) + timedelta(days=number, minutes=7 * number)
        count = self.chance.randint(1, 6) if number % 2 == 0 else 0
        question = self.post("question", day, "".join(self.remark(day + timedelta(hours=k)) for k in range(count)))
        answers = ""
        for k in range(2 + number % 4):
            after = day + timedelta(days=2 + k)
            remarks = [self.remark(after + timedelta(hours=i)) for i in range(self.chance.randint(0, 2))]
            answers += self.post("answer", after, "".join(remarks))
        html = (
            f"<title>Thing {number}</title><h1>Thing {number}</h1><div>{question}<div class=all>{answers}</div></div>"
        )
        return read_page(f"http://h.example/q/{number}", html.encode())


def test_remarks_known_by_now_are_none_of_the_question_they_stand_in():
    """Where questions stand is told by those without; the body is what was asked in all of them."""
    asked = Asked(2)
    pages = [asked.page(number) for number in range(26)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    others = [layout for layout in wrapper.layouts if "question" not in layout.selector]
    lead = learn_lead(list(map(Sheet.of, pages)), others, {href_shape("/u/amber")}, wrapper.times, NOW, {})
    assert lead is not None
    assert [path[-1] for path in lead.body] == ["div.prose"]


def test_points_behind_a_link_are_no_names_in_the_line_of_a_time():
    """What the line itself says is "7 years ago by 374": the name is in the link."""
    chance = random.Random(3)
    lines = [
        f"<p class=line>{chance.randint(2, 9)} years ago by <a href='/u/{name}'>{name}</a> {17 * len(name)}</p>"
        for name in chance.choices(NAMES, k=20)
    ]
    pages = [read_page(f"http://h.example/{n}", f"<title>{n}</title>{line}".encode()) for n, line in enumerate(lines)]
    sheets = list(map(Sheet.of, pages))
    found = [one for number, page in enumerate(pages) for one in find_records(number, page, "p.line")]
    assert learn_line(sample_posts(sheets, found, frozenset())) == []
