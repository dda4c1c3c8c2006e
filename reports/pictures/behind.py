"""The numbers behind a picture, as a folded grid; what is left out of it is said."""

from collections.abc import Iterable
from itertools import islice

from reports.document.blocks import Column, Grid, Inline
from reports.plots.thinning import MOST_POINTS, is_thinned

MOST_ROWS = 5000


def numeric(*titles: str) -> tuple[Column, ...]:
    """Return columns of numbers."""
    return tuple(Column(title, numeric=True) for title in titles)


def grid_behind(
    name: str,
    caption: str,
    columns: tuple[Column, ...],
    rows: Iterable[tuple[Inline, ...]],
    total: int,
) -> Grid:
    """Return the grid of a picture's numbers: at most ``MOST_ROWS`` of ``total`` rows."""
    cells = tuple(tuple((cell,) for cell in row) for row in islice(rows, MOST_ROWS))
    left_out = ""
    if total > MOST_ROWS:
        listed = f" The first {MOST_ROWS:,} of {total:,} rows are listed;"
        left_out = f"{listed} the certificate holds them all."
    return Grid(f"{name}-numbers", caption + left_out, columns, cells, folded=True)


def thinning_text(points: int) -> str:
    """Return what to say of a series of so many points: nothing where all are drawn."""
    if not is_thinned(points):
        return ""
    return (
        f" Of {points:,} points about {MOST_POINTS} are drawn, the highest and the lowest of each"
        " stretch among them."
    )
