"""Hints: what a page tells machines about itself, read without believing everything."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import count_steps
from weft.page import Crumb, Hints, Page, PageKind, PostRole, read_hints, read_page
from weft.simulate import TruthKind, make_site

URL = "http://f.example/thread/7"


def page_of(body: str, head: str = "") -> Page:
    return read_page(URL, f"<html><head>{head}</head><body>{body}</body></html>".encode(), "text/html; charset=utf-8")


def hints_of(body: str, head: str = "") -> Hints:
    return read_hints(page_of(body, head))


def script(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


POSTING = {
    "@context": "https://schema.org",
    "@type": "DiscussionForumPosting",
    "headline": "On tea",
    "text": "How long do you leave the leaves in the pot?",
    "datePublished": "2024-02-03T04:05:06+00:00",
    "author": {"@type": "Person", "name": "ada", "url": "/u/ada"},
    "comment": [
        {"@type": "Comment", "text": "Three minutes.", "dateCreated": "2024-02-04", "author": {"name": "ben"}},
        {"@type": "Comment", "text": "Until it is cold &amp; bitter.", "author": "cyd", "upvoteCount": "1,204"},
    ],
}
SHOWN = "<p>How long do you leave the leaves in the pot?</p><p>Three minutes.</p><p>Until it is cold &amp; bitter.</p>"


def test_a_page_without_hints_has_none():
    """Nothing is claimed where nothing is said; a generator element says nothing."""
    assert hints_of("<p>Hello</p>", '<meta name="generator" content="SomeBoard 3.1">') == Hints()


class TestScripts:
    def test_a_thread_in_a_script_gives_its_posts(self):
        """Author, date as written, text, address and votes of each post, in order."""
        hints = hints_of(SHOWN + script(json.dumps(POSTING)))
        assert hints.kind is PageKind.THREAD
        assert hints.headline == "On tea"
        assert [(post.position, post.author, post.date, post.role) for post in hints.posts] == [
            (0, "ada", "2024-02-03T04:05:06+00:00", PostRole.POST),
            (1, "ben", "2024-02-04", PostRole.COMMENT),
            (2, "cyd", "", PostRole.COMMENT),
        ]
        assert hints.posts[0].author_url == "http://f.example/u/ada"
        assert hints.posts[2].text == "Until it is cold & bitter."
        assert hints.posts[2].votes == 1204

    @pytest.mark.parametrize(
        "text",
        [
            json.dumps(POSTING).replace("}]", "},]"),
            json.dumps([POSTING]),
            json.dumps({"@context": "https://schema.org", "@graph": [{"@type": "WebSite", "name": "F"}, POSTING]}),
            json.dumps({"@type": "WebPage", "mainEntity": POSTING}),
            json.dumps(POSTING).replace('"', "&quot;"),
            f"<!-- {json.dumps(POSTING)} -->",
            f"//<![CDATA[\n{json.dumps(POSTING)}\n//]]>",
            json.dumps({"@type": "WebSite"}) + ";" + json.dumps(POSTING),
            json.dumps(POSTING).replace("the leaves in", "the leaves\nin"),
            json.dumps(POSTING).replace('"DiscussionForumPosting"', '["Thing", "schema:DiscussionForumPosting"]'),
        ],
        ids=["comma", "list", "graph", "holder", "entities", "comment", "cdata", "several", "newline", "types"],
    )
    def test_scripts_are_read_as_sites_write_them(self, text: str):
        """Trailing commas, entities, comments, lists, graphs and several texts in a block do not stop the reading."""
        assert [post.author for post in hints_of(SHOWN + script(text)).posts] == ["ada", "ben", "cyd"]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{",
            "null",
            "[1, 2]",
            '{"@type": 7}',
            '{"@type": "Question", "text": {"@value": 3}}',
            "{'@type': 'Question'}",
            "[" * 100000,
            '{"a":' * 100000,
            '{"@type":"Question","x":' + "9" * 100000 + "}",
            "NaN",
            '{"@graph": "x"}',
        ],
        ids=lambda text: text[:20],
    )
    def test_what_cannot_be_read_is_left_out(self, text: str):
        """A broken block costs nothing but its own content."""
        hints = hints_of(SHOWN + script(text) + script(json.dumps(POSTING)))
        assert len(hints.posts) == 3

    def test_an_author_may_stand_elsewhere_in_the_graph(self):
        """A person given by id is looked up."""
        person = {"@type": "Person", "@id": "#p1", "name": "ada"}
        thread = POSTING | {"author": {"@id": "#p1"}}
        assert hints_of(SHOWN + script(json.dumps({"@graph": [person, thread]}))).posts[0].author == "ada"

    def test_the_opening_post_is_not_claimed_where_it_is_not_shown(self):
        """Many sites describe the first post on every page of its thread."""
        alone = {key: value for key, value in POSTING.items() if key != "comment"}
        assert hints_of("<p>Quite another page.</p>" + script(json.dumps(alone))).posts == ()
        assert len(hints_of(SHOWN + script(json.dumps(alone))).posts) == 1

    def test_the_opening_post_counts_once(self):
        """Some sites give it as the thread and again as the first comment."""
        twice = POSTING | {"comment": [{"@type": "Comment", "text": POSTING["text"], "author": {"name": "ada"}}]}
        assert [post.role for post in hints_of(SHOWN + script(json.dumps(twice))).posts] == [PostRole.COMMENT]

    def test_questions_tell_accepted_answers_and_votes(self):
        """A question page gives the question, its answers, which was accepted, and comments below them."""
        answer = {"@type": "Answer", "text": "Three minutes.", "upvoteCount": 5, "author": {"name": "ben"}}
        other = {"@type": "Answer", "text": "Until it is cold", "comment": {"@type": "Comment", "text": "in the pot"}}
        question = {"@type": "Question", "name": "Tea?", "text": "How long do you leave", "acceptedAnswer": answer}
        value = {"@type": "QAPage", "mainEntity": question | {"suggestedAnswer": [other]}}
        posts = hints_of(SHOWN + script(json.dumps(value))).posts
        assert [(post.role.value, post.accepted, post.votes) for post in posts] == [
            ("question", False, None),
            ("answer", True, 5),
            ("answer", False, None),
            ("comment", False, None),
        ]


class TestMarkup:
    def test_a_thread_in_microdata_gives_its_posts_and_their_elements(self):
        """Replies inside the thread's item belong to it; each post knows its element."""
        hints = hints_of(
            '<main itemscope itemtype="https://schema.org/DiscussionForumPosting"><h1 itemprop="headline">On tea</h1>'
            '<div itemprop="text">How long?</div><a itemprop="author" itemscope itemtype="http://schema.org/Person" '
            'href="/u/ada"><b itemprop="name">ada</b></a>'
            '<time itemprop="datePublished" datetime="2024-02-03">then</time>'
            '<article itemprop="comment" itemscope itemtype="https://schema.org/Comment"><p itemprop="text">Long.</p>'
            '<span itemprop="author">ben</span><a itemprop="url" href="#p2">#2</a></article></main>'
        )
        assert [(post.author, post.text, post.date) for post in hints.posts] == [
            ("ada", "How long?", "2024-02-03"),
            ("ben", "Long.", ""),
        ]
        assert hints.posts[0].author_url == "http://f.example/u/ada"
        assert hints.posts[1].url.startswith(URL)
        assert [post.node.tag for post in hints.posts if post.node is not None] == ["main", "article"]

    def test_a_comment_inside_a_post_belongs_to_it(self):
        """Even if the markup forgets to say so."""
        hints = hints_of(
            '<div itemscope itemtype="https://schema.org/Question"><p itemprop="text">How long?</p><ul>'
            '<li itemscope itemtype="https://schema.org/Comment"><b itemprop="text">Which tea?</b></li></ul></div>'
        )
        assert [(post.role, post.text) for post in hints.posts] == [
            (PostRole.QUESTION, "How long?"),
            (PostRole.COMMENT, "Which tea?"),
        ]

    def test_rows_of_a_list_are_not_posts(self):
        """Threads with headlines of their own and without text are the rows of a board."""
        item = '<li itemscope itemtype="http://schema.org/DiscussionForumPosting">'
        row = item + '<a itemprop="headline" href="/{0}">T{0}</a>'
        hints = hints_of("".join(row.format(n) for n in range(5)))
        assert hints.kind is PageKind.LIST
        assert hints.posts == ()

    def test_articles_count_with_comments_only(self):
        """A blog post with comments is a thread; a piece of news is no claim."""
        article = '<div itemscope itemtype="http://schema.org/BlogPosting"><p itemprop="articleBody">Tea.</p>{}</div>'
        comment = '<i itemprop="comment" itemscope itemtype="http://schema.org/Comment"><b itemprop="text">Yes</b></i>'
        assert [post.text for post in hints_of(article.format(comment)).posts] == ["Tea.", "Yes"]
        assert hints_of(article.format("")).kind is None

    @pytest.mark.parametrize(
        "body",
        [
            (
                '<ol itemscope itemtype="https://schema.org/BreadcrumbList">'
                '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">'
                '<a itemprop="item" href="/">'
                '<span itemprop="name">Home</span></a><meta itemprop="position" content="1"></li>'
                '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">'
                '<a itemprop="item" href="/b">'
                '<span itemprop="name">Tea</span></a><meta itemprop="position" content="2"></li></ol>'
            ),
            (
                '<ol vocab="https://schema.org/" typeof="BreadcrumbList">'
                '<li property="itemListElement" typeof="ListItem">'
                '<a property="item" typeof="WebPage" href="/"><span property="name">Home</span></a></li><li '
                'property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="/b">'
                '<span property="name">Tea</span></a></li></ol>'
            ),
            (
                '<span typeof="v:Breadcrumb"><a rel="v:url" property="v:title" href="/">Home</a></span> '
                '<span typeof="v:Breadcrumb"><a rel="v:url" property="v:title" href="/b">Tea</a></span>'
            ),
            (
                '<p itemscope itemtype="http://data-vocabulary.org/Breadcrumb"><a itemprop="url" href="/">'
                '<b itemprop="title">Home</b></a></p><p itemscope itemtype="http://data-vocabulary.org/Breadcrumb">'
                '<a itemprop="url" href="/b"><b itemprop="title">Tea</b></a></p>'
            ),
            script(
                '{"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 2, "name": "Tea",'
                '"item": "/b"}, {"@type": "ListItem", "position": 1, "item": {"@id": "/", "name": "Home"}}]}'
            ),
        ],
        ids=["microdata", "rdfa", "vocabulary", "old-microdata", "json"],
    )
    def test_breadcrumbs_are_read_in_every_syntax(self, body: str):
        """Text and address of each step, in order; the same trail at the bottom of the page adds nothing."""
        trail = (Crumb("Home", "http://f.example/"), Crumb("Tea", "http://f.example/b"))
        assert hints_of(body).breadcrumbs == trail
        assert hints_of(body + "<hr>" + body).breadcrumbs == trail


def test_the_head_tells_addresses_and_feeds():
    """Canonical, next, previous, feeds and OpenGraph come from the head; other alternates are no feeds."""
    hints = hints_of(
        "",
        '<link rel="canonical" href="/t/7"><link rel="next" href="?page=3"><link rel="prev" href="?page=1">'
        '<link rel="alternate" type="application/atom+xml" title="All" href="/feed">'
        '<link rel="alternate" hreflang="de" type="text/html" href="/de"><meta property="og:type" content="article">'
        '<meta property="og:url" content="/t/7">',
    )
    assert (hints.canonical, hints.next, hints.prev) == ("http://f.example/t/7", f"{URL}?page=3", f"{URL}?page=1")
    assert [(feed.url, feed.title) for feed in hints.feeds] == [("http://f.example/feed", "All")]
    assert (hints.graph_type, hints.graph_url) == ("article", "http://f.example/t/7")


def test_landmarks_are_elements_by_role():
    """A role, given or implied by the element, counts once an element."""
    marks = hints_of(
        '<nav>menu</nav><div role="feed"><article role="article">a</article><div role="article">b</div></div>'
        "<main>m</main>"
    ).landmarks
    assert [len(group) for group in (marks.main, marks.articles, marks.navigation, marks.feeds)] == [1, 2, 1, 1]


@pytest.mark.parametrize("skin", ["papers", "tiles"])
def test_simulated_threads_are_described_rightly(skin: str):
    """Every post of every thread page has its author and time, and no other page has posts."""
    site = make_site(skin, threads=12)
    end = site.model.end
    true_posts = {post.id: post for thread in site.threads(end) for post in thread.posts}
    for url, truth in site.all_truth(end):
        if truth.key is None:
            continue
        hints = read_hints(read_page(url, site.answer(url, end).body, "text/html; charset=utf-8"))
        wanted = [true_posts[number] for number in truth.posts]
        assert [post.author for post in hints.posts] == [post.author for post in wanted]
        assert [post.date for post in hints.posts] == [post.time.isoformat() for post in wanted]
        assert (hints.kind is PageKind.THREAD) == (truth.kind is TruthKind.THREAD)
        assert hints.breadcrumbs or truth.kind is not TruthKind.THREAD


def test_simulated_answers_are_described_rightly():
    """The skin marks questions and answers, not comments: what is claimed are posts of the page, in order."""
    site = make_site("answers", threads=12)
    end = site.model.end
    texts = {post.id: "".join(post.text.split()) for thread in site.threads(end) for post in thread.posts}
    for url, truth in site.all_truth(end):
        hints = read_hints(read_page(url, site.answer(url, end).body, "text/html; charset=utf-8"))
        assert bool(hints.posts) == (truth.kind is TruthKind.THREAD)
        assert len(hints.posts) <= len(truth.posts)
        shown = [texts[number][-20:] for number in truth.posts]
        places = [next(n for n, end_ in enumerate(shown) if end_ in "".join(post.text.split())) for post in hints.posts]
        assert places == sorted(set(places))


FRAGMENTS = st.sampled_from(
    [
        '<div itemscope itemtype="schema.org/Question">',
        "<p itemprop=text>",
        "</p>",
        "</div>",
        "<a property=item href=x>",
        '<i itemprop="suggestedAnswer comment" itemscope itemtype=Answer>',
        "<b typeof=Breadcrumb>",
        "<b rel='v:url'>",
        "<!--",
        '<script type="application/ld+json">',
        "</script>",
        '{"@type":"Question","comment":[',
        "]}",
        '"@graph":',
        "[",
        ",",
        "<link rel=alternate type=application/rss+xml href='http://['>",
        "<meta property='og:url' content='//'>",
        "tea",
        "\x00",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.lists(FRAGMENTS, max_size=40).map(lambda parts: "".join(parts).encode())))
def test_any_bytes_are_read(body: bytes):
    """No page is so broken that reading its hints fails."""
    read_hints(read_page(URL, body))


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["@type", "@graph", "comment", "author", "text", "itemListElement"]), inner
            )
        ),
        max_leaves=20,
    )
)
def test_any_json_is_read(value: object):
    """Whatever JSON a block holds, its types are not trusted."""
    hints_of(script(json.dumps({"@type": "Question", "comment": value, "author": value, "@graph": value})))


@pytest.mark.parametrize(
    "body",
    [
        lambda size: script("[" + '{"@type":"Comment","text":"a"},' * (size // 31) + "]"),
        lambda size: script('{"@type":"Question","text":"' + "<" * size + '"}'),
        lambda size: script("{" + ",   " * (size // 4)),
        lambda size: '<div itemscope itemtype="Question">' + "<p itemprop=text>a</p>" * (size // 22),
        lambda size: (
            '<i itemscope itemprop="comment" itemtype="Comment">' * 300 + "<p itemprop=text>w</p>" * (size // 22)
        ),
    ],
    ids=["list", "tags", "commas", "flat", "deep"],
)
def test_effort_is_linear_in_the_size_of_the_page(body):
    """A block of 512 KB takes about eight times the steps of one of 64 KB."""

    def cost(size: int) -> int:
        page = page_of(body(size))
        assert not page.problem
        assert page.tree is not None
        return count_steps(lambda: read_hints(page))

    cost(2**10)
    assert cost(2**19) <= 8 * 1.5 * cost(2**16) + 100
