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


def expected(table: PTable, counts: list[int], value: int, large: bool) -> Fraction:
    """Return how many cells are expected to have a small value, or a residue, by the rows."""
    total = Fraction(0)
    for a in counts:
        if (a >= 2) != large:
            continue
        for z, keys in table.row(a).runs:
            total += Fraction(keys, K) * ((a + z) % 5 == value if large else a + z == value)
    return total


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30))
def test_as_many_cells_of_each_value_are_expected_as_there_are(counts: list[int]) -> None:
    """E(t* | t) = t of the small counts and of the residues, but for the rounding to keys."""
    found = invariant_table(pram(), counts)
    drifts = []
    for large, values in ((False, range(2)), (True, range(5))):
        for value in values:
            true = sum((a % 5 if large else a) == value for a in counts if (a >= 2) == large)
            drifts.append(abs(expected(found.table, counts, value, large) - true))
    assert max(drifts) == found.after <= Fraction(len(counts), K)
    assert found.before >= 0


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.integers(0, 40))
def test_a_count_stays_in_its_block(counts: list[int], a: int) -> None:
    """Small counts stay below the cap, larger ones in their block of five."""
    released = {a + z for z, _ in invariant_table(pram(), counts).table.row(a).runs}
    block = range(2) if a < 2 else range(a - a % 5, a - a % 5 + 5)
    assert released <= set(block)


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
    check_rejected(run(*words), "invariant", "--reading block")
    target = ("design", "--epsilon", "1", "--delta", "1e-4", "--invariant", str(counts))
    check_rejected(run(*target), "invariant", "--law pram")
    complete = ("design", "--complete", "--D", "2", "--variance", "1", "--invariant", str(counts))
    check_rejected(run(*complete), "invariant", "--law pram")
    large = ("design", "--law", "pram", "--epsilon", "1", "--cap", "21", "--reading", "block")
    check_rejected(run(*large, "--keysize", "2^64", "--invariant", str(counts)), "cap", "21")
