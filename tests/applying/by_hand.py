"""Records, and what a table does to them in plain Python: the second route of the tests."""

import csv
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from exact.table.ptable import PTable

Record = dict[str, Any]
Cell = tuple[tuple[str | None, ...], str]


def people(number: int, modulus: int, seed: int = 1, keys: int = 1) -> list[Record]:
    """Return seeded records with skewed categories, some of them missing."""
    chance = Random(seed)
    names = [f"rkey{i}" for i in range(keys)] if keys > 1 else ["rkey"]
    return [
        {
            "region": chance.choices("ABCD", (50, 30, 15, 1))[0],
            "sex": chance.choices(("F", "M", None), (50, 48, 2))[0],
            "age": str(chance.choices(range(6), (9, 8, 7, 3, 2, 1))[0]),
            **{name: chance.randrange(modulus) for name in names},
        }
        for _ in range(number)
    ]


def write_csv(path: Path, records: Sequence[Record]) -> Path:
    """Write records as text; a missing category is empty."""
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(records[0]))
        writer.writeheader()
        writer.writerows(records)
    return path


def cells_by_hand(
    records: Sequence[Record],
    by: Sequence[str],
    table: PTable,
    cell_key: Callable[[list[Record]], int],
) -> dict[Cell, tuple[int, int, int, int]]:
    """Return (count, key, noise, released) of every cell and margin, one record at a time."""
    found = {}
    for size in range(len(by) + 1):
        for kept in combinations(by, size):
            members: dict[tuple[str | None, ...], list[Record]] = defaultdict(list)
            for record in records:
                members[tuple(record[d] if d in kept else None for d in by)].append(record)
            margin = ",".join(d for d in by if d not in kept)
            for cell, inside in members.items():
                count, key = len(inside), cell_key(inside)
                noise = table.noise(count, key)
                found[cell, margin] = (count, key, noise, count + noise)
    return found


def cells_written(path: Path, by: Sequence[str]) -> dict[Cell, tuple[int, ...]]:
    """Return the cells of a result that was written as CSV."""
    with path.open(newline="") as stream:
        return {
            (tuple(row[d] or None for d in by), row["margin"]): tuple(
                int(row[name]) for name in ("count", "key", "noise", "released")
            )
            for row in csv.DictReader(stream)
        }
