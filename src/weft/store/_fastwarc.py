"""The parts of fastwarc that Weft uses, imported quietly."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    # fastwarc 1.1 subclasses its own deprecated streams while it is imported, and warns whoever imports it.
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.stream_io import GzipWriter
    from fastwarc.warc import WarcRecord, WarcRecordType

__all__ = ["GzipWriter", "WarcRecord", "WarcRecordType"]
