"""Demands that a maker of tables was given: which it missed, and which exclude each other."""

from fractions import Fraction

import pytest

from exact.complete.conditions import RowRules
from exact.complete.contradiction import contradiction
from exact.complete.entropy_law import row_law
from exact.errors import InputError
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.findings.declared import declared_findings, read_declared
from verification.findings.rows import Rows

HALF = Fraction(1, 2)
# Unbiased, variance 1.22, rising up to noise 0, which has probability 0.4.
ROW = Row(((-1, 38), (0, 40), (1, 12), (2, 5), (3, 4), (4, 1)))
TABLE = PTable(100, 1, (ROW,), zero="preserve")
ROWS: Rows = [(ROW.pmf, (1,))]


def said(text: str) -> dict[str, str]:
    """Return the findings about what is declared, by code."""
    found = declared_findings(TABLE, read_declared(text), ROWS)
    return {finding.code: finding.message for finding in found}


def test_demands_that_exclude_each_other_are_named_with_multipliers() -> None:
    """R ptable's D = 5, V = 3 with mono: 49 z - 11 (z^2 - 3) + 30 ([z = -1] - [z = 0]) >= 3."""
    found = said("variance=3,bias=0,noise=5,monotone=yes")
    assert set(found) == {"DECLARED-VARIANCE", "DEMANDS"}
    assert (
        "row 1 cannot keep bias and variance and p(-1) <= p(0) on noise -1..5" in found["DEMANDS"]
    )
    assert "49 × bias, -11 × variance, 30 × p(-1) <= p(0)" in found["DEMANDS"]
    sums = [49 * z - 11 * (z * z - 3) + 30 * ((z == -1) - (z == 0)) for z in range(-1, 6)]
    assert min(sums) == 3


@pytest.mark.parametrize(
    "text",
    [
        "variance=3,bias=0,noise=5",  # without mono the variance is possible
        "variance=3,bias=0,noise=10,monotone=yes",  # so it is with larger noise
    ],
)
def test_demands_that_could_have_been_kept_are_only_missed(text: str) -> None:
    """The variance is below the declared one, and nothing excuses it."""
    assert set(said(text)) == {"DECLARED-VARIANCE"}


def test_a_stay_that_is_missed_is_named() -> None:
    """pstay = 1/2 with variance 1.22 is possible in row 1, and the table has 0.4."""
    found = said("stay=1/2,bias=0,noise=5")
    assert set(found) == {"DECLARED-STAY"}
    assert "declared is 1/2" in found["DECLARED-STAY"]
    assert said("stay=0.4") == {}


def test_a_shape_that_is_missed_is_named() -> None:
    """Noise -1 likelier than 0."""
    row = Row(((-1, 40), (0, 38), (1, 12), (2, 5), (3, 1), (5, 2)))
    table = PTable(98, 1, (row,), zero="preserve")
    found = list(declared_findings(table, read_declared("monotone=yes"), [(row.pmf, (1,))]))
    assert [finding.code for finding in found] == ["DECLARED-MONOTONE"]


def test_only_yes_declares_a_shape() -> None:
    """A word that means nothing is refused."""
    with pytest.raises(InputError, match="monotone = 'no'"):
        read_declared("monotone=no")


def test_the_laws_of_r_ptable_that_stay_less_than_asked_are_possible() -> None:
    """D = 3, V = 1, pstay = 1/2: row 1 can stay with 1/2, where R ptable has 0.45."""
    assert contradiction(RowRules(1, (-1, 0, 1, 2, 3), variance=Fraction(1), stay=HALF)) is None
    assert row_law(RowRules(1, (-1, 0, 1, 2, 3), variance=Fraction(1), stay=HALF)).binds("stay")
