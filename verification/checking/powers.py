"""Bounds of x = e^-rate and of its powers.

The rate is a rational, a multiple of a logarithm, or fixed by the variance of the law.
"""

from fractions import Fraction
from typing import Any

from verification.checking.exponential import Bounds, exp_bounds, log_bounds
from verification.checking.parameters import logarithm, read_bounds
from verification.checking.reading import Document, only, plain
from verification.checking.refusing import demand, refuse

MOST_RATE_BITS = 4096  # of the numbers that a rate is made of, and of an exact x
MOST_POWER_BITS = 1 << 14  # of the largest exact power of x that is worth computing

IntegerBounds = tuple[list[int], list[int]]


def rate_of(epsilon: str, factor: Fraction) -> Any:
    """Return factor * epsilon as a rate is written."""
    base = logarithm(epsilon)
    return str(factor * plain(epsilon)) if base is None else {"ln": str(base), "times": str(factor)}


def x_of(rate: Any, D: int, given: Document | None, bits: int) -> Bounds:
    """Return bounds of x = e^-rate, which lie between those given, where some are."""
    if "variance" in rate:
        x = read_bounds(given or {})
        check_root(plain(only(rate, "variance")["variance"]), D, x)
        return x
    x = own_bounds(rate, bits)
    lo, hi = x if given is None else read_bounds(given)
    demand(lo <= x[0] <= x[1] <= hi, "quantisation: e^-rate is not between the bounds given")
    return x


def own_bounds(rate: Any, bits: int) -> Bounds:
    """Return bounds of e^-rate; they are equal where it is a rational that is worth knowing."""
    if isinstance(rate, str):
        value = plain(rate)
        return exp_bounds((-value, -value), bits) if value else (Fraction(1), Fraction(1))
    times, base = plain(only(rate, "ln", "times")["times"]), plain(rate["ln"])
    size = max(n.bit_length() for n in (*times.as_integer_ratio(), *base.as_integer_ratio()))
    if times == 0 or base <= 1 or size > MOST_RATE_BITS:
        refuse("the rate is out of range")
    if times.denominator == 1 and times * base.numerator.bit_length() <= MOST_RATE_BITS:
        return base**-times.numerator, base**-times.numerator
    low, high = log_bounds(base, bits + times.numerator.bit_length() + 8)
    return exp_bounds((-times * high, -times * low), bits)


def check_root(V: Fraction, D: int, bounds: Bounds) -> None:
    """Check that f of (2.7) changes its sign between the bounds of x, for the variance V.

    f(x) = -V + sum of 2 (k^2 - V) x^(k^2) is negative left of its only positive root, and positive
    right of it. A lower bound of x^(k^2) serves where the sum must stay large, an upper one where
    it must stay small.
    """
    demand(bounds[0] > 0 and bounds[1] <= 1, "quantisation: the bounds of x are out of range")
    for x, side in zip(bounds, (-1, 1), strict=True):
        low, high = power_bounds((x, x), D, 2, 2 * x.denominator.bit_length() + 64)
        f = -V * low[0]
        for k in range(1, D + 1):
            weight = 2 * (k * k - V)
            f += weight * (low[k] if weight * side > 0 else high[k])
        demand(f * side >= 0, "quantisation: (2.7) has no root between the bounds")


def power_bounds(x: Bounds, D: int, power: int, bits: int) -> IntegerBounds:
    """Return bounds of x^(k^power), k = 0..D, power 1 or 2, all times 2^bits.

    Where x = p/q is known and small they are exact, and times q^(D^power) instead.
    """
    top = D**power
    if x[0] == x[1] and max(x[0].as_integer_ratio()).bit_length() * top < MOST_POWER_BITS:
        p, q = x[0].as_integer_ratio()
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
