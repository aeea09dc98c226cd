"""`weft learn`: the plan of a site and what it means, without crawling."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer
import yaml
from rich.console import Console
from typer import Option

from weft.api import LearnJob, LearnReport, RuleReport, learn_site, report_learning
from weft.cli._crawl import Contact, Cookies, Delay, Prefix, Render, StrategyName, Url, _lay_over
from weft.config import load_settings
from weft.errors import UsageError

Out = Annotated[Path | None, Option(help="Write the plan to this file (YAML).")]
JsonOutput = Annotated[bool, Option("--json", help="Print plan and report as JSON on standard output.")]
KINDS_SHOWN = 12  # kinds of URLs that are not followed


def learn(
    url: Url,
    out: Out = None,
    strategy: StrategyName = None,
    delay: Delay = None,
    prefix: Prefix = None,
    cookies: Cookies = None,
    render: Render = False,
    contact: Contact = None,
    json_output: JsonOutput = False,
) -> None:
    """Learn a forum from a few dozen of its pages and say what a crawl would follow; nothing is kept but the plan."""
    if out is not None and not out.parent.is_dir():
        raise UsageError(f"There is no folder {out.parent}; make it, or give another place with --out.")
    fetch = {"delay": None if delay is None else timedelta(seconds=delay), "contact": contact, "render": render or None}
    settings = _lay_over(load_settings(None, os.environ), fetch, {"strategy": strategy, "prefix": prefix})
    learned = asyncio.run(learn_site(LearnJob(url, settings, cookies, on_sample=_progress())))
    report = report_learning(learned)
    if out is not None:
        learned.plan.save(out)
    if json_output:
        document = {"plan": yaml.safe_load(learned.plan.to_yaml()), **report.to_dict()}
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        _print(report, url, out)


def _progress() -> Callable[[str], None]:
    """Give what shows each URL asked for, on standard error: a line each, or one line on a terminal."""
    console = Console(stderr=True)
    count = 0

    def show(url: str) -> None:
        nonlocal count
        count += 1
        if console.is_terminal:
            line = f"learning, page {count}: {url}"[: console.width - 1]
            sys.stderr.write(f"\r{line:<{console.width - 1}}")
        else:
            sys.stderr.write(f"learning, page {count}: {url}\n")
        sys.stderr.flush()

    return show


def _print(report: LearnReport, url: str, out: Path | None) -> None:
    console = Console(highlight=False, soft_wrap=True, markup=False)
    if Console(stderr=True).is_terminal:
        sys.stderr.write("\r\x1b[K")
    console.print(report.entry, style="bold")
    console.print(
        f"learned by the strategy {report.strategy} from {report.pages} pages ({report.requests} requests)"
        f" inside {report.scope}\n"
    )
    console.print("Followed", style="bold")
    for rule in report.rules:
        _print_rule(console, rule)
    _print_unfollowed(console, report)
    _print_size(console, report)
    if out is not None:
        console.print(f"The plan is in {out}; edit it if it is wrong, and use it: weft crawl {url} --plan {out}")
    else:
        console.print(f"Nothing was saved. To have the plan as a file: weft learn {url} --out plan.yaml")


def _print_rule(console: Console, rule: RuleReport) -> None:
    console.print(f"  {rule.name}: {rule.label}" + (f" ({rule.urls} seen)" if rule.urls else ""))
    why = "; ".join(filter(None, (rule.evidence, rule.place)))
    if why:
        console.print(f"      why: {why}", style="dim")
    for example in rule.examples if rule.name != "the entry" else ():
        console.print(f"      {example}", style="dim")


def _print_unfollowed(console: Console, report: LearnReport) -> None:
    if not report.unfollowed:
        return
    console.print("\nNot followed", style="bold")
    for kind in report.unfollowed[:KINDS_SHOWN]:
        looked = f", {kind.looked_at} looked at" if kind.looked_at else ""
        console.print(f"  {kind.urls:>5,}  {kind.label}: {kind.reason}{looked}")
        if kind.example.partition("://")[2].partition("/")[0] == kind.label or kind.urls > 1:
            console.print(f"         like {kind.example}", style="dim")
    rest = report.unfollowed[KINDS_SHOWN:]
    if rest:
        count = sum(kind.urls for kind in rest)
        console.print(f"  {count:>5,}  in {len(rest)} more kinds (--json lists them)")


def _print_size(console: Console, report: LearnReport) -> None:
    size = report.size
    console.print("\nSize", style="bold")
    if not size.boards and not size.threads_seen:
        console.print("  not known: this strategy does not tell boards and threads apart\n")
        return
    console.print(
        f"  about {size.threads:,} threads on about {size.thread_pages:,} pages, in {size.boards:,} boards and lists of"
        f" about {size.board_pages:,} pages; {size.threads_seen:,} threads were seen\n"
    )
