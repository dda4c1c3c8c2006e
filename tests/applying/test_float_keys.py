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
from exact.keyorder.order import Mixed
from exact.table.native import read_native, write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import write_csv

# The table of R ptable's D = 5, V = 3, js = 2, as ptcert designs it: in row 3 the noise is -3 from
# 0 on, and 5 from 0.99873051 on.
DESIGN = "design --complete --criterion entropy --D 5 --variance 3 --js 2 --keysize 100000000"
KEYS = {"A": ("0.1", "0.2", "0.7"), "B": ("0.7", "0.2", "0.1")}


@pytest.fixture(scope="module")
def designed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the table."""
    path = tmp_path_factory.mktemp("designed") / "t.ptable.json"
    assert main([*DESIGN.split(), "-o", str(path)]) == 0
    row = read_native(path.read_text()).row(3)
    assert row.runs[0][0] == -3
    assert row.runs[-1] == (5, 126949)
    return path


def parquet(path: Path, rows: list[tuple[str, float]]) -> Path:
    """Write regions and keys, which are doubles."""
    connection = duckdb.connect()
    connection.execute("CREATE TABLE d (region VARCHAR, rkey DOUBLE)")
    connection.executemany("INSERT INTO d VALUES (?, ?)", rows)
    connection.execute(f"COPY d TO '{path}' (FORMAT parquet)")
    return path


def applied(tmp_path: Path, file: Path, data: Path, *more: str) -> int:
    """Apply the table by region; the result is out.parquet."""
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
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sum of doubles depends on the order of the records: FLOAT-KEYS."""
    rows = [(region, float(key)) for region, keys in KEYS.items() for key in keys]
    data = parquet(tmp_path / "d.parquet", rows)
    assert applied(tmp_path, designed, data) == 2
    assert "FLOAT-KEYS" in capsys.readouterr().err
    assert not (tmp_path / "out.parquet").exists()


def test_exact_sums_of_doubles_have_one_key_in_any_order(
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As floats A has key 0.0 and noise -3, B 0.999... and noise 5; both are just below 1."""
    a, b = (sum(map(float, KEYS[region])) for region in "AB")
    assert (a % 1, b % 1) == (0.0, 0.9999999999999999)
    assert sum(map(Fraction, map(float, KEYS["A"]))) < 1
    rows = [(region, float(key)) for region, keys in KEYS.items() for key in keys]
    data = parquet(tmp_path / "d.parquet", rows)
    assert applied(tmp_path, designed, data, "--float-keys", "exact", "--json") == 0
    assert results(tmp_path) == [("A", 99999999, 5), ("B", 99999999, 5)]
    told = json.loads(capsys.readouterr().out)["float_keys"]
    assert told == {"cells": 2, "could": 2, "keys": 2, "noises": 2}


def test_decimals_that_are_written_are_integers_of_their_grid(
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """0.1 + 0.2 + 0.7 is 1: both cells have key 0 and noise -3; doubles would differ."""
    records = [{"region": r, "rkey": key} for r, keys in KEYS.items() for key in keys]
    assert applied(tmp_path, designed, write_csv(tmp_path / "d.csv", records), "--json") == 0
    assert results(tmp_path) == [("A", 0, -3), ("B", 0, -3)]
    assert json.loads(capsys.readouterr().out)["float_keys"]["noises"] == 2


def test_cells_of_two_records_have_one_sum_as_doubles_too(
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Addition of two doubles commutes: none of these cells could change."""
    chance = Random(3)
    data = parquet(tmp_path / "d.parquet", [(f"r{i // 2}", chance.random()) for i in range(200)])
    assert applied(tmp_path, designed, data, "--float-keys", "exact", "--json") == 0
    told = json.loads(capsys.readouterr().out)["float_keys"]
    assert told == {"cells": 100, "could": 0, "keys": 0, "noises": 0}


@pytest.mark.parametrize("key", [1.0, -0.25, float("nan")])
def test_a_double_outside_0_to_1_is_refused(
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str], key: float
) -> None:
    """Named with its value."""
    data = parquet(tmp_path / "d.parquet", [("A", 0.5), ("A", key)])
    assert applied(tmp_path, designed, data, "--float-keys", "exact") == 2
    assert "outside [0, 1)" in capsys.readouterr().err


def verified(tmp_path: Path, file: Path, data: Path, published: str, *more: str) -> int:
    """Verify regions with their released counts."""
    path = tmp_path / "p.csv"
    path.write_text(f"region,released\n{published}")
    words = ["verify", str(data), str(path), "--table", str(file), "--by", "region", "--json"]
    return main([*words, "--record-key", "rkey", *more])


@pytest.mark.parametrize("stored", ["decimals", "doubles"])
def test_verify_finds_that_keys_were_added_as_doubles(
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str], stored: str
) -> None:
    """As software that adds doubles in the order of the file publishes it: A with -3, B with 5.

    Decimals have the exact sum 1 and noise -3 in both cells, doubles one just below 1 and noise 5.
    """
    records = [{"region": r, "rkey": key} for r, keys in KEYS.items() for key in keys]
    data, more = write_csv(tmp_path / "d.csv", records), list[str]()
    if stored == "doubles":
        rows = [(str(one["region"]), float(one["rkey"])) for one in records]
        data, more = parquet(tmp_path / "d.parquet", rows), ["--float-keys", "exact"]
    assert verified(tmp_path, designed, data, "A,0\nB,8\n", *more) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["cells"], found["right"]) == (2, 1)
    best = found["best_reading"]
    assert (best["name"], best["explains"], best["of"]) == ("float-keys", 1, 1)
    assert best["cells_right"] == 2


def test_doubles_are_held_against_bounds_that_are_doubles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The double 0.3 is below 3/10 and not below the double of the bound 0.3."""
    assert Fraction(0.3) < Fraction(3, 10)
    file = tmp_path / "t.ptable.json"
    data = parquet(tmp_path / "d.parquet", [("A", 0.3), ("B", 0.95)])
    table = PTable(10, 1, (Row(((-1, 3), (1, 6), (0, 1))),), zero="preserve")
    file.write_text(write_native(table))
    assert applied(tmp_path, file, data, "--float-keys", "exact") == 0
    assert results(tmp_path) == [("A", 2, -1), ("B", 9, 0)]
    capsys.readouterr()
    assert verified(tmp_path, file, data, "A,2\nB,1\n", "--float-keys", "exact") == 1
    best = json.loads(capsys.readouterr().out)["best_reading"]
    assert (best["name"], best["cells_right"]) == ("float-keys", 2)


def test_a_table_of_more_keys_than_engines_count_with_is_looked_up_by_62_bits(
    tmp_path: Path,
) -> None:
    """R writes bounds with 17 digits, which are of a grid of 10^19 or more."""
    runs = ((-1, 203986179999999999 * 10), (1, 10**19 - 203986179999999999 * 10))
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(PTable(10**19, 1, (Row(runs),), zero="preserve")))
    keys = {"A": 0.25, "B": 0.20398617, "C": 0.20398619}
    data = parquet(tmp_path / "d.parquet", list(keys.items()))
    assert applied(tmp_path, file, data, "--float-keys", "exact") == 0
    expected = [
        (region, int(Fraction(key) * 2**62), 1 if key > 0.20398618 else -1)
        for region, key in keys.items()
    ]
    assert results(tmp_path) == expected


def test_decimals_of_more_than_18_places_are_refused_with_a_way_out(
    tmp_path: Path, designed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """10^19 is above the integers of 64 bits in which keys are looked up."""
    data = write_csv(tmp_path / "d.csv", [{"region": "A", "rkey": f"0.{'1' * 19}"}])
    assert applied(tmp_path, designed, data) == 2
    error = capsys.readouterr().err
    assert "record-key = 19: are more decimal places than the 18" in error
    assert "--float-keys exact" in error


def test_fractions_and_a_key_order_do_not_go_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An order is of keys that are integers: one line, nothing written."""
    file, data = tmp_path / "t.ptable.json", parquet(tmp_path / "d.parquet", [("A", 0.5)])
    runs = ((-1, 2**31), (1, 2**31))
    table = PTable(2**32, 1, (Row(runs),), zero="preserve", key_order=Mixed("a text"))
    file.write_text(write_native(table))
    assert applied(tmp_path, file, data, "--float-keys", "exact") == 2
    assert "order of keys" in capsys.readouterr().err
    assert not (tmp_path / "out.parquet").exists()
