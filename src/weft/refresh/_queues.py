"""A queue of very many lists by rate and time since the last visit; a decision costs the same however many."""

from __future__ import annotations

import heapq
import math
from itertools import count
from typing import Generic, Protocol, TypeVar

STEPS_AN_OCTAVE = 2
MIN_RATE = 2.0**-40  # a record in 35,000 years: as good as never

_serials = count(1)  # of all queues, so that an item that changes queues is not found in its old place


class Placed(Protocol):
    """What can stand in a queue, in one at a time. `place` belongs to the queue; 0: it stands in none."""

    place: int


T = TypeVar("T", bound=Placed)


class RateQueue(Generic[T]):
    """Items ranked by rate x time since the visit, or that time squared, best first, up to the rounding of rates.

    Rates are rounded down to half octaves; within one class the longest unvisited is best, so only the heads of some
    dozens of heaps are compared. An item put again leaves its older place.
    """

    def __init__(self, *, squared: bool = True) -> None:
        self._squared = squared
        self._heaps: dict[int, list[tuple[float, int, T]]] = {}
        self._classes: list[tuple[float, list[tuple[float, int, T]]]] = []  # (rate, heap); heaps may be empty

    def put(self, item: T, rate: float, visited: float) -> None:
        """Put an item in, or anew."""
        item.place = next(_serials)
        step = math.floor(math.log2(rate) * STEPS_AN_OCTAVE) if rate > MIN_RATE else -40 * STEPS_AN_OCTAVE
        heap = self._heaps.get(step)
        if heap is None:
            heap = self._heaps[step] = []
            self._classes.append((2.0 ** (step / STEPS_AN_OCTAVE), heap))
        heapq.heappush(heap, (visited, item.place, item))

    def best(self, now: float) -> tuple[float, T] | None:
        """Give the best item and its score; it stays in."""
        top, found, squared = -math.inf, None, self._squared
        for rate, heap in self._classes:
            while heap:
                visited, serial, item = heap[0]
                if item.place == serial:
                    age = now - visited
                    score = rate * age * age if squared else rate * age
                    if score > top:
                        top, found = score, item
                    break
                heapq.heappop(heap)
        return None if found is None else (top, found)


def drop(item: Placed) -> None:
    """Take an item out of the queue it stands in, if it does."""
    item.place = 0
