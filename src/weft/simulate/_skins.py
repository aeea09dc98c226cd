"""The skins: markup, addresses, language, kind of site and nuisances, mixed so that no one of them tells another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from weft.simulate._kinds import DEFAULT_TRAITS, Kind, Trait, UrlStyle
from weft.simulate._locale import LOCALES, Locale, TimeStyle
from weft.simulate._markup import (
    Answers,
    Articles,
    Bullets,
    Cards,
    Cells,
    Definitions,
    Journal,
    Mail,
    Markup,
    Mirrored,
    NestedTables,
    Shouting,
    Sidebars,
    Soup,
    Striped,
    Threaded,
    Utility,
)
from weft.simulate._views import View

# What young, tidy sites do without.
_TIDY = DEFAULT_TRAITS - {Trait.SESSION_IDS, Trait.SOFT_404, Trait.FIRST_PAGE_TWINS, Trait.FILE_TWINS} | {Trait.HINTS}
_OLD = DEFAULT_TRAITS - {Trait.TAGS, Trait.RELATED, Trait.NOFOLLOW}
# Blogs, questions and archives have no boards full of forum furniture.
_BARE = DEFAULT_TRAITS - {Trait.SESSION_IDS, Trait.MEMBERS, Trait.ONLINE, Trait.ANNOUNCEMENTS, Trait.MOVED_THREADS}
_MAIL = _BARE - {
    Trait.PROFILES,
    Trait.TAGS,
    Trait.RELATED,
    Trait.ACTIONS,
    Trait.LOGIN_WALLS,
    Trait.ADS,
    Trait.PRINT_VIEWS,
}


@dataclass(frozen=True, slots=True)
class Skin:
    """How one simulated site looks and behaves; `traits` are those it has when nobody chooses others."""

    name: str
    markup: Markup
    url_style: str
    locale: Locale
    kind: Kind
    traits: frozenset[Trait]

    @property
    def time_style(self) -> TimeStyle:
        """How the site writes times."""
        return self.locale.time_style

    def render(self, view: View) -> str:
        """Write the page that shows a view."""
        return self.markup.render(view, self.locale)


def _locale(code: str, style: TimeStyle) -> Locale:
    return LOCALES[code].using(style)


def _list_skins() -> tuple[Skin, ...]:
    return (*_list_forums(), *_list_others())


def _list_forums() -> tuple[Skin, ...]:
    forum, two = Kind.FORUM, frozenset({Trait.TWO_LAYOUTS})
    en, de, zh, ru, he, fr, es = "en", "de", "zh", "ru", "he", "fr", "es"
    time = TimeStyle
    return (
        Skin("oldtable", NestedTables(), UrlStyle.QUERY_START, _locale(en, time.AMERICAN), forum, _OLD),
        Skin("ledger", Cells(), UrlStyle.QUERY_PAGE, _locale(de, time.RECENT), forum, DEFAULT_TRAITS),
        Skin("bullets", Bullets(), UrlStyle.FOLDERS, _locale(en, time.NUMERIC), forum, DEFAULT_TRAITS),
        Skin("glossary", Definitions(), UrlStyle.DASHED, _locale(zh, time.NUMERIC), forum, _OLD),
        Skin("soup", Soup(), UrlStyle.OPAQUE, _locale(en, time.AGO), forum, _TIDY - {Trait.HINTS}),
        Skin("papers", Articles(), UrlStyle.FOLDERS, _locale(en, time.WORDED), forum, _TIDY),
        Skin(
            "tiles", Utility(), UrlStyle.QUERY_PAGE, _locale(ru, time.AGO), forum, _TIDY | {Trait.PERMALINK_REDIRECTS}
        ),
        Skin("stripes", Striped(), UrlStyle.ASPX, _locale(fr, time.WORDED), forum, DEFAULT_TRAITS),
        Skin("portal", Sidebars(), UrlStyle.QUERY_START, _locale(es, time.WORDED), forum, DEFAULT_TRAITS | two),
        Skin("mirror", Mirrored(), UrlStyle.ASPX, _locale(he, time.NUMERIC), forum, DEFAULT_TRAITS),
        Skin("loud", Shouting(), UrlStyle.QUERY_START, _locale(ru, time.NUMERIC), forum, _OLD - {Trait.FEEDS}),
        Skin("cards", Cards(), UrlStyle.OPAQUE, _locale(en, time.ISO), forum, _TIDY | two),
        Skin("maze", Bullets(), UrlStyle.LOOKALIKE, _locale(en, time.RECENT), forum, DEFAULT_TRAITS),
        Skin("dusk", Mirrored(), UrlStyle.DASHED, _locale(zh, time.ISO), forum, DEFAULT_TRAITS),
        Skin("tavern", Cells(), UrlStyle.LOOKALIKE, _locale(he, time.WORDED), forum, _OLD),
    )


def _list_others() -> tuple[Skin, ...]:
    en, de, zh, ru = "en", "de", "zh", "ru"
    time = TimeStyle
    return (
        Skin("answers", Answers(), UrlStyle.QUESTIONS, _locale(en, time.AGO), Kind.QA, _BARE | {Trait.HINTS}),
        Skin("riddles", Answers(), UrlStyle.QUERY_PAGE, _locale(zh, time.ISO), Kind.QA, _BARE),
        Skin("tree", Threaded(), UrlStyle.QUERY_PAGE, _locale(en, time.AGO), Kind.COMMENTS, _BARE),
        Skin("whispers", Threaded(), UrlStyle.FOLDERS, _locale(ru, time.WORDED), Kind.COMMENTS, _BARE - {Trait.ADS}),
        Skin("journal", Journal(), UrlStyle.DATES, _locale(en, time.WORDED), Kind.BLOG, _BARE | {Trait.HINTS}),
        Skin("chronicle", Journal(), UrlStyle.FOLDERS, _locale(de, time.NUMERIC), Kind.BLOG, _BARE),
        Skin("postbag", Mail(), UrlStyle.MONTHS, _locale(en, time.MAIL), Kind.MAILING_LIST, _MAIL),
        Skin("courier", Mail(), UrlStyle.DASHED, _locale(de, time.WORDED), Kind.MAILING_LIST, _MAIL),
    )


SKINS: Mapping[str, Skin] = MappingProxyType({skin.name: skin for skin in _list_skins()})
