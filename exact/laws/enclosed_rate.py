"""A rate gamma that is known through enclosures alone, with no algebra to decide a tie.

Such is gamma = 1/(2 V) where V itself is a number of e^epsilon. A tie, if there is one, ends as
``Undecided`` and is never taken for a strict comparison.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from exact.errors import InputError, Undecided
from exact.laws.rates import Rate
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import exp_floor, remembered

_SPARE_BITS = 32


@dataclass(frozen=True, slots=True)
class EnclosedRate(Rate):
    """gamma > 0 by a function of bits whose enclosures close in on it.

    >>> from fractions import Fraction
    >>> EnclosedRate(lambda bits: Enclosure(Fraction(1), Fraction(1))).x_bounds(10)
    (376, 377)
    """

    bounds: Callable[[int], Enclosure]

    @property
    def text(self) -> str:
        """gamma by bounds."""
        return "γ is known by bounds only"

    def json(self) -> str:
        """Refuse: a file holds numbers, no functions."""
        raise InputError("gamma", self.text, "cannot stand in a file", "use a rational gamma")

    def x_bounds(self, bits: int) -> tuple[int, int]:
        """Return integers one apart around e^-gamma 2^bits."""
        floor = _x_floor(self, bits)
        return floor, floor + 1

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell that a polynomial without terms is 0; of others bounds alone cannot say."""
        if any(terms.values()):
            raise Undecided("whether a polynomial in e^-gamma is 0: gamma is known by bounds only")
        return True

    def enclose(self, bits: int) -> Enclosure:
        """Return an enclosure of gamma."""
        return self.bounds(bits)

    def equals_multiple_of(self, epsilon: Epsilon, multiple: int) -> bool:
        """Claim no tie: where there is one, the comparison that follows stays undecided."""
        return False


@remembered(1024)
def _x_floor(rate: EnclosedRate, bits: int) -> int:
    """Return floor(e^-gamma 2^bits); it ends unless that number is an integer."""

    def attempt(working: int) -> int | None:
        gamma = rate.enclose(working)
        floor = exp_floor(-gamma.hi, bits)
        return floor if exp_floor(-gamma.lo, bits) == floor else None

    return narrow(attempt, bits + _SPARE_BITS, "e^-gamma on the grid")
