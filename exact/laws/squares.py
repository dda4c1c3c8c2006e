"""Laws with the weights x^(z^2), x = e^-gamma, on [-D, D]: p(z) = C e^(-gamma z^2).

Sadeghi-Chien (2.3)-(2.5). Such a law is known through integer bounds of its weights, which can be
made as narrow as wanted, and through its rate, which decides ties by algebra.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from exact.laws.law import JsonValue, OneNoise, Weights
from exact.laws.rates import Rate
from exact.laws.square_powers import square_power_bounds
from exact.laws.values import cumulative, probability, variance
from exact.numbers.enclosure import Enclosure
from exact.numbers.producers import remembered
from exact.numbers.real import SPARE_BITS, Enclosed, Real


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
        return int(self.rate.enclose(64).hi * (self.D if k is None else k) ** 2 * 3 / 2) + 1

    def value(self, quantity: Callable[[Weights], Enclosure], k: int | None = None) -> Real:
        """Return a quantity of the weights about as small as the weight of ``k`` (default k = D).

        No algebra knows whether it is a rational.
        """
        return Enclosed(lambda bits: quantity(self.weights(bits)), spare_bits=self._spare_bits(k))

    def probability(self, z: int) -> Real:
        """Return p(z), (2.25)."""
        return probability(self, z, self._spare_bits(abs(z)))

    def cmf(self, z: int) -> Real:
        """Return c_Z(z) = P(Z <= z), (4.1)."""
        return cumulative(self, z, self._spare_bits(max(0, -z)))

    def variance(self) -> Real:
        """Return V = 2 C sum z^2 e^(-gamma z^2), (2.26)."""
        return variance(self)

    def _spare_bits(self, k: int | None) -> int:
        return SPARE_BITS + self.tail_bits(k)


@remembered(8)
def _weights(rate: Rate, D: int, bits: int) -> Weights:
    # D^2 roundings of one unit at most: 2 log2(D) + 4 guard bits keep them below 2^-bits.
    working = bits + 2 * D.bit_length() + 4
    x_lo, x_hi = rate.x_bounds(working)
    return Weights(working, *square_power_bounds(x_lo, x_hi, D, working))
