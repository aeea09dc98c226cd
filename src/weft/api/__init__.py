"""The Python API: the one place where all parts are built and put together; the command line stands on it."""

from weft.api._crawl import CrawlJob, acrawl, crawl, default_folder, prepare_url, run_job
from weft.crawl import Report
from weft.traversal import Plan

__all__ = [
    "CrawlJob",
    "Plan",
    "Report",
    "acrawl",
    "crawl",
    "default_folder",
    "prepare_url",
    "run_job",
]
