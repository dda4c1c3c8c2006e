"""The attack on the noise bound of a whole table: its worst triple of true counts.

The rows of f, m and f + m may differ. Only noise that falls short of the bound E by 2 at most in
total counts (``bound``), so of each row six numbers are needed, and every pair (f, m) is tried that
has people in it: where one of the two cells is empty, the other and the total are the same people.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from exact.attacks.bound import bound_of, reveal_probability
from exact.errors import InputError
from exact.table.ptable import PTable, Stop, Wrap
from exact.table.row import Row

MAX_COUNTS = 1000
# Keys that lead to noise E, E - 1, E - 2 in absolute value: upward, and downward.
Tail = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class WorstTriple:
    """The true counts whose triple reveals the bound E with the largest probability p_1."""

    female: int
    male: int
    bound: int
    probability: Fraction


def worst_triple(table: PTable) -> WorstTriple:
    """Return the triple with the largest p_1; the first of equals.

    >>> from exact.table.row import Row
    >>> worst_triple(PTable(3, 1, (Row(((-1, 1), (0, 1), (1, 1))),))).probability
    Fraction(20, 27)
    """
    E = bound_of(*(row.pmf for row in table.rows))
    counts = _counts(table)
    if len(counts) > MAX_COUNTS:
        rule = f"has {len(counts)} counts to pair; the search takes up to {MAX_COUNTS}"
        raise InputError("table", f"{len(table.rows)} rows", rule, "audit a part of it")
    tails = {n: _tails(table.row(n), E) for n in {*counts, *map(sum, _pairs(table, counts))}}
    weighed = (
        (_weight(tails[f], tails[m], tails[f + m]), -f, -m) for f, m in _pairs(table, counts)
    )
    best = max(weighed, default=None)
    if best is None:
        rule = "covers no two counts with their sum"
        raise InputError("table", f"{len(table.rows)} rows", rule, "give a rule past the last row")
    f, m = -best[1], -best[2]
    female, male, total = (table.row(n).pmf for n in (f, m, f + m))
    return WorstTriple(f, m, E, reveal_probability(female, male, total, E))


def _counts(table: PTable) -> list[int]:
    """Return counts such that every triple of rows that the table has occurs with two of them.

    Past the last row one period repeats: a larger count has the row of one in it, and so has the
    sum, which stays past the last row too.
    """
    period = table.beyond.period if isinstance(table.beyond, Wrap) else 0
    return list(range(max(table.first_count, 1), max(table.last_count, 1) + period + 1))


def _pairs(table: PTable, counts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield f <= m whose sum the table covers: p_1 is the same for (m, f)."""
    most = table.last_count if isinstance(table.beyond, Stop) else 2 * counts[-1]
    return ((f, m) for f, m in combinations_with_replacement(counts, 2) if f + m <= most)


def _weight(f: tuple[Tail, Tail], m: tuple[Tail, Tail], t: tuple[Tail, Tail]) -> int:
    """Return p_1 times keysize^3 for E >= 1; the same number for every triple where E = 0."""
    return _near(f[0], m[0], t[1]) + _near(f[1], m[1], t[0])


def _near(a: Tail, b: Tail, c: Tail) -> int:
    """Return the sum of a_i b_j c_k over i + j + k <= 2."""
    both = (a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0])
    return both[0] * sum(c) + both[1] * (c[0] + c[1]) + both[2] * c[0]


def _tails(row: Row, E: int) -> tuple[Tail, Tail]:
    pmf = row.pmf
    keys = dict(zip(pmf.outcomes, pmf.weights, strict=True))
    up = (keys.get(E, 0), keys.get(E - 1, 0), keys.get(E - 2, 0))
    return up, (keys.get(-E, 0), keys.get(1 - E, 0), keys.get(2 - E, 0))
