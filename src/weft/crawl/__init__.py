"""The crawl: frontier, loop, session, watch, relearning, reading. Gets all parts, builds none."""

from weft.crawl._budget import Budget, MeteredTransport
from weft.crawl._files_find import FileFinder, gather_files
from weft.crawl._files_keep import recall_wants, remember_wants
from weft.crawl._files_walk import FileWalk, Sniff, make_file_walk
from weft.crawl._files_wanted import FileRules
from weft.crawl._freshness import Freshness, read_freshness
from weft.crawl._haul import Brought
from weft.crawl._hosts import ArchiveHosts
from weft.crawl._keeper import Keeper
from weft.crawl._report import Ending, Report, summary_to_dict
from weft.crawl._reread import know_pages, learn_from_archive, load_page, load_wrappers, newest_pages, read_again
from weft.crawl._scribe import Scribe, Wrappers
from weft.crawl._session import Parts, Session, Snapshot
from weft.crawl._sift import Sifter
from weft.crawl._visit import Walk
from weft.crawl._watch import Answer, Seen, Verdict, Watch
from weft.crawl._writer import Writer

__all__ = [
    "Answer",
    "ArchiveHosts",
    "Brought",
    "Budget",
    "Ending",
    "FileFinder",
    "FileRules",
    "FileWalk",
    "Freshness",
    "Keeper",
    "MeteredTransport",
    "Parts",
    "Report",
    "Scribe",
    "Seen",
    "Session",
    "Sifter",
    "Snapshot",
    "Sniff",
    "Verdict",
    "Walk",
    "Watch",
    "Wrappers",
    "Writer",
    "gather_files",
    "know_pages",
    "learn_from_archive",
    "load_page",
    "load_wrappers",
    "make_file_walk",
    "newest_pages",
    "read_again",
    "read_freshness",
    "recall_wants",
    "remember_wants",
    "summary_to_dict",
]
