"""What dressed forums say, drawn at random: in which language, in what addresses, who wrote what and when."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

STEMS = [
    "river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music", "engine",
    "silver", "forest", "orange", "pocket", "table", "cable", "driver", "update", "screen", "kernel", "battery",
    "camera", "ticket", "market", "train", "castle", "doctor", "recipe", "pepper", "salmon", "hammer", "ladder",
    "garage", "piston", "clutch", "petrol", "island", "harbour"
]  # fmt: skip
TAILS = [
    "how", "why", "problem", "with", "without", "after", "before", "need", "help", "question", "about", "best",
    "broken", "new", "old", "cheap", "strange", "slow", "fast", "again", "still", "nobody", "anyone"
]  # fmt: skip
WORDS = STEMS + TAILS
NAMES = [
    "annika", "bo_lind", "cleo77", "dan.o", "eva", "FinnMcCool", "gus", "heidi_k", "ivan", "Jörg", "kat88", "Lena.",
    "mister-x", "nora", "oscar99", "Petra", "Old Tom", "Maria José", "the real dave"
]  # fmt: skip
PEOPLE = {name: number for number, name in enumerate(NAMES, 11)}
LENGTHS = (1, 1, 2, 2, 3, 4, 5, 7, 9, 12, 17, 26, 41)  # of threads, in posts
PAUSES = (3, 17, 44, 180, 1300, 3000)  # between posts, in minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a forum in some language writes on its pages, and how it writes times."""

    code: str
    times: tuple[str, ...]
    months: str  # none where they are those that `%B` gives
    reply: str
    quote: str
    report: str
    edited: str
    posts: str
    joined: str
    home: str
    search: str
    log_in: str
    register: str
    members: str
    help: str
    replies: str
    views: str
    last: str
    by: str
    wrote: str
    page: str
    next: str
    previous: str
    signature: str
    new_topic: str
    similar: str
    online: str
    boards_below: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """How addresses are written: of boards, threads and their further pages, of a post, a person, a last post."""

    board: str
    board_page: str
    thread: str
    thread_page: str
    post: str
    person: str
    last_post: str


ENGLISH = Words(
    code="en",
    times=("%b %d, %Y %H:%M", "%d %b %Y, %I:%M %p", "%Y-%m-%d %H:%M", "%m/%d/%Y %I:%M %p", "%A, %d %B %Y, %H:%M"),
    months="",
    reply="Reply",
    quote="Quote",
    report="Report",
    edited="Last edited by {name} on {time}",
    posts="Posts",
    joined="Joined",
    home="Home",
    search="Search",
    log_in="Log in",
    register="Register",
    members="Members",
    help="FAQ",
    replies="Replies",
    views="Views",
    last="Last post",
    by="by",
    wrote="wrote:",
    page="Page",
    next="Next",
    previous="Previous",
    signature="Sent from somewhere",
    new_topic="New topic",
    similar="Similar threads",
    online="Who is online",
    boards_below="Subforums",
)
GERMAN = Words(
    code="de",
    times=("%d.%m.%Y %H:%M", "%d.%m.%Y, %H:%M Uhr", "%d. %B %Y, %H:%M"),
    months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    reply="Antworten",
    quote="Zitieren",
    report="Melden",
    edited="Zuletzt bearbeitet von {name} am {time}",
    posts="Beiträge",
    joined="Registriert",
    home="Startseite",
    search="Suche",
    log_in="Anmelden",
    register="Registrieren",
    members="Mitglieder",
    help="Hilfe",
    replies="Antworten",
    views="Zugriffe",
    last="Letzter Beitrag",
    by="von",
    wrote="hat geschrieben:",
    page="Seite",
    next="Nächste",
    previous="Vorherige",
    signature="Gruß aus dem Norden",
    new_topic="Neues Thema",
    similar="Ähnliche Themen",
    online="Wer ist online",
    boards_below="Unterforen",
)
FRENCH = Words(
    code="fr",
    times=("%d/%m/%Y %H:%M", "%d %B %Y à %H:%M", "le %d/%m/%Y à %Hh%M"),
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    reply="Répondre",
    quote="Citer",
    report="Signaler",
    edited="Dernière modification par {name} le {time}",
    posts="Messages",
    joined="Inscrit",
    home="Accueil",
    search="Rechercher",
    log_in="Connexion",
    register="Inscription",
    members="Membres",
    help="Aide",
    replies="Réponses",
    views="Vues",
    last="Dernier message",
    by="par",
    wrote="a écrit :",
    page="Page",
    next="Suivante",
    previous="Précédente",
    signature="Bien à vous tous",
    new_topic="Nouveau sujet",
    similar="Sujets similaires",
    online="Qui est en ligne",
    boards_below="Sous-forums",
)
RUSSIAN = Words(
    code="ru",
    times=("%d.%m.%Y %H:%M", "%d %B %Y, %H:%M"),
    months="января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    reply="Ответить",
    quote="Цитата",
    report="Пожаловаться",
    edited="Изменено {name} {time}",
    posts="Сообщений",
    joined="Регистрация",
    home="Главная",
    search="Поиск",
    log_in="Войти",
    register="Регистрация",
    members="Участники",
    help="Помощь",
    replies="Ответов",
    views="Просмотров",
    last="Последнее сообщение",
    by="от",
    wrote="писал(а):",
    page="Страница",
    next="Далее",
    previous="Назад",
    signature="Всем удачи и добра",
    new_topic="Новая тема",
    similar="Похожие темы",
    online="Кто сейчас на форуме",
    boards_below="Подфорумы",
)
SPANISH = Words(
    code="es",
    times=("%d/%m/%Y, %H:%M", "%d %B %Y, %H:%M"),
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    reply="Responder",
    quote="Citar",
    report="Denunciar",
    edited="Última edición por {name} el {time}",
    posts="Mensajes",
    joined="Registrado",
    home="Inicio",
    search="Buscar",
    log_in="Identificarse",
    register="Registrarse",
    members="Usuarios",
    help="Ayuda",
    replies="Respuestas",
    views="Vistas",
    last="Último mensaje",
    by="por",
    wrote="escribió:",
    page="Página",
    next="Siguiente",
    previous="Anterior",
    signature="Saludos desde el sur",
    new_topic="Nuevo tema",
    similar="Temas similares",
    online="Quién está en línea",
    boards_below="Subforos",
)
ADDRESSES = (
    Addresses(
        board="/viewforum.php?f={board}",
        board_page="/viewforum.php?f={board}&start={rows}",
        thread="/viewtopic.php?f={board}&t={thread}",
        thread_page="/viewtopic.php?f={board}&t={thread}&start={rows}",
        post="/viewtopic.php?p={post}#p{post}",
        person="/memberlist.php?mode=viewprofile&u={person}",
        last_post="/viewtopic.php?f={board}&p={post}#p{post}",
    ),
    Addresses(
        board="/forumdisplay.php?{board}-{board_name}",
        board_page="/forumdisplay.php?{board}-{board_name}/page{page}",
        thread="/showthread.php?{thread}-{title}",
        thread_page="/showthread.php?{thread}-{title}/page{page}",
        post="/showthread.php?{thread}-{title}&p={post}#post{post}",
        person="/member.php?{person}-{person_name}",
        last_post="/showthread.php?{thread}-{title}/page{page}#post{post}",
    ),
    Addresses(
        board="/forums/{board_name}.{board}/",
        board_page="/forums/{board_name}.{board}/page-{page}",
        thread="/threads/{title}.{thread}/",
        thread_page="/threads/{title}.{thread}/page-{page}",
        post="/threads/{title}.{thread}/post-{post}",
        person="/members/{person_name}.{person}/",
        last_post="/threads/{title}.{thread}/latest",
    ),
    Addresses(
        board="/forum/{board}-{board_name}/",
        board_page="/forum/{board}-{board_name}/?page={page}",
        thread="/topic/{thread}-{title}/",
        thread_page="/topic/{thread}-{title}/?page={page}",
        post="/topic/{thread}-{title}/?do=findComment&comment={post}",
        person="/profile/{person}-{person_name}/",
        last_post="/topic/{thread}-{title}/?do=getLastComment",
    ),
    Addresses(
        board="/index.php?board={board}.0",
        board_page="/index.php?board={board}.{rows}",
        thread="/index.php?topic={thread}.0",
        thread_page="/index.php?topic={thread}.{rows}",
        post="/index.php?topic={thread}.msg{post}#msg{post}",
        person="/index.php?action=profile;u={person}",
        last_post="/index.php?topic={thread}.msg{post}#new",
    ),
    Addresses(
        board="/c/{board_name}/{board}",
        board_page="/c/{board_name}/{board}?page={page}",
        thread="/t/{title}/{thread}",
        thread_page="/t/{title}/{thread}?page={page}",
        post="/t/{title}/{thread}/{place}",
        person="/u/{person_name}",
        last_post="/t/{title}/{thread}/{place}",
    ),
    Addresses(
        board="/forum/{board_name}/",
        board_page="/forum/{board_name}/page/{page}/",
        thread="/topic/{title}-{thread}x/",
        thread_page="/topic/{title}-{thread}x/page/{page}/",
        post="/topic/{title}-{thread}x/page/{page}/#post-{post}",
        person="/users/{person_name}/",
        last_post="/topic/{title}-{thread}x/page/{page}/#post-{post}",
    ),
    Addresses(
        board="/index.php?act=SF&f={board}",
        board_page="/index.php?act=SF&f={board}&st={rows}",
        thread="/index.php?act=ST&f={board}&t={thread}",
        thread_page="/index.php?act=ST&f={board}&t={thread}&st={rows}",
        post="/index.php?act=findpost&pid={post}",
        person="/index.php?act=Profile&MID={person}",
        last_post="/index.php?act=ST&f={board}&t={thread}&view=getlastpost",
    ),
    Addresses(
        board="/{board_name}-f{board}.html",
        board_page="/{board_name}-f{board}-{page}.html",
        thread="/{title}-t{thread}.html",
        thread_page="/{title}-t{thread}-{page}.html",
        post="/post{post}.html#p{post}",
        person="/member{person}.html",
        last_post="/{title}-t{thread}-{page}.html#p{post}",
    ),
    Addresses(
        board="/board/{board_name}",
        board_page="/board/{board_name}/{page}",
        thread="/board/{board_name}/{thread}-{title}",
        thread_page="/board/{board_name}/{thread}-{title}/{page}",
        post="/board/{board_name}/{thread}-{title}/{page}#{post}",
        person="/user/{person_name}",
        last_post="/board/{board_name}/{thread}-{title}/{page}#{post}",
    ),
    Addresses(
        board="/list.asp?id={board}",
        board_page="/list.asp?id={board}&pg={page}",
        thread="/read.asp?tid={thread}&fid={board}",
        thread_page="/read.asp?tid={thread}&fid={board}&pg={page}",
        post="/read.asp?tid={thread}&fid={board}&pg={page}#{post}",
        person="/who.asp?uid={person}",
        last_post="/read.asp?tid={thread}&fid={board}&pg={page}#{post}",
    ),
)
LANGUAGES = (ENGLISH, ENGLISH, ENGLISH, GERMAN, FRENCH, RUSSIAN, SPANISH)  # most forums drawn are in English


@dataclass(frozen=True, slots=True)
class Quote:
    """The beginning of another post, with its author."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Post:
    """One post, with its place in its thread, from 1."""

    number: int
    name: str
    time: datetime
    paragraphs: list[str]
    quote: Quote | None
    is_edited: bool
    is_signed: bool
    place: int

    @property
    def text(self) -> str:
        return "\n\n".join(self.paragraphs)


@dataclass(slots=True)
class Thread:
    """One thread, with the number of its board."""

    number: int
    board: int
    title: str
    posts: list[Post]
    views: int
    is_locked: bool
    is_sticky: bool = False

    @property
    def last(self) -> Post:
        return self.posts[-1]


@dataclass
class Talk:
    """All that is said in a forum; `has` tells which of the features it has that chance gives."""

    chance: random.Random
    has: Collection[str]
    boards: dict[int, str] = field(default_factory=dict)
    parents: dict[int, int] = field(default_factory=dict)
    abouts: dict[int, str] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)
    _number: int = 0  # of the newest post

    def __post_init__(self) -> None:
        chance = self.chance
        self._draw_boards()
        number = chance.randint(20, 200)
        self._number = chance.randint(300, 3000)
        for board in self.boards:
            for _ in range(chance.randint(6, 40)):
                number += chance.randint(1, 3)
                self.threads[number] = self._draw_thread(number, board)
        for board in self.boards:
            if chance.random() < 0.4:
                chance.choice(self.threads_of(board)).is_sticky = True

    def threads_of(self, board: int) -> list[Thread]:
        return [thread for thread in self.threads.values() if thread.board == board]

    def boards_below(self, board: int) -> list[int]:
        return [below for below, above in self.parents.items() if above == board]

    def _draw_boards(self) -> None:
        chance = self.chance
        count = chance.randint(4, 9)
        names: list[str] = []
        while len(names) < count:
            name = " ".join(chance.sample(STEMS, chance.randint(1, 2))).title()
            if name not in names:
                names.append(name)
        self.boards.update(enumerate(names, 2))
        numbers = list(self.boards)
        if "boards below" in self.has:
            below = numbers[-chance.randint(1, 2) :]
            tops = [board for board in numbers if board not in below]
            self.parents.update((board, chance.choice(tops[:2])) for board in below)
        for board in numbers:
            about = " ".join(chance.choice(WORDS) for _ in range(chance.randint(4, 12)))
            self.abouts[board] = f"{about.capitalize()}."

    def _draw_thread(self, number: int, board: int) -> Thread:
        chance = self.chance
        day, hour = (chance.randint(1, 12), chance.randint(1, 28)), (chance.randint(0, 23), chance.randint(0, 59))
        time = datetime(2023, *day, *hour, tzinfo=UTC)
        posts: list[Post] = []
        for _ in range(chance.choice(LENGTHS)):
            posts.append(self._draw_post(posts, time))
            time += timedelta(minutes=chance.choice(PAUSES))
        title, views = self._draw_title(), chance.randint(20, 9000)
        return Thread(number, board, title, posts, views, is_locked=chance.random() < 0.06)

    def _draw_title(self) -> str:
        chance = self.chance
        count = chance.randint(2, 6)
        title = " ".join(chance.choice(WORDS) for _ in range(count)).capitalize()
        return title + chance.choice(("", "", "?", "!", " (solved)"))

    def _draw_post(self, before: Sequence[Post], time: datetime) -> Post:
        chance = self.chance
        self._number += chance.randint(1, 4)
        paragraphs = [self._draw_paragraph() for _ in range(chance.choice((1, 1, 1, 2, 3)))]
        quote = None
        if before and "quotes" in self.has and chance.random() < 0.25:
            quoted = chance.choice(before)
            quote = Quote(quoted.name, quoted.paragraphs[0])
        name = chance.choice(NAMES)
        is_edited = "edits" in self.has and chance.random() < 0.1
        is_signed = chance.random() < 0.5
        return Post(self._number, name, time, paragraphs, quote, is_edited, is_signed, len(before) + 1)

    def _draw_paragraph(self) -> str:
        words = self.chance.choices(WORDS, k=self.chance.randint(3, 45))
        return " ".join(words).capitalize() + self.chance.choice(".?!")
