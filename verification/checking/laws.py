"""The declared law: bounds of its values, and what the rules of quantisation make of them."""

from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from verification.checking.exponential import check_exp
from verification.checking.reading import only, plain, write
from verification.checking.refusing import demand, refuse, same

EXACT_BITS = 1 << 20  # of the largest exact power of x that is worth computing


def check_rate(gamma: Any, D: int, x_lo: Fraction, x_hi: Fraction) -> None:
    """Check x_lo <= e^-gamma <= x_hi for gamma rational, a multiple of a log, or by (2.7)."""
    if isinstance(gamma, str) and plain(gamma) > 0:
        check_exp("e^-gamma", -plain(gamma), x_lo, x_hi)
    elif isinstance(gamma, str):
        same("e^-gamma", [write(x_lo), write(x_hi)], ["1/1", "1/1"])
    elif "variance" in gamma:
        check_rate_of_variance(plain(only(gamma, "variance")["variance"]), D, x_lo, x_hi)
    else:
        only(gamma, "ln", "times")
        check_rate_of_log(plain(gamma["ln"]), plain(gamma["times"]), x_lo, x_hi)


def check_rate_of_variance(V: Fraction, D: int, x_lo: Fraction, x_hi: Fraction) -> None:
    """Check that f of (2.7) changes its sign between the bounds.

    f(x) = -V + sum of 2 (k^2 - V) x^(k^2) is negative left of its only positive root, and positive
    right of it. A lower bound of x^(k^2) serves where the sum must stay large, an upper one where
    it must stay small.
    """
    bits = 2 * x_hi.denominator.bit_length() + 64
    for x, side in ((x_lo, -1), (x_hi, 1)):
        low, high = powers(x, x, D, bits)
        f = -V * low[0]
        for k in range(1, D + 1):
            weight = 2 * (k * k - V)
            f += weight * (low[k] if weight * side > 0 else high[k])
        demand(f * side >= 0, "quantisation: (2.7) has no root between the bounds")


def check_rate_of_log(base: Fraction, times: Fraction, x_lo: Fraction, x_hi: Fraction) -> None:
    """Check the bounds of x = base^(-a/n): it is the only positive x with x^n base^a = 1."""
    a, n = times.as_integer_ratio()
    bits = max(x_lo.denominator.bit_length(), x_hi.denominator.bit_length())
    if not 0 < a * base.numerator.bit_length() < 1 << 22 or n * bits >= 1 << 24 or base <= 1:
        refuse("gamma is out of range")
    between = x_lo**n * base**a <= 1 <= x_hi**n * base**a
    demand(between, "quantisation: no root between the bounds")


def powers(x_lo: Fraction, x_hi: Fraction, D: int, bits: int) -> tuple[list[Any], list[Any]]:
    """Return lower and upper bounds of 2^bits x^(k^2), k = 0..D; exact where x is known."""
    demand(0 < x_lo <= x_hi <= 1, "quantisation: the bounds of e^-gamma are out of order")
    if x_lo == x_hi and x_lo.denominator.bit_length() * D * D < EXACT_BITS:
        exact = [x_lo ** (k * k) for k in range(D + 1)]
        return exact, exact
    return rounded_powers(x_lo, D, bits, 1), rounded_powers(x_hi, D, bits, -1)


def rounded_powers(x: Fraction, D: int, bits: int, sign: int) -> list[int]:
    """Return 2^bits x^(k^2), rounded down (sign 1) or up (sign -1) at every step.

    x^((k+1)^2) = x^(k^2) x^(2k+1), and x^(2k+1) grows by the factor x^2. Rounding up is rounding
    down of the negative number.
    """

    def rounded(value: Fraction) -> int:
        return sign * (sign * value // 1)

    odd, square = rounded(x * (1 << bits)), rounded(x * x * (1 << bits))
    found = [1 << bits]
    for _ in range(D):
        found.append(sign * (sign * found[-1] * odd >> bits))
        odd = sign * (sign * odd * square >> bits)
    return found


def scaled_values(weights: list[Any], total: Any, K: int, by_tails: bool) -> list[Fraction]:
    """Return K p(k), k = 0..D, or K c_Z(-k), k = 1..D, from the weights and their total."""
    tails = list(accumulate(reversed(weights[1:])))[::-1]
    return [Fraction(K * part) / total for part in (tails if by_tails else weights)]


def by_tail(tails: list[Fraction], K: int, rule: str) -> list[int]:
    """Return the keys of each noise value from K c_Z(-k), k = 1..D, by (4.2) and (4.5)."""
    up, down = [-(-tail // 1) for tail in tails], [tail // 1 for tail in tails]
    above = {"ceiling": down, "symmetric": up}[rule]
    ends = [0, *reversed(up), *(K - tail for tail in above), K]
    return [after - before for before, after in pairwise(ends)]


def by_remainder(lows: list[Fraction], highs: list[Fraction], K: int) -> list[int]:
    """Return floor(K p(z)), plus 1 for the largest parts; equal parts: nearest 0, then negative."""
    floors = [low // 1 for low in lows]
    order = sorted(range(len(lows)), key=lambda k: (floors[k] - lows[k], k))
    for j, k in pairwise(order):
        apart = lows[j] - floors[j] > highs[k] - floors[k]
        demand(apart or lows == highs, "quantisation: two remainders cannot be told apart")
    values = [z for k in order for z in ((-k, k) if k else (0,))]
    lucky = set(values[: K - 2 * sum(floors) + floors[0]])
    return [floors[abs(z)] + (z in lucky) for z in range(1 - len(lows), len(lows))]
