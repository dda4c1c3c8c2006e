"""Figures 2 to 4: chi-square statistics and p-values of the simulated tables, as five numbers."""

from decimal import Decimal
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.document.blocks import Picture
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, drawn
from reports.papers.shlomo_krenzke_li.simulation import DEPENDENT, INDEPENDENT, quartiles
from reports.plots.chart import POINTS

_METHODS = ("Original", "DP Avg", "PRAM Avg", "PRAM Avg cell", "Q Avg", "Q Avg cell")
_ENDS = ("least", "lower quartile", "median", "upper quartile", "largest")
_PLACES = Decimal("0.000001")
_ORDER = "; ".join(f"{i} {name}" for i, name in enumerate(_METHODS, start=1))


def box_plots() -> tuple[Picture, ...]:
    """Return the three figures, drawn from the simulation of 500 tables of each kind."""
    return (
        _picture("2", "chi", DEPENDENT, "chi-square statistic"),
        _picture("3", "chi", INDEPENDENT, "chi-square statistic"),
        _picture("4", "p", INDEPENDENT, "p-value"),
    )


def _picture(number: str, measure: str, kind: str, what: str) -> Picture:
    figure = Figure(
        f"figure-{number}",
        f"Figure {number}: {what} of the weighted counts, {kind.lower()} attributes",
        f"The five numbers of a box plot for each method over 500 simulated tables: {_ORDER}. "
        "Simulated anew: the values drawn in the paper are not printed.",
        "method",
        what,
    )
    found = [quartiles(kind, f"{measure} {method}") for method in _METHODS]
    curves = tuple(
        Curve(end, tuple((Fraction(i), _point(five[k])) for i, five in enumerate(found, 1)), POINTS)
        for k, end in enumerate(_ENDS)
    )
    return drawn(figure, curves)


def _point(value: Decimal) -> Enclosure:
    return Enclosure.point(Fraction(value.quantize(_PLACES)))
