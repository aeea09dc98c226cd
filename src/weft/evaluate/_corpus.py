"""Mirrored sites with truth (a folder with meta.json, pages.jsonl.xz, truth.jsonl), answered without a network."""

from __future__ import annotations

import base64
import json
import lzma
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from weft.errors import UsageError
from weft.evaluate._measures import UNKNOWN, PageType, SiteTruth, UrlTruth
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.urls import parse_address

_NOT_MIRRORED = MemoryAnswer(404, {"content-type": "text/html"}, b"<html><body>Not mirrored</body></html>")


@dataclass(frozen=True, slots=True)
class MirroredSite:
    """A site as its mirror answers. `requested` is the server's log: every URL asked for, in order."""

    name: str
    entry: str
    answers: Mapping[str, MemoryAnswer]
    truth: SiteTruth
    requested: list[str] = field(default_factory=list)

    @property
    def transport(self) -> MemoryTransport:
        """The site in place of the network."""
        return MemoryTransport(self._answer)

    def answer_to(self, target: str) -> MemoryAnswer | None:
        """Give the answer to a path with its query; None where nothing was mirrored."""
        return self.answers.get(unquote(target))

    def _answer(self, request: WireRequest) -> MemoryAnswer:
        self.requested.append(request.url)
        return self.answer_to(parse_address(request.url).target) or _NOT_MIRRORED


def load_site(folder: Path) -> MirroredSite:
    """Read a mirrored site; raises UsageError if the folder holds none."""
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        answers = _load_answers(folder / "pages.jsonl.xz")
        truth = load_truth(folder / "truth.jsonl")
    except FileNotFoundError as error:
        raise UsageError(f"{folder} is not a mirrored site: {Path(str(error.filename)).name} is missing.") from None
    return MirroredSite(str(meta.get("name", folder.name)), str(meta["entry"]), answers, truth)


def load_truth(path: Path) -> SiteTruth:
    """Read truth.jsonl; URLs are compared with their escapes undone, as the mirror serves them."""
    rows: dict[str, UrlTruth] = {}
    keys: dict[PageType, set[str]] = defaultdict(set)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            known = UrlTruth(PageType(row["type"]), row.get("key") or None)
            rows[unquote(row["url"])] = known
            if known.key is not None:
                keys[known.type].add(known.key)
    return SiteTruth(
        lambda url: rows.get(unquote(url), UNKNOWN), {kind: frozenset(found) for kind, found in keys.items()}
    )


def _load_answers(path: Path) -> dict[str, MemoryAnswer]:
    answers: dict[str, MemoryAnswer] = {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            answers[unquote(parse_address(row["url"]).target)] = _to_answer(row)
    return answers


def _to_answer(row: dict[str, Any]) -> MemoryAnswer:
    headers = {str(name): str(value) for name, value in dict(row["headers"]).items()}
    if "body_b64" in row:
        return MemoryAnswer(row["status"], headers, base64.b64decode(row["body_b64"]))
    if "content-type" in headers:  # the mirror keeps text, not bytes: it is served as UTF-8
        headers["content-type"] = headers["content-type"].split(";")[0] + "; charset=utf-8"
    return MemoryAnswer(row["status"], headers, row.get("body", "").encode())
