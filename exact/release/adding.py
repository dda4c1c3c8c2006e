"""A release whose keys add: the key of a margin is the sum of its cells' keys, modulo their number.

Let A_T be the sum of the record keys of all people who share with a person exactly the values of
the dimensions T. The key of the person's cell of dimensions S is the sum of A_T over all T that
contain S: a triangular system of ones, so where nobody's A_T is empty the keys of the person's own
cells are uniform and independent. What they give away by themselves is therefore a proved lower
bound, by composition. But the cells of other people under the same margin are published too, and
with them the keys are no longer independent: the joint law of a cell, the others of its margin and
the margin is exact (``exact.margins``), and is the whole answer where a plan has one table with one
margin. Beyond that each such part of a plan bounds the whole from below, and from above the whole
is bounded where somebody lives in every combination of values (``exact.release.moving``). Elsewhere
no upper bound below 1 is proved, and none is claimed: cells may hold the same people, which the
person takes apart (``exact.release.coinciding``), and that gives nearly everything away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exact.errors import InputError
from exact.margins.law import MAX_CATEGORIES
from exact.margins.worst import counted
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.privacy.profile import Profile
from exact.release.answer import LeastEpsilon
from exact.release.cells import Cells, ReleasedTable, cells_of_a_person, floors_known
from exact.release.coinciding import coinciding
from exact.release.independent import Composer, Whole
from exact.release.moving import moved
from exact.release.occupied import is_occupied, keys_independent
from exact.release.one_margin import one_margin, with_margins
from exact.release.plan import Plan
from exact.release.rounding import outward
from exact.table.ptable import PTable

_BITS = 96
_ONE, _NOTHING = Fraction(1), Fraction(0)


@dataclass(frozen=True)
class Joint:
    """The exact profiles of a cell with its margin and the others under it, at several counts.

    ``all``: these counts stand for all that the plan allows.
    """

    profiles: tuple[Profile, ...]
    all: bool

    @cached_property
    def plateau(self) -> Fraction:
        """The delta that no epsilon removes."""
        return max(profile.delta_at_infinity() for profile in self.profiles)

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return the largest delta of these counts."""
        found = [_bounds(profile.delta(epsilon)) for profile in self.profiles]
        return Enclosure(max(one.lo for one in found), max(one.hi for one in found))

    def least_epsilon(self, delta: Fraction) -> Enclosure | None:
        """Return the least epsilon for a delta: of the largest of these counts."""
        if delta < self.plateau:
            return None
        found = [profile.epsilon(delta) for profile in self.profiles]
        bounds = [one.enclosure(_BITS) for one in found if one is not None and not one.is_zero]
        if not bounds:
            return Enclosure.point(_NOTHING)
        return Enclosure(max(one.lo for one in bounds), max(one.hi for one in bounds))


@dataclass(frozen=True, slots=True)
class Adding:
    """All cells of one person and what is published beside them, keys that add.

    ``own`` are the person's cells by themselves, ``parts`` cells with one margin that are published
    among others: both give away no more than everything does. ``everything`` is the joint law of
    all that is published, where it is known; ``least`` and ``most`` bound delta at every epsilon.
    """

    own: Whole
    parts: tuple[Joint, ...]
    everything: Joint | None
    least: Fraction
    most: Fraction

    @property
    def known(self) -> Joint | None:
        """The joint law of everything, where its counts stand for all: the whole answer."""
        return None if self.everything is None or not self.everything.all else self.everything

    @property
    def plateau(self) -> Enclosure:
        """The delta that no epsilon removes."""
        low = max([self.least, self.own.plateau.lo, *(part.plateau for part in self.parts)])
        return outward(low, self.most if self.known is None else self.known.plateau)

    def delta(self, epsilon: Epsilon) -> Enclosure:
        """Return bounds of delta over all events, both directions."""
        parts = (part.delta(epsilon).lo for part in self.parts)
        lows = [self.least, self.own.delta(epsilon).lo, *parts]
        return outward(max(lows), self.most if self.known is None else self.known.delta(epsilon).hi)

    def least_epsilon(self, delta: Fraction) -> LeastEpsilon:
        """Return bounds of the least epsilon; beyond the joint law every one is enough, or none."""
        lows = [self.own.least_epsilon(delta).least]
        found = [part.least_epsilon(delta) for part in self.parts]
        lows += [None if one is None else one.lo for one in found]
        known = [low for low in lows if low is not None]
        if len(known) < len(lows) or delta < self.least:
            return LeastEpsilon(delta, None, None)
        if self.known is None:
            return LeastEpsilon(delta, max(known), _NOTHING if self.most <= delta else None)
        most = self.known.least_epsilon(delta)
        return LeastEpsilon(delta, max(known), None if most is None else most.hi)


class AddingEngine:
    """Answers about releases whose keys add."""

    def __init__(self, plan: Plan, tables: Sequence[ReleasedTable], composer: Composer) -> None:
        self._composer = composer
        self._planned = tables
        self._categories = dict(plan.categories)
        self._floors = floors_known(tables, self._categories)
        self._occupied = plan.occupied or is_occupied(tables)
        self._joints: dict[tuple[int, int, int], Joint | None] = {}

    def whole(self, tables: Sequence[ReleasedTable], more: Sequence[Cells] = ()) -> Whole | Adding:
        """Return all cells of the tables, and ``more`` of tables alike, together.

        These have dimensions of their own, and are as occupied as the tables of the plan.
        """
        cells = (*cells_of_a_person(tables, self._floors), *more)
        if sum(one.number for one in cells) == 1:
            # The other cells of a table are of other people, and of other keys.
            return self._composer.whole(cells)
        own = self._composer.whole(cells)
        for released in tables:
            if released.planned.cells is not None:
                rule = f"of {released.planned.name!r} do not say which of them add up to others"
                raise InputError("cells", released.planned.cells, rule, "give its dimensions")
        parts: list[Joint] = []
        for one in with_margins(tables, self._categories, self._floors):
            low = self._joint(one.table, one.floor_of_both, one.cells)
            parts += [] if low is None or low in parts else [low]
        alone = None if more else one_margin(tables, self._categories)
        everything = self._joint(alone.table, alone.floor, alone.cells) if alone else None
        moves = self._occupied and keys_independent(tables, self._categories)
        most = moved(cells) if moves else _ONE
        return Adding(own, tuple(parts), everything, self._least(tables), most)

    def _least(self, tables: Sequence[ReleasedTable]) -> Fraction:
        if self._occupied:
            return _NOTHING
        return coinciding(tables, self._planned, self._categories)

    def _joint(self, table: PTable, floor: int, number: int) -> Joint | None:
        key = id(table), floor, number
        if key not in self._joints:
            self._joints[key] = joint_of(table, floor, number)
        return self._joints[key]


def joint_of(table: PTable, floor: int, number: int) -> Joint | None:
    """Return the joint law of a margin of so many cells; None where it is out of reach.

    Of two cells all counts are looked at, as far as that is bounded. Of more, equal large counts:
    they stand for all where the plan leaves one row. Few keys in an order are looked at one by one.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),))
    >>> joint_of(table, 0, 2).delta(Epsilon(exp=Fraction(3))).hi
    Fraction(9, 16)
    """
    found = counted(table, floor, number) if 1 < number <= MAX_CATEGORIES else None
    if found is None or not found.looked_at.pairs:
        return None
    return Joint(found.profiles(), found.looked_at.all)


def _bounds(delta: Delta) -> Enclosure:
    return Enclosure.point(_NOTHING) if delta.A == 0 else delta.enclosure(_BITS)
