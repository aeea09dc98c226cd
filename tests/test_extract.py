"""Wrappers: learned from pages of a site together, they take exactly the posts out of all its pages."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from weft.extract import Wrapper, extract_page, learn_wrapper, without_boards
from weft.page import Page, Post, read_page
from weft.simulate import Site, TruePost, TruthKind, make_site

NOW = datetime(2024, 6, 1, tzinfo=UTC)
HTML = "text/html; charset=utf-8"
WORDS = re.compile(r"\w+")


def page_of(html: str, url: str = "http://forum.example/t/1") -> Page:
    return read_page(url, html.encode("utf-8", "replace"), HTML)


def thread_pages(site: Site) -> dict[str, Page]:
    """Give the thread pages of a simulated site by their key, which names thread and page."""
    now = site.model.end
    wanted = [(url, truth) for url, truth in site.all_truth(now) if truth.kind is TruthKind.THREAD]
    return {str(truth.key): read_page(url, site.answer(url, now).body, HTML) for url, truth in wanted}


def words_of(text: str) -> Counter[str]:
    return Counter(WORDS.findall(text.lower()))


def likeness(one: str, other: str) -> float:
    a, b = words_of(one), words_of(other)
    return 2 * (a & b).total() / max(1, a.total() + b.total())


def read_all(site: Site, sample: int = 20) -> tuple[Wrapper, dict[int, list[Post]], dict[int, list[TruePost]]]:
    """Learn from some pages, read all; gives posts and truth by thread."""
    pages = thread_pages(site)
    keys = sorted(pages)
    random.Random(1).shuffle(keys)
    wrapper = learn_wrapper([pages[key] for key in keys[:sample]], site.model.end)
    assert wrapper is not None
    found: dict[int, dict[str, Post]] = {}
    for key, page in pages.items():
        thread = int(re.findall(r"\d+", key)[0])
        posts = found.setdefault(thread, {})
        posts.update({post.id or post.text: post for post in wrapper.read(page, site.model.end).posts})
    truth = {thread.id: list(thread.posts) for thread in site.threads(site.model.end)}
    return wrapper, {thread: list(posts.values()) for thread, posts in found.items()}, truth


PIECES = [
    *("<div class=p>", "</div>", "<p>", "<a href=/u/1>Ann</a>", "1 May 2024", "10:00", "<table>", "<tr>", "<td>"),
    *("</table>", "<blockquote>", "text of some length here", "<li>", "<br>", "<a name=p1>", "<script>", "<b>"),
]
SKINS = [
    *("ledger", "bullets", "soup", "papers", "tiles", "portal", "mirror", "loud", "maze", "dusk", "tavern", "answers"),
    *("riddles", "tree", "journal", "courier", "oldtable"),
]


def test_rows_with_times_that_are_no_posts_are_not_learned_from():
    """A wrong rule may give a board for a thread; that is no reason for a crawl to end."""
    html = b"<dl class=menu><dd>leave</dl><dl class=rows><dd class=late>, 2023-12-27 00:23<dd>, 2023-12-2 08:07"
    assert learn_wrapper([read_page("http://h.example/room", html, HTML)], datetime(2024, 1, 1, tzinfo=UTC)) is None


@pytest.mark.parametrize("skin", SKINS)
def test_the_posts_of_a_site_and_nothing_else(skin: str):
    """Whatever the markup: one post for each true one, with its author, time and own words; no advertisement."""
    _, found, truth = read_all(make_site(skin, threads=30))
    assert {thread: len(posts) for thread, posts in found.items()} == {t: len(posts) for t, posts in truth.items()}
    right = authors = total = 0
    for thread, posts in truth.items():
        by_id = {post.id: post for post in found[thread]}
        for true in posts:
            got = by_id.get(str(true.id))
            total += 1
            if got is not None:
                right += likeness(got.own_text, true.own_text) >= 0.8
                authors += got.author == true.author
                assert got.time is not None
    assert right >= 0.995 * total
    assert authors == total


def test_a_site_with_two_layouts_is_read_in_both():
    """Some pages show entries, others an article with remarks: all of them are posts."""
    wrapper, found, truth = read_all(make_site("portal", threads=30))
    assert len(wrapper.layouts) >= 2
    assert sum(map(len, found.values())) == sum(map(len, truth.values()))


@pytest.mark.parametrize("skin", ["tree", "courier", "tavern", "oldtable", "maze"])
def test_answers_stand_under_what_they_answer(skin: str):
    """Where replies stand inside posts, name them by a link, or quote them, the wrapper says which post they answer."""
    _, found, truth = read_all(make_site(skin, threads=20))
    told = {post.id: post.reply_to for posts in found.values() for post in posts}
    true = {str(p.id): str(p.reply_to) for posts in truth.values() for p in posts if p.reply_to is not None}
    assert sum(told.get(number) == answered for number, answered in true.items()) >= 0.75 * len(true)


def test_the_time_of_an_edit_is_not_that_of_the_post():
    """It stands in a list with the post's own time, and is told apart by its words."""
    _, found, truth = read_all(make_site("bullets", threads=30))
    written = {str(post.id): post.time for posts in truth.values() for post in posts}
    posts = [post for members in found.values() for post in members]
    assert any(post.edited is not None for post in posts)
    for post in posts:
        assert post.time is not None
        assert abs((post.time - written[post.id]).total_seconds()) <= 60
        assert post.edited is None or post.edited >= post.time


def test_words_in_attributes_are_no_times():
    """An edit is read beside a link with a title ("Link"); only a time in an attribute stands for the one shown."""
    _, found, _ = read_all(make_site("tree", threads=30))
    posts = [post for thread in found.values() for post in thread]
    assert any(post.edited is not None for post in posts)
    assert all(post.edited >= post.time for post in posts if post.edited and post.time)


def test_a_wrapper_is_plain_data():
    """What the plan keeps reads as before."""
    pages = list(thread_pages(make_site("ledger", threads=15)).values())
    wrapper = learn_wrapper(pages[:12], NOW)
    assert wrapper is not None
    again = Wrapper.from_dict(wrapper.to_dict())
    assert again == wrapper
    assert [again.read(page, NOW) for page in pages] == [wrapper.read(page, NOW) for page in pages]


def test_titles_are_the_threads_own():
    """Without the forum's name, the same on all pages of a thread."""
    site = make_site("mirror", threads=20)
    pages = thread_pages(site)
    wrapper = learn_wrapper(list(pages.values())[:15], site.model.end)
    assert wrapper is not None
    titles = {thread.id: thread.title for thread in site.threads(site.model.end)}
    for key, page in pages.items():
        assert wrapper.read(page, site.model.end).title == titles[int(re.findall(r"\d+", key)[0])]


def post_html(number: int, author: str, text: str, day: int, more: str = "") -> str:
    return (
        f'<div class="x {"a" if number % 2 else "b"}" id="m{number}"><p class="u"><a href="/who/{author}">{author}</a>'
        f" <i>Joined 3 May 2011</i></p><p class=d>{day} Mar 2024, 10:{number:02}</p><div class=t>{text}</div>{more}"
        f'<p><a href="/r/{number}">Reply</a> <a href="/q/{number}">Quote</a></p></div>'
    )


def thread_html(*posts: str) -> str:
    return f"<html><head><title>A talk - Forum</title></head><body><h1>A talk</h1>{''.join(posts)}</body></html>"


class TestSinglePages:
    """One page, no knowledge of its site."""

    def test_a_page_alone_tells_its_posts(self):
        """Authors, times, words; the times they joined are not the times they wrote."""
        names = ("Ann", "Bob", "Cy", "Ann")
        html = thread_html(
            *(post_html(n, name, f"Words number {n} of {name}, quite a few.", 3 + n) for n, name in enumerate(names))
        )
        thread = extract_page(page_of(html), NOW)
        assert thread.title == "A talk"
        assert [post.author for post in thread.posts] == list(names)
        assert [post.time.day for post in thread.posts if post.time] == [3, 4, 5, 6]
        assert [post.id for post in thread.posts] == ["0", "1", "2", "3"]
        assert thread.posts[1].own_text == "Words number 1 of Bob, quite a few."
        assert thread.posts[1].author_url == "http://forum.example/who/Bob"

    def test_quotes_and_bare_addresses_are_not_own_words(self):
        """They are in the text, which is what the page shows."""
        quote = "<blockquote><cite>Ann wrote:</cite>Words number 0, quite a few.</blockquote>Indeed, see "
        link = '<a href="http://else.example/long/page.html">http://else.example/long/page.html</a> for that.'
        texts = ("Words number 0, quite a few.", quote + link, "And a third opinion of mine.")
        html = thread_html(*(post_html(n, f"N{n}", text, 3 + n) for n, text in enumerate(texts)))
        post = extract_page(page_of(html), NOW).posts[1]
        assert post.own_text == "Indeed, see for that."
        assert post.text.startswith("> Ann wrote:")
        assert "else.example" in post.text
        assert post.quotes[0].author == "Ann"

    def test_a_word_that_leads_to_an_address_with_it_is_an_own_word(self):
        """Only what looks like an address itself is one."""
        link = 'As <a href="http://else.example/tag/sailing">sailing</a> goes, that is nothing.'
        texts = ("Words number 0, quite a few.", link, "And a third opinion of mine.")
        html = thread_html(*(post_html(n, f"N{n}", text, 3 + n) for n, text in enumerate(texts)))
        assert extract_page(page_of(html), NOW).posts[1].own_text == "As sailing goes, that is nothing."

    def test_files_beside_the_text_belong_to_the_post(self):
        """Offered under the text in a box of their own, or in it."""
        box = '<div class=f>Attached: <a href="/get?id=7">plan.pdf</a> (12 KB)</div>'
        posts = [post_html(n, f"N{n}", f"Some words here, number {n}.", 3 + n, box if n == 1 else "") for n in range(4)]
        found = extract_page(page_of(thread_html(*posts)), NOW).posts
        assert [[file.name for file in post.attachments] for post in found] == [[], ["plan.pdf"], [], []]
        assert found[1].attachments[0].kind == "pdf"
        assert "plan.pdf" not in found[1].own_text

    def test_structured_data_helps_where_nothing_repeats(self):
        """A question with one answer, described to machines."""
        html = """<body><script type="application/ld+json">{"@context":"https://schema.org","@type":"QAPage","mainEntity":
        {"@type":"Question","name":"Why?","text":"Why is it so, I ask?","author":{"@type":"Person","name":"Ann"},
        "dateCreated":"2024-03-01T10:00:00Z","acceptedAnswer":{"@type":"Answer","text":"Because it is, I say.",
        "upvoteCount":3,"author":{"@type":"Person","name":"Bob"},"dateCreated":"2024-03-02T10:00:00Z"}}}</script>
        <h1>Why?</h1><p>Why is it so, I ask?</p><p>Because it is, I say.</p></body>"""
        posts = extract_page(page_of(html), NOW).posts
        assert [(post.author, post.accepted) for post in posts] == [("Ann", False), ("Bob", True)]

    @pytest.mark.parametrize("html", ["", "<p>Hello", "<table>" * 50, "<ul>" + "<li>1 May 2024</li>" * 40, "\x00"])
    def test_a_page_without_posts_gives_none_or_little(self, html: str):
        """Never an error."""
        extract_page(page_of(html), NOW)

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.sampled_from(PIECES),
            max_size=60,
        )
    )
    @example(["1 May 2024", "<a href=/u/1>Ann</a>", "10:00", "<a name=p1>"])  # a time that begins outside of its post
    def test_random_markup_never_raises(self, pieces: list[str]):
        """Learning, reading and writing down, whatever the page is made of."""
        page = page_of("".join(pieces))
        extract_page(page, NOW)
        wrapper = learn_wrapper([page, page_of("".join(reversed(pieces)))], NOW)
        if wrapper is not None:
            assert Wrapper.from_dict(wrapper.to_dict()).read(page, NOW) == wrapper.read(page, NOW)


def test_signatures_are_left_out():
    """What stands under all posts of an author, and of no other, was not written in the post."""
    chance = random.Random(3)
    vocabulary = [f"word{n}" for n in range(60)]
    pages = []
    for page in range(8):
        posts = []
        for n in range(6):
            author = chance.choice(["Ann", "Bob", "Cy", "Dee"])
            text = " ".join(chance.choices(vocabulary, k=12))
            sign = f"<div class=sig>{author} says: never give up, {author.lower()}!</div>" if author != "Dee" else ""
            posts.append(post_html(page * 10 + n, author, text + sign, 1 + page))
        pages.append(page_of(thread_html(*posts), f"http://forum.example/t/{page}"))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    texts = [post.own_text for page in pages for post in wrapper.read(page, NOW).posts]
    assert len(texts) == 48
    assert not any("never give up" in text for text in texts)


@pytest.mark.parametrize(("skin", "seed"), [("journal", 3), ("portal", 3)])
def test_few_signatures_are_found_too(skin: str, seed: int):
    """One author may have most of them, another one only two among the pages that are learned from."""
    _, found, truth = read_all(make_site(skin, threads=60, seed=seed), sample=25)
    wrong = [
        post.own_text
        for thread, posts in found.items()
        for post in posts
        if max(likeness(post.own_text, true.own_text) for true in truth[thread]) < 0.9
    ]
    assert len(wrong) <= 1


def test_what_pages_are_divided_with_is_no_post_though_it_is_called_like_one():
    """A box around all of the page has the class of answers, and a comment's time somewhere in it."""
    site = make_site("answers", threads=60)
    pages = thread_pages(site)
    for seed in range(8, 12):
        keys = sorted(pages)
        random.Random(seed).shuffle(keys)
        wrapper = learn_wrapper([pages[key] for key in keys[:25]], site.model.end)
        assert wrapper is not None
        posts = [post for page in pages.values() for post in wrapper.read(page, site.model.end).posts]
        assert posts
        assert not any("Similar topics" in post.text for post in posts)


def test_buttons_under_a_text_are_left_out_and_links_in_it_stay():
    """Both stand in elements without a name; what buttons say is the same under all posts."""
    chance = random.Random(4)
    vocabulary = [f"word{chr(97 + n % 26) * (1 + n // 26)}" for n in range(60)]
    pages = []
    for page in range(8):
        posts = []
        for n in range(6):
            number = page * 10 + n
            text = " ".join(chance.choices(vocabulary, k=12))
            link = f' <a href="/t/{n}">an older talk</a>' if n == 5 and page > 5 else ""
            buttons = f'<p><a href="/r/{number}">Reply</a> ~ <a href="/q/{number}">Quote</a></p>'
            posts.append(
                post_html(number, chance.choice(["Ann", "Bob", "Cy"]), f"<p>{text}{link}</p>{buttons}", 1 + page)
            )
        pages.append(page_of(thread_html(*posts), f"http://forum.example/t/{page}"))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [post for page in pages for post in wrapper.read(page, NOW).posts]
    assert not any("Reply" in post.own_text or "~" in post.own_text for post in read)
    assert sum("an older talk" in post.own_text for post in read) == 2


def test_comments_are_found_beside_their_buttons_and_a_blueprint_for_scripts():
    """Who, when and the buttons stand in a box of their own; a hidden one without words waits for the next comment."""
    chance = random.Random(6)
    vocabulary = [f"word{chr(97 + n % 26) * (1 + n // 26)}" for n in range(60)]

    def comment(who: str, day: int, text: str) -> str:
        links = f'<a class=u href="/who/{who}">{who}</a>' if who else "<a class=u href></a>"
        tools = (
            f"<div class=tools>{links} <i>2024-03-{day:02d} 10:05</i> <span>edit</span> <b>more delete flag</b></div>"
        )
        return f"<div class=remark><div class=said>{text}</div>{tools}</div>"

    pages, written = [], []
    for page in range(8):
        posts = []
        for n in range(4):
            own = [" ".join(chance.choices(vocabulary, k=9)) for _ in range(page % 3 if n == 1 else 0)]
            remarks = "".join(comment(chance.choice(["Ann", "Bob"]), 9 + page, text) for text in own)
            text = " ".join(chance.choices(vocabulary, k=30))
            posts.append(post_html(page * 10 + n, chance.choice(["Ann", "Bob", "Cy"]), text, 1 + page, remarks))
            written += [text, *own]
        blueprint = f'<div style="display: none;">{comment("", 28, "")}</div>'
        pages.append(page_of(thread_html(*posts) + blueprint, f"http://forum.example/t/{page}"))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [post for page in pages for post in wrapper.read(page, NOW).posts]
    assert [post.own_text for post in read] == written
    assert all(post.author and post.time for post in read)


def test_an_opening_post_is_found_in_a_box_called_like_that_around_the_answers():
    """Other boxes have nothing where this one has its text."""
    chance = random.Random(8)
    vocabulary = [f"word{chr(97 + n % 26) * (1 + n // 26)}" for n in range(60)]
    pages, written = [], []
    for page in range(8):
        own = " ".join(chance.choices(vocabulary, k=30))
        answers = [" ".join(chance.choices(vocabulary, k=30)) for _ in range(4)]
        by = f"<small>by <a href='/who/Ann'>Ann</a> on 2024-03-{1 + page:02d} 09:10</small>"
        head = f"<div class=c><h1>Talk {page}</h1>{by}</div>"
        first = f"<div class=box>{head}<div class=in><div class=opening>{own}</div></div></div>"
        posts = (post_html(page * 10 + n, chance.choice(["Ann", "Bob", "Cy"]), t, 9) for n, t in enumerate(answers, 1))
        rest = f"<div class=box><div class=c>4 answers, the last on 2024-03-09 10:01</div>{''.join(posts)}</div>"
        pages.append(page_of(f"<title>Talk {page}</title>{first}{rest}", f"http://forum.example/t/{page}"))
        written += [own, *answers]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [post.own_text for page in pages for post in wrapper.read(page, NOW).posts] == written


@pytest.mark.parametrize("heading", ["<div class=name>{}</div>", ""])
def test_a_heading_with_the_name_of_the_site_is_not_the_title(heading: str):
    """The banner says both, as the document's title does; what is the thread's own is told by the difference."""
    titles = ("The red kettle", "A broken ladder", "Where is the key", "Old maps of town", "Rain in the cellar")
    pages = []
    for number, title in enumerate(titles):
        posts = "".join(
            f"<div class=post><b>anna{n}</b> <i>2024-03-0{number + 1} 1{n}:15</i><p>Words of {number}, {n}.</p></div>"
            for n in range(4)
        )
        head = f"<div class=banner><b>Lake town</b> {title}</div>{heading.format(title)}"
        pages.append(page_of(f"<title>Lake town: {title}</title>{head}{posts}", f"http://forum.example/t/{number}"))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [wrapper.read(page, NOW).title for page in pages] == list(titles)


def test_a_title_that_all_pages_have_is_not_that_of_a_thread():
    """Nothing is better than the name of the site: lists of threads tell the titles then."""
    chance = random.Random(3)
    texts = [[" ".join(chance.choices(["cat", "dog", "fish", "goat"], k=9)) for _ in range(3)] for _ in range(7)]
    pages = [
        page_of(
            f"<title>Forums - Us</title><h1>Forums</h1>"
            f"{''.join(post_html(9 * number + n, f'N{n}', text, 3 + n) for n, text in enumerate(own))}",
            f"http://forum.example/t/{number}",
        )
        for number, own in enumerate(texts)
    ]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert {wrapper.read(page, NOW).title for page in pages} == {""}


ROW_WORDS = ("apple", "river", "stone", "cloud", "garden", "window", "lantern", "bridge", "silver", "meadow")
ROW_NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")


def assert_rows_are_posts(chance: random.Random, post: Callable[[int, list[str]], str], around: str) -> None:
    """Learn from threads in tables, `around` which there may be others; `post` gives one and notes what it says."""
    shown: list[list[str]] = []

    def thread(number: int) -> Page:
        said: list[str] = []
        shown.append(said)
        rows = "".join(post(100 * number + k, said) for k in range(chance.randint(3, 9)))
        table = f"<h1>Thread {number}</h1><table><tr><th>Author</th><th>Message</th></tr>{rows}</table>"
        html = f"<title>Thread {number}</title><body>{around.format(table)}</body>"
        return page_of(html, f"http://forum.example/t/{number}")

    pages = [thread(number) for number in range(1, 13)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for page, said in zip(pages, shown, strict=True):
        posts = wrapper.read(page, NOW).posts
        assert [post.own_text.split("\n")[-1] for post in posts] == said
        assert {post.time.year for post in posts if post.time} == {2023}
        assert {post.author for post in posts} <= set(ROW_NAMES)


def test_posts_of_several_rows_in_a_table_of_tables():
    """Rows inside posts, of quotes and of the page itself have cells like theirs; a row without a word ends each."""
    chance = random.Random(4)

    def post(number: int, said: list[str]) -> str:
        name, text = ROW_NAMES[number % 5], " ".join(chance.choices(ROW_WORDS, k=20))
        quote = "<table><tr><td><b>Anna wrote:</b></td></tr><tr><td>{}<br>and so on</td></tr></table>"
        quoted = quote.format(said[0]) if said and number % 3 == 0 else ""
        said.append(text)
        clock = f"{number % 28 + 1} May 2023 10:{number % 60:02d}"
        return (
            f'<tr><td valign="top" class="one"><span class="who">{name}</span><br>Joined: 3 Jan 2020</td>'
            '<td valign="top" class="one"><table><tr><td><small class="when">'
            f'Posted: {clock}</small></td><td valign="top"><a href="/quote?p={number}">Quote</a></td></tr>'
            f"<tr><td colspan=2><hr></td></tr><tr><td colspan=2>{quoted}{text}</td></tr></table></td></tr>"
            '<tr><td class="one"><span class="up">Up</span></td><td class="one"><table><tr><td>'
            f'<a href="/u/{name}">{name}</a></td></tr></table></td></tr><tr><td><img src="gap.gif"></td></tr>'
        )

    assert_rows_are_posts(chance, post, "<table><tr><td>Board<br>{}</td></tr></table>")


def test_posts_of_several_rows_by_turns_in_two_colours():
    """All rows of a post have its colour; the first alone has one wide cell, as rows between the posts have, too."""
    chance = random.Random(6)

    def post(number: int, said: list[str]) -> str:
        name, colour = ROW_NAMES[number % 5], ("light", "dark")[number % 2]
        said.append(" ".join(chance.choices(ROW_WORDS, k=20)))
        return (
            f'<tr class="{colour}"><td colspan="2"><table><tr><td class="when">{number % 28 + 1} May 2023 10:05</td>'
            f'<td><a href="/quote?p={number}">Quote</a></td></tr></table></td></tr>'
            f'<tr class="{colour}"><td><a href="/u/{name}">{name}</a><br>Joined: 3 Jan 2020 12:15</td>'
            f'<td><span class="said">{said[-1]}</span><table></table></td></tr>'
            f'<tr class="{colour}"><td></td><td><a href="/u/{name}"><img src="who.gif"></a></td></tr>'
            '<tr><td class="gap" colspan="2"><img src="gap.gif"></td></tr>'
        )

    assert_rows_are_posts(chance, post, "{}")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("My cat - Pets", "My cat"),
        ("My cat | Pets | Animals", "My cat"),
        ("Animals » Pets » My cat", "My cat"),
        ("Pets: my cat", "my cat"),
        ("All about Pets", "All about Pets"),
        ("Pets", "Pets"),
        ("Petshop - my cat", "Petshop - my cat"),
    ],
)
def test_a_documents_title_is_read_without_the_boards_it_names(title: str, expected: str):
    """Only at its ends, and parted by a sign: a thread may speak of what its board is called."""
    assert without_boards(title, ["Animals", "Pets"]) == expected


def test_a_name_without_the_word_before_it_is_the_author():
    """Each post offers to quote its author by name; the name itself is no link."""
    chance = random.Random(7)
    words = ("apple", "river", "stone", "cloud", "garden", "window", "lantern", "bridge", "silver", "meadow")
    names = ("Anna", "Bert", "Carl", "Dora", "Emil")

    def thread(number: int) -> Page:
        posts = "".join(
            f'<tr><td><span class="who">{names[k * number % 5]}</span><br>Joined: 3 Jan 2020</td><td><div>'
            f'<a href="/quote?p={10 * number + k}">Quote {names[k * number % 5]}</a></div>'
            f'Posted: {k + 1} May 2023 10:05<div class="said">{" ".join(chance.choices(words, k=20))}</div></td></tr>'
            for k in range(8)
        )
        html = f"<title>Thread {number}</title><body><h1>Thread {number}</h1><table>{posts}</table></body>"
        return page_of(html, f"http://forum.example/t/{number}")

    pages = [thread(number) for number in range(1, 10)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for number, page in enumerate(pages, 1):
        assert [post.author for post in wrapper.read(page, NOW).posts] == [names[k * number % 5] for k in range(8)]


def test_a_time_told_by_the_element_around_the_link_that_shows_it():
    """What is shown is rough ("9 days ago"); the element that holds nothing but this link tells it to the second."""
    names = ("Anna", "Bert", "Carl", "Dora", "Emil")
    words = ("apple", "river", "stone", "cloud", "garden", "window", "lantern", "bridge", "silver", "meadow")

    def thread(number: int) -> Page:
        at = range(20)
        posts = "".join(
            f'<div class="said"><p><a class="who" href="/u/{names[k]}">{names[k]}</a> '
            f'<span class="age" title="2024-05-{20 - k:02d}T08:{number:02d}:1{k}"><a href="/m/{number}{k}">'
            f"{12 + k} days ago</a></span></p><div>{' '.join(words[(number + k * i) % 10] for i in at)}</div></div>"
            for k in range(4)
        )
        return page_of(f"<title>Thread {number}</title><body><h1>Thread {number}</h1><div>{posts}</div></body>")

    pages = [thread(number) for number in range(1, 7)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for number, page in enumerate(pages, 1):
        times = [post.time for post in wrapper.read(page, NOW).posts]
        assert [time and time.replace(tzinfo=None) for time in times] == [
            datetime(2024, 5, 20 - k, 8, number, 10 + k) for k in range(4)
        ]


def test_a_head_made_as_posts_are_is_no_post():
    """It has a time, too, that of the clock, and says the same on every page."""
    names = ("Anna", "Bert", "Carl", "Dora", "Emil")
    words = ("apple", "river", "stone", "cloud", "garden", "window", "lantern", "bridge", "silver", "meadow")
    head = '<table class="box" width="100%"><tr><td class="cell"><a href="/">Town</a></td>'
    head += '<td class="cell">Welcome, guest.<br><span class="small">May 30th, 2024 at 9:00am</span></td></tr></table>'
    said: list[list[str]] = []

    def post(number: int, k: int) -> str:
        text = " ".join(words[(number * i + k * k) % 10] for i in range(12 + k))
        said[-1].append(text)
        return (
            f'<table class="box" width="100%"><tr><td class="cell"><a href="/u/{names[k]}">{names[k]}</a></td>'
            f'<td class="cell"><b>Re: Thread {number}</b><br><span class="small">May {k + 3}th, 2024 at '
            f'{k + 1}:1{k}pm</span> <a href="/quote?{number}{k}">Quote</a><hr><div class="text">{text}</div></td></tr>'
            "</table>"
        )

    def thread(number: int) -> Page:
        said.append([])
        posts = "".join(post(number, k) for k in range(2 + number % 4))
        return page_of(f"<title>Thread {number}</title><body>{head}<h1>Thread {number}</h1>{posts}</body>")

    pages = [thread(number) for number in range(1, 11)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for page, texts in zip(pages, said, strict=True):
        assert [post.text for post in wrapper.read(page, NOW).posts] == texts
