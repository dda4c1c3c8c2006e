"""The manifest beside a result: ``verify`` tabulates as it says and compares its digests."""

import json
from pathlib import Path
from typing import Any

import pytest

from exact.table.native import write_native
from reports.cli import main
from tests.applying.by_hand import people, write_csv
from tests.applying.test_verify import KEYS, table

MADE = ["--by", "region,sex", "--margins", "sex;region,sex", "--where", "age>=1", "--zeros"]


def made(tmp_path: Path, records: Any, *more: str) -> list[str]:
    """Apply a table; return the words that verify the result by its manifest."""
    data, file = write_csv(tmp_path / "people.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(table()))
    out = str(tmp_path / "out.csv")
    words = ["apply", str(data), "--table", str(file), "-o", out, "--record-key", "rkey", *MADE]
    assert main([*words, *more]) == 0
    return ["verify", str(data), out, "--table", str(file), "--json"]


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    """Run verify; return its status and its answer."""
    capsys.readouterr()
    status = main(words)
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "publish", [[], ["--publish", "--categories", "region=A,B,C,D", "--where", "sex!="]]
)
def test_verify_needs_no_options_where_the_manifest_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], publish: list[str]
) -> None:
    """Dimensions, margins, selection, empty cells and keys are taken over; all cells are right."""
    status, found = told(made(tmp_path, people(300, KEYS), *publish), capsys)
    assert (status, found["right"]) == (0, found["cells"])
    assert found["manifest"] == {"table": True, "output": True, "data": True}
    assert list(found)[:4] == ["cells", "right", "wrong", "best_reading"]


def test_files_that_are_not_those_of_the_manifest_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One record more and one cell changed: two digests differ, and cells are wrong."""
    words = made(tmp_path, people(300, KEYS))
    with (tmp_path / "people.csv").open("a") as stream:
        stream.write("A,F,3,7\r\n")
    status, found = told(words, capsys)
    assert status == 1
    assert found["manifest"] == {"table": True, "output": True, "data": False}
    assert found["wrong"]["count"] == 3


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}', '{"format": "ptcert-applied"}'])
def test_a_manifest_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """One line, status 2; it is not read where --manifest says so."""
    words = made(tmp_path, people(300, KEYS))
    (tmp_path / "out.csv.manifest.json").write_text(text)
    assert main(words) == 2
    assert "manifest" in capsys.readouterr().err
    assert main([*words, "--record-key", "rkey", *MADE]) == 2
    assert main([*words, "--record-key", "rkey", *MADE, "--manifest", "none"]) == 0


def test_names_that_hold_separators_or_sql_are_verified_as_they_were_applied(
    tmp_path: Path,
) -> None:
    """A semicolon separates margins on the command line, and a quote ends names of SQL."""
    names = ('a"; DROP TABLE cells; --', "b' OR '1'='1")
    records = [
        {names[0]: "xy"[i % 2], names[1]: "uvw"[i % 3], "rkey": i * 7 % 100} for i in range(60)
    ]
    data, file = write_csv(tmp_path / "people.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(table()))
    out, given = str(tmp_path / "out.csv"), ["--table", str(file)]
    words = ["apply", str(data), *given, "--by", ",".join(names), "--record-key", "rkey"]
    assert main([*words, "--margins", "all", "-o", out]) == 0
    assert main(["verify", str(data), out, *given]) == 0
