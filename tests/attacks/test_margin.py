"""The margin attack: a tuple is disclosed exactly if one noise alone explains it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.margin import disclosed, law_margin_probability, margin_probability
from exact.errors import InputError
from exact.laws.maxent import law_of_gamma
from exact.pmf import Pmf


def explanations(categories: tuple[int, ...], total: int, bound: int) -> list[tuple[int, ...]]:
    """Return every true categories that add up and can be released as these."""
    values = range(-bound, bound + 1)
    return [
        tuple(c - z for c, z in zip(categories, noise, strict=True))
        for noise in product(values, repeat=len(categories))
        if abs(total - sum(c - z for c, z in zip(categories, noise, strict=True))) <= bound
    ]


@given(st.lists(st.integers(20, 30), min_size=1, max_size=3), st.integers(-9, 9), st.integers(1, 3))
def test_disclosed_means_one_explanation(counts: list[int], off: int, bound: int) -> None:
    """The attack answers exactly where a single set of true counts is possible."""
    categories, total = tuple(counts), sum(counts) + off
    found = disclosed(categories, total, bound)
    possible = explanations(categories, total, bound)
    if found is None:
        assert len(possible) != 1
    else:
        assert possible == [found[0]]
        assert sum(found[0]) == found[1]


def test_the_example_of_the_paper() -> None:
    """F = 3, M = 2, T = 11 and E = 2 disclose 5, 4 and 9 (Bach 4.2)."""
    assert disclosed((3, 2), 11, 2) == ((5, 4), 9)


@given(st.lists(st.integers(1, 9), min_size=3, max_size=5), st.integers(1, 3))
def test_the_probability_is_that_of_an_extreme_sum(weights: list[int], categories: int) -> None:
    """p(E)^k p(-E) + p(-E)^k p(E), by enumeration of all noise."""
    lowest = -(len(weights) // 2)
    noise = Pmf(tuple(range(lowest, lowest + len(weights))), tuple(weights))
    bound = max(-noise.outcomes[0], noise.outcomes[-1])
    true = Fraction(0)
    for drawn in product(noise.outcomes, repeat=categories + 1):
        if abs(sum(drawn[:-1]) - drawn[-1]) == (categories + 1) * bound:
            chance = Fraction(1)
            for z in drawn:
                chance *= noise.probability(z)
            true += chance
    assert margin_probability(noise, categories) == true


def test_the_law_gives_the_same_as_its_pmf() -> None:
    """The uniform law as enclosed weights and as integers."""
    found = law_margin_probability(law_of_gamma(4, Fraction(0)), 3).enclosure(67)
    assert found.lo <= Fraction(2, 9**4) <= found.hi
    assert found.width * 10**20 <= found.hi


@pytest.mark.parametrize("categories", [0, 1001])
def test_categories_out_of_range_are_refused(categories: int) -> None:
    """The message names the range."""
    with pytest.raises(InputError, match=r"categories = .*: must be from 1 to 1000"):
        margin_probability(Pmf((-1, 0, 1), (1, 1, 1)), categories)
