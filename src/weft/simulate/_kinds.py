"""The words skins are described with: kinds of site, nuisances (traits), names of URL styles."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What sort of discussion site it is; decides boards, order of posts, posts a page."""

    FORUM = "forum"  # boards, sub-boards, threads in order of time
    QA = "qa"  # a question, its answers, comments below both
    COMMENTS = "comments"  # one story, nested comments
    BLOG = "blog"  # an article with comments, sections for boards
    MAILING_LIST = "mailing-list"  # a page a message, months for boards


class Trait(StrEnum):
    """What real sites have and crawlers stumble over; each can be switched."""

    SESSION_IDS = "session-ids"  # links carry a new session id in every answer to a client without the cookie
    SORTS = "sorts"  # boards and member lists by other orders and filters
    PRINT_VIEWS = "print-views"  # a whole thread on one bare page
    PERMALINKS = "permalinks"  # an address per post that shows the thread page it stands on
    PERMALINK_REDIRECTS = "permalink-redirects"  # permalinks and shortcuts answer 302 instead of the page
    LAST_POST = "last-post"  # shortcuts from lists to a thread's last post
    THREAD_STEPS = "thread-steps"  # previous/next thread of the board
    LOGIN_WALLS = "login-walls"  # reply, quote, new thread and some profiles demand a login with status 200
    PROFILES = "profiles"  # a page per user, linked from every post
    MEMBERS = "members"  # the list of all users
    SEARCH = "search"  # a search form and result pages
    TAGS = "tags"  # a tag cloud and a page per tag
    FEEDS = "feeds"  # RSS of the site and of every board
    CALENDAR = "calendar"  # a month after month without end, both ways
    ANNOUNCEMENTS = "announcements"  # some threads head every board
    MOVED_THREADS = "moved-threads"  # a row in the old board that leads (by 302 or directly) to the thread
    SOFT_404 = "soft-404"  # past the last page: a message with status 200
    ADS = "ads"  # advertisements that look like rows or posts
    ROBOTS = "robots"  # robots.txt forbids search, members, print and acting addresses
    NOFOLLOW = "nofollow"  # rel=nofollow on links to forms, sorts and print views
    ATTACHMENTS = "attachments"  # posts with files
    FILE_TWINS = "file-twins"  # a second address for every file
    ACTIONS = "actions"  # mark read, vote, report, delete, logout: plain links that act when requested
    FIRST_PAGE_TWINS = "first-page-twins"  # pagers write page=1 or start=0 where the plain address is the same page
    HINTS = "hints"  # canonical, next and prev link elements
    ONLINE = "online"  # a box of users who are here now
    RELATED = "related"  # links to threads of like subject below a thread
    TWO_LAYOUTS = "two-layouts"  # boards or threads come in one of two layouts, by id


# What `weft simulate` switches on: everything but help for crawlers and what excludes something else.
DEFAULT_TRAITS = frozenset(Trait) - {Trait.HINTS, Trait.PERMALINK_REDIRECTS, Trait.TWO_LAYOUTS}


class UrlStyle(StrEnum):
    """How addresses are written; the value is the name a skin gives."""

    QUERY_START = "query-start"  # /forum/talk?t=17&start=20
    QUERY_PAGE = "query-page"  # /community/bb/read?topic=17&page=2
    FOLDERS = "folders"  # /areas/garden/17-how-to-water/2/
    DASHED = "dashed"  # /topic-17-2-1.html
    ASPX = "aspx"  # /Community/Read.aspx?TopicID=17&PageNo=2
    OPAQUE = "opaque"  # /qmzkwdbtrpfa
    LOOKALIKE = "lookalike"  # /v/83641 for boards, threads and all their pages
    QUESTIONS = "questions"  # /questions/17/how-to-water?page=2
    DATES = "dates"  # /2019/03/how-to-water/page/2/
    MONTHS = "months"  # /list/2014-March/000123.html


URL_STYLES = tuple(style.value for style in UrlStyle)
