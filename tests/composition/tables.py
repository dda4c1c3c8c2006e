"""Small tables for composition, and what their pairs give away by definition."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from exact.composition.pairs import LossPair
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row

Law = dict[int, Fraction]


def table(rows: Sequence[Sequence[int]], first: int = 1, **more: object) -> PTable:
    """Return a table whose rows have so many keys for the noise -1, 0, 1, ...."""
    made = tuple(Row.of(list(enumerate(keys, -1))) for keys in rows)
    return PTable(sum(rows[0]), first, made, **more)  # type: ignore[arg-type]


TEN = (
    table([(1, 2, 1)]),
    table([(2, 4, 2), (1, 6, 1)]),
    table([(1, 3, 4), (4, 3, 1)], beyond=Stop()),
    table([(0, 5, 3), (3, 5, 0), (2, 4, 2)], zero="preserve"),
    table([(16,), (1, 10, 5)], zero="preserve"),
    table([(3, 1, 3, 1), (1, 3, 1, 3)], beyond=Wrap(1, 2)),
    table([(5, 6, 5), (7, 2, 7), (1, 14, 1)], beyond=Wrap(2, 2)),
    table([(1, 97, 2), (2, 96, 2)]),
    table([(0, 8), (0, 7, 1), (0, 6, 2)], first=0, zero="row"),
    table([(1, 1, 1, 1), (1, 0, 2, 1)], beyond=Repeat()),
)


def released(of: PTable, n: int) -> Law:
    """Return the law of the released count, by looking up every key."""
    found: Law = {}
    for key in range(of.keysize):
        y = n + of.noise(n, key)
        found[y] = found.get(y, Fraction(0)) + Fraction(1, of.keysize)
    return found


def pairs(of: PTable, floor: int = 0) -> Iterator[tuple[Law, Law]]:
    """Yield the laws of every two neighbouring counts up to 9 that the table covers."""
    first = 0 if of.zero == "preserve" and of.first_count == 1 else of.first_count
    last = of.last_count if isinstance(of.beyond, Stop) else 9
    for n in range(max(first, floor), last):
        yield released(of, n), released(of, n + 1)


def hockey_stick(P: Law, Q: Law, E: Fraction) -> Fraction:
    """Return the sum of max(0, P(y) - E Q(y)): the largest P(S) - E Q(S) over all events S."""
    zero = Fraction(0)
    return sum((max(zero, P.get(y, zero) - E * Q.get(y, zero)) for y in {*P, *Q}), zero)


def joint(pairs_of_cells: Sequence[LossPair], E: Fraction) -> Fraction:
    """Return the largest P(S) - E Q(S) over events S of joint outcomes, one by one."""
    total = prod(pair.total for pair in pairs_of_cells)
    found = Fraction(0)
    for outcome in product(*(pair.weights for pair in pairs_of_cells)):
        p, q = prod(p for p, _ in outcome), prod(q for _, q in outcome)
        found += max(Fraction(0), Fraction(p, total) - E * Fraction(q, total))
    return found


def both_ways(cells: Sequence[LossPair], E: Fraction) -> Fraction:
    """Return the larger of both directions."""
    return max(joint(cells, E), joint([pair.mirrored() for pair in cells], E))
