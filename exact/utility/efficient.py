"""Which designs are efficient: no other one has at most their delta and at most their loss."""

from collections.abc import Sequence
from dataclasses import dataclass

from exact.errors import Undecided
from exact.numbers.enclosure import Enclosure
from exact.privacy.delta import Delta


@dataclass(frozen=True, slots=True)
class Placed:
    """A design on a map of risk and utility; a loss with square roots is known by bounds."""

    delta: Delta
    loss: Enclosure


def efficient(designs: Sequence[Placed]) -> tuple[bool, ...]:
    """Tell of each design whether none is better in one and as good in the other.

    >>> from fractions import Fraction
    >>> from exact.numbers.epsilon import Epsilon
    >>> def placed(delta, loss):
    ...     at = Delta(Fraction(delta), Fraction(0), Epsilon(exp=Fraction(2)))
    ...     return Placed(at, Enclosure.point(Fraction(loss)))
    >>> efficient([placed("0.1", 5), placed("0.2", 4), placed("0.2", 5), placed("0.1", 5)])
    (True, True, False, True)
    """
    return tuple(not any(_better(other, one) for other in designs) for one in designs)


def _better(one: Placed, other: Placed) -> bool:
    side, gain = one.delta.compare_to(other.delta), -_compare(one.loss, other.loss)
    return side <= 0 and gain >= 0 and (side < 0 or gain > 0)


def _compare(one: Enclosure, other: Enclosure) -> int:
    """Return the sign of one - other; equal bounds are those of the same cells and rows."""
    if one == other:
        return 0
    if one.hi < other.lo or other.hi < one.lo:
        return -1 if one.hi < other.lo else 1
    raise Undecided("which of two designs has the larger loss")
