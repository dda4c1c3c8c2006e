"""Cells and their margin by definition: every key of every cell, one after the other."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

from exact.table.ptable import PTable, Stop, Wrap
from exact.table.row import Row

_T = TypeVar("_T", bound=tuple[int, ...])
Law = dict[tuple[int, ...], Fraction]


def points(cells: list[Row], margin: Row) -> Counter[tuple[int, ...]]:
    """Return how many keys of the cells lead to each noise of the cells and of their margin."""
    listed = [noise_by_key(cell) for cell in cells]
    total = noise_by_key(margin)
    return Counter(
        (*(cell[k] for cell, k in zip(listed, keys, strict=True)), total[sum(keys) % len(total)])
        for keys in product(*(range(len(cell)) for cell in listed))
    )


def noise_by_key(row: Row) -> list[int]:
    """Return the noise of key 0, 1, ..."""
    return [noise for noise, keys in row.runs for _ in range(keys)]


def release(table: PTable, counts: tuple[int, ...]) -> Law:
    """Return the law of the released cells and margin; a cell without people has key 0."""
    keys = [range(table.keysize if n else 1) for n in counts]
    found: Counter[tuple[int, ...]] = Counter()
    for each in product(*keys):
        cells = tuple(n + table.row(n).noise(k) for n, k in zip(counts, each, strict=True))
        total = sum(counts)
        found[*cells, total + table.row(total).noise(sum(each) % table.keysize)] += 1
    return {outcome: Fraction(n, found.total()) for outcome, n in found.items()}


def delta_between(P: Mapping[_T, Fraction], Q: Mapping[_T, Fraction], E: Fraction) -> Fraction:
    """Return the sum of max(0, P(y) - E Q(y))."""
    return sum((max(Fraction(0), p - E * Q.get(y, Fraction(0))) for y, p in P.items()), Fraction(0))


def covered_pairs(table: PTable, floor: int = 0) -> list[tuple[int, int]]:
    """Return pairs of counts in a long range that are covered, with all that the person changes."""
    period = table.beyond.period if isinstance(table.beyond, Wrap) else 1
    counts = range(floor, max(table.last_count, floor) + 2 * period + 1)

    def covered(n: int) -> bool:
        if n < table.first_count:
            return n == 0 and table.zero == "preserve"
        return n <= table.last_count or table.beyond != Stop()

    return [
        (f, m) for f in counts for m in counts if all(map(covered, (f, f + 1, m, f + m, f + m + 1)))
    ]
