"""Sections 4.4 and 4.5: negative values set to zero, and cells that are zero."""

from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import Profile, never_above, profile
from exact.privacy.witness import check_witness, no_finite_epsilon
from reports.papers.check import Check, Part, statement
from reports.papers.kinds import too_wide
from reports.papers.rinott_okeefe_shlomo_skinner.values import (
    not_negative,
    rational_laplace,
)
from reports.papers.values import shown

_GRID = tuple((Fraction(E), m) for E in ("11/10", "3/2", "2", "5") for m in (1, 2, 4, 7))


def part() -> Part:
    """Return the checks of 4.4 and 4.5."""
    return Part(
        "post-processing",
        "4.4–4.5. Negative values and zero cells",
        (_does_not_grow(), _stays(), _closer(), *_zeros(), _bias(), _unbiased()),
    )


def released(noise: Pmf, count: int) -> Pmf:
    """Return what is published for ``count``, negative values set to zero."""
    return noise.shifted(count).merged(not_negative)


def _both_ways(one: Pmf, other: Pmf) -> tuple[Profile, Profile]:
    return profile(one, other), profile(other, one)


def _does_not_grow() -> Check:
    pairs = 0
    holds = True
    for E, m in _GRID:
        _, noise = rational_laplace(E, m)
        before = _both_ways(noise, noise.shifted(1))
        for count in range(m + 2):
            after = _both_ways(released(noise, count), released(noise, count + 1))
            holds = holds and all(map(never_above, after, before))
            pairs += 1
    return statement(
        "4.4",
        "post-processing preserves differential privacy: f(M(·)) is DP(ε, δ)",
        f"the whole profile after setting negatives to zero lies nowhere above the one before: "
        f"{pairs} pairs of counts, both directions, all ε",
        holds,
    )


def _stays() -> Check:
    own, noise = rational_laplace(2, 7)
    tight = [
        max(
            p.delta(own).exact or Fraction(0)
            for p in _both_ways(released(noise, count), released(noise, count + 1))
        )
        for count in range(9)
    ]
    return statement(
        "4.4, 5.1",
        "negative perturbed values can be replaced by zero, maintaining the same level",
        f"ε = ln 2, m = 7: δ = {noise.probability(7)} for every count 0 … 8, no less: the largest "
        "noise upward is not affected",
        all(one == noise.probability(7) for one in tight),
    )


def _closer() -> Check:
    triples = [(a, b) for a in range(20) for b in range(-20, 40)]
    return statement(
        "4.4",
        "zero in place of a negative value is closer to the original count",
        "|max(0, b) − a| ≤ |b − a| for all a ≥ 0, strictly for b < 0",
        all(abs(max(0, b) - a) <= abs(b - a) - (b < 0) for a, b in triples),
    )


def _zeros() -> list[Check]:
    """Zeros are left as they are, all other counts get the noise, negatives set to zero."""
    own, noise = rational_laplace(2, 7)
    zero, one = Pmf((0,), (1,)), released(noise, 1)
    witness = no_finite_epsilon(one, zero)
    assert witness is not None
    check_witness(witness, one, zero)
    single, tight = one.probability(1), profile(one, zero).delta(own).exact
    assert tight is not None
    return [
        statement(
            "4.5",
            "DP(ε) cannot be satisfied if p(0, 1) = 0 and p(1, 1) > 0",
            f"the event “not zero” has probability {witness.probability} for a count of 1 and 0 "
            "for a count of 0: no ε is finite",
            profile(one, zero).pure_epsilon() is None,
        ),
        statement(
            "4.5",
            "if zeros are not perturbed, (4.4) holds only with δ = P(M(1) = 1); a condition such "
            "as p(1, 1) ≤ δ is needed",
            f"ε = ln 2, m = 7: P(M(1) = 1) = {shown(single)}, but the tight δ is {shown(tight)} at "
            "every ε",
            tight == single,
            too_wide(
                "S = {1} gives only a lower bound. The worst event is “not zero”: δ = P(M(1) ≠ "
                "0), so p(1, 1) ≤ δ is necessary and not sufficient."
            ),
        ),
    ]


def _bias() -> Check:
    means = [released(rational_laplace(E, m)[1], 0).mean() for E, m in _GRID]
    return statement(
        "4.5",
        "constrained to non-negative values, a zero cell has a positive bias unless p(0, 0) = 1",
        f"{len(means)} laws: bias from {shown(min(means))} to {shown(max(means))}",
        min(means) > 0,
    )


def _unbiased() -> Check:
    kept = all(rational_laplace(E, m)[1].mean() == 0 for E, m in _GRID)
    finite = all(_floor(rational_laplace(E, m)[1]) < 1 for E, m in _GRID)
    return statement(
        "4.5, 2.2 (4 and 6)",
        "differential privacy and unbiasedness are contradictory, unless negative values are "
        "released",
        "with negative values released, the same laws have mean 0 and δ < 1; without, an unbiased "
        "zero cell is not perturbed, and then no ε is finite",
        kept and finite,
    )


def _floor(noise: Pmf) -> Fraction:
    found = profile(noise, noise.shifted(1)).delta(Epsilon(exp=Fraction(1))).exact
    assert found is not None
    return found
