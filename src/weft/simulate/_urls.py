"""The URL styles by name."""

from __future__ import annotations

from collections.abc import Callable

from weft.errors import UsageError
from weft.simulate._kinds import Kind, UrlStyle
from weft.simulate._model import ForumModel
from weft.simulate._places import PageSizes, Style
from weft.simulate._urls_path import DashedStyle, DateStyle, FolderStyle, MonthStyle, QuestionStyle
from weft.simulate._urls_query import CAMEL_WORDS, LONG_WORDS, SHORT_WORDS, QueryStyle
from weft.simulate._urls_scrambled import LookalikeStyle, OpaqueStyle

_STYLES: dict[UrlStyle, Callable[[ForumModel, PageSizes], Style]] = {
    UrlStyle.QUERY_START: lambda _, sizes: QueryStyle("/forum/", SHORT_WORDS, sizes, by_offset=True, relative=True),
    UrlStyle.QUERY_PAGE: lambda _, sizes: QueryStyle("/community/bb/", LONG_WORDS, sizes),
    UrlStyle.ASPX: lambda _, sizes: QueryStyle("/Community/", CAMEL_WORDS, sizes, suffix=".aspx", relative=True),
    UrlStyle.FOLDERS: lambda model, _: FolderStyle(model),
    UrlStyle.DASHED: lambda model, _: DashedStyle(model),
    UrlStyle.OPAQUE: lambda model, _: OpaqueStyle(model),
    UrlStyle.LOOKALIKE: LookalikeStyle,
    UrlStyle.QUESTIONS: lambda model, _: QuestionStyle(model),
    UrlStyle.DATES: lambda model, _: DateStyle(model),
    UrlStyle.MONTHS: lambda model, _: MonthStyle(model),
}


def make_style(name: str, model: ForumModel, sizes: PageSizes) -> Style:
    """Give the style of a name; raises UsageError for a name that is none."""
    if name not in _STYLES:
        raise UsageError(f"there is no URL style {name!r}; there are: {', '.join(_STYLES)}")
    if name == UrlStyle.MONTHS and model.kind is not Kind.MAILING_LIST:
        raise UsageError("the URL style 'months' is for mailing lists only")
    return _STYLES[UrlStyle(name)](model, sizes)
