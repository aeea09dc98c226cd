"""Hebrew: the right-to-left one."""

from __future__ import annotations

from weft.simulate._locale_base import Calendar, Locale, compose_names, list_words, read_words

_WORDS = read_words("""
home: דף הבית; search: חיפוש; members: חברים; calendar: לוח שנה; help: עזרה; login: כניסה; register: הרשמה
logout: יציאה; mark_read: סמן הכול כנקרא; reply: הגב; quote: צטט; report: דווח; vote_up: בעד; vote_down: נגד
delete: מחק; edit: ערוך; print: גרסה להדפסה; email: שלח לחבר; watch: עקוב; new_thread: נושא חדש; next: הבא
previous: הקודם; first: ראשון; last: אחרון; next_thread: הנושא הבא; previous_thread: הנושא הקודם
last_post: הודעה אחרונה; permalink: קישור; sort_replies: לפי תגובות; sort_views: לפי צפיות; sort_date: לפי תאריך
sort_author: לפי כותב; filter_day: יום אחרון; filter_week: שבוע אחרון; all: הכול; tags: תגיות; feed: עדכונים
archive: ארכיון; profile: פרופיל; page: עמוד; error: שגיאה; not_found: לא נמצא
login_needed: יש להיכנס כדי לראות את הדף.; no_such_page: הדף המבוקש אינו קיים.; moved: הועבר; announcement: הכרזה
sticky: נעוץ; ads: פרסומת; online: מי מחובר; stats_posts: סך ההודעות; stats_threads: סך הנושאים
stats_users: סך החברים; related: נושאים דומים; older: ישנים; newer: חדשים
by: מאת; replies: תגובות; views: צפיות; posts: הודעות; threads: נושאים; joined: הצטרף; location: מיקום
edited: נערך; attached: קבצים מצורפים; downloads: הורדות; wrote: כתב; in_reply_to: בתגובה אל; answer: תשובה
answers: תשובות; accepted: התשובה שנבחרה; comment: תגובה; comments: תגובות; votes: הצבעות; asked: נשאל; author: כותב
date: תאריך; subject: נושא; board: פורום; boards: פורומים; moderators: מנהלים; subboards: פורומי משנה; locked: נעול
unread: הודעות חדשות; solved: נפתר; load_more: טען עוד; menu: תפריט; skip: דלג לתוכן; top: למעלה; sort: מיין לפי
go_to_page: עבור לעמוד; of: מתוך; size: גודל; rank_new: חדש; rank_member: חבר; rank_senior: ותיק; submit: שלח
share: שתף; from: מאת; month_index: הודעות לפי חודש; thread_index: הודעות לפי נושא; recent: הודעות אחרונות; code: קוד
statistics: נתונים; started: התחיל; read_more: המשך קריאה; settings: הגדרות תצוגה
cookies: האתר משתמש בעוגיות כדי לזכור אותך.; footer: ההודעות שייכות לכותביהן.; message: הודעה; action: פעולה
no_replies: אין תגובות עדיין
today: היום; yesterday: אתמול; just_now: הרגע; minute_ago: לפני דקה; minutes_ago: לפני {n} דקות
hour_ago: לפני שעה; hours_ago: לפני {n} שעות; day_ago: לפני יום; days_ago: לפני {n} ימים
""")

_VOCABULARY = list_words("""
של את על לא זה הוא עם היא אני כל גם אם או כי מה יש אבל רק עוד היה יותר אין כמו אחד כך כבר אז בין לפני אחרי הם אנחנו אתה
איך למה מתי איפה מי כאן שם עכשיו היום אתמול מחר תמיד אף פעם לפעמים הרבה קצת מאוד כמעט בערך אולי בטח לכן בגלל למרות כאשר
בית דלת חלון שולחן כיסא מטבח חדר גינה רחוב עיר כפר ארץ ים הר נחל יער שמש ירח כוכב גשם רוח שלג חורף קיץ אביב סתיו בוקר
ערב לילה צהריים שעה דקה שבוע חודש שנה איש אישה ילד ילדה אבא אמא אח אחות סבא סבתא חבר חברה שכן מורה תלמיד רופא נהג מוכר
ספר דף מילה משפט שפה שאלה תשובה בעיה פתרון סיבה רעיון עצה דוגמה תמונה צבע קול שיר גיטרה מיתר סרט מצלמה עדשה אור צל
מחשב מסך מקלדת עכבר מדפסת קובץ תיקייה סיסמה חשבון תוכנה גרסה עדכון רשת כבל שקע סוללה מטען מתג נורה מנוע בלם צמיג רכב
אופניים רכבת אוטובוס מטוס ספינה נמל תחנה כרטיס דרך גשר מפה מרחק מחיר כסף חנות שוק בנק קנייה מכירה עבודה משרד מנהל צוות
לחם חלב גבינה ביצה בשר דג אורז מרק סלט תפוח תפוז ענבים זית שמן מלח סוכר קפה תה מים יין כוס צלחת סכין כף מתכון תנור סיר
כלב חתול ציפור סוס פרה עץ פרח דשא זרע אדמה אבן חול מסמר בורג פטיש מסור קיר רצפה תקרה צינור משאבה מסנן ברז
טוב רע גדול קטן חדש ישן ארוך קצר מהיר איטי חם קר יקר זול קל קשה חשוב פשוט נקי שקט רועש מוקדם מאוחר נכון טועה יפה מעניין
הלך בא ראה שמע אמר שאל מצא חיפש קנה בנה קרא כתב חשב ידע האמין קיווה נשאר עמד ישב רץ נסע לקח נתן הביא החזיק עשה למד הראה
בדק מדד בישל אפה שתל תיקן התקין הפעיל כיבה פתח סגר התחיל סיים המשיך עצר ניסה הצליח נכשל שכח זכר אהב רצה יכול צריך חייב
מקום צד חלק סוף התחלה אמצע קבוצה מספר נקודה כלל משחק כדור שער קבוצת ניצחון אימון ריצה שחייה טיול מחנה אוהל תרמיל
""")

_NAMES = compose_names(
    "אריה נמר ינשוף שועל זאב דובי נשר עורב ארז אלון רימון גל ים סלע חול עננים ברק רעם שחר לילה",
    ("", "_77", "ון", " הקטן", "1990", "-tlv", "י"),
    """
    דוד משה
    רותי כ.
    ציפי מהצפון
    הדוד מאמריקה
    yossi_m
    """,
)

HEBREW = Locale(
    code="he",
    rtl=True,
    words=_WORDS,
    vocabulary=_VOCABULARY,
    joiner=" ",
    stop=".",
    names=_NAMES,
    calendar=Calendar(
        months=list_words("ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"),
        worded="{d} ב{month} {y}, {hour:02}:{minute:02}",
        numeric="{d}/{m}/{y} {hour:02}:{minute:02}",
    ),
)
