"""The law maxent of a variance: x = e^-gamma is the root of a polynomial, known between bounds."""

from fractions import Fraction

from verification.checking.powers import power_bounds
from verification.checking.reading import Bounds, Document, only, plain, read_bounds
from verification.checking.refusing import demand

MOST_ROOT_BITS = 1 << 12


def root_bounds(gamma: Document, D: int, given: Document | None) -> Bounds:
    """Return the bounds of x that are given, after checking that its root lies between them."""
    bounds = read_bounds(given or {})
    short = max(end.denominator for end in bounds).bit_length() <= MOST_ROOT_BITS
    demand(short, "quantisation: the bounds of x are too long")
    check_root(plain(only(gamma, "variance")["variance"]), D, bounds)
    return bounds


def check_root(V: Fraction, D: int, bounds: Bounds) -> None:
    """Check that f of (2.7) changes its sign between the bounds of x, for the variance V.

    f(x) = -V + sum of 2 (k^2 - V) x^(k^2) is negative left of its only positive root, and positive
    right of it. A lower bound of x^(k^2) serves where the sum must stay large, an upper one where
    it must stay small.
    """
    demand(bounds[0] > 0 and bounds[1] <= 1, "quantisation: the bounds of x are out of range")
    for x, side in zip(bounds, (-1, 1), strict=True):
        low, high = power_bounds((x, x), D, 2, 2 * x.denominator.bit_length() + 64)
        f = -V.numerator * low[0]
        for k in range(1, D + 1):
            weight = 2 * (k * k * V.denominator - V.numerator)
            f += weight * (low[k] if weight * side > 0 else high[k])
        demand(f * side >= 0, "quantisation: (2.7) has no root between the bounds")
