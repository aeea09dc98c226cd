"""A simulated site whose pages are made by scripts: what a server sends is an empty frame, the same for all pages."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import parse_qs, quote, urlsplit

from weft.simulate._site import Answer, Site

SCRIPT_PATH = "/frame.js"
DATA_PATH = "/frame-data"
_FRAME = (
    '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Loading</title>{data}<script src="{script}" defer>'
    "</script></head><body><div>Loading</div><noscript>Scripts are needed here.</noscript></body></html>"
)
_SCRIPT = """
const show = html => { document.documentElement.innerHTML = html; };
const held = document.getElementById("held");
if (held) {
  const bytes = Uint8Array.from(atob(JSON.parse(held.textContent)), letter => letter.charCodeAt(0));
  show(new TextDecoder().decode(bytes));
} else {
  fetch("%s?of=" + encodeURIComponent(location.pathname + location.search), {headers: {Accept: "application/json"}})
    .then(answer => answer.json()).then(data => show(data.html));
}
"""


class Delivery(StrEnum):
    """How the content of a page comes to its frame."""

    HELD = "held"  # inside the page, as a string that a script unpacks
    ASKED = "asked"  # as JSON, by a request of its own


class ScriptedSite(Site):
    """A site whose pages show nothing before their scripts have run. All addresses and truths are the other site's."""

    def __init__(self, site: Site, delivery: Delivery = Delivery.ASKED) -> None:
        super().__init__(site.skin, site.model, site.traits, base_url=site.base_url)
        self._delivery = delivery

    def answer(self, url: str, at: datetime, cookies: Mapping[str, str] = MappingProxyType({})) -> Answer:
        """Answer with the frame of a page; what belongs into it under an address of its own."""
        parts = urlsplit(url)
        if parts.path == SCRIPT_PATH:
            script = _SCRIPT % DATA_PATH
            return Answer(200, (("Content-Type", "text/javascript; charset=utf-8"),), script.encode())
        if parts.path == DATA_PATH:
            of = parse_qs(parts.query).get("of", ["/"])[0]
            return self._answer_data(super().answer(self.base_url + quote(of, safe="/?&=;%+,:@!$'()*~"), at, cookies))
        answer = super().answer(url, at, cookies)
        return self._frame(answer) if _is_page(answer) else answer

    def _answer_data(self, answer: Answer) -> Answer:
        if not _is_page(answer):
            return Answer(404, (("Content-Type", "application/json"),), b"{}")
        data = json.dumps({"html": answer.body.decode("utf-8", "replace")})
        return Answer(200, (("Content-Type", "application/json"),), data.encode())

    def _frame(self, answer: Answer) -> Answer:
        held = json.dumps(base64.b64encode(answer.body).decode())
        data = f'<script type="application/json" id="held">{held}</script>' if self._delivery is Delivery.HELD else ""
        return replace(answer, body=_FRAME.format(data=data, script=SCRIPT_PATH).encode())


def _is_page(answer: Answer) -> bool:
    kinds = (value for name, value in answer.headers if name.lower() == "content-type")
    return answer.status == 200 and any(kind.startswith("text/html") for kind in kinds)
