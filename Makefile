# Two commands do everything on a fresh machine with python3, make and git: `make crawl` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
URL    ?= demo:
OUT    ?=
SHARED ?= ../shared
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DEFAULT_GOAL := help
.PHONY: help install crawl browser test check bench torture corpus clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

# A stamp per extra: pip runs again only when pyproject.toml changed.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Weft needs Python 3.11 or newer: set PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.made
	@echo "Installing Weft into $(VENV) (once) ..."
	@$(BIN)/pip install --quiet --editable . 2>&1 | { grep -v '^WARNING: Location' || true; }
	@$(BIN)/python -m compileall -q src  # also where Python is told to keep no bytecode: commands start in half the time
	@test -x $(BIN)/weft && touch $@

$(VENV)/.%: pyproject.toml $(VENV)/.installed
	@echo "Installing what 'make $*' needs (once) ..."
	@$(BIN)/pip install --quiet --editable '.[$*]' 2>&1 | { grep -v '^WARNING: Location' || true; }
	@touch $@

install: $(VENV)/.installed  ## make .venv with the weft command
	@echo "Ready: $(BIN)/weft --help"

crawl: $(VENV)/.installed  ## crawl the built-in demo forum, or URL=https://... [OUT=folder]
	@$(BIN)/weft crawl '$(URL)' $(if $(OUT),--out '$(OUT)')

# Rendering is tested with the system's Chromium. Where it is missing and root may install it, it is installed, once.
browser:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing the package chromium (once) ..."; \
	  { timeout 240 apt-get update -q && timeout 400 apt-get install -y -q --no-install-recommends chromium; } >/dev/null 2>&1 </dev/null && exit 0; \
	fi; \
	echo "No Chromium here: tests of rendering are skipped (install the package chromium)."

test: $(VENV)/.test browser  ## run the tests (offline, quick)
	@$(BIN)/python -m pytest

check: $(VENV)/.check $(VENV)/.test  ## ruff and mypy strict
	@$(BIN)/ruff check src tests bench
	@$(BIN)/ruff format --check src tests bench
	@$(BIN)/mypy

bench: $(VENV)/.bench  ## Weft against Scrapy in one run, and growth of the frontier
	@$(BIN)/python -m bench
	@$(BIN)/python -m bench.reading
	@$(BIN)/python -m bench.extraction
	@$(BIN)/python -m bench.posts
	@$(BIN)/python -m bench.exports 100000
	@$(BIN)/python -m bench.refresh
	@$(BIN)/python -m bench.watch_week
	@$(BIN)/python -m bench.attachrank
	@$(BIN)/python -m bench.search --documents 20000
	@$(BIN)/python -m bench.rendering
	@$(BIN)/python -m bench.crawlcost

torture: $(VENV)/.test  ## 50 SIGKILLs during one crawl of a 2,000-page forum
	@$(BIN)/python tests/torture.py --kills 50 --threads 85

corpus: $(VENV)/.installed  ## the pinned floors over the real forums of $(SHARED)
	@test -d $(SHARED)/corpus && $(BIN)/weft evaluate floors --corpus $(SHARED)/corpus --gold $(SHARED)/web-forum-52/dev || { test ! -d $(SHARED)/corpus && echo "no $(SHARED)/corpus here: nothing to check"; }

clean:  ## remove .venv and caches
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/out
