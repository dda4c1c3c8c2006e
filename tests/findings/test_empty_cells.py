"""What an empty cell gets: it has a count of 0 and key 0, and uses the row of 0 if there is one."""

from fractions import Fraction

import pytest

from exact.cellkeys.arithmetic import SumModulo
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.audit import AuditOptions, audit
from verification.findings.keys import empty_cell_findings
from verification.measures.profiles import Profiles

# Key 0 leads to noise 2 in the first row and to -1 in the second.
UP, DOWN = Row(((2, 4), (0, 4))), Row(((-1, 4), (1, 4)))
SUM = SumModulo(8)


@pytest.mark.parametrize(("first_key", "released"), [(0, 2), (1, 0), (8, 0)])
def test_every_empty_cell_gets_the_noise_of_key_0_in_row_0(first_key: int, released: int) -> None:
    """Row 0 gives noise 2 to key 0; where 0 is no key of the file, empty cells stay empty."""
    table = PTable(8, 0, (UP, DOWN), zero="row", first_key=first_key)
    one = f"every empty cell has key 0, so that it is released as {released}"
    never = "no other noise of row 0 is ever used"
    (stated,) = empty_cell_findings(Profiles(table, SUM, stated=True))
    assert stated.message == f"keys are made of records: {one}, and {never}"
    (assumed,) = empty_cell_findings(Profiles(table, SUM))
    assert assumed.message == (
        "empty cells are assumed to have uniform, independent keys; where keys are made of "
        f"records, {one}, and {never}"
    )


@pytest.mark.parametrize(
    "table",
    [
        PTable(8, 0, (Row(((0, 8),)), DOWN), zero="row"),
        PTable(8, 0, (Row(((2, 8),)), DOWN), zero="row"),
        PTable(8, 1, (UP, DOWN), zero="preserve"),
        PTable(8, 1, (UP, DOWN)),
    ],
    ids=["noise 0", "one noise", "zeros preserved", "zero not covered"],
)
def test_a_row_that_makes_no_difference_is_not_spoken_of(table: PTable) -> None:
    """Without a row for 0, or with one noise in it, the key of an empty cell does not matter."""
    assert list(empty_cell_findings(Profiles(table, SUM))) == []


def test_a_row_of_0_does_not_hide_that_zeros_are_kept() -> None:
    """ZERO is found where keys of records leave every empty cell as it is, and not elsewhere."""
    table = PTable(8, 0, (Row(((0, 4), (2, 4))), DOWN), zero="row")
    found = [
        {each.code for each in audit(table, Epsilon(exp=Fraction(2)), None, options).findings}
        for options in (AuditOptions(), AuditOptions(arithmetic=SUM))
    ]
    assert ["ZERO" in codes for codes in found] == [False, True]
