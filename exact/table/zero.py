"""Privacy with and without a count of zero: the pair (0, 1) is often another thing than the rest.

Agencies that leave zeros as they are treat them as structural: then the pair (0, 1) has a large
delta (a release above 0 proves a count above 0), and the table is judged without that pair too.
"""

from dataclasses import replace

from exact.table.pairs import PairProfile, pair_profiles
from exact.table.ptable import PTable, Repeat, Stop

Pairs = tuple[PairProfile, ...]


def pairs_above_zero(table: PTable, pairs: Pairs) -> Pairs:
    """Return the profiles of all covered pairs (n, n+1) with n > 0.

    The pair (0, 1) is left out as a pair of counts: where other counts use the same two rows,
    their profile stays, and stands for the first of them.
    """
    above = []
    for pair in pairs:
        if 0 not in pair.alike:
            above.append(pair)
            continue
        counts = tuple(n for n in _counts(table, pair) if n > 0)
        if counts:
            above.append(_moved(pair, counts))
    return tuple(above)


def _counts(table: PTable, pair: PairProfile) -> tuple[int, ...]:
    """Return the lower counts that use the rows of a pair; at least one above 0 if there is any.

    ``PTable.neighbours`` lists every pair of rows at some n > 0 that has one, except where the last
    row is that of 0 and repeats: there 0 stands for all counts.
    """
    repeats = isinstance(table.beyond, Repeat) and table.last_count == 0
    return (*pair.alike, 1) if repeats else pair.alike


def _moved(pair: PairProfile, counts: tuple[int, ...]) -> PairProfile:
    """Return the same profile at the first of ``counts``: its outputs are shifted, nothing else."""
    by = counts[0] - min(pair.count, pair.other)
    outcomes = tuple(y + by for y in pair.profile.outcomes)
    moved = replace(pair.profile, outcomes=outcomes)
    return PairProfile(pair.count + by, pair.other + by, moved, counts)


def zero_pairs(table: PTable) -> Pairs:
    """Return both directions of the pair (0, 1) if zeros were preserved, where they are not.

    Empty where the table covers 0 itself, or does not cover 1.
    """
    if table.zero != "none" or table.first_count != 1:
        return ()
    return tuple(pair_profiles(PTable(table.keysize, 1, table.rows[:1], Stop(), "preserve")))
