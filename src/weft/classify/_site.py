"""Judging the pages of one site together."""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from weft.classify._default import default_classifier
from weft.classify._model import Judgement, PageClassifier
from weft.classify._site_evidence import weigh_site
from weft.classify._site_features import describe_pages
from weft.classify._site_pages import read_site_pages
from weft.classify._table import FeatureTable
from weft.page import Page

MODEL_FILE, TABLE_FILE = "site_model.json", "site_pages.csv.xz"


def judge_site(
    pages: Sequence[Page], classifier: PageClassifier | None = None, alone: PageClassifier | None = None
) -> list[Judgement]:
    """Tell what each of some pages of one site is, with what all of them show together.

    Some dozens of pages, index pages and threads among them, are needed to see how the site is written. Where they do
    not show what its threads are, each page is judged by its looks alone (`alone`).
    """
    read = read_site_pages(pages)
    evidence = weigh_site(read)
    if evidence.ground.roles.first is None:
        judge = (alone or default_classifier()).judge
        return [judge(page.features) for page in read]
    judge = (classifier or default_site_classifier()).judge
    return [judge(features) for features in describe_pages(evidence, read)]


@cache
def default_site_classifier() -> PageClassifier:
    """Give the classifier of pages among their site's that comes with Weft."""
    return PageClassifier.from_json((files("weft.classify") / "data" / MODEL_FILE).read_text(encoding="utf-8"))


def default_site_table() -> FeatureTable:
    """Give the table it was trained from. An example without weight is a further address of a page that is there."""
    packed = (files("weft.classify") / "data" / TABLE_FILE).read_bytes()
    return FeatureTable.from_csv(lzma.decompress(packed).decode("utf-8"))
