"""The limit D = infinity: the discrete Gaussian on all integers, Sadeghi-Chien Appendix C.

delta = C sum_{z <= z*} (e^(-gamma z^2) - e^epsilon e^(-gamma (z-1)^2))
      = C (t_k - e^epsilon t_{k+1})
with k = -z*, z* = floor(1/2 - epsilon/(2 gamma)), (C.2)-(C.4). The tails of the sums are cut at N
and bounded by a geometric series:

sum_{j > N} x^(j^2) <= x^((N+1)^2) (1 + x + x^2 + ...) = x^((N+1)^2) / (1 - x).
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.laws.maxent import MAX_D
from exact.laws.rates import Rate, compare_multiple
from exact.laws.square_powers import square_power_bounds
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import SPARE_BITS, Enclosed, Real


@dataclass(frozen=True, slots=True)
class DiscreteGaussian:
    """p(z) = C e^(-gamma z^2) on all integers z, with gamma = 1/(2 sigma^2) > 0."""

    rate: Rate

    def __post_init__(self) -> None:
        if self.rate.is_zero:
            raise InputError("gamma", 0, "gives no law on all integers", "give gamma > 0")

    def delta(self, epsilon: Epsilon) -> Real:
        """Give the tight delta at epsilon, (C.2).

        It is above 0: the loss of z grows without bound as z falls.
        """
        k = self.worst_event_start(epsilon)

        def enclose(bits: int) -> Enclosure:
            tails = self._tails(k + 2, bits)
            exp = Enclosure.scaled(*epsilon.exp_bounds(bits), bits)
            low = tails.lo[k] - exp.hi * tails.hi[k + 1]
            high = tails.hi[k] - exp.lo * tails.lo[k + 1]
            return Enclosure(
                low / (tails.total_hi if low > 0 else tails.total_lo), high / tails.total_lo
            )

        smallness = int(self.rate.enclose(64).hi * (k + 1) ** 2 * 3 / 2)
        return Enclosed(enclose, spare_bits=SPARE_BITS + smallness)

    def worst_event_start(self, epsilon: Epsilon) -> int:
        """Return the least k >= 0 with (2k + 1) gamma > epsilon: the worst event is {z <= -k}."""
        low, high = 0, 1
        while compare_multiple(self.rate, 2 * high + 1, epsilon) <= 0:
            low, high = high, 2 * high
            if high > MAX_D:
                raise InputError(
                    "epsilon", epsilon.text, "is too large for this gamma", "choose a larger gamma"
                )
        while low < high:
            middle = (low + high) // 2
            if compare_multiple(self.rate, 2 * middle + 1, epsilon) > 0:
                high = middle
            else:
                low = middle + 1
        return low

    def _tails(self, least: int, bits: int) -> "_InfiniteTails":
        """Return bounds of t_k for k = 0..least, with the infinite rest bounded."""
        cut = max(least, self._cut(bits))
        working = bits + 2 * cut.bit_length() + 4
        lo, hi = square_power_bounds(*self.rate.x_bounds(working), cut + 2, working)
        one = 1 << working
        x_hi = self.rate.x_bounds(working)[1]
        # gamma cut^2 >= bits with cut <= MAX_D makes gamma > 2^-40 and working > 64: so x_hi < 1.
        rest = Fraction(hi[cut + 1], one - x_hi)
        lows, highs = [Fraction(0)], [rest]
        for j in range(cut, -1, -1):
            lows.append(lows[-1] + Fraction(lo[j], one))
            highs.append(highs[-1] + Fraction(hi[j], one))
        return _InfiniteTails(tuple(reversed(lows)), tuple(reversed(highs)))

    def _cut(self, bits: int) -> int:
        """Return N with gamma N^2 >= bits log 2, so that the rest is near 2^-bits."""
        gamma = self.rate.enclose(64).lo
        if gamma <= 0:
            raise InputError("gamma", self.rate, "is too small", "choose a larger gamma")
        cut = 1
        while gamma * cut * cut < bits:
            cut *= 2
        if cut > MAX_D:
            raise InputError("gamma", self.rate, "is too small", "choose a larger gamma")
        return cut


@dataclass(frozen=True, slots=True)
class _InfiniteTails:
    """Bounds of t_k = sum_{j >= k} x^(j^2), over all integers j >= k."""

    lo: tuple[Fraction, ...]
    hi: tuple[Fraction, ...]

    @property
    def total_lo(self) -> Fraction:
        return self.lo[0] + self.lo[1]

    @property
    def total_hi(self) -> Fraction:
        return self.hi[0] + self.hi[1]
