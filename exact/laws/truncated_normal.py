"""Truncated normal noise: the exponential mechanism of the loss l2 on |z| <= m.

Rinott-O'Keefe-Shlomo-Skinner (5.3): p(z) = e^(-epsilon z^2 / (2m+1)) / D_m. It is the
maximum-entropy law of Sadeghi-Chien at the left end of their interval (2.20).
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from exact.laws.discrete_laplace import checked_m, require_epsilon
from exact.laws.law import JsonValue
from exact.laws.rates import Rate, rate_of_epsilon
from exact.laws.squares import SquareLaw
from exact.numbers.epsilon import Epsilon

MAX_M = 100_000


@dataclass(frozen=True, slots=True)
class TruncatedNormal(SquareLaw):
    """p(z) = e^(-epsilon z^2 / (2m+1)) / D_m on |z| <= m, (5.3).

    >>> TruncatedNormal(Epsilon(value=Fraction(1)), 6).fixed_by
    'ε = 1, so γ = 1/13'
    """

    epsilon: Epsilon
    m: int
    D: int = field(init=False, repr=False, compare=False)
    rate: Rate = field(init=False, repr=False, compare=False)
    name: ClassVar[str] = "truncated-normal"

    def __post_init__(self) -> None:
        require_epsilon(self.epsilon)
        object.__setattr__(self, "D", checked_m(self.m, MAX_M))
        rate = rate_of_epsilon(self.epsilon, Fraction(1, 2 * self.m + 1))
        object.__setattr__(self, "rate", rate)

    @property
    def fixed_by(self) -> str:
        """epsilon, and the gamma that follows."""
        return f"ε = {self.epsilon.text}, so {self.rate.text}"

    def parameters(self) -> dict[str, JsonValue]:
        """Return epsilon and m."""
        return {"epsilon": self.epsilon.text, "m": self.m}
