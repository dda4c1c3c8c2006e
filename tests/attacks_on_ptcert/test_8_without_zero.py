"""Delta without the pair (0, 1) leaves out these two counts, and no pair that shares their rows."""

from fractions import Fraction

from hypothesis import given

from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.privacy.definition import exponentials
from tests.table.key_by_key import all_deltas, has_neighbours, releases
from tests.table.tables import SPREAD, privacy_of, tables


@given(tables().filter(has_neighbours), exponentials())
def test_without_zero_only_the_counts_0_and_1_are_left_out(table: PTable, E: Fraction) -> None:
    """Delta without the pair (0, 1) is the largest over all pairs of counts above 0."""
    found = privacy_of(table, Epsilon(exp=E))
    uniform = [1] * table.keysize
    others = all_deltas(table, E, uniform, least=1)
    covered = len(others) < len(all_deltas(table, E, uniform))
    if not (covered and others):
        assert found.without_zero is None
        return
    assert found.without_zero is not None
    assert found.without_zero.delta.exact == max(others)
    worst = found.without_zero
    assert min(worst.count, worst.other) > 0
    low, high = (releases(table, n, uniform) for n in (worst.count, worst.other))
    zero = Fraction(0)
    event = sum((low.get(y, zero) - E * high.get(y, zero) for y in worst.event), zero)
    assert event == max(others)


def test_counts_that_share_the_rows_of_0_and_1_are_not_left_out_with_them() -> None:
    """Rows 0-2 are released as they are, so counts 1 and 2 have delta = 1 without the pair (0, 1).

    Row 3 has noise -1 or 0 with one key each: the pair (2, 3) alone would give 1/2.
    """
    fixed, mixed = Row(((0, 2),)), Row(((-1, 1), (0, 1)))
    found = privacy_of(
        PTable(2, 0, (fixed, fixed, fixed, mixed), zero="row"), Epsilon(exp=Fraction(2))
    )
    assert found.without_zero is not None
    assert (found.without_zero.count, found.without_zero.other) == (1, 2)
    assert found.without_zero.delta.exact == 1


def test_one_row_for_every_count_has_pairs_above_zero() -> None:
    """The row of 0 repeats: (1, 2) is as private as (0, 1), and is not nothing."""
    found = privacy_of(PTable(16, 0, (SPREAD,), zero="row"), Epsilon(exp=Fraction(2)))
    assert found.without_zero is not None
    assert found.without_zero.delta == found.worst.delta
