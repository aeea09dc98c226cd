"""What a page is, by its looks: features, two linear models, training."""

from weft.classify._default import default_classifier, default_table
from weft.classify._features import feature_names, page_features
from weft.classify._model import Judgement, LinearModel, PageClassifier, PageLabel, Vector
from weft.classify._table import Example, FeatureTable
from weft.classify._train import train

__all__ = [
    "Example",
    "FeatureTable",
    "Judgement",
    "LinearModel",
    "PageClassifier",
    "PageLabel",
    "Vector",
    "default_classifier",
    "default_table",
    "feature_names",
    "page_features",
    "train",
]
