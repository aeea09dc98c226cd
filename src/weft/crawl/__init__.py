"""The crawl: frontier, loop, session. Gets all parts, builds none."""

from weft.crawl._report import Ending, Report, summary_to_dict
from weft.crawl._session import Parts, Session, Snapshot

__all__ = ["Ending", "Parts", "Report", "Session", "Snapshot", "summary_to_dict"]
