"""Floating-point routes on Example 1: which integers they get, against mpmath with 120 digits."""

import math
import sys
from fractions import Fraction

import numpy
import pytest

from reports.peers.routes import routes
from tests.peers import example_1
from verification.comparison.routes import Question


def wrong_from(route: str) -> dict[int, list[int]]:
    """Return for each KEYSIZE the z < D whose integer is wrong."""
    found = example_1.answer(route)
    wrong = {}
    for keysize, computed in zip(example_1.KEYSIZES, found.quantised, strict=True):
        true = example_1.integers(keysize)
        pairs = enumerate(zip(true[:-1], computed[:-1], strict=True), start=-example_1.D)
        wrong[keysize] = [z for z, (a, b) in pairs if a != b]
    return wrong


def test_a_forward_sum_of_doubles_is_right_at_2_to_the_32_and_wrong_at_2_to_the_64() -> None:
    """All 50 integers are right at 2^32; at 2^64 none of z >= 0 is: c > 1/2 has 53 bits, not 64."""
    wrong = wrong_from("float64, sum forward")
    assert wrong[2**32] == []
    assert set(wrong[2**64]) >= set(range(example_1.D))


def test_single_precision_is_not_enough_for_example_1_at_2_to_the_24() -> None:
    """24 bits for c(z) leave none for the rounding errors of a sum."""
    for way in ("own sum for each z", "sum forward", "sum backward"):
        wrong = wrong_from(f"float32, {way}")
        assert wrong[2**8] == []
        assert wrong[2**24]


def test_an_exactly_rounded_sum_does_not_help_beyond_the_rounded_probabilities() -> None:
    """math.fsum adds without error, but what it adds are doubles: 2^64 is out of reach too."""
    wrong = wrong_from("float64, math.fsum")
    assert wrong[2**32] == []
    assert wrong[2**64]


def test_fifty_digits_are_enough_for_example_1_at_2_to_the_128_and_thirty_are_not() -> None:
    """128 bits are 39 digits: 30 cannot hold the integers, 50 leave 11 for the errors."""
    assert wrong_from("mpmath 50 digits, sum forward")[2**128] == []
    assert wrong_from("mpmath 30 digits, sum forward")[2**96] == []
    assert wrong_from("mpmath 30 digits, sum forward")[2**128]


def test_the_forward_route_is_what_numpy_does() -> None:
    """Its probabilities, its sum and its integers are those of exp, sum, cumsum and ceil."""
    z = numpy.arange(-example_1.D, example_1.D + 1)
    weights = numpy.exp(-(127 / 12495) * (z**2).astype("float64"))
    pmf = weights / weights.sum()
    cmf = numpy.cumsum(pmf)
    found = example_1.answer("float64, sum forward")
    assert found.pmf == tuple(map(Fraction, pmf.tolist()))
    assert found.total == Fraction(float(cmf[-1]))
    assert found.quantised[3] == tuple(int(n) for n in numpy.ceil(cmf * 2.0**32))


@pytest.mark.parametrize("name", [route.name for route in routes()])
def test_every_route_answers_what_was_asked(name: str) -> None:
    """Each answers 2D + 1 probabilities and integers, and probabilities and deltas near the truth.

    The bound is coarse on purpose: 2^-10 tells a wrong formula, not a rounding.
    """
    found = example_1.answer(name)
    assert len(found.pmf) == 2 * example_1.D + 1
    assert [len(row) for row in found.quantised] == [51] * len(example_1.KEYSIZES)
    assert abs(found.total - 1) < Fraction(1, 2**20)
    for epsilon, delta in zip(example_1.EPSILONS, found.deltas, strict=True):
        true = example_1.law_delta(epsilon)
        assert abs(delta - true) < true / 2**10


def test_what_is_infinite_in_single_precision_is_no_integer() -> None:
    """2^128 is the first power of two beyond float32: nothing is quantised with it."""
    found = example_1.answer("float32, sum forward")
    assert set(found.quantised[-1]) == {None}
    assert None not in found.quantised[-2]


def test_fsum_and_mpmath_run_without_any_other_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where numpy and scipy are missing, these routes are left, and the others are named."""
    for package in ("numpy", "scipy", "scipy.special", "scipy.stats"):
        monkeypatch.setitem(sys.modules, package, None)
    ready = [route for route in routes() if route.is_installed]
    assert [route.package for route in ready] == ["math", "mpmath", "mpmath", "mpmath"]
    question = Question(1, Fraction(1), (Fraction(1, 2),), (256,))
    w = math.exp(-1)
    (row,) = ready[0].answer(question).quantised
    assert row == (math.ceil(256 * w / (1 + 2 * w)), math.ceil(256 * (1 + w) / (1 + 2 * w)), 256)
