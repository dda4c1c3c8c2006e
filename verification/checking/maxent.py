"""The law of the largest entropy for its variance."""

from fractions import Fraction

from verification.checking.powers import LARGEST_D, powers
from verification.checking.reading import Document, only, plain, whole
from verification.checking.reals import exp_of
from verification.checking.root import root_bounds
from verification.checking.rounding import Law


def maxent(given: Document, x: Document | None, bits: int) -> Law:
    """w_k = x^(k^2), x = e^-gamma, k = 0..D, Sadeghi-Chien (2.3).

    gamma is a rational, a multiple of a logarithm, or fixed by the variance of the law.
    """
    D, gamma = whole(only(given, "D", "gamma")["D"], 1, LARGEST_D), given["gamma"]
    if isinstance(gamma, str):
        bounds = exp_of(gamma, Fraction(-1), bits)
    elif "variance" in gamma:
        bounds = root_bounds(gamma, D, x)
    else:
        bounds = exp_of(f"ln({only(gamma, 'ln', 'times')['ln']})", -plain(gamma["times"]), bits)
    return powers(bounds, D, 2, x, bits)
