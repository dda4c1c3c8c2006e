"""A PRAM table made invariant for counts: expected numbers of cells, blocks, and the command."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.design.table import table_of_law
from exact.errors import InputError
from exact.laws.given import law_given
from exact.mechanisms.invariant_table import invariant_table
from exact.table.ptable import PTable
from tests.cli.running import Run, check_rejected

K = 1 << 20
PRAM = ("--law", "pram", "--epsilon", "1", "--cap", "2")


def pram(reading: str = "block") -> PTable:
    """Return a small table: counts 0 and 1, and blocks of five."""
    return table_of_law(law_given("pram", "1", {"cap": 2, "reading": reading}), K)


def expected_cells(table: PTable, counts: list[int]) -> dict[int, Fraction]:
    """Return how many cells of every released value are expected, key by key of every cell."""
    found: dict[int, Fraction] = {}
    for a in counts:
        for z, keys in table.row(a).runs:
            found[a + z] = found.get(a + z, Fraction(0)) + Fraction(keys, table.keysize)
    return found


def drift(table: PTable, counts: list[int]) -> Fraction:
    """Return the largest distance of the expected from the true number, over all values."""
    cells = expected_cells(table, counts)
    return max(abs(cells.get(v, Fraction(0)) - counts.count(v)) for v in {*cells, *counts})


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30))
def test_as_many_cells_of_each_value_are_expected_as_there_are(counts: list[int]) -> None:
    """E(t* | t) = t of every value, of all true counts together, but for the rounding to keys.

    Counts 2 to 4 are released as 0 and 1 too: these cells count there.
    """
    found = invariant_table(pram(), counts)
    assert drift(found.table, counts) == found.after <= Fraction(len(counts), K)
    assert drift(pram(), counts) == found.before
    assert found.shared is None


def test_the_cells_of_small_values_come_from_large_counts_too() -> None:
    """200 counts, epsilon = 3/2, cap 4: 27, 18, 21 and 13 cells of 0 to 3 stay so many."""
    counts = [0] * 27 + [1] * 18 + [2] * 21 + [3] * 13
    counts += [4 + (7 * k * k + k) % 23 for k in range(200 - len(counts))]
    table = table_of_law(law_given("pram", "3/2", {"cap": 4, "reading": "block"}), 1 << 32)
    found = invariant_table(table, counts)
    cells = expected_cells(found.table, counts)
    bound = Fraction(len(counts), 1 << 32)
    assert all(abs(cells[v] - n) <= bound for v, n in enumerate((27, 18, 21, 13)))
    assert found.after == drift(found.table, counts) <= bound < 1 < found.before


def test_counts_past_the_rows_keep_the_cells_of_every_residue() -> None:
    """From 1000 on all blocks of five share their rows; what that does to values is given."""
    counts = [0, 1, 1, 3, 1000, 1001, 1001, 1007, 2013]
    found = invariant_table(pram(), counts)
    assert found.shared == 1000
    cells = expected_cells(found.table, counts)
    for residue in range(5):
        true = sum(a >= 1000 and a % 5 == residue for a in counts)
        released = (n for v, n in cells.items() if v >= 1000 and v % 5 == residue)
        of_residue = sum(released, Fraction(0))
        assert abs(of_residue - true) <= Fraction(len(counts), K)
    for value in range(5):
        small = abs(cells.get(value, Fraction(0)) - counts.count(value))
        assert small <= Fraction(len(counts), K)
    assert found.after == drift(found.table, counts) > Fraction(1, 100)


def test_a_count_alone_in_its_block_stays() -> None:
    """No other value could take its place: it is one of the cells that are named unchanged."""
    found = invariant_table(pram(), [0, 1, 1, 7, 12, 13, 13, 22])
    assert found.table.row(7).runs == found.table.row(22).runs == ((0, K),)
    assert len(found.table.row(13).runs) > 1
    assert found.unchanged == 2


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.integers(0, 60))
def test_a_count_stays_in_its_block(counts: list[int], a: int) -> None:
    """In its block of five: what leaves a small value for a larger one comes back from there."""
    released = {a + z for z, _ in invariant_table(pram(), counts).table.row(a).runs}
    assert released <= set(range(a - a % 5, a - a % 5 + 5))


def test_noise_that_leaves_its_block_is_refused() -> None:
    """C + m - v, as the paper prints it, leads elsewhere."""
    with pytest.raises(InputError, match="leaves its block; use --reading block"):
        invariant_table(pram("printed"), (1, 2, 3))


def test_the_command_designs_it_and_says_what_it_keeps(run: Run, tmp_path: Path) -> None:
    """A file that audit takes; another law, another reading and a large cap are refused."""
    counts, table = tmp_path / "counts.csv", tmp_path / "t.ptable.json"
    counts.write_text("0,1,3\n7,1,0\n")
    words = ("design", *PRAM, "--keysize", "2^20", "--invariant", str(counts))
    made = run(*words, "--reading", "block", "-o", str(table), "--json").json["invariance"]
    assert Fraction(made["after"]) < Fraction(1, 1000) < Fraction(made["before"])
    assert run("audit", str(table), "--epsilon", "1").status == 1
    out = run(*words, "--reading", "block").out
    assert "invariant for" in out
    assert "A count of 0 may change" in out
    assert ("cells that keep their value with every key", "1") in [
        tuple(part.strip() for part in line.rsplit("  ", 1)) for line in out.splitlines()
    ]
    check_rejected(run(*words), "invariant", "--reading block")
    target = ("design", "--epsilon", "1", "--delta", "1e-4", "--invariant", str(counts))
    check_rejected(run(*target), "invariant", "--law pram")
    complete = ("design", "--complete", "--D", "2", "--variance", "1", "--invariant", str(counts))
    check_rejected(run(*complete), "invariant", "--law pram")
    large = ("design", "--law", "pram", "--epsilon", "1", "--cap", "21", "--reading", "block")
    check_rejected(run(*large, "--keysize", "2^64", "--invariant", str(counts)), "cap", "21")
