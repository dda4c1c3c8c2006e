"""Probabilities and variance of the discrete Gaussian p(z) ~ x^(z^2) on all integers, x = e^-gamma.

The parameter sigma^2 = 1/(2 gamma) is *not* its variance: that is

    V(x) = 2 sum_{k>=1} k^2 x^(k^2) / (1 + 2 sum_{k>=1} x^(k^2))

which is below sigma^2 (Canonne-Kamath-Steinke, Corollary 9) and rises with x, because
x dV/dx is the variance of Z^2. So the law of a given variance is found by bisection.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from exact.errors import InputError
from exact.laws.enclosed_rate import EnclosedRate
from exact.laws.exp_ratio import ExpRatio
from exact.laws.rates import Rate, RationalRate
from exact.laws.square_powers import square_power_bounds
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.producers import log_floor
from exact.numbers.real import SPARE_BITS, Enclosed, Real

_MAX_TERMS = 100_000
_BISECTION_BITS = 64
_FIRST_STEP = 64


@dataclass(frozen=True, slots=True)
class _Sums:
    """Bounds of 1 + 2 sum x^(k^2) and 2 sum k^2 x^(k^2), both times 2^bits."""

    total: tuple[int, int]
    second: tuple[int, int]

    @property
    def variance(self) -> Enclosure:
        return Enclosure(
            Fraction(self.second[0], self.total[1]), Fraction(self.second[1], self.total[0])
        )


def gaussian_of_parameter(sigma_squared: ExpRatio) -> Rate:
    """Return gamma = 1/(2 sigma^2): the law e^(-z^2/(2 sigma^2)) of [12, (1)].

    >>> from exact.numbers.epsilon import Epsilon
    >>> gaussian_of_parameter(ExpRatio.of(Epsilon(exp=Fraction(2)), [1, 1]))
    RationalRate(gamma=Fraction(1, 6))
    """
    gamma = ExpRatio.of(sigma_squared.epsilon, [1]) / (sigma_squared * 2)
    exact = gamma.exact
    return EnclosedRate(gamma.enclose) if exact is None else RationalRate(exact)


def gaussian_of_variance(variance: ExpRatio) -> EnclosedRate:
    """Return the rate of the discrete Gaussian whose variance is ``variance`` > 0."""
    if variance.sign() <= 0:
        raise InputError("variance", variance.above, "must be positive", "give noise that occurs")

    def enclose(bits: int) -> Enclosure:
        def attempt(working: int) -> Enclosure | None:
            lo, hi = _root_bounds(variance, working)
            if lo == 0 or hi == 1 << working:
                return None
            low = -log_floor(Fraction(hi, 1 << working), bits) - 1
            return Enclosure.scaled(low, -log_floor(Fraction(lo, 1 << working), bits), bits)

        # It ends: 0 < x < 1, and the bounds close in on x.
        return narrow(attempt, bits + 32, "x from the variance")

    return EnclosedRate(lru_cache(maxsize=16)(enclose))


def gaussian_probability(rate: Rate, z: int) -> Real:
    """Return p(z)."""

    def enclose(bits: int) -> Enclosure:
        lows, highs = square_power_bounds(*rate.x_bounds(bits), abs(z), bits)
        total = _sums(*rate.x_bounds(bits), bits).total
        return Enclosure(Fraction(lows[-1], total[1]), Fraction(highs[-1], total[0]))

    return Enclosed(enclose, spare_bits=SPARE_BITS + int(rate.enclose(64).hi * z * z * 3 / 2))


def gaussian_variance(rate: Rate) -> Real:
    """Return V(x)."""

    def enclose(bits: int) -> Enclosure:
        return _sums(*rate.x_bounds(bits), bits).variance

    return Enclosed(enclose, spare_bits=SPARE_BITS + int(rate.enclose(64).hi * 3 / 2))


def _sums(x_lo: int, x_hi: int, bits: int) -> _Sums:
    """Sum k = 1..N and bound the rest.

    With (1 - x) N^2 >= bits and (1 - x)(2N + 1) > log 8, x^(N^2) < 2^-bits and each term
    k^2 x^(k^2) beyond N is at most half the one before: the rest is below twice the first.
    """
    one = 1 << bits
    gap = one - x_hi
    if gap <= 0 or bits * one > gap * _MAX_TERMS**2 or 2 * one > gap * _MAX_TERMS:
        raise InputError("gamma", Fraction(gap, one), "is too small", "choose a smaller variance")
    N = max(isqrt(bits * one // gap) + 2, 2 * one // gap + 1)
    lows, highs = square_power_bounds(x_lo, x_hi, N + 1, bits)
    rest = 2 * highs[N + 1]
    total = (one + 2 * sum(lows[1:]), one + 2 * (sum(highs[1 : N + 1]) + rest))
    seconds = [2 * sum(k * k * w for k, w in enumerate(side)) for side in (lows, highs[: N + 1])]
    return _Sums(total, (seconds[0], seconds[1] + 2 * (N + 1) ** 2 * rest))


def _root_bounds(variance: ExpRatio, bits: int) -> tuple[int, int]:
    """Return integers m <= x 2^bits <= M, as near as bounds show: V(m/2^bits) <= V <= V(M/2^bits).

    Half the bits give a bracket, on which V(x) is nearly a line: its root is a guess, and bounds
    beside the guess prove it. A bad guess only costs a few steps more.
    """
    wanted = variance.enclose(bits)
    if bits <= _BISECTION_BITS:
        low = _bisect(bits, lambda found: found.hi <= wanted.lo)
        return low, _bisect(bits, lambda found: found.lo < wanted.hi) + 1
    half = bits // 2
    coarse = _root_bounds(variance, half)
    low, high = (end << (bits - half) for end in coarse)
    at_low, at_high = (_variance(end, bits) for end in (low, high))
    rise = at_high.hi - at_low.lo
    guess = low + int((high - low) * (wanted.lo - at_low.lo) / rise)
    step = _FIRST_STEP
    while guess - step > low and _variance(guess - step, bits).hi > wanted.lo:
        step *= 2
    below, step = max(low, guess - step), _FIRST_STEP
    while guess + step < high and _variance(guess + step, bits).lo < wanted.hi:
        step *= 2
    return below, min(high, guess + step)


def _bisect(bits: int, below: Callable[[Enclosure], bool]) -> int:
    """Return the largest m for which ``below`` holds of the variance at x = m/2^bits (0: none)."""
    one, halvings = 1 << bits, 1
    while below(_variance(one - (one >> halvings), bits)):
        halvings += 1  # x = 1 - 2^-halvings has a variance near 2^halvings / 2
    low, high = 0, one - (one >> halvings)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if below(_variance(middle, bits)) else (low, middle)
    return low


def _variance(m: int, bits: int) -> Enclosure:
    """Return V(m/2^bits)."""
    return _sums(m, m, bits).variance
