"""Truth, measures, experiments, pinned floors."""

from weft.evaluate._corpus import MirroredSite, load_site, load_truth
from weft.evaluate._crawl import CrawlResult, Subject, evaluate_crawl
from weft.evaluate._floors import Shortfall, check_floor, figures_of, load_floors, raise_floor, save_floors
from weft.evaluate._measures import Measures, PageType, SiteTruth, UrlTruth, measure
from weft.evaluate._simulated import simulated_subject

__all__ = [
    "CrawlResult",
    "Measures",
    "MirroredSite",
    "PageType",
    "Shortfall",
    "SiteTruth",
    "Subject",
    "UrlTruth",
    "check_floor",
    "evaluate_crawl",
    "figures_of",
    "load_floors",
    "load_site",
    "load_truth",
    "measure",
    "raise_floor",
    "save_floors",
    "simulated_subject",
]
