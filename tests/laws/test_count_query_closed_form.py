"""The closed forms of section III of Sadeghi-Asoodeh-Calmon: for every E by sympy, and by cases."""

from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.count_query import CountQueryLaw, alphas
from exact.laws.count_query_bounds import (
    crossover,
    knee,
    largest,
    lower_bound,
    odds,
    type_one,
    type_two,
)
from exact.laws.exp_ratio import ExpRatio
from exact.numbers.epsilon import Epsilon
from tests.numbers.mp_reference import to_fraction, to_mp

E, C = sympy.symbols("E C", positive=True)
etas = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=100)
exps = st.fractions(1, 12, max_denominator=20)
sizes = st.integers(1, 7)


def plain(k: int) -> Any:
    """Return sum_{j<k} E^j."""
    return sum((E**j for j in range(k)), sympy.Integer(0))


def rising(k: int) -> Any:
    """Return sum_{j<k} E^j (j+1)."""
    return sum((E**j * (j + 1) for j in range(k)), sympy.Integer(0))


def falling(k: int) -> Any:
    """Return sum_{j<k} E^j (k-j)."""
    return sum((E**j * (k - j) for j in range(k)), sympy.Integer(0))


@cache
def scaled_bound(k: int) -> Any:
    """Return B delta_k, (23)."""
    return (C * plain(k) - E**k) / rising(k)


def crossing(k: int) -> Any:
    """Return C_k, (34)."""
    return plain(k + 1) / falling(k)


def recursion(k: int) -> list[Any]:
    """Return alpha_1..alpha_k of (39)."""
    found = [C]
    for _ in range(k):
        found.append(sympy.cancel((found[-1] - scaled_bound(k)) / E))
    return found[1:]


def is_zero(expression: Any) -> bool:
    """Tell whether a rational function of E and C is identically 0."""
    return bool(sympy.cancel(sympy.together(expression)) == 0)


def of_code(number: ExpRatio) -> Any:
    """Return a number of the code as a function of E: its polynomials do not depend on epsilon."""
    above = sum(c * E**i for i, c in enumerate(number.above))
    return above / sum(c * E**i for i, c in enumerate(number.below))


@pytest.mark.parametrize("k", range(1, 7))
def test_lemma_3_and_4_hold_for_every_e(k: int) -> None:
    """delta_k - delta_(k+1) = (C - C_k) times a positive factor, and C_k - C_(k+1) is (36)."""
    factor = E**k * falling(k) / (rising(k) * rising(k + 1))
    assert is_zero(scaled_bound(k) - scaled_bound(k + 1) - (C - crossing(k)) * factor)
    last = plain(k) / rising(k)
    assert is_zero(scaled_bound(k) - 1 / falling(k) - (C - crossing(k)) * last)
    gap = rising(k + 1) / (falling(k) * falling(k + 1))
    assert is_zero(crossing(k) - crossing(k + 1) - gap)
    for positive in (plain(k), rising(k), falling(k)):
        assert min(sympy.Poly(positive, E).all_coeffs()) > 0


@pytest.mark.parametrize("k", range(1, 7))
def test_theorem_3_holds_for_every_e_where_c_is_between_its_crossovers(k: int) -> None:
    """(40), (42), (44), and the two inequalities that the proof leaves to the reader.

    B delta_k - alpha_k = (C - C_k) times a positive factor, so alpha_k <= B delta_k for C > C_k;
    alpha_k = (C_(k-1) - C) times a positive factor, so alpha_k >= 0 for C <= C_(k-1).
    """
    alpha = recursion(k)
    assert is_zero(alpha[0] - (C * rising(k - 1) + E ** (k - 1)) / rising(k))
    assert is_zero(alpha[-1] - (plain(k) - C * falling(k - 1)) / rising(k))
    assert is_zero(sum(alpha) - 1)
    assert is_zero(scaled_bound(k) - alpha[-1] - (C - crossing(k)) * falling(k) / rising(k))


@pytest.mark.parametrize("D", range(1, 7))
def test_theorem_3_of_type_ii_needs_alpha_2_at_most_c(D: int) -> None:
    """(37), (38); (19) reads C <= C_D; the row p(1) <= E p(0) + delta reads alpha_2 <= C."""
    alpha = [plain(D - j + 1) / falling(D) for j in range(1, D + 1)]
    bound = 1 / falling(D)
    assert is_zero(sum(alpha) - 1)
    assert is_zero(alpha[-1] - bound)
    assert is_zero(E * alpha[0] + bound - crossing(D))
    second = alpha[1] if D > 1 else sympy.Integer(0)
    assert is_zero((E * C + bound - alpha[0]) - E * (C - second))


@pytest.mark.parametrize("eta", [Fraction(1, 20), Fraction(1, 2), Fraction(4, 5)])
@pytest.mark.parametrize("D", [1, 2, 4, 6])
def test_the_code_has_the_polynomials_of_the_paper(D: int, eta: Fraction) -> None:
    """delta_k, C_k and alpha_j of the code against (23), (32), (34), (38), (39), for every E."""
    at = {C: sympy.Rational(odds(eta).numerator, odds(eta).denominator)}
    half = sympy.Rational((1 - eta).numerator, 2 * (1 - eta).denominator)
    some = Epsilon(exp=Fraction(4))
    for k in range(1, D + 1):
        expected = half * scaled_bound(k).subs(at)
        assert is_zero(of_code(type_one(some, eta, k)) - expected)
        assert is_zero(of_code(crossover(some, k)) - crossing(k))
    assert is_zero(of_code(type_two(some, eta, D)) - half / falling(D))
    law = CountQueryLaw(some, eta, D)
    second = [plain(D - j + 1) / falling(D) for j in range(1, D + 1)]
    printed = second if law.k > D else [a.subs(at) for a in recursion(law.k)]
    printed += [sympy.Integer(0)] * (D - len(printed))
    assert all(is_zero(of_code(a) - b) for a, b in zip(alphas(law), printed, strict=True))


def plain_bounds(exp: Fraction, eta: Fraction, D: int) -> list[Fraction]:
    """Return delta_1..delta_(D+1) as printed."""
    B, odd = 2 / (1 - eta), 2 * eta / (1 - eta)
    found = []
    for k in range(1, D + 1):
        top = odd * sum(exp**j for j in range(k)) - exp**k
        found.append(top / (B * sum(exp**j * (j + 1) for j in range(k))))
    return [*found, 1 / (B * sum(exp**j * (D - j) for j in range(D)))]


@given(exp=exps, eta=etas, D=sizes)
def test_theorem_2_names_the_largest_bound(exp: Fraction, eta: Fraction, D: int) -> None:
    """delta_k with the k of the crossovers is the largest of all D + 1 bounds."""
    found = plain_bounds(exp, eta, D)
    epsilon = Epsilon(exp=exp)
    assert found[largest(epsilon, eta, D) - 1] == max(found)
    assert lower_bound(epsilon, eta, D).exact == max(found)


@given(exp=exps, D=sizes)
def test_at_a_crossover_two_bounds_are_equal(exp: Fraction, D: int) -> None:
    """C = C_k gives delta_k = delta_(k+1) and alpha_(k+1) = 0: the tie goes to the larger k."""
    epsilon = Epsilon(exp=exp)
    for k in range(1, D + 1):
        C_k = crossover(epsilon, k).exact
        assert C_k is not None
        eta = C_k / (2 + C_k)
        found = plain_bounds(exp, eta, D)
        assert found[k - 1] == found[k]
        assert largest(epsilon, eta, D) == k + 1
        law = CountQueryLaw(epsilon, eta, D)
        assert min(k, D) == law.D


@given(value=st.fractions(Fraction(1, 20), 3, max_denominator=100), eta=etas, D=sizes)
def test_an_irrational_e_agrees_with_mpmath(value: Fraction, eta: Fraction, D: int) -> None:
    """delta at e^epsilon irrational, to 50 digits; and the knee C_D/(2 + C_D)."""
    epsilon = Epsilon(value=value)
    with mpmath.workdps(80):
        exp, share = mpmath.exp(to_mp(value)), to_mp(eta)
        B, odd = 2 / (1 - share), 2 * share / (1 - share)
        sums = [mpmath.fsum(exp**j * (D - j) for j in range(D))]
        expected = [1 / (B * sums[0])]
        for k in range(1, D + 1):
            top = odd * mpmath.fsum(exp**j for j in range(k)) - exp**k
            expected.append(top / (B * mpmath.fsum(exp**j * (j + 1) for j in range(k))))
        largest_bound = to_fraction(max(expected))
        C_D = mpmath.fsum(exp**j for j in range(D + 1)) / sums[0]
        end = to_fraction(C_D / (2 + C_D))
    found, at = lower_bound(epsilon, eta, D).enclosure(167), knee(epsilon, D).enclosure(167)
    slack = Fraction(1, 10**45)
    assert found.lo * (1 - slack) <= largest_bound <= found.hi * (1 + slack)
    assert found.is_relatively_narrow(50)
    assert at.lo - slack <= end <= at.hi + slack
