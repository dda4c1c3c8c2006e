"""The worst counts of cells that are released with their margin, for keys that add."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce

from exact.errors import InputError
from exact.margins.counts import MOST_STEPS, Counts, LookedAt, equal_counts, pairs_of_counts
from exact.margins.law import MAX_STEPS, JointLaw
from exact.margins.release import Neighbours, independent_profiles, neighbours
from exact.margins.residues import by_residues
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.privacy.profile import Profile
from exact.table.ptable import PTable

# Keys up to which the law of a table with a key order is counted, key by key.
MOST_LISTED = 1 << 16
# Steps of these laws: as many as one law may have, of 2^16 keys that lead to 51 noise values.
MOST_MIXED = MAX_STEPS

Both = tuple[Profile, Profile]


@dataclass(frozen=True, slots=True)
class WorstRelease:
    """The counts (n_F, n_M) and the direction with the largest delta at one epsilon.

    ``added``: by ``delta``, the release without the person is likelier than with one more in F;
    otherwise it is the other way round.
    """

    counts: Counts
    added: bool
    delta: Delta


@dataclass(frozen=True, slots=True)
class MarginDeltas:
    """The tight delta of releasing F, M and T together, when one person is in F or not.

    ``joint`` is by the law of keys that add, ``independent`` as if the noise of the three were
    independent; each at its own worst counts.
    """

    joint: WorstRelease
    independent: WorstRelease


@dataclass(frozen=True)
class Margins:
    """The pairs of counts of a table, from ``floor`` on, with what their releases give away.

    Looked at are those whose laws take at most ``most`` steps in total (see ``counts``). Of more
    ``cells`` than two large equal counts are looked at.

    >>> from fractions import Fraction
    >>> from exact.table.row import Row
    >>> found = Margins(PTable(4, 1, (Row(((-1, 1), (0, 2), (1, 1))),)))
    >>> both = found.deltas(Epsilon(exp=Fraction(3)))
    >>> both.joint.delta.exact, both.independent.delta.exact, found.looked_at.pairs
    (Fraction(9, 16), Fraction(1, 2), ((1, 1),))
    """

    table: PTable
    floor: int = 0
    most: int = MOST_STEPS
    cells: int = 2

    @cached_property
    def looked_at(self) -> LookedAt:
        """The counts, and whether they stand for all."""
        if self.cells > 2:
            return equal_counts(self.table, self.cells, self.floor, self.most)
        return pairs_of_counts(self.table, self.floor, self.most)

    def profiles(self) -> tuple[Profile, ...]:
        """Return delta at every epsilon of all counts that were looked at, both directions."""
        return tuple(profile for both in self._joint.values() for profile in both)

    def worst(self, epsilon: Epsilon) -> WorstRelease:
        """Return the largest delta of the counts that were looked at."""
        return _worst(self._joint.items(), epsilon)

    def deltas(self, epsilon: Epsilon, floor: int = 0) -> MarginDeltas:
        """Return the largest deltas of the pairs that were looked at, of counts from ``floor`` on.

        A floor of 1 leaves out empty cells; one of the last row's count, where the last row
        repeats, leaves the pair of large cells.
        """
        pairs = [pair for pair in self.looked_at.pairs if min(pair) >= floor]
        if not pairs:
            rule = "covers no two counts with their sum and one person more"
            name = f"{len(self.table.rows)} rows"
            raise InputError("table", name, rule, "give a rule past the last row")
        joint = ((pair, self._joint[pair]) for pair in pairs)
        apart = ((pair, self._independent[pair]) for pair in pairs)
        return MarginDeltas(_worst(joint, epsilon), _worst(apart, epsilon))

    def never(self, floor: int = 1) -> tuple[int, ...]:
        """Return the residuals F + M - T that no pair gives, and independent noise does.

        Of counts from ``floor`` on; an empty cell adds nothing to its margin, noise included.
        """
        pairs = [both for pair, both in self._neighbours.items() if min(pair) >= floor]
        laws = [law for both in pairs for law in (both.before, both.after)]
        occur = {residual for law in laws for residual in law.residual.outcomes}
        apart = {residual for law in laws for residual in _independent_residuals(law)}
        return tuple(sorted(apart - occur))

    @cached_property
    def _neighbours(self) -> dict[Counts, Neighbours]:
        return {pair: neighbours(self.table, pair) for pair in self.looked_at.pairs}

    @cached_property
    def _joint(self) -> dict[Counts, Both]:
        return {pair: both.profiles() for pair, both in self._neighbours.items()}

    @cached_property
    def _independent(self) -> dict[Counts, Both]:
        return {pair: independent_profiles(self.table, pair) for pair in self.looked_at.pairs}


def counted(table: PTable, floor: int = 0, cells: int = 2) -> Margins | None:
    """Return the counts of a table, key by key where it has a key order; None for too many keys.

    >>> from exact.keyorder.order import Listed
    >>> from exact.table.row import Row
    >>> table = PTable(2, 1, (Row(((0, 1), (1, 1))),), key_order=Listed((1, 0)))
    >>> counted(table).table.rows[0].runs
    ((1, 1), (0, 1))
    """
    if table.key_order is not None and table.keysize > MOST_LISTED:
        return None
    most = MOST_STEPS if table.key_order is None else MOST_MIXED
    return Margins(by_residues(table), floor, most, cells)


def _independent_residuals(law: JointLaw) -> set[int]:
    """Return the residuals that the same noises would have if they were independent."""
    first, *others = (set(noises) for noises in zip(*law.weights, strict=True))
    *cells, margin = others
    for cell in cells:
        first = {a + b for a in first for b in cell}
    return {a - b for a in first for b in margin}


def _worst(found: Iterable[tuple[Counts, Both]], epsilon: Epsilon) -> WorstRelease:
    """Return the counts and the direction with the largest delta; the first of equals."""
    each = (
        WorstRelease(counts, added, profile.delta(epsilon))
        for counts, profiles in found
        for added, profile in zip((True, False), profiles, strict=True)
    )
    return reduce(lambda one, two: two if two.delta.compare_to(one.delta) > 0 else one, each)
