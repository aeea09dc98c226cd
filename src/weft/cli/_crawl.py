"""`weft crawl`: archive a site, or go on with it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from weft.api import CrawlJob, default_folder, run_job
from weft.cli._progress import FileCount, show_progress
from weft.cli._report import print_report
from weft.config import Settings, load_settings
from weft.crawl import Report
from weft.errors import UsageError
from weft.traversal import Plan

Url = Annotated[str, Argument(help="Any page of the forum; demo: or demo:SKIN is the built-in forum.")]
Out = Annotated[Path | None, Option(help="Archive folder [default: archives/HOST].")]
MaxPages = Annotated[int | None, Option(min=1, help="Stop after N pages of this run (exit code 3).")]
MaxTime = Annotated[float | None, Option(min=0.0, help="Stop after N seconds (exit code 3).")]
Delay = Annotated[float | None, Option(min=0.0, help="Seconds between requests to a host [default: 1; loopback: 0].")]
Concurrency = Annotated[int | None, Option(min=1, max=64, help="Requests at once [default: 2; loopback: 8].")]
Prefix = Annotated[str | None, Option(help="Stay under this path [default: found from the links].")]
PlanFile = Annotated[Path | None, Option(help="Use this plan file instead of making one.")]
StrategyName = Annotated[
    str | None,
    Option(help="How the site is learned: weft, focus, skeleton, irobot, structure-driven, generic [default: weft]."),
]
Cookies = Annotated[Path | None, Option(help="cookies.txt (Netscape format) of a browser.")]
Render = Annotated[bool, Option("--render", help="Let a browser (Chromium) run the scripts of pages.")]
Contact = Annotated[str | None, Option(help="Your address for webmasters, sent in the User-Agent.")]
Attachments = Annotated[
    str | None,
    Option(help="Files that posts offer: all, none, or kinds and suffixes like pdf,archive,docx [default: all]."),
]
Images = Annotated[bool, Option("--images", help="Fetch pictures shown in posts, too.")]
ExternalFiles = Annotated[bool, Option("--external-files", help="Fetch files and pictures from other hosts, too.")]
MaxFileSize = Annotated[str | None, Option(help="Leave out larger files, like 20M [default: 100M].")]
MaxFilesSize = Annotated[str | None, Option(help="Fetch no more files when the archive has so much of them, like 10G.")]
RetryFailed = Annotated[bool, Option("--retry-failed", help="Try again what failed in earlier runs.")]
IgnoreRobots = Annotated[bool, Option("--ignore-robots", help="Do not obey robots.txt.")]
IgnoreNofollow = Annotated[bool, Option("--ignore-nofollow", help="Follow nofollow links and pages.")]
AllowPrivate = Annotated[bool, Option("--allow-private", help="Let links and redirects lead to private addresses.")]
Insecure = Annotated[bool, Option("--insecure", help="Do not check TLS certificates.")]
ConfigFile = Annotated[Path | None, Option(help="Settings file (TOML).")]
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:I?B)?")
JsonOutput = Annotated[bool, Option("--json", help="Print the report as JSON on standard output.")]


def crawl(
    url: Url,
    out: Out = None,
    max_pages: MaxPages = None,
    max_time: MaxTime = None,
    delay: Delay = None,
    concurrency: Concurrency = None,
    prefix: Prefix = None,
    plan: PlanFile = None,
    strategy: StrategyName = None,
    cookies: Cookies = None,
    render: Render = False,
    contact: Contact = None,
    attachments: Attachments = None,
    images: Images = False,
    external_files: ExternalFiles = False,
    max_file_size: MaxFileSize = None,
    max_files_size: MaxFilesSize = None,
    retry_failed: RetryFailed = False,
    ignore_robots: IgnoreRobots = False,
    ignore_nofollow: IgnoreNofollow = False,
    allow_private: AllowPrivate = False,
    insecure: Insecure = False,
    config: ConfigFile = None,
    json_output: JsonOutput = False,
) -> None:
    """Archive a forum; run the same command again to resume.

    Exit codes: 0 done, 3 stopped at a limit, 130 interrupted (both go on when run again), 1 failed.
    """
    fetch = {
        "contact": contact,
        "delay": None if delay is None else timedelta(seconds=delay),
        "concurrency": concurrency,
        "obey_robots": False if ignore_robots else None,
        "obey_nofollow": False if ignore_nofollow else None,
        "allow_private": allow_private or None,
        "verify_tls": False if insecure else None,
        "render": render or None,
    }
    limits = {
        "max_pages": max_pages,
        "max_time": None if max_time is None else timedelta(seconds=max_time),
        "prefix": prefix,
        "strategy": strategy,
    }
    limits |= _file_settings(attachments, max_file_size, max_files_size, images=images, external=external_files)
    settings = _lay_over(load_settings(config, os.environ), fetch, limits)
    given_plan = Plan.load(plan) if plan is not None else None
    folder = out if out is not None else default_folder(url)
    job = CrawlJob(url, folder, settings, given_plan, cookies, retry_failed=retry_failed, handle_signals=True)
    _finish(_run(job), json_output=json_output)


def _file_settings(
    attachments: str | None, largest: str | None, total: str | None, *, images: bool, external: bool
) -> dict[str, Any]:
    """Give what was said of files as settings."""
    return {
        "attachments": attachments,
        "images": images or None,
        "external_files": external or None,
        "max_file_bytes": None if largest is None else read_size(largest, "--max-file-size"),
        "max_files_bytes": None if total is None else read_size(total, "--max-files-size"),
    }


def read_size(text: str, option: str) -> int:
    """Read a number of bytes like 500K, 20M or 10G (powers of 1024); raises UsageError for anything else."""
    found = _SIZE.fullmatch(text.strip().upper())
    if found is None:
        raise UsageError(f"{option} {text!r} is no size; give one like 500K, 20M or 10G.")
    return int(float(found[1]) * 1024 ** " KMGT".index(found[2] or " "))


def _lay_over(settings: Settings, fetch: dict[str, Any], limits: dict[str, Any]) -> Settings:
    """Put what was given on the command line over what file and environment say."""
    return Settings(
        fetch=dataclasses.replace(settings.fetch, **_given(fetch)),
        store=settings.store,
        crawl=dataclasses.replace(settings.crawl, **_given(limits)),
    )


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _run(job: CrawlJob) -> Report:
    with show_progress(job.url, job.folder) as on_progress:
        job = dataclasses.replace(job, on_progress=on_progress, on_files=FileCount())
        return asyncio.run(run_job(job))


def _finish(report: Report, *, json_output: bool) -> None:
    if json_output:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        print_report(report)
    raise typer.Exit(report.ending.value)
