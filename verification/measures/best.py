"""How far a table is from the best of its peers (``exact.complete.of_table``).

Asked of every audit at an epsilon, as far as it takes a moment: a solver proposes, exact numbers
decide. ``ptcert audit --best`` does it for large tables too, and in whole keys.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.extremes import noise_range
from exact.table.ptable import PTable, Stop
from verification.measures.privacy import PrivacyAudit

if TYPE_CHECKING:
    from exact.complete.best_law import BestLaw
    from exact.complete.door import Door

# The noise and the probabilities of the largest table that is compared: 0.2 s.
MAX_NOISE = 20
MAX_PLACES = 500


@dataclass(frozen=True, slots=True)
class BestAudit:
    """A table's delta without the pair (0, 1), and the best law of its peers.

    ``law`` is None where the table is so large that the question was left out.
    """

    epsilon: Epsilon
    delta: Delta
    law: "BestLaw | None"

    @property
    def reachable(self) -> Delta | None:
        """A smaller delta that a peer has, if one was found."""
        found = None if self.law is None else self.law.delta
        return found if found is not None and found.compare_to(self.delta) < 0 else None

    @property
    def least(self) -> Delta:
        """The smallest delta of a peer that is known: the table is its own peer."""
        return self.reachable or self.delta


def measured_best(
    table: PTable, privacy: PrivacyAudit, variance: Fraction | None, door: "Door"
) -> BestAudit | None:
    """Return how far a table is from the best; None where it has no row for every count from 1.

    A declared ``variance`` stands for those of the rows.
    """
    from exact.complete.best_law import best_law
    from exact.complete.of_table import peers_of_table, shape_of_table

    D = max(map(abs, noise_range(table)))
    if table.first_count > 1 or isinstance(table.beyond, Stop) or D == 0:
        return None
    try:
        if D > MAX_NOISE or shape_of_table(table).places > MAX_PLACES:
            return BestAudit(privacy.epsilon, (privacy.without_zero or privacy.worst).delta, None)
        peers = peers_of_table(table, privacy.epsilon, variance)
    except InputError:
        return None
    return BestAudit(privacy.epsilon, peers.delta, best_law(peers.problem, door))
