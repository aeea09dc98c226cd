"""Posts are found by words of any script, in a folder and in memory alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.config import StoreConfig
from weft.page import Crumb, Post, ThreadPage
from weft.store import MemoryArchive, Reading, SqliteArchive, open_archive

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)
AnyArchive = SqliteArchive | MemoryArchive
TEXTS = {
    "en": "The quick brown fox doesn't jump over e-mail addresses. Version 3.14 costs $5.",
    "de": "Die Straße nach MÜNCHEN ist groß; Fußgänger überqueren sie an der Ampel.",
    "ru": "Ёлка стоит в комнате, а Москва далеко. Программа не работает!",
    "zh": "我喜欢北京的秋天，天气很好。请问如何安装这个软件？",
    "ja": "東京タワーは高いです。新しいカメラを買いました。ｶﾀｶﾅ",
    "ko": "안녕하세요, 오늘은 날씨가 좋습니다",
    "th": "ภาษาไทยง่ายมาก",
    "ar": "مَرْحَبًا بالعالم",
    "hi": "यह हिन्दी में लिखा है",
    "el": "Η Αθήνα είναι μεγάλη πόλη",
    "fr": "Un café crème à l'Hôtel de Ville, déjà vu",
    "tr": "İstanbul'da ılık bir gün",
}


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    opened: AnyArchive = MemoryArchive() if request.param == "memory" else open_archive(tmp_path / "archive", NO_GUARD)
    yield opened
    opened.close()


def a_thread(number: int, title: str, *posts: Post, board: int = 1) -> Reading:
    crumbs = (Crumb("Home", "http://forum.example/"), Crumb(f"Board {board}", f"http://forum.example/b{board}"))
    return Reading(f"http://forum.example/t{number}", NOW, ThreadPage(title, crumbs, (), posts), number=1)


def a_post(id_: str, text: str, author: str = "ann", days: int = 0) -> Post:
    return Post(id_, author=author, time=NOW - timedelta(days=days), text=text, own_text=text)


def found(archive: AnyArchive, query: str, **filters: object) -> list[str]:
    return [hit.row.post.id for hit in archive.search(query, **filters)]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[AnyArchive, AnyArchive]]:
    """The same posts in many languages, in a folder and in memory."""
    reading = a_thread(1, "Many tongues", *(a_post(name, text) for name, text in TEXTS.items()))
    with open_archive(tmp_path_factory.mktemp("search"), NO_GUARD) as disk:
        memory = MemoryArchive()
        for one in (disk, memory):
            one.record([reading])
        yield disk, memory


@pytest.fixture(params=["folder", "memory"])
def languages(request: pytest.FixtureRequest, both: tuple[AnyArchive, AnyArchive]) -> AnyArchive:
    return both[request.param == "memory"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("fox", "en"),
        ("QUICK fox", "en"),
        ('"brown fox"', "en"),
        ("e-mail", "en"),
        ("doesn't", "en"),
        ("3.14", "en"),
        ("addr*", "en"),
        ("Straße", "de"),
        ("strasse münchen", "de"),
        ("fussganger", "de"),
        ("Überqueren", "de"),
        ("москва", "ru"),
        ("елка", "ru"),
        ("РАБОТАЕТ программа", "ru"),
        ("програм*", "ru"),
        ("北京", "zh"),
        ("软件", "zh"),
        ("秋天 安装", "zh"),
        ("天气很好", "zh"),
        ("東京", "ja"),
        ("カメラ", "ja"),
        ("カタカナ", "ja"),
        ("新しい", "ja"),
        ("날씨", "ko"),
        ("ไทย", "th"),
        ("مرحبا", "ar"),
        ("हिन्दी", "hi"),
        ("αθηνα", "el"),
        ("cafe", "fr"),
        ("déja hotel", "fr"),
        ("ılık", "tr"),
        ("istanbul*", "tr"),
    ],
)
def test_words_of_all_scripts(languages: AnyArchive, query: str, name: str) -> None:
    """A word is found however it is capitalised or accented; where no spaces are written, any part is a word."""
    assert found(languages, query) == [name]


@pytest.mark.parametrize("query", ["京北", "東京カメラ", "fo", "москв", "fox brown wolf", '"fox brown"', "straß"])
def test_what_is_not_there(languages: AnyArchive, query: str) -> None:
    """Characters in another order, parts of words without *, and words that no one post has together find nothing."""
    assert found(languages, query) == []


@pytest.mark.parametrize("query", ["", " ", '"', '""', "-", "*", "-fox", "!!!", "( ) : ^", "\0", "\udcff", "😀"])
def test_queries_without_a_word(languages: AnyArchive, query: str) -> None:
    """They find nothing, and break nothing."""
    assert found(languages, query) == []


@pytest.mark.parametrize(
    "query", ['fox"', "fox AND", "NEAR(fox", "{author}: fox", "fox OR (", "text:fox^2", "fox-", "+fox"]
)
def test_signs_have_no_power(languages: AnyArchive, query: str) -> None:
    """What means something to SQLite is a word like any other here, or nothing."""
    assert found(languages, query) in ([], ["en"])


@settings(max_examples=60, deadline=None)
@given(query=st.text(max_size=30))
def test_any_query_is_answered(both: tuple[AnyArchive, AnyArchive], query: str) -> None:
    """Whatever people type, both adapters give the same answer."""
    disk, memory = both
    assert found(memory, query) == found(disk, query)


def test_without_a_word(archive: AnyArchive) -> None:
    """A word behind a minus must not be there; the same with a phrase."""
    archive.record([a_thread(1, "T", a_post("1", "red car"), a_post("2", "red old car"), a_post("3", "red bus"))])
    assert found(archive, "red -bus") == ["1", "2"]
    assert found(archive, 'red -"old car" -bus') == ["1"]


def test_best_first(archive: AnyArchive) -> None:
    """Who says it more often, in fewer words, comes first; `limit` bounds them."""
    much = a_post("2", "leak leak leak")
    archive.record([a_thread(1, "T", a_post("1", "one leak among many other words here"), much, a_post("3", "no"))])
    assert found(archive, "leak") == ["2", "1"]
    scores = [hit.score for hit in archive.search("leak")]
    assert scores == sorted(scores, reverse=True)
    assert found(archive, "leak", limit=1) == ["2"]


def test_titles_and_authors(archive: AnyArchive) -> None:
    """Words may be in title, author or text; a thread that has them in its title only is found once, by its first."""
    posts = [a_post("1", "it drips"), a_post("2", "call a plumber", "Zoë"), a_post("3", "the sink?")]
    archive.record([a_thread(1, "Kitchen sink", *posts), a_thread(2, "Garden", a_post("9", "water"))])
    assert sorted(found(archive, "sink")) == ["1", "3"]
    assert found(archive, "kitchen plumber") == ["2"]
    assert found(archive, "zoe") == ["2"]
    (hit,) = archive.search("kitchen")
    assert (hit.row.post.id, hit.row.position, hit.thread_title, hit.snippet) == ("1", 1, "Kitchen sink", "it drips")


def test_filters(archive: AnyArchive) -> None:
    """Board, author and time narrow a search; an author alone is a query."""
    archive.record([a_thread(1, "T", a_post("1", "red", "ann", 9), a_post("2", "red", "Bob", 1), board=1)])
    archive.record([a_thread(2, "U", a_post("3", "red", "bobby", 1), a_post("4", "blue", "bob", 2), board=2)])
    assert found(archive, "red", board="board 2") == ["3"]
    assert found(archive, "red", board="http://forum.example/b1") == ["1", "2"]
    assert found(archive, "red", author="bob") == ["2"]
    assert sorted(found(archive, "", author="BOB")) == ["2", "4"]
    assert found(archive, "red", since=NOW - timedelta(days=9), until=NOW - timedelta(days=1)) == ["1"]
    assert found(archive, "red", author="nobody") == []


def test_a_name_of_signs(archive: AnyArchive) -> None:
    """An author whose name has no letter is still found by it."""
    archive.record([a_thread(1, "T", a_post("1", "red", "***"), a_post("2", "red", "ann"))])
    assert found(archive, "red", author="***") == ["1"]


def test_snippets(archive: AnyArchive) -> None:
    """A snippet shows where the words are, marked, and says where it is cut; marks in the text itself are left out."""
    long = "lorem ipsum " * 40 + "the needle\x02 in a haystack " + "dolor sit " * 40
    archive.record(
        [a_thread(1, "T", a_post("1", long), a_post("2", "我喜欢北京的秋天"), a_post("3", "Short\n\nneedle."))]
    )
    by_id = {hit.row.post.id: hit.snippet for hit in archive.search("needle")}
    assert "the \x02needle\x03 in a" in by_id["1"]
    assert by_id["1"].startswith("… ")
    assert by_id["1"].endswith(" …")
    assert len(by_id["1"]) < 300
    assert by_id["3"] == "Short \x02needle\x03."
    assert archive.search("北京")[0].snippet == "我喜欢\x02北京\x03的秋天"


def test_the_index_keeps_step(archive: AnyArchive) -> None:
    """Edited, renamed, replaced and removed: what is found is always what is there."""
    archive.record([a_thread(1, "Alpha", a_post("1", "first words", "bob"), a_post("2", "other", "ann"))])
    later = a_thread(1, "Beta", a_post("1", "second words", "bob"), a_post("2", "other", "anna"))
    archive.record([replace(later, seen_at=NOW + timedelta(hours=1))])
    assert [found(archive, word) for word in ("first", "second", "alpha", "beta", "ann", "anna")] == [
        [],
        ["1"],
        [],
        ["1"],
        [],
        ["2"],
    ]
    archive.record([replace(later, thread=ThreadPage("Beta", (), (), (a_post("3", "third"),)), again=True)])
    assert [found(archive, word) for word in ("second", "third", "anna", "beta")] == [[], ["3"], [], ["3"]]


def test_gone_posts_are_found(archive: AnyArchive) -> None:
    """What a forum has deleted is what people look for in an archive."""
    posts = [a_post(str(number), f"word{number}") for number in range(3)]
    archive.record([a_thread(1, "T", *posts)])
    for hour in (1, 2):
        archive.record([replace(a_thread(1, "T", posts[0], posts[2]), seen_at=NOW + timedelta(hours=hour))])
    (hit,) = archive.search("word1")
    assert hit.row.gone == NOW + timedelta(hours=2)
