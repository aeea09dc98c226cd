"""Truth, measures, experiments, pinned floors."""

from weft.evaluate._attachments import (
    AttachmentRow,
    AttachmentRun,
    find_by_page,
    find_files,
    load_archived_page,
    run_attachments,
)
from weft.evaluate._attachments_queries import draw_board
from weft.evaluate._attachments_site import put_board_files, put_board_pages, put_board_texts
from weft.evaluate._attachments_tables import WORLDS as ATTACHMENT_WORLDS
from weft.evaluate._attachments_tables import AttachmentTable, attachment_tables, best_gain
from weft.evaluate._attachments_world import BOARD_NOTICES, WorldSetting, make_world
from weft.evaluate._classify import (
    TRAINING_SIZES,
    Confusion,
    Draw,
    TableRow,
    add_confusions,
    run_draws,
    summarise_draws,
)
from weft.evaluate._classify_site import SiteSample, build_site_table, site_examples, skin_examples
from weft.evaluate._corpus import MirroredSite, load_site, load_truth
from weft.evaluate._crawl import CrawlResult, Subject, evaluate_crawl
from weft.evaluate._disguise import Disguise, Mask, disguise
from weft.evaluate._disguised import DisguisedRow, draw_starts, run_disguised
from weft.evaluate._duplicates import DuplicateFigures, KeyedPage, add_figures, measure_duplicates
from weft.evaluate._duplicates import sample_pages as sample_keyed_pages
from weft.evaluate._examples import build_table
from weft.evaluate._floors import (
    Figures,
    Shortfall,
    check_floor,
    figures_of,
    load_floors,
    post_figures,
    raise_floor,
    save_floors,
)
from weft.evaluate._listing import ListJudge, listing_figures
from weft.evaluate._measures import Measures, PageType, SiteTruth, UrlTruth, measure
from weft.evaluate._plots import plot_draws
from weft.evaluate._posts_alone import AloneJudge, alone_figures
from weft.evaluate._posts_cut import cut_gold, cut_page
from weft.evaluate._posts_gold import (
    POSTS_GOLD_NOW,
    GoldFigures,
    GoldPage,
    GoldPost,
    PageScore,
    ReadPost,
    group_scores,
    load_gold_pages,
    read_gold_alone,
    score_gold,
    score_gold_page,
)
from weft.evaluate._posts_match import count_tokens, pair_posts, token_f1
from weft.evaluate._posts_peer import compare_trafilatura, load_trafilatura, pick_best
from weft.evaluate._posts_plot import plot_gold
from weft.evaluate._posts_sites import PostJudge, SitePosts, evaluate_site_posts
from weft.evaluate._posts_skins import SkinPosts, evaluate_skin_posts
from weft.evaluate._posts_threads import (
    PostThread,
    ThreadFigures,
    ThreadPost,
    has_posts,
    load_post_threads,
    score_posts,
    score_threads,
)
from weft.evaluate._refresh import (
    REFRESH_CASES,
    RefreshTask,
    plan_refresh_cases,
    plan_refresh_growth,
    plan_refresh_year,
    run_refresh,
    run_refresh_task,
)
from weft.evaluate._refresh_document import REFRESH_TEXT
from weft.evaluate._refresh_plots import plot_refresh_budgets, plot_refresh_cases, plot_refresh_days
from weft.evaluate._refresh_rows import RefreshRow, summarise_refresh
from weft.evaluate._refresh_run import RefreshBench, RefreshSetting
from weft.evaluate._refresh_tables import (
    REFRESH_COLUMNS,
    RefreshColumn,
    join_refresh_rows,
    refresh_cells,
    write_refresh_table,
)
from weft.evaluate._regions import Match, RegionFigures, evaluate_regions, judge_posts, load_gold
from weft.evaluate._simulated import changing_subject, simulated_subject
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
    "ATTACHMENT_WORLDS",
    "BOARD_NOTICES",
    "COLUMNS",
    "POSTS_GOLD_NOW",
    "REFRESH_CASES",
    "REFRESH_COLUMNS",
    "REFRESH_TEXT",
    "TRAINING_SIZES",
    "AloneJudge",
    "AttachmentRow",
    "AttachmentRun",
    "AttachmentTable",
    "Confusion",
    "CrawlResult",
    "DayMeasure",
    "Disguise",
    "DisguisedRow",
    "Draw",
    "DuplicateFigures",
    "Figures",
    "Findings",
    "FlipFigures",
    "GoldFigures",
    "GoldPage",
    "GoldPost",
    "JoinFigures",
    "KeyedPage",
    "ListJudge",
    "LoopFigure",
    "Mask",
    "Match",
    "Measures",
    "MinuteMeasure",
    "MirroredSite",
    "PageScore",
    "PageType",
    "PostJudge",
    "PostThread",
    "ReadPost",
    "RefreshBench",
    "RefreshColumn",
    "RefreshRow",
    "RefreshSetting",
    "RefreshTask",
    "RegionFigures",
    "SampleRow",
    "Shortfall",
    "SitePosts",
    "SiteSample",
    "SiteTruth",
    "SkinPosts",
    "StrategyRow",
    "Subject",
    "TableRow",
    "Task",
    "Terrain",
    "ThreadFigures",
    "ThreadPost",
    "TimedPage",
    "UrlTruth",
    "WorldSetting",
    "add_confusions",
    "add_figures",
    "alone_figures",
    "attachment_tables",
    "best_gain",
    "build_site_table",
    "build_table",
    "changing_subject",
    "check_floor",
    "compare_strategies",
    "compare_trafilatura",
    "connectivity_of",
    "count_tokens",
    "cut_gold",
    "cut_page",
    "disguise",
    "draw_board",
    "draw_starts",
    "evaluate_crawl",
    "evaluate_regions",
    "evaluate_site_posts",
    "evaluate_skin_posts",
    "figures_of",
    "find_by_page",
    "find_files",
    "group_scores",
    "has_failed",
    "has_posts",
    "join_refresh_rows",
    "judge_posts",
    "listing_figures",
    "load_archived_page",
    "load_floors",
    "load_gold",
    "load_gold_pages",
    "load_post_threads",
    "load_site",
    "load_trafilatura",
    "load_truth",
    "make_world",
    "mean_cells",
    "measure",
    "measure_days",
    "measure_duplicates",
    "measure_links",
    "measure_loops",
    "measure_minutes",
    "pair_posts",
    "pick_best",
    "plan_refresh_cases",
    "plan_refresh_growth",
    "plan_refresh_year",
    "plot_draws",
    "plot_gold",
    "plot_loops",
    "plot_refresh_budgets",
    "plot_refresh_cases",
    "plot_refresh_days",
    "plot_samples",
    "plot_strategies",
    "post_figures",
    "put_board_files",
    "put_board_pages",
    "put_board_texts",
    "raise_floor",
    "read_gold_alone",
    "refresh_cells",
    "run_attachments",
    "run_disguised",
    "run_draws",
    "run_refresh",
    "run_refresh_task",
    "sample_keyed_pages",
    "save_floors",
    "score_gold",
    "score_gold_page",
    "score_posts",
    "score_threads",
    "simulated_subject",
    "site_examples",
    "skin_examples",
    "split_key",
    "summarise_draws",
    "summarise_refresh",
    "times_of_gold",
    "times_of_site",
    "token_f1",
    "write_refresh_table",
]
