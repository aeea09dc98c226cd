"""Simulated forums without any dress: every link and text of a page, and nothing else."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from functools import lru_cache
from html import escape

from selectolax.lexbor import LexborHTMLParser

from weft.simulate import DEFAULT_TRAITS, LOCALES, ForumModel, Kind, Locale, Site, UrlStyle
from weft.urls import resolve

AT = datetime(2024, 1, 1, tzinfo=UTC)
COOKIE = {"visit": "known"}
KIND_OF = {UrlStyle.MONTHS: Kind.MAILING_LIST, UrlStyle.QUESTIONS: Kind.QA, UrlStyle.DATES: Kind.BLOG}


class BareMarkup:
    """Writes every link and text of a view and nothing else."""

    def render(self, view, locale: Locale) -> str:
        base = f'<base href="{escape(view.frame.base)}">' if view.frame.base else ""
        hints = f'<link rel="canonical" href="{escape(view.frame.canonical)}">' if view.frame.canonical else ""
        return f"<html><head>{base}{hints}</head><body>{''.join(self._write(view))}</body></html>"

    def _write(self, value):
        if isinstance(value, tuple):
            for item in value:
                yield from self._write(item)
        elif is_dataclass(value):
            if getattr(value, "href", ""):
                yield f'<a rel="{getattr(value, "rel", "")}" href="{escape(value.href)}">'
            names = [f.name for f in fields(value) if f.name not in {"href", "rel", "canonical", "base"}]
            for name in names:
                if name == "id":
                    yield f"<post {value.id}>"
                yield from self._write(getattr(value, name))
        elif isinstance(value, str):
            yield escape(value) + "\n"


BARE = BareMarkup()


@dataclass(frozen=True)
class BareSkin:
    url_style: str
    locale: Locale
    kind: Kind = Kind.FORUM
    name: str = "bare"
    markup: BareMarkup = BARE
    traits: frozenset = DEFAULT_TRAITS


@lru_cache
def make_site(
    style: str = "query-start", traits=DEFAULT_TRAITS, threads: int = 60, code: str = "en", kind: Kind | None = None
):
    kind = kind or KIND_OF.get(style, Kind.FORUM)
    model = ForumModel(locale=LOCALES[code], kind=kind, seed=5, threads=threads)
    return Site(BareSkin(style, LOCALES[code], kind), model, traits, base_url="http://forum.example")


def get(site: Site, url: str, at: datetime = AT, cookies=COOKIE):
    return site.answer(url, at, cookies)


def links_of(site: Site, url: str, at: datetime = AT, cookies=COOKIE) -> list[str]:
    page = LexborHTMLParser(get(site, url, at, cookies).body)
    base = next((node.attributes["href"] for node in page.css("base[href]")), url)
    found = (resolve(node.attributes["href"] or "", base) for node in page.css("a[href]"))
    return [link for link in found if link and link.startswith(site.base_url + "/")]


@lru_cache
def walk(site: Site, at: datetime = AT) -> dict[str, str]:
    """Follow every link whose truth is wanted and new; give key -> first address."""
    reached, waiting = {"entry": site.entry_url}, deque([site.entry_url])
    while waiting:
        for link in links_of(site, waiting.popleft(), at):
            key = site.truth(link, at).key
            if key and key not in reached:
                reached[key] = link
                waiting.append(link)
    return reached


def wanted_url(site: Site, key: str, at: datetime = AT) -> str:
    return next(url for url, truth in site.all_truth(at) if truth.key == key)
