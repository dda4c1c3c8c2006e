"""The true values of a law of symmetric noise: real numbers."""

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.laws.law import WeightedLaw
from exact.laws.values import cumulative, probability
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Known, Real
from exact.privacy.truncation import tight_delta


@dataclass(frozen=True)
class NoiseValues:
    """p, c, delta, bias and variance of a law before quantisation."""

    law: WeightedLaw

    @property
    def support(self) -> range:
        """The noise values, -D..D."""
        return range(-self.law.D, self.law.D + 1)

    def p(self, z: int) -> Real:
        """Return the probability of noise z, (2.25)."""
        return probability(self.law, z)

    def c(self, z: int) -> Real:
        """Return P(Z <= z), (4.1)."""
        return cumulative(self.law, z)

    def variance(self) -> Real:
        """Return sum z^2 p(z), (2.26)."""
        return self.law.variance()

    def bias(self) -> Real:
        """Return 0: the law is symmetric."""
        return Known(Fraction(0))

    def epsilonq(self) -> Real:
        """Refuse: the largest ratio of neighbouring weights may be e^epsilon itself, untold."""
        remedy = "give --keysize for that of the table, or leave it out"
        raise InputError("column", "epsilonq", "is not known for this law", remedy)

    def delta(self, epsilon: Epsilon) -> Real:
        """Return sum_z max(0, p(z) - e^epsilon p(z-1)), z = -D..D+1, the tight delta (2.9).

        The mirrored pair has the same.
        """
        return tight_delta(self.law, epsilon)
