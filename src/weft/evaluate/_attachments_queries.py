"""What people ask a simulated bulletin board for, and how much of what they are given is what they meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from weft.evaluate._attachments_site import Site
from weft.evaluate._attachments_words import Speech, write_texts
from weft.evaluate._attachments_world import World, WorldSetting, make_world

GROUPS, QUERIES = 6, 50  # as in the paper
SHOWN = 10  # files that are judged: the first page of an answer
TWO_WORDS = 0.6  # of the queries have two words, the others three

Finder = Callable[[str], Sequence[int]]  # files for a query, best first


@dataclass(frozen=True, slots=True)
class Query:
    """Words, and the subject the person has in mind."""

    words: str
    subject: int


@dataclass(frozen=True, slots=True)
class Judged:
    """How good answers are: the shares of files shown that are on the subject and wanted, and on the subject."""

    precision: float
    on_subject: float


def draw_board(setting: WorldSetting, queries: int = QUERIES) -> tuple[Site, list[list[Query]]]:
    """Draw a bulletin board and what people ask it for; the same setting gives the same."""
    world = make_world(setting)
    rng = np.random.default_rng([setting.seed, 1])
    speech = Speech(len(world.subject_board), rng)
    return Site(world, write_texts(world, speech, rng)), draw_queries(world, speech, setting.seed, queries)


def draw_queries(world: World, speech: Speech, seed: int, each: int) -> list[list[Query]]:
    """Draw groups of queries: a subject by the importance of what is there on it, then some of its keywords."""
    rng = np.random.default_rng(seed)
    pull = np.bincount(world.file_subject, world.importance[world.carrier], len(world.subject_board))
    subjects = rng.choice(len(pull), GROUPS * each, p=pull / pull.sum())
    words = np.where(rng.random(len(subjects)) < TWO_WORDS, 2, 3)
    asked = [Query(speech.ask(int(s), int(count)), int(s)) for s, count in zip(subjects, words, strict=True)]
    return [asked[first : first + each] for first in range(0, len(asked), each)]


def judge(world: World, queries: Sequence[Query], find: Finder) -> Judged:
    """Judge the answers to queries; one without any file counts as wrong."""
    precision, on_subject = [], []
    for query in queries:
        shown = np.array(find(query.words)[:SHOWN], dtype=np.int64)
        on = world.file_subject[shown] == query.subject
        precision.append(float((on & world.wanted[shown]).mean()) if len(shown) else 0.0)
        on_subject.append(float(on.mean()) if len(shown) else 0.0)
    return Judged(float(np.mean(precision)), float(np.mean(on_subject)))
