"""OpenDP's privacy maps against exact values: each answer is an upper bound, so at least the truth.

It has no truncated maximum-entropy law, but the limit D = infinity, the discrete Gaussian, is its
``make_gaussian`` on integers. Compared are
  rho               of its zero-concentrated privacy, true 1/(2 sigma^2);
  delta(epsilon)    after its conversion to approximate privacy, true by Sadeghi-Chien (C.2);
  epsilon(delta)    of the same: a bound if the true delta at that epsilon is at most delta;
  epsilon           of its discrete Laplace noise e^(-|z|/s), true 1/s.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

from exact.laws.discrete_gaussian import DiscreteGaussian
from exact.laws.rates import RationalRate
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Known, Real
from reports.peers.installed import required

PACKAGE = "opendp"
# Standard deviations from that of a few people to that of Example 1 (7) and beyond; not all dyadic.
SCALES = (Fraction(1), Fraction(5, 2), Fraction(5), Fraction(7), Fraction(36, 5))
DELTAS = (Fraction(1, 10**4), Fraction(1, 10**6))
_BITS = 134


@dataclass(frozen=True, slots=True)
class Bound:
    """An answer that must not lie below the truth.

    ``scale`` is the sigma or s that it was asked for and ``at`` the epsilon or delta (None for a
    quantity of the noise alone). For epsilon(delta), ``answer`` is the delta asked for and
    ``true`` the true delta at the epsilon that was answered.
    """

    quantity: str
    scale: Fraction
    at: Fraction | None
    answer: Fraction
    true: Real

    @property
    def truth(self) -> Enclosure:
        """Bounds of the true value."""
        return self.true.enclosure(_BITS)

    @property
    def holds(self) -> bool:
        """Tell whether the answer is at least the truth."""
        return self.true.compare(self.answer) <= 0

    @property
    def excess(self) -> Enclosure:
        """Answer over truth, minus 1."""
        return Enclosure(self.answer / self.truth.hi - 1, self.answer / self.truth.lo - 1)


def bounds(epsilons: tuple[Fraction, ...]) -> Iterator[Bound]:
    """Yield every compared answer: all scales, and delta at the given epsilons."""
    (dp,) = required(PACKAGE, "opendp.prelude")
    dp.enable_features("contrib")
    for scale in SCALES:
        yield from _gaussian(dp, scale, epsilons)
    for scale in SCALES:
        yield _laplace(dp, scale)


def _gaussian(dp: ModuleType, scale: Fraction, epsilons: tuple[Fraction, ...]) -> Iterator[Bound]:
    sigma = Fraction(float(scale))  # the double that it is asked for
    measurement = dp.m.make_gaussian(*_integers(dp), scale=float(scale))
    gamma = 1 / (2 * sigma**2)
    law = DiscreteGaussian(RationalRate(gamma))
    rho = Fraction(measurement.map(1))
    yield Bound("rho, discrete Gaussian", scale, None, rho, Known(gamma))
    profile = dp.c.make_zCDP_to_approxDP(measurement).map(1)
    for epsilon in epsilons:
        answer = Fraction(profile.delta(float(epsilon)))
        truth = law.delta(Epsilon(value=Fraction(float(epsilon))))
        yield Bound("delta(epsilon), discrete Gaussian", scale, epsilon, answer, truth)
    for delta in DELTAS:
        found = Fraction(profile.epsilon(float(delta)))
        truth = law.delta(Epsilon(value=found))
        asked = Fraction(float(delta))
        yield Bound("epsilon(delta), discrete Gaussian", scale, delta, asked, truth)


def _laplace(dp: ModuleType, scale: Fraction) -> Bound:
    measurement = dp.m.make_laplace(*_integers(dp), scale=float(scale))
    truth = 1 / Fraction(float(scale))
    answer = Fraction(measurement.map(1))
    return Bound("epsilon, discrete Laplace", scale, None, answer, Known(truth))


def _integers(dp: ModuleType) -> tuple[Any, Any]:
    """Return the space of one integer that changes by at most a given amount."""
    return dp.atom_domain(T="i64"), dp.absolute_distance(T="i64")
