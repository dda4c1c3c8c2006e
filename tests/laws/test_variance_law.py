"""From a variance to a law: the root of (2.7) and the bound of Proposition 1."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sympy import Poly, Rational, Symbol, oo

from exact.errors import InputError, Undecided
from exact.laws.maxent import law_of_variance
from exact.laws.rates import RationalRate
from exact.laws.variance_root import MAX_D_FOR_TIES, VarianceRate
from exact.numbers.enclosure import Enclosure
from tests.laws.plain_law import fraction_variance, value_at, variance_polynomial
from tests.numbers.mp_reference import to_fraction, to_mp


def bound(D: int) -> Fraction:
    """Return the variance of the uniform law, D(D+1)/3 (Proposition 1)."""
    return Fraction(D * (D + 1), 3)


# A part of the bound strictly between 0 and 1.
parts = st.fractions(Fraction(1, 10**9), 1 - Fraction(1, 10**9), max_denominator=10**9)


@given(D=st.integers(1, 5), part=parts, bits=st.integers(1, 200))
def test_the_root_is_bracketed_on_the_grid(D: int, part: Fraction, bits: int) -> None:
    """f(m / 2^b) <= 0 < f((m + 1) / 2^b) in exact rationals, so x lies between."""
    f = variance_polynomial(D, part * bound(D))
    lo, hi = VarianceRate(D, part * bound(D)).x_bounds(bits)
    assert hi - lo == 1
    assert value_at(f, Fraction(lo, 1 << bits)) <= 0 < value_at(f, Fraction(hi, 1 << bits))


@given(D=st.integers(7, 60), part=parts, near_end=st.sampled_from([None, "left", "right"]))
@settings(max_examples=25)
@example(D=300, part=Fraction(1, 6), near_end=None)
@example(D=300, part=Fraction(1, 2), near_end="right")
def test_the_law_found_has_the_variance_asked_for(
    D: int, part: Fraction, near_end: str | None
) -> None:
    """By mpmath at 900 bits, V lies strictly between the variances at both bounds of x.

    Strictly, because a root on the grid would give V a larger denominator for D >= 7.
    """
    least, margin = Fraction(1, 10**12), Fraction(1, 10**40)
    V = {None: part * bound(D), "left": least, "right": bound(D) - margin}[near_end]
    bits = 400
    with mpmath.workprec(900):
        at_lo, at_hi = (
            to_fraction(mp_variance(D, mpmath.ldexp(mpmath.mpf(m), -bits)))
            for m in VarianceRate(D, V).x_bounds(bits)
        )
    assert at_hi - at_lo < Fraction(1, 10**100)
    assert at_lo < V < at_hi


def mp_variance(D: int, x: mpmath.mpf) -> mpmath.mpf:
    """Return V(x) by its definition, at the current precision."""
    weights = [(z, x ** (z * z)) for z in range(-D, D + 1)]
    return mpmath.fsum(z * z * w for z, w in weights) / mpmath.fsum(w for _, w in weights)


@given(D=st.integers(1, 8), part=parts)
def test_the_second_moment_of_the_pmf_is_v(D: int, part: Fraction) -> None:
    """Sum of z^2 p(z) over the enclosed pmf is an interval around V, narrower than 10^-30 V."""
    V = part * bound(D)
    law = law_of_variance(D, V)
    values = [(z * z, law.probability(z).enclosure(117)) for z in range(-D, D + 1)]
    low = sum((square * p.lo for square, p in values), Fraction(0))
    high = sum((square * p.hi for square, p in values), Fraction(0))
    assert low <= V <= high
    assert (high - low) * 10**30 <= V
    assert law.variance().enclosure(34) == Enclosure(V, V)


@given(V=st.fractions(0, Fraction(2, 3), max_denominator=10**6), bits=st.integers(0, 300))
@example(V=Fraction(1, 2), bits=20)  # x = 1/2: the root lies on the grid
@example(V=Fraction(1, 3), bits=2)  # x = 1/4
@example(V=Fraction(3, 7), bits=3)  # x = 3/8
def test_for_D_1_the_root_is_v_over_2_minus_2v(V: Fraction, bits: int) -> None:
    """V = 2x/(1 + 2x) gives x = V/(2 - 2V), rational: its floor on the grid is exact."""
    assume(0 < V < Fraction(2, 3))
    x = V / (2 - 2 * V)
    assert VarianceRate(1, V).x_bounds(bits)[0] == (x * 2**bits).__floor__()


@given(
    D=st.integers(1, 5),
    x=st.one_of(
        st.fractions(0, 1, max_denominator=60),
        st.builds(Fraction, st.integers(1, 255), st.just(256)),
    ),
    bits=st.integers(1, 260),
)
def test_a_rational_root_is_found_exactly(D: int, x: Fraction, bits: int) -> None:
    """If V is the variance at a rational x, the floor of x 2^b is found, ties included."""
    assume(0 < x < 1)
    rate = VarianceRate(D, fraction_variance(D, x))
    assert rate.x_bounds(bits)[0] == (x * 2**bits).__floor__()


@given(D=st.integers(1, 40), part=parts)
def test_the_coefficients_change_sign_exactly_once(D: int, part: Fraction) -> None:
    """Descartes: -V, then 2z^2 - 2V, are negative first and positive after."""
    signs = [c > 0 for c in variance_polynomial(D, part * bound(D)) if c]
    assert sum(a != b for a, b in pairwise(signs)) == 1
    assert not signs[0]


@settings(max_examples=15)
@given(D=st.integers(1, 6), part=st.fractions(0, 1, max_denominator=50))
def test_sympy_counts_one_positive_root_below_one(D: int, part: Fraction) -> None:
    """Sturm's theorem: (2.7) has one positive root, and it lies in (0, 1)."""
    assume(0 < part < 1)
    coefficients = variance_polynomial(D, part * bound(D))
    f = Poly([Rational(c.numerator, c.denominator) for c in coefficients[::-1]], Symbol("x"))
    assert f.count_roots(0, oo) == f.count_roots(0, 1) == 1
    assert f.gcd(f.diff()).count_roots(0, oo) == 0


@given(D=st.integers(1, 8), part=parts, bits=st.integers(20, 200))
def test_gamma_itself_is_enclosed(D: int, part: Fraction, bits: int) -> None:
    """-log x, from x on a fine grid by mpmath, lies in an enclosure that narrows with the bits."""
    rate = VarianceRate(D, part * bound(D))
    enclosure = rate.enclosure(bits)
    with mpmath.workprec(700):
        high, low = (-mpmath.log(mpmath.ldexp(m, -600)) for m in rate.x_bounds(600))
        assert enclosure.lo <= to_fraction(low) <= to_fraction(high) <= enclosure.hi
        x = to_fraction(mpmath.exp(-high))
    assert enclosure.width <= (2 + 1 / x) / (1 << bits)


@pytest.mark.parametrize("D", [1, 2, 7, 300])
def test_the_bound_itself_is_the_uniform_law(D: int) -> None:
    """V = D(D+1)/3 is the law with gamma = 0 (Proposition 1)."""
    law = law_of_variance(D, bound(D))
    assert law.rate == RationalRate(Fraction(0))
    assert law.variance().enclosure(17) == Enclosure(bound(D), bound(D))


@pytest.mark.parametrize(
    "V", [Fraction(0), Fraction(-1), Fraction(19), 18 + Fraction(2, 3) + Fraction(1, 10**50)]
)
def test_a_variance_outside_the_bound_is_refused_with_the_bound(V: Fraction) -> None:
    """For D = 7 the message names D(D+1)/3 = 56/3."""
    with pytest.raises(InputError, match=r"variance = .*D\(D\+1\)/3 = 56/3 for D = 7 .*larger D"):
        law_of_variance(7, V)


@pytest.mark.parametrize(
    ("D", "V"), [(2, Fraction(1, 10**12) - Fraction(1, 10**40)), (20_001, Fraction(1))]
)
def test_a_variance_beyond_the_work_allowed_is_refused(D: int, V: Fraction) -> None:
    """Below 10^-12, or for D above 20,000, the root of (2.7) is not sought: gamma can be given."""
    rule = r"is solved for from 1/1000000000000 up and D up to 20000; give gamma instead"
    with pytest.raises(InputError, match=rule):
        law_of_variance(D, V)


@pytest.mark.parametrize("D", [5, MAX_D_FOR_TIES + 1])
def test_a_tie_is_decided_by_algebra_or_left_undecided(D: int) -> None:
    """f(x) of (2.7) is 0 at its root: algebra says so for a small D, and no bounds can.

    Without a tie bounds decide, whatever D is.
    """
    V = Fraction(D)
    rate = VarianceRate(D, V)
    tie = {0: -V, **{z * z: 2 * (z * z - V) for z in range(1, D + 1)}}
    terms = {exponent: int(value) for exponent, value in tie.items()}
    if D > MAX_D_FOR_TIES:
        with pytest.raises(Undecided, match="a tie of the variance law with D = 2001"):
            rate.vanishes(terms)
    else:
        assert rate.vanishes(terms)
    assert not rate.vanishes({**terms, 0: 1 - D})
    assert not rate.vanishes({0: 1, D * D: -1})


def test_a_variance_that_is_no_fraction_is_refused() -> None:
    """A float inside the bound does not become a law."""
    with pytest.raises(InputError, match=r"variance = 0\.5: a float is not exact"):
        law_of_variance(3, 0.5)  # type: ignore[arg-type]  # the point of the test


def test_the_uniform_law_is_no_root_of_2_7() -> None:
    """A VarianceRate is positive: the bound itself is refused with the remedy."""
    with pytest.raises(InputError, match="gives the uniform law; use gamma = 0"):
        VarianceRate(2, Fraction(2))


def test_the_gamma_printed_for_variance_ten_belongs_to_D_11() -> None:
    """Section 2.2 prints gamma = 0.0498 for V = 10 and D = 11, 15; for D = 15 it is 0.0500."""
    printed = {11: Fraction("0.0498"), 15: Fraction("0.0500")}
    for D, value in printed.items():
        gamma = VarianceRate(D, Fraction(10)).enclosure(64)
        assert value - Fraction("0.00005") <= gamma.lo
        assert gamma.hi < value + Fraction("0.00005")


def test_the_definition_agrees_with_the_polynomial() -> None:
    """V(x) = 49 at the root for D = 25: both sides of (2.5) by mpmath at 100 digits."""
    lo, hi = VarianceRate(25, Fraction(49)).x_bounds(300)
    with mpmath.workdps(120):
        below, above = (mp_variance(25, to_mp(Fraction(m, 1 << 300))) for m in (lo, hi))
        assert to_fraction(below) < 49 < to_fraction(above)
