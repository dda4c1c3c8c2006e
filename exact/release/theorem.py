"""What Theorem 7.1 of Rinott, O'Keefe, Shlomo and Skinner says of a release: shares add up.

Each of d cells gets a share of epsilon, by default epsilon / d, and has its own tight delta at its
share; the sum of these deltas holds for the whole release at epsilon. It is simple, and wasteful.
"""

from collections.abc import Sequence
from fractions import Fraction

from exact.composition.theorem import Guarantee, summed
from exact.numbers.epsilon import Epsilon
from exact.release.answer import SummedPoint
from exact.release.cells import Cells
from exact.release.independent import Composer

# Shares are rounded down to so many bits: then their sum is at most epsilon.
_SHARE_BITS = 64


def sum_of_shares(cells: Sequence[Cells], epsilon: Epsilon, composer: Composer) -> SummedPoint:
    """Return the sum of the theorem at epsilon, every delta rounded up."""
    whole = epsilon.enclosure(_SHARE_BITS).lo
    total = sum((one.number * one.share for one in cells), Fraction(0))
    guarantees = []
    for one in cells:
        share = _rounded_down(whole * one.share / total)
        delta = composer.single(one).delta(share).hi
        guarantees += [Guarantee(share, delta)] * one.number
    return SummedPoint(epsilon, summed(guarantees).delta)


def _rounded_down(share: Fraction) -> Epsilon:
    return Epsilon(value=Fraction(int(share * (1 << _SHARE_BITS)), 1 << _SHARE_BITS))
