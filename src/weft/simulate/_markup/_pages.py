"""The base of all markups: one method a kind of view, and the pages that matter little, in three forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Protocol

from weft.simulate._locale import Locale
from weft.simulate._markup._document import Sheet, write_document
from weft.simulate._markup._prose import Prose
from weft.simulate._markup._text import Pen, escape, link, refer
from weft.simulate._views import (
    BoardRow,
    BoardView,
    EntryView,
    FormView,
    Frame,
    LinksView,
    MembersView,
    MessageView,
    Pager,
    PrintView,
    ProfileView,
    ThreadRow,
    ThreadView,
    View,
)


class Markup(Protocol):
    """Turns what a page shows into HTML; keeps no state, so the same view gives the same text."""

    def render(self, view: View, locale: Locale) -> str:
        """Write the whole document."""


class Pages(ABC):
    """A markup by methods: `shell` writes what stands around each page's content, the others the content.

    `key` begins the class names of the pages that all markups share in form.
    """

    key: ClassVar[str]
    sheet: ClassVar[Sheet]
    prose: ClassVar[Prose] = Prose()

    def render(self, view: View, locale: Locale) -> str:
        """Write the whole document."""
        pen = Pen(locale, view.frame.now)
        body = self._content(view, pen)
        if not isinstance(view, PrintView):
            body = self.shell(view.frame, body, pen)
        return self.document(view.frame, pen, body)

    def document(self, frame: Frame, pen: Pen, body: str) -> str:
        """Write head and body; markups with a head of their own take its place."""
        return write_document(frame, pen.locale, self.sheet, body)

    def _content(self, view: View, pen: Pen) -> str:
        match view:
            case ThreadView():
                return self.thread(view, pen)
            case BoardView():
                return self.board(view, pen)
            case EntryView():
                return self.entry(view, pen)
            case ProfileView():
                return self.profile(view, pen)
            case MembersView():
                return self.members(view, pen)
            case LinksView():
                return self.links(view, pen)
            case FormView():
                return self.form(view, pen)
            case MessageView():
                return self.message(view, pen)
            case PrintView():
                return self.printout(view, pen)

    @abstractmethod
    def shell(self, frame: Frame, content: str, pen: Pen) -> str:
        """Write header, menus, breadcrumbs and footer around the content."""

    @abstractmethod
    def pager(self, pager: Pager, pen: Pen) -> str:
        """Write the bar that flips the pages of a list; nothing for a list of one page."""

    @abstractmethod
    def entry(self, view: EntryView, pen: Pen) -> str:
        """Write the front page."""

    @abstractmethod
    def board(self, view: BoardView, pen: Pen) -> str:
        """Write a page of a board."""

    @abstractmethod
    def thread(self, view: ThreadView, pen: Pen) -> str:
        """Write a page of a thread."""

    @abstractmethod
    def profile(self, view: ProfileView, pen: Pen) -> str:
        """Write a user's page."""

    @abstractmethod
    def members(self, view: MembersView, pen: Pen) -> str:
        """Write a page of the member list."""

    @abstractmethod
    def links(self, view: LinksView, pen: Pen) -> str:
        """Write a page of links."""

    def form(self, view: FormView, pen: Pen) -> str:
        """Write a page with a form."""
        return (
            f"<h2>{escape(view.title)}</h2><p>{escape(view.message)}</p>"
            f'<form class="{self.key}-form" action="{escape(view.action)}" method="{escape(view.method)}">'
            + "".join([f"<p>{field}</p>" for field in form_fields(view)])
            + f'<p><input type="submit" value="{pen.word("submit")}"></p></form>'
        )

    def message(self, view: MessageView, pen: Pen) -> str:
        """Write a notice."""
        return (
            f'<div class="{self.key}-notice"><h2>{escape(view.title)}</h2><p>{escape(view.message)}</p>'
            f"<p>{link(view.frame.home)}</p></div>"
        )

    def printout(self, view: PrintView, pen: Pen) -> str:
        """Write a thread for paper."""
        posts = [
            f"<hr><p><b>{escape(post.author.text)}</b> - {pen.time(post.time)}</p>{self.prose.write(post, pen)}"
            for post in view.posts
        ]
        return f"<h1>{escape(view.title)}</h1><p>{link(view.frame.home)}</p>{''.join(posts)}<hr>"


class TabularPages(Pages):
    """Lesser pages as tables."""

    def profile(self, view: ProfileView, pen: Pen) -> str:
        """Write a user's page."""
        facts = (*view.fields, (pen.locale.words["joined"], pen.time(view.joined)))
        rows = "".join([f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts])
        recent = "".join([f'<tr><td colspan="2">{link(item)}</td></tr>' for item in view.recent])
        return (
            f'<table class="{self.key}-user"><caption>{escape(view.name)}</caption>{rows}'
            f'<tr><th colspan="2">{pen.word("recent")}</th></tr>{recent}</table>'
        )

    def members(self, view: MembersView, pen: Pen) -> str:
        """Write a page of the member list."""
        rows = "".join(
            [
                f"<tr><td>{link(row.user)}</td><td>{row.posts}</td><td>{pen.time(row.joined)}</td></tr>"
                for row in view.rows
            ]
        )
        sorts = "".join([f"<th>{link(item)}</th>" for item in view.sorts])
        return (
            f'<h2>{escape(view.title)}</h2><table class="{self.key}-people"><tr>{sorts}</tr>{rows}</table>'
            + self.pager(view.pager, pen)
        )

    def links(self, view: LinksView, pen: Pen) -> str:
        """Write a page of links, seven a row."""
        width = 7 if view.grid else 1
        cells = [f"<td>{link(item)}</td>" for item in view.links]
        rows = "".join([f"<tr>{''.join(cells[at : at + width])}</tr>" for at in range(0, len(cells), width)])
        return (
            f'<h2>{escape(view.title)}</h2><p>{escape(view.intro)}</p><table class="{self.key}-links">{rows}</table>'
            + self.pager(view.pager, pen)
        )


class ListedPages(Pages):
    """Lesser pages as lists."""

    def profile(self, view: ProfileView, pen: Pen) -> str:
        """Write a user's page."""
        facts = "".join([f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in view.fields])
        recent = "".join([f"<li>{link(item)}</li>" for item in view.recent])
        return (
            f'<h1>{escape(view.name)}</h1><dl class="{self.key}-facts">{facts}<dt>{pen.word("joined")}</dt>'
            f"<dd>{pen.time(view.joined)}</dd></dl><ul>{recent}</ul>"
        )

    def members(self, view: MembersView, pen: Pen) -> str:
        """Write a page of the member list."""
        rows = [
            f"<li>{link(row.user)} <em>{row.posts} {pen.word('posts')}</em> <small>{pen.time(row.joined)}</small></li>"
            for row in view.rows
        ]
        sorts = "".join([f"<li>{link(item)}</li>" for item in view.sorts])
        return (
            f'<h1>{escape(view.title)}</h1><ul class="{self.key}-sorts">{sorts}</ul>'
            f'<ol class="{self.key}-people">{"".join(rows)}</ol>{self.pager(view.pager, pen)}'
        )

    def links(self, view: LinksView, pen: Pen) -> str:
        """Write a page of links."""
        items = "".join([f"<li>{link(item)}</li>" for item in view.links])
        name = "days" if view.grid else "index"
        return (
            f'<h1>{escape(view.title)}</h1><p>{escape(view.intro)}</p><ul class="{self.key}-{name}">{items}</ul>'
            + self.pager(view.pager, pen)
        )


class BlockPages(Pages):
    """Lesser pages as blocks."""

    def profile(self, view: ProfileView, pen: Pen) -> str:
        """Write a user's page."""
        facts = "".join([f"<div><i>{escape(name)}</i> <b>{escape(value)}</b></div>" for name, value in view.fields])
        recent = "".join([f"<div>{link(item)}</div>" for item in view.recent])
        return (
            f'<section class="{self.key}-user"><h2>{escape(view.name)}</h2>{facts}'
            f"<div>{pen.word('joined')} {pen.machine_time(view.joined)}</div></section><section>{recent}</section>"
        )

    def members(self, view: MembersView, pen: Pen) -> str:
        """Write a page of the member list."""
        rows = [
            f'<div class="{self.key}-person">{link(row.user)}<span>{row.posts}</span>'
            f"{pen.machine_time(row.joined)}</div>"
            for row in view.rows
        ]
        sorts = " ".join([link(item) for item in view.sorts])
        return f"<h2>{escape(view.title)}</h2><nav>{sorts}</nav><section>{''.join(rows)}</section>" + self.pager(
            view.pager, pen
        )

    def links(self, view: LinksView, pen: Pen) -> str:
        """Write a page of links."""
        items = "".join([f"<span>{link(item)}</span>" for item in view.links])
        name = "grid" if view.grid else "cloud"
        return (
            f'<h2>{escape(view.title)}</h2><p>{escape(view.intro)}</p><div class="{self.key}-{name}">{items}</div>'
            + self.pager(view.pager, pen)
        )


def form_fields(view: FormView) -> list[str]:
    """Write the fields of a form, each with its label."""
    return [
        f'<label>{escape(name)} <input name="{escape(name)}" type="{escape(kind)}"></label>'
        for name, kind in view.fields
    ]


def write_categories(view: EntryView, pen: Pen, write: Callable[[BoardRow, Pen], str], form: str) -> str:
    """Write the groups of the front page: `form` has a {title} and {rows}, each row by `write`."""
    return "".join(
        [
            form.format(title=link(category.title), rows="".join([write(row, pen) for row in category.boards]))
            for category in view.categories
        ]
    )


def write_stats(view: EntryView, form: str, joiner: str = "") -> str:
    """Write the front page's counts: `form` has a {name} and a {value}."""
    return joiner.join([form.format(name=escape(name), value=escape(value)) for name, value in view.stats])


def latest_items(rows: tuple[ThreadRow, ...], pen: Pen) -> list[str]:
    """Write the entries of a 'latest posts' box."""
    return [
        f"{link(row.title)} {pen.word('by')} {link(row.author)}"
        + (f" ({refer(row.last.href, pen.time(row.last.time))})" if row.last is not None else "")
        for row in rows
    ]
