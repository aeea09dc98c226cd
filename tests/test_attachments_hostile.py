"""Files that mean harm: each ends as text or as a recorded problem, none hangs, nothing is written anywhere."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

from hostile_files import CASES, MIB, Case, quine_zip
from weft.attachments import FileReader, ReadLimits, safe_name, sniff_file

# Lower than the defaults, so that a bomb costs the test little. A file that hangs meets them and has a problem then.
LIMITS = ReadLimits(
    cpu=timedelta(seconds=4), wall=timedelta(seconds=40), text_bytes=MIB, unpacked_bytes=64 * MIB, entries=1000
)


@pytest.fixture(scope="module")
def reader() -> Iterator[FileReader]:
    with FileReader(LIMITS) as shared:
        yield shared


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_hostile_file_ends_as_text_or_problem(case: Case, reader: FileReader, tmp_path: Path):
    """Every answer keeps to the limits, shows nothing of this machine, and leaves nothing behind."""
    path = tmp_path / "f"
    case.make(path)
    found = reader.read(path, case.name)
    assert case.problem in found.problem
    assert case.text in found.text
    assert len(found.text.encode("utf-8")) <= LIMITS.text_bytes
    assert len(found.members) <= LIMITS.entries
    assert "root:" not in found.text
    assert "\x1b" not in found.text + found.title + found.problem + "".join(member.name for member in found.members)
    assert os.listdir(tmp_path) == ["f"]
    assert not Path("/tmp/weft-was-here").exists()


def test_there_are_enough_of_them():
    """Seventy ways to do harm, and no two of one name."""
    assert len({case.title for case in CASES}) == len(CASES) >= 70


def test_the_quine_is_one():
    """The zip that holds itself really does, or it would prove nothing."""
    with zipfile.ZipFile(io.BytesIO(quine_zip())) as archive:
        assert archive.read("again.zip") == quine_zip()


def test_looking_at_hostile_files_is_harmless(tmp_path: Path):
    """What a file is can be told of each in the parent itself; its memory does not grow by it."""
    before = psutil.Process().memory_info().rss
    for number, case in enumerate(CASES):
        if "gigabytes" in case.title:
            path = tmp_path / str(number)
            case.make(path)
            assert sniff_file(path, case.name).kind
            path.unlink()
    assert psutil.Process().memory_info().rss - before < 32 * MIB


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's limits differ elsewhere")
def test_a_child_that_needs_too_much_memory_says_so(tmp_path: Path):
    """Memory runs out in the child only, the answer says so, and the next file is read by another."""
    with (tmp_path / "f").open("wb") as out:
        out.write(b"words " * 2000)
        out.truncate(100 * MIB)
    (tmp_path / "g").write_text("words")
    with FileReader(ReadLimits(memory_bytes=200 * MIB, text_bytes=100 * MIB)) as reader:
        found = reader.read(tmp_path / "f", "f.txt")
        assert (found.kind, found.problem) == ("text", "takes too much memory")
        assert reader.read(tmp_path / "g").text == "words"


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.title.startswith("names")], ids=lambda case: case.title
)
def test_names_of_members_can_be_made_safe(case: Case, reader: FileReader, tmp_path: Path):
    """Whatever an archive calls its members, their safe names stay inside a folder."""
    case.make(tmp_path / "f")
    for member in reader.read(tmp_path / "f", case.name).members:
        target = (tmp_path / safe_name(member.name)).resolve()
        assert target.parent == tmp_path.resolve()
