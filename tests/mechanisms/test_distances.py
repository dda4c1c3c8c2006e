"""Hellinger's distance, the risk measure RM and the weight adjustments."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.mechanisms.weights import adjusted_by_average, adjusted_by_cell
from exact.numbers.enclosure import Enclosure
from tests.mechanisms.distances import hellinger_distance, risk_measure

CELLS = st.lists(
    st.tuples(st.integers(0, 60), st.fractions(0, 60, max_denominator=7)), min_size=2, max_size=9
)


def high(value: Fraction | int) -> mpmath.mpf:
    """Return a rational in 50 digits."""
    return mpmath.mpf(Fraction(value).numerator) / Fraction(value).denominator


def assert_holds(found: Enclosure, true: mpmath.mpf, digits: int) -> None:
    """The enclosure holds the number and is as narrow as promised."""
    slack = mpmath.mpf(10) ** -40
    assert high(found.lo) - slack <= true <= high(found.hi) + slack
    assert found.width <= Fraction(1, 10**digits)


@given(CELLS)
def test_hellinger_agrees_with_fifty_digits(cells: list[tuple[int, Fraction]]) -> None:
    """sqrt(1/2 sum (sqrt a - sqrt b)^2) as it is written."""
    a, b = [Fraction(x) for x, _ in cells], [y for _, y in cells]
    with mpmath.workdps(60):
        squares = [(mpmath.sqrt(high(x)) - mpmath.sqrt(high(y))) ** 2 for x, y in cells]
        true = mpmath.sqrt(mpmath.fsum(squares) / 2)
        assert_holds(hellinger_distance(a, b, 15), true, 15)


@given(CELLS.filter(lambda cells: sum(x > 0 for x, _ in cells) > 1 and any(y for _, y in cells)))
def test_the_risk_measure_agrees_with_fifty_digits(cells: list[tuple[int, Fraction]]) -> None:
    """Formula (4) of Antal et al. as the paper writes it, after scaling to equal totals."""
    a, b = [Fraction(x) for x, _ in cells], [y for _, y in cells]
    x, y = [value * sum(b) for value in a], [value * sum(a) for value in b]
    N, shared = Fraction(sum(x)), [min(pair) for pair in zip(x, y, strict=True)]
    with mpmath.workdps(60):

        def term(part: Fraction, whole: Fraction) -> mpmath.mpf:
            return -high(part / N) * mpmath.log(high(part / whole)) if part else mpmath.mpf(0)

        left = mpmath.fsum(
            term(m, q) + term(p - m, N - Fraction(sum(shared))) + term(q - m, q)
            for p, q, m in zip(x, y, shared, strict=True)
        )
        entropy = mpmath.fsum(term(p, N) for p in x)
        assert_holds(risk_measure(a, b, 15), 1 - left / entropy, 15)


def test_equal_tables_have_distance_0_and_risk_1() -> None:
    """Nothing perturbed: everything is known."""
    table = [Fraction(3), Fraction(0), Fraction(7, 2)]
    assert hellinger_distance(table, table, 20) == Enclosure(Fraction(0), Fraction(0))
    assert risk_measure(table, table, 20) == Enclosure(Fraction(1), Fraction(1))


def test_weights_are_adjusted_as_printed() -> None:
    """(4): 300 - 2 * 30; (5): 300 + 3 * 300/10."""
    assert adjusted_by_average(Fraction(300), -2, Fraction(30)) == 240
    assert adjusted_by_cell(Fraction(300), 3, 10) == 390


def test_bad_tables_are_refused() -> None:
    """Negative cells, other sizes, no entropy, an empty cell: each names its rule."""
    one = [Fraction(1), Fraction(2)]
    with pytest.raises(InputError, match="table = -1: has a negative cell"):
        hellinger_distance(one, [Fraction(-1), Fraction(2)], 5)
    with pytest.raises(InputError, match="must have the same cells"):
        hellinger_distance(one, one[:1], 5)
    with pytest.raises(InputError, match="needs two cells above 0"):
        risk_measure([Fraction(0), Fraction(2)], one, 5)
    with pytest.raises(InputError, match="n_k = 0: must be at least 1"):
        adjusted_by_cell(Fraction(1), 1, 0)
