"""What goes on paper, for the PDF and for a browser that prints: never a dump of numbers."""

from hashlib import sha256

from reports.document.blocks import Grid
from reports.document.slugs import slugs

# A folded grid of so many rows is still read on paper.
_FEW = 20


def is_printed(grid: Grid) -> bool:
    """Tell whether a grid is printed: always if it stands open, and folded if it is short.

    The numbers behind a picture are marked by their name: paper has the picture.
    """
    return not grid.folded or (len(grid.rows) <= _FEW and not grid.name.endswith("-numbers"))


def rows_in_words(grid: Grid) -> str:
    """Return how many rows a grid has.

    >>> rows_in_words(Grid("g", "", (), ((),)))
    '1 row'
    """
    return "1 row" if len(grid.rows) == 1 else f"{len(grid.rows):,} rows"


def file_of(grid: Grid) -> str:
    """Return the name of the file of numbers that stands for a grid: other names, other files."""
    slug = slugs([grid.name])[grid.name]
    if slug == grid.name:
        return f"{slug}.csv"
    told_apart = sha256(grid.name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{slug}-{told_apart}.csv"
