"""The Python API: the one place where all parts are built and put together; the command line stands on it."""

from weft.api._crawl import CrawlJob, acrawl, crawl, default_folder, prepare_url, run_job
from weft.api._learn import Learned, LearnJob, alearn, learn, learn_site
from weft.api._learn_report import (
    LearnReport,
    RuleReport,
    SiteSize,
    UnfollowedKind,
    read_pattern,
    report_learning,
)
from weft.crawl import Report
from weft.traversal import Plan

__all__ = [
    "CrawlJob",
    "LearnJob",
    "LearnReport",
    "Learned",
    "Plan",
    "Report",
    "RuleReport",
    "SiteSize",
    "UnfollowedKind",
    "acrawl",
    "alearn",
    "crawl",
    "default_folder",
    "learn",
    "learn_site",
    "prepare_url",
    "read_pattern",
    "report_learning",
    "run_job",
]
