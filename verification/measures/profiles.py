"""The profiles of a table's pairs of counts, computed once for whoever needs them."""

from dataclasses import dataclass
from functools import cached_property

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.cellkeys.law import KeyLaw
from exact.margins.residues import turned
from exact.pmf import Pmf
from exact.table.pairs import PairProfile, pair_profiles, profiles_of_pmfs
from exact.table.ptable import PTable
from exact.table.row import Row


@dataclass(frozen=True)
class Profiles:
    """A table and how its keys are made (None: not known), with what follows when asked for."""

    table: PTable
    arithmetic: KeyArithmetic | None = None

    @cached_property
    def uniform(self) -> tuple[PairProfile, ...]:
        """Both directions of every neighbouring pair, for uniform keys."""
        return tuple(pair_profiles(self.table))

    @cached_property
    def key_law(self) -> KeyLaw | None:
        """The exact law of the cell key, where the keys made are those of the table.

        At the places of a key order only a uniform law is known: it stays uniform.
        """
        made = self.arithmetic
        if made is None or made.keysize != self.table.keysize:
            return None
        law = made.law()
        known = self.table.key_order is None or law.distance_from_uniform() == 0
        return law if known else None

    @cached_property
    def by_law(self) -> tuple[PairProfile, ...]:
        """The same under the law of the key; none where that is not known."""
        law = self.key_law
        if law is None:
            return ()
        if law.distance_from_uniform() == 0:
            return self.uniform

        first = self.table.first_key % self.table.keysize

        def effective(row: Row) -> Pmf:
            return Pmf.of(law.effective_counts(turned(row, first).runs))

        return tuple(profiles_of_pmfs(self.table, effective))
