"""A bulletin board that never was, in the manner of paper 004: notices that carry files, linked and wanted by people.

What the world is made of is drawn before anything is ranked, and knows nothing of ranks. Each notice has an importance
of its own. It shows in two things, each with chance in between: how often others refer to the notice, and whether
people who look for its subject want its files. Both can be cut off from importance (`link_bias`, `need_bias` = 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]

# At scale 1: 22,000 notices, about 900 pages of boards and 37,000 files, 60,000 in all as in the paper.
BOARD_NOTICES = 22_000
BOARDS = 20
NOTICES_A_SUBJECT = 40
FILES = (0.15, 0.35, 0.25, 0.15, 0.05, 0.05)  # shares of notices with 0, 1, ... files
IMPORTANCE_SPREAD = 1.2  # standard deviation of the logarithm: the best of a hundred gets ten times the usual attention
NEAR = (0.6, 0.25, 0.15)  # of them to the same subject, to the same board, anywhere
VIEWS_NOISE = 0.8


@dataclass(frozen=True, slots=True)
class WorldSetting:
    """What may be turned in a world."""

    scale: float = 1.0
    seed: int = 1
    link_bias: float = 1.0  # references go to a notice in proportion to importance to this power; 0: to any
    need_bias: float = 1.5  # how much importance decides what is wanted (slope of a logit); 0: not at all
    fresh_bias: float = 0.7  # how much the newest is wanted over the middle-aged (same logit)
    wanted_share: float = 0.88  # of the files on a subject, so many are wanted by those who ask for it
    own_subject: float = 0.95  # of the files of a notice, so many are on its subject
    attention_bias: float = 1.0  # as `link_bias`, for replies and views
    # Of a notice to earlier ones, on the average; posts of four mirrored forums have 0, 0.4, 0.5 and 0.6 a thread.
    references: float = 0.5


@dataclass(frozen=True, slots=True)
class World:
    """Notices 0, 1, ... in order of time; files in order of notices; `references` are (from, to) among notices."""

    setting: WorldSetting
    subject: Ids  # of each notice
    board: Ids
    importance: Floats
    replies: Ids
    views: Ids
    references: tuple[Ids, Ids]
    carrier: Ids  # the notice of each file
    file_subject: Ids
    wanted: Flags  # of each file: meant by those who look for its subject
    subject_board: Ids  # of each subject

    @property
    def notices(self) -> int:
        """How many notices there are."""
        return len(self.subject)

    @property
    def files(self) -> int:
        """How many files there are."""
        return len(self.carrier)


def make_world(setting: WorldSetting) -> World:
    """Draw a world."""
    rng = np.random.default_rng(setting.seed)
    notices = max(NOTICES_A_SUBJECT, round(BOARD_NOTICES * setting.scale))
    subjects = max(1, notices // NOTICES_A_SUBJECT)
    subject_board = rng.integers(0, BOARDS, subjects)
    subject = rng.integers(0, subjects, notices)
    board = np.where(rng.random(notices) < 0.9, subject_board[subject], rng.integers(0, BOARDS, notices))
    importance = np.exp(IMPORTANCE_SPREAD * rng.standard_normal(notices))
    references = _refer(rng, setting, subject, board, importance)
    replies, views = _attend(rng, setting, importance)
    carrier = np.repeat(np.arange(notices), rng.choice(len(FILES), notices, p=FILES))
    file_subject = _file_subjects(rng, setting, subject[carrier], subject_board)
    wanted = _want(rng, setting, importance[carrier], carrier / notices)
    return World(
        setting, subject, board, importance, replies, views, references, carrier, file_subject, wanted, subject_board
    )


def _refer(
    rng: np.random.Generator, setting: WorldSetting, subject: Ids, board: Ids, importance: Floats
) -> tuple[Ids, Ids]:
    """Let every notice refer to earlier ones: of its subject, of its board, or any; never twice to the same."""
    notices = len(subject)
    pull = importance**setting.link_bias
    sources = np.repeat(np.arange(notices), rng.poisson(setting.references, notices))
    kind = rng.choice(3, len(sources), p=NEAR)
    pairs = []
    for groups, chosen in ((subject, kind == 0), (board, kind == 1), (np.zeros_like(board), kind == 2)):
        pairs.append(_refer_within(rng, groups, sources[chosen], pull))
    found = np.unique(np.concatenate(pairs, axis=1), axis=1)
    return found[0], found[1]


def _refer_within(rng: np.random.Generator, groups: Ids, sources: Ids, pull: Floats) -> NDArray[np.int64]:
    """Draw a target before each source in its group, in proportion to pull."""
    order = np.lexsort((np.arange(len(groups)), groups))  # by group, then time
    place = np.empty(len(groups), dtype=np.int64)
    place[order] = np.arange(len(groups))
    reach = np.concatenate(([0.0], np.cumsum(pull[order])))
    first = np.searchsorted(groups[order], groups[sources])  # where the group of each source begins
    low, high = reach[first], reach[place[sources]]
    has_earlier = high > low
    drawn = low + (high - low) * rng.random(len(sources))
    at = np.clip(np.searchsorted(reach, drawn, "right") - 1, 0, len(groups) - 1)
    return np.stack((sources, order[at]))[:, has_earlier]


def _attend(rng: np.random.Generator, setting: WorldSetting, importance: Floats) -> tuple[Ids, Ids]:
    """Draw replies and views; views gather with age, and both have noise of their own."""
    notices = len(importance)
    age = 1 - np.arange(notices) / notices + 0.02
    pull = importance**setting.attention_bias
    views = rng.poisson(200 * pull * age * np.exp(VIEWS_NOISE * rng.standard_normal(notices)))
    replies = rng.poisson(1.5 * np.sqrt(pull) * np.exp(VIEWS_NOISE * rng.standard_normal(notices)))
    return replies, views


def _file_subjects(rng: np.random.Generator, setting: WorldSetting, of_notice: Ids, subject_board: Ids) -> Ids:
    """Give each file the subject of its notice, or now and then another one of the same board."""
    by_board = np.argsort(subject_board, kind="stable")
    ordered = subject_board[by_board]
    low = np.searchsorted(ordered, subject_board[of_notice], "left")
    high = np.searchsorted(ordered, subject_board[of_notice], "right")
    other = by_board[low + (rng.random(len(of_notice)) * (high - low)).astype(np.int64)]
    return np.where(rng.random(len(of_notice)) < setting.own_subject, of_notice, other)


def _want(rng: np.random.Generator, setting: WorldSetting, importance: Floats, moment: Floats) -> Flags:
    """Draw what is wanted: a logit of importance and newness, its level set so that the wanted share comes out."""
    pull = setting.need_bias * np.log(importance) / IMPORTANCE_SPREAD + setting.fresh_bias * (2 * moment - 1)
    low, high = -20.0, 20.0
    for _ in range(60):
        level = (low + high) / 2
        if (1 / (1 + np.exp(-(pull + level)))).mean() < setting.wanted_share:
            low = level
        else:
            high = level
    chances: NDArray[Any] = 1 / (1 + np.exp(-(pull + low)))
    return np.asarray(rng.random(len(importance)) < chances)
