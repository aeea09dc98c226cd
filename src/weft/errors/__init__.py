"""The exception tree: every error Weft shows to a person.

WeftError                 one clear sentence that says what to do next
├── UsageError            the command or a value given to it is wrong
├── FetchError            the web did not give what was needed to go on
│   ├── StartPageError    the very first page cannot be had, so nothing can be crawled
│   └── NotAForum         nothing that was looked at is a thread, or leads to one
└── StoreError            the archive folder cannot be used
    ├── ArchiveMissing    there is no archive at that place
    ├── ArchiveLocked     another process works on it
    ├── ArchiveCorrupt    its files do not hold together
    └── DiskFull          no room left; what was committed is safe
"""

from __future__ import annotations

__all__ = [
    "ArchiveCorrupt",
    "ArchiveLocked",
    "ArchiveMissing",
    "DiskFull",
    "FetchError",
    "NotAForum",
    "StartPageError",
    "StoreError",
    "UsageError",
    "WeftError",
]


class WeftError(Exception):
    """Base of all errors meant for people; `exit_code` is what the command line ends with."""

    exit_code = 1


class UsageError(WeftError):
    """The command or a value given to it is wrong."""


class FetchError(WeftError):
    """The web did not give what was needed to go on; carries the URL."""

    def __init__(self, message: str, url: str = "") -> None:
        super().__init__(message)
        self.url = url


class StartPageError(FetchError):
    """The very first page cannot be had, so nothing can be crawled."""


class NotAForum(FetchError):
    """Nothing that was looked at is a thread, or leads to one."""


class StoreError(WeftError):
    """The archive folder cannot be used."""


class ArchiveMissing(StoreError):
    """There is no archive at that place."""


class ArchiveLocked(StoreError):
    """Another process works on this archive."""


class ArchiveCorrupt(StoreError):
    """The files of the archive do not hold together."""


class DiskFull(StoreError):
    """No room left on the disk; what was committed is safe."""
