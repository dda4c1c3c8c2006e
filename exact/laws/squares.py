"""Laws with the weights x^(z^2), x = e^-gamma, on [-D, D]: p(z) = C e^(-gamma z^2).

Sadeghi-Chien (2.3)-(2.5). Such a law is known through integer bounds of its weights, which can be
made as narrow as wanted, and through its rate, which decides ties by algebra.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import ClassVar

from exact.laws.law import JsonValue, OneNoise, Weights
from exact.laws.rates import Rate
from exact.laws.square_powers import square_power_bounds
from exact.numbers.enclosure import Enclosure, narrow_enclosure
from exact.numbers.producers import remembered


class SquareLaw(OneNoise, ABC):
    """What laws of this shape have in common: they have a D and a rate."""

    __slots__ = ()
    D: int
    rate: Rate
    name: ClassVar[str]

    @property
    @abstractmethod
    def fixed_by(self) -> str:
        """The parameters beside the largest noise, for people."""

    @abstractmethod
    def parameters(self) -> dict[str, JsonValue]:
        """Return what a file holds of the law beside its name."""

    @property
    def formula(self) -> str:
        """p(z) for people."""
        return "p(z) = C·exp(−γ z²)"

    @property
    def is_log_concave(self) -> bool:
        """p(z)/p(z-1) = e^(gamma (1 - 2z)) falls."""
        return True

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
        return self.enclose(lambda weights: weights.share(z), digits, abs(z))

    def cmf(self, z: int, digits: int) -> Enclosure:
        """Return c_Z(z) = P(Z <= z), (4.1)."""
        if z < -self.D or z >= self.D:
            return Enclosure(Fraction(z >= self.D), Fraction(z >= self.D))

        def value(weights: Weights) -> Enclosure:
            lo, hi = weights.tails()
            if z < 0:
                return weights.quotient(lo[-z], hi[-z])
            above = weights.quotient(lo[z + 1], hi[z + 1])
            return Enclosure(1 - above.hi, 1 - above.lo)

        return self.enclose(value, digits, max(0, -z))

    def variance(self, digits: int) -> Enclosure:
        """Return V = 2 C sum z^2 e^(-gamma z^2), (2.26)."""

        def value(weights: Weights) -> Enclosure:
            lo = sum(2 * k * k * weight for k, weight in enumerate(weights.lo))
            hi = sum(2 * k * k * weight for k, weight in enumerate(weights.hi))
            return weights.quotient(lo, hi)

        return self.enclose(value, digits, 0)


@remembered(8)
def _weights(rate: Rate, D: int, bits: int) -> Weights:
    # D^2 roundings of one unit at most: 2 log2(D) + 4 guard bits keep them below 2^-bits.
    working = bits + 2 * D.bit_length() + 4
    x_lo, x_hi = rate.x_bounds(working)
    return Weights(working, *square_power_bounds(x_lo, x_hi, D, working))
