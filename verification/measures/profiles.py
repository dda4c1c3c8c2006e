"""The profiles of a table's pairs of counts, computed once for whoever needs them."""

from dataclasses import dataclass
from functools import cached_property

from exact.cellkeys.arithmetic import KeyArithmetic
from exact.cellkeys.law import KeyLaw
from exact.margins.residues import turned
from exact.pmf import Pmf
from exact.table.lookups import looked_up_by_records
from exact.table.pairs import PairProfile, pair_profiles, profiles_of_pmfs
from exact.table.ptable import PTable
from exact.table.row import Row


@dataclass(frozen=True)
class Profiles:
    """A table and how its keys are made (None: not known), with what follows when asked for.

    Where it is ``stated`` that keys are made of records, an empty cell has the key 0 and no other;
    else its key is taken as uniform, as that of any cell (``assumes_empty_cells``).
    """

    table: PTable
    arithmetic: KeyArithmetic | None = None
    stated: bool = False

    @cached_property
    def seen(self) -> PTable:
        """The table as cells see it: by what is stated about their keys."""
        return self.of_nobody if self.stated else self.table

    @property
    def assumes_empty_cells(self) -> bool:
        """Whether it makes a difference that keys of empty cells are taken as uniform."""
        return self.seen is not self.of_nobody

    @cached_property
    def of_nobody(self) -> PTable:
        """The table with the key of nobody, 0, for every empty cell."""
        return looked_up_by_records(self.table)

    @cached_property
    def by_records(self) -> tuple[PairProfile, ...]:
        """The same as ``uniform``, were keys made of records; none where it makes no difference."""
        return tuple(pair_profiles(self.of_nobody)) if self.assumes_empty_cells else ()

    @cached_property
    def uniform(self) -> tuple[PairProfile, ...]:
        """Both directions of every neighbouring pair, for uniform keys."""
        return tuple(pair_profiles(self.seen))

    @cached_property
    def key_law(self) -> KeyLaw | None:
        """The exact law of the key of a cell with people, where the keys made are the table's.

        At the places of a key order only a uniform law is known: it stays uniform.
        """
        made = self.arithmetic
        if made is None or made.keysize != self.table.keysize:
            return None
        law = made.law_at(1)
        known = self.table.key_order is None or law.distance_from_uniform() == 0
        return law if known else None

    @cached_property
    def by_law(self) -> tuple[PairProfile, ...]:
        """The same under the law of the key, of nobody's too; none where that is not known."""
        law = self.key_law
        if law is None:
            return ()
        if law.distance_from_uniform() == 0:
            return self.by_records or self.uniform

        first = self.table.first_key % self.table.keysize

        def effective(row: Row) -> Pmf:
            return Pmf.of(law.effective_counts(turned(row, first).runs))

        return tuple(profiles_of_pmfs(self.of_nobody, effective))
