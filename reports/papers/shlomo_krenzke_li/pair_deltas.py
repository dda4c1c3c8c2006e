"""The tight delta of PRAM and of drop/add-up-to-q for every pair of neighbouring counts."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from exact.laws.exp_ratio import ExpRatio
from exact.mechanisms.pram import BLOCK, PRINTED
from exact.mechanisms.truncated_rows import released_delta
from exact.mechanisms.up_to_q import up_to_q_table
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.table.pairs import PairProfile, pair_profiles
from reports.document.blocks import Picture
from reports.papers.sadeghi_chien.figure_curves import Figure, Quantity, curve, drawn
from reports.papers.shlomo_krenzke_li.mechanisms import (
    EPSILON,
    LAST_PAIR,
    LAW,
    both_ways,
    derived_pram,
    printed_pram,
)
from reports.plots.chart import POINTS

BITS = 40
Q_EPSILON = Epsilon(value=Fraction("0.01"))
PAIRS = range(LAST_PAIR + 1)


def pram_picture() -> Picture:
    """Return delta at epsilon = 2 for every pair of counts that differs from all others."""
    figure = Figure(
        "pram-delta",
        "δ of PRAM at ε = 2 for the counts n and n + 1",
        "δ is 0.88 for the counts 0 and 1, because zeros are not perturbed, and for 6 and 7, where "
        "the matrices meet. With p = m − v it is 0.88 next to the multiples of 15, with p = v − m "
        "1 across them. In between it falls to that of the noise, 6·10⁻⁷.",
        "n",
        "δ",
        log_y=True,
    )
    places = [Fraction(n) for n in PAIRS]
    noise = LAW.delta.enclosure(BITS)
    return drawn(
        figure,
        (
            curve("p = m − v, derived", places, _derived(PRINTED), POINTS),
            curve("p = v − m, derived", places, _derived(BLOCK), POINTS),
            curve("p = m − v, as printed", places, printed_delta(PRINTED), POINTS),
            curve("p = v − m, as printed", places, printed_delta(BLOCK), POINTS),
            curve("differential privacy", places, lambda _: noise),
        ),
    )


def q_picture() -> Picture:
    """Return delta at epsilon = 0.01 of drop/add-up-to-q: every eleventh pair up to 620.

    Pairs with the same two q have the same delta; the pairs where q changes are all there.
    """
    figure = Figure(
        "q-delta",
        "δ of drop/add-up-to-q at ε = 0.01 for the counts n and n + 1",
        "δ is 1/(2q + 1) where both counts have the same q, 2/(2q + 1) where q grows to q at a "
        "multiple of 100, and 2/3 for the counts 0 and 1.",
        "n",
        "δ",
    )
    places = [Fraction(n) for n in (0, *range(1, 620, 11), 99, 100, 101, 200, 300, 400, 500, 600)]
    return drawn(figure, (curve("δ", sorted(set(places)), _of_q, POINTS),))


def _derived(reading: str) -> Quantity:
    return lambda n: derived_delta(int(n), reading).enclosure(BITS)


@cache
def derived_delta(count: int, reading: str) -> ExpRatio:
    """Return the tight delta at epsilon = 2 of the counts n and n + 1, the larger direction."""
    one, other = derived_pram(count, reading), derived_pram(count + 1, reading)
    return largest((released_delta(one, other), released_delta(other, one)))


def largest(numbers: Iterable[ExpRatio]) -> ExpRatio:
    """Return the largest of exact numbers."""
    best, *rest = numbers
    for one in rest:
        if (one - best).sign() > 0:
            best = one
    return best


def printed_delta(reading: str) -> Quantity:
    """Return the same by the rows as printed, as a function of n."""

    def quantity(n: Fraction) -> Enclosure:
        found = both_ways(lambda count: printed_pram(count, reading), int(n))
        one, other = (one.delta(EPSILON) for one in found)
        return (one if one.compare_to(other) >= 0 else other).enclosure(BITS)

    return quantity


@cache
def q_pairs() -> tuple[PairProfile, ...]:
    """Return the profiles of drop/add-up-to-q, each pair of rows once."""
    return tuple(pair_profiles(up_to_q_table()))


def _of_q(n: Fraction) -> Enclosure:
    last = up_to_q_table().last_count
    found = [pair.profile.delta(Q_EPSILON) for pair in q_pairs() if min(int(n), last) in pair.alike]
    return max((delta.enclosure(BITS) for delta in found), key=lambda e: e.lo)
