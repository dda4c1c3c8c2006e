"""Powers of x, where x itself is known between bounds, and the noise that has them as weights."""

from fractions import Fraction

from verification.checking.reading import Bounds, Document, read_bounds
from verification.checking.refusing import demand
from verification.checking.rounding import IntegerBounds, Law, noise_of

LARGEST_D = 100_000
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


def powers(x: Bounds, D: int, power: int, given: Document | None, bits: int) -> Law:
    """Return the law of the weights x^(k^power), k = 0..D; x lies between bounds given, if any."""
    lo, hi = x if given is None else read_bounds(given)
    between = lo <= x[0] <= x[1] <= hi and x[1] <= 1
    demand(between, "quantisation: e^-rate is above 1 or not between the bounds given")
    found = noise_of(power_bounds(x, D, power, bits))
    return lambda _: found
