"""What was sampled of a site, read for learning."""

from __future__ import annotations

from functools import cache
from urllib.parse import urljoin

import pytest

from weft.page import Link, Page, is_html, read_page
from weft.simulate import Site, TruthKind, make_site
from weft.traversal import Ground, Sample
from weft.traversal._survey import Survey
from weft.traversal._view import Column, View
from weft.urls import Scope, canonicalise

HOST = "http://h.example"
NAMES = ("bcdfg", "hjklm", "npqrs", "tvwxz", "cbdfg", "dbcfg", "fbcdg", "gbcdf", "jhklm", "khjlm", "lhjkm", "mhjkl")
MENU = (
    '<ul><li><a href="/f/">Home</a></li><li><a href="/f/search">Search</a></li><li><a href="/f/help">Help</a></li></ul>'
)


def page_of(path: str, body: str) -> Sample:
    url = HOST + path
    return Sample(url, url, 200, read_page(url, f"<title>{path}</title>{body}".encode()))


def board(number: int, *, session: str = "") -> Sample:
    """A board of eight threads, with a date, a number of replies and the last post's author in each row."""
    rows = "".join(
        f'<tr><td><a href="/f/t/{n}{session}">Thread about subject {n}</a></td><td>{3 * n} replies</td>'
        f'<td>2024-03-0{n % 8 + 1} 12:30 <a href="/f/u/{n % 3}">user{n % 3}</a></td></tr>'
        for n in range(8 * number, 8 * number + 8)
    )
    return page_of(f"/f/b/{number}{session}", f"{MENU}<h1>Board {number}</h1><table>{rows}</table>")


def survey_of(*samples: Sample, ground: Ground | None = None) -> Survey:
    survey = Survey(ground or Ground(Scope(HOST, "/f/")))
    survey.add(samples)
    return survey


def column_to(view: View, beginning: str) -> Column:
    return next(column for column in view.columns if column.urls[0].startswith(HOST + beginning))


def test_what_links_of_all_posts_begin_with_names_nothing():
    """Icons beside each post say long sentences: a reader of them reads no titles, unless each says another."""
    words = "A text of some words that somebody wrote, and some more of them. "

    def thread(said: str) -> View:
        posts = "".join(
            f'<div><p>{3 + n} March 2021, 14:0{n}</p><p>{words * 3}</p><a href="/f/u/{n}">{said.format(n)}</a>'
            f'<a href="/f/edit/{n}">Edit or delete this message</a></div>'
            for n in range(1, 7)
        )
        return survey_of(page_of("/f/t/1", f"{MENU}<h1>A title</h1>{posts}")).views[f"{HOST}/f/t/1"]

    assert thread("Click here to see the profile of user{}").names_nothing
    assert not thread("{} users say things about this").names_nothing


class TestAdding:
    """Every answer is taken in for what it is."""

    def test_pages_failures_and_redirects_are_known_by_the_url_asked_for(self):
        """None is asked for twice."""
        page = board(1)
        moved = Sample(f"{HOST}/f/old", page.url, 200, page.page)
        missing = Sample(f"{HOST}/f/gone", f"{HOST}/f/gone", 404, problem="HTTP 404")
        survey = survey_of(moved, missing)
        assert set(survey.views) == {page.url}
        assert survey.redirects == {moved.url: page.url}
        assert set(survey.failures) == {missing.url}
        assert all(map(survey.knows, (page.url, moved.url, missing.url)))
        assert not survey.knows(f"{HOST}/f/b/2")

    def test_an_error_page_is_no_view(self):
        """Whatever it looks like."""
        page = board(1).page
        survey = survey_of(Sample(f"{HOST}/f/x", f"{HOST}/f/x", 500, page))
        assert survey.views == {}
        assert survey.knows(f"{HOST}/f/x")

    def test_what_is_derived_is_made_anew(self):
        """A link is one of the frame as soon as it stands on enough pages."""
        survey = survey_of(board(1), board(2))
        assert survey.common == frozenset()
        survey.add([board(3)])
        assert f"{HOST}/f/search" in survey.common

    def test_links_outside_the_scope_or_not_allowed_are_not_there(self):
        """A strategy cannot ask for what it does not see."""

        def allows(link: Link, _page: Page) -> bool:
            return "/u/" not in link.href

        sample = page_of("/f/b/1", '<a href="/f/t/1">a thread</a><a href="/f/u/1">x</a><a href="/shop">shop</a>')
        survey = survey_of(sample, ground=Ground(Scope(HOST, "/f/"), allows=allows))
        assert survey.views[sample.url].urls == {f"{HOST}/f/t/1"}

    def test_pictures_and_films_are_no_pages(self):
        """However many posts have one; what only asks for a picture by name is one."""
        names = ("IMG_1.JPG", "a.avif", "b.webm", "c.png?size=large")
        body = "".join(f'<a href="/f/files/{name}">full</a>' for name in names) + '<a href="/f/view?f=a.png">view</a>'
        survey = survey_of(sample := page_of("/f/b/1", body))
        assert survey.views[sample.url].urls == {f"{HOST}/f/view?f=a.png"}

    def test_a_page_without_any_link_or_list_is_a_view(self):
        """And nothing that is asked of it fails."""
        survey = survey_of(page_of("/f/empty", "<p>Nothing here yet.</p>"))
        view = survey.views[f"{HOST}/f/empty"]
        assert view.arcs == view.columns == ()
        assert view.kind in ("index", "thread")
        assert not view.has_posts
        assert survey.frame == frozenset()
        assert survey.forms.get(view.url) is not None


class TestFrame:
    """What stands on most pages is the frame of the site, however a page's lists are cut."""

    @staticmethod
    def framed(path: str, main: str) -> Sample:
        """A page with blocks at its side: on a page with much to list they are rows of one list, else lists."""
        said = "".join(f'<li><a href="/f/c/{n}">Words of comment {n}</a><br>{n} days ago</li>' for n in range(3, 9))
        people = "".join(f'<li><a href="/f/u/{n}">user{n}</a></li>' for n in range(3))
        blocks = f'<div class="block"><h2>Recent comments</h2><ul>{said}</ul></div>'
        blocks += f'<div class="block"><h2>New people</h2><ul>{people}</ul></div>'
        tools = f'<div class="block"><h2>Tools</h2>{MENU}</div>'
        return page_of(
            path, f"<div id=page><div id=main><h1>{path}</h1>{main}</div><div id=side>{tools}{blocks}</div></div>"
        )

    def test_a_block_at_the_side_is_frame_on_every_page(self):
        """Else its links would be rows of some pages, and these lists of threads."""
        rows = [
            f'<tr><td><a href="/f/t/{n}">Thread {n} on a subject</a></td><td>2024-03-0{n % 8 + 1}</td></tr>'
            for n in range(24)
        ]
        boards = [self.framed(f"/f/b/{n}", f"<table>{''.join(rows[12 * n : 12 * n + 12])}</table>") for n in range(2)]
        others = [
            self.framed(f"/f/{name}", f"<p>{'Some words about this. ' * 9}</p>") for name in ("about", "help", "note")
        ]
        survey = survey_of(*boards, *others)
        said = [arc for view in survey.views.values() for arc in view.arcs if "/f/c/" in arc.url]
        assert len({arc.place for arc in said}) > 1
        assert all((arc.place, arc.url) in survey.frame for arc in said)


class TestKeys:
    """Query keys that change nothing."""

    def test_a_dropped_key_is_gone_from_pages_and_links_but_still_asked_with(self):
        """The site may need it."""
        survey = survey_of(board(1, session="?sid=0a1b2c"))
        survey.drop("sid")
        (view,) = survey.views.values()
        assert view.url == f"{HOST}/f/b/1"
        assert f"{HOST}/f/t/9" in view.urls
        assert survey.as_written(f"{HOST}/f/t/9") == f"{HOST}/f/t/9?sid=0a1b2c"
        assert survey.knows(survey.clean(f"{HOST}/f/b/1?sid=ffffff"))

    def test_pages_that_differ_by_it_become_one(self):
        """Samples of both are one view."""
        survey = survey_of(board(1), board(1, session="?sid=0a1b2c"), board(2))
        assert len(survey.views) == 3
        survey.drop("sid")
        assert set(survey.views) == {f"{HOST}/f/b/1", f"{HOST}/f/b/2"}

    def test_failures_are_known_without_it_too(self):
        """What failed is not asked for again."""
        url = f"{HOST}/f/x?sid=1"
        survey = survey_of(board(1), Sample(url, url, 404, problem="HTTP 404"))
        survey.drop("sid")
        assert survey.knows(f"{HOST}/f/x")


class TestRows:
    """Links that stand alike in the rows of a list."""

    def test_columns_are_those_a_person_sees(self):
        """The title's and the author's."""
        view = survey_of(board(1)).views[f"{HOST}/f/b/1"]
        titles, authors = column_to(view, "/f/t/"), column_to(view, "/f/u/")
        assert len(titles.urls) == titles.rows == 8
        assert len(authors.urls) == 3

    def test_the_size_of_a_row_is_its_largest_number_but_for_dates(self):
        """The number of replies, not the year."""
        view = survey_of(board(1)).views[f"{HOST}/f/b/1"]
        sizes = [view.row_size(arc) for arc in column_to(view, "/f/t/").arcs]
        assert sizes == [3 * n for n in range(8, 16)]

    def test_a_link_outside_of_lists_has_no_size(self):
        """Nothing is counted there."""
        view = survey_of(page_of("/f/x", "<p>12345 posts, see <a href='/f/y'>there</a></p>")).views[f"{HOST}/f/x"]
        assert [view.row_size(arc) for arc in view.arcs] == [0]

    def test_menus_are_told_from_columns_by_standing_everywhere(self):
        """From three pages on."""
        survey = survey_of(*(board(n) for n in range(1, 5)))
        view = survey.views[f"{HOST}/f/b/1"]
        menu = next(column for column in view.columns if f"{HOST}/f/search" in column.urls)
        assert survey.is_menu(menu)
        assert not survey.is_menu(column_to(view, "/f/t/"))

    def test_likeness_is_that_of_own_content(self):
        """Two boards share their frame and are still different; a page is like itself."""
        survey = survey_of(*(board(n) for n in range(1, 5)))
        assert survey.likeness(f"{HOST}/f/b/1", f"{HOST}/f/b/1") == 1.0
        assert survey.likeness(f"{HOST}/f/b/1", f"{HOST}/f/b/3") < 0.8


def ask(site: Site, url: str) -> Sample:
    final = url
    for _ in range(4):
        answer = site.answer(final, site.model.end)
        headers = {name.lower(): value for name, value in answer.headers}
        if not 300 <= answer.status < 400:
            break
        final = canonicalise(urljoin(final, headers["location"])) or final
    is_page = answer.status == 200 and is_html(headers.get("content-type", "").partition(";")[0], answer.body)
    page = read_page(final, answer.body, headers["content-type"]) if is_page else None
    return Sample(url, final, answer.status, page, "" if page else "no page")


@cache
def surveyed(skin: str) -> tuple[Site, Survey]:
    """The entry, three boards and six threads of a simulated site."""
    site = make_site(skin, threads=40)
    truth = [(url, truth) for url, truth in site.all_truth(site.model.end) if truth.page == 1]
    boards = [url for url, truth in truth if truth.kind is TruthKind.INDEX][:3]
    threads = [url for url, truth in truth if truth.kind is TruthKind.THREAD][:6]
    survey = Survey(Ground(Scope.around(site.entry_url, [])))
    survey.add(ask(site, url) for url in (site.entry_url, *boards, *threads))
    return site, survey


@pytest.mark.parametrize("skin", ["oldtable", "bullets", "tiles", "mirror", "answers", "journal"])
class TestSites:
    """On pages of simulated sites."""

    def test_most_boards_look_like_boards_and_most_threads_like_threads(self, skin: str):
        """By themselves; one with a single row may not, which is why roles are judged from many pages."""
        site, survey = surveyed(skin)
        kinds = [(site.truth(url, site.model.end).kind, view) for url, view in survey.views.items()]
        lists = [view for kind, view in kinds if kind in (TruthKind.INDEX, TruthKind.ENTRY)]
        assert sum(view.kind == "index" for view in lists) >= len(lists) - 1
        threads = [view for kind, view in kinds if kind is TruthKind.THREAD]
        assert sum(view.kind == "thread" for view in threads) >= 4

    def test_every_linked_url_has_a_form(self, skin: str):
        """Nothing that is seen is without one."""
        _, survey = surveyed(skin)
        assert all(survey.form(url) is not None for view in survey.views.values() for url in view.urls)

    def test_boards_and_threads_have_forms_of_their_own(self, skin: str):
        """No form holds pages of both kinds."""
        site, survey = surveyed(skin)
        kinds: dict[object, set[TruthKind]] = {}
        for url in survey.views:
            kinds.setdefault(survey.form(url), set()).add(site.truth(url, site.model.end).kind)
        assert all(len(found) == 1 for found in kinds.values())
        assert survey.mixed == frozenset()


@pytest.mark.parametrize("skin", ["soup", "cards", "maze", "tavern"])
def test_addresses_that_say_nothing_are_noticed(skin: str):
    """Boards and threads of one form: it holds both, and is said to."""
    site, survey = surveyed(skin)
    survey.drop("visit")  # as a learner does
    assert len(survey.mixed) == 1
    (mixed,) = survey.mixed
    kinds = {site.truth(url, site.model.end).kind for url in survey.views if survey.form(url) == mixed}
    assert kinds == {TruthKind.INDEX, TruthKind.THREAD}


def test_one_form_for_all_links_is_suspected_only_on_demand():
    """A site of which nothing else could be told; one whose links are of many forms is never suspected."""
    same = page_of("/f/", "".join(f"<p><a href='/f/{word}'>{word} here</a></p>" for word in NAMES))
    survey = survey_of(same)
    assert survey.mixed == frozenset()
    survey.suspect_mixed()
    assert {form.label for form in survey.mixed} == {"/f/*"}
    plain = survey_of(board(1))
    plain.suspect_mixed()
    assert plain.mixed == frozenset()


def test_short_threads_that_other_lists_name_are_not_called_by_addresses_that_say_nothing():
    """Nearly all links that may be followed lead to threads; most have one short post and look like nothing."""
    site, known = surveyed("tiles")
    lists, threads = [view.sample for view in known.views.values()][:4], [*known.views.values()][4:]
    named = dict.fromkeys(link.url for one in lists if one.page is not None for link in one.page.links if link.url)
    unread = [url for url in named if "read?topic" in url and url not in known.views][:8]
    short = [Sample(url, url, 200, read_page(url, b"<title>Short</title><p>Short.</p>")) for url in unread]
    ground = Ground(Scope.around(site.entry_url, []), allows=lambda link, _: "read?topic" in link.href)
    long = [view.sample for view in threads]
    assert survey_of(*long, *short, ground=ground).mixed
    assert survey_of(*lists, *long, *short, ground=ground).mixed == frozenset()
