"""The symmetric maximum-entropy law on [-D, D]: p(z) = C e^(-gamma z^2), Sadeghi-Chien (2.3)-(2.5).

Among all laws on [-D, D] with mean 0 and variance at most V it has the largest entropy. gamma is
given, or found from V, or chosen for epsilon and D.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from exact.errors import InputError
from exact.laws.law import JsonValue
from exact.laws.rates import Rate, RationalRate, rate_of_epsilon
from exact.laws.squares import SquareLaw
from exact.laws.variance_root import VarianceRate, check_variance_bound
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, rational
from exact.numbers.real import Known, Real

MAX_D = 100_000
# Where in the half-open interval (2.20) gamma lies, from 0 (left end) to 1 (right end, excluded).
# The paper's choice epsilon/(2D-1) - 2 epsilon/(10(4D^2-1)) is 9/10 of the way: the interval has
# length 2 epsilon/(4D^2-1).
PAPER_POSITION = Fraction(9, 10)


@dataclass(frozen=True, slots=True)
class MaxEntLaw(SquareLaw):
    """p(z) = C e^(-gamma z^2) on z = -D..D.

    >>> law = MaxEntLaw(25, RationalRate(Fraction(127, 12495)))
    >>> law.probability(-25).enclosure(14).hi < Fraction("0.0000991299")
    True
    """

    D: int
    rate: Rate
    name: ClassVar[str] = "maxent"

    def __post_init__(self) -> None:
        _require_d(self.D)
        found = self.rate.of_variance
        if found is not None and found[0] != self.D:
            raise InputError("D", self.D, "is not the D of the variance", "use law_of_variance()")

    @property
    def fixed_by(self) -> str:
        """gamma as it was given."""
        return self.rate.text

    def parameters(self) -> dict[str, JsonValue]:
        """Return D and gamma."""
        return {"D": self.D, "gamma": self.rate.json()}

    def variance(self) -> Real:
        """Return V, (2.26); exactly the V that it was made from, if any."""
        found = self.rate.of_variance
        if found is not None:
            return Known(found[1])
        return SquareLaw.variance(self)


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
