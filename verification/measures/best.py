"""How far a table is from the best one with the same noise, variances and holes.

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
    """A table's delta without the pair (0, 1), and the best law with the same bounds.

    ``law`` is None where the table is so large that the question was left out.
    """

    epsilon: Epsilon
    delta: Delta
    law: "BestLaw | None"

    @property
    def reachable(self) -> Delta | None:
        """A smaller delta that a table with the same bounds has, if one was found."""
        found = None if self.law is None else self.law.delta
        return found if found is not None and found.compare_to(self.delta) < 0 else None


def measured_best(
    table: PTable, privacy: PrivacyAudit, variance: Fraction | None, door: "Door"
) -> BestAudit | None:
    """Return how far a table is from the best; None where it has no row for every count from 1.

    A declared ``variance`` stands for those of the rows.
    """
    D = max(map(abs, noise_range(table)))
    if table.first_count > 1 or isinstance(table.beyond, Stop) or D == 0:
        return None
    delta = (privacy.without_zero or privacy.worst).delta
    if D > MAX_NOISE:
        return BestAudit(privacy.epsilon, delta, None)
    try:
        law = _best(table, privacy.epsilon, variance, door)
    except InputError:
        return None
    return BestAudit(privacy.epsilon, delta, law)


def _best(
    table: PTable, epsilon: Epsilon, variance: Fraction | None, door: "Door"
) -> "BestLaw | None":
    from exact.complete.best_law import best_law
    from exact.complete.of_table import rules_of_table, shape_of_table
    from exact.complete.problem import least_delta

    if sum(len(row.support) for row in shape_of_table(table).rows()) > MAX_PLACES:
        return None
    return best_law(least_delta(rules_of_table(table, variance), epsilon), door)
