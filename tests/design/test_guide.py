"""The design guide of section 2.4: the smallest D, with the evidence that D - 1 fails."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.design.guide import smallest_design
from exact.errors import InputError
from exact.laws.maxent import PAPER_POSITION
from exact.numbers.epsilon import Epsilon
from tests.privacy.definition import ORACLE_DIGITS, ORACLE_ERROR, exact


def mp_epsilon(epsilon: Epsilon) -> Any:
    """Return epsilon as an mpmath number."""
    given_as = epsilon.exp or epsilon.value or Fraction(0)
    number = mpmath.mpf(given_as.numerator) / given_as.denominator
    return mpmath.log(number) if epsilon.exp else number


def proposition_3(D: int, epsilon: Any, position: Fraction) -> Fraction:
    """Return e^(-gamma D^2) C with gamma at ``position`` of the interval (2.20), (2.27)."""
    left, right = epsilon / (2 * D + 1), epsilon / (2 * D - 1)
    gamma = left + (right - left) * position.numerator / position.denominator
    powers = [mpmath.exp(-gamma * z * z) for z in range(1, D + 1)]
    return exact(powers[-1] / (1 + 2 * sum(powers)))


def linear_scan(epsilon: Epsilon, target: Fraction, position: Fraction) -> tuple[int, list[Any]]:
    """Return the first D = 1, 2, ... with (2.27) <= target, as step 2 says, and all deltas."""
    deltas: list[Fraction] = []
    with mpmath.workdps(ORACLE_DIGITS):
        while not deltas or deltas[-1] > target:
            deltas.append(proposition_3(len(deltas) + 1, mp_epsilon(epsilon), position))
    return len(deltas), deltas


def check_evidence(epsilon: Epsilon, target: Fraction, position: Fraction) -> None:
    """Check D, delta and the failing delta against the linear scan."""
    D, deltas = linear_scan(epsilon, target, position)
    design = smallest_design(epsilon, target, position)
    assert design.law.D == D
    assert design.delta.lo - ORACLE_ERROR <= deltas[-1] <= design.delta.hi + ORACLE_ERROR
    assert design.delta.hi <= target
    assert design.delta.width * 10**40 <= design.delta.lo
    assert all(a > b for a, b in pairwise(deltas))
    if D == 1:
        assert design.failing_delta is None
    else:
        assert design.failing_delta is not None
        failing = design.failing_delta
        assert target < failing.lo
        assert failing.lo - ORACLE_ERROR <= deltas[-2] <= failing.hi + ORACLE_ERROR


@pytest.mark.parametrize(
    ("epsilon", "target"),
    [
        (Epsilon(value=Fraction(1, 2)), Fraction(1, 10**4)),
        (Epsilon(value=Fraction(1, 10)), Fraction(1, 1000)),
        (Epsilon(value=Fraction(1)), Fraction(1, 10**9)),
        (Epsilon(value=Fraction(5, 2)), Fraction(1, 10**12)),
        (Epsilon(value=Fraction(8)), Fraction(1, 3)),
        (Epsilon(exp=Fraction(10)), Fraction(1, 10**6)),
        (Epsilon(exp=Fraction(3, 2)), Fraction(1, 10**5)),
        (Epsilon(exp=Fraction(11, 10)), Fraction(1, 500)),
    ],
)
def test_the_smallest_support_is_that_of_a_linear_scan(epsilon: Epsilon, target: Fraction) -> None:
    """Bisection finds the D of the paper's linear scan, and failing_delta > target >= delta."""
    check_evidence(epsilon, target, PAPER_POSITION)


@given(
    st.fractions(Fraction(1, 5), 5, max_denominator=20),
    st.fractions(Fraction(1, 5000), Fraction(1, 2), max_denominator=5000),
    st.fractions(0, Fraction(19, 20), max_denominator=20),
)
def test_the_smallest_support_is_found_for_any_position(
    epsilon: Fraction, target: Fraction, position: Fraction
) -> None:
    """The guide holds for any gamma in the half-open interval (2.20), not only the paper's."""
    check_evidence(Epsilon(value=epsilon), target, position)


def test_the_default_position_is_the_paper_s_gamma() -> None:
    """gamma = epsilon/(2D-1) - 2 epsilon/(10 (4D^2-1)), step 2 of section 2.4."""
    epsilon = Fraction(1, 2)
    law = smallest_design(Epsilon(value=epsilon), Fraction(1, 10**4)).law
    D = law.D
    gamma = epsilon / (2 * D - 1) - 2 * epsilon / (10 * Fraction(4 * D * D - 1))
    assert law.rate.enclosure(64).lo == law.rate.enclosure(64).hi == gamma


def test_a_target_met_with_equality_is_met() -> None:
    """At gamma = ln 2, D = 1 has delta = 1/4 exactly; 1/4 is reached by D = 1 and less is not."""
    epsilon, left_end = Epsilon(exp=Fraction(8)), Fraction(0)
    met = smallest_design(epsilon, Fraction(1, 4), left_end)
    assert met.law.D == 1
    assert met.failing_delta is None
    assert smallest_design(epsilon, Fraction(1, 4) - Fraction(1, 10**50), left_end).law.D == 2


def test_a_target_out_of_reach_is_refused_in_one_line() -> None:
    """A target that needs more than the largest D tried names the limit and the remedy."""
    with pytest.raises(
        InputError,
        match=r"^delta = 1/10+: needs noise beyond D = 100000 at epsilon = 1/1000000; "
        r"choose a larger epsilon or delta$",
    ):
        smallest_design(Epsilon(value=Fraction(1, 10**6)), Fraction(1, 10**30))


@pytest.mark.parametrize("position", [Fraction(1), Fraction(-1, 10)])
def test_a_gamma_outside_the_interval_is_refused(position: Fraction) -> None:
    """(2.20) is open on the right: position 1 is refused, and the paper's choice is named."""
    with pytest.raises(InputError, match=r"position = .*\[0, 1\).*the paper's choice is 9/10"):
        smallest_design(Epsilon(value=Fraction(1)), Fraction(1, 100), position)
