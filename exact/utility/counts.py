"""The counts of a user, cell by cell, and whether they are a two-way table."""

from collections import Counter
from dataclasses import dataclass

from exact.errors import InputError
from exact.table.ptable import MAX_COUNT

MAX_CELLS = 100_000


@dataclass(frozen=True)
class Counts:
    """Cells row by row; ``columns`` where they are a two-way table, and None where they are a list.

    ``left_out`` says how many cells of the file were margins.

    >>> Counts((1, 2, 3, 4, 5, 6), 3).shape
    (2, 3)
    """

    cells: tuple[int, ...]
    columns: int | None = None
    left_out: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.cells) <= MAX_CELLS:
            rule = f"must be from 1 to {MAX_CELLS} cells"
            raise InputError("counts", len(self.cells), rule, "give the counts of a table")
        for count in self.cells:
            if type(count) is not int or not 0 <= count <= MAX_COUNT:
                rule = "is no count: it must be an integer from 0 to 2^61"
                raise InputError("count", count, rule, "give true counts")
        if self.columns is not None and len(self.cells) % self.columns:
            raise InputError("columns", self.columns, "do not fill the rows", "give whole rows")

    @property
    def total(self) -> int:
        """The sum of all cells."""
        return sum(self.cells)

    @property
    def shape(self) -> tuple[int, int] | None:
        """Rows and columns, of a two-way table."""
        return None if self.columns is None else (len(self.cells) // self.columns, self.columns)

    @property
    def by_count(self) -> Counter[int]:
        """How many cells have each count: what depends on the count alone is computed once."""
        return Counter(self.cells)

    def rows(self) -> list[tuple[int, ...]]:
        """Return the rows of a two-way table; a list is one row."""
        width = self.columns or len(self.cells)
        return [self.cells[i : i + width] for i in range(0, len(self.cells), width)]
