"""The crawl: frontier, loop, session, watch, relearning. Gets all parts, builds none."""

from weft.crawl._haul import Brought
from weft.crawl._report import Ending, Report, summary_to_dict
from weft.crawl._session import Parts, Session, Snapshot
from weft.crawl._watch import Answer, Seen, Verdict, Watch

__all__ = [
    "Answer",
    "Brought",
    "Ending",
    "Parts",
    "Report",
    "Seen",
    "Session",
    "Snapshot",
    "Verdict",
    "Watch",
    "summary_to_dict",
]
