"""Two cells and their margin whose keys add, by definition: every pair of keys, count by count.

For the judge of certificates alone: it imports nothing of ptcert.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from tests.attacks_on_ptcert.plain_table import PlainTable, Runs

Triple = tuple[int, int, int]
Law = dict[Triple, Fraction]
Noises = tuple[int, ...]


def pairs(table: PlainTable) -> Iterator[tuple[int, int]]:
    """Yield all pairs of counts that are covered, as are their sum and one person more in F."""
    counts = table.covered()
    for f, m in product(counts, repeat=2):
        if None not in rows_used(table, f, m):
            yield f, m


def rows_used(table: PlainTable, f: int, m: int) -> tuple[tuple[bool, Runs] | None, ...]:
    """Return the rows of F, of M, of their sum, and with one person more; that of 0 is its own."""
    used = (f, f + 1, m, f + m, f + m + 1)
    found = ((n == 0, table.runs(n)) for n in used)
    return tuple(None if runs is None else (empty, runs) for empty, runs in found)


def law(table: PlainTable, f: int, m: int) -> Law:
    """Return the law of the released F, M and T; an empty cell has key 0."""
    weights = _noise(*_by_keys(table, f, m), f == 0, m == 0)
    total = sum(weights.values())
    return {(f + a, m + b, f + m + c): Fraction(w, total) for (a, b, c), w in weights.items()}


def _by_keys(table: PlainTable, f: int, m: int) -> list[Noises]:
    """Return the noise of F, M and T at each key from 0 on; 0 may be no key of the file."""
    found = []
    for n in (f, m, f + m):
        places = [z for z, keys in table.runs(n) or () for _ in range(keys)]
        if n == 0:
            assert table.empty is not None
            places = [table.empty] * table.K
        found.append(tuple(places[(key - table.first) % table.K] for key in range(table.K)))
    return found


@cache
def _noise(one: Noises, two: Noises, both: Noises, *empty: bool) -> Counter[Triple]:
    keys = [range(1 if alone else len(both)) for alone in empty]
    return Counter((one[a], two[b], both[(a + b) % len(both)]) for a, b in product(*keys))


def never(table: PlainTable) -> list[int]:
    """Return the residuals that no law has, and independent noise would; of cells with people."""
    occur: set[int] = set()
    apart: set[int] = set()
    for f, m in pairs(table):
        for first in (f, f + 1):
            if f and m:
                noises = _noise(*_by_keys(table, first, m), False, False)
                occur |= {a + b - c for a, b, c in noises}
                each = [set(some) for some in zip(*noises, strict=True)]
                apart |= {a + b - c for a, b, c in product(*each)}
    return sorted(apart - occur)
