"""What many independent releases give away together: delta(epsilon) between proved bounds.

One person's cells in all tables, each a pair of laws (a dominating pair where counts are not known,
``exact.composition.dominating``) with how many of its cells they are in. Keys of different cells
must be independent: nothing here says that they are. Both directions count: the person is added,
or removed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from exact.composition.one_way import EnclosedWay, Parts
from exact.composition.pairs import composed
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.profile import Profile

GRID_BITS = 10
MAX_CELLS = 20_000
MAX_GRID_BITS = 20
# So few different ratios are multiplied out: then every delta is exact.
_MAX_EXACT_RATIOS = 2_000
_DELTA_BITS = 96
# The least epsilon for a delta is found to within this step.
_EPSILON_STEP_BITS = 40
_LARGEST_EPSILON = 1000


@dataclass(frozen=True, slots=True)
class EpsilonBounds:
    """Bounds of the least epsilon for a delta; None where no epsilon is enough."""

    lo: Epsilon | None
    hi: Epsilon | None


@dataclass(frozen=True, slots=True)
class ExactWay:
    """A product of pairs with few different ratios, multiplied out."""

    profile: Profile

    @property
    def plateau(self) -> Fraction:
        """The delta that no epsilon removes."""
        return self.profile.delta_at_infinity()

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return delta, or bounds of 96 bits where e^epsilon is irrational."""
        found = self.profile.delta(epsilon)
        return Enclosure.point(Fraction(0)) if found.A == 0 else found.enclosure(_DELTA_BITS)


@dataclass(frozen=True)
class Composed:
    """The joint release of independent cells, made once and asked at many epsilons."""

    ways: tuple[EnclosedWay | ExactWay, ...]

    @property
    def plateau(self) -> Fraction:
        """The delta that no epsilon removes, exactly."""
        return max(way.plateau for way in self.ways)

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return bounds of the tight delta at epsilon, over all events, in both directions."""
        found = [way.delta(epsilon) for way in self.ways]
        return Enclosure(max(one.lo for one in found), max(one.hi for one in found))

    def epsilon(self, delta: Fraction) -> EpsilonBounds:
        """Return bounds of the least epsilon >= 0 with delta(epsilon) <= delta.

        delta(epsilon) falls: it is below delta at ``hi``, and above just before ``lo``.
        """
        if delta < self.plateau:
            return EpsilonBounds(None, None)
        enough = _least(lambda one: self.delta(one).hi <= delta)
        lacking = _least(lambda one: self.delta(one).lo <= delta)
        step = 0 if lacking is None else max(0, lacking - 1)
        return EpsilonBounds(_stepped(step), None if enough is None else _stepped(enough))


def compose(parts: Parts, grid_bits: int = GRID_BITS) -> Composed:
    """Return the joint release of pairs of laws, each so many times, independently.

    >>> from exact.composition.pairs import LossPair
    >>> pair = LossPair(((1, 0), (2, 1), (1, 2), (0, 1)))
    >>> once = compose([(pair, 1)])
    >>> once.plateau, once.delta(Epsilon(exp=Fraction(3, 2))).lo
    (Fraction(1, 4), Fraction(3, 8))
    >>> often = compose([(pair, 50)])
    >>> found = often.delta(Epsilon(value=Fraction(1)))
    >>> found.lo > Fraction("0.99"), found.width < Fraction(1, 10**6)
    (True, True)
    """
    _check(parts, grid_bits)
    mirrored = [(pair.mirrored(), m) for pair, m in parts]
    same = all(a.weights == b.weights for (a, _), (b, _) in zip(parts, mirrored, strict=True))
    return Composed(tuple(_way(way, grid_bits) for way in ([parts] if same else [parts, mirrored])))


def composed_delta(parts: Parts, epsilon: Epsilon, grid_bits: int = GRID_BITS) -> Enclosure:
    """Return bounds of the tight delta of a joint release at one epsilon.

    >>> from exact.composition.pairs import LossPair
    >>> composed_delta([(LossPair(((3, 1), (1, 3))), 2)], Epsilon(exp=Fraction(3))).lo
    Fraction(3, 8)
    """
    return compose(parts, grid_bits).delta(epsilon)


def _way(parts: Parts, grid_bits: int) -> EnclosedWay | ExactWay:
    if _ratios(parts) > _MAX_EXACT_RATIOS:
        return EnclosedWay(parts, grid_bits)
    return ExactWay(composed([pair for pair, m in parts for _ in range(m)]).profile())


def _ratios(parts: Parts) -> int:
    """Return how many products of ratios there are: of k ratios m times, (m + k - 1 over m)."""
    count = 1
    for pair, m in parts:
        count *= comb(m + len(pair.weights) - 1, m)
    return count


def _check(parts: Parts, grid_bits: int) -> None:
    cells = sum(m for _, m in parts)
    if not parts or any(type(m) is not int or m < 1 for _, m in parts) or cells > MAX_CELLS:
        rule = f"must be from 1 to {MAX_CELLS}, together"
        raise InputError("cells", [m for _, m in parts], rule, "say how many cells a person is in")
    if type(grid_bits) is not int or not 1 <= grid_bits <= MAX_GRID_BITS:
        raise InputError("grid", grid_bits, f"must be from 1 to {MAX_GRID_BITS}", "for example 10")


def _least(reached: Callable[[Epsilon], bool]) -> int | None:
    """Return the least number of steps at which a rising condition holds, by bisection."""
    low, high = -1, _LARGEST_EPSILON << _EPSILON_STEP_BITS
    if not reached(_stepped(high)):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(_stepped(middle)) else (middle, high)
    return high


def _stepped(steps: int) -> Epsilon:
    return Epsilon(value=Fraction(steps, 1 << _EPSILON_STEP_BITS))
