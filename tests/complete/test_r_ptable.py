"""The tables that R ptable made, compared whole: every number that it prints."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from exact.complete.conditions import RowRules
from exact.complete.entropy_law import row_law
from exact.complete.rules import TableRules
from tests.complete.oracle import DATA

GRID = 10**8
TABLES: dict[str, Any] = json.loads((DATA / "r_ptable.json").read_text())
del TABLES["source"]


def row_of(table: Any, count: int) -> RowRules:
    """Return what R ptable was asked for in a row; it takes variances up to V where mono binds."""
    stay = () if table["pstay"] is None else (Fraction(table["pstay"]),)
    holes = tuple(range(1, table["js"] + 1))
    variance = (Fraction(table["V"]),)
    rules = TableRules((table["D"],), variance, holes=holes, stay=stay, shape=table["shape"])
    assert len(table["rows"]) == rules.last_count
    return rules.row(count)


def distances(row: RowRules, printed: dict[str, str]) -> list[Fraction]:
    """Return how far each printed end of an interval is from the law's, in units of its grid."""
    law = row_law(row, 120)
    assert tuple(map(int, printed)) == law.support
    ends, total = [], Fraction(0)
    for probability, text in zip(law.probabilities, printed.values(), strict=True):
        assert probability.width * GRID < Fraction(1, 10**9)
        total += probability.lo
        ends.append(abs(Fraction(text) - total) * GRID)
    return ends


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("D5V3js0", "45 of 45"),
        ("D5V3js2", "56 of 65"),
        ("D5V3js2_mono_off", "61 of 65"),
        ("D4V2js1", "38 of 43"),
        ("D10V5js2", "113 of 205"),
        ("D3V1_pstay50", "14 of 18"),
    ],
)
def test_r_ptables_own_tables_are_the_laws_to_the_digits_it_prints(name: str, right: str) -> None:
    """Equal to all 8 digits, or off by less than its solver's tolerance of 10^-7; one row is not.

    Row 1 of D3V1 was asked to stay with 1/2, which it does not.
    """
    table = TABLES[name]
    found: list[Fraction] = []
    for count, printed in enumerate(table["rows"], start=1):
        row = distances(row_of(table, count), printed)
        if name != "D3V1_pstay50" or count > 1:
            assert max(row) < 10
        found += row
    assert right == f"{sum(far < Fraction(1, 2) for far in found)} of {len(found)}"


def test_where_r_ptable_gives_up_pstay_it_takes_the_law_of_the_next_lower_one() -> None:
    """Row 1 of D = 3, V = 1, pstay = 0.5 is the law that stays with 0.45, in all 8 digits."""
    table = TABLES["D3V1_pstay50"]
    row = replace(row_of(table, 1), stay=Fraction("0.45"))
    assert max(distances(row, table["rows"][0])) < Fraction(1, 2)
