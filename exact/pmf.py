"""A finite pmf with integer weights: P(y) = weight(y) / total."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError


@dataclass(frozen=True, slots=True)
class Pmf:
    """Outcomes in increasing order, each with a positive integer weight.

    >>> Pmf.of([(1, 3), (0, 1), (1, 4)])
    Pmf(outcomes=(0, 1), weights=(1, 7))
    """

    outcomes: tuple[int, ...]
    weights: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.outcomes or len(self.outcomes) != len(self.weights):
            raise InputError("pmf", self.outcomes, "needs a weight for each outcome", "give both")
        if any(type(n) is not int for n in (*self.outcomes, *self.weights)):
            raise InputError("pmf", self.weights, "must hold integers only", "scale to integers")
        if any(b <= a for a, b in zip(self.outcomes, self.outcomes[1:], strict=False)):
            raise InputError("pmf", self.outcomes, "must be in increasing order", "use Pmf.of")
        if min(self.weights) <= 0:
            raise InputError("pmf", self.weights, "must have positive weights", "drop the zeros")

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> "Pmf":
        """Collect (outcome, weight) pairs: equal outcomes are added, zero weights dropped."""
        weights: dict[int, int] = {}
        for outcome, weight in pairs:
            weights[outcome] = weights.get(outcome, 0) + weight
        kept = sorted((y, w) for y, w in weights.items() if w)
        return cls(tuple(y for y, _ in kept), tuple(w for _, w in kept))

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(self.weights)

    def probability(self, outcome: int) -> Fraction:
        """Return P(outcome)."""
        found = dict(zip(self.outcomes, self.weights, strict=True))
        return Fraction(found.get(outcome, 0), self.total)

    def shifted(self, by: int) -> "Pmf":
        """Return the pmf of Y + by."""
        return Pmf(tuple(y + by for y in self.outcomes), self.weights)

    def merged(self, function: Callable[[int], int]) -> "Pmf":
        """Return the pmf of function(Y): post-processing."""
        return Pmf.of((function(y), w) for y, w in zip(self.outcomes, self.weights, strict=True))

    def mean(self) -> Fraction:
        """Return E[Y]; for a noise pmf this is the bias, Sadeghi-Chien (4.6)."""
        return Fraction(self._moment(1), self.total)

    def variance(self) -> Fraction:
        """Return E[Y^2] - E[Y]^2, (4.7)."""
        return Fraction(self._moment(2), self.total) - self.mean() ** 2

    def _moment(self, power: int) -> int:
        return sum(w * y**power for y, w in zip(self.outcomes, self.weights, strict=True))
