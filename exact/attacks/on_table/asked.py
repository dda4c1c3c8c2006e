"""What is attacked: a table, a true count in its partition, how keys are made, how sure to be."""

from dataclasses import dataclass
from fractions import Fraction

from exact.attacks.every_key import MAX_KEYS
from exact.attacks.partitions import Partition, even_partition, usual_count
from exact.attacks.tuples_needed import CONFIDENCE, MAX_OUTPUTS
from exact.errors import InputError
from exact.margins.counts import key_row
from exact.margins.residues import by_residues
from exact.numbers.guard import Rational, integer, probability
from exact.table.lookups import looked_up_by_records
from exact.table.ptable import MAX_COUNT, PTable
from exact.table.row import Row

INDEPENDENT, SUM = "independent", "sum"
LEVELS = (Fraction(95, 100), Fraction(99, 100))
# The triples of women, men and all in the census output of Germany, Bach footnote 14.
USUAL_OUTPUTS = 28_000_000
MAX_VARIANCE = 1000


@dataclass(frozen=True, slots=True)
class Asked:
    """The attacked table. ``keys`` says how keys of cells are made, ``outputs`` how many triples.

    The table covers every cell of the partition and its total. ``triple_level`` is the confidence
    of Bach's (7), ``levels`` those of the other attacks; ``variance`` stands for the table's own
    where the least bound is looked for.
    """

    table: PTable
    partition: Partition
    keys: str = INDEPENDENT
    levels: tuple[Fraction, ...] = LEVELS
    triple_level: Fraction = CONFIDENCE
    outputs: int = USUAL_OUTPUTS
    variance: Fraction | None = None

    def __post_init__(self) -> None:
        for count in (*self.partition.cells, self.partition.count):
            self.table.row(count)
        for level in (*self.levels, self.triple_level):
            probability(level, "confidence")
        integer(self.outputs, "outputs", 1, MAX_OUTPUTS)
        if self.variance is not None and not 0 < self.variance <= MAX_VARIANCE:
            rule = f"must be above 0 and at most {MAX_VARIANCE}"
            raise InputError("variance", self.variance, rule, "give for example 2")

    @property
    def seen(self) -> PTable:
        """The table as cells see it: where keys add, an empty cell has the key of nobody.

        Where they are independent, those of empty cells are assumed to be so too.
        """
        return looked_up_by_records(self.table) if self.adds else self.table

    @property
    def assumes_of_nobody(self) -> bool:
        """Whether it matters that keys of empty cells are assumed to be uniform."""
        return not self.adds and looked_up_by_records(self.table) is not self.table

    def key_rows(self) -> tuple[Row, ...]:
        """Return the rows of the cells key by key: a key order is spread out while keys are few."""
        few = self.table.key_order is None or self.table.keysize <= MAX_KEYS
        table = by_residues(self.table) if few else self.table
        return tuple(key_row(table, cell) for cell in self.partition.cells)

    @property
    def adds(self) -> bool:
        """Whether the keys of cells add up to that of their margin."""
        return self.keys == SUM


def partition_of(
    table: PTable,
    count: Rational | str | None,
    categories: Rational | str | None,
    cells: str | None,
) -> Partition:
    """Return the partition that is asked for: by its cells, or even.

    >>> from exact.table.row import Row
    >>> table = PTable(1, 1, (Row(((0, 1),)),))
    >>> partition_of(table, 7, None, None).cells, partition_of(table, None, None, "2,3,4").cells
    ((4, 3), (2, 3, 4))
    """
    if cells is not None:
        if count is not None or categories is not None:
            rule = "says the count and the categories already"
            raise InputError("cells", cells, rule, "leave out --count and --categories")
        return Partition(tuple(integer(part, "cells", 1, MAX_COUNT) for part in cells.split(",")))
    c = 2 if categories is None else integer(categories, "categories", 0, MAX_COUNT)
    n = usual_count(table, max(c, 1)) if count is None else integer(count, "count", 0, MAX_COUNT)
    return even_partition(n, c)
