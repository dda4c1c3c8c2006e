"""Averaging with many partitions where keys add: probabilities from frequencies hold the truth."""

from fractions import Fraction

import pytest

from exact.attacks.averaging_added import AddedKeys, enough
from exact.attacks.crossing import crossing
from exact.attacks.spectrum import Spectrum
from exact.numbers.enclosure import Enclosure
from exact.table.row import Row
from tests.certificate.making import example_1

BIG = 1 << 20
SMALL = Row(tuple((z, keys * BIG) for z, keys in ((-2, 9), (-1, 37), (0, 71), (1, 40), (2, 9))))
SHIFTED = Row(tuple((z, keys * BIG) for z, keys in ((-1, 50), (0, 61), (1, 33), (3, 22))))


@pytest.mark.parametrize(("first", "second"), [(SMALL, SMALL), (SMALL, SHIFTED)])
@pytest.mark.parametrize("q", [300, 301])
def test_frequencies_give_what_convolution_gives(first: Row, second: Row, q: int) -> None:
    """Both enclosures hold the same number, and that of the frequencies is narrow."""
    law = AddedKeys.of((first, second))
    exact, found = law.success(q), Spectrum(first, second, law.parts).success(q)
    assert found.lo <= exact.hi
    assert exact.lo <= found.hi
    assert found.width < Fraction(1, 10**4)


def test_example_1_needs_1576_partitions_for_95_percent() -> None:
    """By independent keys 1506 are enough; where keys add 1575 are not, and 1576 are."""
    row = example_1().row(50)
    law = AddedKeys.of((row, row))
    found = law.success(1576)
    assert found.lo >= Fraction(95, 100) > law.success(1575).hi
    assert found.width < Fraction(1, 10**5)


def test_too_few_partitions_of_many_laws_are_left_out() -> None:
    """Their frequencies do not fall off, so that nothing is said, and quickly."""
    row = example_1().row(50)
    assert enough(AddedKeys.of((row, row)), Fraction(1, 4), 40) is None


@pytest.mark.parametrize("power", [1, 3])
@pytest.mark.parametrize("guess", [1, 50, 400])
def test_few_numbers_are_tried_for_a_crossing(power: int, guess: int) -> None:
    """Nearly straight or not, the first that is enough is found."""
    tried: set[int] = set()

    def grows(m: int) -> Enclosure:
        tried.add(m)
        return Enclosure.point(1 - Fraction(1, (m + 1) ** power))

    due = next(m for m in range(1, 500) if grows(m).lo >= Fraction(99, 100))
    tried.clear()
    assert crossing(grows, Fraction(99, 100), guess, 500) == due
    assert len(tried) <= 60
