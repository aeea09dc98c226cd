"""The Python API: the one place where all parts are built and put together; the command line stands on it."""

from weft.api._crawl import CrawlJob, acrawl, crawl, default_folder, prepare_url, run_job
from weft.api._extract import ReadAgain, extract_archive, extract_posts, extract_thread, open_archive
from weft.api._files import FileDigest, FilesRead, rank_files, sniff_part
from weft.api._learn import Learned, LearnJob, alearn, learn, learn_site
from weft.api._learn_report import (
    LearnReport,
    RuleReport,
    UnfollowedKind,
    read_pattern,
    report_learning,
)
from weft.api._learn_size import SiteSize
from weft.api._refresh import Refreshed, RefreshJob, run_refresh
from weft.api._search import Wanted, search_archive
from weft.crawl import Report
from weft.traversal import Plan

__all__ = [
    "CrawlJob",
    "FileDigest",
    "FilesRead",
    "LearnJob",
    "LearnReport",
    "Learned",
    "Plan",
    "ReadAgain",
    "RefreshJob",
    "Refreshed",
    "Report",
    "RuleReport",
    "SiteSize",
    "UnfollowedKind",
    "Wanted",
    "acrawl",
    "alearn",
    "crawl",
    "default_folder",
    "extract_archive",
    "extract_posts",
    "extract_thread",
    "learn",
    "learn_site",
    "open_archive",
    "prepare_url",
    "rank_files",
    "read_pattern",
    "report_learning",
    "run_job",
    "run_refresh",
    "search_archive",
    "sniff_part",
]
