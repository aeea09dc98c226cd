"""What a page is, by its looks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.classify import (
    Example,
    FeatureTable,
    LinearModel,
    PageClassifier,
    PageLabel,
    default_classifier,
    default_table,
    feature_names,
    page_features,
    train,
)
from weft.errors import UsageError, WeftError
from weft.page import read_page
from weft.simulate import make_site

MODEL = LinearModel((0.0, 1.0), (1.0, 2.0), (3.0, -1.0), 0.5)
CLASSIFIER = PageClassifier(("a", "b"), MODEL, LinearModel((0.0, 0.0), (1.0, 1.0), (-3.0, 1.0), 0.0))


def test_a_label_comes_with_its_confidence():
    """The surer of the two models decides; if neither is sure, the page is something else."""
    index = CLASSIFIER.judge(np.array([2.0, 1.0]))
    assert (index.label, index.confidence > 0.99) == (PageLabel.INDEX, True)
    assert CLASSIFIER.judge(np.array([-2.0, 1.0])).label is PageLabel.THREAD
    assert CLASSIFIER.judge(np.array([0.0, 3.0])).label is PageLabel.THREAD
    assert CLASSIFIER.judge(np.array([-0.1, 1.0 - 9])).label is PageLabel.INDEX


def test_a_model_survives_its_file():
    """It is JSON a person can read, and reads back the same."""
    assert PageClassifier.from_json(CLASSIFIER.to_json()) == CLASSIFIER


@pytest.mark.parametrize("text", ["", "{}", '{"version": 99}', '{"version": 1, "features": 3, "bias": {}}', "[1]"])
def test_a_broken_model_is_refused(text: str):
    """With one clear sentence, never a traceback of something else."""
    with pytest.raises(WeftError):
        PageClassifier.from_json(text)


def test_a_table_survives_its_file():
    """Numbers only: no text of any page is in it."""
    table = FeatureTable(("x", "y"), (Example("s", "p", True, PageLabel.INDEX, np.array([1.5, 0.25])),))
    again = FeatureTable.from_csv(table.to_csv())
    assert again.names == table.names
    assert again.examples[0].label is PageLabel.INDEX
    assert list(again.examples[0].features) == [1.5, 0.25]
    assert again.sites(real=True) == ("s",)
    assert again.sites(real=False) == ()


@pytest.mark.parametrize(
    "text", ["", "a,b\n", "site,package,real,label,x\ns,p,1,index\n", "site,package,real,label,x\ns,p,1,moon,1\n"]
)
def test_a_broken_table_is_named(text: str):
    """The line is told."""
    with pytest.raises(UsageError):
        FeatureTable.from_csv(text)


def test_the_model_fits_the_features():
    """The models that come with Weft were trained on the features this Weft computes."""
    assert default_classifier().features == feature_names()
    assert default_table().names == feature_names()


def test_training_reproduces_the_model():
    """`weft train` from the committed table gives the committed weights."""
    pytest.importorskip("sklearn")
    again = train(default_table())
    committed = default_classifier()
    assert again.index.weights == pytest.approx(committed.index.weights, abs=2e-3)
    assert again.thread.weights == pytest.approx(committed.thread.weights, abs=2e-3)


@pytest.mark.parametrize("skin", ["oldtable", "bullets", "glossary", "ledger", "answers", "journal"])
def test_pages_of_simulated_forums_are_told_apart(skin: str):
    """Boards and threads of very different looks and languages."""
    site = make_site(skin, threads=80)
    at, right, total = site.model.end, 0, 0
    for url, truth in site.all_truth(at):
        if truth.key is None or total >= 40:
            continue
        page = read_page(url, site.answer(url, at).body, "text/html; charset=utf-8")
        wanted = PageLabel.THREAD if truth.kind.value == "thread" else PageLabel.INDEX
        right += default_classifier().judge(page_features(page)).label is wanted
        total += 1
    assert right >= 0.8 * total


@given(st.binary(max_size=400))
@settings(max_examples=60, deadline=None)
def test_any_bytes_have_features(content: bytes):
    """Never an error, never a number that is none."""
    features = page_features(read_page("http://h/", content))
    assert np.isfinite(features).all()
    assert len(features) == len(feature_names())
