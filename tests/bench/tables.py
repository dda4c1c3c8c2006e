"""The work that is timed: a bare loop of exponentials, the certified table, everything about it."""

from collections import deque
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq

from exact.entropy import entropy
from exact.laws import squares
from exact.laws.maxent import MaxEntLaw, law_of_epsilon
from exact.laws.rates import RationalRate
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import profile
from exact.quantiser.names import CEILING
from exact.quantiser.rounding import start_bits
from exact.quantiser.rules import key_counts, quantised_cmf
from exact.table.measures import delta_q, epsilon_down, epsilon_q, epsilon_up, total_variation

BITS = 100


@dataclass(frozen=True)
class Case:
    """A table of 2D + 1 noise values over 2^bits keys, for one epsilon."""

    D: int
    bits: int
    epsilon: Fraction

    def __str__(self) -> str:
        return f"D = {self.D}, 2^{self.bits} keys"

    @property
    def law(self) -> MaxEntLaw:
        """The law of the paper's guide for epsilon and D."""
        return law_of_epsilon(self.D, Epsilon(value=self.epsilon))

    @property
    def precision(self) -> int:
        """The working precision that the certified table has for its exponentials."""
        return self.law.weights(start_bits(1 << self.bits)).bits

    def is_complete(self) -> bool:
        """Tell whether every noise value has a key, so that the measures are those of a table."""
        return min(key_counts(self.table())) > 0

    def bare_loop(self, precision: int) -> list[arb]:
        """Compute e^(-gamma z^2) for z = 0..D with python-flint and nothing else."""
        rate = self.law.rate
        assert isinstance(rate, RationalRate)
        g = fmpq(rate.gamma.numerator, rate.gamma.denominator)
        with ctx.workprec(precision):
            return [arb(-g * z * z).exp() for z in range(self.D + 1)]

    def table(self) -> tuple[int, ...]:
        """Certify the table: from the law to c^Q by the ceiling rule, without a warm cache."""
        squares._weights.__dict__["cache_clear"]()
        return quantised_cmf(self.law, 1 << self.bits, CEILING)

    def everything(self) -> None:
        """Certify the table, take all measures of it, and walk its profile in both directions."""
        law, counts = self.law, key_counts(self.table())
        noise = Pmf(tuple(range(-self.D, self.D + 1)), counts)
        measures(noise, law)
        profiles(noise)


def measures(noise: Pmf, law: MaxEntLaw) -> tuple[object, ...]:
    """Return bias, variance, epsilon^Q, delta^Q, entropy, distance, the law's V, P(no change)."""
    return (
        noise.mean(),
        noise.variance(),
        epsilon_down(noise),
        epsilon_up(noise),
        epsilon_q(noise),
        delta_q(noise),
        entropy(noise).enclosure(BITS),
        total_variation(noise, law).enclosure(BITS),
        law.variance().enclosure(BITS),
        noise.probability(0),
    )


def profiles(noise: Pmf) -> None:
    """Walk every piece of the profile of a count against the next one, and back."""
    next_noise = noise.shifted(1)
    for ordered in ((noise, next_noise), (next_noise, noise)):
        deque(profile(*ordered).pieces(), maxlen=0)
