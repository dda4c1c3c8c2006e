"""The profile of a law at many epsilons at once, against mpmath and Proposition 2."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import law_delta
from exact.privacy.law_profile import law_deltas
from tests.numbers.mp_reference import to_fraction, to_mp


def delta_by_definition(D: int, gamma: Fraction, E: Fraction) -> Fraction:
    """Return the sum of max(0, p(z) - E p(z-1)) at the current precision."""
    weights = [mpmath.exp(-to_mp(gamma) * z * z) for z in range(-D, D + 1)]
    pairs = zip([*weights, 0], [0, *weights], strict=True)
    excess = mpmath.fsum(max(mpmath.mpf(0), w - to_mp(E) * v) for w, v in pairs)
    return to_fraction(excess / mpmath.fsum(weights))


@given(
    D=st.integers(1, 9),
    gamma=st.fractions(Fraction(1, 50), 1, max_denominator=60),
    exps=st.sets(st.fractions(1, 60, max_denominator=40), min_size=1, max_size=6),
)
def test_a_law_profile_is_the_definition_at_every_epsilon(
    D: int, gamma: Fraction, exps: set[Fraction]
) -> None:
    """Each delta is the sum of the positive excesses, (2.9), and known to 30 digits."""
    found = law_deltas(law_of_gamma(D, gamma), sorted(exps), 100)
    with mpmath.workdps(80):
        for E, delta in zip(sorted(exps), found, strict=True):
            expected, slack = delta_by_definition(D, gamma, E), Fraction(1, 10**60)
            assert delta.lo - slack < expected < delta.hi + slack
            assert delta.width * 10**30 <= delta.lo


@given(D=st.integers(1, 9), gamma=st.fractions(Fraction(1, 50), 1, max_denominator=60))
def test_the_pieces_of_a_law_profile_end_at_odd_multiples_of_gamma(D: int, gamma: Fraction) -> None:
    """Inside ((2k - 1) gamma, (2k + 1) gamma) the worst event is [-D, -k], and delta is its."""
    law = law_of_gamma(D, gamma)
    middles = [Fraction(1, 2) * gamma, *(2 * k * gamma for k in range(1, D + 1))]
    exps = [Fraction(Epsilon(value=at).exp_bounds(40)[0], 1 << 40) for at in middles]
    for k, (E, delta) in enumerate(zip(exps, law_deltas(law, exps, 84), strict=True)):
        expected = law_delta(law, Epsilon(exp=E))
        assert expected.event == range(-D, 1 - k)
        own = expected.delta.enclosure(84)
        assert delta.lo <= own.hi
        assert own.lo <= delta.hi


@pytest.mark.parametrize("D", [1, 7])
def test_the_profile_of_a_law_ends_on_its_plateau(D: int) -> None:
    """Beyond (2D - 1) gamma nothing but p(-D) is left, (2.12)."""
    law = law_of_gamma(D, Fraction(1, 8))
    (delta,) = law_deltas(law, [Fraction(10**6)], 67)
    assert delta.lo <= law.probability(-D).enclosure(67).hi
    assert law.probability(-D).enclosure(67).lo <= delta.hi
