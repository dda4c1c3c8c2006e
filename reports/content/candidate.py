"""A table in a comparison: with a certificate, or only measured."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from exact.table.pairs import PairProfile, pair_profiles, worst_pair
from exact.table.ptable import PTable
from exact.table.zero import first_pairs, pairs_above_zero, zero_pairs

NOT_CERTIFIED = "not certified"


@dataclass(frozen=True)
class Candidate:
    """A table under its name; ``verdict`` is that of its certificate, or "not certified".

    ``above``: it is compared by its counts from 1 on, without the pair (0, 1).
    """

    name: str
    table: PTable
    verdict: str = NOT_CERTIFIED
    epsilons: tuple[Epsilon, ...] = ()
    above: bool = False

    @cached_property
    def pairs(self) -> tuple[PairProfile, ...]:
        """The exact profile of every neighbouring pair that it is compared by."""
        return pairs_above_zero(self.table, self.every) if self.above else self.every

    @cached_property
    def every(self) -> tuple[PairProfile, ...]:
        """The exact profile of every neighbouring pair."""
        return tuple(pair_profiles(self.table))

    def first_delta(self, epsilon: Epsilon) -> Delta | None:
        """Return the tight delta of the pair (0, 1); None where it is not covered."""
        first = first_pairs(self.every)
        return worst_pair(first, epsilon).delta if first else None

    def delta(self, epsilon: Epsilon) -> Delta:
        """Return the tight delta over all events and pairs."""
        return worst_pair(self.pairs, epsilon).delta

    def zeros_preserved(self, epsilon: Epsilon) -> Delta | None:
        """Return the same if zeros stayed as they are, where the table does not cover them."""
        added = () if self.above else zero_pairs(self.table)
        return worst_pair((*added, *self.pairs), epsilon).delta if added else None

    @property
    def plateau(self) -> Fraction:
        """The delta that no epsilon removes."""
        return max(pair.profile.delta_at_infinity() for pair in self.pairs)

    @property
    def above_zero(self) -> tuple[PairProfile, ...]:
        """The profiles of the pairs of counts from 1 on."""
        return pairs_above_zero(self.table, self.pairs)

    @property
    def has_first_pair(self) -> bool:
        """Whether the counts 0 and 1 are a pair of the table."""
        return any(0 in pair.alike for pair in self.pairs)
