"""Percentages: how far the share of a cell in its total moves, both released with own noise.

The share b/T of a released cell b in a released total T, against a/t of the true ones. Cell and
total have keys of their own, taken as independent. In percentage points,

    E |100 b/T - 100 a/t|,   a total that is released as 0 or less is left out, and the rest is 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.utility.chances import Chances, Perturbation
from exact.utility.counts import Counts

# Pairs of a released cell and a released total that are gone through: about a microsecond each.
MOST_PAIRS = 3_000_000
_BITS = 64


@dataclass(frozen=True, slots=True)
class ShareLoss:
    """Cells with a share, the sum of their expected errors in percentage points, and the largest.

    ``largest`` is the largest error that can occur at all.
    """

    cells: int
    error: Enclosure
    largest: Fraction


def share_losses(
    counts: Counts, perturbation: Perturbation, sizes: Iterable[tuple[int, int | None]]
) -> list[ShareLoss] | None:
    """Return the losses of row percentages (of a list: of the total) for counts of each size.

    None where it would take too long. A row without people has no percentages.
    """
    places = [(n, sum(row)) for row in counts.rows() for n in row if sum(row)]
    released = {n: perturbation.released(n) for n in {n for place in places for n in place}}
    pairs = sum(len(released[a].values) * len(released[t].values) for a, t in set(places))
    if pairs > MOST_PAIRS:
        return None
    each = {place: _error(place, released[place[0]], released[place[1]]) for place in set(places)}
    found = []
    for least, most in sizes:
        here = [p for p in places if p[0] >= least and (most is None or p[0] <= most)]
        errors = [each[place] for place in here]
        low = sum((e.lo for e, _ in errors), Fraction(0))
        total = Enclosure(low, sum((e.hi for e, _ in errors), Fraction(0)))
        largest = max((far for _, far in errors), default=Fraction(0))
        found.append(ShareLoss(len(here), total, largest))
    return found


def _error(place: tuple[int, int], cell: Chances, total: Chances) -> tuple[Enclosure, Fraction]:
    """Return E |100 b/T - 100 a/t| given T > 0, and the largest value.

    |b/T - a/t| = |bt - aT| / (tT), each rounded down and up on the grid of 2^-64.
    """
    a, t = place
    low = high = 0
    largest = Fraction(0)
    chance_lo = chance_hi = 0
    for T, T_lo, T_hi in zip(total.values, total.lo, total.hi, strict=True):
        if T <= 0:
            continue
        inner_lo = inner_hi = far = 0
        for b, lo, hi in zip(cell.values, cell.lo, cell.hi, strict=True):
            off = abs(b * t - a * T)
            far = max(far, off)
            value = (100 * off << _BITS) // (t * T)
            inner_lo, inner_hi = inner_lo + lo * value, inner_hi + hi * (value + (off > 0))
        low, high = low + T_lo * inner_lo, high + T_hi * inner_hi
        chance_lo, chance_hi = chance_lo + T_lo, chance_hi + T_hi
        largest = max(largest, Fraction(100 * far, t * T))
    if not chance_lo:
        return Enclosure.point(Fraction(0)), largest
    scale = cell.total << _BITS
    return Enclosure(Fraction(low, chance_hi * scale), Fraction(high, chance_lo * scale)), largest
