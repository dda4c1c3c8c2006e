"""Messages say what was given in the words of the command line, never in Python's."""

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from exact.errors import InputError
from exact.formats.options import read_options, written
from exact.formats.registry import NAMES
from exact.formats.writing import write_table
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row
from reports.arguments.parser import COMMANDS
from reports.document.making import in_signs
from reports.printing import complain
from tests.cli.running import Run

# Keys 0..9, counts from 1: noise -1, 0 and 1.
TABLE = PTable(10, 1, (Row(((-1, 3), (0, 4), (1, 3))),))
# It never releases 1.
KEPT = PTable(
    10,
    1,
    tuple(
        Row(runs)
        for runs in (
            ((-1, 5), (1, 5)),
            ((-2, 2), (0, 6), (1, 2)),
            ((-1, 3), (0, 4), (1, 3)),
        )
    ),
    zero="preserve",
)
FILES = ("native", "r-ptable", "ess", "transition", "cellkey-json")
SAID = {
    "beyond": "wrap:1:1",
    "keys": "5..14",
    "holes": "7..8",
    "columns": "noise",
    "sheet": "one",
    "zero": "row",
}
# A name with a capital and a bracket, or a tuple of Python.
PYTHON = re.compile(r"[A-Z][a-z]+\(|\(\d+, |None\b|<\w+ ")


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("name", SAID)
def test_what_is_refused_is_named_as_it_was_said(
    run: Run, tmp_path: Path, kind: str, name: str
) -> None:
    """Whatever a format refuses: the message repeats the option as it was typed."""
    first = 1 if kind == "ess" else 0
    path = tmp_path / "t.txt"
    table = PTable(TABLE.keysize, 1, TABLE.rows, first_key=first)
    path.write_text(write_table(table, kind), encoding="utf-8")
    outcome = run("audit", str(path), "--epsilon", "1", f"--{name}", SAID[name])
    assert not PYTHON.search(outcome.err)
    if f"--{name} = " in outcome.err:
        assert f"--{name} = '{SAID[name]}'" in outcome.err


def test_a_native_file_says_what_is_past_its_last_row(run: Run, tmp_path: Path) -> None:
    """--beyond repeat was refused as Repeat(), which nobody typed."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_table(TABLE, "native"), encoding="utf-8")
    outcome = run("audit", str(path), "--epsilon", "1", "--beyond", "repeat")
    assert outcome.status == 2
    assert "--beyond = 'repeat': does not apply to the format native" in outcome.err


@pytest.mark.parametrize("text", ["wrap:501:250", "repeat", "error"])
def test_a_rule_is_written_as_it_is_read(text: str) -> None:
    """Both directions, for rules, keys and holes."""
    said = read_options(beyond=text, keys="1..1000", holes="1..2,5")
    assert written("beyond", said.beyond) == text
    assert written("keys", said.keys) == "1..1000"
    assert written("holes", said.holes) == "1..2+5"


def test_no_message_shows_a_dataclass() -> None:
    """A value with a text is shown by it, any other by what it is."""

    @dataclass(frozen=True)
    class Named:
        text: str = "its own words"

    for value, said in ((Repeat(), "a Repeat"), (Wrap(5, 2), "a Wrap"), (Named(), "its own words")):
        assert (
            str(InputError("x", value, "is wrong", "mend it")) == f"x = {said}: is wrong; mend it"
        )


def test_a_page_has_signs_and_a_terminal_words(run: Run, tmp_path: Path) -> None:
    """The titles and the headline of an audit say ε and δ on a page, epsilon and delta in text."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_table(TABLE, "native"), encoding="utf-8")
    asked = ("audit", str(path), "--epsilon", "1", "--delta", "1/100")
    printed = run(*asked).out
    assert "epsilon    tight delta" in printed
    assert not re.search("[εδ]", printed)
    for suffix in ("md", "html"):
        page = tmp_path / f"audit.{suffix}"
        run(*asked, "-o", str(page))
        text = page.read_text(encoding="utf-8")
        shown = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
        assert "tight δ" in shown
        assert not re.search(r"\b(epsilon|delta)\b", re.sub(r"\(#[^)]*\)", "", shown))
    assert in_signs("delta <= 1 at epsilon = 2, deltas") == "δ ≤ 1 at ε = 2, deltas"


def test_declared_holes_are_judged_by_the_audit_too(run: Run, tmp_path: Path) -> None:
    """--holes and the file's own holes are promises, as those of --declare are."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_table(TABLE, "native"), encoding="utf-8")
    outcome = run("audit", str(path), "--epsilon", "1", "--holes", "2")
    assert outcome.status == 1
    assert "FAILS" in outcome.out.splitlines()[0]
    assert "a released 2 is declared never to occur, and a count of 1 can" in outcome.out
    path.write_text(write_table(replace(KEPT, holes=(1,)), "native"), encoding="utf-8")
    outcome = run("audit", str(path), "--epsilon", "1")
    assert outcome.out.splitlines()[0].split(": ", 1)[1].startswith("what is declared HOLDS")
    assert "declared holes = 1: HOLDS" in outcome.out


def test_holds_names_what_it_holds_of_where_no_delta_was_claimed(run: Run, tmp_path: Path) -> None:
    """A kept hole is no promise about privacy, and the verdict line says so."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_table(KEPT, "native"), encoding="utf-8")
    asked = ("certify", str(path), "--epsilon", "1", "--holes", "1", "--solver", "z3", "--as", "md")
    outcome = run(*asked, "-o", str(tmp_path / "out"))
    line = outcome.out.splitlines()[0]
    assert line == "verdict: HOLDS (of what is declared; no delta was claimed)"


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_as_wide_as_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, columns: int
) -> None:
    """A long list of choices stands in the words, where it can be folded, and none is lost."""
    monkeypatch.setenv("COLUMNS", str(columns))
    said = run(*command.split(), "--help").out
    assert [line for line in said.splitlines() if len(line) > columns] == []
    if "--format " in said:
        assert all(name in said for name in NAMES)


def test_an_error_on_a_terminal_is_folded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a pipe it is one line; on a terminal none is wider than that."""
    message = "file = 'x': does not exist or is no regular file; give the path of a table"
    complain("ptcert audit", message)
    assert capsys.readouterr().err == f"ptcert audit: {message}\n"
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    complain("ptcert audit", message)
    lines = capsys.readouterr().err.splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(lines) == f"ptcert audit: {message}"


def test_tables_side_by_side_name_zero(run: Run, tmp_path: Path) -> None:
    """Where zero is not covered both deltas stand beside each other: P(1 -> 0) = 3/10, so 7/10."""
    other = PTable(10, 1, (Row(((-1, 2), (0, 6), (1, 2))),))
    files = [str(tmp_path / name) for name in ("a.ptable.json", "b.ptable.json")]
    for name, table in zip(files, (TABLE, other), strict=True):
        Path(name).write_text(write_table(table, "native"), encoding="utf-8")
    said = run("compare", *files, "--epsilon", "1").out
    assert re.search(r"with zeros preserved +0\.7 +0\.8 ", said)
    measures = run("compare", *files, "--epsilon", "1", "--json").json["measures"]
    assert [each["delta_zeros_preserved"] for each in measures] == ["7/10", "4/5"]
    out = tmp_path / "out"
    run("report", *files, "--epsilon", "1", "--as", "md", "-o", str(out))
    page = (out / "comparison.report.md").read_text(encoding="utf-8")
    assert "| Tight δ at ε = 1, if zeros stay as they are | 0.7 (7/10) | 0.8 (4/5) |" in page


def test_check_says_which_errors_a_certificate_records(run: Run, tmp_path: Path) -> None:
    """Exit status 1 beside *measured* has a reason, and it is said."""
    apart = PTable(10, 1, (Row(((0, 10),)), Row(((5, 10),))), zero="preserve")
    path = tmp_path / "t.ptable.json"
    path.write_text(write_table(apart, "native"), encoding="utf-8")
    asked = ("certify", str(path), "--epsilon", "1", "--solver", "z3", "--as", "md")
    run(*asked, "-o", str(tmp_path))
    outcome = run("check", str(tmp_path / "t.certificate.json"))
    assert outcome.status == 1
    assert "an error that the audit found: DISJOINT" in outcome.out
