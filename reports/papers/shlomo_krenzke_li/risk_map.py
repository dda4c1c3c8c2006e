"""Figure 1: risk RM against Hellinger's distance for dependent attributes."""

from decimal import Decimal
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.document.blocks import Picture
from reports.papers.sadeghi_chien.figure_curves import Curve, Figure, drawn
from reports.papers.shlomo_krenzke_li.published import RISK, WEIGHTED
from reports.papers.shlomo_krenzke_li.simulation import DEPENDENT, METHODS, simulated
from reports.plots.chart import POINTS

_PLACES = Decimal("0.00001")


def figure_1() -> Picture:
    """Return the map by the printed Tables 4 and 5, and by the simulation."""
    figure = Figure(
        "figure-1",
        "Figure 1: risk and utility of the weighted counts, dependent attributes",
        "By print DP has the smallest distance and the highest risk, then PRAM, then Q. Simulated "
        "with Tables 2 and 3, PRAM lies beside DP.",
        "Hellinger's distance",
        "RM",
    )
    curves = [Curve(f"{method}, printed", (_printed(method),), POINTS) for method in METHODS]
    curves += [Curve(f"{method}, simulated", (_simulated(method),), POINTS) for method in METHODS]
    return drawn(figure, tuple(curves))


def _printed(method: str) -> tuple[Fraction, Enclosure]:
    risk = Fraction(RISK[DEPENDENT][METHODS.index(method)])
    return Fraction(WEIGHTED[DEPENDENT][f"{method} Avg"][3]), Enclosure(risk, risk)


def _simulated(method: str) -> tuple[Fraction, Enclosure]:
    found = simulated(DEPENDENT)
    distance, risk = (
        Fraction(found[name][0].quantize(_PLACES))
        for name in (f"weighted distance {method} Avg", f"risk {method}")
    )
    return distance, Enclosure(risk, risk)
