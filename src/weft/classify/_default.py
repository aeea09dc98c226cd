"""The models that come with Weft, and the table they were trained from."""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import files

from weft.classify._model import PageClassifier
from weft.classify._table import FeatureTable

MODEL_FILE, TABLE_FILE = "model.json", "pages.csv.xz"


@cache
def default_classifier() -> PageClassifier:
    """Give the classifier that comes with Weft."""
    return PageClassifier.from_json((files("weft.classify") / "data" / MODEL_FILE).read_text(encoding="utf-8"))


def default_table() -> FeatureTable:
    """Give the table the classifier that comes with Weft was trained from."""
    packed = (files("weft.classify") / "data" / TABLE_FILE).read_bytes()
    return FeatureTable.from_csv(lzma.decompress(packed).decode("utf-8"))
