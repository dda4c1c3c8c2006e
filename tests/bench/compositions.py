"""The speed of composition: beside dp-accounting at comparable width, and how it grows."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from importlib import import_module

from exact.composition.dominating import dominating_pair
from exact.composition.enclosed import composed_delta
from exact.numbers.epsilon import Epsilon
from reports.peers.google_composition import Case, estimate
from tests.bench.claim import Claim, ms
from tests.bench.timing import best_times, exponents
from tests.certificate.making import example_1

MOST_AGAINST_PEER = 2.0
MOST_EXPONENT = 1.5
# Its step whose two estimates lie about as far apart as our bounds on the grid of so many bits.
CASE = Case(100, Fraction(3), Fraction(1, 10**4), 7)
CELLS, BITS = (50, 100, 200, 400), (8, 9, 10, 11)


def composition_claims() -> Iterator[Claim]:
    """100 cells of Example 1 against dp-accounting, and exponents of cells and grid points."""
    pair, at = dominating_pair(example_1()), Epsilon(value=CASE.epsilon)
    pld = import_module("dp_accounting.pld.privacy_loss_distribution")
    ours = partial(composed_delta, [(pair, CASE.cells)], at, CASE.grid_bits)
    works = [partial(estimate, pld, pair, CASE, side) for side in (True, False)]
    time, *theirs = best_times([ours, *works], 3)
    high, low = (work() for work in works)
    bounds = ours()
    if not low <= bounds.hi or not bounds.lo <= high:
        raise ValueError("dp-accounting's estimates do not hold the truth")
    width, its = float(bounds.width), float(high - low)
    yield Claim(
        "100 cells of Example 1, proved / dp-accounting's two estimates",
        f"{time / sum(theirs):.2f} ({ms(time)}, width {width:.1e} / {ms(sum(theirs))}, {its:.1e})",
        f"<= {MOST_AGAINST_PEER:g}, no wider",
        time <= MOST_AGAINST_PEER * sum(theirs) and width <= its,
    )
    points = []
    for m in CELLS:
        for bits in BITS:
            work = partial(composed_delta, [(pair, m)], Epsilon(value=Fraction(m, 40)), bits)
            (time,) = best_times([work], 2)
            points.append((m, 1 << bits, time))
    for name, power in zip(("cells", "points of the grid"), exponents(points), strict=True):
        holds = power <= MOST_EXPONENT
        yield Claim(
            f"composition: exponent of {name}", f"{power:.2f}", f"<= {MOST_EXPONENT:g}", holds
        )
