"""Facts about every complete table, each with its short proof; they hold for all tables at once."""

from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon

_EXP_BITS = 128


def least_by_keys(keysize: int) -> Fraction:
    """Return 1/K: the delta of every table of K keys whose last row repeats is at least that.

    Let y be the smallest value that the last count n releases, with k >= 1 of K keys. The count
    n + 1 has the same noise, so its smallest value is y + 1: delta >= P_n(y) - E 0 = k/K.

    >>> least_by_keys(256)
    Fraction(1, 256)
    """
    return Fraction(1, keysize)


def least_of_first_pair(variance: Fraction, D: int) -> Fraction:
    """Return 1 / (1 + min(V, D)): delta of the pair (0, 1) where 0 is preserved and row 1 unbiased.

    The event "not 0" has probability q = 1 - P_1(0) at count 1 and 0 at count 0, so delta >= q for
    every epsilon. With x = 1 - q = P(z = -1), unbiased means x = E z^+. Since z <= D,
    x <= D q, that is q >= 1 / (1 + D). By Cauchy-Schwarz E (z^+)^2 >= x^2 / q, so that
    V >= x + x^2 / q = x / q, that is q >= 1 / (1 + V).

    >>> least_of_first_pair(Fraction(3), 5)
    Fraction(1, 4)
    """
    return 1 / (1 + min(variance, Fraction(D)))


def least_of_small_counts(epsilon: Epsilon, D: int) -> Fraction:
    """Return a bound from below of (2 - e^epsilon) / (D + 2), for rows 1 and 2 unbiased.

    E[Y_2] - E E[Y_1] = 2 - E is the sum of y (P_2(y) - E P_1(y)) over the released values
    y from 0 to D + 2, at most (D + 2) times the sum of the positive parts, which is delta.
    It says nothing where e^epsilon >= 2.

    >>> from exact.numbers.epsilon import epsilon
    >>> least_of_small_counts(epsilon("ln(3/2)"), 5)
    Fraction(1, 14)
    """
    if D < 1:
        raise InputError("D", D, "must be at least 1", "give the largest noise of row 2")
    exact = epsilon.rational_exp
    E = exact or Fraction(epsilon.exp_bounds(_EXP_BITS)[1], 1 << _EXP_BITS)
    return max(Fraction(0), (2 - E) / (D + 2))
