"""The attacks on keys that add, against every record key: rows of 0, first keys, orders, wraps."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exact.attacks.averaging_added import AddedKeys
from exact.attacks.differencing import pair_of, worst_pair
from exact.attacks.learning import extreme
from exact.attacks.on_table.all_attacks import attacked
from exact.attacks.on_table.asked import INDEPENDENT, SUM, Asked
from exact.attacks.on_table.margins import margin_attack
from exact.attacks.partitions import Partition
from exact.errors import InputError
from tests.enumeration import REPEAT, WRAP, Keys, Law, Rows, any_law, counts_of, drawn, law

TABLES = [drawn(Random(f"attacked {seed}")) for seed in range(80)]
TABLES += [drawn(Random(f"attacked {seed}"), K) for seed, K in product(range(6), (8, 16))]
# One row, or two, that serve nobody and all larger counts; keys from 0 or 1.
AGAIN = (((2, -1, 0, 1),), ((2, -1, 0, 1), (0, 0, 3, -2)))
TABLES += [
    Rows(4, 0, noise, rule, 0, "row", first_key)
    for noise, rule, first_key in product(AGAIN, (REPEAT, WRAP), (0, 1))
]


def keys_of(table: Rows) -> Keys:
    """Return sums modulo the number of keys."""
    return Keys("sum", table.K, table.K)


def partitions(table: Rows, least: int = 1) -> Iterator[Partition]:
    """Yield partitions into two cells that the table covers."""
    counts = [n for n in counts_of(table)[:6] if n >= least]
    for cells in product(counts, repeat=2):
        if all(map(table.covers, (*cells, sum(cells)))):
            yield Partition(cells)


def proved(table: Rows, count: int) -> Fraction:
    """Return how often releases of so many people and one more differ, over all record keys."""
    both = law(table, keys_of(table), {"A": count, "p": 1}, ("A", "Ap"))
    return sum((share for (one, other), share in both.items() if one != other), Fraction(0))


def seen(table: Rows) -> Asked | None:
    """Return the question about keys that add; None where no partition is covered."""
    found = next(partitions(table), None)
    return None if found is None else Asked(table.ptable(), found, SUM)


def test_differencing_is_that_of_all_record_keys() -> None:
    """Of every count, and the worst: nobody has the key 0, not larger counts that use its row."""
    looked_at = 0
    for table in TABLES:
        asked = seen(table)
        covered = [n for n in counts_of(table) if table.covers(n) and table.covers(n + 1)]
        if asked is None or not covered:
            continue
        looked_at += 1
        by_count = {n: proved(table, n) for n in covered}
        for n, share in by_count.items():
            assert pair_of(asked.seen, n).proved == share
        assert worst_pair(asked.seen).proved == max(by_count.values())
        total = asked.partition.count
        answer = attacked(asked, "differencing", None).differencing
        assert answer is not None
        assert answer[1].proved == max(by_count.values())
        assert answer[0].count == total - 1
    assert looked_at > 60


def test_averaging_is_that_of_all_record_keys() -> None:
    """One partition, and two of the same people: women and men, young and old."""
    for table in TABLES:
        if table.K > 5:
            continue
        for partition in list(partitions(table, 2))[:3]:
            asked = Asked(table.ptable(), partition, SUM)
            added = AddedKeys.of(asked.key_rows())
            n, m = partition.cells
            groups = {"a": n - 1, "b": 1, "c": 1, "d": m - 1}
            cells = ("ab", "cd", "ac", "bd")
            for q in (1, 2):
                both = law(table, keys_of(table), groups, cells[: 2 * q])
                success = sum(
                    (p for y, p in both.items() if -q <= 2 * (sum(y) - q * (n + m)) < q),
                    Fraction(0),
                )
                bounds = added.success(q)
                assert bounds.lo <= success <= bounds.hi
                assert bounds.width < Fraction(1, 10**9)


def test_residuals_are_those_of_all_record_keys() -> None:
    """How well the noise of F is guessed, p_1, certainty, and what proves one person more."""
    for table in TABLES:
        for partition in list(partitions(table))[:4]:
            asked = Asked(table.ptable(), partition, SUM)
            f, m = partition.cells
            together = any_law(table, keys_of(table), {"F": f, "M": m}, ("F", "M", "FM"))
            found = margin_attack(asked)
            assert found.added is not None
            assert found.added.revealing == sum(
                (p for (a, b, c), p in together.items() if abs(a + b - c) > 3 * (found.bound - 1)),
                Fraction(0),
            )
            assert found.added.residuals.guessed == guessed(together)
            if table.K <= 5 and all(map(table.covers, (f + 1, f + m + 1))):
                assert found.known == known(table, f, m)


def guessed(together: Law) -> Fraction:
    """Return how often the likeliest noise of F given the residual is right."""
    best: dict[int, dict[int, Fraction]] = {}
    for (a, b, c), p in together.items():
        of = best.setdefault(a + b - c, {})
        of[a] = of.get(a, Fraction(0)) + p
    return sum((max(of.values()) for of in best.values()), Fraction(0))


def known(table: Rows, f: int, m: int) -> Fraction:
    """Return how often one person more in F is proved to whoever knows all other keys."""
    groups, cells = {"F": f, "M": m, "p": 1}, ("F", "M", "FM", "Fp", "M", "FMp")
    both = law(table, keys_of(table), groups, cells)
    return sum((p for y, p in both.items() if y[:3] != y[3:]), Fraction(0))


@pytest.mark.parametrize("keys", [INDEPENDENT, SUM])
def test_empty_cells_have_the_key_that_is_stated(keys: str) -> None:
    """A row of 0 by its keys is assumed where keys are independent, and has one noise elsewhere."""
    table = Rows(8, 0, ((0, 0, 0, 0, 0, 0, 3, 3), (-1, 0, 0, 0, 0, 0, 0, 1)), zero="row").ptable()
    asked = Asked(table, Partition((1, 1)), keys)
    assert asked.assumes_of_nobody == (keys == INDEPENDENT)
    assert extreme(asked.seen).bound == (3 if keys == INDEPENDENT else 1)
    answer = attacked(asked, "learning", None).learning
    assert answer is not None
    assert answer.extreme.bound == extreme(asked.seen).bound
    with pytest.raises(InputError, match="cells"):
        Partition((0, 1))
