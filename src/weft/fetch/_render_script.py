"""What is run inside a rendered page, in a world of its own: the page's scripts can neither see nor change it."""

from __future__ import annotations

import json

from weft.page import BOX_ATTRIBUTE

# Comes true when the document has been loaded and nothing in it has changed for a while, false at the limit.
_QUIET = """
new Promise(resolve => {
  let timer = 0;
  const observer = new MutationObserver(wait);
  const limit = setTimeout(() => end(false), %(limit)d);
  function end(value) { observer.disconnect(); clearTimeout(timer); clearTimeout(limit); resolve(value); }
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => document.readyState === "complete" ? end(true) : wait(), %(quiet)d);
  }
  observer.observe(document, {subtree: true, childList: true, characterData: true});
  wait();
})
"""

# Comes true at once if the document is not empty; else false, when something has changed in it, or at the limit.
_FILLED = """
new Promise(resolve => {
  if ((document.body?.innerText ?? "").trim().length >= %(few)d) return resolve(true);
  const observer = new MutationObserver(end);
  const limit = setTimeout(end, %(limit)d);
  function end() { observer.disconnect(); clearTimeout(limit); resolve(false); }
  observer.observe(document, {subtree: true, childList: true, characterData: true});
})
"""

# Marks that the page itself sent are removed first: only what is measured here may be believed. All boxes are read
# before the first is written, else the layout would be computed anew for each. Scripts have done their work and what
# is for browsers without scripts is not shown: both go, data that scripts hold (type=application/ld+json) stays.
_SNAPSHOT = """
(() => {
  const mark = %(mark)s;
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  for (const element of document.querySelectorAll("script:not([type*='json' i]), noscript")) element.remove();
  const shown = document.body ? [document.body, ...document.body.querySelectorAll("*")] : [];
  const boxes = shown.map(element => {
    const box = element.getBoundingClientRect();
    if (box.width < 0.5 || box.height < 0.5) return "";
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return "";
    return [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round).join(" ");
  });
  shown.forEach((element, at) => { if (boxes[at]) element.setAttribute(mark, boxes[at]); });
  const html = (document.doctype ? "<!DOCTYPE html>\\n" : "") + document.documentElement.outerHTML;
  return html.length <= %(most)d ? html : null;
})()
"""


def wait_script(quiet_ms: int, limit_ms: int) -> str:
    """Give the script that waits until nothing in the document changes any more."""
    return _QUIET % {"quiet": quiet_ms, "limit": limit_ms}


def fill_script(few_characters: int, limit_ms: int) -> str:
    """Give the script that tells whether a document has so much text, and if not, waits for a change."""
    return _FILLED % {"few": few_characters, "limit": limit_ms}


def snapshot_script(most_characters: int) -> str:
    """Give the script that writes down the document with the box of every element that is shown."""
    return _SNAPSHOT % {"mark": json.dumps(BOX_ATTRIBUTE), "most": most_characters}
