"""What an empty cell gets: it has a count of 0 and key 0, and uses the row of 0 if there is one."""

import pytest

from exact.table.ptable import PTable
from exact.table.row import Row
from verification.findings.keys import empty_cell_findings

# Key 0 leads to noise 2 in the first row and to -1 in the second.
UP, DOWN = Row(((2, 4), (0, 4))), Row(((-1, 4), (1, 4)))


def test_every_empty_cell_gets_the_noise_of_key_0_in_row_0() -> None:
    """Row 0 gives noise 2 to key 0: all empty cells are released as 2, whatever other rows do."""
    (finding,) = empty_cell_findings(PTable(8, 0, (UP, DOWN), zero="row"))
    assert finding.message == "every empty cell has key 0, so it is released as 2: key 0 of row 0"


@pytest.mark.parametrize(
    "table",
    [
        PTable(8, 0, (Row(((0, 4), (2, 4))), DOWN), zero="row"),
        PTable(8, 1, (UP, DOWN), zero="preserve"),
        PTable(8, 1, (UP, DOWN)),
        PTable(8, 0, (UP, DOWN), zero="row", first_key=1),
    ],
    ids=["key 0 has noise 0", "zeros preserved", "zero not covered", "keys from 1"],
)
def test_a_row_that_an_empty_cell_never_uses_is_not_spoken_of(table: PTable) -> None:
    """Without a row for 0, or without a key 0, the table gives empty cells no noise."""
    assert list(empty_cell_findings(table)) == []
