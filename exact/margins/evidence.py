"""Bounds of the largest delta of cells with their margin, and counts that reach the lower one."""

from dataclasses import dataclass
from fractions import Fraction

from exact.margins.counts import Counts
from exact.margins.worst import Margins
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta

# Whoever computes the bounds anew has bounds of e^epsilon of their own: one unit of room.
_BITS = 128


@dataclass(frozen=True, slots=True)
class JointPoint:
    """Bounds of delta at one epsilon; at ``counts`` it is A - B e^epsilon, the person ``added``."""

    epsilon: Epsilon
    delta: Enclosure
    counts: Counts
    added: bool
    A: Fraction
    B: Fraction


def joint_point(largest: Margins, allowed: Margins, epsilon: Epsilon) -> JointPoint:
    """Return bounds of delta: above all counts of ``largest``, below the worst of ``allowed``.

    >>> from exact.table.ptable import PTable
    >>> from exact.table.row import Row
    >>> found = Margins(PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),)))
    >>> joint_point(found, found, Epsilon(exp=Fraction(3))).delta.hi
    Fraction(9, 16)
    """
    above, below = largest.worst(epsilon).delta, allowed.worst(epsilon)
    delta = below.delta
    bounds = Enclosure(_rounded(delta, epsilon).lo, _rounded(above, epsilon).hi)
    return JointPoint(epsilon, bounds, below.counts, below.added, delta.A, delta.B)


def _rounded(delta: Delta, epsilon: Epsilon) -> Enclosure:
    """Return delta where e^epsilon is rational, and bounds with room elsewhere."""
    exact = epsilon.rational_exp
    if exact is not None:
        return Enclosure.point(delta.A - delta.B * exact)
    lo, hi = (Fraction(end, 1 << (2 * _BITS)) for end in epsilon.exp_bounds(2 * _BITS))
    one = 1 << _BITS
    low, high = (delta.A - delta.B * hi) * one, (delta.A - delta.B * lo) * one
    least, most = Fraction(low.__floor__() - 1, one), Fraction(high.__ceil__() + 1, one)
    return Enclosure(max(Fraction(0), least), min(Fraction(1), most))
