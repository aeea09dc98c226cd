"""Words that forums put around what people write: who is quoted, what was edited. Data, in many languages.

Each list is one string of forms parted by "/"; forms are lower case and found as whole words, whatever their case.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Any

import re2

# Before a name: "Quote from: Ann".
_QUOTED_FROM = (
    "quote from/quote by/quote/quoting/quotes/originally posted by/posted by/originally written by/in reply to/"
    "zitat von/zitat/zitiert/ursprünglich geschrieben von/original geschrieben von/geschrieben von/original von/"
    "citation de/citation/envoyé par/posté par/message de/cita de/cita/originalmente escrito por/escrito por/"
    "publicado por/iniciado por/citazione di/citazione/originariamente inviato da/inviato da/scritto da/"
    "citação de/citação/postado originalmente por/postado por/citar/citaat van/citaat/"
    "oorspronkelijk geplaatst door/geplaatst door/citat från/citat av/citat/ursprungligen postat av/sitat fra/"
    "sitat/opprinnelig postet av/lainaus/alkuperäinen kirjoittaja/цитата от/цитата/сообщение от/"
    "первоначально написано/cytat z/cytat/zamieszczone przez/citace/citát/původně napsal/idézet/eredetileg írta/"
    "citat din/postat de/alıntı/orijinal mesaj sahibi/παράθεση/αρχικό μήνυμα από/引用自/引用/原帖由/原帖/最初由/"
    "最初發表者/回复/回復/引用元/인용/원문/اقتباس/المشاركة الأصلية كتبت بواسطة/ציטוט/נכתב במקור על ידי/"
    "נכתב על ידי/trích dẫn/nguyên văn bởi/kutipan dari/kutipan/petikan"
)
# After a name: "Ann wrote:".
_WROTE = (
    "wrote/writes/said/says/posted/schrieb/schreibt/hat geschrieben/sagte/meinte/a écrit/écrit/a dit/escribió/"
    "ha escrito/dijo/ha scritto/scrisse/ha detto/escreveu/disse/schreef/zei/skrev/sade/kirjoitti/sanoi/skrifaði/"
    "написал/написала/написал(а)/писал/писала/писал(а)/пишет/сказал/сказала/сказал(а)/napisał/napisała/"
    "napisał(a)/pisze/napsal/napsala/napsal(a)/píše/napísal/napísal(a)/írta/a scris/yazdı/dedi/έγραψε/είπε/"
    "написав/написав(ла)/написа/发表于/發表於/發表/发表/写道/寫道/说道/說道/说/說/さんは書きました/"
    "さんが書きました/さんの発言/님이 쓴 글/님이 작성/작성/כתב/כתבה/כתב(ה)/كتب/قال/đã viết/menulis/berkata/tulis"
)
# Between a name and a time.
_JOINERS = (
    "on/at/am/um/le/à/el/a las/em/às/il/alle/op/om/kl/den/dne/dnia/o/в/у/από/στις/于/於/在/的/日期/tarihinde/lúc/pada"
)
# "Last edited by Ann on Monday".
_EDITED = (
    "edited/edit/modified/amended/updated/changed/bearbeitet/editiert/geändert/aktualisiert/modifié/édité/éditée/"
    "dernière modification/modification/editado/editada/modificado/última edición/actualizado/modificato/"
    "modificata/ultima modifica/modifica/editado por/edição/bewerkt/gewijzigd/aangepast/redigerad/ändrad/"
    "redigert/endret/redigeret/muokattu/muokannut/muokkasi/edytowany/edytowano/zmieniony/zmieniany/modyfikowany/"
    "upraveno/upravil/upravené/změnil/szerkesztve/szerkesztette/módosítva/módosította/editat/modificat/"
    "düzenlendi/düzenleme/düzenleyen/değiştirildi/изменено/изменён/изменен/редактировалось/отредактировано/"
    "отредактировал/редактировал/исправлено/правка/змінено/відредаговано/редактирано/επεξεργασία/τροποποιήθηκε/"
    "编辑/編輯/修改/編集/수정/편집/تعديل/تحرير/נערך/ערך לאחרונה/chỉnh sửa/sửa lần cuối/diubah/disunting/diedit"
)
MAX_LABEL_CHARS = 160  # of a line that says who is quoted, or when something was edited


_EDGES = ' \t\r\n\xa0:：,;|·•»«›‹"“”„-–—()[]{}<>↑→▲⬆'
_APART = r"[^\pL\pN]"


def has_quote_word(text: str) -> bool:
    """Tell whether a text says that somebody wrote something."""
    return _anywhere(f"{_QUOTED_FROM}/{_WROTE}").Match(text.encode("utf-8", "replace")) is not None


def has_edit_word(text: str) -> bool:
    """Tell whether a text says that something was edited."""
    return _anywhere(_EDITED).Match(text.encode("utf-8", "replace")) is not None


@lru_cache(maxsize=4096)  # the same people are quoted again and again
def name_in_label(text: str) -> str:
    """Give the name in a line that says who is quoted, from which times were taken out; "" if it says none."""
    line = text.strip(_EDGES)
    for pattern in (_at_start(_QUOTED_FROM), _at_end(_JOINERS), _at_end(_WROTE), _at_end(_JOINERS)):
        line = _cut(line, pattern)
    return line


def name_after_word(text: str) -> str:
    """Give what follows words that come before the name of somebody quoted; "" if a text does not begin with any."""
    data = text.strip(_EDGES).encode("utf-8", "replace")
    match = _at_start(_QUOTED_FROM).search(data)
    return data[match.end() :].decode("utf-8", "replace").strip(_EDGES) if match is not None else ""


def name_before_word(text: str) -> str:
    """Give what stands before a word for writing at the end of a text; "" if there is none."""
    data = text.strip(_EDGES).encode("utf-8", "replace")
    match = _at_end(_WROTE).search(data)
    return data[: match.start()].decode("utf-8", "replace").strip(_EDGES) if match is not None else ""


def name_at_start(text: str) -> str:
    """Give the name in "Ann wrote: and then the quote, all in one line"; "" if the line does not begin so."""
    match = _opening().match(text[:MAX_LABEL_CHARS])
    return str(match.group(1)).strip(_EDGES) if match is not None else ""


def _cut(line: str, pattern: Any) -> str:
    data = line.encode("utf-8", "replace")
    match = pattern.search(data)
    if match is None:
        return line
    return (data[: match.start()] + b" " + data[match.end() :]).decode("utf-8", "replace").strip(_EDGES)


@cache
def _anywhere(forms: str) -> Any:
    """Give what tells whether a text has one of the forms, not where: a set of one pattern does in half the time."""
    parted, joined = _alternatives(forms)
    found = re2.Set.SearchSet()
    found.Add(f"(?i)(?:^|{_APART})(?:{parted})(?:{_APART}|$)|{joined}")
    found.Compile()
    return found


@cache
def _at_start(forms: str) -> Any:
    parted, joined = _alternatives(forms)
    return re2.compile(f"(?i)^(?:(?:{parted})(?:{_APART}|$)|{joined})".encode())


@cache
def _at_end(forms: str) -> Any:
    parted, joined = _alternatives(forms)
    return re2.compile(f"(?i)(?:(?:^|{_APART})(?:{parted})|(?:{joined}))$".encode())


@cache
def _opening() -> Any:
    parted, joined = _alternatives(_WROTE)
    return re2.compile(rf"(?i)^\s*([^:：]{{1,40}}?)(?:\s+(?:{parted})|\s*(?:{joined}))\s*[:：]\s")


def _alternatives(forms: str) -> tuple[str, str]:
    """Give patterns for the words of scripts that part words, and for those of scripts that do not."""
    words = forms.split("/")
    words += [word[:-1] for word in words if word.endswith(")")]  # brackets at the edges of a line are stripped
    words.sort(key=len, reverse=True)
    unparted = [word for word in words if unicodedata.east_asian_width(word[0]) in "WF"]
    parted = [word for word in words if word not in unparted]
    return "|".join(map(re2.escape, parted)), "|".join(map(re2.escape, unparted))
