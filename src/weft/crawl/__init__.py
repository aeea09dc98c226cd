"""The crawl: frontier, loop, session, watch, relearning, reading. Gets all parts, builds none."""

from weft.crawl._haul import Brought
from weft.crawl._hosts import ArchiveHosts
from weft.crawl._keeper import Budget, Freshness, Keeper
from weft.crawl._report import Ending, Report, summary_to_dict
from weft.crawl._reread import learn_from_archive, load_wrappers, read_again
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
    "Freshness",
    "Keeper",
    "Parts",
    "Report",
    "Scribe",
    "Seen",
    "Session",
    "Sifter",
    "Snapshot",
    "Verdict",
    "Walk",
    "Watch",
    "Wrappers",
    "Writer",
    "learn_from_archive",
    "load_wrappers",
    "read_again",
    "summary_to_dict",
]
