"""``apply --publish``: what leaves the agency tells nothing that was not meant to be published."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.applying.by_hand import cells_by_hand, people, write_csv
from tests.cli.running import Outcome, Run, check_rejected

BY = ("region", "age")
# Counts of one are released as 0 half of the time; larger ones never are.
TABLE = PTable(100, 1, (Row(((-1, 50), (1, 50))), Row(((-1, 25), (0, 50), (1, 25)))))
# Every key of a count of 1 gives at least 1: nothing is released as 0.
NO_ZEROS = PTable(100, 1, (Row(((0, 50), (1, 50))),))
WITH_A_ROW_OF_0 = PTable(100, 0, (Row(((0, 90), (1, 10))), *TABLE.rows), zero="row")


def applied(run: Run, tmp_path: Path, table: PTable, *more: str) -> Outcome:
    """Apply a table to 60 people; nothing is written where that is refused."""
    data, file = write_csv(tmp_path / "people.csv", people(60, 100)), tmp_path / "t.ptable.json"
    file.write_text(write_native(table))
    words = ("apply", str(data), "--table", str(file), "--by", ",".join(BY), "--zero")
    out = ("-o", str(tmp_path / "out.csv"), "--margins", "all", "--record-key", "rkey")
    made = run(*words, "row" if table.first_count == 0 else "preserve", *out, *more)
    assert (tmp_path / "out.csv").exists() == (made.status == 0)
    return made


def published(tmp_path: Path) -> dict[tuple[str, ...], int]:
    """Return the released counts by categories and margin."""
    head, *rows = (tmp_path / "out.csv").read_text().splitlines()
    assert head == "region,age,margin,released"
    split = [row.replace('"region,age"', "region+age").replace('"', "").split(",") for row in rows]
    return {tuple(cell): int(released) for *cell, released in split}


def test_zeros_that_are_all_non_empty_are_not_published(run: Run, tmp_path: Path) -> None:
    """Empty cells are left out: each 0 would be a cell with people, and most of them one."""
    found = cells_by_hand(
        people(60, 100), BY, TABLE, lambda inside: sum(r["rkey"] for r in inside) % 100
    )
    zeros = [count for count, *_, released in found.values() if released == 0]
    assert zeros
    said = f"would publish {len(zeros)} cells as 0, and each has records, {zeros.count(1)} of them"
    check_rejected(applied(run, tmp_path, TABLE, "--publish"), said, "give --zeros")


def test_all_cells_of_the_cross_classification_are_published(run: Run, tmp_path: Path) -> None:
    """A 0 is an empty cell or another: every combination is there, and every margin."""
    made = applied(run, tmp_path, TABLE, "--publish", "--zeros")
    assert made.status == 0, made.err
    regions, ages = ({one[name] for one in people(60, 100)} for name in BY)
    wanted = {(r, a, "") for r, a in product(regions, ages)} | {("", "", "region+age")}
    wanted |= {(r, "", "age") for r in regions} | {("", a, "region") for a in ages}
    assert set(published(tmp_path)) == wanted


def test_a_table_that_releases_no_zero_needs_no_empty_cells(run: Run, tmp_path: Path) -> None:
    """Only cells with people are there, and none of them is 0."""
    made = applied(run, tmp_path, NO_ZEROS, "--publish")
    assert made.status == 0, made.err
    assert 0 not in published(tmp_path).values()


def test_a_category_that_is_0_everywhere_must_be_declared(run: Run, tmp_path: Path) -> None:
    """It is listed only because somebody has it: the zeros would tell so."""
    records = [*people(60, 100), {"region": "Z", "sex": "F", "age": "9", "rkey": 3}]
    data, file = write_csv(tmp_path / "people.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(TABLE))
    words = ["apply", str(data), "--table", str(file), "--by", "region", "--zero", "preserve"]
    words += ["--record-key", "rkey", "--publish", "--zeros", "-o", str(tmp_path / "out.csv")]
    check_rejected(run(*words), "category = 'Z'", "named only because it occurs", "--categories")
    assert run(*words, "--categories", "region=A,B,C,D,Z").status == 0
    assert 'Z,"",0' in (tmp_path / "out.csv").read_text().splitlines()


@pytest.mark.parametrize("publish", [False, True])
def test_the_manifest_of_a_publication_has_no_true_number(
    run: Run, tmp_path: Path, publish: bool
) -> None:
    """60 records are counted, and no number in it or on the screen is 60."""
    made = applied(run, tmp_path, TABLE, "--zeros", "--json", *(["--publish"] if publish else []))
    manifest = (tmp_path / "out.csv.manifest.json").read_text()
    assert json.loads(manifest) == made.json
    assert ("records" in made.json["data"]) == (not publish)
    numbers = re.findall(r": (\d+)", manifest)
    assert ("60" in numbers) == (not publish)
    assert made.json["output"]["published"] is publish


def test_it_is_said_that_zeros_are_not_perturbed(run: Run, tmp_path: Path) -> None:
    """The table has a row of 0, and every empty cell has the key of nobody."""
    made = applied(run, tmp_path, WITH_A_ROW_OF_0, "--zeros")
    empty = (tmp_path / "out.csv").read_text().count(",0,0,0,0\n")
    assert empty > 0
    assert f"NOTE: all {empty} empty cells have the key 0, and are released as 0" in made.out
    assert "NOTE" not in applied(run, tmp_path, TABLE, "--zeros").out
