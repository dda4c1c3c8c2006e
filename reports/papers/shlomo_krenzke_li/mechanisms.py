"""The three mechanisms of section 3: as derived, exactly, and as printed."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.exp_ratio import ExpRatio
from exact.mechanisms.pram import released
from exact.mechanisms.truncated_rows import residue_rows, small_count_rows
from exact.numbers.epsilon import Epsilon
from exact.pmf import Pmf
from exact.privacy.profile import Profile, profile
from reports.papers.shlomo_krenzke_li.printed import TABLE_1, TABLE_2, TABLE_3, printed_row

EPSILON = Epsilon(value=Fraction(2))
LAW = LaplaceLaw(EPSILON, 7)
SMALL_SIZE, LARGE_SIZE = 7, 15
# From this count on pairs of neighbours repeat with the period 15.
LAST_PAIR = 36
_SPARE = 12


@cache
def derived_small() -> tuple[dict[int, ExpRatio], ...]:
    """Return Table 2 as derived from the law of Table 1."""
    return small_count_rows(LAW, SMALL_SIZE)


@cache
def derived_large() -> tuple[dict[int, ExpRatio], ...]:
    """Return Table 3 as derived from the law of Table 1."""
    return residue_rows(LAW, LARGE_SIZE)


@cache
def derived_pram(count: int, reading: str) -> dict[int, ExpRatio]:
    """Return the released law of a count, exactly."""
    return released(count, derived_small(), derived_large(), reading)


@cache
def printed_pram(count: int, reading: str) -> Pmf:
    """Return the released law of a count by Tables 2 and 3 as printed, each row over its sum."""
    small, large = ([_weights(row) for row in table] for table in (TABLE_2, TABLE_3))
    return Pmf.of(released(count, small, large, reading).items())


def printed_noise() -> Pmf:
    """Return Table 1 as printed, over its sum."""
    return printed_row(TABLE_1).shifted(-LAW.m)


def both_ways(pmf: Callable[[int], Pmf], count: int) -> tuple[Profile, Profile]:
    """Return the profiles of the counts n against n + 1 and back."""
    one, other = pmf(count), pmf(count + 1)
    return profile(one, other), profile(other, one)


def _weights(entries: tuple[str, ...]) -> dict[int, int]:
    row = printed_row(entries)
    return dict(zip(row.outcomes, row.weights, strict=True))
