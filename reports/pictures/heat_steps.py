"""The nine steps of a heat map on a log scale, with round ends: powers of two or of ten."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from reports.plots.heat import STEPS
from reports.plots.labels import power

# (base, exponent from step to step); the last reaches down to 10^-45, below one key of 2^128.
_CHOICES = ((2, 1), (2, 2), (10, 1), (10, 2), (10, 3), (10, 5))


@dataclass(frozen=True, slots=True)
class HeatSteps:
    """Step i = 0..8 holds the p with r^(i - 9) < p <= r^(i - 8), where r = base^exponent."""

    base: int
    exponent: int

    @property
    def ends(self) -> tuple[str, ...]:
        """The ten ends of the steps as labels."""
        return *(power(self.base, self.exponent * (i - STEPS)) for i in range(STEPS)), "1"

    def most_keys(self, keysize: int) -> tuple[int, ...]:
        """Return for each step the largest number of keys in it: n <= K r^(i - 8)."""
        return tuple(
            keysize // self.base ** (self.exponent * (STEPS - 1 - i)) for i in range(STEPS)
        )


def heat_steps(smallest: Fraction) -> HeatSteps:
    """Return the finest steps that reach below the smallest probability.

    >>> heat_steps(Fraction(1, 256)).ends[:3], heat_steps(Fraction(1, 10**9)).ends[:2]
    (('2⁻⁹', '2⁻⁸', '2⁻⁷'), ('10⁻¹⁸', '10⁻¹⁶'))
    """
    reaching = (
        HeatSteps(base, exponent)
        for base, exponent in _CHOICES
        if Fraction(base) ** (-exponent * STEPS) < smallest
    )
    return next(reaching, HeatSteps(*_CHOICES[-1]))


def step_of(keys: int, most_keys: tuple[int, ...]) -> int:
    """Return the step that a number of keys falls into.

    >>> [step_of(n, HeatSteps(2, 1).most_keys(256)) for n in (1, 2, 3, 256)]
    [0, 1, 2, 8]
    """
    return bisect_left(most_keys, keys)
