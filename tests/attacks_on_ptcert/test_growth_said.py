"""A command that takes long says what it is doing: on a terminal, after a second, in our words."""

import os
import pty
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from reports import progress
from reports.cli import main
from tests.cli.running import EXAMPLE_1


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let standard error be a terminal; what was shown there is added to the list at the end."""
    leader, follower = pty.openpty()
    shown: list[str] = []
    with os.fdopen(follower, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        yield shown
        stream.flush()
        os.set_blocking(leader, False)
        with suppress(BlockingIOError):
            while more := os.read(leader, 65536).decode():
                shown.append(more)
    os.close(leader)


def test_what_takes_long_is_said_and_gone_when_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words stand on one line, and blanks take their place."""
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    with terminal(monkeypatch) as shown, progress.doing("counting sheep"):
        time.sleep(0.2)
    assert "".join(shown) == ("\rcounting sheep ...\r" + " " * 18 + "\r")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("design", *EXAMPLE_1), "finding the law and its table"),
        (("audit", "--law", "laplace", "--epsilon", "1", "--m", "9"), "measuring the table"),
        (("certify", "-o", "OUT", "--as", "md", "--solver", "z3"), "setting the report"),
        (("check", "CERTIFICATE"), "re-checking every claim"),
        (("report", "CERTIFICATE", "--as", "md", "-o", "OUT"), "making the report"),
        (("convert", "TABLE", "OUT.yaml"), "reading the table"),
    ],
)
def test_every_long_command_says_what_it_does(
    arguments: tuple[str, ...],
    words: str,
    example_folder: os.PathLike[str],
    tmp_path: os.PathLike[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whichever command a large table makes slow."""
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    folder = os.fspath(example_folder)
    places = {
        "CERTIFICATE": f"{folder}/example1.certificate.json",
        "TABLE": f"{folder}/example1.ptable.json",
        "OUT": f"{os.fspath(tmp_path)}/out",
        "OUT.yaml": f"{os.fspath(tmp_path)}/out.yaml",
    }
    with terminal(monkeypatch) as shown:
        assert main([places.get(argument, argument) for argument in arguments]) in (0, 2)
    assert words in "".join(shown)


def test_nothing_is_said_into_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script finds nothing but errors on standard error."""
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    with progress.doing("counting sheep"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
