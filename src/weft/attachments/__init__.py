"""Files that posts carry: what they are, what stands in them, which matter, and finding them."""

from weft.attachments._graph import Graph, LinkKind
from weft.attachments._kinds import Sniffed, sniff, sniff_file
from weft.attachments._names import safe_name
from weft.attachments._rank import page_rank
from weft.attachments._rank_archive import DEFAULT_RANKING, RANKINGS, RankSetting, keep_ranks, rank_archive, rank_graph
from weft.attachments._rank_links import read_graph
from weft.attachments._read import FileReading, Member, ReadLimits
from weft.attachments._reader import FileReader, read_file

__all__ = [
    "DEFAULT_RANKING",
    "RANKINGS",
    "FileReader",
    "FileReading",
    "Graph",
    "LinkKind",
    "Member",
    "RankSetting",
    "ReadLimits",
    "Sniffed",
    "keep_ranks",
    "page_rank",
    "rank_archive",
    "rank_graph",
    "read_file",
    "read_graph",
    "safe_name",
    "sniff",
    "sniff_file",
]
