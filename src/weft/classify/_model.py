"""Two small linear models, 'index?' and 'thread?', and what they say together: a label and how sure it is.

Paper 002 (4.3.1.1) uses two linear support vector machines; ours are linear too, with probabilities. They are numbers
in a JSON file: nothing that is loaded can run.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from weft.errors import WeftError

MODEL_VERSION = 1
Vector = npt.NDArray[np.float64]


class PageLabel(StrEnum):
    """What a page is, by its looks."""

    INDEX = "index"
    THREAD = "thread"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A label with its confidence, and the two models' probabilities."""

    label: PageLabel
    confidence: float
    index: float
    thread: float


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights over standardised features; `probability` is the logistic function of the weighted sum."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    def probability(self, features: Vector) -> float:
        """Give the probability that the page is what the model asks for."""
        standard = (features - np.asarray(self.mean)) / np.asarray(self.scale)
        total = float(standard @ np.asarray(self.weights)) + self.bias
        return 1.0 / (1.0 + math.exp(-min(60.0, max(-60.0, total))))


@dataclass(frozen=True, slots=True)
class PageClassifier:
    """Both models over one list of named features."""

    features: tuple[str, ...]
    index: LinearModel
    thread: LinearModel

    def judge(self, features: Vector) -> Judgement:
        """Give the label: the model that is surer, if it is more sure than not; else other."""
        index, thread = self.index.probability(features), self.thread.probability(features)
        best = max(index, thread)
        if best < 0.5:
            return Judgement(PageLabel.OTHER, 1.0 - best, index, thread)
        return Judgement(PageLabel.INDEX if index >= thread else PageLabel.THREAD, best, index, thread)

    def to_json(self) -> str:
        """Write the models as people can read and diff them: one feature a line."""
        rows = {
            name: {
                "index": _row(self.index, place),
                "thread": _row(self.thread, place),
            }
            for place, name in enumerate(self.features)
        }
        document = {
            "version": MODEL_VERSION,
            "columns": ["mean", "scale", "weight"],
            "bias": {"index": round(self.index.bias, 6), "thread": round(self.thread.bias, 6)},
            "features": rows,
        }
        return json.dumps(document, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> PageClassifier:
        """Read what `to_json` wrote; raises WeftError for anything else."""
        try:
            document = json.loads(text)
            if document["version"] != MODEL_VERSION:
                raise WeftError(f"The page model has version {document['version']}; this Weft reads {MODEL_VERSION}.")
            rows: dict[str, Any] = document["features"]
            index = _model(rows, "index", document["bias"]["index"])
            thread = _model(rows, "thread", document["bias"]["thread"])
        except (KeyError, TypeError, ValueError) as error:
            raise WeftError(f"The page model cannot be read: {error!r}; make it anew with weft train.") from None
        return cls(tuple(rows), index, thread)


def _row(model: LinearModel, place: int) -> list[float]:
    return [round(float(values[place]), 6) for values in (model.mean, model.scale, model.weights)]


def _model(rows: dict[str, Any], name: str, bias: float) -> LinearModel:
    columns = [tuple(float(row[name][place]) for row in rows.values()) for place in range(3)]
    return LinearModel(columns[0], columns[1], columns[2], float(bias))
