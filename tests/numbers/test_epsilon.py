"""epsilon as it is written, and exact comparisons with e^epsilon."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon, epsilon
from tests.numbers.mp_reference import to_fraction, to_mp

ratios = st.fractions(Fraction(1, 100), 10**6, max_denominator=10**6)


@pytest.mark.parametrize("text", ["1/2", "0.5", " .5 ", "5e-1", "2/4"])
def test_one_half_has_many_spellings(text: str) -> None:
    """Each spelling of 1/2 is the rational epsilon 1/2."""
    assert epsilon(text) == Epsilon(value=Fraction(1, 2))


@pytest.mark.parametrize(
    ("text", "exp"),
    [
        ("ln(10)", Fraction(10)),
        ("log(10)", Fraction(10)),
        ("ln(3/2)", Fraction(3, 2)),
        ("ln 3/2", Fraction(3, 2)),
        ("ln  1.5", Fraction(3, 2)),
        (" ln ( 3/2 ) ", Fraction(3, 2)),
        ("ln(2^10)", Fraction(1024)),
    ],
)
def test_the_logarithm_of_a_rational_is_kept_exact(text: str, exp: Fraction) -> None:
    """ln(r) is remembered as e^epsilon = r."""
    assert epsilon(text) == Epsilon(exp=exp)


@pytest.mark.parametrize(
    "text", ["-1", "0", "0.0", "-1/2", "ln(1)", "ln(1/2)", "ln(0)", "ln(-3)", "ln 1"]
)
def test_epsilon_must_be_greater_than_zero(text: str) -> None:
    """Zero, a negative number and the logarithm of a number up to 1 are refused."""
    with pytest.raises(InputError, match=r"^epsilon = '.*': must be greater than 0; for example"):
        epsilon(text)


@pytest.mark.parametrize(
    "text", ["", "ln", "ln()", "ln(", "ln(2", "ln2", "exp(1)", "ln(ln(9))", "nan", "inf", "ln(x)"]
)
def test_what_is_no_epsilon_is_refused(text: str) -> None:
    """Text that is neither a rational nor the logarithm of one is refused."""
    with pytest.raises(InputError, match=r"^epsilon = '.*': is not a number"):
        epsilon(text)


def test_a_float_is_no_epsilon() -> None:
    """A float is refused by the reader and by the constructor."""
    with pytest.raises(InputError, match=r"epsilon = 0\.5: a float is not exact"):
        epsilon(0.5)  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(InputError, match=r"epsilon = 0\.5: must be exact; give a Fraction"):
        Epsilon(value=0.5)  # type: ignore[arg-type]  # the point of the test


def test_epsilon_is_one_thing_of_a_practical_size() -> None:
    """Both parts, no part, a negative part or a gigantic part are refused."""
    one = Fraction(1)
    for broken in ({}, {"value": one, "exp": one}):
        with pytest.raises(InputError, match="needs either value or exp; give exactly one"):
            Epsilon(**broken)
    for negative in ({"value": -one}, {"exp": one / 2}):
        with pytest.raises(InputError, match="must not be negative"):
            Epsilon(**negative)
    with pytest.raises(InputError, match="must be at most 1000"):
        epsilon("2^21")


@given(value=st.fractions(Fraction(1, 1000), 1000), exp=st.fractions(1, 1000))
def test_the_text_of_epsilon_is_read_back(value: Fraction, exp: Fraction) -> None:
    """Text and value are the same thing."""
    assert epsilon(Epsilon(value=value).text) == Epsilon(value=value)
    assume(exp > 1)
    assert epsilon(Epsilon(exp=exp).text) == Epsilon(exp=exp)


@given(value=st.fractions(Fraction(1, 10**6), 12, max_denominator=10**6), ratio=ratios)
def test_a_rational_epsilon_never_ties(value: Fraction, ratio: Fraction) -> None:
    """e^epsilon is irrational, so the sign is never 0, and it is the sign of mpmath."""
    with mpmath.workdps(80):
        difference = to_fraction(mpmath.exp(to_mp(value))) - ratio
    assert abs(difference) > Fraction(1, 10**40)
    assert Epsilon(value=value).compare_exp(ratio) == (1 if difference > 0 else -1)


@given(value=st.fractions(Fraction(1, 10**6), 12), bits=st.integers(1, 600))
def test_the_two_grid_points_beside_e_to_the_epsilon_are_told_apart(
    value: Fraction, bits: int
) -> None:
    """The sign is right at the two multiples of 2^-bits between which e^epsilon lies."""
    with mpmath.workprec(bits + 100):
        below = to_fraction(mpmath.floor(mpmath.ldexp(mpmath.exp(to_mp(value)), bits)))
    assert Epsilon(value=value).compare_exp(below / 2**bits) == 1
    assert Epsilon(value=value).compare_exp((below + 1) / 2**bits) == -1
    sign, times = Epsilon(value=value).signs(), 2**bits
    assert (sign(int(below), times), sign(int(below) + 1, times)) == (-1, 1)
    assert (sign(-int(below), -times), sign(-int(below) - 1, -times)) == (1, -1)


@given(exp=st.fractions(1, 1000), p=st.integers(), q=st.integers())
def test_the_sign_of_a_difference_is_that_of_the_rational(exp: Fraction, p: int, q: int) -> None:
    """p - q r for r = e^(ln r), ties at p = q r included; 0 - 0 e^epsilon is 0."""
    sign = Epsilon(exp=exp).signs()
    assert sign(p, q) == (p > q * exp) - (p < q * exp)
    assert sign(q * exp.numerator, q * exp.denominator) == 0
    assert Epsilon(value=Fraction(1, 2)).signs()(0, 0) == 0
    assert Epsilon(value=Fraction(1, 2)).signs()(p, 0) == (p > 0) - (p < 0)


def test_the_convergents_of_e_lie_on_alternating_sides() -> None:
    """e = [2; 1, 2, 1, 1, 4, 1, 1, 6, ...] (Euler): convergents are below and above in turn."""
    quotients = [2, *(q for n in range(1, 80) for q in (1, 2 * n, 1))]
    h, h_before, k, k_before = quotients[0], 1, 1, 0
    for index, quotient in enumerate(quotients[1:], start=1):
        assert Epsilon(value=Fraction(1)).compare_exp(Fraction(h, k)) == (1 if index % 2 else -1)
        h, h_before, k, k_before = quotient * h + h_before, h, quotient * k + k_before, k


@given(exp=st.fractions(1, 1000), ratio=ratios)
def test_the_logarithm_of_a_rational_compares_as_the_rational(
    exp: Fraction, ratio: Fraction
) -> None:
    """e^(ln r) = r: ties are found, and neighbours as close as 10^-500 are told apart."""
    assert Epsilon(exp=exp).compare_exp(ratio) == (exp > ratio) - (exp < ratio)
    assert Epsilon(exp=exp).compare_exp(exp) == 0
    assert Epsilon(exp=exp).compare_exp(exp - Fraction(1, 10**500)) == 1
    assert Epsilon(exp=exp).compare_exp(exp + Fraction(1, 10**500)) == -1


def test_epsilon_zero_ties_with_one_only() -> None:
    """e^0 = 1, written either way."""
    for zero in (Epsilon(value=Fraction(0)), Epsilon(exp=Fraction(1))):
        assert zero.is_zero
        assert [zero.compare_exp(Fraction(n, 2)) for n in (1, 2, 3)] == [1, 0, -1]
        assert zero.enclosure(50).width == zero.enclosure(50).lo == 0


@given(exp=st.fractions(1, 1000), bits=st.integers(1, 300))
def test_epsilon_itself_is_enclosed_as_narrowly_as_asked(exp: Fraction, bits: int) -> None:
    """ln r lies in an interval of width at most 2^-bits."""
    assume(exp > 1)
    enclosure = Epsilon(exp=exp).enclosure(bits)
    with mpmath.workprec(bits + 100):
        assert enclosure.lo <= to_fraction(mpmath.log(to_mp(exp))) <= enclosure.hi
    assert enclosure.width <= Fraction(1, 1 << bits)


@given(
    value=st.fractions(Fraction(1, 1000), 12), exp=st.fractions(1, 1000), bits=st.integers(1, 99)
)
def test_bounds_of_e_to_the_epsilon_are_its_floor_and_ceiling(
    value: Fraction, exp: Fraction, bits: int
) -> None:
    """An irrational has bounds 1 apart; a rational on the grid has equal ones."""
    lo, hi = Epsilon(value=value).exp_bounds(bits)
    with mpmath.workprec(bits + 200):
        assert lo < to_fraction(mpmath.ldexp(mpmath.exp(to_mp(value)), bits)) < hi
    assert hi - lo == 1
    scaled = exp * 2**bits
    assert Epsilon(exp=exp).exp_bounds(bits) == (scaled.__floor__(), scaled.__ceil__())
