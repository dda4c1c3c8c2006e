"""The nine steps of a heat map: round ends, finest where most of the probability is."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from reports.plots.heat import STEPS
from reports.plots.labels import power

# Ends for tables whose smallest probability is above the first of them. All tell 1/4 from 1.
_CHOICES = (
    "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1",
    "0.01 0.02 0.03 0.05 0.1 0.2 0.35 0.5 0.75 1",
    "0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1",
    "0.0001 0.001 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1",
)
# Below that three steps of equal powers of ten reach down to the smallest probability.
_UPPER = "0.01 0.02 0.05 0.1 0.2 0.5 1"
_POWERS = STEPS + 1 - len(_UPPER.split())


@dataclass(frozen=True, slots=True)
class HeatSteps:
    """Step i = 0..8 holds the p with ``values``[i] < p <= ``values``[i + 1]; ``ends`` name them."""

    values: tuple[Fraction, ...]
    ends: tuple[str, ...]

    def most_keys(self, keysize: int) -> tuple[int, ...]:
        """Return for each step the largest number of keys in it."""
        return tuple(int(keysize * value) for value in self.values[1:])


def heat_steps(smallest: Fraction) -> HeatSteps:
    """Return steps that begin below the smallest probability, and not far below it.

    >>> heat_steps(Fraction(1, 256)).ends[:3], heat_steps(Fraction(1, 10**9)).ends[:5]
    (('0.001', '0.002', '0.005'), ('10⁻¹¹', '10⁻⁸', '10⁻⁵', '0.01', '0.02'))
    """
    for choice in _CHOICES:
        ends = tuple(choice.split())
        if Fraction(ends[0]) < smallest:
            return HeatSteps(tuple(map(Fraction, ends)), ends)
    stride = 1
    while Fraction(10) ** -(2 + _POWERS * stride) >= smallest:
        stride += 1
    exponents = [-(2 + place * stride) for place in range(_POWERS, 0, -1)]
    upper = tuple(_UPPER.split())
    low = tuple(Fraction(10) ** exponent for exponent in exponents)
    names = tuple(power(10, exponent) for exponent in exponents)
    return HeatSteps((*low, *map(Fraction, upper)), (*names, *upper))


def step_of(keys: int, most_keys: tuple[int, ...]) -> int:
    """Return the step that a number of keys falls into.

    >>> [step_of(n, heat_steps(Fraction(1, 256)).most_keys(256)) for n in (1, 2, 3, 256)]
    [1, 2, 3, 8]
    """
    return bisect_left(most_keys, keys)
