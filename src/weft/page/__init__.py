"""Pages as people see them: bytes to text, links, regions and records, times, fingerprints, hints. No I/O."""

from weft.page._align import Pattern, alignment_cost
from weft.page._boxes import BOX_ATTRIBUTE
from weft.page._build import Build, build_likeness, read_build
from weft.page._exchange import Exchange, Truncation
from weft.page._feed import FeedItem, read_feed
from weft.page._feed_home import read_feed_home
from weft.page._fingerprint import Fingerprint, fingerprint, simhash_distance, similarity
from weft.page._fingerprint_groups import SAME_PAGE, group_near_duplicates
from weft.page._fingerprint_own import Boilerplate, learn_boilerplate
from weft.page._hints import Crumb, Feed, Hints, Landmarks, read_breadcrumbs, read_hints
from weft.page._hints_item import Syntax
from weft.page._hints_posts import PageKind, PostHint, PostRole
from weft.page._links import Form, Link
from weft.page._linktable import Place, PlacedLink, link_table, place_links
from weft.page._page import Page, is_html, read_page, read_rendered
from weft.page._records import Record, RecordLink, RecordTime
from weft.page._regions import Regions, find_regions, gather_patterns
from weft.page._regions_posts import find_posts, find_remarks, shows_others
from weft.page._regions_region import Region, TimeOrder
from weft.page._thread import Attachment, BoardEntry, IndexPage, Post, Quote, ThreadEntry, ThreadPage
from weft.page._times_learn import TimeSample, learn_times
from weft.page._times_page import FoundTime, find_times, sample_times
from weft.page._times_path import pick_time_path
from weft.page._times_reader import TimeReader, read_time
from weft.page._times_value import Precision, TimeValue
from weft.page._times_zone import find_zone
from weft.page._timespot import TimeSpot, spot_times
from weft.page._told import are_told

__all__ = [
    "BOX_ATTRIBUTE",
    "SAME_PAGE",
    "Attachment",
    "BoardEntry",
    "Boilerplate",
    "Build",
    "Crumb",
    "Exchange",
    "Feed",
    "FeedItem",
    "Fingerprint",
    "Form",
    "FoundTime",
    "Hints",
    "IndexPage",
    "Landmarks",
    "Link",
    "Page",
    "PageKind",
    "Pattern",
    "Place",
    "PlacedLink",
    "Post",
    "PostHint",
    "PostRole",
    "Precision",
    "Quote",
    "Record",
    "RecordLink",
    "RecordTime",
    "Region",
    "Regions",
    "Syntax",
    "ThreadEntry",
    "ThreadPage",
    "TimeOrder",
    "TimeReader",
    "TimeSample",
    "TimeSpot",
    "TimeValue",
    "Truncation",
    "alignment_cost",
    "are_told",
    "build_likeness",
    "find_posts",
    "find_regions",
    "find_remarks",
    "find_times",
    "find_zone",
    "fingerprint",
    "gather_patterns",
    "group_near_duplicates",
    "is_html",
    "learn_boilerplate",
    "learn_times",
    "link_table",
    "pick_time_path",
    "place_links",
    "read_breadcrumbs",
    "read_build",
    "read_feed",
    "read_feed_home",
    "read_hints",
    "read_page",
    "read_rendered",
    "read_time",
    "sample_times",
    "shows_others",
    "simhash_distance",
    "similarity",
    "spot_times",
]
