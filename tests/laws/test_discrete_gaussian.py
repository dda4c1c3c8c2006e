"""The limit D = infinity (Appendix C): the discrete Gaussian on all integers."""

from fractions import Fraction
from itertools import count
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.discrete_gaussian import DiscreteGaussian
from exact.laws.maxent import law_of_gamma
from exact.laws.rates import LogRate, Rate, RationalRate
from exact.laws.variance_root import VarianceRate
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_privacy import law_delta
from tests.numbers.mp_reference import to_fraction, to_mp

BITS = 100
gammas = st.fractions(Fraction(1, 50), 2, max_denominator=10**4)
epsilons = st.fractions(Fraction(1, 100), 4, max_denominator=10**4)


def mp_weights(gamma: Any) -> dict[int, Any]:
    """Return e^(-gamma z^2) for |z| <= N with a rest far below the working precision."""
    N = next(n for n in count(1) if gamma * n * n > 2 * mpmath.mp.prec)
    return {z: mpmath.exp(-gamma * z * z) for z in range(-N, N + 1)}


def first_principles_delta(gamma: Any, exp: Any) -> Fraction:
    """Return sum_z max(0, p(z) - e^epsilon p(z-1)), the definition (2.9), by a long sum."""
    w = mp_weights(gamma)
    excess = mpmath.fsum(max(mpmath.mpf(0), w[z] - exp * w.get(z - 1, 0)) for z in w)
    return to_fraction(excess / mpmath.fsum(w.values()))


def tail(w: dict[int, Any], threshold: Fraction) -> Any:
    """Return P[Z > threshold], the inequality decided in rationals."""
    return mpmath.fsum(v for z, v in w.items() if z > threshold) / mpmath.fsum(w.values())


@given(gamma=gammas, epsilon=epsilons)
def test_delta_is_the_definition_summed_by_mpmath(gamma: Fraction, epsilon: Fraction) -> None:
    """(C.2) encloses the sum of all positive excesses to 100 bits."""
    delta = DiscreteGaussian(RationalRate(gamma)).delta(Epsilon(value=epsilon)).enclosure(BITS)
    with mpmath.workdps(300):
        expected = first_principles_delta(to_mp(gamma), mpmath.exp(to_mp(epsilon)))
    assert delta.lo <= expected <= delta.hi
    assert delta.width * 2**BITS <= delta.lo


@given(sigma_squared=st.fractions(Fraction(1, 4), 25, max_denominator=100), epsilon=epsilons)
def test_delta_is_the_formula_of_canonne_kamath_steinke(
    sigma_squared: Fraction, epsilon: Fraction
) -> None:
    """P[Z > eps sigma^2 - 1/2] - e^eps P[Z > eps sigma^2 + 1/2] ([CKS22], sensitivity 1)."""
    law = DiscreteGaussian(RationalRate(1 / (2 * sigma_squared)))
    delta = law.delta(Epsilon(value=epsilon)).enclosure(BITS)
    middle = epsilon * sigma_squared
    with mpmath.workdps(300):
        w = mp_weights(to_mp(1 / (2 * sigma_squared)))
        near, far = tail(w, middle - Fraction(1, 2)), tail(w, middle + Fraction(1, 2))
        expected = to_fraction(near - mpmath.exp(to_mp(epsilon)) * far)
    assert delta.lo <= expected <= delta.hi


@pytest.mark.parametrize(
    ("rate", "x"),
    [
        (LogRate(Fraction(1), Fraction(2)), Fraction(1, 2)),
        (LogRate(Fraction(2), Fraction(3, 2)), Fraction(4, 9)),
        (VarianceRate(1, Fraction(1, 2)), Fraction(1, 2)),
        (VarianceRate(1, Fraction(7, 12)), Fraction(7, 10)),
    ],
)
@pytest.mark.parametrize("exp", [Fraction(3, 2), Fraction(2), Fraction(8), Fraction(100)])
def test_delta_of_a_rational_x_is_the_long_sum(rate: Rate, x: Fraction, exp: Fraction) -> None:
    """With x and e^epsilon rational (ties: x = 1/2, e^epsilon = 2, 8) delta is enclosed too."""
    delta = DiscreteGaussian(rate).delta(Epsilon(exp=exp)).enclosure(BITS)
    with mpmath.workdps(300):
        expected = first_principles_delta(-mpmath.log(to_mp(x)), to_mp(exp))
    assert delta.lo <= expected <= delta.hi
    assert delta.width * 2**BITS <= delta.lo


@settings(max_examples=20)
@given(gamma=st.fractions(Fraction(1, 20), 1, max_denominator=100), epsilon=epsilons)
def test_finite_supports_fall_towards_the_limit(gamma: Fraction, epsilon: Fraction) -> None:
    """delta_D falls strictly with D, because an outer term adds (1 - e^eps) w < 0, to delta."""
    eps = Epsilon(value=epsilon)
    law = DiscreteGaussian(RationalRate(gamma))
    k, limit = law.worst_event_start(eps), law.delta(eps).enclosure(200)
    above = None
    for D in range(max(1, k), k + 4):
        delta = law_delta(law_of_gamma(D, gamma), eps).delta.enclosure(200)
        assert delta.lo > limit.hi
        assert above is None or delta.hi < above
        above = delta.lo
    wide = law_delta(law_of_gamma(k + 60, gamma), eps).delta.enclosure(200)
    assert wide.hi - limit.lo < limit.lo / 10**50


@given(gamma=gammas, epsilon=epsilons)
def test_more_bits_give_a_narrower_enclosure_of_the_same_number(
    gamma: Fraction, epsilon: Fraction
) -> None:
    """Enclosures of 17, 67 and 267 bits overlap, and each is as narrow as asked."""
    law = DiscreteGaussian(RationalRate(gamma))
    found = [law.delta(Epsilon(value=epsilon)).enclosure(bits) for bits in (17, 67, 267)]
    assert max(e.lo for e in found) <= min(e.hi for e in found)
    assert all(e.width * 2**b <= e.lo for e, b in zip(found, (17, 67, 267), strict=True))


@given(gamma=gammas, epsilon=epsilons, multiple=st.integers(0, 40))
def test_the_worst_event_starts_where_the_loss_exceeds_epsilon(
    gamma: Fraction, epsilon: Fraction, multiple: int
) -> None:
    """k is the least integer with (2k+1) gamma > epsilon; a tie is not beyond epsilon."""
    law = DiscreteGaussian(RationalRate(gamma))
    k = law.worst_event_start(Epsilon(value=epsilon))
    assert k == next(j for j in count() if (2 * j + 1) * gamma > epsilon)
    tie = (2 * multiple + 1) * gamma
    assert law.worst_event_start(Epsilon(value=tie)) == multiple + 1


def test_the_limit_for_sigma_1_and_epsilon_one_half_by_hand() -> None:
    """sigma = 1, eps = 1/2: P[Z > 0] - e^(1/2) P[Z > 1], a tie in (C.2) that changes nothing."""
    delta = (
        DiscreteGaussian(RationalRate(Fraction(1, 2)))
        .delta(Epsilon(value=Fraction(1, 2)))
        .enclosure(134)
    )
    with mpmath.workdps(300):
        total = mpmath.jtheta(3, 0, mpmath.exp(-mpmath.mpf(1) / 2))  # sum of q^(n^2)
        above_0 = (1 - 1 / total) / 2
        above_1 = above_0 - mpmath.exp(-mpmath.mpf(1) / 2) / total
        expected = to_fraction(above_0 - mpmath.exp(mpmath.mpf(1) / 2) * above_1)
    assert delta.lo <= expected <= delta.hi


def test_gamma_zero_is_no_law_on_all_integers() -> None:
    """A uniform law on the integers does not exist."""
    with pytest.raises(InputError, match="gamma = 0: gives no law on all integers; give gamma > 0"):
        DiscreteGaussian(RationalRate(Fraction(0)))


def test_a_gamma_too_small_for_the_work_is_refused() -> None:
    """More than 10^6 terms are not summed: the message says what to change."""
    tiny = DiscreteGaussian(RationalRate(Fraction(1, 10**11)))
    with pytest.raises(InputError, match=r"gamma = .*is too small; choose a larger gamma"):
        tiny.delta(Epsilon(value=Fraction(1, 10**9))).enclosure(34)
    with pytest.raises(InputError, match="epsilon = '1/2': is too large for this gamma"):
        tiny.delta(Epsilon(value=Fraction(1, 2))).enclosure(34)
