"""What stands in the notices and files of a simulated bulletin board: words of subjects among words of every day."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.evaluate._attachments_world import Ids, World

_SYLLABLES = [a + b for a in "bdfghjklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]
DAILY_WORDS = 8_000
KEYWORDS = 12  # of a subject
SHARED_BY = 4  # subjects that have the same keyword, on the average
TOPIC = 80  # subjects that share keywords with one another, and with no others
KEYWORD_SHARE = 0.15  # of the words of a text
TITLE_WORDS, TITLE_KEYWORDS = 6, 3
NOTICE_WORDS, FILE_WORDS = 50, 150  # the usual length; half of all are longer
LENGTH_SPREAD = 0.6
ASIDE_SHARE, ASIDE_WORDS = 0.3, 8  # so many texts also speak of another subject, with so many of its keywords
TELLING_NAMES = 0.5  # of the files are called by two keywords, the others by a number
SCANS = 0.15  # of the files have no text that can be read
SUFFIXES = ("pdf", "doc", "xls", "txt", "ppt")

Words = NDArray[np.str_]


def spell(numbers: Ids) -> list[str]:
    """Give words, one for each number, no two alike."""
    base = len(_SYLLABLES)
    return [_SYLLABLES[n % base] + _SYLLABLES[n // base % base] + _SYLLABLES[n // base**2 % base] for n in numbers]


@dataclass(frozen=True, slots=True)
class Texts:
    """What can be read: titles and bodies of notices, texts and names of files."""

    titles: list[str]
    bodies: list[str]
    texts: list[str]
    names: list[str]


class Speech:
    """The language of a world: the words of every day, and which keywords each subject has."""

    def __init__(self, subjects: int, rng: np.random.Generator) -> None:
        self._rng = rng
        self._subjects = subjects
        pool = TOPIC * KEYWORDS // SHARED_BY
        topics = np.arange(subjects) // TOPIC
        self.words = np.array(spell(np.arange(DAILY_WORDS + pool * (topics[-1] + 1))), dtype=object)
        chosen = [DAILY_WORDS + pool * topic + rng.choice(pool, KEYWORDS, replace=False) for topic in topics]
        self.keywords = np.array(chosen, dtype=np.int64)
        self._daily = np.cumsum(1 / (np.arange(DAILY_WORDS) + 3))
        self._weights = np.cumsum(1 / (np.arange(KEYWORDS) + 2))

    def daily(self, count: int) -> Ids:
        """Draw words of every day, as rare and as common as in speech."""
        return np.asarray(np.searchsorted(self._daily, self._rng.random(count) * self._daily[-1]), dtype=np.int64)

    def keys(self, subjects: Ids) -> Ids:
        """Draw a keyword for each of the subjects given, the first of a subject more often than its last."""
        which = np.searchsorted(self._weights, self._rng.random(len(subjects)) * self._weights[-1])
        return np.asarray(self.keywords[subjects, which])

    def ask(self, subject: int, count: int) -> str:
        """Draw a query: different keywords of a subject, by their weight."""
        shares = np.diff(self._weights, prepend=0.0) / self._weights[-1]
        which = self._rng.choice(KEYWORDS, count, replace=False, p=shares)
        return " ".join(self.words[self.keywords[subject, which]])

    def _others(self, subjects: Ids) -> Ids:
        """Draw another subject of the same topic for each."""
        first = subjects // TOPIC * TOPIC
        last = np.minimum(first + TOPIC, self._subjects)
        return np.asarray(self._rng.integers(first, last))

    def texts(self, subjects: Ids, usual: int) -> list[str]:
        """Write a text on each of the subjects; some have an aside on another one."""
        rng = self._rng
        lengths = np.maximum(5, usual * np.exp(LENGTH_SPREAD * rng.standard_normal(len(subjects)))).astype(np.int64)
        words = self.daily(int(lengths.sum()))
        owners = np.repeat(subjects, lengths)
        is_key = rng.random(len(words)) < KEYWORD_SHARE
        words[is_key] = self.keys(owners[is_key])
        pieces = np.split(self.words[words], np.cumsum(lengths)[:-1])
        asides = rng.random(len(subjects)) < ASIDE_SHARE
        others = self._others(subjects)
        return [
            " ".join([*piece, *self.words[self.keys(np.full(ASIDE_WORDS, other))]] if aside else piece)
            for piece, aside, other in zip(pieces, asides, others, strict=True)
        ]


def write_texts(world: World, speech: Speech, rng: np.random.Generator) -> Texts:
    """Write everything that can be read in a world."""
    titles = []
    for subject in world.subject:
        keys = speech.keys(np.full(TITLE_KEYWORDS, subject))
        titles.append(" ".join(speech.words[np.concatenate((keys, speech.daily(TITLE_WORDS - TITLE_KEYWORDS)))]))
    texts = speech.texts(world.file_subject, FILE_WORDS)
    scans = rng.random(world.files) < SCANS
    texts = ["" if scan else text for scan, text in zip(scans, texts, strict=True)]
    return Texts(titles, speech.texts(world.subject, NOTICE_WORDS), texts, _name_files(world, speech, rng))


def _name_files(world: World, speech: Speech, rng: np.random.Generator) -> list[str]:
    telling = rng.random(world.files) < TELLING_NAMES
    suffixes = rng.integers(0, len(SUFFIXES), world.files)
    names = []
    for number, (subject, tells, suffix) in enumerate(zip(world.file_subject, telling, suffixes, strict=True)):
        keys = speech.words[speech.keys(np.full(2, subject))]
        names.append(f"{'-'.join(keys) if tells else 'doc'}-{number}.{SUFFIXES[suffix]}")
    return names
