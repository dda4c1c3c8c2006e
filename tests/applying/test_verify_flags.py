"""``ptcert verify`` against a publisher in plain Python: exactly the changed cells are wrong."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest

from exact.table.native import write_native
from exact.table.ptable import Stop
from reports.cli import main
from tests.applying.publisher import FIELDS, Cell, Publisher, publisher, write_cells, write_records

CASES = 60


def identity(cell: Cell, by: tuple[str, ...]) -> tuple[Any, ...]:
    """Return what names a cell."""
    return (*(cell[name] for name in by), cell["margin"])


def tampered(
    chance: Random, made: Publisher, cells: list[Cell], full: bool
) -> tuple[list[Cell], Any]:
    """Return the cells with some of them changed, and the cause of each that is wrong."""
    wrong: Counter[Any] = Counter()
    out: list[Cell] = []
    of_margin = Counter(cell["margin"] for cell in cells)
    keysize = len(made.rows[0])
    for cell in map(dict, cells):
        kind = chance.choice(("", "", "", "", "count", "key", "noise", "missing", "copy", "extra"))
        if kind in ("count", "key") and not full:
            kind = "noise"
        if kind == "missing" and (of_margin[cell["margin"]] == 1 or not cell["count"]):
            kind = ""  # a margin without a cell is no margin of the file
        name = identity(cell, made.by)
        if kind == "missing":
            wrong[name, "missing"] += 1
            of_margin[cell["margin"]] -= 1
            continue
        if kind == "count":
            cell["count"] += chance.choice((-1, 1))
        elif kind == "key":
            cell["key"] = (cell["key"] + chance.randrange(1, keysize)) if keysize > 1 else -1
        elif kind == "noise":
            cell["released"] += chance.choice((-2, -1, 1, 2))
            if full and chance.random() < 0.5:
                cell["noise"] = cell["released"] - cell["count"]
        elif kind == "copy":
            out.append(dict(cell))
            wrong[name, "extra"] += 1
        elif kind == "extra" and cell[made.by[0]] is not None:
            other = cell | {made.by[0]: "nowhere"}
            if identity(other, made.by) not in {identity(one, made.by) for one in out}:
                out.append(other)
                wrong[identity(other, made.by), "extra"] += 1
        if kind in ("count", "key", "noise"):
            wrong[name, kind] += 1
        out.append(cell)
    chance.shuffle(out)
    return out, wrong


@pytest.mark.parametrize("seed", range(CASES))
def test_exactly_the_changed_cells_are_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """Random records, table, margins, rules, numbering of keys, empty cells and formats."""
    chance = Random(seed)
    made, full = publisher(chance), chance.random() < 0.6
    cells = made.cells()
    changed, wrong = tampered(chance, made, cells, full) if seed % 4 else (cells, Counter())
    names = [*made.by, "margin", *(FIELDS if full else FIELDS[-1:])]
    suffix = chance.choice((".csv", ".parquet"))
    published = write_cells(tmp_path / f"published{suffix}", changed, names)
    data, file = write_records(tmp_path / "d.parquet", made.records), tmp_path / "t.ptable.json"
    file.write_text(write_native(made.table))
    listed = tmp_path / "wrong.parquet"
    words = ["verify", str(data), str(published), "--table", str(file), "--by", ",".join(made.by)]
    words += ["--record-key", "rk", "--list", str(listed), "--json"]
    words += ["--zeros"] if made.zeros and chance.random() < 0.5 else []
    if chance.random() < 0.5:
        words += ["--margins", ";".join(",".join(s) for s in made.summed if s) or "none"]
    status = main(words)
    said = capsys.readouterr()
    assert not said.err
    found = json.loads(said.out)
    connection = duckdb.connect().execute(f"SELECT * FROM '{listed}'")
    heads = [column[0] for column in connection.description or ()]
    told = [dict(zip(heads, row, strict=True)) for row in connection.fetchall()]
    # Another row may have the noise of a changed cell: the cause is then the row.
    causes = {"row": "noise"}
    flagged = Counter((identity(c, made.by), causes.get(c["cause"], c["cause"])) for c in told)
    assert flagged == wrong
    assert status == (1 if wrong else 0)
    assert found["cells"] - found["right"] == sum(wrong.values())


def noises(made: Publisher, count: int) -> dict[int, int]:
    """Return the noise of every key of a count that the table covers; of 0 that of the key 0."""
    if count == 0:
        return (
            {} if made.zero == "none" else {0: made.cell((None,) * len(made.by), "", ())["noise"]}
        )
    if count < made.first_count or (
        isinstance(made.beyond, Stop) and count - made.first_count >= len(made.rows)
    ):
        return {}
    return dict(enumerate(made.row_of(count), start=made.first_key))


def is_possible(made: Publisher, cell: Cell, full: bool) -> bool:
    """Tell by trying every count and key whether the table can give a cell."""
    if full:
        said = noises(made, cell["count"]) if cell["count"] >= 0 else {}
        noise = said.get(cell["key"])
        return bool(noise == cell["noise"] == cell["released"] - cell["count"])
    counts = range(max(0, cell["released"] - 4), max(0, cell["released"] + 4) + 1)
    return any(cell["released"] - n in noises(made, n).values() for n in counts)


@pytest.mark.parametrize("seed", range(CASES))
def test_without_the_data_exactly_the_impossible_cells_are_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """A right publication is never blamed; of a changed one each cell that no count gives is."""
    chance = Random(seed)
    made, full = publisher(chance), chance.random() < 0.6
    cells = made.cells()
    for cell in cells if seed % 3 else ():
        if chance.random() < 0.3:
            for name in chance.sample(FIELDS, 2) if full else FIELDS[-1:]:
                cell[name] += chance.choice((-3, -1, 1, 2))
    names = [*made.by, "margin", *(FIELDS if full else FIELDS[-1:])]
    suffix = chance.choice((".csv", ".parquet"))
    published = write_cells(tmp_path / f"published{suffix}", cells, names)
    file, listed = tmp_path / "t.ptable.json", tmp_path / "wrong.parquet"
    file.write_text(write_native(made.table))
    words = ["verify", str(published), "--table", str(file), "--by", ",".join(made.by)]
    status = main([*words, "--list", str(listed), "--json"])
    said = capsys.readouterr()
    assert not said.err
    wrong = json.loads(said.out)["wrong"]
    connection = duckdb.connect().execute(f"SELECT * FROM '{listed}'")
    heads = [column[0] for column in connection.description or ()]
    told = [dict(zip(heads, row, strict=True)) for row in connection.fetchall()]
    flagged = {identity(cell, made.by) for cell in told if cell["cause"] != "margin"}
    assert flagged == {
        identity(cell, made.by) for cell in cells if not is_possible(made, cell, full)
    }
    if not seed % 3:
        assert (status, set(wrong.values())) == (0, {0})
