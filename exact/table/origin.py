"""Where a table came from: the law and the rule that its integers are meant to follow."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.law import Law, Noise
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as checked_epsilon
from exact.numbers.guard import probability
from exact.quantiser.rules import checked_rule, quantised_runs


@dataclass(frozen=True, slots=True)
class Origin:
    """A registered law, the quantisation rule, and the privacy target of the design."""

    law: Law
    rule: str
    epsilon: Epsilon | None = None
    delta: Fraction | None = None

    def __post_init__(self) -> None:
        checked_rule(self.rule)
        if self.epsilon is not None:
            checked_epsilon(self.epsilon)
        if self.delta is not None:
            probability(self.delta, "delta")

    def noise(self, count: int) -> Noise | None:
        """Return the noise that the law gives to a count; None where it has none for it."""
        covered = self.law.counts is None or count in self.law.counts
        return self.law.noise(count) if covered else None

    def runs(self, count: int, keysize: int) -> tuple[tuple[int, int], ...]:
        """Return the (noise, keys) that law and rule give to a count; none where it is not covered.

        >>> from exact.laws.maxent import law_of_gamma
        >>> Origin(law_of_gamma(1, Fraction(1)), "ceiling").runs(1, 256)
        ((-1, 55), (0, 147), (1, 54))
        """
        noise = self.noise(count)
        return () if noise is None else quantised_runs(noise, keysize, self.rule)
