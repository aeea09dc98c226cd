"""Settings: defaults, a TOML file, the environment; mistakes are named."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from pathlib import Path

import pytest

from weft.config import CrawlConfig, FetchConfig, Settings, StoreConfig, load_settings
from weft.errors import UsageError


def test_defaults_are_polite():
    """Nobody has to set anything to be a good guest."""
    fetch = load_settings().fetch
    assert fetch.obey_robots
    assert fetch.obey_nofollow
    assert fetch.verify_tls
    assert not fetch.allow_private
    assert fetch.delay is None


def test_a_file_and_the_environment_set_fields(tmp_path: Path):
    """The environment is stronger than the file; durations are seconds."""
    file = tmp_path / "weft.toml"
    file.write_text("[fetch]\ndelay = 2.5\nobey_robots = false\n[crawl]\nmax_pages = 10\n")
    settings = load_settings(file, {"WEFT_FETCH_DELAY": "0.5", "WEFT_CRAWL_STRATEGY": "generic", "HOME": "/x"})
    assert settings.fetch.delay == timedelta(seconds=0.5)
    assert settings.fetch.obey_robots is False
    assert settings.crawl.max_pages == 10
    assert settings.crawl.strategy == "generic"
    assert settings.store == Settings().store


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[fetch]\ndelai = 1\n", "delai"),
        ("[fitch]\ndelay = 1\n", "fitch"),
        ("[fetch]\ndelay = 'soon'\n", "soon"),
        ("[fetch]\nobey_robots = 'maybe'\n", "maybe"),
        ("not toml", "cannot be read"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, named: str):
    """A misspelt politeness setting must not be ignored silently."""
    file = tmp_path / "weft.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=named):
        load_settings(file)


def test_a_missing_file_and_a_wrong_variable_are_named(tmp_path: Path):
    """Both say where to look."""
    with pytest.raises(UsageError, match="no settings file"):
        load_settings(tmp_path / "none.toml")
    with pytest.raises(UsageError, match="WEFT_STORE_WARC_LEVEL"):
        load_settings(None, {"WEFT_STORE_WARC_LEVEL": "high"})


@pytest.mark.parametrize("room", [FetchConfig, StoreConfig, CrawlConfig])
def test_every_setting_has_a_line_of_help(room: type):
    """What can be set is explained."""
    for field in dataclasses.fields(room):
        assert field.metadata["help"], field.name
