"""Crawl forums of this folder: `python -m forums [NAME ...] [--seeds 1 2] [--starts N] [-v]`, with `tests` on the path."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from importlib import import_module
from pathlib import Path

from forums.site import Score, crawl

HERE = Path(__file__).parent
PARTS = {"__init__", "__main__", "talk", "site"}
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in PARTS)


def show(score: Score, label: str, seconds: float, *, verbose: bool) -> None:
    mark = "ok  " if score.is_right and len(score.needless) <= 20 else "FAIL"
    print(f"{mark} {label}: {score} ({seconds:.1f} s)", flush=True)
    if not verbose:
        return
    for name, items in (("missing", score.missing), ("needless", score.needless)):
        print(f"     {name}: {' '.join(items[:12])}")
    for name, told in (("lost", score.lost), ("strange", score.strange)):
        for item in list(told)[:4]:
            print(f"     {name}: {item[0]!r}, {item[1]}, {item[2][:100]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*", default=NAMES)
    parser.add_argument("--seeds", type=int, nargs="*", default=[1])
    parser.add_argument("--starts", type=int, default=0, help="inner pages to begin at, beside the entry")
    parser.add_argument("--draw", type=int, default=1, help="seed of these pages")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    for name in options.name:
        module = import_module(f"forums.{name}")
        for seed in options.seeds:
            site = module.make(seed)
            entry = next(path for path, kind in site.kinds.items() if kind == "entry")
            for start in (entry, *site.starts(options.starts, options.draw)):
                folder = Path(tempfile.mkdtemp())
                began = time.process_time()
                try:
                    score = crawl(site, start, folder / "a")
                    show(score, f"{name} {seed} {start}", time.process_time() - began, verbose=options.verbose)
                except Exception as error:  # one forum less, the rest goes on
                    print(f"FAIL {name} {seed} {start}: {type(error).__name__}: {error}", flush=True)
                finally:
                    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
