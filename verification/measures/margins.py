"""A table whose cell keys add: what two cells and their margin give away together."""

from dataclasses import dataclass
from functools import cached_property

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo
from exact.margins.known_keys import KnownKeys, known_keys
from exact.margins.worst import MarginDeltas, Margins, counted
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row


@dataclass(frozen=True)
class MarginAudit:
    """F, M and T = F + M released together, one person in F or not, at one epsilon.

    ``all`` is over all pairs of counts that were looked at, ``occupied`` over those without an
    empty cell, ``large`` for counts that all use the last row; None where there are none.
    """

    margins: Margins
    all: MarginDeltas
    occupied: MarginDeltas | None
    large: MarginDeltas | None

    @cached_property
    def known(self) -> KnownKeys | None:
        """What is given away to an attacker who knows the keys of all others, at every epsilon."""
        return known_keys(self.margins.table, self.margins.looked_at.pairs)

    @cached_property
    def never(self) -> tuple[int, ...]:
        """The residuals F + M - T that cannot occur, and would with independent noise."""
        return self.margins.never()

    @cached_property
    def never_large(self) -> tuple[int, ...]:
        """The same of counts that all use the last row."""
        return self.margins.never(self.margins.table.last_count)


def keys_add(arithmetic: KeyArithmetic | None, keysize: int) -> bool:
    """Tell whether the key of a margin is the sum of its cells' keys modulo the table's keys."""
    return isinstance(arithmetic, SumModulo) and arithmetic.keysize == keysize


def measured_margins(table: PTable, epsilon: Epsilon) -> MarginAudit | None:
    """Return what margins give away at ``epsilon``; None where no pair of counts is looked at.

    That is where the table covers no two counts with their sum, where the first law takes more
    steps than an audit should, or where a key order has too many keys to be listed.
    """
    margins = counted(table)
    if margins is None or not margins.looked_at.pairs:
        return None
    pairs = margins.looked_at.pairs
    zero, last = any(0 in pair for pair in pairs), table.last_count
    one_row = len(table.rows) == 1 or not isinstance(table.beyond, Repeat)
    return MarginAudit(
        margins,
        all=margins.deltas(epsilon),
        occupied=margins.deltas(epsilon, 1) if zero and any(map(min, pairs)) else None,
        large=None if one_row else margins.deltas(epsilon, last),
    )


def rising(table: PTable) -> bool:
    """Tell whether in every row noise rises with the key, or falls."""
    return table.key_order is None and all(map(_sorted, dict.fromkeys(table.rows)))


def _sorted(row: Row) -> bool:
    noise = [z for z, _ in row.runs]
    return noise in (sorted(noise), sorted(noise, reverse=True))
