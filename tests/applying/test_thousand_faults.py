"""``ptcert verify`` names the cause of every injected fault, 1,000 of each kind at once."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from exact.table.native import write_native
from reports.cli import main
from tests.applying.by_hand import write_csv
from tests.applying.test_verify import KEYS, table

EACH = 1000


def cell_of(records: list[dict[str, Any]], used: Any) -> list[dict[str, Any]]:
    """Return the cells of one dimension by hand."""
    sums: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for record in records:
        sums[record["place"]] += record["rkey"]
        counts[record["place"]] += 1
    found = []
    for place, count in counts.items():
        key = sums[place] % KEYS
        noise = used.noise(count, key)
        cell = {"place": place, "margin": "", "count": count, "key": key, "noise": noise}
        found.append(cell | {"released": count + noise})
    return found


def other_row(cell: dict[str, Any], used: Any) -> int | None:
    """Return a noise that another row has for the cell's key; None where all rows agree."""
    others = {used.noise(n, cell["key"]) for n in range(1, 13)} - {cell["noise"]}
    return min(others, default=None)


def test_a_thousand_faults_of_each_kind_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Count, key, row, noise, missing, extra: the numbers are exactly those that were injected."""
    chance, used = Random(17), table()
    records = [
        {"place": f"p{chance.randrange(9000)}", "rkey": chance.randrange(KEYS)}
        for _ in range(60_000)
    ]
    cells = cell_of(records, used)
    chance.shuffle(cells)
    parts = [cells[EACH * i : EACH * (i + 1)] for i in range(5)]
    for cell in parts[0]:
        cell["count"] += chance.choice((-1, 1))
    for cell in parts[1]:
        cell["key"] = (cell["key"] + chance.randrange(1, KEYS)) % KEYS
    moved = [cell for cell in parts[2] if other_row(cell, used) is not None]
    for cell in moved:
        cell["noise"] = other_row(cell, used)
        cell["released"] = cell["count"] + cell["noise"]
    for cell in parts[3]:
        cell["noise"] = chance.choice((-7, 6, 9))
        cell["released"] = cell["count"] + cell["noise"]
    extra = [dict(cell) for cell in cells[5 * EACH : 5 * EACH + 500]]
    extra += [cell | {"place": f"q{i}"} for i, cell in enumerate(cells[-500:])]
    data = write_csv(tmp_path / "d.csv", records)
    published = write_csv(tmp_path / "p.csv", cells[: 4 * EACH] + cells[5 * EACH :] + extra)
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(used))
    words = ["verify", str(data), str(published), "--table", str(file), "--by", "place"]
    assert main([*words, "--record-key", "rkey", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert len(moved) == EACH
    assert told["wrong"] == dict.fromkeys(
        ("count", "key", "row", "noise", "missing", "extra"), EACH
    )
    assert told["right"] == told["cells"] - 6 * EACH
