"""The languages of simulated forums, by code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from weft.simulate._locale_base import Calendar, Locale, TimeStyle, write_mail_date
from weft.simulate._locale_de import GERMAN
from weft.simulate._locale_en import ENGLISH
from weft.simulate._locale_es import SPANISH
from weft.simulate._locale_fr import FRENCH
from weft.simulate._locale_he import HEBREW
from weft.simulate._locale_ru import RUSSIAN
from weft.simulate._locale_zh import CHINESE

__all__ = ["LOCALES", "Calendar", "Locale", "TimeStyle", "write_mail_date"]

LOCALES: Mapping[str, Locale] = MappingProxyType(
    {locale.code: locale for locale in (CHINESE, ENGLISH, FRENCH, GERMAN, HEBREW, RUSSIAN, SPANISH)}
)
