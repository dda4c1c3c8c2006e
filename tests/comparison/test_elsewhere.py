"""A number under the wrong label is named by the label it belongs to."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.comparison.printing import (
    PlainLaw,
    compared,
    csv,
    laws_with_noise,
    laws_with_two_noises,
    printed,
)
from verification.comparison.elsewhere import elsewhere
from verification.comparison.printed import read_printed
from verification.comparison.reference import Label, Reference, law_reference, table_reference

HALF = Epsilon(value=Fraction(1, 2))
PLAIN = PlainLaw(4, Fraction(1, 5))
LAW = law_reference(PLAIN.law, 2**16, "ceiling", HALF)


def names(text: str, column: str, label: Label, reference: Reference = LAW) -> tuple[str, ...]:
    """Return the names of the true values that a print is."""
    return elsewhere(read_printed(text), column, label, reference, (HALF,))


@given(laws_with_two_noises(), st.integers(6, 30))
def test_swapped_labels_are_named(drawn: tuple[PlainLaw, int, int], digits: int) -> None:
    """p(a) printed at b and p(b) at a: both are named, whatever the law.

    Six digits tell all values of p apart, as gamma is at least 1/2000.
    """
    plain, a, b = drawn
    texts = {a: printed(plain.pmf[b], digits), b: printed(plain.pmf[a], digits)}
    found = compared(csv({"p": texts}), law_reference(plain.law, None, "ceiling", None))
    named = {e.found.label: e.elsewhere for e in found.disagreements}
    assert named == {a: (f"p(±{b})",), b: (f"p(±{a})" if a else "p(0)",)}


@given(laws_with_noise(), st.integers(1, 6))
def test_a_shifted_cmf_is_named(drawn: tuple[PlainLaw, int], shift: int) -> None:
    """c(z) printed at z + shift, to 80 digits, which tell all values of c apart."""
    plain, z = drawn
    reference = law_reference(plain.law, None, "ceiling", None)
    found = names(printed(plain.cmf[z], 80), "c", z + shift, reference)
    assert [name.split(" = ")[0] for name in found] == [f"c({z})"]


def test_a_tail_instead_of_the_cmf_is_named() -> None:
    """P(Z > z) and P(Z >= z) are values of c elsewhere, by symmetry, and are called tails."""
    above, from_there = 1 - PLAIN.cmf[2], 1 - PLAIN.cmf[1]
    assert names(printed(above, 15), "c", 2) == ("c(-3) = P(Z > 2)",)
    assert names(printed(from_there, 15), "c", 2) == ("c(-2) = P(Z >= 2)",)


def test_a_pmf_under_the_cmf_is_named_and_the_other_way_round() -> None:
    """The two kinds are searched, the same kind first."""
    assert names(printed(PLAIN.pmf[3], 15), "c", 3) == ("p(±3)",)
    assert names(printed(PLAIN.cmf[-2], 15), "p", -2) == ("c(-2)",)


def test_quantised_values_are_told_from_those_of_the_law() -> None:
    """p^Q under p, c^Q/K under c, and p under p^Q."""
    cmf = PLAIN.ceilings(2**16)
    quantised = Fraction(cmf[2] - cmf[1], 2**16)
    assert names(printed(quantised, 15), "p", 2) == ("p^Q(-2)", "p^Q(2)")
    assert names(printed(Fraction(cmf[1], 2**16), 15), "c", 1) == ("c^Q(1)/K",)
    assert names(printed(1 - Fraction(cmf[1], 2**16), 15), "c", 1) == ("1 - c^Q(1)/K",)
    assert names(printed(PLAIN.pmf[1], 15), "pq", 1) == ("p(±1)",)


def test_integers_are_named() -> None:
    """c^Q of a neighbour, the last key, the number of keys, another rule."""
    cmf = PLAIN.ceilings(2**16)
    mirrored = 2**16 - cmf[-3]
    assert names(str(cmf[1]), "cq", 2) == ("c^Q(1)",)
    assert names(str(cmf[2] - 1), "cq", 2)[0] in (
        "c^Q(2) - 1, the last key",
        "c^Q(2) by the rule symmetric",
    )
    assert names(str(cmf[-1] - 1), "cq", -1) == ("c^Q(-1) - 1, the last key",)
    assert names(str(cmf[2] - cmf[1]), "cq", 2) == ("the number of keys, K p^Q(2)",)
    assert mirrored == cmf[2] - 1  # the symmetric rule gives one key less above 0


def test_an_integer_next_to_the_right_one_is_not_the_right_one() -> None:
    """At 2^100 doubles cannot tell them apart; the search does."""
    reference = law_reference(PLAIN.law, 2**100, "ceiling", None)
    integer = PLAIN.ceilings(2**100)[1]
    assert names(str(integer), "cq", 3, reference) == ("c^Q(1)",)
    assert names(str(integer + 7), "cq", 1, reference) == ()


def test_deltas_at_other_epsilons_are_named() -> None:
    """delta at ln 2 printed at ln 3, and delta of the law instead of the table."""
    two, three = Epsilon(exp=Fraction(2)), Epsilon(exp=Fraction(3))
    p = {z: PLAIN.pmf.get(z, Fraction(0)) for z in range(-5, 5)}
    excesses = (max(Fraction(0), p[z] - 2 * p[z - 1]) for z in range(-4, 5))
    of_law = sum(excesses, Fraction(0))
    text = printed(of_law, 12)
    found = elsewhere(read_printed(text), "delta", three, LAW, (two, three))
    assert found == ("delta of the law at epsilon = ln(2)",)
    cmf = PLAIN.ceilings(2**16)
    keys = {z: cmf[z] - cmf.get(z - 1, 0) for z in cmf}
    of_table = max(
        sum(max(0, keys.get(z, 0) - 2 * keys.get(z - s, 0)) for z in range(-5, 6)) for s in (1, -1)
    )
    text = printed(Fraction(of_table, 2**16), 12)
    found = elsewhere(read_printed(text), "delta", three, LAW, (two,))
    assert found == ("delta of the table at epsilon = ln(2)",)


def test_moments_and_epsilons_are_named() -> None:
    """The law's variance under the table's, one side of epsilon^Q, the law's epsilon."""
    cmf = PLAIN.ceilings(2**16)
    keys = {z: cmf[z] - cmf.get(z - 1, 0) for z in cmf}
    square = Fraction(sum(z * z * n for z, n in keys.items()), 2**16)
    assert names(printed(PLAIN.variance, 12), "variance", None) == ("the variance of the law",)
    assert names(printed(square, 25), "variance", None) == ("the mean square of the table's noise",)
    # epsilon of the law is 7/5; 1.40 is no digit of epsilon^Q.
    assert names("1.4000000", "epsilonq", None) == ("epsilon of the law, (2D-1) gamma",)


def test_a_single_digit_is_not_searched() -> None:
    """It would be the rounding of many values."""
    assert names("0.3", "p", 3) == ()


def test_many_values_are_cut_to_three() -> None:
    """In a uniform table every noise value has the same probability."""
    table = PTable(8, 4, (Row(((-2, 1), (-1, 1), (0, 2), (1, 2), (2, 2))),))
    found = names("0.25", "p", -2, table_reference(table, None, None))
    assert found == ("p^Q(0)", "p^Q(1)", "p^Q(2)")


@pytest.mark.parametrize("text", ["0.123456789", "0.5000001", "7"])
def test_what_is_nothing_has_no_name(text: str) -> None:
    """A number that is no value of the law is not explained away."""
    assert names(text, "p", 0) == ()


def test_the_search_is_quick_in_a_large_law() -> None:
    """D = 2000: bisection looks at a few of the 4001 values, each enclosed once."""
    law = law_of_gamma(2000, Fraction(1, 10**6))
    found = names(printed(Fraction(1, 3), 30), "c", 0, law_reference(law, None, "ceiling", None))
    assert found == ()
