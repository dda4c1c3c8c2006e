"""The keys of all others are known: delta of cells and margin against every key, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from exact.margins.counts import pairs_of_counts
from exact.margins.known_keys import known_keys, same_release
from exact.table.native import read_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.margins.key_by_key import covered_pairs
from tests.real_tables import D5V3
from tests.table.tables import tables

Released = tuple[int, int, int]


def given_keys(table: PTable, counts: tuple[int, int]) -> list[tuple[Released, Counter[Released]]]:
    """Return for all keys of the others: what is released without the person, and with each key."""
    f, m = counts
    K = table.keysize
    found = []
    for a, b in product(range(K if f else 1), range(K if m else 1)):
        without = tuple(n + table.row(n).noise(k % K) for n, k in ((f, a), (m, b), (f + m, a + b)))
        more = Counter(
            tuple(
                n + table.row(n).noise(k % K)
                for n, k in ((f + 1, a + r), (m, b), (f + m + 1, a + b + r))
            )
            for r in range(K)
        )
        found.append((without, more))
    return found  # type: ignore[return-value] # three cells each


def deltas(table: PTable, counts: tuple[int, int], E: Fraction) -> tuple[Fraction, Fraction]:
    """Return delta of present against absent, and the reverse, on average over the others' keys."""
    K, found = table.keysize, given_keys(table, counts)
    present = absent = Fraction(0)
    for without, more in found:
        law = {outcome: Fraction(ways, K) for outcome, ways in more.items()}
        same = law.get(without, Fraction(0))
        present += sum(p for y, p in law.items() if y != without) + max(Fraction(0), same - E)
        absent += max(Fraction(0), 1 - E * same)
    return present / len(found), absent / len(found)


@given(tables(), st.fractions(1, 6, max_denominator=12))
def test_delta_is_that_of_every_key(table: PTable, E: Fraction) -> None:
    """One minus the probability of the same release, whatever epsilon, and the larger direction."""
    for counts in covered_pairs(table)[:12]:
        present, absent = deltas(table, counts, E)
        assert 1 - same_release(table, counts) == present >= absent


@given(tables())
def test_the_worst_pair_is_the_worst_of_all(table: PTable) -> None:
    """The pairs that are looked at stand for all that the table covers."""
    expected = [deltas(table, pair, Fraction(1))[0] for pair in covered_pairs(table)]
    looked_at = pairs_of_counts(table)
    found = known_keys(table, looked_at.pairs)
    assert (found is None) == (not expected)
    if found is not None:
        assert found.all
        assert found.delta == max(expected)


def test_example_1_and_a_real_table(example_1: Path) -> None:
    """About 1 - 0.04^2 is not what it is: F and T move by the same key, so both stay more often."""
    table = read_native(example_1.read_text(encoding="utf-8"))
    for each, low in ((table, "0.9805"), (D5V3, "0.9304")):
        pmf = each.rows[-1].pmf
        single = sum(
            (pmf.probability(z) * pmf.probability(z - 1) for z in pmf.outcomes), Fraction(0)
        )
        found = known_keys(each, [(each.last_count, each.last_count)])
        assert found is not None
        same = 1 - found.delta
        assert single**2 < same < single
        assert found.delta > Fraction(low)


def test_the_count_is_a_cubic_in_how_fine_keys_are() -> None:
    """With every key split into f, four small f give every other f (Lagrange)."""

    def counted(f: int) -> Fraction:
        rows = (Row(((-1, f), (0, 2 * f), (1, f))), Row(((0, 3 * f), (-1, f))))
        return same_release(PTable(4 * f, 1, rows), (1, 1)) * (4 * f) ** 3

    nodes, x = (1, 2, 3, 4), 2**40
    expected = Fraction(0)
    for node in nodes:
        others = [o for o in nodes if o != node]
        expected += counted(node) * prod(Fraction(x - o, node - o) for o in others)
    assert counted(x) == expected


def test_too_many_runs_are_left_out() -> None:
    """A table whose noise jumps from key to key has too many pairs of runs: None, never a guess."""
    row = Row(tuple((z % 2, 1) for z in range(2000)))
    assert known_keys(PTable(2000, 1, (row,)), [(1, 1)]) is None
