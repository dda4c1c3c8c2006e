"""True values of a law: enclosed around mpmath's, and recognised where they are rational."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from tests.comparison.printing import PlainLaw, plain_laws
from tests.laws.plain_law import fraction_pmf
from tests.numbers.mp_reference import to_fraction, to_mp
from verification.comparison.doubles import nearest_double
from verification.comparison.law_values import LawValues

# x = e^-gamma = 1/2 by three roads: p(0) = 1/2 and p(-1) = p(1) = 1/4 at D = 1.
HALF = (
    law_of_epsilon(1, Epsilon(exp=Fraction(8)), Fraction(0)),
    law_of_variance(1, Fraction(1, 2)),
)


def check_close(truth: Real, expected: Fraction) -> None:
    """Check that bounds of 256 bits hold a value known to 100 digits, and are narrow."""
    found = truth.enclose(256)
    slack = Fraction(1, 10**100)
    assert found.lo - slack <= expected <= found.hi + slack
    assert found.width < Fraction(1, 2**240)


@given(plain_laws)
def test_the_values_are_those_of_mpmath(plain: PlainLaw) -> None:
    """p, c, variance and (2D - 1) gamma, from the definition at 120 digits."""
    values = LawValues(plain.law)
    for z, p in plain.pmf.items():
        check_close(values.p(z), p)
    for z, c in plain.cmf.items():
        check_close(values.c(z), c)
    check_close(values.variance(), plain.variance)
    assert values.epsilonq().exact == (2 * plain.D - 1) * plain.gamma
    assert values.bias().exact == 0


def definition(pmf: dict[int, Fraction], exp: Fraction) -> Fraction:
    """Return sum of max(0, p(z) - e^epsilon p(z-1)), (2.9)."""
    zero = Fraction(0)
    return sum((max(zero, p - exp * pmf.get(z - 1, zero)) for z, p in pmf.items()), zero)


@given(plain_laws, st.fractions(Fraction(1, 50), 3, max_denominator=100))
def test_delta_is_that_of_the_definition(plain: PlainLaw, value: Fraction) -> None:
    """The tight delta at a rational epsilon."""
    with mpmath.workdps(120):
        exp = to_fraction(mpmath.exp(to_mp(value)))
    check_close(LawValues(plain.law).delta(Epsilon(value=value)), definition(plain.pmf, exp))


@pytest.mark.parametrize("law", HALF)
def test_a_rational_probability_is_recognised(law: MaxEntLaw) -> None:
    """With x = 1/2 the values are quarters, though gamma is irrational: a tie is no guess."""
    values = LawValues(law)
    assert values.p(0).compare(Fraction(1, 2)) == 0
    assert values.p(1).compare(Fraction(1, 4)) == 0
    assert values.c(-1).compare(Fraction(1, 4)) == 0
    assert values.c(0).compare(Fraction(3, 4)) == 0
    assert values.variance().compare(Fraction(1, 2)) == 0
    assert values.p(1).compare(Fraction(1, 4) + Fraction(1, 10**60)) == -1
    assert nearest_double(values.p(1)) == Fraction(1, 4)


@given(st.integers(1, 5), st.integers(2, 40))
def test_a_rational_delta_is_recognised(D: int, e: int) -> None:
    """x = 1/2 at every D from gamma = ln 2, and e^epsilon = 1 + 1/e: delta is a rational."""
    law = law_of_epsilon(D, Epsilon(exp=Fraction(2) ** (2 * D + 1)), Fraction(0))
    pmf = dict(zip(range(-D, D + 1), fraction_pmf(D, Fraction(1, 2)), strict=True))
    exp = 1 + Fraction(1, e)
    truth = LawValues(law).delta(Epsilon(exp=exp))
    assert truth.compare(definition(pmf, exp)) == 0
    assert truth.compare(definition(pmf, exp) + Fraction(1, 10**50)) == -1


def test_no_rational_is_taken_for_an_irrational_delta() -> None:
    """A rational 10^-70 from delta is told from it: for each kind of rate, e^epsilon irrational."""
    epsilon = Epsilon(value=Fraction(1, 100))
    uniform = law_of_gamma(3, Fraction(0))
    for law in (*HALF, law_of_gamma(3, Fraction(1, 7))):
        truth = LawValues(law).delta(epsilon)
        near = truth.enclose(256).lo
        assert truth.compare(near) == 1
    assert LawValues(uniform).delta(epsilon).compare(Fraction(1, 7)) == 0


@pytest.mark.parametrize("law", HALF)
def test_an_irrational_epsilon_is_enclosed(law: MaxEntLaw) -> None:
    """(2D - 1) gamma = ln 2 at D = 1, which no rational is."""
    truth = LawValues(law).epsilonq()
    with mpmath.workdps(80):
        check_close(truth, to_fraction(mpmath.log(2)))
    assert truth.exact is None


def test_outside_of_the_support_the_values_are_known() -> None:
    """p is 0, c is 0 below and 1 from D on."""
    values = LawValues(law_of_gamma(3, Fraction(1, 7)))
    assert [values.p(4).exact, values.p(-9).exact] == [0, 0]
    assert [values.c(-4).exact, values.c(3).exact, values.c(100).exact] == [0, 1, 1]


def test_the_uniform_law_has_equal_shares() -> None:
    """gamma = 0: p = 1/7, c = k/7, variance = D(D+1)/3."""
    values = LawValues(law_of_gamma(3, Fraction(0)))
    assert all(values.p(z).compare(Fraction(1, 7)) == 0 for z in range(-3, 4))
    assert all(values.c(z).compare(Fraction(z + 4, 7)) == 0 for z in range(-3, 4))
    assert values.variance().compare(Fraction(4)) == 0
