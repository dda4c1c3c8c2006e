"""Files are replaced in one step: a reader sees the old table or the new one, never a part."""

import os
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE_1, Run, check_rejected, listing

OLD = "the old file"


def fail_with(error: BaseException) -> "type[object]":
    """Return a callable that raises ``error`` whatever it is called with."""

    class Failing:
        def __new__(cls, *_: object, **__: object) -> "Failing":
            raise error

    return Failing


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path of an output that exists already."""
    path = tmp_path / "t.ptable.json"
    path.write_text(OLD, encoding="utf-8")
    return path


def test_an_output_is_replaced(run: Run, target: Path, example_1: Path) -> None:
    """A design that succeeds replaces the old file and leaves nothing beside it."""
    assert run("design", *EXAMPLE_1, "-o", str(target)).status == 0
    assert listing(target.parent) == {target.name: example_1.read_bytes()}


@pytest.mark.parametrize("step", ["os.fsync", "os.replace", "os.fdopen"])
def test_a_full_disk_leaves_the_old_file(
    run: Run, target: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Where writing fails at any step, the old file stays, alone, and the path is named."""
    monkeypatch.setattr(step, fail_with(OSError(28, "No space left on device")))
    made = run("design", *EXAMPLE_1, "-o", str(target))
    monkeypatch.undo()
    check_rejected(made, "output", "No space left on device")
    assert listing(target.parent) == {target.name: OLD.encode()}


@pytest.mark.parametrize("step", ["os.fsync", "os.replace"])
def test_an_interrupted_write_leaves_the_old_file(
    run: Run, target: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Ctrl-C in the middle of writing leaves the old file, alone."""
    monkeypatch.setattr(step, fail_with(KeyboardInterrupt()))
    made = run("design", *EXAMPLE_1, "-o", str(target))
    monkeypatch.undo()
    assert (made.status, made.out, made.err) == (130, "", "ptcert: interrupted\n")
    assert listing(target.parent) == {target.name: OLD.encode()}


def test_the_new_file_is_complete_before_it_replaces_the_old(
    run: Run, target: Path, example_1: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the moment of the replacement the new content is on disk beside the old file."""
    seen: list[tuple[str, bytes]] = []
    replace = os.replace

    def watched(new: str, old: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        assert src_dir_fd == dst_dir_fd
        assert Path(f"/proc/self/fd/{src_dir_fd}").resolve() == target.parent.resolve()
        folder = target.parent
        seen.append(((folder / old).read_text(encoding="utf-8"), (folder / new).read_bytes()))
        replace(new, old, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "replace", watched)
    assert run("design", *EXAMPLE_1, "-o", str(target)).status == 0
    assert seen == [(OLD, example_1.read_bytes())]


def test_an_output_in_a_missing_folder_is_refused(run: Run, tmp_path: Path) -> None:
    """No folder is made for an output."""
    made = run("design", *EXAMPLE_1, "-o", str(tmp_path / "no" / "t.json"))
    check_rejected(made, "output", "No such file or directory")
    assert listing(tmp_path) == {}


def test_an_output_that_is_a_folder_is_refused(run: Run, tmp_path: Path) -> None:
    """A folder is not replaced by a table, empty or not."""
    (tmp_path / "folder.json").mkdir()
    made = run("design", *EXAMPLE_1, "-o", str(tmp_path / "folder.json"))
    check_rejected(made, "output", "no regular file")
    assert listing(tmp_path) == {"folder.json": b""}


def test_an_output_that_is_no_regular_file_is_refused(run: Run, tmp_path: Path) -> None:
    """A pipe, and so a device, is not replaced by a table."""
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    made = run("design", *EXAMPLE_1, "-o", str(pipe))
    assert pipe.is_fifo()
    check_rejected(made, "output", "no regular file")


def test_an_empty_output_is_refused(run: Run) -> None:
    """An empty path is named as it was given."""
    check_rejected(run("design", *EXAMPLE_1, "-o", ""), "output", "''")
