"""From samples to roles: which forms of URLs are threads, lists, people, walls, labels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from urllib.parse import urljoin

import pytest

from weft.page import is_html, read_page
from weft.simulate import Site, Trait, Truth, TruthKind, make_site
from weft.traversal import Ground, Sample
from weft.traversal._looks import LIKELY
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.urls import Form, Scope, canonicalise, learn_forms

HOST = "http://h.example"


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


class Known:
    """A simulated site with samples of its entry, boards and threads (without session ids: those are dropped first)."""

    def __init__(self, skin: str, threads: int = 60) -> None:
        self.site = make_site(skin, threads=threads, without={Trait.SESSION_IDS})
        self.truth = list(self.site.all_truth(self.site.model.end))
        self.survey = Survey(Ground(Scope.around(self.site.entry_url, [])))
        self.sample([self.site.entry_url])

    def sample(self, urls: Iterable[str]) -> None:
        self.survey.add([ask(self.site, url) for url in urls])

    def urls(self, kind: TruthKind, page: int = 1) -> list[str]:
        return [url for url, truth in self.truth if truth.kind is kind and truth.page == page]

    def kind(self, url: str) -> Truth:
        return self.site.truth(url, self.site.model.end)

    @property
    def roles(self) -> Roles:
        return Roles(self.survey, self.site.entry_url)

    def kinds(self, forms: Iterable[Form]) -> set[TruthKind]:
        """What the URLs of some forms really are, as far as they were sampled."""
        wanted = set(forms)
        return {self.kind(url).kind for url in self.survey.views if self.survey.form(url) in wanted}


@cache
def known(skin: str) -> Known:
    found = Known(skin)
    found.sample(found.urls(TruthKind.INDEX)[:3])
    found.sample(found.urls(TruthKind.THREAD)[:6])
    found.sample(found.urls(TruthKind.THREAD, page=2)[:1])
    return found


@pytest.mark.parametrize("skin", ["oldtable", "ledger", "tiles", "mirror", "answers", "riddles", "tree", "whispers"])
class TestSites:
    """On eleven pages of a simulated site."""

    def test_forms_of_threads_are_those_of_threads_only(self, skin: str):
        """And there are some."""
        site = known(skin)
        assert site.roles.threads
        assert site.kinds(site.roles.threads) == {TruthKind.THREAD}

    def test_forms_of_lists_are_those_of_boards_only(self, skin: str):
        """Each with the reason a person can check."""
        site = known(skin)
        assert site.kinds(site.roles.lists) == {TruthKind.INDEX}
        assert all(site.roles.lists.values())

    def test_all_threads_and_boards_linked_anywhere_are_of_these_forms(self, skin: str):
        """Sampled or not: first pages of threads and boards have no other form."""
        site = known(skin)
        linked = {url for view in site.survey.views.values() for url in view.urls}
        threads = {
            url for url in linked if site.kind(url).kind is TruthKind.THREAD and url in site.urls(TruthKind.THREAD)
        }
        boards = {url for url in linked if url in site.urls(TruthKind.INDEX)}
        assert {site.survey.form(url) for url in threads} <= set(site.roles.threads)
        assert {site.survey.form(url) for url in boards} <= set(site.roles.lists)

    def test_people_are_neither(self, skin: str):
        """What every post carries is no list to follow, although a profile lists threads."""
        site = known(skin)
        assert site.roles.people
        assert site.roles.people.isdisjoint({*site.roles.threads, *site.roles.lists})

    def test_it_does_not_depend_on_the_order_of_samples(self, skin: str):
        """Evidence is taken from all pages together."""
        site = known(skin)
        again = Survey(site.survey.ground)
        again.add(view.sample for view in reversed(list(site.survey.views.values())))
        other = Roles(again, site.site.entry_url)
        assert set(other.threads) == set(site.roles.threads)
        assert set(other.lists) == set(site.roles.lists)


class TestEvidence:
    """What single steps rest on."""

    def test_nothing_is_claimed_of_an_entry_alone(self):
        """No thread has been seen."""
        site = Known("tiles", threads=20)
        assert site.roles.threads == ()
        assert not site.roles.like_threads

    def test_boards_named_beside_the_last_post_of_their_parent_are_no_tags(self):
        """On an entry that has the last post first, several links follow it: the board and those below it."""
        site = Known("dusk", threads=80)
        firsts = set(site.urls(TruthKind.THREAD))
        linked = site.survey.views[site.site.entry_url].urls
        site.sample(sorted(url for url in linked if site.kind(url).kind is TruthKind.THREAD and url not in firsts)[:1])
        boards = {site.survey.form(url) for url in linked if url in site.urls(TruthKind.INDEX)}
        assert site.roles.like_threads
        assert boards
        assert site.roles.labels.isdisjoint(boards)

    def test_an_empty_survey_gives_no_roles(self):
        """And nothing fails."""
        roles = Roles(Survey(Ground(Scope(HOST))), HOST + "/")
        assert roles.threads == ()
        assert roles.lists == {}
        assert not roles.has_boards
        assert roles.people == roles.walls == roles.labels == frozenset()

    def test_one_thread_under_two_addresses_is_no_wall(self):
        """The second number tells which page of a board led to it."""
        site = known("oldtable")
        thread = next(view for view in site.survey.views.values() if view.judgement.thread > LIKELY and view.has_posts)
        survey = Survey(Ground(Scope(HOST, "/")))
        for number in (1, 3):
            url = f"{HOST}/show?t=94&from={number}"
            survey.add([Sample(url, url, 200, read_page(url, thread.page.html))])
        roles = Roles(survey, HOST + "/")
        assert roles.walls == frozenset()
        assert {form.label for form in roles.like_threads} == {"/show?t=#&from=#"}

    def test_pages_that_show_the_same_whatever_their_address_are_walls(self):
        """A demand to log in is no thread."""
        body = b"<title>Log in</title><h1>Log in</h1><p>You have to be a member to see this page of the forum.</p>"
        survey = Survey(Ground(Scope(HOST)))
        for n in range(4):
            url = f"{HOST}/private/{n}"
            survey.add([Sample(url, url, 200, read_page(url, body))])
        for n in range(6):
            url = f"{HOST}/open/{n}"
            text = " ".join(f"word{n}x{k}" for k in range(80))
            survey.add([Sample(url, url, 200, read_page(url, f"<title>{n}</title><p>{text}</p>".encode()))])
        labels = {form.label for form in Roles(survey, HOST + "/").walls}
        assert labels == {"/private/#"}

    def test_several_links_of_a_kind_for_each_thread_are_labels(self):
        """Tags of a question, not its board."""
        site = known("answers")
        assert site.roles.labels
        assert TruthKind.INDEX not in site.kinds(site.roles.labels)


def form_of(path: str) -> Form:
    form = learn_forms([], [HOST + path]).get(HOST + path)
    assert form is not None
    return form


@pytest.mark.parametrize(
    ("path", "other", "is_variant"),
    [
        ("/b/1?sort=asc", "/b/1", True),
        ("/b/1/print", "/b/1", True),
        ("/b/1/2", "/b/1", False),
        ("/t/1", "/b/1", False),
        ("/b/1", "/b/1", False),
        ("/b/1", "/b/1?sort=asc", False),
        ("/i?b=1&sort=x", "/i?b=1", True),
        ("/i?t=1", "/i?b=1", False),
        ("/all/new", "/all", False),
    ],
)
def test_a_variant_says_all_that_another_says_and_more(path: str, other: str, *, is_variant: bool):
    """Sorted or printed it is the same list; with another number behind it is something else."""
    roles = Roles(Survey(Ground(Scope(HOST))), HOST + "/")
    assert roles.is_variant(form_of(path), [form_of(other)]) is is_variant


def test_shortcuts_to_last_posts_are_not_threads():
    """They stand in the rows that name the threads, and there may be more to read on them."""
    known = Known("ledger")
    bodies = [known.site.answer(url, known.site.model.end).body for url in known.urls(TruthKind.THREAD)[:12]]
    rows = "".join(
        f"<tr class=row><td class=c><b><a href='/t/{n}'>Title {n}</a></b><br>by Bob</td><td class=n>{n}</td>"
        f"<td class=l><a href='/last/{n}'>What Ann wrote last on {n}</a> today</td></tr>"
        for n in range(1, 21)
    )
    survey = Survey(Ground(Scope(HOST)))
    index = f"{HOST}/"
    page = read_page(index, f"<html><body><h1>Forum</h1><table>{rows}</table></body></html>".encode(), "text/html")
    survey.add([Sample(index, index, 200, page)])
    urls = [f"{HOST}/t/{n}" for n in range(1, 5)] + [f"{HOST}/last/{n}" for n in range(8, 16)]
    samples = zip(urls, bodies, strict=True)
    survey.add([Sample(url, url, 200, read_page(url, body, "text/html; charset=utf-8")) for url, body in samples])
    roles = Roles(survey, index)
    assert {form.label for form in roles.like_threads} == {"/t/#", "/last/#"}
    assert [form.label for form in roles.threads] == ["/t/#"]


def test_a_menu_is_one_also_where_it_looks_like_a_row_of_a_list():
    """On some pages what stands below the menu is made as the menu is, so that both are rows of the page's table."""
    menu = [f"/loft/{word}/all.go" for word in ("rooms", "people", "news", "rules", "search", "photos", "maps")]
    bar = " ".join(f'<img src="{n}.gif"> <a class="go" href="{href}">{href[6:10]}</a>' for n, href in enumerate(menu))
    head = f"<table><tr><td>Loft</td><td><table><tr><td><span>{bar}</span></td></tr></table></td></tr></table>"
    survey = Survey(Ground(Scope.around(HOST + "/loft/", [])))
    for number in range(1, 10):
        said = "".join(
            f"<tr><td>{n} May 2021</td><td><table><tr><td>So it is.</td></tr></table></td></tr>" for n in (1, 2)
        )
        below = f"<table>{said}</table>" if number % 2 else f"<h1>Talk {number}</h1><p>What was said.</p>"
        body = f"<table><tr><td>{head}</td></tr><tr><td>{below}</td></tr></table>"
        url = f"{HOST}/loft/talks/show/{100 + number}.go"
        page = read_page(url, f"<html><body>{body}</body></html>".encode(), "text/html; charset=utf-8")
        survey.add([Sample(url, url, 200, page)])
    columns = [column for view in survey.views.values() for column in view.columns if len(column.urls) == len(menu)]
    assert len({column.place for column in columns}) > 1
    assert all(map(survey.is_menu, columns))


def test_boards_that_a_list_of_other_threads_names_are_no_people():
    """Below a single post such a list is the page's longest; the pages with posts tell who stands in posts."""
    words = "river stone window bread letter winter garden candle bridge paper music harbour"

    def post(n: int) -> str:
        day = f"<i>2024-03-{n + 1:02} 10:15</i>"
        return f'<div class="post"><a href="/who/{n % 5}">person{n % 5}</a> {day}<p>{words * (2 + n % 3)}</p></div>'

    def row(n: int) -> str:
        return (
            f'<li><a href="/talk/last/{n}">Subject {n} of many words</a> in <a href="/room/r{n % 3}">Room {n % 3}</a> '
            f"2024-02-{n + 1:02} 09:30</li>"
        )

    def thread(n: int, posts: int) -> Sample:
        url = f"{HOST}/said/{n}"
        rows = "".join(row(one) for one in range(n, n + 5))
        said = "".join(post(one) for one in range(posts))
        body = f"<title>Subject {n}</title><body><h1>Subject {n}</h1><div>{said}</div><ul>{rows}</ul></body>"
        return Sample(url, url, 200, read_page(url, body.encode()))

    survey = Survey(Ground(Scope(HOST, "/")))
    survey.add([thread(1, 1), thread(2, 9), thread(3, 1), thread(4, 8)])
    people = {form.label for form in Roles(survey).people}
    assert people == {"/who/#"}
