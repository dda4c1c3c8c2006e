"""The true values of the maximum-entropy law: beside those of any noise, delta and epsilon^Q."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.squares import SquareLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from exact.privacy.law_privacy import law_delta
from verification.comparison.noise_values import NoiseValues


@dataclass(frozen=True)
class LawValues(NoiseValues):
    """p, c, delta, epsilon, bias and variance of p(z) = C e^(-gamma z^2) before quantisation."""

    law: SquareLaw

    def epsilonq(self) -> Real:
        """Return log of the largest p(z)/p(z-1), (4.10): (2D - 1) gamma, at both ends.

        Where gamma is not rational, e^-gamma is algebraic, so gamma is transcendental.
        """
        return self.law.rate.affine(Fraction(2 * self.law.D - 1), Fraction(0))

    def delta(self, epsilon: Epsilon) -> Real:
        """Return the tight delta at epsilon, (2.19)."""
        return law_delta(self.law, epsilon).delta
