"""Example 1 of Sadeghi-Chien and R ptable's D = 5, V = 3 under keys that add."""

from fractions import Fraction
from pathlib import Path

import pytest

from exact.margins.law import JointLaw
from exact.margins.worst import Margins
from exact.numbers.epsilon import Epsilon
from exact.table.native import read_native
from exact.table.ptable import PTable
from tests.real_tables import D5V3


@pytest.fixture(scope="module")
def table(example_1: Path) -> PTable:
    """Return the table of Example 1."""
    return read_native(example_1.read_text())


@pytest.fixture(scope="module")
def law(table: PTable) -> JointLaw:
    """Return the joint law of the noise of three large cells."""
    row = table.row(100)
    return JointLaw.of((row, row), row)


def near(value: Fraction, printed: str) -> bool:
    """Tell whether a number rounds to what is printed."""
    places = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**places)


def test_residuals_of_example_1_are_never_below_8(law: JointLaw) -> None:
    """|F + M - T| is from 8 to 26; independent noise is within 2 in 16 % of the cases."""
    assert law.residual.outcomes == (*range(-26, -7), *range(8, 27))
    apart = JointLaw.independent([law.pmf(lambda z: z[0])] * 3).residual
    assert near(sum((apart.probability(r) for r in range(-2, 3)), Fraction(0)), "0.16")


def test_of_132651_triples_of_example_1_7652_occur(law: JointLaw) -> None:
    """51 noise values cubed, of which the keys leave a sheet."""
    assert (51**3, len(law.weights)) == (132_651, 7_652)


@pytest.mark.parametrize(
    ("which", "epsilon", "joint", "independent"),
    [("example 1", "1/2", "0.201", "0.000712"), ("D5V3", "1", "0.214", "0.066")],
)
def test_joint_delta_against_independent(
    table: PTable, which: str, epsilon: str, joint: str, independent: str
) -> None:
    """The tight delta of releasing F, M and T is far above what independent noise would give."""
    found = Margins(D5V3 if which == "D5V3" else table).deltas(Epsilon(value=Fraction(epsilon)))
    assert near(found.joint.delta.enclosure(60).hi, joint)
    assert near(found.independent.delta.enclosure(60).hi, independent)
