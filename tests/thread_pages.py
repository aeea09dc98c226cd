"""Single pages of threads drawn at random, with the truth: each feature by itself, of no software.

How posts are framed and named, where authors and times stand and how they are written, what stands in posts and around
them. A page is right only if every post has its text, its author and its day, and nothing else is a post.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

NOW = datetime(2021, 6, 25, 18, 30, tzinfo=UTC)
NAMES = ["ann", "bo77", "Cleo", "dan.k", "EvaLind", "finn_9", "gus", "Old Timer", "kat1982", "Dr. Who", "Мария", "Bo"]


@dataclass(frozen=True, slots=True)
class Tongue:
    """The words of a language that a page needs."""

    words: tuple[str, ...]
    months: tuple[str, ...]
    posted: str
    by: str
    joined: str
    edited: str
    wrote: str
    answer: str


def _tongue(words: str, months: str, *labels: str) -> Tongue:
    return Tongue(tuple(words.split()), tuple(months.split()), *labels)


TONGUES = {
    "en": _tongue(
        "river stone window bread letter winter garden candle bridge paper music table forest engine think never",
        "January February March April May June July August September October November December",
        *("Posted", "by", "Joined", "Last edited by {} on {}", "{} wrote:", "Reply"),
    ),
    "de": _tongue(
        "Fluss Stein Fenster Brot Brief Winter Garten Kerze Brücke Papier Musik Tisch Wald Motor denken niemals",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        *("Verfasst", "von", "Registriert", "Zuletzt bearbeitet von {} am {}", "{} schrieb:", "Antworten"),
    ),
    "ru": _tongue(
        "река камень окно хлеб письмо зима сад свеча мост бумага музыка стол лес мотор думать никогда",
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
        *("Добавлено", "от", "Зарегистрирован", "Последний раз редактировалось {} {}", "{} писал(а):", "Ответить"),
    ),
    "es": _tongue(
        "río piedra ventana pan carta invierno jardín vela puente papel música mesa bosque motor pensar nunca",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        *("Publicado", "por", "Registrado", "Editado por {} el {}", "{} escribió:", "Responder"),
    ),
}
# What stands first is the plainest; the others are drawn as often.
FEATURES: dict[str, tuple[str, ...]] = {
    "tongue": tuple(TONGUES),
    "frame": ("box", "row", "rows", "tables", "right", "item", "terms", "article", "below", "flat"),
    "style": ("named", "bare", "hashed", "font"),
    "posts": ("8", "1", "2", "3", "20"),
    "name": ("link", "bold", "boldlink", "span"),
    "people": ("many", "guests"),
    "time": ("named", "dmy", "iso", "mdy", "short"),
    "time at": ("head", "foot", "author"),
    "label": ("", "posted", "line"),
    "profile": ("", "rank", "joined"),
    "picture": ("", "yes"),
    "number": ("", "yes"),
    "subject": ("", "yes"),
    "buttons": ("", "yes"),
    "edited": ("", "yes"),
    "quotes": ("", "yes"),
    "signed": ("", "yes"),
    "texts": ("mixed", "short", "long"),
    "paragraphs": ("br", "p", "div"),
    "below": ("", "similar", "latest", "members"),
    "beside": ("", "news"),
    "advertised": ("", "yes"),
    "form": ("", "yes"),
}
TABLED = ("row", "rows", "right")


@dataclass(frozen=True, slots=True)
class Said:
    """One post as it is on the page."""

    author: str
    time: datetime
    text: str
    html: str
    is_guest: bool


class ThreadPage:
    """A page of a thread; `drawn` says how it is written, by chance unless it is given."""

    def __init__(self, seed: int, drawn: dict[str, str] | None = None) -> None:
        self._chance = random.Random(seed)
        self.drawn = {name: self._chance.choice(values) for name, values in FEATURES.items()} | (drawn or {})
        self._t = TONGUES[self.drawn["tongue"]]
        self._tokens: dict[str, str] = {}
        self.url = "http://forum.example/topic/100"
        self._title = self._words(4).capitalize()
        self.said = self._say()
        self.html = self._page()

    def _is(self, name: str, value: str = "yes") -> bool:
        return self.drawn[name] == value

    def _words(self, count: int) -> str:
        return " ".join(self._chance.choices(self._t.words, k=count))

    def _sentence(self, least: int, most: int) -> str:
        return self._words(self._chance.randint(least, most)).capitalize() + "."

    def _box(self, tag: str, role: str, inner: str) -> str:
        """Give an element, named as the page names such."""
        if self._is("style", "font") and tag == "span":
            return f'<font size="1">{inner}</font>'
        if self.drawn["style"] in ("bare", "font"):
            return f"<{tag}>{inner}</{tag}>"
        made = "c" + "".join(self._chance.choices("abcdefgh123", k=5)) if self._is("style", "hashed") else role
        return f'<{tag} class="{self._tokens.setdefault(role, made)}">{inner}</{tag}>'

    def _show(self, time: datetime) -> str:
        forms = {"dmy": "%d.%m.%Y, %H:%M", "iso": "%Y-%m-%d %H:%M", "mdy": "%m/%d/%Y %H:%M", "short": "%d/%m/%y %H:%M"}
        if not self._is("time", "named"):
            return time.strftime(forms[self.drawn["time"]])
        return f"{time.day} {self._t.months[time.month - 1]} {time.year}, {time:%H:%M}"

    def _say(self) -> list[Said]:
        chance, said = self._chance, list[Said]()
        time = datetime(2012 + chance.randrange(8), chance.randrange(1, 13), chance.randrange(13, 20), 9, 5, tzinfo=UTC)
        for _ in range(int(self.drawn["posts"])):
            who = chance.choice([name for name in NAMES if not said or name != said[-1].author])
            size = chance.choice(("short", "long")) if self._is("texts", "mixed") else self.drawn["texts"]
            parts = [self._sentence(8, 16) for _ in range(chance.randint(2, 6))]
            parts = [self._sentence(5, 10)] if size == "short" else parts
            tag = self.drawn["paragraphs"]
            html = "<br><br>".join(parts) if tag == "br" else "".join(f"<{tag}>{part}</{tag}>" for part in parts)
            if self._is("quotes") and said and chance.random() < 0.4:
                other = chance.choice(said)
                label, words = self._t.wrote.format(other.author), " ".join(other.text.split()[:9])
                html = f"<blockquote><b>{label}</b><br>{words}</blockquote>{html}"
                parts = [label, words, *parts]
            guest = self._is("people", "guests") and chance.random() < 0.4
            said.append(Said(who, time, " ".join(parts), html, guest))
            time += timedelta(hours=chance.randrange(1, 60), minutes=chance.randrange(60))
        return said

    def _name(self, post: Said) -> str:
        kind = "span" if post.is_guest else self.drawn["name"]
        if kind in ("span", "bold"):
            return f"<b>{post.author}</b>" if kind == "bold" else self._box("span", "name", post.author)
        link = f'<a href="/user/{NAMES.index(post.author)}">{post.author}</a>'
        return f"<b>{link}</b>" if kind == "boldlink" else link

    def _person(self, post: Said, with_name: bool) -> str:
        number = NAMES.index(post.author)
        about = self._picture(post) if self._is("picture") else ""
        if self._is("profile", "rank"):
            about += self._box("span", "rank", ("Novice", "Old hand", "Keeper")[number % 3])
        if self._is("profile", "joined"):
            day = f"{number + 5} {self._t.months[number]} {2004 + number % 7}"
            about += self._box("span", "since", f"{self._t.joined}: {day}")
        about += self._more_about(post)
        who = self._box("div", "who", self._name(post)) if with_name else ""
        return who + (self._box("div", "about", about) if about else "")

    def _picture(self, post: Said) -> str:
        return f'<img src="/pictures/{NAMES.index(post.author)}.png" alt="">'

    def _more_about(self, _post: Said) -> str:
        return ""

    def _more_below(self, _number: int, _post: Said) -> str:
        return ""

    def _more_buttons(self, _number: int) -> str:
        return ""

    def _stamp(self, time: datetime) -> str:
        return self._show(time)

    def _post(self, number: int, post: Said) -> str:
        when, is_line = self._stamp(post.time), self._is("label", "line")
        if self.drawn["label"]:
            name = f" {self._t.by} {self._name(post)} " if is_line else ": "
            when = f"{self._t.posted}{name}{when}"
        stamp = self._box("span", "when", when)
        at = "head" if is_line and self._is("time at", "author") else self.drawn["time at"]
        person = self._person(post, not is_line) + (stamp if at == "author" else "")
        head = (stamp if at == "head" else "") + (f' <a href="#p{number}">#{number}</a>' if self._is("number") else "")
        foot = stamp if at == "foot" else ""
        if self._is("buttons"):
            foot += f' <a href="/answer?p={number}">{self._t.answer}</a> <a href="/tell?p={number}">!</a>'
            foot += self._more_buttons(number)
        text = self._box("div", "text", post.html)
        if self._is("edited") and self._chance.random() < 0.3:
            note = self._t.edited.format(post.author, self._show(post.time + timedelta(hours=5)))
            text += self._box("div", "note", f"<em>{note}</em>")
        if self._is("signed") and NAMES.index(post.author) % 3 == 0:
            text += f"<div>_______________<br>{self._t.words[NAMES.index(post.author)]} {self._t.words[3]}</div>"
        text += self._more_below(number, post)
        subject = self._box("div", "subject", ("Re: " if number else "") + self._title) if self._is("subject") else ""
        return self._frame(person, self._box("div", "head", head) if head else "", subject + text, foot)

    def _frame(self, person: str, head: str, text: str, foot: str) -> str:
        low = self._box("div", "foot", foot) if foot else ""
        cells = self._box("td", "side", person), self._box("td", "main", text)
        match self.drawn["frame"]:
            case "row":
                return f"<tr>{cells[0]}{self._box('td', 'main', head + text + low)}</tr>"
            case "right":
                return f"<tr>{self._box('td', 'main', head + text + low)}{cells[0]}</tr>"
            case "rows":
                last = f"<tr>{self._box('td', 'low', foot)}</tr>" if foot else ""
                return f"<tr>{self._box('td', 'top', head or '&nbsp;')}</tr><tr>{''.join(cells)}</tr>{last}"
            case "tables":
                return f"<table><tr>{self._box('td', 'top', head)}</tr><tr>{cells[0]}{cells[1]}</tr></table>{low}"
            case "terms":
                return self._box("dt", "top", person + head) + self._box("dd", "inner", text + low)
            case "flat":
                return self._box("div", "top", person + head) + text + low
            case "below":
                return self._box("div", "post", text + self._box("div", "byline", person + head + foot))
            case frame:
                side, main = self._box("div", "side", person), self._box("div", "main", head + text + low)
                return self._box({"item": "li", "article": "article"}.get(frame, "div"), "post", side + main)

    def _others(self, row: str) -> str:
        days = [self._show(NOW - timedelta(days=3 + 5 * number)) for number in range(5)]
        names = self._chance.sample(NAMES, 5)
        return "".join(row.format(n, self._words(4), *both) for n, both in enumerate(zip(names, days, strict=True)))

    def _around(self, name: str) -> str:
        match self.drawn[name]:
            case "similar":
                row = '<tr><td><a href="/topic/90{}">{}</a></td><td>{}</td><td>{}</td></tr>'
                return f"<table>{self._others(row)}</table>"
            case "latest":
                return "<ul>" + self._others('<li><a href="/topic/90{}">{}</a> {}, {}</li>') + "</ul>"
            case "members":
                return "<p>" + ", ".join(f"<a href='/user/{n}'>{who}</a>" for n, who in enumerate(NAMES)) + "</p>"
            case "news":
                row = self._box("div", "news", '<a href="/topic/90{}">{}</a><br>{} {}')
                return self._box("div", "left", self._others(row))
            case _:
                return ""

    def _above(self) -> str:
        return ""

    def _with_stubs(self, blocks: list[str]) -> list[str]:
        return blocks

    def _page(self) -> str:
        blocks = [self._post(number, post) for number, post in enumerate(self.said)]
        if self._is("advertised"):
            words = f'<a href="http://shop.example/">{self._words(3)}</a> {self._words(4)}'
            blocks.insert(1, f"<tr><td>{words}</td></tr>" if self.drawn["frame"] in TABLED else f"<div>{words}</div>")
        tag = {"item": "ol", "terms": "dl"} | dict.fromkeys(TABLED, "table")
        blocks = self._with_stubs(blocks)
        posts = self._box(tag.get(self.drawn["frame"], "div"), "posts", "\n".join(blocks))
        menu = " | ".join(f'<a href="/{word}">{word}</a>' for word in ("index", "search", "help", "login"))
        form = "<form method=post><textarea name=t></textarea><input type=submit></form>" if self._is("form") else ""
        main = self._box("div", "center", f"<h1>{self._title}</h1>{self._above()}{posts}{form}{self._around('below')}")
        foot = f"<p>{self._show(NOW)} &copy; 2008</p>"
        title = f"<title>{self._title} - A Board</title>"
        return f"<html><head>{title}</head><body><div>{menu}</div>{self._around('beside')}{main}{foot}</body></html>"


# What real pages have besides, drawn apart, so that the pages above stay what they are.
MORE: dict[str, tuple[str, ...]] = {
    "avatar": ("", "alt", "letter", "linked"),
    "told": ("", "list", "inline", "status"),
    "stamp": ("", "time", "title", "half", "weekday", "ago"),
    "liked": ("", "names", "count", "bar"),
    "poll": ("", "yes"),
    "stub": ("", "plain", "dated"),
    "menu": ("", "hidden", "shown"),
    "files": ("", "yes"),
    "crumbs": ("", "yes"),
    "signature": ("", "yes"),
    "echo": ("", "yes"),
}


class WidePage(ThreadPage):
    """A page with what real ones have besides: faces, numbers, reactions, polls, stubs, menus, files."""

    def __init__(self, seed: int, drawn: dict[str, str] | None = None) -> None:
        chance = random.Random(f"wide{seed}")
        self.more = {name: chance.choice(values) for name, values in MORE.items()} | (drawn or {})
        style = chance.choice(("named", "named", "hashed", "bare", "font"))
        self._wide = chance
        super().__init__(seed, {"style": style, "picture": "yes", "buttons": "yes"} | (drawn or {}))

    def _has(self, name: str, value: str = "yes") -> bool:
        return self.more[name] == value

    def _picture(self, post: Said) -> str:
        number = NAMES.index(post.author)
        match self.more["avatar"]:
            case "alt":
                return f'<img src="/pictures/{number}.png" alt="{post.author}" title="Avatar of {post.author}">'
            case "letter":
                return self._box("span", "letter", post.author[0].upper())
            case "linked" if not post.is_guest:
                return f'<a href="/user/{number}"><img src="/pictures/{number}.png" alt="{post.author}"></a>'
            case _:
                return super()._picture(post)

    def _more_about(self, post: Said) -> str:
        number = NAMES.index(post.author)
        rows = (
            ("Posts", f"{number * 317 + 4:,}"),
            ("Location", ("Rome", "Kyiv", "Lima")[number % 3]),
            ("Likes", number),
        )
        match self.more["told"]:
            case "list":
                return self._box("ul", "told", "".join(f"<li>{name}: {value}</li>" for name, value in rows))
            case "inline":
                return self._box("div", "told", " &middot; ".join(f"<b>{name}</b> {value}" for name, value in rows))
            case "status":
                return self._box("span", "status", ("Online", "Offline")[number % 2])
            case _:
                return ""

    def _stamp(self, time: datetime) -> str:
        shown = self._show(time)
        match self.more["stamp"]:
            case "time":
                return f'<time datetime="{time:%Y-%m-%dT%H:%M:%S+00:00}">{shown}</time>'
            case "title":
                return f'<span title="{time:%Y-%m-%d %H:%M}">{shown.rpartition(" ")[0].rstrip(",")}</span>'
            case "half":
                return time.strftime("%m-%d-%Y, %I:%M %p")
            case "weekday":
                return time.strftime("%a %b %d, %Y %I:%M %p").replace("AM", "am").replace("PM", "pm")
            case "ago":
                years = (NOW - time).days // 365
                return f'<time datetime="{time:%Y-%m-%dT%H:%M:%SZ}">{years} years ago</time>'
            case _:
                return shown

    def _more_buttons(self, number: int) -> str:
        links = "".join(f'<li><a href="/{word}?p={number}">{word}</a></li>' for word in ("profile", "ignore", "quote"))
        menu = {"hidden": f'<ul style="display:none">{links}</ul>', "shown": f"<ul>{links}</ul>"}
        return menu.get(self.more["menu"], "")

    def _more_below(self, number: int, post: Said) -> str:
        below, fans = "", self._wide.sample(NAMES, 3)
        if self._has("files") and self._wide.random() < 0.3:
            below += self._box("div", "files", f'<a href="/file/{number}.pdf">plan{number}.pdf</a> (12 KB)')
        if self._has("liked", "names") and self._wide.random() < 0.4:
            links = ", ".join(f'<a href="/user/{NAMES.index(name)}">{name}</a>' for name in fans)
            below += self._box("div", "fans", f"{links} like this")
        if self._has("liked", "count"):
            below += self._box("div", "like", f'<button type="button">Like</button> {self._wide.randrange(9)}')
        if self._has("liked", "bar"):
            below += self._box(
                "div", "bar", f'<a href="/like?p={number}">+1</a> <span>{self._wide.randrange(9)}</span>'
            )
        if self._has("signature") and NAMES.index(post.author) % 2:
            words = " ".join(self._t.words[NAMES.index(post.author) :][:5])
            below += f'<div class="signature">{words}</div>'
        return below

    def _above(self) -> str:
        above = ""
        if self._has("crumbs"):
            above += '<p><a href="/">Home</a> &raquo; <a href="/board/3">Attic</a></p>'
            above += "<p>" + " ".join(f'<a href="/topic/100?page={n}">{n}</a>' for n in range(2, 6)) + "</p>"
        if self._has("poll"):
            rows = (f"<tr><td>{word}</td><td>{n * 7 + 3} (1{n}%)</td></tr>" for n, word in enumerate(self._t.words[:4]))
            above += f"<form><table>{''.join(rows)}</table><input type=submit></form>"
        return above

    def _with_stubs(self, blocks: list[str]) -> list[str]:
        if not self.more["stub"] or len(blocks) < 8:
            return blocks
        note = "This message was removed by a helper"
        note += f" ({self._show(self.said[4].time)})" if self._has("stub", "dated") else ""
        inner = self._box("div", "gone", note)
        framed = {"row": f"<tr><td colspan=2>{inner}</td></tr>", "item": f"<li>{inner}</li>"}
        framed |= dict.fromkeys(("right", "rows"), framed["row"])
        return [*blocks[:5], framed.get(self.drawn["frame"], inner), *blocks[5:]]
