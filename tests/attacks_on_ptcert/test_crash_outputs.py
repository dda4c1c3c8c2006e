"""Outputs of the newer commands that cannot be: one line, and of several files none is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.cli.running import TIME_LIMIT, Run, check_rejected

PTCERT = str(Path(sys.executable).with_name("ptcert"))
TABLE = ("--table", "t.ptable.json")
BINOMIAL = ("test", "binomial", "--n", "9", "--released", "4", "--p0", "1/2", *TABLE)
ONE = ("--D", "1", "--variance", "1/2", "--epsilon", "1", "--keysize", "2^3")
READ_OR_WRITTEN = "is one of the files that the command reads or writes"
COMPLETE = ("design", "--complete", *ONE)
MAP = ("utility", "c.csv", "--map", "--js", "0", *ONE)
BEST = ("audit", "t.ptable.json", "--epsilon", "1", "-o", "audit.html")
# The command up to the name of its output, which ends as said; a second file may go before.
OUTPUTS = {
    "utility": (("utility", "t.ptable.json", "c.csv", "--draws", "2", "-o"), ".html"),
    "map": ((*MAP, "-o", "map.html", "--csv"), ".csv"),
    "independence": (("test", "independence", "r.csv", *TABLE, "-o"), ".html"),
    "binomial": ((*BINOMIAL, "-o"), ".html"),
    "certificate": (
        ("release", "plan.toml", "--epsilon", "1", "-o", "r.html", "--certificate"),
        ".certificate.json",
    ),
    "complete": ((*COMPLETE, "-o"), ".json"),
    "proof": ((*COMPLETE, "-o", "b.ptable.json", "--proof"), ".json"),
    "best": ((*BEST, "--best"), ".json"),
    "report": (("apply", "d.csv", *TABLE, "--by", "sex", "-o", "o.csv", "--report"), ".html"),
    "verify": (("verify", "d.csv", "p.csv", *TABLE, "--by", "sex", "--report"), ".html"),
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with a table, a plan, counts, records and what was published."""
    monkeypatch.chdir(tmp_path)
    rows = (Row.of([(-1, 2), (0, 4), (1, 2)]),)
    Path("t.ptable.json").write_text(write_native(PTable(8, 1, rows, Repeat(), "preserve")))
    plan = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.ptable.json"\ncells = 2\n'
    Path("plan.toml").write_text(plan)
    for name, what in (("c.csv", "count"), ("r.csv", "released")):
        Path(name).write_text(f"a,b,{what}\n0,0,12\n0,1,9\n1,0,14\n1,1,7\n")
    Path("d.csv").write_text("sex,record_key\nF,3\nM,5\n")
    Path("p.csv").write_text("sex,released\nF,1\nM,1\n")
    Path("precious").write_text("precious")


@pytest.mark.parametrize("case", OUTPUTS)
def test_an_output_that_cannot_be_leaves_no_other_file(run: Run, case: str) -> None:
    """Empty, too long, below a file, a folder, a pipe, a NUL: status 2, one line."""
    words, suffix = OUTPUTS[case]
    Path(f"folder{suffix}").mkdir()
    os.mkfifo(f"pipe{suffix}")
    before = sorted(Path.cwd().iterdir())
    for name in ("x" * 300, "d.csv/t", "folder", "pipe", "\0"):
        check_rejected(run(*words, name + suffix))
        assert sorted(Path.cwd().iterdir()) == before, name
    check_rejected(run(*words, ""), "is empty")
    assert sorted(Path.cwd().iterdir()) == before


@pytest.mark.parametrize("case", OUTPUTS)
@pytest.mark.parametrize("to", ["precious", "nowhere"])
def test_no_newer_command_writes_through_a_link(run: Run, case: str, to: str) -> None:
    """A link in the place of its output, also a dangling one, is replaced by the file."""
    words, suffix = OUTPUTS[case]
    Path(f"link{suffix}").symlink_to(to)
    assert run(*words, f"link{suffix}").status in (0, 1)
    assert not Path(f"link{suffix}").is_symlink()
    assert Path("precious").read_text() == "precious"
    assert not Path("nowhere").exists()


def test_two_outputs_of_one_name_are_refused(run: Run) -> None:
    """A proof or a best table would take the place of what it goes with."""
    check_rejected(run(*COMPLETE, "-o", "b.json", "--proof", "b.json"), READ_OR_WRITTEN)
    words = ("audit", "t.ptable.json", "--epsilon", "1", "-o", "b.json", "--best", "b.json")
    check_rejected(run(*words), READ_OR_WRITTEN)
    assert not Path("b.json").exists()


STREAMED = (
    BINOMIAL,
    ("test", "independence", "r.csv", *TABLE, "--json"),
    ("utility", "t.ptable.json", "c.csv", "--draws", "2"),
    ("app", "--no-browser"),
)


@pytest.mark.parametrize("command", STREAMED, ids=lambda command: command[0])
def test_what_a_newer_command_cannot_say_is_no_verdict(command: tuple[str, ...]) -> None:
    """Standard output full: status 74 and one line, whatever the verdict would be."""
    with Path("/dev/full").open("wb") as full:
        made = subprocess.run(
            [PTCERT, *command], check=False, stdout=full, stderr=subprocess.PIPE, timeout=TIME_LIMIT
        )
    assert made.returncode == 74
    assert made.stderr.decode().startswith("ptcert: standard output ")
    assert made.stderr.count(b"\n") == 1


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("command", STREAMED[:-1], ids=lambda command: command[0])
def test_an_ascii_terminal_shows_the_newer_answers(command: tuple[str, ...]) -> None:
    """What the encoding lacks is spelled."""
    made = subprocess.run(
        [PTCERT, *command],
        check=False,
        capture_output=True,
        env={**os.environ, **ASCII},
        timeout=TIME_LIMIT,
    )
    assert made.returncode in (0, 1)
    assert made.stderr == b""
    assert made.stdout.decode("ascii")
