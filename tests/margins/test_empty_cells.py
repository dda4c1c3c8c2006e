"""An empty cell leaves its margin the people, key and noise of the other: findings say so."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.order import KeyOrder, Listed, Mixed
from exact.margins.worst import Margins
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.audit import AuditOptions, audit
from verification.findings.said import plain

E = Epsilon(exp=Fraction(2))
ROWS = (Row(((-1, 20), (0, 22), (1, 19))), Row(((-2, 3), (-1, 17), (0, 21), (1, 17), (2, 3))))


def said(code: str, table: PTable, arithmetic: KeyArithmetic) -> str:
    """Return what the finding says, once."""
    found = audit(table, E, None, AuditOptions(arithmetic=arithmetic)).findings
    (one,) = (plain(each.message) for each in found if each.code == code)
    return one


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("KEYS-ADD", None),
        ("LINEAR-ORDER", Listed(tuple(13 * key % 61 for key in range(61)))),
        ("KEYS-MIXED", Mixed("ptcert")),
    ],
)
def test_the_delta_with_an_empty_cell_stands_beside_the_others(
    code: str, order: KeyOrder | None
) -> None:
    """It is larger than that of cells with people in them, which was said alone."""
    table = PTable(61, 1, ROWS, zero="preserve", key_order=order)
    text = said(code, table, SumModulo(61))
    assert "; with an empty cell " in text
    assert "with an empty cell" not in said(code, replace(table, zero="none"), SumModulo(61))
    if order is None:
        worst = Margins(table).deltas(E).joint
        assert 0 in worst.counts
        assert f"with an empty cell {worst.delta.exact} at 0 + {worst.counts[1]}" in text


def test_an_assumption_about_keys_says_nothing_of_empty_cells() -> None:
    """Neither a mixed order of many keys nor the XOR of four sums makes M and T independent."""
    K = 2**32
    row = Row(((-1, K // 4), (0, K // 2), (1, K // 4)))
    mixed = PTable(K, 1, (row,), zero="preserve", key_order=Mixed("x"))
    few = Row(((-2, 3), (-1, 7), (0, 12), (1, 7), (2, 3)))
    xored = PTable(32, 1, (few,), zero="preserve")
    for code, table, arithmetic in (
        ("KEYS-MIXED", mixed, SumModulo(K)),
        ("KEYS-XOR", xored, XorOfFour(32, 31)),
    ):
        words = "without empty cells: M and T are the same people where F is empty"
        assert words in said(code, table, arithmetic)
        assert words not in said(code, replace(table, zero="none"), arithmetic)
