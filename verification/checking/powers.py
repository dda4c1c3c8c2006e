"""Bounds of the powers of x = e^-rate, and of x where the rate is fixed by the variance."""

from fractions import Fraction

from verification.checking.reading import Bounds
from verification.checking.refusing import demand
from verification.checking.rounding import IntegerBounds

MOST_POWER_BITS = 1 << 14  # of the largest exact power of x that is worth computing


def power_bounds(x: Bounds, D: int, power: int, bits: int) -> IntegerBounds:
    """Return bounds of x^(k^power), k = 0..D, power 1 or 2, all times 2^bits.

    Where x = p/q is known and small they are exact, and times q^(D^power) instead.
    """
    (p, q), top = x[0].as_integer_ratio(), D**power
    if x[0] == x[1] and max(p, q).bit_length() * top < MOST_POWER_BITS:
        exact = [p ** (k**power) * q ** (top - k**power) for k in range(D + 1)]
        return exact, exact
    return rounded_powers(x[0], 1, D, power, bits), rounded_powers(x[1], -1, D, power, bits)


def rounded_powers(x: Fraction, sign: int, D: int, power: int, bits: int) -> list[int]:
    """Return 2^bits x^(k^power), rounded down (sign 1) or up (sign -1) at every step.

    x^((k+1)^2) = x^(k^2) x^(2k+1), and x^(2k+1) grows by the factor x^2; x^(k+1) = x^k x. Rounding
    up is rounding down of the negative number.
    """
    step, growth = (sign * (sign * value * 2**bits // 1) for value in (x, x ** (2 * power - 2)))
    found = [1 << bits]
    for _ in range(D):
        found.append(sign * (sign * found[-1] * step >> bits))
        step = sign * (sign * step * growth >> bits)
    return found


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
