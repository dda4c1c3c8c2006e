"""Keys that add are named in every audit, also where no epsilon is given."""

from dataclasses import replace

from exact.cellkeys.arithmetic import SumModulo
from exact.keyorder.order import Mixed
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.audit import AuditOptions, audit

SORTED = PTable(16, 1, (Row(((-1, 4), (0, 8), (1, 4))),))


def codes(table: PTable) -> list[str]:
    """Return the findings about keys of an audit without an epsilon."""
    found = audit(table, None, None, AuditOptions(arithmetic=SumModulo(16)))
    return [each.code for each in found.findings if each.code.startswith("KEYS")]


def test_sorted_rows_are_named_without_an_epsilon() -> None:
    """There is no delta to give, and the warning says where it is found."""
    assert codes(SORTED) == ["KEYS-ADD"]


def test_a_mixed_order_or_no_noise_at_all_is_not() -> None:
    """Noise that does not rise with the key, or is the same for all keys."""
    assert codes(replace(SORTED, key_order=Mixed("ptcert"))) == []
    assert codes(PTable(16, 1, (Row(((0, 16),)), Row(((-2, 16),))))) == []
