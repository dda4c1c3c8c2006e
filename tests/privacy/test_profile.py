"""The privacy profile of two pmfs against the definition, event by event."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import Profile, profile
from tests.privacy.definition import (
    ORACLE_DIGITS,
    ORACLE_ERROR,
    delta_over_all_events,
    events,
    exact,
    excess,
    exponentials,
    pmfs,
)

RATIONAL_EPSILONS = st.fractions(Fraction(1, 50), 4, max_denominator=50)


def at(E: Fraction) -> Epsilon:
    """Return epsilon = log E."""
    return Epsilon(exp=E)


def value(found: Profile, E: Fraction) -> Fraction:
    """Return delta at a rational e^epsilon, exactly."""
    delta = found.delta(at(E)).exact
    assert delta is not None
    return delta


@given(pmfs(), pmfs(), exponentials())
def test_delta_is_the_maximum_over_all_events(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """delta is the largest P(S) - e^epsilon Q(S) over all events, both directions (2.9)."""
    assert value(profile(P, Q), E) == delta_over_all_events(P, Q, E)
    assert value(profile(Q, P), E) == delta_over_all_events(Q, P, E)


@given(pmfs(), pmfs(), RATIONAL_EPSILONS)
def test_delta_is_the_maximum_over_all_events_for_an_irrational_exponential(
    P: Pmf, Q: Pmf, epsilon: Fraction
) -> None:
    """The enclosure of delta holds the brute-force maximum, and is narrow."""
    with mpmath.workdps(ORACLE_DIGITS):
        E = exact(mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator))
    expected = delta_over_all_events(P, Q, E)
    found = profile(P, Q).delta(Epsilon(value=epsilon)).enclosure(100)
    assert found.lo - ORACLE_ERROR <= expected <= found.hi + ORACLE_ERROR
    assert found.width * 10**30 <= found.lo


@given(pmfs(), pmfs(), exponentials())
def test_the_worst_event_attains_delta_and_is_strict(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """E* attains delta and is {y : P(y) > e^epsilon Q(y)}: a tie is outside (2.10)."""
    found = profile(P, Q)
    event = found.worst_event(at(E))
    assert excess(P, Q, E, event) == value(found, E)
    strict = {y for y in P.outcomes if P.probability(y) > E * Q.probability(y)}
    assert set(event) == strict
    assert list(event) == sorted(event)


@given(pmfs(), pmfs(), exponentials())
def test_the_worst_event_is_the_smallest_that_attains_delta(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """Every event that attains delta contains E*."""
    found = profile(P, Q)
    least = set(found.worst_event(at(E)))
    best = value(found, E)
    assert all(least <= set(s) for s in events(P, Q) if excess(P, Q, E, s) == best)


@given(pmfs(), exponentials())
def test_reflecting_a_noise_pmf_swaps_the_directions(noise: Pmf, E: Fraction) -> None:
    """-Z at counts (n, n+1) has the delta of Z at (n+1, n)."""
    mirrored = noise.merged(lambda z: -z)
    assert value(profile(mirrored, mirrored.shifted(1)), E) == value(
        profile(noise.shifted(1), noise), E
    )


@given(pmfs(), pmfs(), exponentials())
def test_the_two_directions_are_tied_by_complements(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """delta(P,Q)(E) - 1 = E (delta(Q,P)(1/E) - 1): complements of events are events."""
    reverse = sum(max(Fraction(0), Q.probability(y) - P.probability(y) / E) for y in Q.outcomes)
    assert value(profile(P, Q), E) - 1 == E * (reverse - 1)


@given(pmfs(), pmfs(), st.lists(exponentials(), min_size=3, max_size=3, unique=True))
def test_delta_falls_and_is_convex_in_the_exponential(P: Pmf, Q: Pmf, E: list[Fraction]) -> None:
    """delta is non-increasing and convex as a function of e^epsilon."""
    a, b, c = sorted(E)
    low, middle, high = (value(profile(P, Q), x) for x in (a, b, c))
    assert low >= middle >= high >= 0
    assert middle * (c - a) <= low * (c - b) + high * (b - a)


@pytest.mark.parametrize("coarser", [lambda y: y // 2, lambda y: y % 3, lambda y: min(y, 2)])
@given(P=pmfs(), Q=pmfs(), E=exponentials())
def test_post_processing_never_raises_delta(
    coarser: Callable[[int], int], P: Pmf, Q: Pmf, E: Fraction
) -> None:
    """Merging outputs cannot raise delta."""
    merged = profile(P.merged(coarser), Q.merged(coarser))
    assert value(merged, E) <= value(profile(P, Q), E)


@given(pmfs(), pmfs(), exponentials())
def test_the_singleton_excess_is_the_largest_of_one_outcome(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """The singleton delta is max P(y) - e^epsilon Q(y), attained, and at most delta."""
    found = profile(P, Q)
    delta, outcome = found.singleton_delta(at(E))
    every = {y: excess(P, Q, E, (y,)) for y in {*P.outcomes, *Q.outcomes}}
    assert delta.exact == max(every.values()) == every[outcome]
    assert delta.exact <= value(found, E)


@given(pmfs(), pmfs(), RATIONAL_EPSILONS)
def test_the_singleton_is_found_for_an_irrational_exponential(
    P: Pmf, Q: Pmf, epsilon: Fraction
) -> None:
    """The outcome of the largest excess is right where e^epsilon is known only by enclosure."""
    _, outcome = profile(P, Q).singleton_delta(Epsilon(value=epsilon))
    with mpmath.workdps(ORACLE_DIGITS):
        E = exact(mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator))
    every = {y: excess(P, Q, E, (y,)) for y in {*P.outcomes, *Q.outcomes}}
    assert every[outcome] == max(every.values())


@given(pmfs(), pmfs(), st.fractions(0, 1, max_denominator=60))
def test_epsilon_is_the_inverse_of_delta(P: Pmf, Q: Pmf, target: Fraction) -> None:
    """epsilon(d) is the least with delta(epsilon) <= d; there is none exactly below the plateau."""
    found = profile(P, Q).epsilon(target)
    plateau = sum((P.probability(y) for y in P.outcomes if y not in Q.outcomes), Fraction(0))
    assert (found is None) == (target < plateau)
    if found is not None:
        assert found.exp is not None
        assert delta_over_all_events(P, Q, found.exp) <= target
        for step in (Fraction(1, 2), Fraction(1, 10**30)):
            smaller = 1 + (found.exp - 1) * (1 - step)
            if smaller < found.exp:
                assert delta_over_all_events(P, Q, smaller) > target


@given(pmfs(), pmfs())
def test_the_plateau_is_what_no_epsilon_removes(P: Pmf, Q: Pmf) -> None:
    """delta at infinity is P(Q = 0); a pure epsilon exists exactly if it is 0."""
    found = profile(P, Q)
    beyond = Fraction(1000)  # more than any ratio of two probabilities here: 54 * 9
    assert found.delta_at_infinity() == delta_over_all_events(P, Q, beyond)
    pure = found.pure_epsilon()
    assert (pure is None) == (found.delta_at_infinity() > 0)
    if pure is not None:
        ratios = [P.probability(y) / Q.probability(y) for y in P.outcomes]
        assert pure.exp == max(ratios)  # the largest ratio is at least 1, as both sum to 1


@given(pmfs(), pmfs())
def test_the_pieces_are_the_whole_profile(P: Pmf, Q: Pmf) -> None:
    """Pieces run from 1 without gap, join, and equal the definition at and between ends."""
    pieces = list(profile(P, Q).pieces())
    assert pieces[0].start == 1
    assert [piece.end is None for piece in pieces] == [False] * (len(pieces) - 1) + [True]
    for left, right in pairwise(pieces):
        assert left.end == right.start > left.start
        assert left.A - left.B * right.start == right.A - right.B * right.start
        assert left.B > right.B
    for piece in pieces:
        end = piece.start + 7 if piece.end is None else piece.end
        for E in (piece.start, (2 * piece.start + end) / 3, end):
            assert delta_over_all_events(P, Q, E) == piece.A - piece.B * E


def test_pmfs_with_different_totals_are_compared_as_probabilities() -> None:
    """(1/3, 2/3) against (3/4, 1/4) has delta = 2/3 - 1/4 e^epsilon, worked out by hand."""
    found = profile(Pmf((0, 1), (1, 2)), Pmf((0, 1), (3, 1)))
    assert value(found, Fraction(2)) == Fraction(1, 6)
    assert found.worst_event(at(Fraction(2))) == (1,)
    pure = found.pure_epsilon()
    assert pure is not None
    assert pure.exp == Fraction(8, 3)


def test_scaling_the_weights_changes_nothing() -> None:
    """Only probabilities matter: weights multiplied by different numbers give the same profile."""
    P, Q = Pmf((0, 1, 2), (2, 5, 3)), Pmf((0, 1, 3), (4, 4, 2))
    scaled = profile(Pmf(P.outcomes, (14, 35, 21)), Pmf(Q.outcomes, (12, 12, 6)))
    ends = [(piece.start, piece.end, piece.A, piece.B) for piece in profile(P, Q).pieces()]
    assert [(p.start, p.end, p.A, p.B) for p in scaled.pieces()] == ends


def test_equal_pmfs_have_delta_zero_and_epsilon_zero() -> None:
    """A release that does not depend on the count has one piece: delta = 0 from epsilon = 0 on."""
    P = Pmf((0, 4), (1, 2))
    (piece,) = profile(P, P).pieces()
    assert (piece.start, piece.A, piece.B) == (Fraction(1), Fraction(0), Fraction(0))
    assert piece.end is None
    pure = profile(P, P).pure_epsilon()
    assert pure is not None
    assert pure.is_zero


def test_disjoint_pmfs_have_delta_one() -> None:
    """Where one release decides, delta is 1 at every epsilon and no smaller delta is reached."""
    found = profile(Pmf((0,), (1,)), Pmf((1,), (1,)))
    assert value(found, Fraction(1)) == value(found, Fraction(10**9)) == 1
    assert found.epsilon(Fraction(999, 1000)) is None
    certain = found.epsilon(Fraction(1))
    assert certain is not None
    assert certain.is_zero


def test_two_hundred_huge_weights_are_sorted_exactly() -> None:
    """Ratios of 128-bit weights that a double cannot tell apart are ordered as rationals."""
    dice = random.Random(2)
    base = 1 << 128
    p = [base + dice.randrange(-3, 4) for _ in range(200)]
    q = [base + dice.randrange(-3, 4) for _ in range(200)]
    P, Q = Pmf(tuple(range(200)), tuple(p)), Pmf(tuple(range(200)), tuple(q))
    found = profile(P, Q)
    ratios = [P.probability(y) / Q.probability(y) for y in found.outcomes]
    assert all(a >= b for a, b in pairwise(ratios))
    assert len({*ratios}) > 10
    for E in sorted({*ratios, Fraction(1), 1 + Fraction(1, base)}):
        if E >= 1:
            terms = (P.probability(y) - E * Q.probability(y) for y in range(200))
            assert value(found, E) == sum(max(Fraction(0), term) for term in terms)
