"""The archive: ports, and their adapters in a folder (SQLite and WARC) and in memory."""

from weft.store._export import export_warc
from weft.store._memory import MemoryArchive
from weft.store._open import open_archive
from weft.store._ports import (
    TWIN,
    Archive,
    Assigned,
    Discovered,
    HostRow,
    Lease,
    ListPage,
    ListRow,
    PageRow,
    StoredPage,
    Summary,
    UrlRow,
    UrlState,
    Visit,
)
from weft.store._rebuild import Rebuilt, rebuild_from_warc
from weft.store._sqlite import SqliteArchive
from weft.store._steps import FAULT_VARIABLE, Step

__all__ = [
    "FAULT_VARIABLE",
    "TWIN",
    "Archive",
    "Assigned",
    "Discovered",
    "HostRow",
    "Lease",
    "ListPage",
    "ListRow",
    "MemoryArchive",
    "PageRow",
    "Rebuilt",
    "SqliteArchive",
    "Step",
    "StoredPage",
    "Summary",
    "UrlRow",
    "UrlState",
    "Visit",
    "export_warc",
    "open_archive",
    "rebuild_from_warc",
]
