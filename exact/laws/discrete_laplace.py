"""Discrete Laplace noise: the exponential mechanism of the loss l1.

Rinott-O'Keefe-Shlomo-Skinner (5.1) without a bound, (5.2) truncated to |z| <= m:

    p(z) = e^(-epsilon |z|) / C,    C   = (1 + e^-epsilon) / (1 - e^-epsilon),
    p(z) = e^(-epsilon |z|) / C_m,  C_m = 1 + 2 (e^-epsilon + ... + e^(-m epsilon)).

Multiplied by a power of E = e^epsilon, both are quotients of polynomials in E: exact numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from exact.errors import InputError
from exact.laws.exp_ratio import ExpRatio
from exact.laws.law import JsonValue, OneNoise, Weights
from exact.laws.rates import Rate, rate_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer
from exact.numbers.producers import remembered
from exact.pmf import Pmf

MAX_M = 100_000


@dataclass(frozen=True, slots=True)
class LaplaceLaw(OneNoise):
    """p(z) = e^(-epsilon |z|) / C_m on z = -m..m, (5.2).

    >>> law = LaplaceLaw(Epsilon(exp=Fraction(2)), 2)
    >>> law.exact_pmf(), law.delta.exact
    (Pmf(outcomes=(-2, -1, 0, 1, 2), weights=(1, 2, 4, 2, 1)), Fraction(1, 10))
    """

    epsilon: Epsilon
    m: int
    name: ClassVar[str] = "laplace"

    def __post_init__(self) -> None:
        require_epsilon(self.epsilon)
        checked_m(self.m, MAX_M)

    @property
    def D(self) -> int:
        """The largest noise."""
        return self.m

    @property
    def rate(self) -> Rate:
        """epsilon as a rate: the weights are x^k, x = e^-epsilon."""
        return rate_of_epsilon(self.epsilon, Fraction(1))

    @property
    def formula(self) -> str:
        """p(z) for people."""
        return "p(z) = C·exp(−ε |z|)"

    @property
    def fixed_by(self) -> str:
        """epsilon."""
        return f"ε = {self.epsilon.text}"

    def parameters(self) -> dict[str, JsonValue]:
        """Return epsilon and m."""
        return {"epsilon": self.epsilon.text, "m": self.m}

    @property
    def is_log_concave(self) -> bool:
        """p(z)/p(z-1) is e^epsilon up to z = 0, and e^-epsilon beyond."""
        return True

    @property
    def normaliser(self) -> ExpRatio:
        """C_m, printed after (5.2)."""
        return ExpRatio.of(self.epsilon, self._scaled_total, _power(self.m))

    @property
    def delta(self) -> ExpRatio:
        """delta of (4.10): p(m) = e^(-epsilon m) / C_m."""
        return self.probability(self.m)

    def probability(self, z: int) -> ExpRatio:
        """Return p(z) exactly."""
        above = _power(self.m - abs(z)) if abs(z) <= self.m else (0,)
        return ExpRatio.of(self.epsilon, above, self._scaled_total)

    def absolute_moment(self, power: int) -> ExpRatio:
        """Return E|Z|^power; power 1 is the expected loss of section 5.6.1."""
        above = [2 * (self.m - j) ** power for j in range(self.m)]
        return ExpRatio.of(self.epsilon, above, self._scaled_total)

    def variance(self) -> ExpRatio:
        """Return E Z^2."""
        return self.absolute_moment(2)

    def exact_pmf(self) -> Pmf | None:
        """Return the noise with integer weights where e^epsilon is rational, else None."""
        E = self.epsilon.rational_exp
        if E is None:
            return None
        n, d, m = E.numerator, E.denominator, self.m
        return Pmf.of((z, n ** (m - abs(z)) * d ** abs(z)) for z in range(-m, m + 1))

    def weights(self, bits: int) -> Weights:
        """Return integer bounds of e^(-epsilon k), k = 0..m, less than 2^-bits apart."""
        return _weights(self.rate, self.m, bits)

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * p(k) over ``terms`` {k: coefficient} is 0."""
        return self.rate.vanishes(terms)

    @property
    def _scaled_total(self) -> tuple[int, ...]:
        """E^m C_m = 2 + 2 E + ... + 2 E^(m-1) + E^m."""
        return (*(2,) * self.m, 1)


@dataclass(frozen=True, slots=True)
class UnboundedLaplace:
    """p(z) = e^(-epsilon |z|) / C on all integers z, (5.1): DP(epsilon) without a delta.

    >>> law = UnboundedLaplace(Epsilon(exp=Fraction(2)))
    >>> law.probability(0).exact, law.mean_loss.exact, law.variance.exact
    (Fraction(1, 3), Fraction(4, 3), Fraction(4, 1))
    """

    epsilon: Epsilon

    def __post_init__(self) -> None:
        require_epsilon(self.epsilon)

    @property
    def normaliser(self) -> ExpRatio:
        """C = 1 + 2 e^-epsilon / (1 - e^-epsilon) = (E + 1) / (E - 1)."""
        return ExpRatio.of(self.epsilon, (1, 1), (-1, 1))

    @property
    def mean_loss(self) -> ExpRatio:
        """E|Z| = 2 E / (E^2 - 1)."""
        return ExpRatio.of(self.epsilon, (0, 2), (-1, 0, 1))

    @property
    def variance(self) -> ExpRatio:
        """E Z^2 = 2 E / (E - 1)^2."""
        return ExpRatio.of(self.epsilon, (0, 2), (1, -2, 1))

    def probability(self, z: int) -> ExpRatio:
        """Return p(z) = (E - 1) / ((E + 1) E^|z|)."""
        below = (*(0,) * abs(z), 1, 1)
        return ExpRatio.of(self.epsilon, (-1, 1), below)

    def tail(self, k: int) -> ExpRatio:
        """Return P(Z >= k) = E / ((E + 1) E^k) for k >= 0."""
        integer(k, "k", 0, MAX_M)
        return ExpRatio.of(self.epsilon, (0, 1), (*(0,) * k, 1, 1))


def checked_m(m: int, most: int) -> int:
    """Return the truncation bound m if it is an int from 1 to ``most``."""
    if type(m) is not int:
        integer(m, "m", 1, most)
        raise InputError("m", m, "must be an integer", "give an int")
    return integer(m, "m", 1, most)


def require_epsilon(epsilon: Epsilon) -> None:
    """Refuse what is no epsilon above 0."""
    if not isinstance(epsilon, Epsilon):
        raise InputError("epsilon", epsilon, "must be an Epsilon", "use epsilon('1/2')")
    if epsilon.is_zero:
        raise InputError("epsilon", 0, "must be greater than 0", "for example 1/2 or ln(3/2)")


def _power(exponent: int) -> tuple[int, ...]:
    return (*(0,) * exponent, 1)


@remembered(64)
def _weights(rate: Rate, m: int, bits: int) -> Weights:
    # A product adds at most two units to the width: log2(m) + 4 guard bits keep it small.
    working = bits + m.bit_length() + 4
    x_lo, x_hi = rate.x_bounds(working)
    lo, hi = [1 << working], [1 << working]
    for _ in range(m):
        lo.append(lo[-1] * x_lo >> working)
        hi.append(-(-hi[-1] * x_hi >> working))
    return Weights(working, tuple(lo), tuple(hi))
