"""gamma from epsilon and D, (2.20); the lemma behind the design guide; maximality of entropy."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import diff, expand, symbols, together

from exact.errors import InputError
from exact.laws.maxent import (
    PAPER_POSITION,
    MaxEntLaw,
    gamma_factor,
    law_of_epsilon,
    law_of_variance,
)
from exact.laws.rates import LogRate, RationalRate
from exact.numbers.epsilon import Epsilon
from tests.numbers.mp_reference import to_fraction, to_mp

positions = st.fractions(0, 1).filter(lambda t: t < 1)


@given(D=st.integers(1, 10**5 - 1), epsilon=st.fractions(Fraction(1, 1000), 10))
def test_the_default_gamma_is_the_paper_s(D: int, epsilon: Fraction) -> None:
    """gamma = epsilon/(2D-1) - 2 epsilon/(10 (4D^2-1)), as step 2 of the guide (2.4) has it."""
    law = law_of_epsilon(D, Epsilon(value=epsilon))
    paper = epsilon / (2 * D - 1) - 2 * epsilon / (10 * (4 * D * D - 1))
    assert law == MaxEntLaw(D, RationalRate(paper))


@given(D=st.integers(1, 10**5 - 1), t=positions)
def test_gamma_lies_in_the_half_open_interval(D: int, t: Fraction) -> None:
    """1/(2D+1) <= gamma/epsilon < 1/(2D-1), (2.20), and position t divides it linearly."""
    left, right = Fraction(1, 2 * D + 1), Fraction(1, 2 * D - 1)
    factor = gamma_factor(D, t)
    assert left <= factor < right
    assert factor == left + t * (right - left)


def test_the_left_end_belongs_to_the_interval() -> None:
    """Position 0 is gamma = epsilon/(2D+1)."""
    assert [gamma_factor(D, Fraction(0)) for D in (1, 2, 25)] == [
        Fraction(1, 3),
        Fraction(1, 5),
        Fraction(1, 51),
    ]


@pytest.mark.parametrize("t", [Fraction(1), Fraction(-1, 10), Fraction(2)])
def test_a_position_outside_the_interval_is_refused(t: Fraction) -> None:
    """Position 1 would be gamma = epsilon/(2D-1), which (2.20) excludes."""
    rule = r"position = .*must lie in \[0, 1\).*open on the right; the paper's choice is 9/10"
    with pytest.raises(InputError, match=rule):
        law_of_epsilon(25, Epsilon(value=Fraction(1, 2)), t)


def test_a_logarithmic_epsilon_gives_a_logarithmic_gamma() -> None:
    """epsilon = ln 8 at the left end for D = 1 is gamma = ln(8)/3 = ln 2."""
    law = law_of_epsilon(1, Epsilon(exp=Fraction(8)), Fraction(0))
    assert law == MaxEntLaw(1, LogRate(Fraction(1), Fraction(2)))


def test_gamma_falls_with_D_symbolically() -> None:
    """d/dD of (2D-1+2t)/(4D^2-1) is -(2 (2D-1)^2 + 16 t D)/(4D^2-1)^2, negative for D >= 1."""
    D, t = symbols("D t")
    derivative = diff((2 * D - 1 + 2 * t) / (4 * D**2 - 1), D)
    claimed = -(2 * (2 * D - 1) ** 2 + 16 * t * D) / (4 * D**2 - 1) ** 2
    assert together(derivative - claimed).as_numer_denom()[0].expand() == 0


def test_gamma_D_squared_grows_with_D_symbolically() -> None:
    """Its derivative is 2D (4D^3 - 3D - s)/(4D^2-1)^2, and 4D^3 - 3D - s > 0 for D >= 1, s < 1."""
    D, s, u = symbols("D s u")
    derivative = diff((2 * D**3 + s * D**2) / (4 * D**2 - 1), D)
    sign = 4 * D**3 - 3 * D - s
    claimed = 2 * D * sign / (4 * D**2 - 1) ** 2
    assert together(derivative - claimed).as_numer_denom()[0].expand() == 0
    # With D = 1 + u, u >= 0, every term but 1 - s has a positive coefficient.
    assert expand(sign.subs(D, 1 + u) - (4 * u**3 + 12 * u**2 + 9 * u + 1 - s)) == 0


@given(t=positions, D=st.integers(1, 10**5 - 1))
def test_the_design_lemma_holds_from_each_D_to_the_next(t: Fraction, D: int) -> None:
    """In rationals: gamma falls and gamma D^2 grows when D grows by 1."""
    here, there = gamma_factor(D, t), gamma_factor(D + 1, t)
    assert there < here
    assert there * (D + 1) ** 2 > here * D**2


@pytest.mark.parametrize("t", [Fraction(0), Fraction(1, 2), PAPER_POSITION])
def test_delta_of_the_guide_falls_strictly_with_D(t: Fraction) -> None:
    """C e^(-gamma D^2), (2.27), is separated from its predecessor for D = 1..40."""
    laws = [law_of_epsilon(D, Epsilon(value=Fraction(1, 2)), t) for D in range(1, 41)]
    deltas = [law.probability(-law.D).enclosure(100) for law in laws]
    assert all(later.hi < earlier.lo for earlier, later in pairwise(deltas))


# Every law with mean 0 is a mixture of laws on {-a, b} with weights b and a, and of noise 0.
mixtures = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 20)), min_size=1, max_size=5
)


def mixed(mixture: list[tuple[int, int, int]], at_zero: int) -> dict[int, Fraction]:
    """Return the pmf on [-4, 4] of a mixture of two-point laws with mean 0."""
    weights = dict.fromkeys(range(-4, 5), Fraction(0))
    weights[0] += at_zero
    for a, b, mass in mixture:
        weights[-a] += Fraction(mass * b, a + b)
        weights[b] += Fraction(mass * a, a + b)
    total = sum(weights.values())
    return {z: w / total for z, w in weights.items()}


def is_maxent(pmf: dict[int, Fraction]) -> bool:
    """Tell whether p(z) = p(0) x^(z^2) with x = p(1)/p(0): then it is the law itself."""
    return all(pmf[z] * pmf[0] ** (z * z - 1) == pmf[1] ** (z * z) for z in pmf if z)


def entropy(pmf: list[Fraction]) -> Fraction:
    """Return the entropy by mpmath at 80 digits."""
    with mpmath.workdps(80):
        return to_fraction(-mpmath.fsum(to_mp(p) * mpmath.log(to_mp(p)) for p in pmf if p))


@given(mixture=mixtures, at_zero=st.integers(1, 60))
def test_no_law_with_the_same_variance_has_more_entropy(
    mixture: list[tuple[int, int, int]], at_zero: int
) -> None:
    """Among laws on [-D, D] with mean 0 and variance V, (2.1), the one found is the best."""
    pmf = mixed(mixture, at_zero)
    assert sum(z * p for z, p in pmf.items()) == 0
    V = sum((z * z * p for z, p in pmf.items()), Fraction(0))
    assume(0 < V < Fraction(20, 3))
    assume(not is_maxent(pmf))
    law = law_of_variance(4, V)
    best = entropy([law.probability(z).enclosure(200).lo for z in range(-4, 5)])
    # The two differ by far more than the 50 digits to which both are known.
    assert best - entropy(list(pmf.values())) > Fraction(1, 10**50)
