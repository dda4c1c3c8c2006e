"""A publisher in plain Python: every cell by counting, every noise from a list of lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from pathlib import Path
from random import Random
from typing import Any

import duckdb

from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row

Record = dict[str, Any]
Cell = dict[str, Any]
Categories = tuple[str | None, ...]
FIELDS = ("count", "key", "noise", "released")
VALUES = {"region": ("N", "S", "W"), "sex": ("F", "M", None), "age": ("1", "2", "", None)}


@dataclass(frozen=True)
class Publisher:
    """Records, a table as lists (the noise of every count and key), and what is published of it."""

    records: tuple[Record, ...]
    by: tuple[str, ...]
    summed: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    first_count: int
    first_key: int
    zero: str
    beyond: Beyond
    zeros: bool

    @property
    def table(self) -> PTable:
        """The table as ptcert has it."""
        rows = tuple(Row.of([(noise, 1) for noise in row]) for row in self.rows)
        rest = {"zero": self.zero, "first_key": self.first_key, "beyond": self.beyond}
        return PTable(len(self.rows[0]), self.first_count, rows, **rest)  # type: ignore[arg-type]

    def row_of(self, count: int) -> tuple[int, ...]:
        """The row of a count, by the definition of each rule."""
        place, last = count - self.first_count, len(self.rows) - 1
        if place <= last:
            return self.rows[place]
        if isinstance(self.beyond, Wrap):
            while place > last:
                place -= self.beyond.period
            return self.rows[place]
        assert isinstance(self.beyond, Repeat)
        return self.rows[last]

    def cell(self, kept: Categories, margin: str, inside: Sequence[Record]) -> Cell:
        """Return a cell with its numbers; the sum of nobody's keys is 0."""
        count, keysize = len(inside), len(self.rows[0])
        total = sum(record["rk"] for record in inside)
        key = 0
        if inside:
            key = next(
                k
                for k in range(self.first_key, self.first_key + keysize)
                if (k - total) % keysize == 0
            )
        is_kept = not inside and (self.zero == "preserve" or self.first_key > 0)
        noise = 0 if is_kept else self.row_of(count)[key - self.first_key]
        numbers = dict(zip(FIELDS, (count, key, noise, count + noise), strict=True))
        return dict(zip(self.by, kept, strict=True)) | {"margin": margin} | numbers

    def cells(self) -> list[Cell]:
        """Return every cell of the table and its margins; the empty ones too where asked."""
        found = []
        for summed in self.summed:
            kept = [name for name in self.by if name not in summed]
            occur = [
                sorted({r[n] for r in self.records}, key=str) if n in kept else [None]
                for n in self.by
            ]
            for categories in product(*occur):
                inside = [
                    r
                    for r in self.records
                    if all(r[n] == c for n, c in zip(self.by, categories, strict=True) if n in kept)
                ]
                if inside or (self.zeros and kept):
                    found.append(self.cell(categories, ",".join(summed), inside))
        return found


def publisher(chance: Random) -> Publisher:
    """Return random records, a random table that covers their counts, and random margins."""
    by = tuple(VALUES)[: chance.randrange(1, 4)]
    keysize, number = chance.choice((2, 5, 8)), chance.randrange(3, 40)
    sizes = range(1, len(by) + 1)
    margins = list(chain.from_iterable(combinations(by, size) for size in sizes))
    summed = [(), *chance.sample(margins, chance.randrange(len(margins) + 1))]
    zero = chance.choice(("preserve", "row", "none"))
    first_count = 0 if zero == "row" else 1
    beyond = chance.choice((Repeat(), Stop(), None))
    length = number + 1 if isinstance(beyond, Stop) else chance.randrange(2, 6)
    last = first_count + length - 1
    start = chance.randrange(max(first_count, 1), last + 1)
    rows = tuple(
        tuple(chance.randrange(-min(n, 3), 4) for _ in range(keysize))
        for n in range(first_count, last + 1)
    )
    records = tuple(
        {n: chance.choice(v) for n, v in VALUES.items()} | {"rk": chance.randrange(keysize)}
        for _ in range(number)
    )
    return Publisher(
        records,
        by,
        tuple(summed),
        rows,
        first_count,
        chance.choice((0, 1)),
        zero,
        beyond or Wrap(start, last - start + 1),
        zero != "none" and chance.random() < 0.5,
    )


def write_records(path: Path, records: Sequence[Record]) -> Path:
    """Write records as Parquet, where the empty text is not a missing category."""
    names = list(records[0])
    made = ", ".join(f"({', '.join(_literal(r[name]) for name in names)})" for r in records)
    select = f"SELECT * FROM (VALUES {made}) AS d({', '.join(names)})"
    duckdb.connect().execute(f"COPY ({select}) TO '{path}' (FORMAT parquet)")
    return path


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else f"'{value}'"


def write_cells(path: Path, cells: Sequence[Cell], names: Sequence[str]) -> Path:
    """Write cells as CSV (the empty text in quotes, what is missing without) or as Parquet."""
    if path.suffix == ".parquet":
        return write_records(path, [{name: cell[name] for name in names} for cell in cells])
    lines = [",".join(names)]
    for cell in cells:
        texts = (_field(cell[name]) for name in names)
        lines.append(",".join(texts))
    path.write_text("\n".join(lines) + "\n")
    return path


def _field(value: Any) -> str:
    if value is None:
        return ""
    text = str(value)
    return f'"{text}"' if not text or "," in text else text
