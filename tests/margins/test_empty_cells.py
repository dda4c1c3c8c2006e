"""An empty cell leaves its margin the people, key and noise of the other: findings say so."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.order import KeyOrder, Listed, Mixed
from exact.margins.worst import Margins
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.views.margins import margins_json
from tests.enumeration import XOR, Keys, Rows, margin_delta
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
    """A mixed order of many keys does not make M and T independent where F is empty."""
    K = 2**32
    row = Row(((-1, K // 4), (0, K // 2), (1, K // 4)))
    mixed = PTable(K, 1, (row,), zero="preserve", key_order=Mixed("x"))
    words = "without empty cells: M and T are the same people where F is empty"
    for table, stands_for_all in ((mixed, False), (replace(mixed, zero="none"), True)):
        assert (words in said("KEYS-MIXED", table, SumModulo(K))) is not stands_for_all
        found = audit(table, E, None, AuditOptions(arithmetic=SumModulo(K))).margins
        assert found is not None
        assert margins_json(found)["all_pairs"] is stands_for_all


@pytest.mark.parametrize("zero", ["preserve", "row", "none"])
def test_four_sums_with_an_empty_cell_are_counted_by_all_record_keys(zero: str) -> None:
    """8 keys by four sums modulo 7: delta is over all pairs of counts, empty cells too."""
    noise = ((-1, -1, 0, 0, 0, 0, 1, 1),)
    table = Rows(8, 0, ((0, 0, 0, 1, 1, 1, 2, 2), *noise), zero="row")
    if zero != "row":
        table = Rows(8, 1, noise, zero=zero)
    keys, exp = Keys(XOR, 8, 7), Fraction(2)
    deltas = {
        (f, m): margin_delta(table, keys, (f, m), exp) for f, m in product(range(4), repeat=2)
    }
    every = max(delta for delta in deltas.values() if delta is not None)
    people = max(deltas[f, m] or 0 for f, m in deltas if f and m)
    found = audit(table.ptable(), E, None, AuditOptions(arithmetic=XorOfFour(8, 7))).margins
    assert found is not None
    written: dict[str, Any] = margins_json(found)
    assert written["joint_delta"] == str(every)
    assert written["all_pairs"] is True
    if zero == "none":
        assert written["without_empty_cells"] is None
        return
    assert written["without_empty_cells"]["joint_delta"] == str(people)
    assert every > people
    assert "; with an empty cell from " in said("KEYS-XOR", table.ptable(), XorOfFour(8, 7))
