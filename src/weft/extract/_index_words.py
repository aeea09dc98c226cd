"""Words that lists of threads and boards are labelled with, in many languages. Data, and how they are looked up.

Forms are lower case, parted by "/"; they are found at the beginning of a word ("antwort" in "Antworten").
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Any

import re2


class Count(StrEnum):
    """What a number in a row counts."""

    REPLIES = "replies"
    POSTS = "posts"  # of a thread: one more than the replies
    THREADS = "threads"
    VIEWS = "views"
    OTHER = "other"  # votes, likes, members: a number that says what it is and is none of these


_WORDS = {
    Count.REPLIES: (
        "repl/answer/comment/response/antwort/kommentar/réponse/reponse/commentaire/respuesta/comentario/rispost/"
        "resposta/comentário/reactie/antwoord/svar/kommentarer/vastau/ответ/комментар/відповід/коментар/odpowied/"
        "odpověd/odpoved/odgovor/válasz/hozzászól/răspuns/cevap/yanıt/yorum/απαντήσ/σχόλι/回复/回復/回帖/回覆/"
        "回應/回应/回答/评论/評論/返信/コメント/レス/답글/댓글/답변/ردود/الردود/رد/תגוב/תשוב/trả lời/phản hồi/"
        "bình luận/balasan/komentar/tanggapan"
    ),
    Count.VIEWS: (
        "view/hit/read/click/zugriff/aufruf/ansicht/gelesen/klick/vue/lecture/affichage/consultation/visita/"
        "vista/lectura/visit/lettur/visualizza/visualiza/exibiç/acesso/weergave/bekeken/gelezen/visning/läst/"
        "luettu/katsel/lukukert/просмотр/перегляд/прочтен/wyświetl/odsłon/zobrazen/zhlédnut/přečten/pregled/"
        "megtekint/olvas/vizualiz/afiş/görüntül/okunma/gösterim/προβολ/εμφανίσ/αναγνώσ/查看/浏览/瀏覽/人气/人氣/"
        "点击/點擊/阅读/閱讀/閲覧/表示/조회/مشاهد/المشاهد/צפי/xem/đọc/dilihat/tayang/dibaca"
    ),
    Count.THREADS: (
        "thread/topic/theme/thema/themen/sujet/discussion/diskussion/tema/temas/hilo/argoment/tópico/topico/"
        "onderwerp/discussie/tråd/trådar/emne/aihe/keskustelu/тем/temat/wątk/témat/téma/subiect/konu/başlık/θέμα/"
        "θέματα/νήμα/主题/主題/话题/話題/帖子数/スレッド/トピック/주제/게시물/مواضيع/المواضيع/נושא/אשכול/chủ đề/"
        "topik/question/frage/pregunta/domanda/pergunta/вопрос/pytan/问题/質問"
    ),
    Count.POSTS: (
        "post/message/beitrag/beiträge/nachricht/mensaje/messaggi/mensage/bericht/inlägg/innlegg/indlæg/viesti/"
        "сообщен/пост/повідомл/wiadomo/posty/příspěv/príspev/üzenet/mesaj/ileti/δημοσιεύσ/μηνύμα/帖数/帖數/贴数/"
        "帖子/文章/投稿/書き込み/글/مشاركات/المشاركات/הודע/bài viết/bài/kiriman/pos"
    ),
    Count.OTHER: (
        "vote/point/score/rating/like/karma/member/user/page/star/stimme/punkt/bewertung/mitglied/seite/gefällt/"
        "note/membre/voto/punto/puntos/miembro/página/usuario/voti/punti/membri/pagin/stem/punten/leden/röst/"
        "poäng/medlem/голос/балл/участник/страниц/рейтинг/głos/strona/hlas/oy/puan/sayfa/üye/ψήφ/票/分/页/頁/"
        "会员/會員/推荐/赞/投票/ページ/회원/추천/صوت/עמוד/הצבע/active/online/file/size/kb/mb"
    ),
}
_STICKY = (
    "sticky/stickied/pinned/announcement/announce/important/featured/global/angepinnt/angeheftet/fixiert/wichtig/"
    "ankündigung/épinglé/post-it/annonce/importante/fijado/fijo/destacado/anuncio/chincheta/fissato/evidenza/"
    "annuncio/fixo/fixado/destaque/anúncio/vastgezet/vastgepind/aankondiging/belangrijk/klistrad/fäst/viktigt/"
    "festet/klebet/kiinnitetty/tiedote/закреплён/закреплен/прикреплен/важно/важная/объявление/прилеплен/"
    "закріплен/przyklej/przypięt/ogłoszen/ważn/přilepen/důležit/oznámení/kiemelt/rögzítet/közlemény/fixat/anunț/"
    "sabit/duyuru/önemli/σημαντικ/ανακοίνωσ/καρφιτσ/置顶/置頂/公告/固定/重要/お知らせ/고정/공지/نعوץ/נעוץ/דביק/"
    "הכרזה/מוצמד/مثبت/إعلان/ghim/chú ý/thông báo/disematkan"
)
_LOCKED = (
    "locked/closed/geschlossen/gesperrt/verrouillé/fermé/clos/cerrado/bloqueado/chiuso/chiusa/bloccato/fechado/"
    "trancado/gesloten/vergrendeld/stängd/låst/låset/lukittu/suljettu/закрыт/заблокирован/закрит/zamknięt/"
    "zablokowan/uzamčen/zamknut/zavřen/lezár/zárolt/închis/blocat/kilitli/kapalı/κλειδωμέν/κλειστ/关闭/關閉/锁定/"
    "鎖定/已锁/ロック/終了/잠김/잠금/닫힘/נעול/סגור/مغلق/مقفل/khóa/khoá/đóng/terkunci/ditutup/dikunci"
)


@lru_cache(maxsize=4096)
def counts_named(text: str) -> tuple[Count, ...]:
    """Give what a label says that numbers beside it count, in the order it says so."""
    data = _small(text)
    found = [(match.start(), count) for count in Count for match in _pattern(_WORDS[count]).finditer(data)]
    ordered: list[Count] = []
    for _, count in sorted(found, key=lambda pair: pair[0]):
        if count not in ordered:
            ordered.append(count)
    return tuple(ordered)


@lru_cache(maxsize=4096)
def says_sticky(text: str) -> bool:
    """Tell whether a mark says that a thread is kept at the top."""
    return _pattern(_STICKY).search(_small(text)) is not None


@lru_cache(maxsize=4096)
def says_locked(text: str) -> bool:
    """Tell whether a mark says that a thread takes no more replies."""
    return _pattern(_LOCKED).search(_small(text)) is not None


def _small(text: str) -> bytes:
    """Write a text in small letters; of a capital İ only the i is left."""
    return text.lower().replace("\N{COMBINING DOT ABOVE}", "").encode("utf-8", "replace")


@lru_cache(maxsize=16)
def _pattern(forms: str) -> Any:
    """Compile forms as beginnings of words; scripts that do not part words have none."""
    words = sorted(forms.split("/"), key=len, reverse=True)
    parted = "|".join(re2.escape(word) for word in words if not _is_unparted(word[0]))
    joined = "|".join(re2.escape(word) for word in words if _is_unparted(word[0]))
    return re2.compile(f"(?:^|[^\\pL])(?:{parted})|{joined}".encode())


def _is_unparted(char: str) -> bool:
    return "\u3000" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"
