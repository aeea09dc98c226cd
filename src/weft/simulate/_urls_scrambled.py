"""Addresses that say nothing: opaque letters, and numbers that look alike for boards, threads and pages."""

from __future__ import annotations

from weft.simulate._chance import Salt, mix
from weft.simulate._model import ForumModel
from weft.simulate._places import FILTERS, SORTS, WORDS, PageSizes, Place, Spot
from weft.simulate._urls_query import LONG_WORDS, QueryStyle

_LETTERS = "bcdfghjklmnpqrstvwxz"
_SPOTS = tuple(Spot)
_LIKE_SPOTS = (Spot.BOARD, Spot.THREAD, Spot.POST)
_ROUNDS = 4


class Scramble:
    """A keyed one-to-one map of the numbers below 2**bits (a Feistel network), so that neighbours look unrelated."""

    def __init__(self, seed: int, bits: int) -> None:
        self.bits = bits + bits % 2
        self._keys = tuple(mix(seed, Salt.FEISTEL, turn) for turn in range(_ROUNDS))
        self._half = self.bits // 2
        self._mask = (1 << self._half) - 1

    def hide(self, number: int) -> int:
        """Give the number's image."""
        left, right = number >> self._half, number & self._mask
        for key in self._keys:
            left, right = right, left ^ (mix(key ^ right) & self._mask)
        return left << self._half | right

    def show(self, number: int) -> int:
        """Undo `hide`."""
        left, right = number >> self._half, number & self._mask
        for key in reversed(self._keys):
            left, right = right ^ (mix(key ^ left) & self._mask), left
        return left << self._half | right


class OpaqueStyle:
    """Every address is fifteen consonants; there is nothing to read from them."""

    base = "/"
    relative = False
    base_element = False
    # fields in bits: spot 5, id 28, page 15, sort 4, filter 2, word 4, explicit 1, and 5 that must be zero
    _WIDTHS = (5, 28, 15, 4, 2, 4, 1)

    def __init__(self, model: ForumModel) -> None:
        self._scramble = Scramble(model.seed, 64)

    def write(self, place: Place) -> str:
        """Give the letters of a place; the bare folder for the entry."""
        if place.spot is Spot.ENTRY and not place.explicit:
            return ""
        values = (
            _SPOTS.index(place.spot),
            place.id,
            place.page,
            SORTS.index(place.sort),
            FILTERS.index(place.filter),
            WORDS.index(place.word),
            int(place.explicit),
        )
        packed = 0
        for value, width in zip(values, self._WIDTHS, strict=True):
            packed = packed << width | value
        return _spell(self._scramble.hide(packed))

    def read(self, path: str, query: dict[str, str]) -> Place | None:
        """Give the place of some letters."""
        if path == "":
            return Place(Spot.ENTRY)
        hidden = _unspell(path)
        if hidden is None or hidden >> 64:
            return None
        packed, values = self._scramble.show(hidden), []
        for width in reversed(self._WIDTHS):
            values.append(packed & ((1 << width) - 1))
            packed >>= width
        explicit, word, span, sort, page, number, spot = values
        limits = ((word, WORDS), (span, FILTERS), (sort, SORTS), (spot, _SPOTS))
        if packed or any(value >= len(names) for value, names in limits):
            return None
        return Place(_SPOTS[spot], number, page, SORTS[sort], FILTERS[span], WORDS[word], explicit=bool(explicit))

    def forbidden(self) -> tuple[str, ...]:
        """Nothing can be named by a prefix here."""
        return ()


class LookalikeStyle:
    """Boards, threads, their pages and permalinks are all `/v/83641`; what is no list goes by words."""

    base = "/"
    relative = False
    base_element = False

    def __init__(self, model: ForumModel, sizes: PageSizes) -> None:
        self._tools = QueryStyle(self.base, LONG_WORDS, sizes)
        self._page_bits = max(model.threads // sizes.threads, 500 // sizes.posts).bit_length() + 1
        self._id_bits = model.posts.bit_length()
        self._scramble = Scramble(model.seed, self._page_bits + self._id_bits + 2)

    def write(self, place: Place) -> str:
        """Give the number of a list's page; a first page has one address only."""
        if place.spot not in _LIKE_SPOTS or place.sort or place.filter or place.page >> self._page_bits:
            return self._tools.write(place)
        packed = (_LIKE_SPOTS.index(place.spot) << self._id_bits | place.id) << self._page_bits | place.page
        return f"v/{self._scramble.hide(packed)}"

    def read(self, path: str, query: dict[str, str]) -> Place | None:
        """Give the place of a number."""
        folder, _, text = path.partition("/")
        if folder != "v":
            return self._tools.read(path, query)
        if not (text.isascii() and text.isdigit()) or len(text) > 20 or int(text) >> self._scramble.bits:
            return None
        packed = self._scramble.show(int(text))
        page, rest = packed & ((1 << self._page_bits) - 1), packed >> self._page_bits
        spot, number = rest >> self._id_bits, rest & ((1 << self._id_bits) - 1)
        return Place(_LIKE_SPOTS[spot], number, page) if spot < len(_LIKE_SPOTS) and page else None

    def forbidden(self) -> tuple[str, ...]:
        """Give the forbidden word pages."""
        return self._tools.forbidden()


def _spell(number: int) -> str:
    letters = []
    for _ in range(15):
        number, digit = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[digit])
    return "".join(letters)


def _unspell(text: str) -> int | None:
    if len(text) != 15 or not set(text) <= set(_LETTERS):
        return None
    number = 0
    for letter in reversed(text):
        number = number * len(_LETTERS) + _LETTERS.index(letter)
    return number
