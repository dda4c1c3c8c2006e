"""The maximum-entropy law on any support, and what a row lost against it."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

import mpmath
import pytest
from flint import arb, ctx
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from exact.entropy import entropy
from exact.errors import InputError, Undecided
from exact.laws.asymmetric import (
    MaxEntropy,
    entropy_deficit,
    is_max_entropy,
    max_entropy,
    variance_range,
)
from exact.laws.asymmetric_newton import Family, ball, enclosure, solve
from exact.laws.maxent import law_of_variance
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf
from tests.numbers.mp_reference import to_fraction, to_mp

ZERO = Enclosure(Fraction(0), Fraction(0))
# The last row of the R package ptable 1.0.0 with D = 5, V = 3, js = 2, as its file prints it.
R_ROW = (379186, 1659093, 5229263, 11873037, 19419346, 22880150)
R_NOISE = Pmf(tuple(range(-5, 6)), R_ROW + R_ROW[-2::-1])

supports = st.lists(st.integers(-12, 12), min_size=4, max_size=12, unique=True).map(sorted)


@st.composite
def rows(draw: st.DrawFn, heaviest: int = 1000) -> Pmf:
    """Draw a noise pmf of at least four outcomes, with holes."""
    support = draw(supports)
    weights = draw(st.lists(st.integers(1, heaviest), min_size=len(support), max_size=len(support)))
    return Pmf(tuple(support), tuple(weights))


def middle(enclosure: Enclosure) -> Fraction:
    """Return the centre of an enclosure."""
    return (enclosure.lo + enclosure.hi) / 2


def holds(enclosure: Enclosure, value: Any) -> bool:
    """Tell whether ``enclosure`` holds an mpmath number."""
    return enclosure.lo <= to_fraction(value) <= enclosure.hi


def overlap(one: Enclosure, other: Enclosure) -> bool:
    """Tell whether two enclosures can hold one number."""
    return one.lo <= other.hi and other.lo <= one.hi


def mp_weights(support: Sequence[int], beta: Any, gamma: Any) -> list[Any]:
    """Return e^(-beta j - gamma j^2) by its definition, at the current precision."""
    return [mpmath.exp(-beta * j - gamma * j * j) for j in support]


def mp_solution(law: MaxEntropy) -> tuple[Any, Any, Any]:
    """Solve for (beta, gamma) with mpmath from a rough start; return them and the entropy."""
    m, m2 = to_mp(law.mean), to_mp(law.variance + law.mean**2)

    def equations(beta: Any, gamma: Any) -> tuple[Any, Any]:
        weights = mp_weights(law.support, beta, gamma)
        pairs = list(zip(law.support, weights, strict=True))
        total = mpmath.fsum(weights)
        return (
            mpmath.fsum(j * w for j, w in pairs) / total - m,
            mpmath.fsum(j * j * w for j, w in pairs) / total - m2,
        )

    start = tuple(to_mp(round(middle(x), 4)) for x in (law.beta, law.gamma))
    beta, gamma = mpmath.findroot(equations, start, tol=mpmath.mpf(10) ** -200)
    weights = mp_weights(law.support, beta, gamma)
    p = [w / mpmath.fsum(weights) for w in weights]
    return beta, gamma, -mpmath.fsum(x * mpmath.log(x) for x in p)


def dual_value(
    support: Sequence[int],
    moments: tuple[Fraction, Fraction],
    point: tuple[Fraction, Fraction],
    bits: int,
) -> Enclosure:
    """Enclose log sum e^(-beta j - gamma j^2) + beta m + gamma (V + m^2), computed with ``bits``.

    ``moments`` is (m, V) and ``point`` is (beta, gamma). In the centred form it is log Phi at
    b = beta + 2 m gamma, c = gamma.
    """
    (mean, variance), (beta, gamma) = moments, point
    with ctx.workprec(bits):
        family = Family.of(support, mean, variance)
        return enclosure(family.sums(ball(beta + 2 * mean * gamma), ball(gamma)).phi.log())


@given(noise=rows(), bits=st.integers(1, 134))
@example(noise=Pmf((-1, 2, 3, 4, 5), (73, 14, 7, 4, 2)), bits=100)
def test_the_law_agrees_with_mpmath(noise: Pmf, bits: int) -> None:
    """The root found by mpmath lies in the enclosures, which are as narrow as asked for."""
    law = max_entropy(noise.outcomes, noise.mean(), noise.variance(), bits)
    with mpmath.workdps(150):
        beta, gamma, most = mp_solution(law)
    assert holds(law.beta, beta)
    assert holds(law.gamma, gamma)
    assert holds(law.entropy, most)
    assert law.entropy.is_relatively_narrow(bits)
    for parameter in (law.beta, law.gamma):
        assert parameter.width * 2**bits <= max(1, abs(parameter.lo), abs(parameter.hi))


@given(D=st.integers(2, 10), part=st.fractions(Fraction(1, 1000), 1, max_denominator=1000))
@settings(max_examples=15)
def test_a_symmetric_support_gives_the_symmetric_law(D: int, part: Fraction) -> None:
    """On [-D, D] with mean 0: beta is 0, gamma and the entropy are those of law_of_variance."""
    V = part * Fraction(D * (D + 1), 3)
    law, known = max_entropy(range(-D, D + 1), Fraction(0), V), law_of_variance(D, V)
    assert law.beta == ZERO
    assert overlap(known.rate.enclosure(200), law.gamma)
    with mpmath.workdps(80):
        p = [to_mp(middle(known.probability(z).enclosure(200))) for z in range(-D, D + 1)]
        difference = to_fraction(-mpmath.fsum(x * mpmath.log(x) for x in p)) - middle(law.entropy)
    assert abs(difference) < law.entropy.width + Fraction(1, 10**50)


@given(noise=rows(), shift=st.integers(-20, 20))
def test_shifting_and_mirroring_move_beta_as_they_must(noise: Pmf, shift: int) -> None:
    """e^(-beta (j-k) - gamma (j-k)^2) has beta - 2 k gamma; a mirror turns the sign of beta."""
    m, V = noise.mean(), noise.variance()
    law = max_entropy(noise.outcomes, m, V)
    shifted = max_entropy([j + shift for j in noise.outcomes], m + shift, V)
    mirrored = max_entropy([-j for j in noise.outcomes], -m, V)
    tiny = Fraction(1, 10**25)
    expected = middle(law.beta) - 2 * shift * middle(law.gamma)
    assert abs(middle(shifted.beta) - expected) < tiny
    assert abs(middle(mirrored.beta) + middle(law.beta)) < tiny
    assert abs(middle(shifted.entropy) - middle(law.entropy)) < tiny
    assert abs(middle(mirrored.gamma) - middle(law.gamma)) < tiny


@given(noise=rows(), beta=st.fractions(-3, 3), gamma=st.fractions(-1, 1))
def test_weak_duality_bounds_every_row(noise: Pmf, beta: Fraction, gamma: Fraction) -> None:
    """H(row) <= log Z + beta m + gamma m_2 at every point, with equality at the optimum."""
    moments = noise.mean(), noise.variance()
    law = max_entropy(noise.outcomes, *moments)
    anywhere = dual_value(noise.outcomes, moments, (beta, gamma), 128)
    best = dual_value(noise.outcomes, moments, (middle(law.beta), middle(law.gamma)), 400)
    assert entropy(noise).enclosure(67).lo <= law.entropy.hi <= anywhere.hi + law.entropy.width
    assert abs(middle(best) - middle(law.entropy)) < Fraction(1, 10**30)
    with mpmath.workdps(60):
        log_sum = mpmath.log(mpmath.fsum(mp_weights(noise.outcomes, to_mp(beta), to_mp(gamma))))
        value = to_fraction(log_sum) + beta * moments[0] + gamma * (moments[1] + moments[0] ** 2)
    assert abs(middle(anywhere) - value) < Fraction(1, 10**30)


@given(noise=rows(heaviest=10**8))
def test_the_deficit_is_positive_unless_the_row_is_the_law(noise: Pmf) -> None:
    """It is [0, 0] or a narrow enclosure above 0, around the Kullback-Leibler divergence."""
    deficit = entropy_deficit(noise).enclosure(40)
    assert (deficit == ZERO) == is_max_entropy(noise, noise.outcomes)
    assert deficit == ZERO or (deficit.lo > 0 and deficit.is_relatively_narrow(40))
    law = max_entropy(noise.outcomes, noise.mean(), noise.variance())
    with mpmath.workdps(120):
        beta, gamma, _ = mp_solution(law)
        weights = mp_weights(noise.outcomes, beta, gamma)
        total = mpmath.fsum(weights)
        parts = (
            mpmath.mpf(n) / noise.total * mpmath.log(n * total / (w * noise.total))
            for n, w in zip(noise.weights, weights, strict=True)
        )
        divergence = to_fraction(mpmath.fsum(parts))
    tiny = Fraction(1, 10**100)
    assert deficit.lo - tiny <= divergence <= deficit.hi + tiny


@pytest.mark.parametrize(
    "noise",
    [
        Pmf.of((j, 2 ** (49 - j * j)) for j in range(-3, 8)),
        Pmf.of((j, 2 ** (10 - j)) for j in range(-1, 6)),
        Pmf.of((j, 3 ** (40 - j * j) * 5 ** (j + 4)) for j in (-4, -1, 0, 2, 3, 6)),
        Pmf.of((j, 2 ** (j * j)) for j in (-2, 1, 2, 3, 4)),
        Pmf.of((j, 7) for j in (0, 1, 2, 5, 11)),
        Pmf((0, 1, 999, 1000), (1, 1, 2**499, 2**500)),
        Pmf((-1, 2, 3), (5, 1, 1)),
        Pmf((-1, 4), (3, 2)),
        Pmf((7,), (1,)),
    ],
    ids=["2^-j^2", "2^-j", "holes", "gamma<0", "uniform", "gap", "three", "two", "one"],
)
def test_a_row_of_exponential_form_lost_exactly_nothing(noise: Pmf) -> None:
    """Algebra sees that the deficit is 0, and one key moved makes it positive."""
    assert entropy_deficit(noise).exact == 0
    if len(noise.outcomes) >= 4:
        moved = Pmf(noise.outcomes, (noise.weights[0] + 1, *noise.weights[1:]))
        assert entropy_deficit(moved).compare(Fraction(0)) > 0


def test_the_enclosures_of_a_rational_law_hold_its_parameters() -> None:
    """Weights 2^-j^2 5^j have gamma = log 2 and beta = -log 5."""
    noise = Pmf.of((j, 2 ** (25 - j * j) * 5 ** (j + 3)) for j in (-3, 0, 1, 2, 5))
    law = max_entropy(noise.outcomes, noise.mean(), noise.variance(), 134)
    with mpmath.workdps(100):
        assert holds(law.gamma, mpmath.log(2))
        assert holds(law.beta, -mpmath.log(5))
    assert overlap(entropy(noise).enclosure(134), law.entropy)


@given(
    outcomes=st.lists(st.integers(-6, 6), min_size=4, max_size=4, unique=True).map(sorted),
    weights=st.lists(st.sampled_from([1, 2, 3, 4, 6, 8, 9, 12, 16]), min_size=4, max_size=4),
)
@example(outcomes=[0, 1, 2, 3], weights=[1, 2, 4, 8])
@example(outcomes=[0, 1, 2, 4], weights=[2, 3, 4, 2])
def test_the_exact_test_agrees_with_a_product_of_powers(
    outcomes: list[int], weights: list[int]
) -> None:
    """The log of the weights is quadratic exactly if a product of integer powers is 1."""
    gaps = [[x - y for y in outcomes if y != x] for x in outcomes]
    parts = [Fraction(1, a * b * c) for a, b, c in gaps]
    scale = lcm(*(part.denominator for part in parts))
    product = prod(Fraction(n) ** int(e * scale) for n, e in zip(weights, parts, strict=True))
    noise = Pmf(tuple(outcomes), tuple(weights))
    assert is_max_entropy(noise, outcomes) == (product == 1)


def test_the_r_package_loses_almost_nothing() -> None:
    """Rounded to 8 digits, the row of ptable is 10^-16 to 10^-15 nats below its optimum."""
    assert R_NOISE.total == 10**8
    assert R_NOISE.mean() == 0
    assert R_NOISE.variance() == 3 - Fraction(2, 10**8)
    deficit = entropy_deficit(R_NOISE).enclosure(40)
    assert Fraction("4.52e-16") < deficit.lo < deficit.hi < Fraction("4.53e-16")


def test_a_row_with_a_hole_has_its_own_optimum() -> None:
    """Row 1 of the same table: no positive count below 3, so noise -1, 2, 3, 4, 5 only."""
    noise = Pmf((-1, 2, 3, 4, 5), (73446954, 13672019, 7279631, 3742956, 1858440))
    law = max_entropy(noise.outcomes, Fraction(0), Fraction(3))
    assert Fraction("0.542937") < law.beta.lo < law.beta.hi < Fraction("0.542938")
    assert Fraction("0.017466") < law.gamma.lo < law.gamma.hi < Fraction("0.017467")
    assert 0 < entropy_deficit(noise).enclosure(40).hi < Fraction(1, 10**15)
    # Where 0 and 1 were allowed too, the hole itself would cost a quarter of the entropy or more.
    assert entropy_deficit(noise, range(-1, 6)).enclosure(40).lo > Fraction(3, 10)


@given(noise=rows())
def test_every_law_on_the_support_lies_in_the_variance_range(noise: Pmf) -> None:
    """Strictly inside for more than two outcomes, and both ends are attained by two outcomes."""
    allowed = variance_range(noise.outcomes, noise.mean())
    assert allowed.lo < noise.variance() < allowed.hi
    pairs = [
        Pmf.of([(a, int((z - m) * noise.total)), (z, int((m - a) * noise.total))])
        for m in [noise.mean()]
        for a in noise.outcomes
        for z in noise.outcomes
        if a <= m <= z and a < z
    ]
    variances = [pair.variance() for pair in pairs]
    assert {pair.mean() for pair in pairs} == {noise.mean()}
    assert (min(variances), max(variances)) == (allowed.lo, allowed.hi)


@pytest.mark.parametrize(
    ("support", "mean", "variance", "message"),
    [
        ((-1, 2, 3), "0", "1", "must lie in 2 < V < 3 for mean 0"),
        ((-1, 2, 3), "0", "4", "must lie in 2 < V < 3 for mean 0"),
        ((-1, 2, 3), "0", "2", "on the boundary 2 <= V <= 3"),
        ((-1, 2, 3), "0", "3", "on the boundary 2 <= V <= 3"),
        ((-1, 2, 3), "3", "0", "its entropy is forced"),
        ((-1, 2), "1/2", "9/4", "its entropy is forced"),
        ((-1, 2, 3), "1/2", "-1", "must lie in 9/4 < V < 15/4"),
        ((-1, 2, 3), "4", "1", "must lie from -1 to 3"),
        ((), "0", "1", "must hold from 1 to 10000"),
        ((0, 1, 10**7), "1", "1", "must be from"),
    ],
)
def test_what_no_law_can_have_is_refused(
    support: tuple[int, ...], mean: str, variance: str, message: str
) -> None:
    """The error says which variances are possible."""
    with pytest.raises(InputError, match=message):
        max_entropy(support, Fraction(mean), Fraction(variance))


def test_inexact_and_incomplete_input_is_refused() -> None:
    """A float is not exact, and the noise must not leave the support."""
    inexact: Any = 0.5
    with pytest.raises(InputError, match="a float is not exact"):
        max_entropy((0, 1, 2), inexact, Fraction(1, 2))
    with pytest.raises(InputError, match="a float is not exact"):
        max_entropy((0, inexact, 2), Fraction(1), Fraction(1, 2))
    with pytest.raises(InputError, match="lacks 5"):
        entropy_deficit(Pmf((0, 1, 5), (1, 1, 1)), (0, 1, 2, 3))


@pytest.mark.parametrize("slack", [Fraction(1, 10**12), Fraction(1, 10**40), Fraction(1, 10**120)])
@pytest.mark.parametrize("end", ["low", "high"])
def test_near_the_boundary_the_entropy_is_still_enclosed(slack: Fraction, end: str) -> None:
    """Close to a law on two outcomes the entropy is a little above that of this law."""
    support, mean = (-4, -1, 0, 1, 2, 6), Fraction(1, 3)
    allowed = variance_range(support, mean)
    V, two = (
        (allowed.lo + slack, Pmf((0, 1), (2, 1)))
        if end == "low"
        else (allowed.hi - slack, Pmf((-4, 6), (17, 13)))
    )
    law = max_entropy(support, mean, V, 67)
    assert law.entropy.is_relatively_narrow(67)
    above = law.entropy.lo - entropy(two).enclosure(500).hi
    assert 0 < above < law.entropy.hi * slack * 1000
    assert (law.gamma.lo > 0) == (end == "low")


def test_too_near_to_the_boundary_is_undecided() -> None:
    """Neither a wrong answer nor an endless search."""
    with pytest.raises(Undecided, match="too near"):
        max_entropy((0, 1, 2, 3), Fraction(1), Fraction(1, 2**1100))


@given(noise=rows())
def test_a_variance_of_at_most_v_is_used_up_only_where_gamma_is_positive(noise: Pmf) -> None:
    """For gamma < 0 a smaller variance has more entropy, and the best law has gamma = 0."""
    m, V = noise.mean(), noise.variance()
    law = max_entropy(noise.outcomes, m, V)
    loose = max_entropy(noise.outcomes, m, V, at_most=True)
    assume(not law.gamma.lo <= 0 <= law.gamma.hi)
    if law.gamma.lo > 0:
        assert overlap(loose.beta, law.beta)
        assert overlap(loose.gamma, law.gamma)
        assert overlap(loose.entropy, law.entropy)
    else:
        assert loose.gamma == ZERO
        assert loose.entropy.lo > law.entropy.hi
        beyond = variance_range(noise.outcomes, m).hi + 5
        free = max_entropy(noise.outcomes, m, beyond, at_most=True)
        assert overlap(free.beta, loose.beta)


def test_a_tie_between_both_kinds_of_bound_is_enclosed() -> None:
    """Weights 2^-j have gamma = 0 exactly: both laws are one, though no enclosure shows it."""
    noise = Pmf((0, 1, 2, 3), (8, 4, 2, 1))
    law = max_entropy(noise.outcomes, noise.mean(), noise.variance(), at_most=True)
    with mpmath.workdps(100):
        assert holds(law.beta, mpmath.log(2))
    assert law.gamma.lo <= 0 <= law.gamma.hi
    assert law.entropy.is_relatively_narrow(100)


def test_a_wrong_guess_is_not_proved() -> None:
    """The interval Newton step refuses a box around a point that is not near the solution."""
    with ctx.workprec(128):
        family = Family.of((-1, 2, 3, 4, 5), Fraction(0), Fraction(3))
        guess = family.approach(128)
        assert guess is not None
        b, c = guess
        assert family.proved_box(b, c) is not None
        assert family.proved_box(b + 2, c - 1) is None
        nearby = family.proved_box(b + arb(2) ** -20, c)
        assert nearby is None or (nearby[0].contains(b) and nearby[1].contains(c))


def test_too_few_bits_give_no_answer() -> None:
    """A Hessian that may be singular at the working precision proves nothing."""
    support, V = (-4, -1, 0, 1, 2, 6), Fraction(2, 9) + Fraction(1, 10**30)
    assert solve(support, Fraction(1, 3), V, 32) is None
    assert solve(support, Fraction(1, 3), V, 600) is not None
