"""Partitions of one set of people: how its count falls into cells, and the noise of their sum."""

from dataclasses import dataclass
from functools import reduce

from exact.attacks.bound import convolution
from exact.errors import InputError
from exact.numbers.guard import integer
from exact.pmf import Pmf
from exact.table.ptable import MAX_COUNT, PTable, Stop

MAX_CATEGORIES = 64


@dataclass(frozen=True, slots=True)
class Partition:
    """True counts of the cells, none of them empty: an empty cell has no records and no key.

    >>> Partition((3, 4)).count
    7
    """

    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.cells) <= MAX_CATEGORIES:
            raise _no_partition(len(self.cells))
        for cell in self.cells:
            integer(cell, "cells", 1, MAX_COUNT)

    @property
    def count(self) -> int:
        """The true count of all."""
        return sum(self.cells)


def even_partition(count: int, categories: int) -> Partition:
    """Return the partition into cells that differ by 1 at most, the larger ones first.

    >>> even_partition(11, 3)
    Partition(cells=(4, 4, 3))
    """
    integer(count, "count", 1, MAX_COUNT)
    if not 2 <= integer(categories, "categories", 0, MAX_COUNT) <= MAX_CATEGORIES:
        raise _no_partition(categories)
    if count < categories:
        rule = f"is too small for {categories} cells that are not empty"
        raise InputError("count", count, rule, f"give at least {categories}")
    each, more = divmod(count, categories)
    return Partition((each + 1,) * more + (each,) * (categories - more))


def usual_count(table: PTable, categories: int) -> int:
    """Return a count whose even cells use the last row, or the largest that the table covers."""
    last = max(table.last_count, 1)
    return last if isinstance(table.beyond, Stop) else last * categories


def independent_noise(table: PTable, partition: Partition) -> Pmf:
    """Return the law of the sum of the cells' noises where their keys are independent.

    >>> from exact.table.row import Row
    >>> coin = PTable(2, 1, (Row(((-1, 1), (1, 1))),))
    >>> independent_noise(coin, Partition((1, 2))).weights
    (1, 2, 1)
    """
    return reduce(convolution, (table.row(cell).pmf for cell in partition.cells))


def _no_partition(categories: int) -> InputError:
    rule = f"must be from 2 to {MAX_CATEGORIES}: one cell is the total itself"
    return InputError("categories", categories, rule, "a sex breakdown has 2")
