"""What other engines and programs were seen to do wrong, each as a test of what happens here."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main

HALVES = ((-1, 1), (1, 1))


def halves(keysize: int, **more: Any) -> PTable:
    """Return a table in which the lower half of the keys takes 1 away and the upper adds 1."""
    row = Row(tuple((noise, keysize // 2) for noise, _ in HALVES))
    return PTable(keysize, 1, (row,), zero="preserve", **more)


def applied(tmp_path: Path, table: PTable, select: str, *more: str) -> Path:
    """Apply a table to the rows of a query, stored as Parquet with the types of the query."""
    data, file, out = (tmp_path / n for n in ("d.parquet", "t.ptable.json", "out.parquet"))
    duckdb.connect().execute(f"COPY ({select}) TO '{data}' (FORMAT parquet)")
    file.write_text(write_native(table))
    words = ["apply", str(data), "--table", str(file), "--by", "a", "--record-key", "k"]
    assert main([*words, "-o", str(out), *more]) == 0
    return out


def rows(path: Path, what: str = "*") -> list[tuple[Any, ...]]:
    """Return the rows of a result."""
    return duckdb.connect().execute(f"SELECT {what} FROM '{path}'").fetchall()


@pytest.mark.parametrize("kind", ["UINTEGER", "UBIGINT", "BIGINT"])
def test_keys_of_32_bits_are_summed_beyond_32_bits(tmp_path: Path, kind: str) -> None:
    """The sum of 1,000 keys 2^32 - 1 is 1000 (2^32 - 1); one engine wraps its unsigned sum."""
    largest = f"SELECT 'x' AS a, 4294967295::{kind} AS k FROM range(1000)"
    out = applied(tmp_path, halves(2**32), f"{largest} UNION ALL SELECT 'y', 0::{kind}")
    assert rows(out, "count, key")[0] == (1000, 1000 * (2**32 - 1) % 2**32)


def test_sums_beyond_64_bits_neither_wrap_nor_clip(tmp_path: Path) -> None:
    """1,001 keys 2^63 - 2 modulo 2^63: their sum is far beyond what 64 bits hold."""
    select = f"SELECT 'x' AS a, {2**63 - 2}::UBIGINT AS k FROM range(1001)"
    out = applied(tmp_path, halves(2**63), f"{select} UNION ALL SELECT 'y', 0::UBIGINT")
    assert rows(out, "key, noise")[0] == ((2**63 - 2) * 1001 % 2**63, 1)


@pytest.mark.parametrize("first_key", [0, 1])
def test_no_number_of_the_result_is_a_double(tmp_path: Path, first_key: int) -> None:
    """128-bit integers would become DOUBLE in Parquet; every column is of 64 bits."""
    table = halves(2**63 - 2, first_key=first_key)
    select = "SELECT 'x' AS a, i * 4611686018427387000 AS k FROM range(3) AS t(i)"
    out = applied(tmp_path, table, select, "--margins", "all")
    found = duckdb.connect().execute(f"DESCRIBE SELECT * FROM '{out}'").fetchall()
    assert {row[0]: row[1] for row in found} == {
        "a": "VARCHAR",
        "margin": "VARCHAR",
        **dict.fromkeys(("count", "key", "noise", "released"), "BIGINT"),
    }


def test_a_missing_category_is_in_counts_and_in_keys_and_is_no_margin(tmp_path: Path) -> None:
    """One program drops such records from the keys and not from the counts."""
    select = "SELECT * FROM (VALUES ('x', 3), (NULL, 100), (NULL, 60)) AS d(a, k)"
    out = applied(tmp_path, halves(256), select, "--margins", "all")
    assert rows(out, "a, margin, count, key") == [
        ("x", "", 1, 3),
        (None, "", 2, 160),
        (None, "a", 3, 163),
    ]


def test_the_grand_total_alone_is_made(tmp_path: Path) -> None:
    """One program cannot make it: here it is the margin over everything."""
    out = applied(tmp_path, halves(256), "SELECT 1 AS a, 200 AS k FROM range(2)", "--margins", "a")
    assert rows(out, "a, margin, count, key, released") == [
        (1, "", 2, 144, 3),
        (None, "a", 2, 144, 3),
    ]


def test_levels_that_nobody_has_do_not_vanish(tmp_path: Path) -> None:
    """Declared categories without records are cells of count 0."""
    select = "SELECT 'x' AS a, 200 AS k"
    out = applied(tmp_path, halves(256), select, "--zeros", "--categories", "a=x,y,z")
    assert rows(out, "a, count, noise, released") == [
        ("x", 1, 1, 2),
        ("y", 0, 0, 0),
        ("z", 0, 0, 0),
    ]


def test_every_key_meets_its_own_range_at_the_borders(tmp_path: Path) -> None:
    """First and last key of every range of a row, one cell each; a join by nearness may slip."""
    runs = ((-2, 2**8), (0, 1), (3, 2**8 - 1), (1, 2**15 - 2**9), (-1, 2**15))
    table = PTable(2**16, 1, (Row(runs),), zero="preserve")
    ends = [(noise, key) for noise, *pair in table.rows[0].ranges() for key in sorted({*pair})]
    values = ", ".join(f"({place}, {key})" for place, (_, key) in enumerate(ends))
    out = applied(tmp_path, table, f"SELECT * FROM (VALUES {values}) AS d(a, k)")
    assert rows(out, "key, noise") == [(key, noise) for noise, key in ends]
