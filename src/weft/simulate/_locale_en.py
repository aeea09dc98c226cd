"""English."""

from __future__ import annotations

from weft.simulate._locale_base import Calendar, Locale, compose_names, list_words, read_words

_WORDS = read_words("""
home: Home; search: Search; members: Members; calendar: Calendar; help: Help; login: Log in; register: Register
logout: Log out; mark_read: Mark all read; reply: Reply; quote: Quote; report: Report; vote_up: Vote up
vote_down: Vote down; delete: Delete; edit: Edit; print: Print view; email: E-mail this; watch: Watch
new_thread: New topic; next: Next; previous: Previous; first: First; last: Last; next_thread: Next topic
previous_thread: Previous topic; last_post: Last post; permalink: Link; sort_replies: Most replies
sort_views: Most viewed; sort_date: Newest; sort_author: By author; filter_day: Last day; filter_week: Last week
all: All; tags: Tags; feed: Feed; archive: Archive; profile: Profile; page: Page; error: Error; not_found: Not found
login_needed: You must be logged in to see this page.; no_such_page: The page you asked for does not exist.
moved: Moved; announcement: Announcement; sticky: Sticky; ads: Sponsored; online: Who is online
stats_posts: Total posts; stats_threads: Total topics; stats_users: Total members
related: Similar topics; older: Older; newer: Newer
by: by; replies: Replies; views: Views; posts: Posts; threads: Topics; joined: Joined; location: Location
edited: Last edited; attached: Attached files; downloads: downloads; wrote: wrote; in_reply_to: in reply to
answer: answer; answers: Answers; accepted: Accepted answer; comment: comment; comments: Comments; votes: votes
asked: asked; author: Author; date: Date; subject: Subject; board: Forum; boards: Forums; moderators: Moderators
subboards: Subforums; locked: Locked; unread: New posts; solved: Solved; load_more: Load more; menu: Menu
skip: Skip to content; top: Back to top; sort: Sort by; go_to_page: Go to page; of: of; size: Size; rank_new: Newcomer
rank_member: Member; rank_senior: Old hand; submit: Send; share: Share; from: From; month_index: Messages by month
thread_index: Messages by thread; recent: Latest posts; code: Code; statistics: Statistics; started: Started
read_more: Read on; settings: Display settings; cookies: This site uses cookies to keep you logged in.
footer: All posts belong to their authors.; message: Message; action: Action; no_replies: No replies yet
today: Today; yesterday: Yesterday; just_now: just now; minute_ago: 1 minute ago; minutes_ago: {n} minutes ago
hour_ago: 1 hour ago; hours_ago: {n} hours ago; day_ago: 1 day ago; days_ago: {n} days ago
""")

_VOCABULARY = list_words("""
the a and of to in that it with for on was as are at this but not from they have one what all were when we there can
your which their said if do will each about how up out them then she many some so these would other into has more two
like him see time could no make than first been its who now people my made over did down only way find use may water
long little very after words called just where most know get through back much before go good new write our used me man
too any day same right look think also around another came come work three must because does part even place well such
here take why things help put years different away again off went old number great tell men say small every found still
between name should home big give air line set own under read last never us left end along while might next sound below
saw something thought both few those always show large often together asked house world going want school important
until form food keep children feet land side without boy once animal life enough took four head above kind began almost
live page got earth need far hand high year mother light country father let night picture being study second soon story
since white ever paper hard near sentence better best across during today however sure knew told young sun thing whole
hear example heard several change answer room sea against top turned learn point city play toward five himself usually
money seen car morning door river battery engine filter bread recipe garden camera lens screen driver update version
error manual winter summer train ticket island price shop guitar string amplifier cable router kernel window folder
""")

_NAMES = compose_names(
    "night silver happy old lazy green iron quiet red lucky blue tiny mad north paper rusty solar sunny river stone",
    ("owl", "fox", "_rider", "77", "Smith", "cat", "1984"),
    """
    Tom B.
    J. Miller
    Aunt Polly
    the_real_dave
    xX_Shadow_Xx
    maggie.w
    Dr. Who?
    O'Brien
    """,
)

ENGLISH = Locale(
    code="en",
    rtl=False,
    words=_WORDS,
    vocabulary=_VOCABULARY,
    joiner=" ",
    stop=".",
    names=_NAMES,
    calendar=Calendar(
        months=list_words("January February March April May June July August September October November December"),
        worded="{d} {month} {y}, {hour:02}:{minute:02}",
        numeric="{d:02}/{m:02}/{y} {hour:02}:{minute:02}",
    ),
)
