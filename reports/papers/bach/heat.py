"""Figure 4: the number m of triples that reveal the bound, over variance V and bound E."""

from fractions import Fraction
from functools import cache

from exact.attacks.least_bound import triples_needed
from exact.numbers.enclosure import Enclosure
from reports.decimals import UP, decimal
from reports.document.blocks import Column, Grid, Number, Picture, Text
from reports.numbers import rational
from reports.papers.bach.values import GERMANY
from reports.plots.drawing import both_widths
from reports.plots.heat import HeatMap
from reports.plots.scale import Axis

BOUNDS = tuple(range(1, 21))
VARIANCES = tuple(Fraction(n, 2) for n in range(1, 21))
_HALF = Fraction(1, 2)
_ENDS = (1, 10, 100, 1000, 10**5, GERMANY, 10**10, 10**15, 10**20)
_LABELS = ("1", "10", "100", "10³", "10⁵", "2.8·10⁷", "10¹⁰", "10¹⁵", "10²⁰", "∞")
_NAME = "figure-4"
_WORDS = (
    "m grows with E and falls with V. It is blank where V exceeds E(E+1)/3, the variance of the "
    "uniform law. Cells from 2.8·10⁷ on keep E hidden in the census output of Germany."
)


needed = cache(triples_needed)


def least_bound(variance: Fraction, outputs: int) -> int | None:
    """Return the least E on the map whose m exceeds the number of triples in the output."""
    found = (E for E in BOUNDS if (m := needed(variance, E)) is not None and m.lo > outputs)
    return next(found, None)


def figure_4() -> Picture:
    """Return the heat map over V = 0.5, 1, ..., 10 and E = 1, ..., 20."""
    cells = tuple(tuple(step_of(needed(V, E)) for V in VARIANCES) for E in BOUNDS)
    title = "Figure 4: triples that reveal E at 68 %, by variance V and bound E"
    across = Axis("V", VARIANCES[0] - _HALF / 2, VARIANCES[-1] + _HALF / 2)
    down = Axis("E", _HALF, BOUNDS[-1] + _HALF, whole=True)
    chart = HeatMap(_NAME, (title, _WORDS), across, down, cells, "m", _LABELS)
    return Picture(_NAME, title, _WORDS, (_WORDS,), both_widths(chart), _behind(title))


def step_of(m: Enclosure | None) -> int | None:
    """Return the step i with ends[i] < m <= ends[i + 1]; m = 1 is in the first too.

    >>> [step_of(Enclosure(Fraction(m), Fraction(m))) for m in (1, 10, 11, GERMANY, GERMANY + 1)]
    [0, 0, 1, 4, 5]
    """
    return None if m is None else max(0, sum(1 for end in _ENDS if end < m.lo) - 1)


def _behind(title: str) -> Grid:
    columns = (Column("V", True), *(Column(f"E = {E}", True) for E in BOUNDS))
    rows = tuple(((rational(V),), *(_cell(needed(V, E)) for E in BOUNDS)) for V in VARIANCES)
    return Grid(f"{_NAME}-values", f"{title}: the values", columns, rows, folded=True)


def _cell(m: Enclosure | None) -> Text:
    if m is None:
        return ("",)
    if m.lo == m.hi:
        return (rational(m.lo, digits=5),)
    return (Number(decimal(m.hi, 5, UP), f"between {m.lo} and {m.hi}", "≤"),)
