"""What a released table does to chi-square, Cramer's V, the p-value and the risk measure RM.

These are no sums over cells: no closed form exists. So many released tables are drawn with a seed.
Given are the mean with an interval of 95 % (mean +- 1.96 s/sqrt(n), by the central limit theorem),
the spread s, and quartiles of the draws with intervals of at least 95 % that need no assumption:
order statistics, by the exact binomial law of how many draws lie below a quantile.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from exact.numbers.guard import integer
from exact.utility.chances import Perturbation
from exact.utility.counts import Counts
from exact.utility.laws import QUARTILES
from reports.utility.draws import Tables
from reports.utility.statistics import chi_square, cramers_v, entropy, p_value, risk

DRAWS, SEED = 1000, 1
MAX_DRAWS = 100_000
# Cells drawn in all: about a second for each million.
MOST_CELLS = 20_000_000
_NORMAL = 1.959964
_OUTSIDE = Fraction(1, 40)
NAMES = ("chi2", "cramers_v", "p_value", "rm")


@dataclass(frozen=True, slots=True)
class Simulated:
    """One statistic: its true value, and what the draws say; all as rationals of doubles."""

    true: Fraction
    mean: Fraction
    spread: Fraction
    interval: tuple[Fraction, Fraction]
    quartiles: tuple[Fraction, ...]
    quartile_bounds: tuple[tuple[Fraction, Fraction], ...]
    draws: int


def simulate(
    counts: Counts, perturbation: Perturbation, draws: int = DRAWS, seed: int = SEED
) -> dict[str, Simulated]:
    """Return the statistics that the counts have: RM of any, the others of two-way tables."""
    draws = integer(draws, "draws", 2, MAX_DRAWS)
    integer(draws * len(counts.cells), "draws times cells", 1, MOST_CELLS)
    uncertainty = entropy(counts.cells) if counts.total else 0.0
    true = dict(_statistics(counts, counts.cells, uncertainty))
    found: dict[str, list[float]] = {name: [] for name in true}
    tables = Tables(counts, perturbation, seed)
    for _ in range(draws):
        for name, value in _statistics(counts, tables.next(), uncertainty):
            if name in found:
                found[name].append(value)
    return {name: summary(true[name], values) for name, values in found.items() if len(values) > 1}


def _statistics(
    counts: Counts, cells: Sequence[int], uncertainty: float
) -> Iterator[tuple[str, float]]:
    shape, total = counts.shape, sum(cells)
    if total == 0:
        return
    if shape is not None:
        statistic, freedom = chi_square(cells, shape[1])
        yield "chi2", statistic
        yield "cramers_v", cramers_v(statistic, total, *shape)
        yield "p_value", p_value(statistic, freedom)
    if uncertainty > 0:
        yield "rm", risk(counts.cells, cells, uncertainty)


def summary(true: float, values: list[float]) -> Simulated:
    """Return what the draws say of one statistic.

    >>> summary(0.0, [1.0, 2.0, 3.0]).mean
    Fraction(2, 1)
    """
    number, ordered = len(values), sorted(values)
    mean = sum(values) / number
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (number - 1))
    half = _NORMAL * spread / sqrt(number)
    bounds = [_order_bounds(number, level) for level in QUARTILES]
    return Simulated(
        true=Fraction(true),
        mean=Fraction(mean),
        spread=Fraction(spread),
        interval=(Fraction(mean - half), Fraction(mean + half)),
        quartiles=tuple(
            Fraction(ordered[max(0, -(-number * q.numerator // q.denominator) - 1)])
            for q in QUARTILES
        ),
        quartile_bounds=tuple((Fraction(ordered[i]), Fraction(ordered[j])) for i, j in bounds),
        draws=number,
    )


def _order_bounds(number: int, level: Fraction) -> tuple[int, int]:
    """Return places i, j of the ordered draws between which a quantile lies in 95 % at least.

    X_(i+1) <= quantile fails only if at most i draws lie below it: P(Bin(n, q) <= i) <= 1/40.
    With few draws the ends are the least and the largest draw.
    """
    p, q = level.numerator, level.denominator
    rest = q - p
    left = _light(number, p, rest)
    right = _light(number, rest, p)
    return max(0, left - 1), min(number - 1, number - right)


def _light(number: int, p: int, rest: int) -> int:
    """Return how many of the first values 0, 1, ... of Bin(n, p/(p + rest)) weigh at most 1/40.

    Integers of weight comb(n, k) p^k rest^(n-k), each from the one before.
    """
    term, below, k = rest**number, 0, 0
    most = (p + rest) ** number * _OUTSIDE.numerator // _OUTSIDE.denominator
    while below + term <= most:
        below, term, k = below + term, term * (number - k) * p // ((k + 1) * rest), k + 1
    return k
