"""The smallest D of any gamma: the kinks decide, and what the paper's guide leaves on the table."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp

from exact.design.best_gamma_kinks import best_kinks, kink_law, kink_reaches
from exact.design.guide import smallest_design
from exact.design.smallest import smallest_of_all
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from tests.design.plain_designs import DIGITS, first_D, law_delta, number

epsilons = st.fractions(Fraction(1, 2), 3, max_denominator=20)
targets = st.fractions(Fraction(1, 400), Fraction(1, 4), max_denominator=400)


@pytest.fixture(autouse=True)
def _sixty_digits() -> Iterator[None]:
    with mp.workdps(DIGITS):
        yield


def kink(k: int) -> Fraction:
    """Return gamma / epsilon at a kink."""
    return Fraction(1, 2 * k - 1)


def reached_by_scan(epsilon: Fraction, target: Fraction, D: int) -> tuple[int, ...]:
    """Return the k whose kinks reach the target, by the definition of delta."""
    return tuple(k for k in range(1, D + 1) if law_delta(epsilon, D, kink(k)) <= number(target))


@given(epsilons, targets)
def test_the_smallest_D_is_that_of_a_scan_over_all_kinks(eps: Fraction, target: Fraction) -> None:
    """D and its kinks are those of trying every kink of D = 1, 2, ... in turn."""
    enough = first_D(eps, target)
    found = smallest_of_all(Epsilon(value=eps), target, enough)
    scan = {D: reached_by_scan(eps, target, D) for D in range(1, enough + 1)}
    assert next(D for D, kinks in scan.items() if kinks) == found.D
    assert found.kinks == scan[found.D]


@given(epsilons, targets, st.fractions(Fraction(1, 60), 2, max_denominator=400))
def test_no_gamma_at_all_reaches_the_target_with_D_minus_1(
    eps: Fraction, target: Fraction, factor: Fraction
) -> None:
    """Whatever gamma = factor epsilon, delta with D - 1 exceeds the target: the kink theorem."""
    found = smallest_of_all(Epsilon(value=eps), target, first_D(eps, target))
    if found.D > 1:
        assert found.failing_delta is not None
        assert target < found.failing_delta.lo
        least = law_delta(eps, found.D - 1, factor)
        assert least > number(target)
        assert number(found.failing_delta.lo) <= least


@given(
    st.fractions(Fraction(1, 4), 1, max_denominator=20),
    st.integers(1, 6),
    st.fractions(Fraction(1, 60), 1, max_denominator=60),
)
def test_for_each_gamma_more_noise_is_less_delta(eps: Fraction, D: int, factor: Fraction) -> None:
    """Delta falls strictly with D at any gamma, so the smallest D can be bisected."""
    assert law_delta(eps, D + 1, factor) < law_delta(eps, D, factor)


@pytest.mark.parametrize(
    ("eps", "target", "paper", "smallest", "k", "variances"),
    [
        ("1/2", "1e-4", 25, 24, 20, ("38.945197", "49.002167")),
        ("0.1", "1e-3", 57, 51, 38, ("351.656508", "506.242114")),
        ("0.37", "3e-6", 51, 47, 41, ("109.446295", "136.722643")),
    ],
)
def test_the_paper_s_guide_is_not_the_smallest(
    eps: str, target: str, paper: int, smallest: int, k: int, variances: tuple[str, str]
) -> None:
    """Example 1 needs D = 24, not 25, at gamma = 1/78: variance 38.95 instead of 49.00."""
    epsilon, delta = Epsilon(value=Fraction(eps)), Fraction(target)
    guide = smallest_design(epsilon, delta)
    found = smallest_of_all(epsilon, delta, guide.law.D)
    assert (paper, smallest) == (guide.law.D, found.D)
    assert best_kinks(epsilon, smallest)[0] == (k,)
    assert reached_by_scan(Fraction(eps), delta, smallest) == found.kinks
    assert reached_by_scan(Fraction(eps), delta, smallest - 1) == ()
    laws = (kink_law(epsilon, smallest, k), guide.law)
    for law, variance in zip(laws, variances, strict=True):
        assert (
            Fraction(variance)
            <= law.variance().enclosure(67).lo
            < Fraction(variance) + Fraction(1, 10**6)
        )


def test_a_target_met_with_equality_at_a_kink_is_met() -> None:
    """At epsilon = ln(2), D = 1 and gamma = epsilon, x = 1/2 gives delta = 1/4 exactly."""
    epsilon = Epsilon(exp=Fraction(2))
    assert kink_reaches(epsilon, 1, 1, Fraction(1, 4))
    assert not kink_reaches(epsilon, 1, 1, Fraction(1, 4) - Fraction(1, 10**50))


def test_too_many_gammas_to_try_are_refused() -> None:
    """Every kink of every D takes work: beyond the limit it is said before it is begun."""
    with pytest.raises(InputError, match=r"beyond D = 5000.*the paper's guide"):
        smallest_of_all(Epsilon(value=Fraction(1, 1000)), Fraction(1, 10**6), 5001)
