"""Words that times are written with, by language. Data only: forms are lower case, alternatives parted by `/`.

Sources: Unicode CLDR's month and weekday names (wide and abbreviated, both grammatical cases) and what forum
interfaces say for recent posts. Spaces inside a form stand for any white space.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

UNITS = ("second", "minute", "hour", "day", "week", "month", "year")


@dataclass(frozen=True, slots=True)
class TimeWords:
    """One language's words. Tuples of groups run January to December, Monday to Sunday, second to year."""

    months: tuple[tuple[str, ...], ...]
    weekdays: tuple[tuple[str, ...], ...]
    units: tuple[tuple[str, ...], ...]
    now: tuple[str, ...]
    today: tuple[str, ...]
    yesterday: tuple[str, ...]
    eve: tuple[str, ...] = ()  # the day before yesterday
    before: tuple[str, ...] = ()  # stands before an age: `vor` 3 Stunden
    after: tuple[str, ...] = ()  # stands after an age: 3 hours `ago`
    one: tuple[str, ...] = ()  # articles and words that count as 1
    am: tuple[str, ...] = ()
    pm: tuple[str, ...] = ()
    joiners: tuple[str, ...] = ()  # between a day and a clock, or the parts of a date


def _groups(text: str) -> tuple[tuple[str, ...], ...]:
    """Read `a/b, c/d` as groups of alternatives."""
    return tuple(_forms(group) for group in text.split(","))


def _forms(text: str) -> tuple[str, ...]:
    return tuple(form.strip() for form in text.split("/") if form.strip())


def _words(months: str, weekdays: str, units: str, **others: str) -> TimeWords:
    known = {name: _forms(text) for name, text in others.items()}
    return TimeWords(_groups(months), _groups(weekdays), _groups(units), **known)


_ENGLISH = _words(
    "january/jan, february/feb, march/mar, april/apr, may, june/jun, july/jul, august/aug, september/sept/sep, "
    "october/oct, november/nov, december/dec",
    "monday/mon, tuesday/tues/tue, wednesday/wed, thursday/thurs/thur/thu, friday/fri, saturday/sat, sunday/sun",
    "seconds/second/secs/sec/s, minutes/minute/mins/min/m, hours/hour/hrs/hr/h, days/day/d, weeks/week/wks/wk/w, "
    "months/month/mos/mo, years/year/yrs/yr/y",
    now="just now/moments ago/a moment ago/a few seconds ago/less than a minute ago/right now",
    today="today",
    yesterday="yesterday",
    after="ago",
    one="a/an/one/about a/about an/about/over/almost/less than a",
    am="am/a.m./a.m",
    pm="pm/p.m./p.m",
    joiners="at/on/of/the/from/and",
)
_GERMAN = _words(
    "januar/jänner/jan/jän, februar/feber/feb, märz/mär/mrz, april/apr, mai, juni/jun, juli/jul, august/aug, "
    "september/sept/sep, oktober/okt, november/nov, dezember/dez",
    "montag/mo, dienstag/di, mittwoch/mi, donnerstag/do, freitag/fr, samstag/sonnabend/sa, sonntag/so",
    "sekunden/sekunde/sek, minuten/minute/min, stunden/stunde/std, tagen/tage/tag, wochen/woche, monaten/monate/monat, "
    "jahren/jahre/jahr",
    now="gerade eben/soeben/vor wenigen augenblicken/vor wenigen sekunden/vor einem moment/eben gerade",
    today="heute",
    yesterday="gestern",
    eve="vorgestern",
    before="vor",
    after="her",
    one="einer/einem/eine/ein",
    joiners="um/am/den/der/und/vom",
)
_FRENCH = _words(
    "janvier/janv/jan, février/fevrier/févr/fevr/fév, mars, avril/avr, mai, juin, juillet/juil, août/aout, "
    "septembre/sept/sep, octobre/oct, novembre/nov, décembre/decembre/déc",
    "lundi/lun, mardi/mar, mercredi/mer, jeudi/jeu, vendredi/ven, samedi/sam, dimanche/dim",
    "secondes/seconde/sec, minutes/minute/min, heures/heure/h, jours/jour/j, semaines/semaine/sem, mois, "
    "années/année/ans/an",
    now="à l'instant/à l’instant/il y a quelques secondes/il y a un instant/il y a quelques instants",
    today="aujourd'hui/aujourd’hui",
    yesterday="hier",
    eve="avant-hier",
    before="il y a environ/il y a",
    one="une/un",
    joiners="à/a/le/et/de",
)
_SPANISH = _words(
    "enero/ene, febrero/feb, marzo/mar, abril/abr, mayo/may, junio/jun, julio/jul, agosto/ago, "
    "septiembre/setiembre/sept/sep/set, octubre/oct, noviembre/nov, diciembre/dic",
    "lunes/lun, martes/mar, miércoles/miercoles/mié/mie, jueves/jue, viernes/vie, sábado/sabado/sáb/sab, domingo/dom",
    "segundos/segundo/seg, minutos/minuto/min, horas/hora/h, días/día/dias/dia, semanas/semana, meses/mes, años/año",
    now="ahora mismo/justo ahora/hace un momento/hace unos segundos/hace instantes/recién",
    today="hoy",
    yesterday="ayer",
    eve="anteayer/antes de ayer",
    before="hace",
    after="atrás",
    one="una/un",
    am="a. m.",
    pm="p. m.",
    joiners="a las/a la/a/el/de/del/y",
)
_PORTUGUESE = _words(
    "janeiro/jan, fevereiro/fev, março/marco/mar, abril/abr, maio/mai, junho/jun, julho/jul, agosto/ago, "
    "setembro/set, outubro/out, novembro/nov, dezembro/dez",
    "segunda-feira/segunda/seg, terça-feira/terça/ter, quarta-feira/quarta/qua, quinta-feira/quinta/qui, "
    "sexta-feira/sexta/sex, sábado/sáb, domingo/dom",
    "segundos/segundo/seg, minutos/minuto/min, horas/hora/h, dias/dia, semanas/semana, meses/mês, anos/ano",
    now="agora mesmo/agora há pouco/agora/há instantes/há alguns segundos/neste momento",
    today="hoje",
    yesterday="ontem",
    eve="anteontem",
    before="há cerca de/há/cerca de",
    after="atrás",
    one="uma/um",
    joiners="às/as/à/a/em/de/do/e",
)
_ITALIAN = _words(
    "gennaio/gen, febbraio/feb, marzo/mar, aprile/apr, maggio/mag, giugno/giu, luglio/lug, agosto/ago, "
    "settembre/sett/set, ottobre/ott, novembre/nov, dicembre/dic",
    "lunedì/lunedi/lun, martedì/martedi/mar, mercoledì/mercoledi/mer, giovedì/giovedi/gio, venerdì/venerdi/ven, "
    "sabato/sab, domenica/dom",
    "secondi/secondo, minuti/minuto/min, ore/ora, giorni/giorno, settimane/settimana, mesi/mese, anni/anno",
    now="adesso/proprio ora/poco fa/pochi secondi fa/un attimo fa",
    today="oggi",
    yesterday="ieri",
    eve="l'altro ieri/altroieri",
    after="fa",
    one="un'/un’/una/uno/un",
    joiners="alle ore/alle/ore/il/di/del/e",
)
_DUTCH = _words(
    "januari/jan, februari/feb, maart/mrt, april/apr, mei, juni/jun, juli/jul, augustus/aug, september/sept/sep, "
    "oktober/okt, november/nov, december/dec",
    "maandag/ma, dinsdag/di, woensdag/wo, donderdag/do, vrijdag/vr, zaterdag/za, zondag/zo",
    "seconden/seconde/sec, minuten/minuut/min, uren/uur, dagen/dag, weken/week, maanden/maand, jaren/jaar",
    now="zojuist/net/zonet/zopas/een moment geleden",
    today="vandaag",
    yesterday="gisteren",
    eve="eergisteren",
    after="geleden",
    one="een/één",
    joiners="om/op/de/en",
)
_POLISH = _words(
    "stycznia/styczeń/sty, lutego/luty/lut, marca/marzec/mar, kwietnia/kwiecień/kwi, maja/maj, czerwca/czerwiec/cze, "
    "lipca/lipiec/lip, sierpnia/sierpień/sie, września/wrzesień/wrz, października/październik/paź, "
    "listopada/listopad/lis, grudnia/grudzień/gru",
    "poniedziałek/pon/pn, wtorek/wt, środa/śr, czwartek/czw, piątek/pt, sobota/sob, niedziela/niedz/nd",
    "sekundę/sekundy/sekund/sek, minutę/minuty/minut/min, godzinę/godziny/godzin/godz, dni/dzień, "
    "tygodni/tygodnie/tydzień, miesięcy/miesiące/miesiąc, lat/lata/rok",
    now="przed chwilą/teraz/chwilę temu",
    today="dzisiaj/dziś",
    yesterday="wczoraj",
    eve="przedwczoraj",
    after="temu",
    joiners="o godz/o/dnia/i",
)
_TURKISH = _words(
    "ocak/oca, şubat/şub, mart/mar, nisan/nis, mayıs/may, haziran/haz, temmuz/tem, ağustos/ağu, eylül/eyl, ekim/eki, "
    "kasım/kas, aralık/ara",
    "pazartesi/pzt, salı/sal, çarşamba/çar, perşembe/per, cuma/cum, cumartesi/cmt, pazar/paz",
    "saniye/sn, dakika/dk, saat/sa, gün, hafta, ay, yıl",
    now="az önce/şimdi/biraz önce",
    today="bugün",
    yesterday="dün",
    after="önce",
    one="bir",
    am="öö",
    pm="ös",
    joiners="saat",
)
_RUSSIAN = _words(
    "января/январь/янв, февраля/февраль/фев, марта/март/мар, апреля/апрель/апр, мая/май, июня/июнь/июн, "
    "июля/июль/июл, августа/август/авг, сентября/сентябрь/сент/сен, октября/октябрь/окт, ноября/ноябрь/нояб/ноя, "
    "декабря/декабрь/дек",
    "понедельник/пн, вторник/вт, среда/среду/ср, четверг/чт, пятница/пятницу/пт, суббота/субботу/сб, воскресенье/вс",
    "секунд/секунды/секунду/секунда/сек, минут/минуты/минуту/минута/мин, часов/часа/час/ч, дней/дня/день/дн, "
    "недель/недели/неделю/неделя/нед, месяцев/месяца/месяц/мес, лет/года/год",
    now="только что/сейчас/менее минуты назад/несколько секунд назад",
    today="сегодня",
    yesterday="вчера",
    eve="позавчера",
    after="назад",
    one="один/одну/одна",
    joiners="в/во/г/от/и",
)
_CZECH = _words(
    "ledna/leden/led, února/únor/úno, března/březen/bře, dubna/duben/dub, května/květen/kvě, června/červen/čvn, "
    "července/červenec/čvc, srpna/srpen/srp, září/zář, října/říjen/říj, listopadu/listopad/lis, prosince/prosinec/pro",
    "pondělí/pon, úterý/úte, středa/stř, čtvrtek/čtv, pátek/pát, sobota/sob, neděle/ned",
    "sekundami/sekundou/sekund, minutami/minutou/minut, hodinami/hodinou/hodin, dny/dnem/dní, týdny/týdnem, "
    "měsíci/měsícem, lety/rokem",
    now="právě teď/před chvílí",
    today="dnes",
    yesterday="včera",
    eve="předevčírem",
    before="před",
    joiners="v/ve",
)
_SCANDINAVIAN = _words(  # Swedish, Danish, Norwegian share most forms; Finnish numbers are joined alike
    "januari/januar/jan, februari/februar/feb, mars/marts/mar, april/apr, maj/mai, juni/jun, juli/jul, "
    "augusti/august/aug, september/sept/sep, oktober/okt, november/nov, december/desember/dec/des",
    "måndag/mandag/mån/man, tisdag/tirsdag/tis/tir, onsdag/ons, torsdag/tors/tor, fredag/fre, lördag/lørdag/lör/lør, "
    "söndag/søndag/sön/søn",
    "sekunder/sekund, minuter/minutter/minut/minutt, timmar/timer/timme/time, dagar/dage/dager/dag, "
    "veckor/uger/uker/vecka/uge/uke, månader/måneder/månad/måned, år",
    now="just nu/lige nu/akkurat nå",
    today="idag/i dag",
    yesterday="igår/i går",
    before="för",
    after="sedan/siden",
    one="en/ett/et",
    joiners="kl/klo/den/klockan/klokken/och/og",
)
_GREEK = _words(
    "ιανουαρίου/ιανουάριος/ιαν, φεβρουαρίου/φεβρουάριος/φεβ, μαρτίου/μάρτιος/μαρ/μάρ, απριλίου/απρίλιος/απρ, "
    "μαΐου/μάιος/μαΐ/μάι, ιουνίου/ιούνιος/ιουν/ιούν, ιουλίου/ιούλιος/ιουλ/ιούλ, αυγούστου/αύγουστος/αυγ/αύγ, "
    "σεπτεμβρίου/σεπτέμβριος/σεπτ/σεπ, οκτωβρίου/οκτώβριος/οκτ, νοεμβρίου/νοέμβριος/νοε/νοέ, δεκεμβρίου/δεκέμβριος/δεκ",
    "δευτέρα/δευ, τρίτη/τρι, τετάρτη/τετ, πέμπτη/πεμ, παρασκευή/παρ, σάββατο/σαβ, κυριακή/κυρ",
    "δευτερόλεπτα/δευτερόλεπτο, λεπτά/λεπτό, ώρες/ώρα, ημέρες/ημέρα/μέρες/μέρα, εβδομάδες/εβδομάδα, μήνες/μήνα/μήνας, "
    "χρόνια/χρόνο/έτη/έτος",
    now="μόλις τώρα/τώρα",
    today="σήμερα",
    yesterday="χθες/χτες",
    eve="προχθές/προχτές",
    before="πριν από/πριν",
    one="ένα/έναν/μία/μια",
    am="π.μ./π.μ/πμ./πμ",
    pm="μ.μ./μ.μ/μμ./μμ",
    joiners="στις/και",
)
_HEBREW = _words(
    "ינואר/ינו, פברואר/פבר, מרץ/מרס, אפריל/אפר, מאי, יוני, יולי, אוגוסט/אוג, ספטמבר/ספט, אוקטובר/אוק, נובמבר/נוב, "
    "דצמבר/דצמ",
    "יום שני/שני, יום שלישי/שלישי, יום רביעי/רביעי, יום חמישי/חמישי, יום שישי/שישי, יום שבת/שבת, יום ראשון/ראשון",
    "שניות/שנייה/שניה, דקות/דקה, שעות/שעה, ימים/יום, שבועות/שבוע, חודשים/חודש, שנים/שנה",
    now="הרגע/עכשיו/ממש עכשיו/לפני רגע",
    today="היום",
    yesterday="אתמול",
    eve="שלשום",
    before="לפני",
    joiners="ב/בשעה/ב-",
)
_ARABIC = _words(
    "يناير/كانون الثاني, فبراير/شباط, مارس/آذار, أبريل/ابريل/إبريل/نيسان, مايو/أيار, يونيو/يونيه/حزيران, "
    "يوليو/يوليه/تموز, أغسطس/اغسطس/آب, سبتمبر/أيلول, أكتوبر/اكتوبر/تشرين الأول, نوفمبر/تشرين الثاني, "
    "ديسمبر/كانون الأول",
    "الإثنين/الاثنين, الثلاثاء, الأربعاء, الخميس, الجمعة, السبت, الأحد",
    "ثواني/ثانية/ثوان, دقائق/دقيقة, ساعات/ساعة, أيام/ايام/يوم/يوما, أسابيع/أسبوع, أشهر/شهر/شهور, سنوات/سنة",
    now="الآن",
    today="اليوم",
    yesterday="أمس",
    before="منذ/قبل",
    am="ص",
    pm="م",
    joiners="في/الساعة",
)
_CHINESE = _words(
    "一月, 二月, 三月, 四月, 五月, 六月, 七月, 八月, 九月, 十月, 十一月, 十二月",
    "星期一/周一/週一/礼拜一/一, 星期二/周二/週二/礼拜二/二, 星期三/周三/週三/礼拜三/三, 星期四/周四/週四/礼拜四/四, "
    "星期五/周五/週五/礼拜五/五, 星期六/周六/週六/礼拜六/六, 星期日/星期天/周日/週日/周天/日",
    "秒钟/秒鐘/秒, 分钟/分鐘/分, 小时/小時/个小时/個小時/个钟头, 天, 周/週/星期/个星期/個星期, 个月/個月/月, 年",
    now="刚刚/剛剛/刚才/剛才",
    today="今天",
    yesterday="昨天",
    eve="前天",
    after="以前/之前/前",
    one="半",  # 半小时前: half an hour; read as the unit itself
    am="上午/凌晨/早上",
    pm="下午/晚上/中午",
)
_JAPANESE = _words(
    "1月, 2月, 3月, 4月, 5月, 6月, 7月, 8月, 9月, 10月, 11月, 12月",
    "月曜日/月曜/月, 火曜日/火曜/火, 水曜日/水曜/水, 木曜日/木曜/木, 金曜日/金曜/金, 土曜日/土曜/土, 日曜日/日曜/日",
    "秒, 分, 時間, 日, 週間, か月/ヶ月/ヵ月/カ月/ケ月/月, 年",
    now="たった今/ただ今/ただいま/たったいま",
    today="今日/本日",
    yesterday="昨日",
    eve="一昨日/おととい",
    after="以前/前",
    am="午前",
    pm="午後",
    joiners="の",
)
_KOREAN = _words(
    "1월, 2월, 3월, 4월, 5월, 6월, 7월, 8월, 9월, 10월, 11월, 12월",
    "월요일/월, 화요일/화, 수요일/수, 목요일/목, 금요일/금, 토요일/토, 일요일/일",
    "초, 분, 시간, 일, 주, 개월/달, 년",
    now="방금/지금",
    today="오늘",
    yesterday="어제",
    eve="그저께",
    after="전",
    am="오전",
    pm="오후",
)

LANGUAGES: Mapping[str, TimeWords] = MappingProxyType(
    {
        "en": _ENGLISH,
        "de": _GERMAN,
        "fr": _FRENCH,
        "es": _SPANISH,
        "ru": _RUSSIAN,
        "zh": _CHINESE,
        "ja": _JAPANESE,
        "pt": _PORTUGUESE,
        "it": _ITALIAN,
        "nl": _DUTCH,
        "pl": _POLISH,
        "tr": _TURKISH,
        "sv": _SCANDINAVIAN,
        "cs": _CZECH,
        "el": _GREEK,
        "he": _HEBREW,
        "ar": _ARABIC,
        "ko": _KOREAN,
    }
)
