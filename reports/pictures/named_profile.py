"""A privacy profile to be drawn: delta at chosen points of E = e^epsilon, under a name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from reports.numbers import epsilon_bounds

_SAMPLES = 80
_BITS, _SIGNIFICANT_BITS = 32, 36
# Between points delta is a line in E, and its logarithm falls ever faster: where it falls by more
# than this factor to the next point, points ever closer to that one show how.
_STEEP = 2
_APPROACH = tuple(Fraction(1, 4**k) for k in range(1, 6))


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """delta at epsilon = log ``exp``; a rational E = e^epsilon makes delta exact or enclosed."""

    exp: Fraction
    delta: Enclosure

    @property
    def epsilon(self) -> Epsilon:
        """The epsilon of the point."""
        return Epsilon(exp=self.exp)


@dataclass(frozen=True, slots=True)
class NamedProfile:
    """Points by rising epsilon from 0 to where delta stops falling: from the last on it stays.

    An ``unfinished`` one falls on past its last point, deeper than it is worth to follow.
    """

    name: str
    points: tuple[ProfilePoint, ...]
    unfinished: bool = False

    @property
    def plateau(self) -> Enclosure:
        """The delta that no epsilon removes; 0 where the mechanism is purely private."""
        return self.points[-1].delta


def exp_below(epsilon: Epsilon) -> Fraction:
    """Return e^epsilon rounded down to few digits, at most 36 bits, so that it is soon written."""
    floor, _ = epsilon.exp_bounds(_BITS)
    unit = _unit(floor)
    return Fraction(floor // unit * unit, 1 << _BITS)


def above(exp: Fraction) -> Fraction:
    """Return a rational rounded up to few digits."""
    ceiling = (exp * (1 << _BITS)).__ceil__()
    unit = _unit(ceiling)
    return Fraction(-(-ceiling // unit) * unit, 1 << _BITS)


def _unit(scaled: int) -> int:
    return 1 << max(0, scaled.bit_length() - _SIGNIFICANT_BITS)


def sampled_exps(end: Fraction) -> set[Fraction]:
    """Return rational E = e^epsilon from 1 to ``end``, closer to each other at small epsilon.

    epsilon_j = (j/n)^2 log(end), each E rounded down.
    """
    last = Fraction(int(epsilon_bounds(Epsilon(exp=end)).lo * (1 << _BITS)), 1 << _BITS)
    shares = (Fraction(j * j, _SAMPLES * _SAMPLES) for j in range(1, _SAMPLES))
    found = {exp_below(Epsilon(value=last * share)) for share in shares}
    return {Fraction(1), end, *(exp for exp in found if exp < end)}


def approaching(points: Sequence[ProfilePoint]) -> set[Fraction]:
    """Return more E, where delta falls steeply from one of the rising ``points`` to the next."""
    steep = ((a.exp, b.exp) for a, b in pairwise(points) if a.delta.hi > _STEEP * b.delta.hi)
    return {end - (end - start) * share for start, end in steep for share in _APPROACH}


def rising(points: Iterable[ProfilePoint]) -> tuple[ProfilePoint, ...]:
    """Return the points by rising epsilon."""
    return tuple(sorted(points, key=lambda point: point.exp))
