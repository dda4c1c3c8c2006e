"""``ptcert apply --plan``: every table of a release plan, all of them written or none."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import cells_by_hand, people, write_csv

PLAN = """\
keys = "sum"
categories = {sex = 3}

[[table]]
name = "Region by sex"
dimensions = ["sex", "region"]
margins = [["sex"], []]
ptable = "t.ptable.json"

[[table]]
name = "ages"
dimensions = ["age"]
ptable = "t.ptable.json"

[[table]]
name = "flows"
cells = 3
ptable = "t.ptable.json"
"""


def table() -> PTable:
    """Return a table whose rows differ in every key."""
    rows = [
        Row.of([(max((key * 7 + n) % 5 - 2, -n), 1) for key in range(100)]) for n in range(1, 9)
    ]
    return PTable(100, 1, tuple(rows), zero="preserve")


def applied(tmp_path: Path, plan: str, *more: str) -> int:
    """Apply a plan to 300 people."""
    data = write_csv(tmp_path / "people.csv", people(300, 100))
    (tmp_path / "t.ptable.json").write_text(write_native(table()))
    (tmp_path / "plan.toml").write_text(plan)
    words = ["apply", str(data), "--plan", str(tmp_path / "plan.toml"), "--record-key", "rkey"]
    return main([*words, "-o", str(tmp_path / "out"), *more])


def cells(path: Path) -> dict[Any, Any]:
    """Return the cells of a Parquet file by their categories and margin."""
    found = duckdb.connect().execute(f"SELECT * FROM '{path}'")
    names = [column[0] for column in found.description or ()]
    at = names.index("margin")
    return {(row[:at], row[at]): tuple(row[at + 1 :]) for row in found.fetchall()}


def test_every_table_of_a_plan_is_what_counting_by_hand_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dimensions stand in the order of the data; a table without dimensions is named, not run."""
    assert applied(tmp_path, PLAN) == 0
    said = capsys.readouterr().out
    assert "Not run, for the plan names no dimensions: flows" in said
    assert "NOTE" not in said
    by_hand = cells_by_hand(
        people(300, 100),
        ("region", "sex"),
        table(),
        lambda inside: sum(r["rkey"] for r in inside) % 100,
    )
    wanted = {cell: row for cell, row in by_hand.items() if cell[1] != "sex"}
    assert cells(tmp_path / "out" / "region-by-sex.parquet") == wanted
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files == [
        f"{name}.parquet{end}"
        for name in ("ages", "region-by-sex")
        for end in ("", ".manifest.json")
    ]


def test_a_plan_of_independent_keys_is_not_what_sums_of_record_keys_give(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was proved for the plan assumes other keys than those that are made: it is said."""
    assert applied(tmp_path, PLAN.replace('"sum"', '"independent"')) == 0
    assert 'NOTE: the plan says keys = "independent"' in capsys.readouterr().out


def test_the_manifest_of_a_table_names_its_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON has the plan's digest and the manifest of each table."""
    from hashlib import sha256

    assert applied(tmp_path, PLAN, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plan"]["sha256"] == sha256((tmp_path / "plan.toml").read_bytes()).hexdigest()
    assert [one["plan"]["table"] for one in told["tables"]] == ["Region by sex", "ages"]


BAD = {
    "a floor that is not kept": (
        PLAN.replace('dimensions = ["age"]', 'dimensions = ["age"]\ncount_floor = 50'),
        "count_floor = 50",
    ),
    "more categories than planned": (PLAN.replace("sex = 3", "sex = 2"), "categories = 2"),
    "a dimension of no column": (PLAN.replace('["age"]', '["town"]'), "is no column of people.csv"),
    "no dimensions at all": (
        'keys = "sum"\n[[table]]\nname = "a"\nptable = "t.ptable.json"\ncells = 2\n',
        "names the dimensions of no table",
    ),
    "no such table": (PLAN.replace("t.ptable.json", "u.ptable.json"), "does not exist"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_plan_that_does_not_fit_the_data_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """One line, exit status 2, and not even the folder, though the first table was fine."""
    plan, said = BAD[case]
    assert applied(tmp_path, plan) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_table_and_plan_do_not_go_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plan says dimensions and margins itself."""
    assert applied(tmp_path, PLAN, "--table", "t") == 2
    assert applied(tmp_path, PLAN, "--by", "sex") == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
