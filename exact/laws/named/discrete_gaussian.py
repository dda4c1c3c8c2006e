"""The discrete Gaussian law given |z| <= D: p(z) = C e^(-z^2 / (2 sigma^2)), z = -D..D.

Canonne-Kamath-Steinke, The Discrete Gaussian for Differential Privacy, Definition 1, conditioned
on a bound of the noise. So w_k = x^(k^2) with x = e^-gamma, gamma = 1/(2 sigma^2): the
maximum-entropy law of Sadeghi-Chien (2.3), named by its own parameter. sigma^2 is *not* its
variance, which is smaller (Corollary 9 there, for D = infinity).
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from exact.errors import InputError
from exact.laws.law import SQUARES, JsonValue, LawKind
from exact.laws.maxent import MAX_D
from exact.laws.parameters import number, whole
from exact.laws.rates import Rate, RationalRate
from exact.laws.squares import SquareLaw
from exact.numbers.guard import integer

LEAST, MOST = Fraction(1, 2000), 10**12
_BOUNDS = f"from {LEAST} to 10^12"


@dataclass(frozen=True, slots=True)
class BoundedGaussian(SquareLaw):
    """p(z) = C e^(-z^2 / (2 sigma^2)) on z = -D..D.

    >>> BoundedGaussian(Fraction(9, 2), 10).fixed_by
    'σ² = 9/2, so γ = 1/9'
    """

    sigma2: Fraction
    D: int
    rate: Rate = field(init=False, repr=False, compare=False)
    name: ClassVar[str] = "discrete-gaussian"

    def __post_init__(self) -> None:
        integer(self.D, "D", 1, MAX_D)
        object.__setattr__(self, "rate", RationalRate(1 / (2 * _checked(self.sigma2))))

    @property
    def fixed_by(self) -> str:
        """sigma^2, and the gamma that follows."""
        return f"σ² = {self.sigma2}, so {self.rate.text}"

    def parameters(self) -> dict[str, JsonValue]:
        """Return sigma^2 and D."""
        return {"sigma2": str(self.sigma2), "D": self.D}


def _checked(sigma2: Fraction) -> Fraction:
    if not LEAST <= sigma2 <= MOST:
        raise InputError("sigma2", sigma2, f"must be {_BOUNDS}", "choose a value in that range")
    return sigma2


LAW = LawKind(
    name=BoundedGaussian.name,
    title="discrete Gaussian",
    shape=SQUARES,
    rates="σ² rational",
    parameters=(
        number("sigma2", "sigma squared of exp(-z^2/(2 sigma^2))", _BOUNDS, _checked),
        whole("D", "largest noise", 1, MAX_D),
    ),
    make=BoundedGaussian,
)
