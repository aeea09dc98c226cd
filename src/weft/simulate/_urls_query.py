"""Addresses whose meaning stands in the query: ids with offsets, ids with page numbers, .aspx."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weft.simulate._places import FIELDS, FORBIDDEN, PageSizes, Place, Spot, build_place


@dataclass(frozen=True, slots=True)
class QueryWords:
    """What one site calls its pages and parameters."""

    pages: Mapping[Spot, str]
    ids: Mapping[Spot, str]  # the id's name, by spot
    names: Mapping[str, str]  # names of the other fields
    entry: str  # the entry's own page name, twin of the bare folder


_TOOL_PAGES: dict[Spot, str] = {spot: spot.value.replace("_", "") for spot in Spot if spot is not Spot.ENTRY}
SHORT_WORDS = QueryWords(
    {**_TOOL_PAGES, Spot.BOARD: "room", Spot.THREAD: "talk", Spot.POST: "talk", Spot.LAST: "talk", Spot.FILE: "get"},
    {Spot.BOARD: "r", Spot.THREAD: "t", Spot.POST: "m", Spot.LAST: "newest", Spot.PROFILE: "who"},
    {"page": "start", "sort": "by", "filter": "span", "word": "do"},
    "main",
)
LONG_WORDS = QueryWords(
    {**_TOOL_PAGES, Spot.BOARD: "browse", Spot.THREAD: "read", Spot.POST: "read", Spot.FILE: "download"},
    {Spot.BOARD: "section", Spot.THREAD: "topic", Spot.POST: "message", Spot.PROFILE: "person"},
    {"page": "page", "sort": "order", "filter": "since", "word": "mode"},
    "welcome",
)
CAMEL_WORDS = QueryWords(
    {**{spot: page.capitalize() for spot, page in _TOOL_PAGES.items()}, Spot.BOARD: "List", Spot.THREAD: "Read"},
    {Spot.BOARD: "BoardID", Spot.THREAD: "TopicID", Spot.POST: "MessageId", Spot.PROFILE: "UserID"},
    {"page": "PageNo", "sort": "SortBy", "filter": "Period", "word": "Mode"},
    "Default",
)


class QueryStyle:
    """A page name and parameters; `by_offset` writes a page as the number of entries before it."""

    base_element = False

    def __init__(
        self,
        base: str,
        words: QueryWords,
        sizes: PageSizes,
        *,
        suffix: str = "",
        by_offset: bool = False,
        relative: bool = False,
    ) -> None:
        self.base = base
        self.relative = relative
        self._words = words
        self._sizes = sizes
        self._suffix = suffix
        self._by_offset = by_offset
        # .aspx servers do not look at case, so neither do we there
        self._fold = bool(suffix)

    def write(self, place: Place) -> str:
        """Give `page?id=..&page=..`; defaults are left out unless asked for."""
        if place.spot is Spot.ENTRY:
            return f"{self._words.entry}{self._suffix}" if place.explicit else ""
        pairs = [f"{self._name(place.spot, field)}={text}" for field, text in self._fields(place)]
        page = self._words.pages[place.spot] + self._suffix
        return page + ("?" + "&".join(pairs) if pairs else "")

    def read(self, path: str, query: dict[str, str]) -> Place | None:
        """Give the place of a page name with its parameters."""
        if path == "" or self._same(path, self._words.entry + self._suffix):
            return Place(Spot.ENTRY, explicit=bool(path))
        given = {key.lower(): value for key, value in query.items()} if self._fold else query
        for spot, page in self._words.pages.items():
            if self._same(path, page + self._suffix):
                place = self._build(spot, given)
                if place is not None:
                    return place
        return None

    def forbidden(self) -> tuple[str, ...]:
        """Give the forbidden pages' paths."""
        return tuple(self.base + self._words.pages[spot] + self._suffix for spot in FORBIDDEN)

    def _build(self, spot: Spot, query: dict[str, str]) -> Place | None:
        fields = {}
        for field in FIELDS.get(spot, ()):
            name = self._name(spot, field)
            if (text := query.get(name.lower() if self._fold else name)) is not None:
                fields[field] = text
        if "page" in fields and self._by_offset and spot is not Spot.CALENDAR:
            fields["page"] = self._page_of(spot, fields["page"])
        return build_place(spot, fields)

    def _page_of(self, spot: Spot, offset: str) -> str:
        if not (offset.isascii() and offset.isdigit() and len(offset) < 10):
            return offset
        return str(int(offset) // self._sizes.of(spot) + 1)

    def _fields(self, place: Place) -> list[tuple[str, str]]:
        return [(field, self._text(place, field)) for field in FIELDS.get(place.spot, ()) if _is_written(place, field)]

    def _text(self, place: Place, field: str) -> str:
        if field == "page" and self._by_offset and place.spot is not Spot.CALENDAR:
            return str((place.page - 1) * self._sizes.of(place.spot))
        return str(getattr(place, field))

    def _name(self, spot: Spot, field: str) -> str:
        return (
            self._words.ids.get(spot, "id" if not self._fold else "ID") if field == "id" else self._words.names[field]
        )

    def _same(self, left: str, right: str) -> bool:
        return left.lower() == right.lower() if self._fold else left == right


def _is_written(place: Place, field: str) -> bool:
    if field == "page":
        return place.page != 1 or place.explicit
    return field == "id" or bool(getattr(place, field))
