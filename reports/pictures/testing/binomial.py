"""The exact law of the likelihood ratio statistic, and the power of the test over p.

The law is what figure 4 of Rinott, O'Keefe, Shlomo and Skinner shows by 500 draws.
"""

from collections.abc import Iterator
from fractions import Fraction

from exact.inference.binomial import BinomialTest, Critical, statistic_bounds
from exact.numbers.balls import bounds_of
from exact.numbers.enclosure import Enclosure
from reports.decimals import NEAREST, decimal
from reports.document.blocks import Inline, Picture
from reports.numbers import enclosed, rational, whole
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import linear_axis
from reports.plots.chart import LINE, STEMS, Chart, Panel, Point, Series
from reports.plots.drawing import both_widths
from reports.plots.scale import Axis

# As in the figure: what is larger is drawn at 50.
_DRAWN_UP_TO = Fraction(50)
_HEIGHT = 260
_CURVE = 50
_DIGITS = 4


def law_picture(test: BinomialTest, true: Fraction, name: str, title: str) -> Picture:
    """Return the probability of every value of the statistic of p = p_0 if p is ``true``."""
    masses = _masses(test, true)
    largest = max(value for value, _ in masses)
    x = Axis("2 log(likelihood ratio)", Fraction(-1, 2), max(Fraction(1), largest) + 1)
    y = linear_axis("probability", (Fraction(0), *(mass for _, mass in masses)), _HEIGHT)
    series = Series("", STEMS, tuple(masses), 0, 1)
    words = _words(test, true)
    drawing = both_widths(Chart(name, title, words, x, (Panel(y, (series,), height=_HEIGHT),)))
    columns = numeric("released", "statistic", "probability")
    behind = grid_behind(name, f"{title}.", columns, _rows(test, true), len(test.outcomes))
    caption = (
        "Every value of the statistic with its probability, computed; those above 50 are drawn at "
        "50, and released values with the same statistic together."
    )
    return Picture(name, title, words, (caption,), drawing, behind)


def _masses(test: BinomialTest, true: Fraction) -> list[Point]:
    """Return the probabilities by rank, as they are drawn."""
    places: dict[int, Fraction] = {}
    masses: dict[int, Fraction] = {}
    for outcome, chance in zip(test.outcomes, test.chances(true), strict=True):
        places[outcome.rank] = min(statistic_bounds(outcome).lo, _DRAWN_UP_TO)
        mass = bounds_of(chance).lo
        masses[outcome.rank] = masses.get(outcome.rank, Fraction(0)) + mass
    return sorted((places[rank], mass) for rank, mass in masses.items())


def _rows(test: BinomialTest, true: Fraction) -> Iterator[tuple[Inline, ...]]:
    for outcome, chance in zip(test.outcomes, test.chances(true), strict=True):
        yield (
            whole(outcome.released),
            enclosed(statistic_bounds(outcome)),
            enclosed(bounds_of(chance)),
        )


def _words(test: BinomialTest, true: Fraction) -> str:
    chances = zip(test.outcomes, test.chances(true), strict=True)
    likeliest = max(chances, key=lambda pair: bounds_of(pair[1]).lo)[0]
    value = decimal(statistic_bounds(likeliest).hi, _DIGITS, NEAREST)
    return (
        f"If p = {true}, the likeliest released value is {likeliest.released}; the statistic of "
        f"p = {test.hypothesis} is then {value}. {len(test.outcomes)} values can be released."
    )


def power_picture(test: BinomialTest, critical: Fraction | Critical) -> Picture:
    """Return the probability that p = p_0 is rejected, over the true p."""
    name, title = "binomial-power", f"How likely p = {test.hypothesis} is rejected"
    curve = [(Fraction(k, _CURVE), test.rejection(Fraction(k, _CURVE), critical)) for k in _inner()]
    x, y = Axis("true p", Fraction(0), Fraction(1)), Axis("probability", Fraction(0), Fraction(1))
    points = tuple((p, chance.lo) for p, chance in curve)
    level = test.rejection(test.hypothesis, critical)
    words = f"If p = {test.hypothesis} it is rejected with probability {_short(level)}: the level."
    drawing = both_widths(Chart(name, title, words, x, (Panel(y, (Series("", LINE, points, 0),)),)))
    rows = ((rational(p), enclosed(chance)) for p, chance in curve)
    behind = grid_behind(name, f"{title}.", numeric("true p", "rejected"), rows, len(curve))
    return Picture(name, title, words, ("Each point is a finite sum.",), drawing, behind)


def _inner() -> range:
    return range(1, _CURVE)


def _short(bounds: Enclosure) -> str:
    return decimal(bounds.hi, _DIGITS, NEAREST)
