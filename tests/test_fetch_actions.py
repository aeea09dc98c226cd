"""Requests that act are recognised in many languages, and content that speaks of acting is not."""

from __future__ import annotations

import asyncio

import pytest

from weft.clock import VirtualClock
from weft.config import FetchConfig
from weft.fetch import Fetcher, MemoryAnswer, MemoryHosts, MemoryTransport, Refusal, Refused, acts

BASE = "http://forum.example"

ACTING_URLS = [
    *(("/posts/55/hide", "moderate"), ("/?action=hide&id=7", "moderate")),
    ("/logout", "log out"),
    ("/forum/logout.php?sid=8", "log out"),
    ("/users/sign_out", "log out"),
    ("/index.php?action=logout;x=1", "log out"),
    ("/index.php?action=logout&x=1", "log out"),
    ("/?logout=1", "log out"),
    ("/?logout", "log out"),
    ("/member?mode=logout", "log out"),
    ("/mitglied/abmelden", "log out"),
    ("/d%C3%A9connexion?x", "log out"),
    ("/выход", "log out"),
    ("/posts/55/delete", "delete"),
    ("/delete.aspx?id=5", "delete"),
    ("/thread?id=1&delete=5", "delete"),
    ("/x.php?do=deletepost&p=5", "delete"),
    ("/posts/55/vote", "vote"),
    ("/x?action=vote&id=5", "vote"),
    ("/x?do=voteUp&id=5", "vote"),
    ("/posts/55/report", "report"),
    ("/report-post/55", "report"),
    ("/mode?mode=report&p=5", "report"),
    ("/report.php?postid=5", "report"),
    ("/del.php?pid=5", "delete"),
    ("/forum/rate.cgi?t=7;post_id=5", "vote"),
    ("/index.php?do=markread&f=2", "mark read"),
    ("/x?mode=mark_topics_read", "mark read"),
    ("/boards/2/mark-read", "mark read"),
    ("/write.php?mode=reply&t=4", "reply"),
    ("/t/slug.12/reply", "reply"),
    ("/newreply.php?t=5", "reply"),
    ("/2010/05/entry/?reply_to=77", "reply"),
    ("/new-topic?f=2", "post"),
    ("/x?act=post&f=2", "post"),
    ("/x?mode=post&f=2", "post"),
    ("/x?mode=quote&p=5", "quote"),
    ("/posts/5/quote", "quote"),
    ("/posts/5/edit", "edit"),
    ("/x?form[action]=edit&p=5", "edit"),
    ("/threads/some-title.12/watch", "subscribe"),
    ("/subscribe?topic=5", "subscribe"),
    ("/posts/5/like", "like"),
    ("/register", "register"),
    ("/x.php?mode=register", "register"),
    ("/cart/checkout", "buy"),
]


@pytest.mark.parametrize(("path", "kind"), ACTING_URLS)
def test_acting_urls_are_recognised(path: str, kind: str) -> None:
    """A whole path part, a function asked for by query, or a verb as key tells what a request would do."""
    assert acts(BASE + path) == kind


CONTENT_URLS = [
    *("/", "/threads/how-to-delete-a-post-123", "/threads/logout-problem", "/?title=logout", "/search?q=delete"),
    *(
        "/post/12",
        "/posts/12",
        "/read?post=12",
        "/?p=5",
        "/report/",
        "/reports/2020/",
        "/report.php?id=5",
        "/report.php?id=5&p=2",
        "/complaint.php?pid=7",
        "/report?post=5",
        "/comment.php?post=5",
        "/topic/12/",
        "/topic/12/55",
    ),
    *(
        "/showpost.php?p=5",
        "/x?do=showpost&p=5",
        "/x?reply=17",
        "/reply/55",
        "/replies/55",
        "/comment/77#c",
        "/comments/77",
    ),
    *("/tags/vote", "/tag/delete", "/wiki/Edit", "/x?tag=reply", "/login", "/login.php?redirect=%2Flogout", "/signin"),
    *("/x?mode=view&t=5", "/x?action=profile;u=5", "/x?act=ST&f=1&t=5", "/x?do=new", "/new-posts", "/x?mode=new_posts"),
    *(
        "/questions/5/how-do-i-log-out",
        "/t/vote-for-the-best-forum/55",
        "/viewforum?f=2&sort=replies",
        "/likes-and-dislikes",
    ),
    *(
        "/x?view=reply&id=5",
        "/editor/5",
        "/editorial",
        "/posters",
        "/quotes/5",
        "/delete-me-not-12.html",
        "/answers/12",
    ),
    *("/x?logout=0", "/forum-12-1.html", "/x?edit_mode=classic", "/x?page=2&order=vote_count", "/members/registered"),
    *("/board/buy-and-sell/", "/buy-sell-trade.12/", "/x?mode=viewprofile&u=5", "/frage/12/antworten"),
]


@pytest.mark.parametrize("path", CONTENT_URLS)
def test_content_is_not_taken_for_an_action(path: str) -> None:
    """Words inside slugs, titles and searches, nouns with a number, and log-in pages are content."""
    assert acts(BASE + path) == ""


ACTING_ANCHORS = [
    *(("hide", "moderate"), ("Ausblenden", "moderate")),
    *(
        ("Log out", "log out"),
        ("Logout [ anna ]", "log out"),
        ("Abmelden [anna]", "log out"),
        ("« Sign out »", "log out"),
    ),
    *(("Déconnexion (anna)", "log out"), ("Cerrar sesión", "log out"), ("Sair", "log out"), ("Esci", "log out")),
    *(("Выход [ Анна ]", "log out"), ("退出", "log out"), ("ログアウト", "log out"), ("Wyloguj się", "log out")),
    *(("Uitloggen", "log out"), ("Çıkış yap", "log out"), ("تسجيل الخروج", "log out")),
    *(
        ("Delete post", "delete"),
        ("Löschen", "delete"),
        ("Supprimer", "delete"),
        ("删除", "delete"),
        ("Usuń", "delete"),
    ),
    *(("Vote", "vote"), ("Upvote", "vote"), ("Голосовать", "vote"), ("投票", "vote")),
    *(("Report", "report"), ("Beitrag melden", "report"), ("Signaler", "report"), ("Şikayet et", "report")),
    *(("Mark all forums read", "mark read"), ("Alle Foren als gelesen markieren", "mark read")),
    *(("Reply", "reply"), ("[Reply]", "reply"), ("Antworten", "reply"), ("Répondre", "reply"), ("Responder", "reply")),
    *(("Rispondi", "reply"), ("Ответить", "reply"), ("回复", "reply"), ("返信", "reply"), ("Odpowiedz", "reply")),
    *(("Reageren", "reply"), ("Cevapla", "reply"), ("إضافة رد", "reply")),
    *(("New topic", "post"), ("Neues Thema", "post"), ("新規投稿", "post"), ("Quote", "quote"), ("Zitieren", "quote")),
    *(("Edit", "edit"), ("Watch this topic", "subscribe"), ("Thanks", "like"), ("Register", "register")),
    *(("Зарегистрироваться", "register"), ("Buy now", "buy")),
]


@pytest.mark.parametrize(("anchor", "kind"), ACTING_ANCHORS)
def test_acting_anchors_are_recognised(anchor: str, kind: str) -> None:
    """A link whose whole text promises an action is one, with brackets and the user's name around it too."""
    assert acts(BASE + "/x", anchor) == kind


@pytest.mark.parametrize(
    "anchor",
    [
        *("How to log out", "Delete post problems", "Vote for the forum of the year", "Log in", "Anmelden", "Reply #5"),
        *("Replies", "12", "Next", "Re: Report", "Editors", "Quotes of the day", "Registered users", "投票结果", ""),
        *(
            "I like this forum",
            "Thanks to everybody (long)",
            "Reports",
            "Last post",
            "Mark",
            "Newest topics",
            "x" * 500,
        ),
    ],
)
def test_titles_that_speak_of_acting_are_content(anchor: str) -> None:
    """Only the whole text counts: a thread about logging out is a thread."""
    assert acts(BASE + "/t/5", anchor) == ""


def test_the_fetcher_refuses_actions_before_anything_is_sent() -> None:
    """An acting URL or anchor ends as Refused without a single request, robots.txt included."""
    asked: list[object] = []

    def answer(request: object) -> MemoryAnswer:
        asked.append(request)
        return MemoryAnswer()

    async def run() -> list[object]:
        fetcher = Fetcher(MemoryTransport(answer), FetchConfig(), VirtualClock(), MemoryHosts(), BASE)
        return [await fetcher.fetch(BASE + "/logout"), await fetcher.fetch(BASE + "/t/5", anchor="Log out")]

    for outcome in asyncio.run(run()):
        assert isinstance(outcome, Refused)
        assert outcome.why is Refusal.ACTION
        assert outcome.detail == "log out"
    assert not asked
