"""Record keys that are doubles: refused, or summed exactly; what their order would change."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.applying.binary_keys import BinaryKeys, limb_sql, limbs_for
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import write_csv

# Rows made for this test: as row 3 of R ptable's D = 5, V = 3, js = 2, row 3 begins with noise -3
# and ends with noise 5, but with wider ranges there.
ROWS_LIKE_R = (
    Row(((-1, 38893783), (0, 38893782), (1, 12209348), (2, 10003087))),
    Row(((-2, 20000000), (0, 50000000), (4, 30000000))),
    Row(((-3, 10000000), (0, 80000000), (5, 10000000))),
)
TABLE = PTable(10**8, 1, ROWS_LIKE_R, zero="preserve")
KEYS = {"A": ("0.1", "0.2", "0.7"), "B": ("0.7", "0.2", "0.1")}


def parquet(path: Path, rows: list[tuple[str, float]]) -> Path:
    """Write regions and keys, which are doubles."""
    connection = duckdb.connect()
    connection.execute("CREATE TABLE d (region VARCHAR, rkey DOUBLE)")
    connection.executemany("INSERT INTO d VALUES (?, ?)", rows)
    connection.execute(f"COPY d TO '{path}' (FORMAT parquet)")
    return path


def applied(tmp_path: Path, data: Path, *more: str) -> int:
    """Apply the table by region; the result is out.parquet."""
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(TABLE))
    words = ["apply", str(data), "--table", str(file), "--by", "region", "--record-key", "rkey"]
    return main([*words, "-o", str(tmp_path / "out.parquet"), *more])


def results(tmp_path: Path) -> list[tuple[Any, ...]]:
    """Return region, key and noise of each cell."""
    return (
        duckdb.connect()
        .execute(f"SELECT region, key, noise FROM '{tmp_path / 'out.parquet'}' ORDER BY region")
        .fetchall()
    )


@given(
    st.lists(st.floats(0, 1, exclude_max=True, width=64), min_size=1, max_size=12),
    st.sampled_from((10, 256, 10**8, 2**32, 2**63)),
)
def test_limbs_of_doubles_add_up_to_the_floor_of_k_times_the_fraction(
    keys: list[float], keysize: int
) -> None:
    """Against rationals; subnormal numbers, down to 2^-1074, are among them."""
    least = min((key for key in keys if key), default=0.5)
    limbs = limbs_for(*least.as_integer_ratio())
    made = BinaryKeys("x", keysize, limbs)
    cut = ", ".join(f'{limb_sql("x", i)} AS "key x {i}"' for i in range(limbs))
    values = ", ".join(f"({key!r}::DOUBLE)" for key in keys)
    found = (
        duckdb.connect()
        .execute(
            f"SELECT {made.cell_key('sum(s{})')} FROM (SELECT {made.sums} FROM "
            f"(SELECT {cut} FROM (VALUES {values}) AS d(x)))"
        )
        .fetchall()
    )
    whole = sum(map(Fraction, keys), Fraction(0))
    assert found == [(int(whole % 1 * keysize),)]


def test_doubles_are_refused_unless_exact_sums_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sum of doubles depends on the order of the records: FLOAT-KEYS."""
    rows = [(region, float(key)) for region, keys in KEYS.items() for key in keys]
    data = parquet(tmp_path / "d.parquet", rows)
    assert applied(tmp_path, data) == 2
    assert "FLOAT-KEYS" in capsys.readouterr().err
    assert not (tmp_path / "out.parquet").exists()


def test_exact_sums_of_doubles_have_one_key_in_any_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As floats A has key 0.0 and noise -3, B 0.999... and noise 5; both are just below 1."""
    a, b = (sum(map(float, KEYS[region])) for region in "AB")
    assert (a % 1, b % 1) == (0.0, 0.9999999999999999)
    assert sum(map(Fraction, map(float, KEYS["A"]))) < 1
    rows = [(region, float(key)) for region, keys in KEYS.items() for key in keys]
    data = parquet(tmp_path / "d.parquet", rows)
    assert applied(tmp_path, data, "--float-keys", "exact", "--json") == 0
    assert results(tmp_path) == [("A", 99999999, 5), ("B", 99999999, 5)]
    told = json.loads(capsys.readouterr().out)["float_keys"]
    assert told == {"cells": 2, "could": 2, "keys": 2, "noises": 2}


def test_decimals_that_are_written_are_integers_of_their_grid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """0.1 + 0.2 + 0.7 is 1: both cells have key 0 and noise -3; doubles would differ."""
    records = [{"region": r, "rkey": key} for r, keys in KEYS.items() for key in keys]
    assert applied(tmp_path, write_csv(tmp_path / "d.csv", records), "--json") == 0
    assert results(tmp_path) == [("A", 0, -3), ("B", 0, -3)]
    assert json.loads(capsys.readouterr().out)["float_keys"]["noises"] == 2


def test_cells_of_two_records_have_one_sum_as_doubles_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Addition of two doubles commutes: none of these cells could change."""
    chance = Random(3)
    data = parquet(tmp_path / "d.parquet", [(f"r{i // 2}", chance.random()) for i in range(200)])
    assert applied(tmp_path, data, "--float-keys", "exact", "--json") == 0
    told = json.loads(capsys.readouterr().out)["float_keys"]
    assert told == {"cells": 100, "could": 0, "keys": 0, "noises": 0}


@pytest.mark.parametrize("key", [1.0, -0.25, float("nan")])
def test_a_double_outside_0_to_1_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: float
) -> None:
    """Named with its value."""
    data = parquet(tmp_path / "d.parquet", [("A", 0.5), ("A", key)])
    assert applied(tmp_path, data, "--float-keys", "exact") == 2
    assert "outside [0, 1)" in capsys.readouterr().err


def test_verify_finds_that_keys_were_added_as_doubles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """B as software that adds doubles in the order of the file publishes it."""
    records = [{"region": r, "rkey": key} for r, keys in KEYS.items() for key in keys]
    data, file = write_csv(tmp_path / "d.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(TABLE))
    published = tmp_path / "p.csv"
    published.write_text("region,released\nA,0\nB,8\n")
    words = ["verify", str(data), str(published), "--table", str(file), "--by", "region"]
    assert main([*words, "--record-key", "rkey", "--json"]) == 1
    best = json.loads(capsys.readouterr().out)["best_reading"]
    assert (best["name"], best["explains"], best["of"]) == ("float-keys", 1, 1)
