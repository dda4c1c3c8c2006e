"""Example 1 of Sadeghi-Chien and R ptable's D = 5, V = 3 under keys that add."""

from fractions import Fraction
from pathlib import Path

import pytest
from mpmath import mp

from exact.attacks.residuals import Residuals
from exact.margins.law import JointLaw
from exact.margins.worst import Margins
from exact.numbers.epsilon import Epsilon
from exact.table.native import read_native
from exact.table.ptable import PTable
from tests.margins.by_lengths import Weights, law_by_lengths
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


@pytest.fixture(scope="module")
def second(table: PTable) -> Weights:
    """Return the joint law of Example 1 by another way of counting."""
    row = table.row(100)
    return law_by_lengths(row, row, row)


def test_the_law_of_example_1_by_sums_of_lengths(law: JointLaw, second: Weights) -> None:
    """2^64 pairs of keys counted in two ways: every one of 7,652 weights is the same."""
    assert second == law.weights
    assert sum(second.values()) == law.total == 2**64


def test_the_delta_of_example_1_to_the_last_digit(table: PTable, second: Weights) -> None:
    """delta = A - B e^(1/2) by its definition: p against the law that is one further in F and T.

    It is 0.201021...; independent noise has 0.000712091.
    """
    found = Margins(table).deltas(Epsilon(value=Fraction(1, 2))).joint.delta
    with mp.workdps(60):
        E = mp.exp(mp.mpf(1) / 2)
        above = [
            (weight, other)
            for (f, m, t), weight in second.items()
            for other in [second.get((f - 1, m, t - 1), 0)]
            if weight > E * other
        ]
    assert Fraction(sum(p for p, _ in above), 2**64) == found.A
    assert Fraction(sum(q for _, q in above), 2**64) == found.B
    assert (
        Fraction(6015410592245969009, 2**64),
        Fraction(1399404050074789873, 2**64),
    ) == (found.A, found.B)
    assert near(found.enclosure(80).hi, "0.201021023")


def test_the_residual_guesses_the_noise_of_one_cell(table: PTable, second: Weights) -> None:
    """0.153 by keys that add, against 0.070 by independent ones and 0.057 without a residual."""
    row = table.row(100)
    best: dict[int, dict[int, int]] = {}
    for (f, m, t), weight in second.items():
        by_noise = best.setdefault(f + m - t, {})
        by_noise[f] = by_noise.get(f, 0) + weight
    guessed = Fraction(sum(max(each.values()) for each in best.values()), 2**64)
    found = Residuals.of(JointLaw.of((row, row), row))
    assert found.guessed == guessed
    assert near(guessed, "0.153")
    assert near(Residuals.independent(row.pmf, row.pmf, row.pmf).guessed, "0.070")


def test_keys_that_add_hide_the_bound_of_example_1(law: JointLaw) -> None:
    """Bach's residual of 3 (E - 1) = 72 is never passed, so that no number of triples shows E."""
    assert Residuals.of(law).revealing(25) == 0
    assert max(map(abs, law.residual.outcomes)) == 26
