"""Propositions 2 and 3: delta of the law itself against the definition and 400 digits of mpmath."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.laws.rates import log_rate
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.real import Real
from exact.privacy.law_privacy import (
    delta_from_definition,
    delta_range,
    gamma_interval,
    law_delta,
    proposition_3_delta,
    variance_range,
    worst_event,
)
from tests.privacy.definition import ORACLE_DIGITS, ORACLE_ERROR, exact, meets

BITS = 100
GAMMAS = st.fractions(Fraction(1, 200), 2, max_denominator=200)
EPSILONS = st.fractions(Fraction(1, 20), 4, max_denominator=20)
SUPPORTS = st.integers(1, 12)


def mp(x: Fraction) -> Any:
    """Return a rational as an mpmath number of the precision in force."""
    return mpmath.mpf(x.numerator) / x.denominator


def pmf(D: int, gamma: Any) -> Callable[[int], Any]:
    """Return p(z) = C e^(-gamma z^2) on [-D, D] and 0 elsewhere, (2.3)-(2.4)."""
    total = sum(mpmath.exp(-gamma * z * z) for z in range(-D, D + 1))
    return lambda z: mpmath.exp(-gamma * z * z) / total if abs(z) <= D else mpmath.mpf(0)


def delta_by_definition(D: int, gamma: Any, epsilon: Any) -> Any:
    """Return the sum of max(0, p(z) - e^epsilon p(z-1)), (2.9)-(2.11), not using (2.18)."""
    p, E = pmf(D, gamma), mpmath.exp(epsilon)
    return sum(max(mpmath.mpf(0), p(z) - E * p(z - 1)) for z in range(-D, D + 2))


def check_holds(number: Real, expected: Any) -> None:
    """Check that an enclosure holds a number of the oracle and has a relative width of 2^-100."""
    found = number.enclosure(BITS)
    assert meets(found, expected)
    assert found.width * 2**BITS <= found.lo


@given(SUPPORTS, GAMMAS, EPSILONS)
def test_proposition_2_is_the_first_principles_delta(
    D: int, gamma: Fraction, epsilon: Fraction
) -> None:
    """(2.19) equals the sum of max(0, p(z) - e^epsilon p(z-1)), for gamma and epsilon rational."""
    found = law_delta(law_of_gamma(D, gamma), Epsilon(value=epsilon))
    with mpmath.workdps(ORACLE_DIGITS):
        check_holds(found.delta, delta_by_definition(D, mp(gamma), mp(epsilon)))
        p = pmf(D, mp(gamma))
        assert meets(found.A.enclosure(BITS), sum(p(z) for z in found.event))
        assert meets(found.B.enclosure(BITS), sum(p(z - 1) for z in found.event))


@given(SUPPORTS, st.fractions(Fraction(11, 10), 20, max_denominator=10), st.integers(0, 9))
def test_proposition_2_holds_for_a_logarithmic_epsilon(D: int, exp: Fraction, tenth: int) -> None:
    """(2.19) equals the definition for epsilon = ln r and gamma a multiple of ln r."""
    epsilon = Epsilon(exp=exp)
    law = law_of_epsilon(D, epsilon, Fraction(tenth, 10))
    with mpmath.workdps(ORACLE_DIGITS):
        log = mpmath.log(mp(exp))
        gamma = log * mp((2 * D - 1 + Fraction(tenth, 5)) / Fraction(4 * D * D - 1))
        expected = delta_by_definition(D, gamma, log)
        check_holds(law_delta(law, epsilon).delta, expected)


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(3)])
@pytest.mark.parametrize(("D", "variance"), [(2, "1"), (3, "1/3"), (5, "4"), (8, "10"), (11, "4")])
def test_proposition_2_holds_for_a_law_of_given_variance(
    D: int, variance: str, epsilon: Fraction
) -> None:
    """(2.19) equals the definition where gamma is the root of (2.7), found here by mpmath."""
    V = Fraction(variance)
    found = law_delta(law_of_variance(D, V), Epsilon(value=epsilon))

    def excess_variance(gamma: Any) -> Any:
        p = pmf(D, gamma)
        return sum(z * z * p(z) for z in range(-D, D + 1)) - mp(V)

    with mpmath.workdps(ORACLE_DIGITS):
        low, high = mpmath.mpf(0), mpmath.mpf(4)
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if excess_variance(middle) > 0 else (low, middle)
        gamma = mpmath.findroot(excess_variance, low)
        check_holds(found.delta, delta_by_definition(D, gamma, mp(epsilon)))


@given(SUPPORTS, GAMMAS, EPSILONS)
def test_delta_from_definition_agrees_with_proposition_2(
    D: int, gamma: Fraction, epsilon: Fraction
) -> None:
    """The definition over enclosed pmfs, (2.9), meets the enclosure of (2.19) and is narrow."""
    law, target = law_of_gamma(D, gamma), Epsilon(value=epsilon)
    p = {z: law.probability(z).enclosure(200) for z in range(-D, D + 1)}
    lo, hi = target.exp_bounds(300)
    found = delta_from_definition(
        {z: (e.lo, e.hi) for z, e in p.items()},
        {z + 1: (e.lo, e.hi) for z, e in p.items()},
        (Fraction(lo, 1 << 300), Fraction(hi, 1 << 300)),
    )
    with mpmath.workdps(ORACLE_DIGITS):
        assert meets(found, delta_by_definition(D, mp(gamma), mp(epsilon)))
    assert found.width < Fraction(1, 10**50)


@given(SUPPORTS, GAMMAS, EPSILONS)
def test_the_worst_event_is_where_the_ratio_exceeds(
    D: int, gamma: Fraction, epsilon: Fraction
) -> None:
    """E* = {-D} and all z in -D+1..D with gamma (1 - 2z) > epsilon strictly, (2.13)-(2.18)."""
    expected = [-D, *(z for z in range(-D + 1, D + 1) if gamma * (1 - 2 * z) > epsilon)]
    assert list(worst_event(law_of_gamma(D, gamma), Epsilon(value=epsilon))) == expected


@given(st.integers(2, 12), st.data(), EPSILONS)
def test_a_tie_is_not_in_the_worst_event(D: int, data: st.DataObject, epsilon: Fraction) -> None:
    """Where gamma (1 - 2z) = epsilon exactly, z is outside: the floor of (2.16) would let it in."""
    z = data.draw(st.integers(-D + 1, 0))
    law = law_of_gamma(D, epsilon / (1 - 2 * z))
    assert worst_event(law, Epsilon(value=epsilon)) == range(-D, z)
    with mpmath.workdps(ORACLE_DIGITS):
        gamma = mp(epsilon / (1 - 2 * z))
        expected = delta_by_definition(D, gamma, mp(epsilon))
    check_holds(law_delta(law, Epsilon(value=epsilon)).delta, expected)


@given(st.integers(2, 12), st.data(), st.sampled_from(["2", "4", "9/4", "10", "27/8"]))
def test_a_tie_of_logarithms_is_not_in_the_worst_event(
    D: int, data: st.DataObject, exp: str
) -> None:
    """The tie gamma (1 - 2z) = ln r is seen by algebra, also where r is a perfect power."""
    z = data.draw(st.integers(-D + 1, 0))
    law = MaxEntLaw(D, log_rate(Fraction(1, 1 - 2 * z), Fraction(exp)))
    assert worst_event(law, Epsilon(exp=Fraction(exp))) == range(-D, z)


@pytest.mark.parametrize(
    ("D", "variance", "exp", "last"),
    [
        # x = V/(2 - 2V) = 1/2 solves (2.7) for D = 1: gamma = ln 2, a tie at z = 0.
        (1, Fraction(1, 2), 2, -1),
        # (2 - 2V) x + (8 - 2V) x^4 = V at x = 1/2 for V = 12/17: gamma = ln 2, 3 gamma = ln 8.
        (2, Fraction(12, 17), 8, -2),
        (2, Fraction(12, 17), 2, -1),
    ],
)
def test_a_tie_of_an_algebraic_rate_is_not_in_the_worst_event(
    D: int, variance: Fraction, exp: int, last: int
) -> None:
    """A gamma found from a variance can be exactly ln 2; the tie is then decided by algebra."""
    law = law_of_variance(D, variance)
    assert worst_event(law, Epsilon(exp=Fraction(exp))) == range(-D, last + 1)


@given(SUPPORTS, GAMMAS, EPSILONS)
def test_delta_is_at_least_the_probability_of_the_lowest_noise(
    D: int, gamma: Fraction, epsilon: Fraction
) -> None:
    """(2.12): delta >= p(-D); equality, the plateau, holds from epsilon = (2D-1) gamma on."""
    enclosed = law_delta(law_of_gamma(D, gamma), Epsilon(value=epsilon)).delta.enclosure(BITS)
    with mpmath.workdps(ORACLE_DIGITS):
        lowest = pmf(D, mp(gamma))(-D)
        found = delta_by_definition(D, mp(gamma), mp(epsilon))
    assert meets(enclosed, found)
    assert meets(enclosed, lowest) == ((2 * D - 1) * gamma <= epsilon)
    assert enclosed.hi + ORACLE_ERROR >= exact(lowest)


@given(SUPPORTS, EPSILONS, st.fractions(0, Fraction(99, 100), max_denominator=100))
def test_proposition_3_is_tight_inside_its_interval(
    D: int, epsilon: Fraction, position: Fraction
) -> None:
    """For gamma in (2.20) the tight delta is C e^(-gamma D^2), (2.27), with E* = {-D}."""
    law = law_of_epsilon(D, Epsilon(value=epsilon), position)
    left, right = epsilon / (2 * D + 1), epsilon / (2 * D - 1)
    gamma = left + position * (right - left)
    found = law_delta(law, Epsilon(value=epsilon))
    assert list(found.event) == [-D]
    with mpmath.workdps(ORACLE_DIGITS):
        check_holds(found.delta, delta_by_definition(D, mp(gamma), mp(epsilon)))
        check_holds(proposition_3_delta(law), pmf(D, mp(gamma))(-D))


@given(SUPPORTS, EPSILONS)
def test_the_open_end_of_the_interval_costs_nothing(D: int, epsilon: Fraction) -> None:
    """At gamma = epsilon/(2D-1) delta is still p(-D): the term that Remark 1 fears is exactly 0."""
    law = law_of_gamma(D, epsilon / (2 * D - 1))
    found = law_delta(law, Epsilon(value=epsilon))
    assert list(found.event) == [-D]
    with mpmath.workdps(ORACLE_DIGITS):
        check_holds(found.delta, pmf(D, mp(epsilon / (2 * D - 1)))(-D))


@given(SUPPORTS, EPSILONS)
def test_the_ranges_of_delta_and_variance_have_the_ends_of_the_paper(
    D: int, epsilon: Fraction
) -> None:
    """(2.24) and (2.22) are delta and V at gamma = epsilon/(2D-1) and epsilon/(2D+1)."""
    deltas = delta_range(Epsilon(value=epsilon), D)
    variances = variance_range(Epsilon(value=epsilon), D)
    with mpmath.workdps(ORACLE_DIGITS):
        for delta, variance, odd in zip(deltas, variances, (2 * D - 1, 2 * D + 1), strict=True):
            p = pmf(D, mp(epsilon / odd))
            check_holds(delta, p(D))
            check_holds(variance, sum(z * z * p(z) for z in range(-D, D + 1)))
    for low, high in (deltas, variances):
        assert low.enclosure(BITS).hi < high.enclosure(BITS).lo
    assert gamma_interval(D) == (Fraction(1, 2 * D + 1), Fraction(1, 2 * D - 1))


@pytest.mark.parametrize("epsilon", [Epsilon(value=Fraction(1, 3)), Epsilon(exp=Fraction(2))])
@pytest.mark.parametrize("D", [1, 7])
def test_the_uniform_law_has_delta_one_over_its_size(D: int, epsilon: Epsilon) -> None:
    """Uniform noise has delta = 1/(2D+1) at every epsilon: only z = -D tells the counts apart."""
    law, size = law_of_gamma(D, Fraction(0)), 2 * D + 1
    found = law_delta(law, epsilon)
    assert found.delta.enclosure(BITS) == Enclosure.point(Fraction(1, size))
    assert list(found.event) == [-D]


@pytest.mark.parametrize(
    ("law", "lowest"),
    [
        (law_of_gamma(3, Fraction(0)), Fraction(1, 7)),
        (law_of_variance(1, Fraction(1, 2)), Fraction(1, 4)),  # weights 1/2, 1, 1/2
        (law_of_epsilon(1, Epsilon(exp=Fraction(8)), Fraction(0)), Fraction(1, 4)),  # gamma = ln 2
    ],
)
def test_a_target_that_is_met_exactly_is_reached(law: MaxEntLaw, lowest: Fraction) -> None:
    """p(-D) <= delta is decided at equality by algebra, and refused just below it."""
    found, near = proposition_3_delta(law), Fraction(1, 10**60)
    assert [found.compare(lowest + off) for off in (-near, 0, near)] == [1, 0, -1]
