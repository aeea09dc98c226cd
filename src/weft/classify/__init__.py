"""What a page is, by its looks and among the pages of its site: features, two linear models, training."""

from weft.classify._default import default_classifier, default_table
from weft.classify._features import feature_names, page_features
from weft.classify._model import Judgement, LinearModel, PageClassifier, PageLabel, Vector
from weft.classify._site import default_site_classifier, default_site_table, judge_site
from weft.classify._site_features import site_feature_names, site_features
from weft.classify._site_train import train_site
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
    "default_site_classifier",
    "default_site_table",
    "default_table",
    "feature_names",
    "judge_site",
    "page_features",
    "site_feature_names",
    "site_features",
    "train",
    "train_site",
]
