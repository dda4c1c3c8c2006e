"""The symmetric maximum-entropy law on [-D, D]: p(z) = C e^(-gamma z^2), Sadeghi-Chien (2.3)-(2.5).

Among all laws on [-D, D] with mean 0 and variance at most V it has the largest entropy. It is
known here through integer bounds of its weights e^(-gamma k^2), k = |z| = 0..D, which can be made
as narrow as wanted, and through its rate, which decides ties by algebra.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from exact.errors import InputError
from exact.laws.rates import Rate, RationalRate, rate_of_epsilon
from exact.laws.square_powers import square_power_bounds
from exact.laws.variance_root import VarianceRate, check_variance_bound
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, rational

MAX_D = 100_000
# Where in the half-open interval (2.20) gamma lies, from 0 (left end) to 1 (right end, excluded).
# The paper's choice epsilon/(2D-1) - 2 epsilon/(10(4D^2-1)) is 9/10 of the way: the interval has
# length 2 epsilon/(4D^2-1).
PAPER_POSITION = Fraction(9, 10)


@dataclass(frozen=True, slots=True)
class Weights:
    """Integers lo[k] <= e^(-gamma k^2) 2^bits <= hi[k] for k = 0..D."""

    bits: int
    lo: tuple[int, ...]
    hi: tuple[int, ...]

    @property
    def total_lo(self) -> int:
        """Lower bound of 2^bits / C = 2^bits (1 + 2 sum_{k=1..D} e^(-gamma k^2)), from (2.4)."""
        return 2 * sum(self.lo) - self.lo[0]

    @property
    def total_hi(self) -> int:
        """Upper bound of 2^bits / C."""
        return 2 * sum(self.hi) - self.hi[0]

    def tails(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return bounds of t_k = sum_{j=k..D} e^(-gamma j^2) for k = 0..D+1; t_(D+1) = 0."""
        return _suffix_sums(self.lo), _suffix_sums(self.hi)


@dataclass(frozen=True, slots=True)
class MaxEntLaw:
    """p(z) = C e^(-gamma z^2) on z = -D..D.

    >>> law = MaxEntLaw(25, RationalRate(Fraction(127, 12495)))
    >>> law.pmf(-25, digits=4).hi < Fraction("0.0000991299")
    True
    """

    D: int
    rate: Rate

    def __post_init__(self) -> None:
        _require_d(self.D)
        if isinstance(self.rate, VarianceRate) and self.rate.D != self.D:
            raise InputError("D", self.D, "is not the D of the variance", "use law_of_variance()")

    def weights(self, bits: int) -> Weights:
        """Return bounds of the weights that are less than 2^-bits apart."""
        return _weights(self.rate, self.D, bits)

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * w_k over ``terms`` {k: coefficient} is 0."""
        return self.rate.vanishes({k * k: coefficient for k, coefficient in terms.items()})

    def tail_bits(self, k: int | None = None) -> int:
        """Return about how many bits the weight e^(-gamma k^2) lies below 1 (default k = D)."""
        return int(self.rate.enclosure(64).hi * (self.D if k is None else k) ** 2 * 3 / 2) + 1

    def enclose(
        self, quantity: Callable[[Weights], Enclosure], digits: int, k: int | None = None
    ) -> Enclosure:
        """Narrow a quantity of the weights to a relative width of 10^-digits.

        It starts with the bits for a quantity as small as the weight of ``k`` (default k = D).
        """
        start = 4 * digits + 64 + self.tail_bits(k)
        return narrow_enclosure(
            lambda bits: quantity(self.weights(bits)), start, digits, "a value of the law"
        )

    def pmf(self, z: int, digits: int) -> Enclosure:
        """Return p(z), (2.25)."""
        if abs(z) > self.D:
            return Enclosure(Fraction(0), Fraction(0))
        k = abs(z)
        return self.enclose(lambda w: _quotient(w.lo[k], w.hi[k], w), digits, k)

    def cmf(self, z: int, digits: int) -> Enclosure:
        """Return c_Z(z) = P(Z <= z), (4.1)."""
        if z < -self.D or z >= self.D:
            return Enclosure(Fraction(z >= self.D), Fraction(z >= self.D))

        def value(w: Weights) -> Enclosure:
            lo, hi = w.tails()
            if z < 0:
                return _quotient(lo[-z], hi[-z], w)
            above = _quotient(lo[z + 1], hi[z + 1], w)
            return Enclosure(1 - above.hi, 1 - above.lo)

        return self.enclose(value, digits, max(0, -z))

    def variance(self, digits: int) -> Enclosure:
        """Return V = 2 C sum z^2 e^(-gamma z^2), (2.26); exactly the V it was made from, if any."""
        if isinstance(self.rate, VarianceRate):
            return Enclosure(self.rate.variance, self.rate.variance)

        def value(w: Weights) -> Enclosure:
            lo = sum(2 * k * k * weight for k, weight in enumerate(w.lo))
            hi = sum(2 * k * k * weight for k, weight in enumerate(w.hi))
            return _quotient(lo, hi, w)

        return self.enclose(value, digits, 0)


def law_of_gamma(D: int, gamma: Fraction) -> MaxEntLaw:
    """Return the law with a rational gamma >= 0 (gamma = 0: uniform)."""
    return MaxEntLaw(D, RationalRate(gamma))


def law_of_variance(D: int, variance: Fraction) -> MaxEntLaw:
    """Return the law with variance V by (2.7); V = D(D+1)/3 is the uniform law (Proposition 1)."""
    variance = rational(variance, "variance")
    check_variance_bound(_require_d(D), variance)
    uniform = 3 * variance == D * (D + 1)
    return MaxEntLaw(D, RationalRate(Fraction(0)) if uniform else VarianceRate(D, variance))


def gamma_factor(D: int, position: Fraction) -> Fraction:
    """Return gamma / epsilon = (2D - 1 + 2t) / (4D^2 - 1) at position t in [0, 1) of (2.20).

    >>> gamma_factor(25, PAPER_POSITION) == Fraction(1, 49) - Fraction(2, 10 * 2499)
    True
    """
    position = rational(position, "position")
    if not 0 <= position < 1:
        rule = "must lie in [0, 1): the interval (2.20) is open on the right"
        raise InputError("position", position, rule, "the paper's choice is 9/10")
    return (2 * _require_d(D) - 1 + 2 * position) / Fraction(4 * D * D - 1)


def law_of_epsilon(D: int, epsilon: Epsilon, position: Fraction = PAPER_POSITION) -> MaxEntLaw:
    """Return the law of Proposition 3 for (epsilon, D) with gamma in the interval (2.20)."""
    return MaxEntLaw(D, rate_of_epsilon(epsilon, gamma_factor(D, position)))


def _require_d(D: int) -> int:
    """Return D if it is an int in range: text or a Fraction is not stored as one."""
    if type(D) is not int:
        integer(D, "D", 1, MAX_D)
        raise InputError("D", D, "must be an integer", "give an int")
    return integer(D, "D", 1, MAX_D)


@lru_cache(maxsize=8)
def _weights(rate: Rate, D: int, bits: int) -> Weights:
    # D^2 roundings of one unit at most: 2 log2(D) + 4 guard bits keep them below 2^-bits.
    working = bits + 2 * D.bit_length() + 4
    x_lo, x_hi = rate.x_bounds(working)
    return Weights(working, *square_power_bounds(x_lo, x_hi, D, working))


def _suffix_sums(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(accumulate(reversed(values), initial=0))[::-1]


def _quotient(lo: int, hi: int, weights: Weights) -> Enclosure:
    """Return [lo, hi] divided by the total weight, outward."""
    return Enclosure(Fraction(lo, weights.total_hi), Fraction(hi, weights.total_lo))
