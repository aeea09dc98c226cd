"""Frozen settings of each room, with defaults; from command line, environment and TOML."""

from weft.config._load import ENV_PREFIX, load_settings
from weft.config._settings import CrawlConfig, FetchConfig, Settings, StoreConfig

__all__ = ["ENV_PREFIX", "CrawlConfig", "FetchConfig", "Settings", "StoreConfig", "load_settings"]
