"""Bytes, file names, watching and progress."""

from __future__ import annotations

import io
import os

import pytest

from workings.doors.files import find, is_excluded, write_whole
from workings.doors.progress import Progress, progress
from workings.doors.watching import watch


@pytest.mark.parametrize(
    ("name", "pattern", "expected"),
    [
        ("a/b/c.md", "b", True),
        ("a/b/c.md", "./a", True),
        ("a/b/c.md", "a/b/", True),
        ("a/b/c.md", "b/c.md", True),
        ("a/b/c.md", "*.md", True),
        ("a/b/c.md", "c", False),
        ("a/b/c.md", "b/d.md", False),
        ("./a.md", "a.md", True),
    ],
)
def test_patterns_match_parts_paths_and_ends(name, pattern, expected):
    assert is_excluded(name, [pattern]) is expected


def test_a_write_that_fails_leaves_the_old_file_alone(tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("old")

    def pieces():
        yield "new"
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        write_whole(str(target), pieces())
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
    target.chmod(0o600)
    write_whole(str(target), ["new", "er"])
    assert target.read_text() == "newer"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_link_is_written_through_and_a_device_stays_one(tmp_path):
    target, link, pipe = tmp_path / "out.txt", tmp_path / "link.txt", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target.name)
    write_whole(str(link), ["new"])
    assert link.is_symlink() and target.read_text() == "new"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(str(pipe), ["as ", "it is"])
    assert pipe.is_fifo() and os.read(reader, 100) == b"as it is"
    os.close(reader)


def test_a_folder_that_cannot_be_read_is_said(tmp_path, monkeypatch):
    shut = PermissionError(13, "Permission denied", str(tmp_path / "shut"))

    def walk(top, onerror):
        onerror(shut)
        return iter([(top, [], ["a.md"])])

    monkeypatch.setattr(os, "walk", walk)
    found = find([str(tmp_path)])
    assert found.shut == (shut,)
    assert found.files == (str(tmp_path / "a.md"),)


def test_watching_runs_again_after_a_change_and_ends_when_interrupted(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("1")
    runs = []
    waits = iter([lambda: None, lambda: file.write_text("22"), lambda: None, file.unlink])

    def wait(_seconds):
        step = next(waits, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    watch(lambda: [str(file)], lambda: runs.append(1), wait)
    assert len(runs) == 3


def test_progress_is_for_terminals_and_many_files():
    quiet = io.StringIO()
    assert not progress(quiet, 1000).wanted
    loud = Progress(quiet, 4, wanted=True)
    loud.show(2)
    assert "2/4 files" in quiet.getvalue()
