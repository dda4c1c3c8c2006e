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
from exact.table.zero import EXCLUDE, INCLUDE, FirstPair
from verification.measures.privacy import PrivacyAudit
from verification.measures.profiles import Profiles

if TYPE_CHECKING:
    from exact.complete.best_law import BestLaw
    from exact.complete.door import Door

# The noise and the probabilities of the largest table that is compared: 0.2 s.
MAX_NOISE = 20
MAX_PLACES = 500


@dataclass(frozen=True, slots=True)
class BestAudit:
    """A table's delta, and the best law of its peers, where the pair (0, 1) counts as said.

    ``law`` is None where the table is so large that the question was left out.
    """

    epsilon: Epsilon
    delta: Delta
    law: "BestLaw | None"
    first_pair: FirstPair

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
    profiles: Profiles,
    privacy: PrivacyAudit,
    variance: Fraction | None,
    first_pair: FirstPair | None,
    door: "Door",
) -> BestAudit | None:
    """Return how far a table is from the best; None where it has no row for every count from 1.

    A declared ``variance`` stands for those of the rows. The pair (0, 1) is left out unless
    ``first_pair`` says how it counts.
    """
    from exact.complete.best_law import best_law
    from exact.complete.of_table import WITHOUT, peers_of_table, shape_of_table

    first, epsilon = first_pair or WITHOUT, privacy.epsilon
    table = subject(profiles, first)
    D = max(map(abs, noise_range(table)))
    if table.first_count > 1 or isinstance(table.beyond, Stop) or D == 0:
        return None
    if D > MAX_NOISE:
        return BestAudit(epsilon, _own(privacy, first), None, first)
    try:
        if shape_of_table(table, first).places > MAX_PLACES:
            return BestAudit(epsilon, _own(privacy, first), None, first)
        peers = peers_of_table(table, epsilon, variance, first)
    except InputError:
        return None
    return BestAudit(epsilon, peers.delta, best_law(peers.problem, door), first)


def _own(privacy: PrivacyAudit, first_pair: FirstPair) -> Delta:
    """Return the delta of the table, of the pairs that count."""
    all_count = first_pair.kind == INCLUDE or privacy.without_zero is None
    return (privacy.worst if all_count else privacy.without_zero or privacy.worst).delta


def subject(profiles: Profiles, first_pair: FirstPair) -> PTable:
    """Return the table whose peers are looked for: with 0 as cells see it where 0 counts."""
    return profiles.table if first_pair.kind == EXCLUDE else profiles.seen
