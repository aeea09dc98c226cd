"""What is told to have changed, the most posts a request first; and what could not be had and is tried again later."""

from __future__ import annotations

import heapq

from weft.refresh._values import DAY_S, MINUTE_S
from weft.refresh._weft_state import ListState

TRIES = 6  # after so many failures in a row a list waits until it is told of anew


class Hot:
    """Lists by worth, the oldest of equals; one that is put again takes its new place."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, float, int, ListState]] = []
        self._later: list[tuple[float, int, float, ListState]] = []
        self._serial = 0

    def put(self, state: ListState, worth: float) -> None:
        """Put a list in; `state.alarmed` says since when it waits."""
        self._serial += 1
        state.stamp = self._serial
        heapq.heappush(self._heap, (-worth, state.alarmed, self._serial, state))

    def put_off(self, state: ListState, worth: float, now: float) -> None:
        """Try again later what failed, ever later; give up in the end."""
        if state.fails >= TRIES or state.dead:
            state.waiting = 0.0
            return
        self._serial += 1
        due = now + min(DAY_S, MINUTE_S * 4.0**state.fails)
        heapq.heappush(self._later, (due, self._serial, worth, state))

    def take(self, now: float) -> ListState | None:
        """Take the best out; what is under way or no longer waits is passed over."""
        while self._later and self._later[0][0] <= now:
            _, _, worth, state = heapq.heappop(self._later)
            if state.waiting > 0:
                self.put(state, worth)
        while self._heap:
            _, _, serial, state = heapq.heappop(self._heap)
            if state.stamp == serial and not state.flying and state.waiting > 0:
                return state
        return None
