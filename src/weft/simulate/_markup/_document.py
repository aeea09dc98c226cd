"""The HTML document around a page's body."""

from __future__ import annotations

from dataclasses import dataclass

from weft.simulate._locale import Locale
from weft.simulate._markup._text import escape
from weft.simulate._views import Frame


@dataclass(frozen=True, slots=True)
class Sheet:
    """A markup's own head: doctype, what `html` and `body` carry, style and script."""

    style: str
    script: str = ""
    doctype: str = "<!DOCTYPE html>"
    html: str = ""
    body: str = ""
    meta: str = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    end: str = ">"  # " />" where the markup is XHTML


def write_document(frame: Frame, locale: Locale, sheet: Sheet, body: str) -> str:
    """Write the whole page."""
    direction = ' dir="rtl"' if locale.rtl else ""
    return (
        f'{sheet.doctype}\n<html lang="{locale.code}"{direction}{sheet.html}>\n<head>\n'
        f'<meta charset="utf-8"{sheet.end}\n{write_head(frame, sheet.end)}{sheet.meta}\n'
        f'<link rel="stylesheet" href="/style.css"{sheet.end}\n'
        f"<style>{sheet.style}</style>\n<script>{sheet.script}</script>\n</head>\n"
        f"<body{sheet.body}>\n{body}\n</body>\n</html>\n"
    )


def write_head(frame: Frame, end: str = ">") -> str:
    """Write title and what the frame tells machines; empty fields leave no element."""
    parts = [f"<title>{escape(frame.page_title)} - {escape(frame.site_title)}</title>"]
    if frame.base:
        parts.append(f'<base href="{escape(frame.base)}"{end}')
    if frame.meta_robots:
        parts.append(f'<meta name="robots" content="{escape(frame.meta_robots)}"{end}')
    for rel, href in (("canonical", frame.canonical), ("next", frame.next_href), ("prev", frame.prev_href)):
        if href:
            parts.append(f'<link rel="{rel}" href="{escape(href)}"{end}')
    if frame.feed:
        title = escape(frame.site_title)
        parts.append(
            f'<link rel="alternate" type="application/rss+xml" title="{title}" href="{escape(frame.feed)}"{end}'
        )
    return "\n".join(parts) + "\n"
