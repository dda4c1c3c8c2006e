"""Composition, witnesses, the two deltas and post-processing, against enumeration."""

from fractions import Fraction
from itertools import chain, combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.composition.comparison import Noisy, compare_with_sum
from exact.composition.pairs import MAX_RATIOS, LossPair, composed
from exact.composition.theorem import Guarantee, sum_of_epsilons, summed
from exact.errors import InputError
from exact.laws.discrete_laplace import LaplaceLaw
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.probabilistic import two_deltas
from exact.privacy.profile import never_above, profile
from exact.privacy.witness import Witness, check_witness, no_finite_epsilon

WEIGHTS = st.lists(st.integers(0, 6), min_size=2, max_size=4).filter(any)
PMFS = WEIGHTS.map(lambda weights: Pmf.of(enumerate(weights)))
RATIOS = st.fractions(min_value=1, max_value=6, max_denominator=6)


def laplace(E: Fraction | int, m: int) -> Noisy:
    """Return a table with Laplace noise at epsilon = ln E."""
    law = LaplaceLaw(Epsilon(exp=Fraction(E)), m)
    noise = law.exact_pmf()
    assert noise is not None
    return Noisy(noise, law.epsilon)


def events(outcomes: list[int]) -> chain[tuple[int, ...]]:
    """Return every subset."""
    return chain.from_iterable(combinations(outcomes, n) for n in range(len(outcomes) + 1))


def enumerated_delta(P: Pmf, Q: Pmf, E: Fraction) -> Fraction:
    """Return the largest P(S) - E Q(S) over all events S, by the definition (4.4)."""
    outcomes = sorted({*P.outcomes, *Q.outcomes})
    return max(
        sum((P.probability(y) - E * Q.probability(y) for y in S), Fraction(0))
        for S in events(outcomes)
    )


def product_delta(pairs: list[tuple[Pmf, Pmf]], E: Fraction) -> Fraction:
    """Return the sum of positive excesses over all tuples of outcomes."""
    outcomes = product(*(sorted({*P.outcomes, *Q.outcomes}) for P, Q in pairs))
    found = Fraction(0)
    for ys in outcomes:
        p = prod((P.probability(y) for (P, _), y in zip(pairs, ys, strict=True)), start=Fraction(1))
        q = prod((Q.probability(y) for (_, Q), y in zip(pairs, ys, strict=True)), start=Fraction(1))
        found += max(Fraction(0), p - E * q)
    return found


@given(PMFS, PMFS, RATIOS)
def test_merging_by_ratio_keeps_every_delta(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """The merged pair has the delta of the definition, in both directions."""
    pair = LossPair.of(P, Q)
    assert pair.profile().delta(Epsilon(exp=E)).exact == enumerated_delta(P, Q, E)
    assert pair.mirrored().profile().delta(Epsilon(exp=E)).exact == enumerated_delta(Q, P, E)


@settings(max_examples=30)
@given(st.lists(st.tuples(PMFS, PMFS), min_size=1, max_size=3), RATIOS)
def test_the_composition_is_the_product(pairs: list[tuple[Pmf, Pmf]], E: Fraction) -> None:
    """The composed delta is the one of the product of all outcomes."""
    found = composed([LossPair.of(P, Q) for P, Q in pairs]).profile()
    assert found.delta(Epsilon(exp=E)).exact == product_delta(pairs, E)


@settings(max_examples=25)
@given(
    st.lists(st.tuples(RATIOS.filter(lambda E: E > 1), st.integers(1, 3)), min_size=1, max_size=3)
)
def test_theorem_7_1_holds_and_the_exact_delta_is_a_product(
    parameters: list[tuple[Fraction, int]],
) -> None:
    """Sums bound the exact delta, which for truncated Laplace noise is 1 - prod(1 - delta_r)."""
    tables = [laplace(E, m) for E, m in parameters]
    deltas = [table.noise.probability(table.noise.outcomes[-1]) for table in tables]
    found = compare_with_sum(tables)
    assert found.theorem.epsilon.exp == prod((E for E, _ in parameters), start=Fraction(1))
    assert found.theorem.delta == min(1, sum(deltas))
    assert found.delta.exact == 1 - prod((1 - d for d in deltas), start=Fraction(1))
    assert found.epsilon is not None
    assert found.epsilon.exp is not None
    assert found.epsilon.exp <= found.theorem.epsilon.exp


def test_the_least_epsilon_of_the_sum_is_where_the_profile_reaches_it() -> None:
    """Two tables 1, 2, 1 of 4: 7/16 + (4 - E)/16 = 1/2 at E = 3."""
    found = compare_with_sum([laplace(2, 1)] * 2)
    assert found.epsilon == Epsilon(exp=Fraction(3))


def test_an_irrational_epsilon_is_summed_on_the_safe_side() -> None:
    """With e^epsilon irrational the stated delta is above the true one, by little."""
    table = Noisy(Pmf((-1, 0, 1), (1, 3, 1)), Epsilon(value=Fraction(1, 2)))
    found = compare_with_sum([table])
    assert found.delta.compare(found.theorem.delta) <= 0
    assert found.delta.compare(found.theorem.delta - Fraction(1, 10**25)) > 0


def test_sums_of_the_theorem_refuse_what_they_cannot_write() -> None:
    """Rational and logarithmic epsilons do not mix; delta is a probability; lists are bounded."""
    one, other = Epsilon(value=Fraction(1)), Epsilon(exp=Fraction(2))
    with pytest.raises(InputError, match="all rational or all logarithms"):
        sum_of_epsilons([one, other])
    with pytest.raises(InputError, match="from 0 to 1"):
        Guarantee(one, Fraction(2))
    with pytest.raises(InputError, match=f"more than {MAX_RATIOS} products"):
        composed([LossPair(tuple((2**i, 1) for i in range(500)))] * 2)
    assert summed([Guarantee(one, Fraction(2, 3))] * 2).delta == 1


@given(PMFS, PMFS, RATIOS)
def test_lemma_1_and_when_it_is_free(P: Pmf, Q: Pmf, E: Fraction) -> None:
    """The probabilistic delta is P(loss > epsilon), and tight exactly if Q(loss > epsilon) = 0."""
    both = two_deltas(profile(P, Q), Epsilon(exp=E))
    above = [y for y in P.outcomes if P.probability(y) > E * Q.probability(y)]
    assert both.probabilistic == sum((P.probability(y) for y in above), Fraction(0))
    assert both.order == -1 if any(Q.probability(y) for y in above) else both.order == 0
    assert both.conversion_is_free == (both.order == 0)


@given(PMFS, PMFS)
def test_a_witness_exists_exactly_if_no_epsilon_is_finite(P: Pmf, Q: Pmf) -> None:
    """The witness is checked by adding up; without one some epsilon has delta 0."""
    witness = no_finite_epsilon(P, Q)
    assert (witness is None) == (profile(P, Q).pure_epsilon() is not None)
    if witness is not None:
        check_witness(witness, P, Q)
        assert witness.probability == profile(P, Q).delta_at_infinity()


def test_a_false_witness_is_refused() -> None:
    """A wrong probability, and an event that is possible under Q, both raise."""
    P, Q = Pmf((0, 1), (1, 3)), Pmf((0,), (1,))
    with pytest.raises(InputError, match="has probability 3/4"):
        check_witness(Witness((1,), Fraction(1, 2)), P, Q)
    with pytest.raises(InputError, match="is possible under Q"):
        check_witness(Witness((0, 1), Fraction(1)), P, Q)


@given(PMFS, PMFS, st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_post_processing_never_raises_the_profile(P: Pmf, Q: Pmf, values: list[int]) -> None:
    """Whatever function of the output is published, delta is nowhere larger."""
    after = profile(P.merged(values.__getitem__), Q.merged(values.__getitem__))
    assert never_above(after, profile(P, Q))


@given(PMFS, PMFS, PMFS, PMFS)
def test_dominance_is_what_a_fine_grid_sees(P: Pmf, Q: Pmf, R: Pmf, S: Pmf) -> None:
    """never_above agrees with the definition at many E, also far out."""
    one, other = profile(P, Q), profile(R, S)
    grid = [Fraction(n, 12) for n in range(12, 90)] + [Fraction(1000)]
    below = all(enumerated_delta(P, Q, E) <= enumerated_delta(R, S, E) for E in grid)
    assert never_above(one, other) <= below
    if not never_above(one, other):
        places = {p.start for x in (one, other) for p in x.pieces()} | {Fraction(10**6)}
        assert any(enumerated_delta(P, Q, E) > enumerated_delta(R, S, E) for E in places)
