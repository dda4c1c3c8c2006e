"""Cells and their margin where keys are mixed by an assumption, or the XOR of four sums."""

from dataclasses import dataclass, replace

from exact.cellkeys.arithmetic import KeyArithmetic, XorOfFour
from exact.keyorder.linear import MOST_KEYS, LinearOrder, linear_order
from exact.keyorder.order import Mixed
from exact.margins.residues import by_residues
from exact.margins.worst import MOST_LISTED, Margins, WorstRelease
from exact.margins.xor_release import XorDeltas, xor_deltas
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.spread import noise_by_place, spread
from verification.measures.margins import MarginAudit, measured_margins


@dataclass(frozen=True, slots=True)
class AssumedMargins:
    """Keys add, and are mixed too many to be counted: noise is independent by assumption.

    The assumption: sums of record keys, looked up in the order, are as good as independent keys.
    Even a random order of few keys is not quite that (``docs/release.md``).
    ``all``: the pairs that were looked at, none with an empty cell, stand for all that are covered.
    """

    independent: WorstRelease
    all: bool


@dataclass(frozen=True, slots=True)
class XorMargins:
    """Keys are the XOR of four sums: proved bounds, beside the delta of independent noise.

    ``joint`` is over all pairs of counts that were looked at, ``occupied`` over those without an
    empty cell, where there are others (None: too long to count); independent noise is of these.
    """

    joint: XorDeltas
    occupied: XorDeltas | None
    independent: WorstRelease

    @property
    def has_empty_cells(self) -> bool:
        """Whether pairs with an empty cell were looked at."""
        return not all(map(min, self.joint.looked_at.pairs))


AnyMargins = MarginAudit | AssumedMargins | XorMargins


def margins_of(
    table: PTable, arithmetic: KeyArithmetic | None, adds: bool, epsilon: Epsilon
) -> AnyMargins | None:
    """Return what cells and margin give away; None where that is not known, or too long to count.

    ``arithmetic`` is as it was said: the XOR of four sums is not looked at where it is assumed.
    """
    if adds and table.key_order is not None and table.keysize > MOST_LISTED:
        worst, every = _independent(table, epsilon)
        return None if worst is None else AssumedMargins(worst, every and table.zero == "none")
    if adds:
        return measured_margins(table, epsilon)
    fits = isinstance(arithmetic, XorOfFour) and arithmetic.keysize == table.keysize
    if not fits or table.key_order is not None:
        return None
    assert isinstance(arithmetic, XorOfFour)
    worst, _ = _independent(table, epsilon)
    listed = by_residues(table)
    joint = xor_deltas(listed, arithmetic, epsilon)
    if worst is None or joint is None:
        return None
    found = XorMargins(joint, joint, worst)
    if not found.has_empty_cells:
        return found
    return replace(found, occupied=xor_deltas(listed, arithmetic, epsilon, floor=1))


def _independent(table: PTable, epsilon: Epsilon) -> tuple[WorstRelease | None, bool]:
    """Return the largest delta of independent noise, of cells with people; is that of all pairs?"""
    margins = Margins(replace(table, key_order=None), floor=1)
    looked_at = margins.looked_at
    return margins.deltas(epsilon).independent if looked_at.pairs else None, looked_at.all


def seen_linear(table: PTable) -> LinearOrder | None:
    """Return the linear order that the rows of a table show, where its keys can be listed."""
    if isinstance(table.key_order, Mixed) or table.keysize > MOST_KEYS:
        return None
    rows = dict.fromkeys(spread(table).rows)
    return linear_order([noise_by_place(row) for row in rows])
