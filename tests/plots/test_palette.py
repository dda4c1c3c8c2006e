"""Colours that everybody can tell apart, and never colours alone."""

from itertools import pairwise

from reports.plots.markers import marker
from reports.plots.palette import COLOURS, DASHES, HEAT, colour, dash, series_class


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2 for #rrggbb."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_series_colour_stands_out_on_white() -> None:
    """The contrast is at least 3:1, which WCAG 2 asks of graphics (1.4.11)."""
    assert all(1.05 / (luminance(colour) + 0.05) >= 3 for colour in COLOURS)


def test_heat_steps_darken_evenly() -> None:
    """Luminance falls from each step to the next, visibly: they are ordered without colours too."""
    values = [luminance(colour) for colour in HEAT]
    assert len(values) == 9
    assert all(a - b > 0.02 for a, b in pairwise(values))


def test_series_differ_in_more_than_colour() -> None:
    """Eight series have eight colours, eight dashes and eight markers; the ninth is the first."""
    shapes = [marker(index, 0, 0, 30) for index in range(8)]
    assert len(set(COLOURS)) == len(set(DASHES)) == len(set(shapes)) == 8
    assert (colour(8), dash(8), series_class(8)) == (colour(0), dash(0), "s0")
