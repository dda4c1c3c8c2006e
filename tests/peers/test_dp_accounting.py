"""dp-accounting's delta for Example 1, held to the exact one by a second computation."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest

from exact.errors import InputError
from exact.laws.maxent import law_of_epsilon, law_of_gamma
from exact.numbers.epsilon import Epsilon
from reports.peers.google_pld import STEPS, Estimate, estimates
from reports.peers.installed import required
from tests.numbers.mp_reference import to_fraction, to_mp
from tests.peers import example_1


@pytest.fixture(scope="module")
def of_example_1() -> tuple[Estimate, ...]:
    """The estimates for Example 1's law and its table of 2^32 keys."""
    law = law_of_gamma(example_1.D, example_1.GAMMA)
    return tuple(estimates([law], 2**32, example_1.EPSILONS))


def test_law_and_table_are_asked_at_every_epsilon_and_step(
    of_example_1: tuple[Estimate, ...],
) -> None:
    """Two subjects, three epsilons, five steps."""
    places = {(e.subject, e.epsilon, e.step) for e in of_example_1}
    assert len(places) == len(of_example_1) == 2 * 3 * len(STEPS)


def test_the_truth_it_is_held_to_is_the_truth(of_example_1: tuple[Estimate, ...]) -> None:
    """Both deltas agree with mpmath; the table's at 1/2 is 425760 of 2^32 keys, (4.4)."""
    tiny = Fraction(1, 10**100)
    for estimate in of_example_1:
        plain = {"law": example_1.law_delta, "table": example_1.table_delta}[estimate.subject]
        true = plain(estimate.epsilon)
        assert estimate.truth.lo - tiny <= true <= estimate.truth.hi + tiny
        assert estimate.truth.width < estimate.truth.lo / 10**39
    exact = {
        e.truth.lo for e in of_example_1 if (e.subject, e.epsilon) == ("table", Fraction(1, 2))
    }
    assert exact == {Fraction(425760, 2**32)}


def test_the_answer_is_what_the_program_says(of_example_1: tuple[Estimate, ...]) -> None:
    """Asked directly with the logarithms of k / 2^32, it gives the same double."""
    (pld,) = required("dp-accounting", "dp_accounting.pld.privacy_loss_distribution")
    cmf = (0, *example_1.integers(2**32))
    logs = {z - 25: math.log((b - a) / 2**32) for z, (a, b) in enumerate(pairwise(cmf))}
    shifted = {z + 1: log for z, log in logs.items()}
    asked = pld.from_two_probability_mass_functions(
        shifted, logs, value_discretization_interval=1e-3, symmetric=False
    )
    (found,) = (
        e
        for e in of_example_1
        if (e.subject, e.epsilon, e.step) == ("table", Fraction(3, 10), Fraction(1, 1000))
    )
    assert found.answer == Fraction(float(asked.get_delta_for_epsilon(0.3)))


def test_where_the_worst_event_is_large_rounding_up_the_losses_dominates(
    of_example_1: tuple[Estimate, ...],
) -> None:
    """At 1/10 and 3/10 it is above the truth; a finer step comes closer, but never below."""
    for subject in ("law", "table"):
        for epsilon in example_1.EPSILONS[:2]:
            found = [e for e in of_example_1 if (e.subject, e.epsilon) == (subject, epsilon)]
            excess = [e.answer - e.truth.hi for e in found]
            assert excess == sorted(excess, reverse=True)
            assert 0 < excess[-1] < found[0].truth.lo / 10**4
            assert excess[0] > found[0].truth.lo / 20


def test_for_the_table_at_one_half_it_lies_three_ulps_below_the_exact_delta(
    of_example_1: tuple[Estimate, ...],
) -> None:
    """delta = p(-25) is a double, but it asks for log p(-25): the nearest double to that is short.

    So e^l of that l, rounded to a double, is 3 ulps below 425760 / 2^32, at every step: the
    estimate that is called pessimistic is not, through no fault of its own arithmetic. (Its exp
    may be one ulp off, depending on the machine.)
    """
    exact = Fraction(425760, 2**32)
    with mpmath.workdps(60):
        log = Fraction(float(mpmath.log(to_mp(exact))))
        back = to_fraction(mpmath.exp(to_mp(log)))
    found = [e for e in of_example_1 if (e.subject, e.epsilon) == ("table", Fraction(1, 2))]
    assert len(found) == len(STEPS)
    for estimate in found:
        assert abs(estimate.answer - Fraction(float(back))) <= example_1.unit(exact)
        assert estimate.ulps.lo == (estimate.answer - exact) / example_1.unit(exact)
        assert -4 <= estimate.ulps.lo <= -2
        assert estimate.is_below
        assert abs(estimate.own_ulps.hi) < Fraction(3, 2)


def test_for_the_law_at_one_half_it_lies_above(of_example_1: tuple[Estimate, ...]) -> None:
    """The same rounding may go up: by 2.69 ulps for the law itself, give or take one of its exp."""
    found = [e for e in of_example_1 if (e.subject, e.epsilon) == ("law", Fraction(1, 2))]
    for estimate in found:
        off = (estimate.answer - example_1.law_delta(Fraction(1, 2))) / example_1.unit(
            estimate.answer
        )
        assert Fraction(169, 100) < off < Fraction(370, 100)
        assert abs(estimate.ulps.lo - off) < Fraction(1, 10**20)
        assert not estimate.is_below


def test_a_table_that_loses_noise_is_left_out_and_its_law_is_not() -> None:
    """D = 100 does not fit into 2^32 keys at epsilon = 1/2."""
    law = law_of_epsilon(100, Epsilon(value=Fraction(1, 2)))
    found = list(estimates([law], 2**32, (Fraction(1, 2),)))
    assert {e.subject for e in found} == {"law"}


def test_a_probability_that_is_no_double_is_refused() -> None:
    """e^-1000 has no logarithm once it is the double 0."""
    law = law_of_epsilon(1000, Epsilon(value=Fraction(2)))
    with pytest.raises(InputError, match="probabilities that are 0 as doubles; choose a smaller D"):
        list(estimates([law], 2**64, (Fraction(2),)))
