"""Texts of a simulated forum, made on demand from the language's word stock: titles, names, bodies of posts."""

from __future__ import annotations

import random
from array import array
from functools import lru_cache

from weft.simulate._chance import Salt, stream
from weft.simulate._locale import Locale
from weft.simulate._views import Block, BlockKind

SENTENCE_WORDS = (5, 18)
PARAGRAPH_SENTENCES = (1, 4)
# Paragraphs a post: most are short, a few are essays.
PARAGRAPHS = (1, 1, 1, 1, 2, 2, 3, 5)
CODE_SHARE, LIST_SHARE = 0.06, 0.05
TITLE_WORDS = (3, 7)
DRUM_WORDS = 4096


class Prose:
    """Writes in one language; the same seed and id always give the same text."""

    def __init__(self, seed: int, locale: Locale) -> None:
        self._seed = seed
        self._locale = locale
        self._words = locale.vocabulary
        self._drum = _fill_drum(self._words)
        self.body = lru_cache(maxsize=4096)(self._body)
        self.title = lru_cache(maxsize=8192)(self._title)
        self.user_name = lru_cache(maxsize=8192)(self._user_name)
        self.sentence = lru_cache(maxsize=4096)(self._salted_sentence)

    def _title(self, thread: int) -> str:
        """Give a thread's title."""
        chance = stream(self._seed, Salt.TITLE, thread)
        # drawn evenly, not by Zipf: titles are made of rare words, and few are alike
        return self._capitalise(self._join(chance.choices(self._words, k=_pick(chance, TITLE_WORDS))))

    def board_title(self, board: int) -> str:
        """Give a board's title: two or three words, rarely used ones too."""
        chance = stream(self._seed, Salt.BOARD, board, 1)
        return self._capitalise(self._join(chance.sample(self._words, chance.randint(2, 3))))

    def board_description(self, board: int) -> str:
        """Give the line below a board's title."""
        return self._sentence(stream(self._seed, Salt.BOARD, board, 2))

    def category_title(self, category: int) -> str:
        """Give the heading of a group of boards."""
        chance = stream(self._seed, Salt.BOARD, category, 3)
        return self._capitalise(self._join(chance.sample(self._words, 2)))

    def _user_name(self, user: int) -> str:
        """Give a user's name; different for every user."""
        names = self._locale.names
        turn, place = divmod(user - 1, len(names))
        return names[place] + (f"_{turn + 1}" if turn else "")

    def tag(self, tag: int) -> str:
        """Give the word of a tag, counted from 1."""
        return self._words[(tag * 7) % len(self._words)]

    def _salted_sentence(self, salt: Salt, number: int) -> str:
        """Give a sentence for anything else: advertisements, signatures, notices."""
        return self._sentence(stream(self._seed, salt, number))

    def _body(self, post: int) -> tuple[Block, ...]:
        """Give what a user wrote, without quotes and files."""
        chance = stream(self._seed, Salt.BODY, post)
        blocks = [self._paragraph(chance) for _ in range(chance.choice(PARAGRAPHS))]
        draw = chance.random()
        if draw < CODE_SHARE:
            blocks.append(Block(BlockKind.CODE, tuple(self._code_line(chance) for _ in range(chance.randint(2, 6)))))
        elif draw < CODE_SHARE + LIST_SHARE:
            blocks.append(Block(BlockKind.LIST, tuple(self._draw(chance, 4) for _ in range(chance.randint(2, 5)))))
        return tuple(blocks)

    def _paragraph(self, chance: random.Random) -> Block:
        return Block(
            BlockKind.PARAGRAPH, tuple(self._sentence(chance) for _ in range(_pick(chance, PARAGRAPH_SENTENCES)))
        )

    def _sentence(self, chance: random.Random) -> str:
        return self._capitalise(self._draw(chance, _pick(chance, SENTENCE_WORDS))) + self._locale.stop

    def _code_line(self, chance: random.Random) -> str:
        left, right = chance.choice("abcxyz"), chance.randint(0, 99)
        return f"{left}{right} = call({left}, {right});"

    def _draw(self, chance: random.Random, count: int) -> str:
        drum = self._drum
        return self._locale.joiner.join([drum[place % DRUM_WORDS] for place in array("H", chance.randbytes(2 * count))])

    def _join(self, words: list[str]) -> str:
        return self._locale.joiner.join(words)

    def _capitalise(self, text: str) -> str:
        return text[:1].upper() + text[1:]


def _pick(chance: random.Random, limits: tuple[int, int]) -> int:
    # randint costs four times as much, and texts are most of what a page takes
    low, high = limits
    return low + int(chance.random() * (high - low + 1))


def _fill_drum(words: tuple[str, ...]) -> tuple[str, ...]:
    """Give a stock to draw from evenly: the n-th most used word is in it about 1/n as often as the first (Zipf)."""
    weights = [1 / (rank + 3) for rank in range(len(words))]
    total = sum(weights)
    drum = [
        word for word, weight in zip(words, weights, strict=True) for _ in range(1 + int(weight / total * DRUM_WORDS))
    ]
    return tuple(drum[place * len(drum) // DRUM_WORDS] for place in range(DRUM_WORDS))


def slugify(title: str) -> str:
    """Give a title as addresses carry it: lower-case words joined by dashes, other scripts as they are."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    return "-".join(words) or "untitled"


def plain_text(blocks: tuple[Block, ...]) -> str:
    """Give a body as a reader would copy it: a line a block's line, blocks apart by an empty line."""
    return "\n\n".join(_lines(block) for block in blocks if block.lines)


def _lines(block: Block) -> str:
    lines = block.lines
    if block.link is not None and block.kind is BlockKind.PARAGRAPH:
        lines = (*lines, block.link.text)
    return ("\n" if block.kind in {BlockKind.CODE, BlockKind.LIST} else " ").join(lines)
