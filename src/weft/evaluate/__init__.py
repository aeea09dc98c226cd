"""Truth, measures, experiments, pinned floors."""

from weft.evaluate._classify import TRAINING_SIZES, Confusion, Draw, TableRow, run_draws, summarise_draws
from weft.evaluate._corpus import MirroredSite, load_site, load_truth
from weft.evaluate._crawl import CrawlResult, Subject, evaluate_crawl
from weft.evaluate._duplicates import DuplicateFigures, KeyedPage, add_figures, measure_duplicates
from weft.evaluate._duplicates import sample_pages as sample_keyed_pages
from weft.evaluate._examples import build_table
from weft.evaluate._floors import Shortfall, check_floor, figures_of, load_floors, raise_floor, save_floors
from weft.evaluate._measures import Measures, PageType, SiteTruth, UrlTruth, measure
from weft.evaluate._plots import plot_draws
from weft.evaluate._regions import Match, RegionFigures, evaluate_regions, judge_posts, load_gold
from weft.evaluate._simulated import simulated_subject
from weft.evaluate._strategies import (
    COLUMNS,
    Findings,
    SampleRow,
    StrategyRow,
    Task,
    Terrain,
    compare_strategies,
    has_failed,
    mean_cells,
)
from weft.evaluate._strategy_links import (
    FlipFigures,
    JoinFigures,
    LoopFigure,
    connectivity_of,
    measure_links,
    measure_loops,
    split_key,
)
from weft.evaluate._strategy_plots import plot_loops, plot_samples, plot_strategies
from weft.evaluate._time_sites import times_of_gold, times_of_site
from weft.evaluate._times import DayMeasure, MinuteMeasure, TimedPage, measure_days, measure_minutes

__all__ = [
    "COLUMNS",
    "TRAINING_SIZES",
    "Confusion",
    "CrawlResult",
    "DayMeasure",
    "Draw",
    "DuplicateFigures",
    "Findings",
    "FlipFigures",
    "JoinFigures",
    "KeyedPage",
    "LoopFigure",
    "Match",
    "Measures",
    "MinuteMeasure",
    "MirroredSite",
    "PageType",
    "RegionFigures",
    "SampleRow",
    "Shortfall",
    "SiteTruth",
    "StrategyRow",
    "Subject",
    "TableRow",
    "Task",
    "Terrain",
    "TimedPage",
    "UrlTruth",
    "add_figures",
    "build_table",
    "check_floor",
    "compare_strategies",
    "connectivity_of",
    "evaluate_crawl",
    "evaluate_regions",
    "figures_of",
    "has_failed",
    "judge_posts",
    "load_floors",
    "load_gold",
    "load_site",
    "load_truth",
    "mean_cells",
    "measure",
    "measure_days",
    "measure_duplicates",
    "measure_links",
    "measure_loops",
    "measure_minutes",
    "plot_draws",
    "plot_loops",
    "plot_samples",
    "plot_strategies",
    "raise_floor",
    "run_draws",
    "sample_keyed_pages",
    "save_floors",
    "simulated_subject",
    "split_key",
    "summarise_draws",
    "times_of_gold",
    "times_of_site",
]
