"""Composed releases: every bound holds the truth by enumeration, and none is uselessly wide."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.composition.dominating import dominating_pair, pair_of_counts
from exact.composition.enclosed import MAX_CELLS, Composed, compose, composed_delta
from exact.composition.grid import SCALE_BITS, exp_bounds
from exact.composition.one_way import EnclosedWay
from exact.composition.pairs import LossPair, composed
from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import log_floor
from exact.table.native import read_native
from tests.composition.tables import TEN, both_ways

EXPS = tuple(Fraction(n, 4) for n in (4, 5, 6, 8, 11, 16, 40, 4000))
CASES = tuple((number, m) for number in range(10) for m in (2, 3))
WEIGHTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=4)


def on_grid(parts: list[tuple[LossPair, int]], bits: int) -> Composed:
    """Return bounds by the grid in both directions, however few ratios there are."""
    mirrored = [(pair.mirrored(), m) for pair, m in parts]
    return Composed((EnclosedWay(parts, bits), EnclosedWay(mirrored, bits)))


def holds(bounds: Enclosure, value: Fraction) -> bool:
    """Tell whether a value lies between the bounds."""
    return bounds.lo <= value <= bounds.hi


@pytest.mark.parametrize(("number", "m"), CASES)
def test_bounds_on_the_grid_hold_the_truth_of_all_joint_outcomes(number: int, m: int) -> None:
    """Two and three cells of ten tables, at every epsilon, widest at an atom."""
    pair = dominating_pair(TEN[number])
    found = on_grid([(pair, m)], 8)
    for E in EXPS:
        bounds = found.delta(Epsilon(exp=E))
        assert holds(bounds, both_ways([pair] * m, E))
        assert bounds.width <= Fraction(1, 1 << 11)


@pytest.mark.parametrize(("number", "m"), CASES)
def test_few_ratios_are_multiplied_out_exactly(number: int, m: int) -> None:
    """Then delta at a logarithm of a rational is the truth itself, and so is the plateau."""
    pair = dominating_pair(TEN[number])
    found = compose([(pair, m)])
    for E in EXPS:
        assert found.delta(Epsilon(exp=E)) == Enclosure.point(both_ways([pair] * m, E))
    assert found.plateau == both_ways([pair] * m, Fraction(10**40))


@given(WEIGHTS, WEIGHTS, st.integers(0, 12))
def test_bounds_hold_for_any_two_pairs_of_laws(
    one: list[tuple[int, int]], other: list[tuple[int, int]], bits: int
) -> None:
    """Also unlike ones, in both directions, impossible outcomes included."""
    parts = [_pair(one), _pair(other)]
    found = on_grid([(pair, 1) for pair in parts], max(1, bits))
    for E in EXPS:
        assert holds(found.delta(Epsilon(exp=E)), both_ways(parts, E))


@given(WEIGHTS, st.integers(1, 12), st.fractions(0, 6, max_denominator=9))
@settings(max_examples=20)
def test_bounds_hold_at_rational_epsilon(
    weights: list[tuple[int, int]], m: int, epsilon: Fraction
) -> None:
    """Many cells: against the profile of the product, whose delta is A - B e^epsilon exactly."""
    pair = _pair(weights)
    at = Epsilon(value=epsilon)
    truths = [composed([way] * m).profile().delta(at) for way in (pair, pair.mirrored())]
    bounds = on_grid([(pair, m)], 9).delta(at)
    assert all(truth.compare(bounds.hi) <= 0 for truth in truths)
    assert any(truth.compare(bounds.lo) >= 0 for truth in truths)


def test_unlike_tables_compose_with_their_multiplicities() -> None:
    """Two cells of one table, one of another, against all joint outcomes."""
    one, other = dominating_pair(TEN[0]), pair_of_counts(TEN[3], 2)
    for E in EXPS:
        truth = both_ways([one, one, other], E)
        at = Epsilon(exp=E)
        assert composed_delta([(one, 2), (other, 1)], at) == Enclosure.point(truth)
        assert holds(on_grid([(one, 2), (other, 1)], 10).delta(at), truth)


@pytest.mark.parametrize(
    ("m", "epsilon", "printed", "width"),
    [
        (2, "1/2", "0.00071209", "1e-29"),
        (10, "1", "0.00428866", "6e-8"),
        (100, "3", "0.0423914", "1.3e-6"),
        (1000, "20", "0.102309", "8.5e-6"),
    ],
)
def test_cells_of_example_1(
    example_1: Path, m: int, epsilon: str, printed: str, width: str
) -> None:
    """The values of a prototype, to the digits given, and no wider than it was."""
    pair = dominating_pair(read_native(example_1.read_text(encoding="utf-8")))
    bounds = composed_delta([(pair, m)], Epsilon(value=Fraction(epsilon)))
    unit = Fraction(1, 10 ** len(printed.split(".")[1]))
    assert abs(bounds.lo - Fraction(printed)) <= unit
    assert bounds.width <= Fraction(width)


def test_rounding_each_loss_up_and_down_is_a_thousand_times_wider(example_1: Path) -> None:
    """The same grid, ten cells, epsilon = 1: what splitting the atoms is worth."""
    pair = dominating_pair(read_native(example_1.read_text(encoding="utf-8")))
    epsilon, bits, m = Fraction(1), 10, 10
    width = composed_delta([(pair, m)], Epsilon(value=epsilon), bits).width
    low, high = (_all_rounded(pair, m, epsilon, bits, up) for up in (0, 1))
    bounds = composed_delta([(pair, m)], Epsilon(value=epsilon), bits)
    assert low <= bounds.lo <= bounds.hi <= high
    assert high - low > 1000 * width


@pytest.mark.parametrize("m", [1, 3, 40])
def test_the_least_epsilon_lies_between_its_bounds(m: int) -> None:
    """At the upper bound delta is not above, just before the lower bound it is."""
    found = compose([(dominating_pair(TEN[7]), m)])
    delta = found.plateau + (found.delta(Epsilon(value=Fraction(0))).lo - found.plateau) / 3
    bounds = found.epsilon(delta)
    assert bounds.lo is not None
    assert bounds.hi is not None
    assert bounds.lo.value is not None
    assert bounds.hi.value is not None
    assert found.delta(bounds.hi).hi <= delta < found.delta(bounds.lo).hi
    assert 0 <= bounds.hi.value - bounds.lo.value < Fraction(1, 100)


def test_no_epsilon_is_enough_below_the_plateau() -> None:
    """And from the plateau on some is."""
    found = compose([(dominating_pair(TEN[0]), 2)])
    assert found.plateau == 1 - Fraction(3, 4) ** 2
    below, at = found.epsilon(found.plateau - Fraction(1, 10**9)), found.epsilon(found.plateau)
    assert (below.lo, below.hi) == (None, None)
    assert at.hi is not None


@pytest.mark.parametrize("cells", [0, -1, MAX_CELLS + 1, 10**9, True])
def test_how_many_cells_is_bounded(cells: int) -> None:
    """At once, with the rule and what to do."""
    with pytest.raises(InputError, match=r"cells = .*: must be from 1 to 20000, together; say how"):
        compose([(LossPair(((1, 1),)), cells)])


def test_a_product_of_too_many_points_is_refused() -> None:
    """Large losses on a fine grid would fill the memory."""
    pair = LossPair(((1, 10**9), (10**9, 1), (1, 1), (1, 2), (2, 1)))
    with pytest.raises(InputError, match="needs more than 4194304 grid points"):
        compose([(pair, 30)], 20).delta(Epsilon(value=Fraction(1)))


@pytest.mark.parametrize("bits", [0, 21, True])
def test_the_grid_is_bounded(bits: int) -> None:
    """Neither too coarse nor without end."""
    with pytest.raises(InputError, match=r"grid = .*: must be from 1 to 20"):
        compose([(LossPair(((1, 1),)), 1)], bits)


def _pair(weights: list[tuple[int, int]]) -> LossPair:
    """Return weights completed so that both laws have the same total."""
    p, q = (sum(one[i] for one in weights) for i in (0, 1))
    rest = max(p, q) + 1
    outcomes = [*weights, (rest - p, rest - q)]
    return composed([LossPair(tuple(one for one in outcomes if one != (0, 0)))])


def _all_rounded(pair: LossPair, m: int, epsilon: Fraction, bits: int, up: int) -> Fraction:
    """Return delta where each loss is rounded down or up to the grid: a plain convolution."""
    once: dict[int, int] = {}
    for p, q in pair.weights:
        if p and q:
            k = log_floor(Fraction(p, q), bits) + (up if p != q else 0)
            once[k] = once.get(k, 0) + p
    many = {0: 1}
    for _ in range(m):
        longer: dict[int, int] = {}
        for s, weight in many.items():
            for k, p in once.items():
                longer[s + k] = longer.get(s + k, 0) + weight * p
        many = longer
    total = pair.total**m
    found = 1 - Fraction(sum(many.values()), total)
    for s, weight in many.items():
        if s > epsilon * (1 << bits):
            low, high = exp_bounds(epsilon - Fraction(s, 1 << bits), SCALE_BITS)
            found += Fraction(weight, total) * (1 - Fraction(low if up else high, 1 << SCALE_BITS))
    return found
