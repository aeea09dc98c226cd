"""The archive: ports, and their adapters in a folder (SQLite and WARC) and in memory."""

from weft.store._export import export_warc
from weft.store._export_csv import export_csv
from weft.store._export_html import export_html
from weft.store._export_jsonl import export_jsonl
from weft.store._export_mbox import export_mbox
from weft.store._export_parquet import export_parquet
from weft.store._export_select import Exported, Selection
from weft.store._files_disk import relative_path
from weft.store._files_ports import (
    KINDS,
    Carried,
    Carrier,
    FileHit,
    FileQuery,
    FileRow,
    Files,
    FileText,
    NewFile,
    Spool,
    Spooled,
)
from weft.store._forum_ports import (
    BoardRow,
    Changes,
    Forum,
    Hit,
    PostRow,
    Reading,
    ThreadRow,
    UserRow,
)
from weft.store._memory import MemoryArchive
from weft.store._open import open_archive
from weft.store._ports import (
    ELSEWHERE,
    TWIN,
    Archive,
    Assigned,
    Discovered,
    HostRow,
    Lease,
    ListPage,
    ListRow,
    PageRow,
    Renamed,
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
    "ELSEWHERE",
    "FAULT_VARIABLE",
    "KINDS",
    "TWIN",
    "Archive",
    "Assigned",
    "BoardRow",
    "Carried",
    "Carrier",
    "Changes",
    "Discovered",
    "Exported",
    "FileHit",
    "FileQuery",
    "FileRow",
    "FileText",
    "Files",
    "Forum",
    "Hit",
    "HostRow",
    "Lease",
    "ListPage",
    "ListRow",
    "MemoryArchive",
    "NewFile",
    "PageRow",
    "PostRow",
    "Reading",
    "Rebuilt",
    "Renamed",
    "Selection",
    "Spool",
    "Spooled",
    "SqliteArchive",
    "Step",
    "StoredPage",
    "Summary",
    "ThreadRow",
    "UrlRow",
    "UrlState",
    "UserRow",
    "Visit",
    "export_csv",
    "export_html",
    "export_jsonl",
    "export_mbox",
    "export_parquet",
    "export_warc",
    "open_archive",
    "rebuild_from_warc",
    "relative_path",
]
