"""A complete table of a law, with what it does to every pair of neighbouring counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exact.complete.best import Found
from exact.complete.enclosed_outcomes import Enclosed
from exact.complete.proof import Proof, proof
from exact.complete.rules import TableRules
from exact.laws.law import Law
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.pairs import BothDeltas, deltas_by_count, pair_profiles
from exact.table.ptable import PTable
from exact.table.zero import EVERY_PAIR, FirstPair


@dataclass(frozen=True)
class LawTable:
    """The law, how small counts are treated, the table, epsilon and the delta that is wanted.

    ``found`` is the search with its bound, where the small counts are optimised, and ``program``
    the least delta of Proposition 2's program, where that is solved. ``rules`` are those that the
    optimised rows keep, the law's own row among them. ``first_pair`` says how the pair (0, 1)
    counts for the target.
    """

    law: Law
    small: str
    table: PTable
    epsilon: Epsilon
    target: Fraction | None = None
    found: Found | None = None
    program: Enclosed | None = None
    rules: TableRules | None = None
    first_pair: FirstPair = EVERY_PAIR

    @property
    def proof(self) -> Proof | None:
        """The proof that no rows beside the law's own are better, where they were searched for."""
        if self.rules is None or self.found is None:
            return None
        return proof(self.rules, self.found.problem, self.found.tree, None)

    @cached_property
    def pairs(self) -> tuple[BothDeltas, ...]:
        """Both deltas of every pair (n, n + 1)."""
        return deltas_by_count(tuple(pair_profiles(self.table)), self.epsilon)

    @cached_property
    def delta(self) -> Delta:
        """The largest delta of the pairs from (1, 2) on."""
        return self._largest(pair for pair in self.pairs if pair.n >= 1)

    @property
    def missed(self) -> BothDeltas | None:
        """The first pair whose delta is above what is asked for of it; None: there is none."""
        return next(filter(self._misses, self.pairs), None)

    def _misses(self, pair: BothDeltas) -> bool:
        limit = self.target if pair.n else self.first_pair.limit(self.target)
        return limit is not None and max_of(pair).compare(limit) > 0

    def _largest(self, pairs: Iterable[BothDeltas]) -> Delta:
        found = [max_of(pair) for pair in pairs]
        worst = found[0]
        for delta in found[1:]:
            worst = delta if delta.compare_to(worst) > 0 else worst
        return worst


def max_of(pair: BothDeltas) -> Delta:
    """Return the larger delta of both directions."""
    return pair.up if pair.up.compare_to(pair.down) > 0 else pair.down
