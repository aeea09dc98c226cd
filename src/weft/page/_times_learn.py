"""Learning how a site writes its times, from many strings together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from weft.page._times_order import Witness, decide_order
from weft.page._times_reader import TimeReader, read_time, time_lines
from weft.page._times_shape import Shape, shape_of
from weft.page._times_teacher import learn_months
from weft.page._times_tokens import tidy
from weft.page._times_value import Precision, Setting

MAX_FORMATS = 24
MAX_LANGUAGES = 3
_MIN_TWINS = 3
_ZONE_SHARE = 0.9  # of twins that must agree on one shift; summer time makes two, and then no one zone is right
_QUARTER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class TimeSample:
    """A time string as found on a page. `twin` is a machine-readable form of the same moment beside it, if any.

    `page` and `path` (any names that repeat for like places) say which list it stands in; samples of one list come in
    page order.
    """

    text: str
    twin: str = ""
    path: str = ""
    page: str = ""


_Shaped = tuple[TimeSample, str, Shape]


def learn_times(
    samples: Iterable[TimeSample], now: datetime, zone: timezone | None = None, language: str = ""
) -> TimeReader:
    """Learn a site's formats, order of day and month, languages and zone.

    `now` is about when the pages were fetched; `zone` is what the pages say of their times (`find_zone`); `language` is
    the pages' own statement, which only breaks ties. Any samples will do, even none.
    """
    tidied = [(sample, tidy(sample.text)) for sample in samples]
    lines = [(sample, text) for sample, line in tidied for text in time_lines(line) or [line]]
    months = learn_months((line for _, line in lines), now)
    shaped = list(_shape_all(lines, frozenset(months)))
    languages = _pick_languages([shape for *_, shape in shaped], language)
    setting = Setting(now, None, languages, months)
    orders = _decide_orders(shaped, setting)
    plain = TimeReader(orders=orders, languages=languages, months=months)
    formats = Counter(shape.ordered(plain.order_for(shape)) for *_, shape in shaped)
    return TimeReader(
        tuple(pattern for pattern, _ in formats.most_common(MAX_FORMATS)),
        orders,
        zone or _zone_of_twins(lines, plain, now),
        languages,
        months,
    )


def _shape_all(lines: Iterable[tuple[TimeSample, str]], months: frozenset[str]) -> Iterator[_Shaped]:
    """Give the shapes of the strings that are times by their looks, or by a month word learned on the site."""
    for sample, line in lines:
        shape = shape_of(line, months)
        if shape is not None and (time_lines(line) or any(month in line.lower() for month in months)):
            yield sample, line, shape


def _pick_languages(shapes: Sequence[Shape], hint: str) -> tuple[str, ...]:
    """Give the languages most strings may be in; ties go to the page's own statement."""
    votes = Counter(code for shape in shapes for code in shape.languages)
    code = hint.lower().partition("-")[0]
    ranked = sorted(votes, key=lambda name: (-votes[name], name != code, name != "en", name))
    return tuple(ranked[:MAX_LANGUAGES])


def _decide_orders(shaped: Sequence[_Shaped], setting: Setting) -> dict[str, str]:
    """Decide for every mark between undecided numbers, the most frequent first."""
    kinds: dict[str, list[Witness]] = defaultdict(list)
    for sample, line, shape in shaped:
        if shape.letters:
            twin = read_time(sample.twin, setting.now).moment if sample.twin else None
            kinds[shape.mark].append(Witness(line, shape, twin, (sample.page, sample.path)))
    frequent = sorted(kinds, key=lambda mark: -len(kinds[mark]))
    return {mark: decide_order(kinds[mark], setting) for mark in frequent}


def _zone_of_twins(lines: Iterable[tuple[TimeSample, str]], reader: TimeReader, now: datetime) -> timezone | None:
    """Give the one shift between shown times and their machine-readable twins, if there is one."""
    shifts: Counter[timedelta] = Counter()
    for sample, line in lines:
        if not sample.twin:
            continue
        shown, twin = reader.read(line, now), read_time(sample.twin, now)
        if shown.moment is None or twin.moment is None or shown.has_zone or not twin.has_zone:
            continue
        if shown.precision in (Precision.MINUTE, Precision.SECOND):
            shift = shown.moment.replace(second=0) - twin.moment.astimezone(UTC).replace(second=0)
            shifts[round(shift / _QUARTER) * _QUARTER] += 1
    total = shifts.total()
    if total < _MIN_TWINS:
        return None
    shift, count = shifts.most_common(1)[0]
    return timezone(shift) if count >= _ZONE_SHARE * total and abs(shift) <= timedelta(hours=14) else None
