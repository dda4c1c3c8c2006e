"""Rates decide "is this polynomial in x zero?" and "is a multiple of gamma epsilon?" by algebra."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sympy import Poly, Rational, Symbol, minimal_polynomial

from exact.errors import InputError
from exact.laws.rates import (
    LogRate,
    Rate,
    RationalRate,
    compare_multiple,
    log_rate,
    rate_of_epsilon,
)
from exact.laws.variance_root import VarianceRate
from exact.numbers.epsilon import Epsilon
from tests.laws.plain_law import fraction_variance, variance_polynomial
from tests.numbers.mp_reference import to_fraction, to_mp

X = Symbol("x")
BASES = [Fraction(2), Fraction(3), Fraction(10), Fraction(3, 2), Fraction(12), Fraction(10, 9)]
HALF = Fraction(1, 2)

# Exponents of the polynomials a law asks about are squares.
polynomials = st.dictionaries(
    st.sampled_from([0, 1, 4, 9, 16]), st.integers(-6, 6), min_size=1, max_size=5
)
bases = st.sampled_from(BASES)
factors = st.builds(Fraction, st.integers(1, 8), st.integers(1, 6))


def sympy_poly(terms: Mapping[int, int | Fraction]) -> Poly:
    """Return the polynomial of {exponent: coefficient}."""
    rationals = {
        e: Rational(Fraction(c).numerator, Fraction(c).denominator) for e, c in terms.items()
    }
    return Poly.from_dict({(e,): c for e, c in rationals.items()}, X)


def terms_of(poly: Poly) -> dict[int, int]:
    """Return {exponent: coefficient} of a polynomial with integer coefficients."""
    return {int(e): int(c) for (e,), c in poly.terms()}


@given(gamma=st.fractions(Fraction(1, 1000), 5), terms=polynomials)
@example(gamma=Fraction(1), terms={0: 0, 4: 0})
def test_powers_of_a_transcendental_x_are_independent(
    gamma: Fraction, terms: dict[int, int]
) -> None:
    """For a rational gamma > 0 only the zero polynomial vanishes (Lindemann-Weierstrass)."""
    assert RationalRate(gamma).vanishes(terms) == (set(terms.values()) == {0})


@given(terms=polynomials)
@example(terms={0: 3, 1: -2, 4: -1})
def test_for_gamma_zero_the_coefficients_are_added(terms: dict[int, int]) -> None:
    """x = 1 for the uniform law."""
    assert RationalRate(Fraction(0)).vanishes(terms) == (sum(terms.values()) == 0)


@given(base=bases, factor=factors, terms=polynomials, shift=st.integers(0, 5))
@settings(max_examples=60)
def test_radicals_vanish_where_their_minimal_polynomial_divides(
    base: Fraction, factor: Fraction, terms: dict[int, int], shift: int
) -> None:
    """x = b^-c is a root of g exactly if its minimal polynomial (sympy) divides g."""
    rate = LogRate(factor, base)
    radical = Rational(base.numerator, base.denominator) ** -Rational(
        factor.numerator, factor.denominator
    )
    minimal = minimal_polynomial(radical, X, polys=True)
    g = sympy_poly(terms)
    assert rate.vanishes(terms) == g.rem(minimal).is_zero
    assert rate.vanishes(terms_of((minimal * sympy_poly({shift: 2})).clear_denoms()[1]))


def test_a_radical_is_recognised_by_hand() -> None:
    """x = 2^(-2/3): x^3 = 1/4, so 4x^3 = 1 and 4x^4 = x, but 4x^4 is not 1."""
    rate = LogRate(Fraction(2, 3), Fraction(2))
    assert rate.vanishes({3: 4, 0: -1})
    assert rate.vanishes({4: 4, 1: -1})
    assert rate.vanishes({9: 64, 0: -1})
    assert not rate.vanishes({4: 4, 0: -1})
    assert not rate.vanishes({3: 4, 0: -1, 1: 1})


def positive_factor(D: int, V: Fraction) -> tuple[Poly, Poly]:
    """Return the irreducible factor of (2.7) with the root x in (0, 1), and the rest."""
    f = sympy_poly(dict(enumerate(variance_polynomial(D, V)))).clear_denoms()[1]
    factors = [factor for factor, _ in f.factor_list()[1]]
    minimal = next(factor for factor in factors if factor.count_roots(0, 1))
    return minimal, f.exquo(minimal)


# Variances with a rational root, where (2.7) factors, and some where it does not.
VARIANCES = [
    (1, Fraction(1, 2)),
    (2, fraction_variance(2, HALF)),
    (2, Fraction(1)),
    (3, fraction_variance(3, HALF)),
    (3, fraction_variance(3, Fraction(2, 3))),
    (3, Fraction(3, 2)),
    (4, fraction_variance(4, Fraction(3, 4))),
    (4, Fraction(4)),
]


@pytest.mark.parametrize(("D", "V"), VARIANCES)
def test_a_root_of_2_7_is_a_root_of_the_multiples_of_its_factor(D: int, V: Fraction) -> None:
    """Every multiple of the irreducible factor of x vanishes; the other factors do not."""
    minimal, rest = positive_factor(D, V)
    rate = VarianceRate(D, V)
    for cofactor in ({0: 1}, {0: 5, 1: -3}, {2: 1, 0: 1}):
        assert rate.vanishes(terms_of(minimal * sympy_poly(cofactor)))
        assert not rate.vanishes(terms_of(rest * sympy_poly({0: 7, 3: 2})))
    assert rate.vanishes({0: 0, 4: 0})
    assert rate.vanishes({})


@given(index=st.integers(0, len(VARIANCES) - 1), terms=polynomials)
def test_any_polynomial_at_a_root_of_2_7_agrees_with_sympy(
    index: int, terms: dict[int, int]
) -> None:
    """g(x) = 0 exactly if the irreducible factor of x divides g."""
    D, V = VARIANCES[index]
    minimal, _ = positive_factor(D, V)
    assert VarianceRate(D, V).vanishes(terms) == sympy_poly(terms).rem(minimal).is_zero


@given(base=bases, factor=factors, power=st.integers(1, 6))
def test_equal_gammas_are_equal_rates(base: Fraction, factor: Fraction, power: int) -> None:
    """(c/k) log(b^k) = c log b, and both are written with the primitive base."""
    epsilon = Epsilon(exp=base**power)
    assert rate_of_epsilon(epsilon, factor / power) == LogRate(factor, base)


def test_rates_have_canonical_forms() -> None:
    """ln 8 / 3 is log 2; a third of ln(9/4) is 2/3 log(3/2); a rational stays rational."""
    assert rate_of_epsilon(Epsilon(exp=Fraction(8)), Fraction(1, 3)) == LogRate(
        Fraction(1), Fraction(2)
    )
    assert log_rate(Fraction(1, 3), Fraction(9, 4)) == LogRate(Fraction(2, 3), Fraction(3, 2))
    assert rate_of_epsilon(Epsilon(value=HALF), Fraction(1, 7)) == RationalRate(Fraction(1, 14))


@pytest.mark.parametrize(
    ("factor", "base", "message"),
    [
        (Fraction(1), Fraction(4), r"gamma = 4: is a perfect power; use log_rate\(\)"),
        (Fraction(0), Fraction(2), "needs factor > 0 and base > 1"),
        (Fraction(1), Fraction(1), "needs factor > 0 and base > 1"),
        (0.5, Fraction(2), "must be exact; give Fractions"),
        (Fraction(1), 2, "must be exact; give Fractions"),
    ],
)
def test_a_logarithmic_rate_is_validated(factor: Any, base: Any, message: str) -> None:
    """A perfect power, a rate that is not positive or not exact is refused."""
    with pytest.raises(InputError, match=message):
        LogRate(factor, base)


@given(base=bases, factor=factors, bits=st.integers(1, 250))
def test_x_is_the_floor_and_ceiling_of_the_radical(
    base: Fraction, factor: Fraction, bits: int
) -> None:
    """m <= b^(-a/n) 2^b is m^n b^a <= 2^(n b): a comparison of rationals."""
    lo, hi = LogRate(factor, base).x_bounds(bits)
    a, n = factor.numerator, factor.denominator
    limit = Fraction(2) ** (n * bits)
    assert lo**n * base**a <= limit <= hi**n * base**a
    assert hi - lo == (0 if lo**n * base**a == limit else 1)


QUARTER_V = fraction_variance(2, HALF)
TIES: list[tuple[Rate, int, Epsilon]] = [
    (RationalRate(Fraction(1, 10)), 5, Epsilon(value=HALF)),
    (RationalRate(Fraction(0)), 5, Epsilon(value=Fraction(0))),
    (RationalRate(Fraction(0)), 5, Epsilon(exp=Fraction(1))),
    (LogRate(Fraction(2, 3), Fraction(2)), 3, Epsilon(exp=Fraction(4))),
    (LogRate(Fraction(1, 49), Fraction(3, 2)), 49, Epsilon(exp=Fraction(3, 2))),
    (VarianceRate(1, HALF), 3, Epsilon(exp=Fraction(8))),  # x = 1/2
    (VarianceRate(2, QUARTER_V), 1, Epsilon(exp=Fraction(2))),  # x = 1/2
]


@pytest.mark.parametrize(("rate", "multiple", "epsilon"), TIES)
def test_a_tie_of_gamma_and_epsilon_is_found(rate: Rate, multiple: int, epsilon: Epsilon) -> None:
    """n gamma = epsilon is answered 0, and the neighbours n - 1 and n + 1 are not ties."""
    assert compare_multiple(rate, multiple, epsilon) == 0
    if not rate.is_zero:
        assert compare_multiple(rate, multiple + 1, epsilon) == 1
        assert compare_multiple(rate, multiple - 1, epsilon) == -1


@pytest.mark.parametrize("digits", [10, 60, 400])
def test_a_near_tie_is_no_tie(digits: int) -> None:
    """An epsilon 10^-digits beside 3 log 2 is told apart, on the right side, for every kind."""
    with mpmath.workdps(digits + 50):
        below = Fraction(int(mpmath.floor(3 * mpmath.log(2) * 10**digits)), 10**digits)
    step = Fraction(1, 10**digits)
    for rate in (LogRate(Fraction(1), Fraction(2)), VarianceRate(1, HALF)):
        assert compare_multiple(rate, 3, Epsilon(value=below)) == 1
        assert compare_multiple(rate, 3, Epsilon(value=below + step)) == -1
        assert compare_multiple(rate, 3, Epsilon(exp=8 - step)) == 1
        assert compare_multiple(rate, 3, Epsilon(exp=8 + step)) == -1
    assert compare_multiple(RationalRate(below), 1, Epsilon(exp=Fraction(8))) == -1
    assert compare_multiple(RationalRate(below + step), 1, Epsilon(exp=Fraction(8))) == 1


@given(
    gamma=st.fractions(Fraction(1, 1000), 3, max_denominator=1000),
    multiple=st.integers(1, 60),
    value=st.fractions(Fraction(1, 1000), 10, max_denominator=1000),
    exp=st.fractions(1, 1000, max_denominator=1000),
)
def test_a_rational_gamma_compares_as_a_number(
    gamma: Fraction, multiple: int, value: Fraction, exp: Fraction
) -> None:
    """The sign of n gamma - epsilon is that of the rationals, or of mpmath for ln r."""
    rate, product = RationalRate(gamma), multiple * gamma
    assert compare_multiple(rate, multiple, Epsilon(value=value)) == (product > value) - (
        product < value
    )
    assume(exp > 1)
    with mpmath.workdps(80):
        difference = product - to_fraction(mpmath.log(to_mp(exp)))
    assert abs(difference) > Fraction(1, 10**50)
    assert compare_multiple(rate, multiple, Epsilon(exp=exp)) == (1 if difference > 0 else -1)


@given(base=bases, factor=factors, multiple=st.integers(1, 30), exp=st.fractions(1, 10**6))
def test_a_logarithmic_gamma_compares_as_powers(
    base: Fraction, factor: Fraction, multiple: int, exp: Fraction
) -> None:
    """n (a/m) log b against log r is b^(n a) against r^m, in rationals."""
    assume(exp > 1)
    left, right = base ** (multiple * factor.numerator), exp**factor.denominator
    expected = (left > right) - (left < right)
    assert compare_multiple(LogRate(factor, base), multiple, Epsilon(exp=exp)) == expected


@pytest.mark.parametrize("factor", [Fraction(1), Fraction(3, 2), Fraction(1, 7)])
def test_a_tie_of_a_radical_is_decided_whatever_its_exponent(factor: Fraction) -> None:
    """x^(jn) (x^n - r) = 0 for x^n = r, and no other constant; r^(10^15) is never written down."""
    rate, n = LogRate(factor, Fraction(3, 2)), factor.denominator
    r = Fraction(2, 3) ** factor.numerator
    far = 10**15 * n
    tie = {far + n: r.denominator, far: -r.numerator}
    assert rate.vanishes(tie)
    assert rate.vanishes({**tie, 5 * n + 1: r.denominator, 4 * n + 1: -r.numerator})
    assert not rate.vanishes({**tie, far: 1 - r.numerator})
    assert not rate.vanishes({0: 1, far: -1})
