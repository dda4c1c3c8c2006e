"""The Hellinger-type law by name: Rinott-O'Keefe-Shlomo-Skinner (5.4), truncated, a row a count.

The noise depends on the count a, so every count has a noise of its own: z with |z| <= m and
a + z >= 0, with weights e^(-epsilon |sqrt(a+z) - sqrt a| / 2). Truncation costs a delta, which an
audit tells. Larger counts than the last are not covered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt
from typing import ClassVar

from exact.errors import Undecided
from exact.laws.hellinger import HellingerLaw
from exact.laws.law import ROOTS, JsonValue, LawKind, Weights
from exact.laws.parameters import epsilon, whole
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer

MAX_M = 1000
MAX_LAST_COUNT = 1000


@dataclass(frozen=True, slots=True)
class HellingerNoise:
    """The noise of the count a.

    >>> from fractions import Fraction
    >>> HellingerNoise(HellingerLaw(Epsilon(value=Fraction(2))), 1, 2).support
    range(-1, 3)
    """

    mechanism: HellingerLaw
    a: int
    m: int

    @property
    def support(self) -> range:
        """The noise from -min(a, m) to m: no released count is negative."""
        return range(-min(self.a, self.m), self.m + 1)

    @property
    def is_symmetric(self) -> bool:
        """The roots of a - z and a + z are not as far from that of a."""
        return False

    def weights(self, bits: int) -> Weights:
        """Return bounds of e^(-epsilon |sqrt(a+z) - sqrt a| / 2)."""
        noise, lo, hi = self.mechanism.truncated_weights(self.a, self.m, bits)
        return Weights(bits, lo, hi, noise[0])

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * w_k over ``terms`` {k: coefficient} is 0.

        Numbers e^(algebraic) with different exponents are linearly independent over the rationals
        (Lindemann-Weierstrass): for a rational epsilon the sum is 0 exactly if the coefficients of
        equal weights add up to 0. For epsilon = ln(r) that suffices, and nothing else is known.
        """
        sums: dict[int, int] = {}
        for k, coefficient in terms.items():
            above = self._mirrored(self.support[k])
            sums[above] = sums.get(above, 0) + coefficient
        if any(sums.values()) and self.mechanism.epsilon.value is None:
            raise Undecided("whether weights r^(-d/2) of the Hellinger law add up to 0")
        return not any(sums.values())

    def _mirrored(self, z: int) -> int:
        """Return the y >= 0 with the weight of z < 0, where there is one, and z otherwise.

        sqrt(a+y) - sqrt a = sqrt a - sqrt(a+z) says that a + y = 4a + (a+z) - 4 sqrt(a (a+z)).
        """
        root = isqrt(self.a * (self.a + z))
        if z >= 0 or root * root != self.a * (self.a + z):
            return z
        return 4 * self.a + z - 4 * root


@dataclass(frozen=True, slots=True)
class Hellinger:
    """The noise of (5.4) with |z| <= m for the counts 0..last_count.

    >>> from fractions import Fraction
    >>> law = Hellinger(Epsilon(value=Fraction(2)), 1, 2)
    >>> law.counts, law.noise(0).support, law.noise(2).support
    (range(0, 3), range(0, 2), range(-1, 2))
    """

    epsilon: Epsilon
    m: int
    last_count: int
    name: ClassVar[str] = "hellinger"

    def __post_init__(self) -> None:
        HellingerLaw(self.epsilon)
        integer(self.m, "m", 1, MAX_M)
        integer(self.last_count, "last count", 0, MAX_LAST_COUNT)

    @property
    def D(self) -> int:
        """The largest noise."""
        return self.m

    @property
    def counts(self) -> range:
        """The counts with a row."""
        return range(self.last_count + 1)

    @property
    def period(self) -> None:
        """Larger counts are not covered."""
        return None

    @property
    def rate(self) -> None:
        """The weights are no powers of one number."""
        return None

    @property
    def formula(self) -> str:
        """p(z) for people, of the count a."""
        return "p(z) = C·exp(−ε |√(a+z) − √a| / 2) for the count a"

    @property
    def fixed_by(self) -> str:
        """epsilon and the last row."""
        return f"ε = {self.epsilon.text}, counts 0 ... {self.last_count}"

    def parameters(self) -> dict[str, JsonValue]:
        """Return epsilon, m and the last row."""
        return {"epsilon": self.epsilon.text, "m": self.m, "last_count": self.last_count}

    def noise(self, count: int) -> HellingerNoise:
        """Return the noise of a count."""
        return HellingerNoise(HellingerLaw(self.epsilon), count, self.m)


LAW = LawKind(
    name=Hellinger.name,
    title="Hellinger type",
    shape=ROOTS,
    rates="ε rational, or the logarithm of a rational, at least 1/20",
    parameters=(
        epsilon(),
        whole("m", "largest noise", 1, MAX_M),
        whole("last_count", "last row, of a row a count", 0, MAX_LAST_COUNT),
    ),
    make=Hellinger,
)
