"""``ptcert verify``: what was injected is found with its cause, and what explains it."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import cells_by_hand, people, write_csv

BY = ("region", "sex", "age")
KEYS = 100
FIELDS = ("count", "key", "noise", "released")
Cells = list[dict[str, Any]]


def table(**more: Any) -> PTable:
    """Return a table of noise -2..2 whose rows differ in every key."""
    rows = [
        Row.of([(max((key * 7 + n * 3) % 5 - 2, -n), 1) for key in range(KEYS)])
        for n in range(1, 13)
    ]
    return PTable(KEYS, 1, tuple(rows), zero="preserve", **more)


def key_of(inside: list[dict[str, Any]]) -> int:
    """Return the sum of the record keys modulo K."""
    total: int = sum(record["rkey"] for record in inside)
    return total % KEYS


def right_cells(records: Any, used: PTable) -> Cells:
    """Return every cell and margin as counting by hand gives it."""
    found = cells_by_hand(records, BY, used, key_of)
    return [
        dict(zip(BY, cell, strict=True)) | {"margin": margin} | dict(zip(FIELDS, row, strict=True))
        for (cell, margin), row in found.items()
    ]


def verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], records: Any, used: PTable, cells: Cells
) -> tuple[int, Any]:
    """Run the command on these cells; return its exit status and its answer."""
    data = write_csv(tmp_path / "people.csv", records)
    file, published = tmp_path / "t.ptable.json", tmp_path / "published.csv"
    file.write_text(write_native(used))
    with published.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(cells[0]))
        writer.writeheader()
        writer.writerows(cells)
    words = ["verify", str(data), str(published), "--table", str(file), "--by", ",".join(BY)]
    status = main([*words, "--record-key", "rkey", "--margins", "all", "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_what_is_right_is_found_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counting by hand gives the published cells; status 0 and no cause."""
    records, used = people(600, KEYS), table()
    cells = right_cells(records, used)
    status, told = verified(tmp_path, capsys, records, used, cells)
    assert (status, told["cells"], told["right"]) == (0, len(cells), len(cells))
    assert set(told["wrong"].values()) == {0}
    assert told["best_reading"] is None


def _count(cell: dict[str, Any]) -> None:
    cell["count"] += 1


def _key(cell: dict[str, Any]) -> None:
    cell["key"] = (cell["key"] + 1) % KEYS


def _row(cell: dict[str, Any]) -> None:
    """Take another row that gives this key another noise."""
    used = table()
    others = {used.noise(n, cell["key"]) for n in range(3, 13)} - {cell["noise"]}
    cell["noise"] = min(others)
    cell["released"] = cell["count"] + cell["noise"]


def _noise(cell: dict[str, Any]) -> None:
    cell["noise"] = 9
    cell["released"] = cell["count"] + 9


def _released(cell: dict[str, Any]) -> None:
    cell["released"] += 1


FAULTS: dict[str, Callable[[dict[str, Any]], None]] = {
    "count": _count,
    "key": _key,
    "row": _row,
    "noise": _noise,
    "released": _released,
}


@pytest.mark.parametrize("cause", FAULTS)
def test_each_injected_fault_has_its_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cause: str
) -> None:
    """Every third cell is changed in one way; all of them are named, and nothing else."""
    records, used = people(600, KEYS), table()
    cells = right_cells(records, used)
    changed = cells[::3]
    for cell in changed:
        FAULTS[cause](cell)
    status, told = verified(tmp_path, capsys, records, used, cells)
    assert status == 1
    # A released count that is not count plus noise has a noise that no row gives.
    named = "noise" if cause == "released" else cause
    assert {name: n for name, n in told["wrong"].items() if n} == {named: len(changed)}


def test_cells_left_out_put_in_or_published_twice_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Five are missing; one has an unknown category, one stands twice."""
    records, used = people(600, KEYS), table()
    cells = right_cells(records, used)
    extra = [cells[10] | {"region": "Z"}, dict(cells[11])]
    status, told = verified(tmp_path, capsys, records, used, [*cells[5:], *extra])
    assert status == 1
    assert {name: n for name, n in told["wrong"].items() if n} == {"missing": 5, "extra": 2}


def _published_by(records: Any, used: PTable, noise: Callable[[int, int], int]) -> Cells:
    cells = right_cells(records, used)
    for cell in cells:
        cell["noise"] = noise(cell["count"], cell["key"])
        cell["released"] = cell["count"] + cell["noise"]
    return cells


READINGS: dict[str, tuple[Any, Callable[[int, int], int]]] = {
    "last-row-repeats": (
        Wrap(5, 8),
        lambda n, key: table(beyond=Repeat()).noise(n, key),
    ),
    "rows-wrap": (Repeat(), lambda n, key: table(beyond=Wrap(1, 12)).noise(n, key)),
    "key-one-below": (Repeat(), lambda n, key: table().noise(n, (key + 1) % KEYS)),
    "noise-subtracted": (Repeat(), lambda n, key: -table().noise(n, key)),
    "no-noise": (Repeat(), lambda *_: 0),
}


@pytest.mark.parametrize("name", READINGS)
def test_the_reading_that_was_used_explains_every_wrong_cell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Only released counts are published; the reading is named and explains all that is wrong."""
    records = people(900, KEYS)
    beyond, noise = READINGS[name]
    used = table(beyond=beyond)
    cells = _published_by(records, used, noise)
    for cell in cells:
        for field in FIELDS[:-1]:
            del cell[field]
    status, told = verified(tmp_path, capsys, records, used, cells)
    best, wrong = told["best_reading"], told["cells"] - told["right"]
    assert status == 1
    assert wrong > 10
    assert (best["name"], best["explains"], best["of"]) == (name, wrong, wrong)
    assert "not seen" in told["not_seen"]


def test_no_reading_is_named_under_which_fewer_cells_are_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One cell without noise: that there is none at all would make nearly all others wrong."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(PTable(2, 1, (Row(((-1, 1), (1, 1))),), zero="preserve")))
    records = [{"place": f"p{i}", "rkey": i % 2} for i in range(20)]
    data, published = write_csv(tmp_path / "d.csv", records), tmp_path / "p.csv"
    lines = [f"p{i},{2 * (i % 2) if i else 1}\n" for i in range(20)]
    published.write_text("place,released\n" + "".join(lines))
    words = ["verify", str(data), str(published), "--table", str(file), "--by", "place"]
    assert main([*words, "--record-key", "rkey", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["right"], told["best_reading"]) == (19, None)


def test_margins_that_are_sums_of_noisy_cells_are_recognised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each margin is the sum of the released cells below it, not a cell with a key of its own."""
    records, used = people(600, KEYS), table()
    cells = right_cells(records, used)
    whole = [cell for cell in cells if not cell["margin"]]
    for cell in cells:
        summed = cell["margin"].split(",")
        cell["released"] = sum(
            one["released"] for one in whole if all(d in summed or one[d] == cell[d] for d in BY)
        )
    for cell in cells:
        for field in FIELDS[:-1]:
            del cell[field]
    _, told = verified(tmp_path, capsys, records, used, cells)
    wrong = told["cells"] - told["right"]
    best = told["best_reading"]
    assert (best["name"], best["explains"]) == ("margins-of-noisy-cells", wrong)


def test_cells_with_a_missing_category_and_key_0_are_recognised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault of a tool that leaves missing categories out of keys but not out of counts."""
    records, used = people(900, KEYS), table()
    cells = right_cells(records, used)
    for cell in cells:
        missing = cell["sex"] is None and "sex" not in cell["margin"].split(",")
        if missing:
            cell["key"] = 0
            cell["noise"] = used.noise(cell["count"], 0)
            cell["released"] = cell["count"] + cell["noise"]
    _, told = verified(tmp_path, capsys, records, used, cells)
    wrong = told["cells"] - told["right"]
    best = told["best_reading"]
    assert (best["name"], best["explains"]) == ("missing-key-0", wrong)


def alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], used: PTable, text: str, *more: str
) -> Any:
    """Verify published cells without data; return the status and what is wrong."""
    file, published = tmp_path / "t.ptable.json", tmp_path / "published.csv"
    file.write_text(write_native(used))
    published.write_text(text)
    status = main(["verify", str(published), "--table", str(file), "--json", *more])
    told = json.loads(capsys.readouterr().out)
    return status, {name: n for name, n in told["wrong"].items() if n}


ALONE = {
    "what the table can give": ("sex,margin,released\nF,,5\nM,,7\n,sex,11\n", {}),
    "a negative count": ("sex,released\nF,-1\n", {"negative": 1}),
    "a hole": ("sex,released\nF,1\n", {"hole": 1}),
    "a value that no row gives": ("sex,released\nF,2\n", {"impossible": 1}),
    "a noise that the row does not have": ("sex,count,released\nF,9,10\n", {"noise": 1}),
    "the noise of another key": ("sex,count,key,noise,released\nF,9,3,-2,7\n", {"noise": 1}),
    "a sum that is none": ("sex,count,noise,released\nF,9,2,12\n", {"released": 1}),
    "a margin too far": ("sex,margin,released\nF,,5\nM,,7\n,sex,19\n", {"margin": 1}),
}


@pytest.mark.parametrize("case", ALONE)
def test_without_data_what_no_row_can_give_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Counts 1 and 2 become 0 or 3, larger ones lose or gain 2; 1 is a hole, 2 is never reached."""
    rows = [Row(((-n, 2), (3 - n, 2))) for n in (1, 2)] + [Row(((-2, 2), (2, 2)))] * 3
    rows[2] = Row(((0, 2), (2, 2)))
    rows[3] = Row(((0, 4),))
    used = PTable(4, 1, tuple(rows), zero="preserve", holes=(1,))
    text, wrong = ALONE[case]
    status, found = alone(tmp_path, capsys, used, text)
    assert (status, found) == (1 if wrong else 0, wrong)
