"""What Theorem 7.1 of Rinott, O'Keefe, Shlomo and Skinner says of a release: parameters add up.

Of d cells that are DP(epsilon_i, delta_i) all together are DP(sum of epsilon_i, sum of delta_i).
The epsilon_i are the user's: those that the plan states, or that the perturbation tables were
designed for. At another epsilon than their sum they are taken in proportion, each with its own
tight delta there. Where some cell has none, all have equal ones, epsilon / d, and that is said:
with others the sum may be far smaller.
"""

from collections.abc import Sequence
from fractions import Fraction

from exact.composition.theorem import Guarantee, summed
from exact.numbers.epsilon import Epsilon
from exact.release.answer import SummedPoint
from exact.release.cells import Cells
from exact.release.independent import Composer

# An epsilon_i is rounded down to so many bits: then their sum is at most epsilon.
_SHARE_BITS = 64


def total_of_shares(cells: Sequence[Cells]) -> Fraction | None:
    """Return the sum of the epsilon_i of all cells; None where some cell has none."""
    known = [(one.number, one.share) for one in cells if one.share is not None]
    if len(known) < len(cells):
        return None
    return sum((number * share for number, share in known), Fraction(0))


def sum_of_theorem(cells: Sequence[Cells], epsilon: Epsilon, composer: Composer) -> SummedPoint:
    """Return the sum of the theorem at epsilon, every delta rounded up."""
    whole, total = epsilon.enclosure(_SHARE_BITS).lo, total_of_shares(cells)
    number = sum(one.number for one in cells)
    guarantees = []
    for one in cells:
        part = Fraction(1, number) if total is None or one.share is None else one.share / total
        own = _rounded_down(whole * part)
        delta = composer.single(one).delta(own).hi
        guarantees += [Guarantee(own, delta)] * one.number
    return SummedPoint(epsilon, summed(guarantees).delta)


def _rounded_down(epsilon: Fraction) -> Epsilon:
    return Epsilon(value=Fraction(int(epsilon * (1 << _SHARE_BITS)), 1 << _SHARE_BITS))
