"""What a comparison says: totals by column, the first disagreements, the integers, the cost."""

from dataclasses import dataclass
from fractions import Fraction

from verification.comparison.cost import Cost
from verification.comparison.explaining import Explained
from verification.comparison.integers import IntegerReport
from verification.comparison.judge import RIGHT
from verification.comparison.other_gamma import OtherGamma

# What follows for the table, or where there is none for the law.
SAME, DIGITS, DIFFERENT = "same", "digits", "different"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The first value for a noise value that had one already."""

    line: int
    z: int


@dataclass(frozen=True, slots=True)
class ColumnTotal:
    """How many values of a column have which verdict.

    ``digits`` are the fewest and the most digits printed, ``units`` the smallest and the largest
    unit of a last place; integers, which have the digits that they need, are left out of both.
    ``missing`` counts the noise values of the support without a value, ``duplicates`` the values
    for a noise value that had one already (each is judged all the same). ``keys`` counts those
    that are numbers of keys in the place of probabilities, ``harmless`` those that are not right
    and leave the table as it is.
    """

    column: str
    verdicts: dict[str, int]
    digits: tuple[int, int] | None
    units: tuple[Fraction, Fraction] | None
    missing: int
    duplicates: int
    first_duplicate: Duplicate | None
    keys: int
    harmless: int

    @property
    def mixed(self) -> bool:
        """Tell whether the precision varies: neither the digits nor the last place are fixed."""
        ranges = (self.digits, self.units)
        return all(found is not None and found[0] != found[1] for found in ranges)

    @property
    def values(self) -> int:
        """How many values were printed."""
        return sum(self.verdicts.values())

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(self.verdicts.get(verdict, 0) for verdict in RIGHT)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the output of another program is worth; ``place`` is what its rows are counted in.

    ``moves_integers``: the printed p that are not right, together, lead to another table.
    ``other_gamma`` is the law that would give the printed values, where that is another.
    """

    rows: int
    place: str
    columns: tuple[ColumnTotal, ...]
    ignored: tuple[str, ...]
    disagreements: tuple[Explained, ...]
    integers: IntegerReport | None
    cost: Cost | None
    moves_integers: bool
    other_gamma: OtherGamma | None

    @property
    def values(self) -> int:
        """How many values were judged."""
        return sum(total.values for total in self.columns)

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(total.right for total in self.columns)

    @property
    def duplicates(self) -> int:
        """How many values stand where one stood already."""
        return sum(total.duplicates for total in self.columns)

    @property
    def changing(self) -> int:
        """How many values that are not right belong to another table."""
        harmless = sum(total.harmless for total in self.columns)
        moved = sum(total.harmless for total in self.columns if total.column == "p")
        return self.values - self.right - harmless + (moved if self.moves_integers else 0)

    @property
    def verdict(self) -> str:
        """What follows for the table: the same, the same with other digits, or a different one."""
        if self.right == self.values:
            return SAME
        return DIFFERENT if self.changing else DIGITS

    @property
    def agrees(self) -> bool:
        """Tell whether every value is right and none stands twice."""
        return self.right == self.values and not self.duplicates
