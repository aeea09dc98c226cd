"""Times: found on pages, told from other numbers, read as the site writes them."""

from __future__ import annotations

import itertools
import json
import random
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from effort import count_steps
from weft.evaluate import TimedPage, measure_days, measure_minutes
from weft.page import (
    Precision,
    TimeReader,
    TimeSample,
    find_times,
    find_zone,
    learn_times,
    pick_time_path,
    read_page,
    read_time,
    sample_times,
    spot_times,
)
from weft.simulate import LOCALES, SKINS, TimeStyle, make_site

NOW = datetime(2024, 3, 12, 15, 7, tzinfo=UTC)  # a Tuesday
ANY_MOMENT = st.datetimes(datetime(1999, 1, 1), datetime(2024, 3, 12)).map(lambda moment: moment.replace(tzinfo=UTC))


def read_texts(texts: list[str]) -> TimeReader:
    return learn_times([TimeSample(text, path="post", page="1") for text in texts], NOW)


# --- finding them in text

TIMES = """
April 04, 2020, 09:22:51 AM; September 2019; April 9; 5. Januar 2019 um 03:32; 12 Jan 2018, 12:15; 29/07/2004, 19h46
Sun Jul 28, 2013 11:59 am; Jun 22, 2007; 1 Jahr 2 Tage her; 15/05/19; 13.11.2019; 2011-12-04T09:09:18-05:00
10-04-2017, 11:00 AM; Tue 16-Jun-20 16:12:14; 29.01.19; 11:43pm On Apr 23; Sunday 8th March; vor 3 Stunden; 3小时前
昨天 14:05; вчера, 14:05; hier à 14:05; ontem às 14:05; Monday at 14:05; 2019年1月5日 14:05; 2019/01/05(土) 14:05:33
5 בינואר 2019, 14:05; 12 марта 2024 г., 14:05; לפני 3 שעות; 1 мин. назад; Today, 02:11 PM; yesterday; an hour ago
Tue, 12 Mar 2024 14:05:00 +0000; 12 de marzo de 2024, 14:05; Jan '19; il y a 3 heures; 2 years, 3 months ago; 14:05
05-01 14:05; 2024년 3월 5일 오후 2:05; för 3 timmar sedan; 3d; 5 marca 2024, 14:05; منذ 3 ساعات; 3 saat önce
12/03/2024 : 14:05:33; 12/03/2024 : 14:05; 5 March 2024: 14:05
"""
NOT_TIMES = """
v1.2.3; 192.168.1.1; 10.0.4.19; $10.05.19; 3.11.2; 1.2.2019.4; version 10.04.18.2; phone 555-12-1234; +49 30 123 45 67
Posts: 1,234; score 3:2; 16:9; Firefox 68.0; page 3 of 12; 10.04; 2019; 12 of 15; may be 3 people; #2019-01; 50 %
http://x/2019/01/05/foo; ISBN 978-3-16-148410-0; OCT03; sie 5 Leute; out 5 of 10; LED 5; I saw it today again; 10-12
"""


def listed(text: str) -> list[str]:
    return [item.strip() for line in text.strip().splitlines() for item in line.split(";")]


@pytest.mark.parametrize("text", listed(TIMES))
def test_a_time_is_found_whole(text: str):
    """A time in any common form, in seventeen languages, is one spot; in a sentence too, unless it is a bare word."""
    assert [spot.text for spot in spot_times(text)] == [text]
    whole_only = {"yesterday", "14:05", "3d"}
    if text not in whole_only:
        assert text in [
            spot.text for spot in spot_times(f"someone wrote: {text}, and a much longer sentence follows it")
        ]


@pytest.mark.parametrize("text", listed(NOT_TIMES))
def test_other_numbers_are_not_times(text: str):
    """Versions, addresses, prices, telephone numbers, scores and counts are neither found nor read as times."""
    assert spot_times(text) == []
    assert read_time(text, NOW).moment is None
    assert read_texts([text]).formats == ()


def test_a_count_before_a_date_is_not_its_day():
    """A number that stands before a date by chance does not become its day."""
    assert [spot.text for spot in spot_times("#1 Jan 05, 2019 3:04 pm")] == ["Jan 05, 2019 3:04 pm"]
    assert [spot.text for spot in spot_times("Posts: 12 Jan 5, 2019")] == ["Jan 5, 2019"]


@pytest.mark.parametrize("word", ["Harbours", "Amazing", "among", "\u0447\u0442\u043e\u0431\u044b", "Uhrwerk"])
def test_a_word_after_a_clock_is_not_part_of_it(word: str):
    """A text may begin with the letters of a.m., of hours or of their likes in any language."""
    assert [spot.text for spot in spot_times(f"3 May 2024, 14:05 {word} follow")] == ["3 May 2024, 14:05"]


@pytest.mark.parametrize("around", ["", " ", "\n\t\t", "\r\n    "])
@pytest.mark.parametrize(
    "text", ["12 May 2020, 10:30", "yesterday", "3 hours ago", "10:00 GMT", "4 janvier 2022 à 18h27"]
)
def test_blanks_around_a_text_make_no_difference(text: str, around: str):
    """A time is found where it stands, whether the markup is indented or not."""
    whole = f"{around}{text}{around}"
    (spot,) = spot_times(whole)
    assert whole[spot.start : spot.end] == spot.text
    assert spot.text.strip() == text
    assert spot.start == len(around)


def test_spots_say_where_they_stand():
    """Start and end are character offsets, in any script."""
    text = "Ответил вчера, 14:05 и 3小时前"
    assert all(text[spot.start : spot.end] == spot.text for spot in spot_times(text))
    assert len(spot_times(text)) == 2


@given(st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_searched_and_read(text: str):
    """No text makes the recogniser or the reader raise; spots never overlap."""
    spots = spot_times(text)
    assert all(first.end <= second.start for first, second in itertools.pairwise(spots))
    assert TimeReader(orders={"/": "dmy"}).read(text, NOW).raw == text


@given(st.text(alphabet="0123456789:/.-, amp年月日TZ+h'агоJan vor", max_size=60))
@settings(max_examples=120, deadline=None)
def test_what_looks_like_a_time_can_be_read(text: str):
    """Texts made of the pieces of times do not make the reader raise, alone or as samples to learn from."""
    reader = learn_times([TimeSample(text, twin=text)], NOW)
    reader.read_pair(text, text, NOW)
    assert TimeReader.from_dict(reader.to_dict()) == reader


@pytest.mark.parametrize("piece", ["1", "1.", "12:", "Jan ", "1 Jan ", "3 hours ", "2019-", "a ", "年1", "vor 1 "])
def test_searching_takes_linear_effort(piece: str):
    """Sixteen times the text takes about sixteen times the steps, whatever it is made of."""
    spot_times(piece * 100)
    short, long = (count_steps(lambda text=piece * count: spot_times(text)) for count in (500, 8_000))
    assert long <= 16 * 1.5 * short


# --- reading one string

READINGS = {
    "3 horas atrás": "2024-03-12 12:07",
    "ontem às 14:05": "2024-03-11 14:05",
    "5 de março de 2024 14:05": "2024-03-05 14:05",
    "ieri alle 14:05": "2024-03-11 14:05",
    "gisteren om 14:05": "2024-03-11 14:05",
    "5 marca 2024, 14:05": "2024-03-05 14:05",
    "3 saat önce": "2024-03-12 12:07",
    "أمس 14:05": "2024-03-11 14:05",
    "2024年3月5日(火) 14:05": "2024-03-05 14:05",
    "2024年3月5日 午後2時05分": "2024-03-05 14:05",
    "前天 14:05": "2024-03-10 14:05",
    "2024년 3월 5일 오후 2:05": "2024-03-05 14:05",
    "半小时前": "2024-03-12 14:07",
    "2024년 3월 5일 14:05": "2024-03-05 14:05",
    "2024년 3월 5일 (화) 14:05": "2024-03-05 14:05",
    "2024-03-05 (二) 14:05": "2024-03-05 14:05",
    "05.03.2024 klo 14:05": "2024-03-05 14:05",
    "2024. 3. 5. 14:05": "2024-03-05 14:05",
    "mar 05 mar 2024 14:05": "2024-03-05 14:05",  # Tuesday and March are one word in Spanish
    "Вт мар 05, 2024 2:05 pm": "2024-03-05 14:05",
    "am 5. März 2024 um 14.05 Uhr": "2024-03-05 14:05",
    "Mar 5th, 2024, 12:05 AM": "2024-03-05 00:05",
    "Monday at 2:05 PM": "2024-03-11 14:05",
    "aujourd’hui à 14h05": "2024-03-12 14:05",
    "Dec 25, 14:05": "2023-12-25 14:05",  # the latest that is not in the future
    "Sunday 8th March": "2020-03-08 00:00",  # the latest that is a Sunday
    "1709647500": "2024-03-05 14:05",
    "1709647500000": "2024-03-05 14:05",
    "2024-03-05T16:05:00+02:00": "2024-03-05 14:05",
    "15 Mar 2023 14:05 EST": "2023-03-15 19:05",
    "3h": "2024-03-12 12:07",
    "vor einer Stunde": "2024-03-12 14:07",
    "2 hours 5 minutes ago": "2024-03-12 13:02",
    "1 month ago": "2024-02-12 15:07",
    "1.4 months ago": "2024-02-12 15:07",  # told as exactly as without tenths
    "vor 1,4 Monaten": "2024-02-12 15:07",
    "3.5 h ago": "2024-03-12 12:07",
    "vor 3,4 Std.": "2024-03-12 12:07",
    "3.5小时前": "2024-03-12 12:07",
    "2.5d ago": "2024-03-10 15:07",
    "2.5 hours, 5 minutes ago": "2024-03-12 13:02",
    "Posted on 05 Mar 2024 at 14:05 by bob": "2024-03-05 14:05",
    "16-Jun-20 24:00": "2020-06-17 00:00",
    "18/2/2024 2:05 μμ.": "2024-02-18 14:05",
    "5 Μαρτίου 2024 14:05": "2024-03-05 14:05",
    "χθες στις 14:05": "2024-03-11 14:05",
    "5. maaliskuuta 2024 kello 14.05": "2024-03-05 14:05",  # the language has no table
    "5 març de 2024 a les 14:05": "2024-03-05 14:05",
    "2024 m. kovo 5 d., 14:05": "2024-03-05 14:05",
    "14:05 Ngày 05 tháng 3 năm 2024": "2024-03-05 14:05",
    "5 Mar. 2024, 14.05": "2024-03-05 14:05",
    "Posted - 02/25/2024\u00a0:\u00a014:05:00": "2024-02-25 14:05",
    "5 March 2024: 14:05": "2024-03-05 14:05",
    "Wed May  6 14:05:42 2009": "2009-05-06 14:05",  # and no later year in which it was a Wednesday
    "Wed May 6 14:05:42 EDT 2009": "2009-05-06 18:05",
}


@pytest.mark.parametrize(("text", "expected"), READINGS.items())
def test_one_string_is_read_without_knowing_its_site(text: str, expected: str):
    """A page alone must do: each form is read by itself."""
    moment = read_time(text, NOW).moment
    assert moment is not None
    assert f"{moment.astimezone(UTC):%Y-%m-%d %H:%M}" == expected


def test_what_is_no_date_has_no_moment():
    """A 31st of February, an empty string and plain words are answered, but without a moment."""
    assert [read_time(text, NOW).moment for text in ("31.02.2020", "", "hello", "99/99/2019")] == [None] * 4


def test_precision_and_zone_are_told():
    """A value says how exact it is, and whether the zone is known or the clock is of some unknown place."""
    told = {text: read_time(text, NOW)[1:3] for text in ("Mar 2022", "5 Mar 2022", "5 Mar 2022 10:00", "2 days ago")}
    assert told == {
        "Mar 2022": (False, Precision.MONTH),
        "5 Mar 2022": (False, Precision.DAY),
        "5 Mar 2022 10:00": (False, Precision.MINUTE),
        "2 days ago": (True, Precision.DAY),
    }


def test_a_language_without_a_table_is_learned_from_dateparser():
    """Finnish months are in no table of ours: the site's own strings teach them, and then they are read by pattern."""
    reader = read_texts(["5. maaliskuuta 2024 klo 14:05", "7. tammikuuta 2024 klo 09:30"])
    assert reader.months == {"maaliskuuta": 3, "tammikuuta": 1}
    assert len(reader.formats) == 1
    assert [spot.text for spot in spot_times("8. tammikuuta 2021 klo 10:15")] == ["8. tammikuuta 2021 klo 10:15"]
    assert reader.read("8. tammikuuta 2021 klo 10:15", NOW).moment == datetime(2021, 1, 8, 10, 15, tzinfo=UTC)


# --- learning a site

LOCALE_STYLES = [(code, style) for code in LOCALES for style in TimeStyle]


@pytest.mark.parametrize(("code", "style"), LOCALE_STYLES, ids=str)
def test_every_simulated_style_is_read_back(code: str, style: TimeStyle):
    """Learned from 30 samples, the order of day and month is right for any moment, in every language and style."""
    locale, chance = LOCALES[code], random.Random(f"{code} {style}")
    moments = sorted(NOW - timedelta(minutes=chance.randrange(900 * 1440)) for _ in range(30))
    reader = read_texts([locale.format_time(moment, NOW, style) for moment in moments])
    for index in range(300):
        moment = NOW - timedelta(minutes=chance.randrange((4000 if index % 2 else 9) * 1440))
        value = reader.read(locale.format_time(moment, NOW, style), NOW)
        assert value.moment is not None
        slack = timedelta(days=1) if value.precision is Precision.DAY else timedelta(hours=1)
        exact = timedelta() if not value.has_zone or style is TimeStyle.MAIL else slack
        assert abs(value.moment - moment) <= exact


@given(st.lists(ANY_MOMENT, min_size=2, max_size=8), st.sampled_from(["%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M"]))
@settings(max_examples=60, deadline=None)
def test_one_unmistakable_day_decides_for_the_site(moments: list[datetime], pattern: str):
    """A single 13th or later settles the order for all strings of the site."""
    moments.append(datetime(2020, 6, 25, 10, 0, tzinfo=UTC))
    reader = read_texts([moment.strftime(pattern) for moment in moments])
    for moment in moments:
        assert reader.read(moment.strftime(pattern), NOW).moment == moment.replace(second=0, microsecond=0)


@pytest.mark.parametrize(("pattern", "order"), [("%d/%m/%Y", "dmy"), ("%m/%d/%Y", "mdy")])
def test_order_is_seen_from_the_order_of_records(pattern: str, order: str):
    """Where no day is above twelve, records that must stand in order of time tell day from month."""
    days = [datetime(2020, month, day, tzinfo=UTC) for month in (3, 4, 5) for day in (2, 5, 9, 11)]
    assert read_texts([day.strftime(pattern) for day in days]).orders == {"/": order}


@pytest.mark.parametrize(("text", "order"), [("05/03/2020 10:00", "dmy"), ("03/05/2020 10:00", "mdy")])
def test_order_is_seen_from_an_attribute(text: str, order: str):
    """One machine-readable twin tells day from month, whatever the likeliest order is."""
    reader = learn_times([TimeSample(text, twin="2020-03-05T10:00:00Z")], NOW)
    assert reader.orders == {"/": order}


def test_without_evidence_the_clock_decides():
    """A 12-hour clock goes with American dates, a 24-hour clock with the day first."""
    american, european = read_time("05/03/2020, 02:00 PM", NOW), read_time("05/03/2020, 14:00", NOW)
    assert (american.moment, european.moment) == (
        datetime(2020, 5, 3, 14, tzinfo=UTC),
        datetime(2020, 3, 5, 14, tzinfo=UTC),
    )


def test_the_zone_is_learned_from_twins():
    """Shown clocks beside machine-readable ones give the site's zone, which then holds for strings without a twin."""
    samples = [TimeSample(f"{day} Jan 2020, 15:00", twin=f"2020-01-{day:02}T14:00:00Z") for day in range(1, 6)]
    reader = learn_times(samples, NOW)
    assert reader.zone == timezone(timedelta(hours=1))
    assert reader.read("9 Jan 2020, 15:00", NOW).moment == datetime(2020, 1, 9, 14, tzinfo=UTC)


def test_a_reader_is_plain_data():
    """What was learned survives the plan file, and a broken pattern in it is left out rather than fatal."""
    reader = learn_times(
        [TimeSample("05.03.2019, 14:05"), TimeSample("vor 3 Stunden")], NOW, timezone(timedelta(hours=1))
    )
    data = json.loads(json.dumps(reader.to_dict()))
    assert TimeReader.from_dict(data) == reader
    data["formats"].append("(unclosed")
    assert TimeReader.from_dict(data) == reader


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("All times are UTC + 1 hour [ DST ]", 2),
        ("Alle Zeiten sind UTC+02:00", 2),
        ("All times are GMT -5. The time now is 10:00 AM.", -5),
        ("GMT+8, 2019-1-5 14:05", 8),
        ("All times are UTC", 0),
    ],
)
def test_a_page_says_its_zone(text: str, hours: int):
    """The line about time zones at the foot of a page is understood."""
    assert find_zone(f"some page text. {text}") == timezone(timedelta(hours=hours))


def test_talk_about_zones_is_not_a_statement():
    """A zone named without an offset and without a word for times says nothing."""
    assert find_zone("I live in GMT land and drive a GMC") is None


# --- on pages


def found_on(html: str) -> list[tuple[str, str]]:
    return [(found.text, found.twin) for found in find_times(LexborHTMLParser(f"<body>{html}"))]


def test_date_and_clock_in_elements_of_their_own_are_one_time():
    """Markup between a date and its clock does not part them; a block does."""
    assert found_on("<td>erstellt: 21. Apr 2020, <span>19:40</span> <a>top</a></td>") == [("21. Apr 2020, 19:40", "")]
    assert found_on("<div>21. Apr 2020</div><div>19:40</div>") == [("21. Apr 2020", ""), ("19:40", "")]


def test_attributes_tell_times():
    """`<time>`, titles and data attributes are twins of the text beside them, or times of their own."""
    assert found_on('<time datetime="2020-01-05T10:00:00Z">3d</time>') == [("3d", "2020-01-05T10:00:00Z")]
    assert found_on('<abbr title="5 Jan 2020, 10:00">3 days ago</abbr>') == [("3 days ago", "5 Jan 2020, 10:00")]
    assert found_on('<span data-time="1578218400">Sunday at 10:00</span>') == [("Sunday at 10:00", "1578218400")]
    assert found_on('<time datetime="2020-01-05T10:00:00Z"></time>') == [("2020-01-05T10:00:00Z",) * 2]


def test_scripts_are_not_searched():
    """Dates in scripts and form fields are not the page's times."""
    assert found_on("<script>var d = '2020-01-05 10:00'</script><select><option>May 2020</option></select>") == []


def test_the_day_people_see_and_the_moment_machines_know():
    """A twin in another zone gives the exact moment, on the calendar day the page shows."""
    reader = TimeReader(languages=("en",))
    for shown in ("Apr 24, 2020", "Apr 24, 2020 at 12:30 AM"):
        value = reader.read_pair(shown, "2020-04-23T22:30:00Z", NOW)
        assert value.moment == datetime(2020, 4, 23, 22, 30, tzinfo=UTC)
        assert value.moment.date() == date(2020, 4, 24)


@pytest.mark.parametrize(
    ("shown", "told", "moment"),
    [
        ("5 Mar '24", "March 5, 2024, 2:27 p.m.", datetime(2024, 3, 5, 14, 27, tzinfo=UTC)),
        ("Mar 5, 2024", "March 5, 2024, 1 a.m.", datetime(2024, 3, 5, 1, tzinfo=UTC)),
        ("2 years ago", "May 9, 2021 23:40", datetime(2021, 5, 9, 23, 40, tzinfo=UTC)),
        ("3 hours ago", "12 March 2024 17:11", datetime(2024, 3, 12, 12, 7, tzinfo=UTC)),
        ("5 Mar '24", "March 9, 2024, 2:27 p.m.", datetime(2024, 3, 5, tzinfo=UTC)),
        ("Mar 5, 2024 10:30", "March 5, 2024, 2:27 p.m.", datetime(2024, 3, 5, 10, 30, tzinfo=UTC)),
    ],
    ids=["a day", "a full hour", "an age of years", "an age of hours", "another day", "as exact"],
)
def test_a_twin_without_a_zone_tells_what_is_shown_roughly(shown: str, told: str, moment: datetime):
    """An attribute in words is believed where the page shows only a day or an age, and the two agree."""
    assert TimeReader(languages=("en",)).read_pair(shown, told, NOW).moment == moment


def test_a_twin_that_tells_another_time_is_left_aside():
    """An attribute months away from the date shown is an edit or a label, not the same moment."""
    value = TimeReader().read_pair("Apr 24, 2020", "2019-01-01T10:00:00Z", NOW)
    assert value.moment == datetime(2020, 4, 24, tzinfo=UTC)


@pytest.mark.parametrize("shown", ["6 years ago", "Jan 6, 2021"])
def test_a_twin_without_a_zone_tells_the_clock_of_an_age(shown: str):
    """What is shown tells less, whatever the zone; where a clock is shown, that one counts."""
    reader = TimeReader(orders={"/": "mdy"}, languages=("en",))
    now = datetime(2027, 1, 20, tzinfo=UTC)
    assert reader.read_pair(shown, "01/06/21 17:51:36", now).moment == datetime(2021, 1, 6, 17, 51, 36, tzinfo=UTC)
    for clock in ("5:51 p.m.", "17:51"):
        assert reader.read_pair(clock, "01/06/21 17:51", now).moment == datetime(2021, 1, 6, 17, 51, tzinfo=UTC)
    value = reader.read_pair("Jan 6, 2021 18:30", "01/06/21 17:51:36", now)
    assert value.moment == datetime(2021, 1, 6, 18, 30, tzinfo=UTC)


def test_samples_of_a_page_keep_their_place():
    """Times of like places share a path; numbers in class names do not tell places apart."""
    posts = "".join(f'<li class="post p{day}"><b>{day} Jan 2020</b> <i>Joined: Mar 2011</i></li>' for day in (1, 2))
    samples = sample_times(LexborHTMLParser(f"<body><ul>{posts}"), "page 1")
    assert len({sample.path for sample in samples}) == 2
    assert [sample.path for sample in samples[::2]] == [samples[0].path] * 2


@pytest.mark.parametrize(
    "piece",
    [
        "<b>2020-01-05</b>",
        "<p>3 hours ago",
        "<i title='5 Jan 2020'>x</i>",
        "<br>5 Jan 2020<br>10:00",
        "<time></time>1:",
    ],
)
def test_finding_takes_linear_effort(piece: str):
    """Sixteen times the page takes about sixteen times the steps, however many times stand in one element."""
    find_times(LexborHTMLParser(piece * 10))
    trees = [LexborHTMLParser(f"<body><div>{piece * count}</div>") for count in (100, 1_600)]
    short, long = (count_steps(lambda tree=tree: find_times(tree)) for tree in trees)
    assert long <= 16 * 1.5 * short


@pytest.mark.parametrize("name", SKINS)
def test_post_times_of_every_skin_are_read(name: str):
    """On the thread pages of every simulated forum, all posts' times are found and right to the minute."""
    site = make_site(name, threads=20)
    now = site.model.end
    threads = list(site.threads(now))[:8]
    found = [find_times(read_page(thread.url, site.answer(thread.url, now).body).tree) for thread in threads]
    samples = [
        TimeSample(item.text, item.twin, item.path, str(page)) for page, items in enumerate(found) for item in items
    ]
    reader = learn_times(samples, now)
    pages = []
    for thread, items in zip(threads, found, strict=True):
        read = (reader.read_pair(item.text, item.twin, now).moment for item in items)
        true = tuple(post.time for post in thread.posts if post.page == 1)
        pages.append(TimedPage(tuple(moment for moment in read if moment is not None), true))
    assert measure_minutes(pages).share == 1.0


# --- which of a record's times is its own


def test_join_dates_and_last_visits_lose():
    """The place whose times are most consistently ordered is the records' own (paper 003, Algorithm 2)."""
    chance = random.Random(3)
    triples = []
    for record in range(12):
        triples.append(("joined", record, NOW - timedelta(days=chance.randrange(400, 4000))))
        triples.append(("visited", record, NOW - timedelta(minutes=chance.randrange(9000))))
        triples.append(("posted", record, NOW - timedelta(days=30) + timedelta(hours=record)))
        if record % 5 == 0:
            triples.append(("edited", record, NOW - timedelta(days=20) + timedelta(hours=record)))
    assert pick_time_path(triples) == "posted"
    assert pick_time_path((path, -record, moment) for path, record, moment in triples) == "posted"


def test_no_candidates_no_path():
    """Records without times have no time path."""
    assert pick_time_path([]) is None


# --- measuring


def test_one_shift_for_a_site_is_not_held_against_it():
    """All clocks an hour ahead is a zone; one clock an hour ahead is an error."""
    true = tuple(NOW + timedelta(minutes=7 * index) for index in range(10))
    ahead = tuple(moment + timedelta(hours=1) for moment in true)
    assert measure_minutes([TimedPage(ahead, true)]).to_dict() == {
        "pages": 1,
        "posts": 10,
        "right": 10,
        "shift_minutes": 60,
        "share": 1.0,
    }
    assert measure_minutes([TimedPage((*true[:9], ahead[9]), true)]).right == 9


def test_days_not_found_count_as_wrong():
    """The share of right days is of all days there are."""
    day = date(2020, 4, 24)
    measured = measure_days([(day, day), (None, day), (date(2020, 4, 25), day)])
    assert (measured.total, measured.found, measured.right) == (3, 2, 1)
