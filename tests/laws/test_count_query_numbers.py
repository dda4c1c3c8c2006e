"""Numbers P(E)/Q(E): exact where e^epsilon is rational, enclosed and decided where it is not."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError, Undecided
from exact.laws.enclosed_rate import EnclosedRate
from exact.laws.exp_ratio import ExpRatio, total
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from tests.numbers.mp_reference import to_fraction, to_mp

values = st.fractions(Fraction(1, 50), 4, max_denominator=1000)
exps = st.fractions(1, 20, max_denominator=50)
coefficients = st.lists(st.integers(-50, 50), min_size=1, max_size=6)
positive = st.lists(st.integers(1, 50), min_size=1, max_size=6)


def mp_value(p: list[int], E: "mpmath.mpf") -> "mpmath.mpf":
    """Return p(E)."""
    return mpmath.fsum(c * E**i for i, c in enumerate(p))


@given(exp=exps, above=coefficients, below=positive)
def test_a_rational_exponential_gives_the_rational(
    exp: Fraction, above: list[int], below: list[int]
) -> None:
    """P(E)/Q(E) summed term by term."""
    found = ExpRatio.of(Epsilon(exp=exp), above, below)
    top, low = (sum((c * exp**i for i, c in enumerate(p)), Fraction(0)) for p in (above, below))
    expected = top / low
    assert found.exact == expected
    assert found.enclose(1) == Enclosure(expected, expected)
    assert found.sign() == (expected > 0) - (expected < 0)


@given(value=values, above=coefficients, below=positive)
def test_an_irrational_exponential_is_enclosed(
    value: Fraction, above: list[int], below: list[int]
) -> None:
    """The bounds hold mpmath's value, and are narrow."""
    found = ExpRatio.of(Epsilon(value=value), above, below)
    with mpmath.workdps(100):
        E = mpmath.exp(to_mp(value))
        expected = to_fraction(mp_value(above, E) / mp_value(below, E))
    enclosure = found.enclose(200)
    slack = Fraction(1, 10**50)
    assert enclosure.lo - slack <= expected <= enclosure.hi + slack
    assert enclosure.width < Fraction(1, 2**150)
    if any(above):
        assert found.sign() == (expected > 0) - (expected < 0)
    else:
        assert found.sign() == 0


@given(value=values, above=coefficients, below=positive, factor=st.integers(1, 9))
def test_a_multiple_of_the_denominator_is_a_rational(
    value: Fraction, above: list[int], below: list[int], factor: int
) -> None:
    """P = r Q is recognised although E is transcendental, and nothing else is."""
    scaled = [factor * c for c in below]
    assert ExpRatio.of(Epsilon(value=value), below, scaled).exact == Fraction(1, factor)
    other = ExpRatio.of(Epsilon(value=value), [*below, 1], below)
    assert other.exact is None


@given(exp=exps, a=coefficients, b=coefficients, p=positive, q=positive)
def test_sums_differences_and_quotients_are_those_of_rationals(
    exp: Fraction, a: list[int], b: list[int], p: list[int], q: list[int]
) -> None:
    """Field operations commute with putting E in."""
    epsilon = Epsilon(exp=exp)
    x, y, z = (ExpRatio.of(epsilon, top, low) for top, low in ((a, p), (b, q), (p, q)))
    exact_x, exact_y, exact_z = x.exact, y.exact, z.exact
    assert exact_x is not None
    assert exact_y is not None
    assert exact_z is not None
    assert (x + y).exact == exact_x + exact_y
    assert (x - y).exact == exact_x - exact_y
    assert (x / z).exact == exact_x / exact_z
    assert (x * Fraction(2, 3)).exact == exact_x * Fraction(2, 3)
    assert x.times_exp().exact == exact_x * exp
    assert total([x, y, z], epsilon).exact == exact_x + exact_y + exact_z


def test_the_sum_of_multiples_keeps_its_degree() -> None:
    """Denominators that differ by a factor are not multiplied with each other."""
    epsilon = Epsilon(value=Fraction(1))
    parts = [ExpRatio.of(epsilon, [n], [n, 2 * n, 3 * n]) for n in range(1, 30)]
    assert len(total(parts, epsilon).below) == 3
    assert total(parts, epsilon).above[0] == 29 * total(parts, epsilon).below[0]


def test_two_epsilons_are_not_mixed() -> None:
    """A sum over different epsilons is refused, and so is a divisor that is not positive."""
    one, two = (ExpRatio.of(Epsilon(value=Fraction(n)), [1]) for n in (1, 2))
    with pytest.raises(InputError, match="epsilon = '2': differs; compute with one epsilon"):
        one + two
    with pytest.raises(InputError, match="must be positive; divide by its negative"):
        one / (one * -1)


def test_a_rate_by_bounds_alone_never_decides_a_tie() -> None:
    """Whether a polynomial vanishes is undecided, and e^-gamma is floor and ceiling."""
    third = EnclosedRate(
        lambda bits: Enclosure(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 2**bits))
    )
    with mpmath.workdps(60):
        expected = int(mpmath.floor(mpmath.exp(-mpmath.mpf(1) / 3) * 2**100))
    assert third.x_bounds(100) == (expected, expected + 1)
    assert third.vanishes({3: 0})
    with pytest.raises(Undecided, match="gamma is known by bounds only"):
        third.vanishes({0: 1, 1: -1})
