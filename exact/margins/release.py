"""What cells and their margin, released together, give away about one person.

Neighbours are the counts (n_1, n_2, ..., n_k) and the same with one person more in the first cell,
whose record key is fresh: uniform, and independent of all others. Then the first cell and the
margin change by one, both their keys by the record key, and the other cells by nothing. Before and
after, the keys of the cells are uniform and independent (an empty cell has key 0), so both laws
are those of ``law``; an event is a set of released tuples.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from exact.composition.pairs import LossPair, composed
from exact.margins.counts import key_row
from exact.margins.law import JointLaw
from exact.pmf import Pmf
from exact.privacy.profile import Profile, profile
from exact.table.ptable import PTable


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The laws of what is released, of counts as they are and with one person more in the first.

    Any two laws of released tuples will do: those of ``released`` are for keys that add.
    """

    before: JointLaw
    after: JointLaw

    def profiles(self) -> tuple[Profile, Profile]:
        """Return delta at every epsilon: of before against after, and of after against before.

        Outcome i of both is the i-th of all released tuples in rising order.
        """
        P, Q = self.numbered()
        return profile(P, Q), profile(Q, P)

    def outcomes(self) -> list[tuple[int, ...]]:
        """Return all tuples that are released, before or after, in rising order."""
        return sorted({*self.before.weights, *self.after.weights})

    def numbered(self) -> tuple[Pmf, Pmf]:
        """Return both laws over the numbers of the outcomes; ``LossPair.of`` composes them."""
        number = {outcome: i for i, outcome in enumerate(self.outcomes())}
        before, after = (
            Pmf.of((number[outcome], weight) for outcome, weight in law.weights.items())
            for law in (self.before, self.after)
        )
        return before, after


def released(table: PTable, counts: Sequence[int]) -> JointLaw:
    """Return the law of the released cells and margin of true counts, for keys that add.

    >>> from exact.table.row import Row
    >>> table = PTable(4, 1, (Row(((0, 2), (1, 2))),))
    >>> released(table, (5, 7)).weights[6, 8, 12]
    3
    """
    cells = tuple(key_row(table, n) for n in counts)
    return JointLaw.of(cells, table.row(sum(counts))).released(counts)


def neighbours(table: PTable, counts: Sequence[int]) -> Neighbours:
    """Return both laws, of keys that add, when a person is added to the first of the counts."""
    first, *others = counts
    return Neighbours(released(table, counts), released(table, (first + 1, *others)))


def independent_pair(table: PTable, counts: Sequence[int]) -> LossPair:
    """Return the pair under independent noise: the first cell's and the margin's, composed.

    The other cells do not change, so that they say nothing.
    """
    changed = (counts[0], sum(counts))
    rows = [
        (key_row(table, n).pmf.shifted(n), table.row(n + 1).pmf.shifted(n + 1)) for n in changed
    ]
    return composed(LossPair.of(before, after) for before, after in rows)


def independent_profiles(table: PTable, counts: Sequence[int]) -> tuple[Profile, Profile]:
    """Return delta at every epsilon in both directions, as if the noise were independent."""
    pair = independent_pair(table, counts)
    return pair.profile(), pair.mirrored().profile()
