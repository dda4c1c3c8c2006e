"""What a whole release gives away about one person: the values, with proved bounds on both sides.

Every delta and epsilon here is an enclosure: its lower end is reached by true counts that the plan
allows (a witness), its upper end holds for all of them.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.release.cells import Cells
from exact.release.plan import Plan

ASSUMED, EXACT_LAW, BETWEEN, FROM_BELOW = "assumed", "exact law", "between", "from below"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """delta of everything that is released, at one epsilon, both directions."""

    epsilon: Epsilon
    delta: Enclosure


@dataclass(frozen=True, slots=True)
class LeastEpsilon:
    """The least epsilon for a delta; ``most`` is None where no epsilon is proved to be enough.

    Both are None where no epsilon is: delta is below the plateau.
    """

    delta: Fraction
    least: Fraction | None
    most: Fraction | None


@dataclass(frozen=True, slots=True)
class SummedPoint:
    """What the sum of Theorem 7.1 says at one epsilon: delta is at most this."""

    epsilon: Epsilon
    delta: Fraction


@dataclass(frozen=True, slots=True)
class MomentPoint:
    """What the moments of Renyi differential privacy say at one epsilon: delta is at most this."""

    epsilon: Epsilon
    delta: Fraction
    order: int


@dataclass(frozen=True, slots=True)
class Moments:
    """Renyi and concentrated differential privacy of everything together.

    ``rho`` bounds that of concentrated differential privacy, apart from the plateau.
    """

    points: tuple[MomentPoint, ...]
    rho: Enclosure


@dataclass(frozen=True, slots=True)
class TableCost:
    """What one table costs, at each epsilon of the curve.

    ``cells`` are those that a person is in, ``own`` those that no other table prints too.
    ``without`` is delta of the release without the table, ``another`` with one more like it.
    """

    name: str
    cells: int
    own: int
    without: tuple[Enclosure, ...]
    another: tuple[Enclosure, ...]


@dataclass(frozen=True, slots=True)
class Budget:
    """How many such releases fit (epsilon, delta): at least ``least``, at most ``most``.

    ``most`` is None where more than were tried fit; ``delta_now`` is that of one release.
    """

    epsilon: Epsilon
    delta: Fraction
    delta_now: Enclosure
    least: int
    most: int | None

    @property
    def kept(self) -> bool | None:
        """Tell whether one release keeps the budget; None where the bounds do not tell."""
        if self.delta_now.hi <= self.delta:
            return True
        return False if self.delta_now.lo > self.delta else None


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything that was asked about a plan.

    ``basis`` says what the bounds rest on: an assumption about keys, the exact law of keys that
    add, parts of that law from below with a wide bound from above, or from below alone, where no
    upper bound is proved. ``apart``: no two cells can hold the same people, so that this is not
    assumed. ``drawn`` are points of the whole curve, ``one_cell`` the worst single cell at the same
    places. ``summed`` is empty and there are no ``moments`` where keys are not independent: both
    need that.
    """

    plan: Plan
    cells: tuple[Cells, ...]
    basis: str
    apart: bool
    curve: tuple[CurvePoint, ...]
    drawn: tuple[CurvePoint, ...]
    one_cell: tuple[CurvePoint, ...]
    summed: tuple[SummedPoint, ...]
    moments: Moments | None
    inverse: tuple[LeastEpsilon, ...]
    plateau: Enclosure
    costs: tuple[TableCost, ...]
    budget: Budget | None

    @property
    def number(self) -> int:
        """How many distinct cells a person is in."""
        return sum(cells.number for cells in self.cells)
