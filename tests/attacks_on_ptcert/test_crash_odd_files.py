"""Paths that are no tables: refused in one line and at once, and odd names that are read."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.certificate.making import small_certificates
from tests.cli.running import Run, check_rejected

TABLE = "pcv;ckey;pvalue\n1;1;0\n1;2;1\n"
COMMANDS = {
    "audit": ("--epsilon", "1"),
    "lookup": ("--key", "1", "--count", "1"),
    "convert": ("out.ptable.json",),
    "compare": ("other.csv",),
    "certify": ("--epsilon", "1", "-o", "out"),
    "report": ("other.csv", "-o", "out"),
}


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a pipe, a folder, links to nowhere and to /dev/zero, and a table."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.csv")
    Path("folder.csv").mkdir()
    Path("nowhere.csv").symlink_to("missing")
    Path("zeros.csv").symlink_to("/dev/zero")
    Path("circle.csv").symlink_to("circle.csv")
    Path("other.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "name", ["pipe.csv", "folder.csv", "nowhere.csv", "zeros.csv", "circle.csv", "/dev/zero", "\0"]
)
def test_what_is_no_regular_file_is_refused(run: Run, odd: Path, command: str, name: str) -> None:
    """Nobody waits for a pipe, nothing endless is read, and nothing is written."""
    before = sorted(odd.iterdir())
    check_rejected(run(command, name, *COMMANDS[command]), repr(name))
    assert sorted(odd.iterdir()) == before


@pytest.mark.parametrize(
    "name", ["pipe.csv", "folder.csv", "nowhere.csv", "zeros.csv", "/dev/zero"]
)
@pytest.mark.parametrize("place", [0, 1])
def test_the_checker_waits_for_no_pipe_and_reads_no_device(
    run: Run, odd: Path, place: int, name: str
) -> None:
    """As the certificate and as the table: status 2, and one line that names the file at fault."""
    Path("c.json").write_bytes(json.dumps(small_certificates()["law"]).encode())
    paths = ("c.json", name) if place else (name,)
    check_rejected(run("check", *paths), f"{name} does not exist or is no regular file")
    assert odd.is_dir()


@pytest.mark.parametrize(
    "name", ["pipe.csv", "folder.csv", "nowhere.csv", "zeros.csv", "circle.csv", "\0", ""]
)
def test_what_is_no_output_of_a_program_is_refused(run: Run, odd: Path, name: str) -> None:
    """A pipe that nobody writes to is empty, and what never ends is no text."""
    check_rejected(run("compare", name, "--law", "maxent", "--D", "5", "--epsilon", "1"))
    assert odd.is_dir()


def test_the_output_of_a_program_may_come_through_a_pipe(run: Run, odd: Path) -> None:
    """As a shell gives it: ``ptcert compare <(program)``."""
    read, write = os.pipe()
    os.write(write, b"z,p\n0,0.9\n")
    os.close(write)
    law = ("--law", "maxent", "--D", "1", "--epsilon", "1")
    made = run("compare", f"/dev/fd/{read}", *law)
    os.close(read)
    assert made.status == 1
    assert made.err == ""
    assert odd.is_dir()


def test_a_closed_standard_input_is_no_output_of_a_program(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``ptcert compare - ... <&-``: status 2 and one line, as for an empty one."""
    monkeypatch.setattr(sys, "stdin", None)
    asked = ("--law", "maxent", "--D", "5", "--epsilon", "1")
    check_rejected(run("compare", "-", *asked), "file = '-': is closed")


@pytest.mark.parametrize("command", ["audit", "lookup", "convert", "compare", "certify"])
def test_a_name_that_is_not_utf_8_is_read_and_shown_escaped(
    run: Run, odd: Path, command: str
) -> None:
    """The byte FF in a name is no reason to fail; where it is shown, it is shown as an escape."""
    name = os.fsdecode(b"odd\xff.csv")
    Path(name).write_text(TABLE, encoding="utf-8")
    made = run(command, name, *COMMANDS[command])
    assert made.status in (0, 1)
    assert made.err == ""
    made.out.encode()  # no lone surrogate is left
    assert command == "lookup" or "odd\\udcff" in made.out
    assert odd.is_dir()


def test_a_file_that_is_too_large_is_refused_before_it_is_read(run: Run, odd: Path) -> None:
    """A sparse file of 1 TiB: one byte more than a table may have is read of it."""
    with Path("huge.csv").open("wb") as stream:
        stream.truncate(1 << 40)
    check_rejected(run("audit", "huge.csv", "--epsilon", "1"), "has more than 67108864 bytes")
    assert odd.is_dir()
