"""Colours, dashes and markers: a series is told apart by all of them, never by colour alone.

The colours are those of Okabe and Ito ("Color Universal Design", 2008), without their yellow and
with orange and sky blue darkened, so that each has a contrast of at least 3:1 on white. The heat
steps run from light (little) to dark (much) with falling luminance, so they survive grey printing.
A page may override any of them by class: s0..s7 and h0..h8.
"""

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#000000",
    "#b37a00",
    "#4a9bc9",
    "#767676",
)
DASHES = ("", "8 4", "2 3", "10 3 2 3", "14 4", "5 2 1 2 1 2", "4 2", "16 3 4 3")
HEAT = (
    "#fdeeb5",
    "#f2d58b",
    "#d8c17c",
    "#b4ab79",
    "#919578",
    "#6f7f76",
    "#4d6a72",
    "#25536b",
    "#00325c",
)
INK, AXIS, GRID = "#333333", "#555555", "#e2e2e2"


def colour(index: int) -> str:
    """Return the colour of a series; after the last comes the first again."""
    return COLOURS[index % len(COLOURS)]


def dash(index: int) -> str:
    """Return the dash pattern that goes with a colour; "" is a solid line."""
    return DASHES[index % len(DASHES)]


def series_class(index: int) -> str:
    """Return the class by which a page may give the series another colour."""
    return f"s{index % len(COLOURS)}"
