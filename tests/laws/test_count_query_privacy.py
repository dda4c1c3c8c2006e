"""Privacy of the noise of Definition 2: single outcomes, all events, and where Theorem 3 ends."""

from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.count_query import CountQueryLaw, alphas
from exact.laws.count_query_bounds import odds
from exact.laws.count_query_privacy import (
    converted_delta,
    keeps_theorem_3,
    singleton_delta,
    tight_delta,
    worst_event,
)
from exact.numbers.epsilon import Epsilon
from exact.optimal.count_query import least_delta, symmetric
from exact.pmf import Pmf
from exact.privacy.profile import profile
from exact.privacy.truncation import tight_delta as tight_delta_at

etas = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=100)
exps = st.fractions(1, 12, max_denominator=20)
sizes = st.integers(1, 5)


def pmf_of(law: CountQueryLaw) -> Pmf:
    """Return the exact noise of a law with a rational e^epsilon."""
    noise = law.exact_pmf()
    assert noise is not None
    return noise


def excess(noise: Pmf, exp: Fraction, event: tuple[int, ...], step: int) -> Fraction:
    """Return P(S) - E Q(S) where Q is the noise of a count that differs by ``step``."""
    p = sum((noise.probability(z) for z in event), Fraction(0))
    return p - exp * sum((noise.probability(z - step) for z in event), Fraction(0))


@given(exp=exps, eta=etas, D=st.integers(1, 3))
def test_deltas_are_the_largest_over_all_events(exp: Fraction, eta: Fraction, D: int) -> None:
    """By trying every single outcome and every event, in both directions."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    noise = pmf_of(law)
    outcomes = range(-D - 1, D + 2)
    singles = max(excess(noise, exp, (z,), s) for z in outcomes for s in (1, -1))
    sizes_of_events = (combinations(outcomes, n) for n in range(len(outcomes) + 1))
    events = list(chain.from_iterable(sizes_of_events))
    assert singleton_delta(law).exact == singles
    tight = max(excess(noise, exp, event, s) for event in events for s in (1, -1))
    assert tight_delta(law).exact == tight
    assert excess(noise, exp, worst_event(law), 1) == tight


@given(exp=exps, eta=etas, D=sizes, other=exps)
def test_the_tight_delta_is_that_of_the_profile(
    exp: Fraction, eta: Fraction, D: int, other: Fraction
) -> None:
    """At the law's own epsilon and at another one."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    noise = pmf_of(law)
    found = profile(noise, noise.shifted(1))
    assert tight_delta(law).exact == found.delta(law.epsilon).exact
    elsewhere = found.delta(Epsilon(exp=other)).exact
    assert elsewhere is not None
    enclosed = tight_delta_at(law, Epsilon(exp=other)).enclosure(67)
    assert enclosed.lo <= elsewhere <= enclosed.hi
    assert enclosed.width * 10**20 <= enclosed.lo


@given(value=st.fractions(Fraction(1, 20), 3, max_denominator=100), eta=etas, D=sizes)
def test_two_routes_to_the_tight_delta_agree_at_an_irrational_e(
    value: Fraction, eta: Fraction, D: int
) -> None:
    """The sum of decided excesses, and the sum of enclosed ones."""
    law = CountQueryLaw(Epsilon(value=value), eta, D)
    one, two = tight_delta(law).enclosure(84), tight_delta_at(law, law.epsilon).enclosure(84)
    assert max(one.lo, two.lo) <= min(one.hi, two.hi)


@given(exp=exps, eta=etas, D=sizes)
def test_theorem_3_holds_exactly_where_alpha_2_is_at_most_c(
    exp: Fraction, eta: Fraction, D: int
) -> None:
    """There the single outcomes attain the bound and no symmetric noise has less; else more."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    claimed, true = law.claimed_delta.exact, singleton_delta(law).exact
    assert claimed is not None
    assert true is not None
    least = least_delta(symmetric(eta, exp, D)).value
    second = alphas(law)[1].exact if D > 1 else Fraction(0)
    assert second is not None
    if keeps_theorem_3(law):
        assert second <= odds(eta)
        assert claimed == true == least
    else:
        assert second > odds(eta)
        assert claimed < least <= true


@given(exp=exps, eta=etas, D=sizes)
def test_the_tight_delta_in_closed_form(exp: Fraction, eta: Fraction, D: int) -> None:
    """k delta + p(k) for C > C_D; D delta + max(0, eta - E p(1)) + max(0, p(1) - E eta) else."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    p, delta = pmf_of(law).probability, law.claimed_delta.exact
    assert delta is not None
    if law.k <= D:
        expected = law.k * delta + p(law.k)
    else:
        expected = (
            D * delta + max(Fraction(0), eta - exp * p(1)) + max(Fraction(0), p(1) - exp * eta)
        )
    assert tight_delta(law).exact == expected


@given(exp=exps, eta=etas, D=sizes)
def test_remark_2_is_safe_where_theorem_3_holds(exp: Fraction, eta: Fraction, D: int) -> None:
    """delta <= tight delta <= (D + 1) delta < (2D + 1) delta."""
    law = CountQueryLaw(Epsilon(exp=exp), eta, D)
    if keeps_theorem_3(law):
        delta, tight, converted = (
            number.exact
            for number in (singleton_delta(law), tight_delta(law), converted_delta(law))
        )
        assert delta is not None
        assert tight is not None
        assert converted == (2 * D + 1) * delta
        assert delta <= tight <= (D + 1) * delta


def test_remark_2_fails_for_a_small_eta() -> None:
    """D = 2, E = 4, eta = 1/100 by hand: p = 99/800 (10/3, 2/3), and {-2, -1, 1} is worst."""
    law = CountQueryLaw(Epsilon(exp=Fraction(4)), Fraction(1, 100), 2)
    noise = pmf_of(law)
    half = Fraction(99, 200)
    assert [noise.probability(z) for z in (1, 2)] == [half * Fraction(5, 6), half * Fraction(1, 6)]
    event = (-2, -1, 1)
    assert worst_event(law) == event
    by_hand = half * Fraction(11, 6) - 4 * (half * Fraction(1, 6) + Fraction(1, 100))
    assert excess(noise, Fraction(4), event, 1) == by_hand == Fraction(43, 80)
    assert converted_delta(law).exact == 5 * half / 6 == Fraction(33, 80)


@pytest.mark.parametrize("D", [2, 4, 8])
def test_the_factor_lost_at_the_designs_of_figure_2(D: int) -> None:
    """eta = 0.5, epsilon = 1.5: type II, so the factor is exactly (2D+1)/D."""
    law = CountQueryLaw(Epsilon(value=Fraction(3, 2)), Fraction(1, 2), D)
    assert law.k == D + 1
    assert (converted_delta(law) / tight_delta(law)).exact == Fraction(2 * D + 1, D)
