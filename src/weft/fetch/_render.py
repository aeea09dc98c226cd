"""Rendering behind a protocol: what a browser makes of a page that was fetched, and what the fetcher does with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from weft.fetch._outcome import Fetched, Outcome
from weft.page import is_html

# Asks for something that a page needs to show itself, one hop, under all rules of the fetcher: address, headers.
Ask = Callable[[str, tuple[tuple[str, str], ...]], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class Rendered:
    """What came of rendering: HTML in UTF-8 with the boxes of its elements, or why there is none.

    `requests` were made for it beyond that of the page; `problem` may stand beside a document that is not whole.
    """

    html: bytes = b""
    problem: str = ""
    requests: int = 0


class Renderer(Protocol):
    """Shows a fetched page with its scripts run. Never raises for what a page does; asks for nothing but through `ask`.

    Raises WeftError when there is nothing to render with.
    """

    async def render(self, page: Fetched, ask: Ask) -> Rendered:
        """Give the document as it stands when its scripts have come to rest."""

    def remarks(self) -> tuple[str, ...]:
        """Say in sentences what a person should know about the pages rendered so far."""

    async def close(self) -> None:
        """Let go of everything; may be called twice."""


class MemoryRenderer:
    """A Renderer without a browser: documents come from a function, which may ask for parts."""

    def __init__(self, show: Callable[[Fetched, Ask], Awaitable[Rendered]]) -> None:
        self._show = show

    async def render(self, page: Fetched, ask: Ask) -> Rendered:
        """Ask the function."""
        return await self._show(page, ask)

    def remarks(self) -> tuple[str, ...]:
        """Nothing to remark on."""
        return ()

    async def close(self) -> None:
        """Nothing to let go of."""


def is_renderable(outcome: Outcome) -> bool:
    """Tell whether an outcome is a whole page that a reader would see."""
    return (
        isinstance(outcome, Fetched)
        and 200 <= outcome.exchange.status < 300
        and not outcome.problem
        and is_html(outcome.exchange.media_type, outcome.content)
    )


def put_rendered(outcome: Fetched, rendered: Rendered) -> Fetched:
    """Give an outcome with what was rendered in the place of what came; as it came where nothing was."""
    outcome = dataclasses.replace(outcome, problem=rendered.problem, further=rendered.requests)
    if not rendered.html:
        return outcome
    exchange = dataclasses.replace(outcome.exchange, rendered=rendered.html)
    return dataclasses.replace(outcome, exchange=exchange, content=rendered.html)
