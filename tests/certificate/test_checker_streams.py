"""The checker alone where nobody can read its answer: neither accepted nor rejected, status 74."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reports.checker_file import one_file
from tests.certificate.making import CHECKER, small_certificates

PLAIN, ALONE = (sys.executable,), (sys.executable, "-I", "-S")
LOST = b"the answer could not be written to standard output\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a certificate that is accepted, one that fails, one rejected, none, and a checker."""
    folder = tmp_path_factory.mktemp("answers")
    made = small_certificates()
    forged = json.loads(json.dumps(made["law"]))
    forged["claims"][0]["rows"][0]["ends"][0] += 1
    texts = {"true": made["law"], "failing": made["failing"], "forged": forged, "none": {}}
    for name, document in texts.items():
        (folder / name).write_text(json.dumps(document), encoding="utf-8")
    (folder / "one-file").write_text(one_file(), encoding="utf-8")
    names = (*texts, "one-file")
    return {name: folder / name for name in names} | {"checkout": CHECKER}


def run(*command: str, redirection: str = "") -> "subprocess.CompletedProcess[bytes]":
    """Run a command as a shell does, with a redirection."""
    words = ["bash", "-c", f'"$@" {redirection}', "bash", *command]
    return subprocess.run(words, check=False, capture_output=True, timeout=60)


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
@pytest.mark.parametrize("program", ["checkout", "one-file"])
@pytest.mark.parametrize("python", [PLAIN, ALONE], ids=["plain", "alone"])
def test_an_answer_that_cannot_be_written_is_none(
    files: dict[str, Path], redirection: str, program: str, python: tuple[str, ...]
) -> None:
    """Whatever it would be: status 74, and one line that says so."""
    for name, status in (("true", 0), ("failing", 1), ("forged", 1)):
        command = (*python, str(files[program]), str(files[name]))
        assert run(*command).returncode == status
        lost = run(*command, redirection=redirection)
        assert (lost.returncode, lost.stdout, lost.stderr) == (74, b"", LOST)


@pytest.mark.parametrize(
    ("redirection", "name", "status"),
    [
        (">&- 2>&-", "true", 74),
        (">/dev/full 2>/dev/full", "true", 74),
        ("2>/dev/full", "none", 2),
        ("2>&-", "none", 2),
        (">/dev/full", "none", 2),
        ("2>/dev/full", "true", 0),
        ("2>&-", "forged", 1),
    ],
)
def test_the_status_is_right_whatever_stream_is_lost(
    files: dict[str, Path], redirection: str, name: str, status: int
) -> None:
    """What is no certificate stays that; an answer that was written stays an answer."""
    found = run(*ALONE, str(CHECKER), str(files[name]), redirection=redirection)
    assert found.returncode == status
    assert b"Traceback" not in found.stderr
