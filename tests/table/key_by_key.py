"""Delta of a table by its definition, key by key and count by count."""

from fractions import Fraction

from exact.errors import InputError
from exact.table.ptable import PTable, Stop, Wrap


def delta_between(P: dict[int, Fraction], Q: dict[int, Fraction], E: Fraction) -> Fraction:
    """Return the sum of max(0, P(y) - E Q(y))."""
    terms = (p - E * Q.get(y, Fraction(0)) for y, p in P.items())
    return sum((max(Fraction(0), term) for term in terms), Fraction(0))


def releases(table: PTable, count: int, weights: list[int]) -> dict[int, Fraction]:
    """Return the law of the released count, key by key."""
    found: dict[int, Fraction] = {}
    for key, weight in enumerate(weights):
        released = count + table.noise(count, key)
        found[released] = found.get(released, Fraction(0)) + Fraction(weight, sum(weights))
    return found


def largest_delta(table: PTable, E: Fraction, weights: list[int]) -> Fraction:
    """Return the largest delta over all covered neighbours in a long range, both directions."""
    return max(all_deltas(table, E, weights))


def all_deltas(table: PTable, E: Fraction, weights: list[int], least: int = 0) -> list[Fraction]:
    """Return delta of the covered pairs (n, n+1) from ``least`` on, both directions, one by one."""
    period = table.beyond.period if isinstance(table.beyond, Wrap) else 1
    deltas = []
    for n in range(least, table.last_count + 3 * period + 1):
        try:
            low, high = (releases(table, m, weights) for m in (n, n + 1))
        except InputError:
            continue
        deltas += [delta_between(low, high, E), delta_between(high, low, E)]
    return deltas


def has_neighbours(table: PTable) -> bool:
    """Tell whether a table covers two neighbouring counts."""
    return (
        table.beyond != Stop()
        or len(table.rows) > 1
        or (table.zero == "preserve" and table.first_count == 1)
    )
