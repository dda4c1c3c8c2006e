"""A plan of a release: which tables are published of the same people, and what their keys are.

A person is in one cell of each table and in one cell of each published margin. Such a cell is the
set of all people who share the values of its dimensions, so a set of dimensions names it, whatever
table it is printed in: ``{"sex", "age"}``, and ``{}`` for the total.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon

INDEPENDENT, SUM, MIXED = "independent", "sum", "mixed"
KEYS = (INDEPENDENT, SUM, MIXED)
_XORED = "xor4"  # known to an audit, and no statement of a plan
RECORD_KEYS, OWN_KEY = "record-keys", "own-record-key"
SECRETS = (RECORD_KEYS, OWN_KEY)
MAX_TABLES = 1000
MAX_NAME = 200
# How many cells one person may be in: each is a release of its own.
MAX_CELLS = 10_000
# How many its tables list, those that two of them print counted twice.
MAX_LISTED = 20_000
MAX_COUNT_FLOOR = 1 << 61
MAX_CATEGORIES = 1 << 20

Dimensions = frozenset[str]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a table's perturbation table is: the path of a ``ptable`` or of a ``certificate``.

    ``options`` are what is said about how to read a file, as on the command line.
    """

    kind: str
    path: str
    options: tuple[tuple[str, str], ...] = ()


def people_at_least(
    dimensions: Dimensions, known: Dimensions, categories: Mapping[str, int]
) -> int:
    """Return how many people a cell has, if somebody lives in every combination of values.

    One for each combination of the dimensions that it does not name, of two values or more.

    >>> people_at_least(frozenset("a"), frozenset("abc"), {"c": 3})
    6
    """
    number = prod(categories.get(name, 2) for name in known - dimensions)
    return min(number, MAX_COUNT_FLOOR)


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One table of a plan: its cells by dimensions and margins, or only how many there are.

    ``count_floor`` says that no true count of its cells is smaller, with the person and without.
    ``epsilon`` is the epsilon_i of each of its cells in the sum of Theorem 7.1, where the plan
    states one.
    """

    name: str
    source: Source
    dimensions: Dimensions | None = None
    margins: tuple[Dimensions, ...] = ()
    cells: int | None = None
    count_floor: int = 0
    epsilon: Epsilon | None = None

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > MAX_NAME:
            rule = f"must have from 1 to {MAX_NAME} characters"
            raise InputError("name", self.name, rule, "name the table")
        if (self.dimensions is None) == (self.cells is None):
            rule = "needs either its dimensions or the number of its cells that a person is in"
            remedy = 'give dimensions = ["sex", "age"], or cells = 10'
            raise InputError("table", self.name, rule, remedy)
        self._check_cells()
        if not 0 <= self.count_floor <= MAX_COUNT_FLOOR:
            rule = "must be a count, from 0 to 2^61"
            raise InputError("count_floor", self.count_floor, rule, "for example 10")
        if self.epsilon is not None and self.epsilon.is_zero:
            raise InputError("epsilon", 0, "of a table must be greater than 0", "for example 1/3")

    def _check_cells(self) -> None:
        if not 1 <= self.size <= MAX_CELLS:
            rule = f"a person is in so many cells of {self.name!r}, not in 1 to {MAX_CELLS}"
            raise InputError("cells", self.size, rule, "plan fewer cells")
        for margin in self.margins:
            if self.dimensions is None or not margin <= self.dimensions:
                unknown = sorted(margin - (self.dimensions or frozenset()))
                rule = f"is no dimension of the table {self.name!r}"
                raise InputError("margins", ", ".join(unknown), rule, "use its dimensions alone")
        if len(set(self.people())) < len(self.margins) + (self.cells is None):
            rule = "names the same margin twice, or the table itself"
            raise InputError("margins", self.name, rule, "name each margin once")

    @property
    def size(self) -> int:
        """How many of its cells a person is in: one of the table, one of each margin."""
        return 1 + len(self.margins) if self.cells is None else self.cells

    def people(self) -> Iterator[Dimensions]:
        """Yield the dimensions of each cell that a person is in, where the plan says them."""
        if self.dimensions is not None:
            yield self.dimensions
            yield from self.margins


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole release: never without a statement about keys, and no two tables of one name.

    ``keys`` says how the keys of cells hang together, ``secret`` what an attacker does not know,
    ``categories`` how many values a dimension has, where that is said. ``occupied``: somebody lives
    in every combination of the values of all dimensions, with the person and without. ``title`` is
    the name of the release, empty where none is given.
    """

    keys: str
    tables: tuple[PlannedTable, ...]
    secret: str = RECORD_KEYS
    categories: tuple[tuple[str, int], ...] = ()
    title: str = ""
    occupied: bool = False

    def __post_init__(self) -> None:
        if self.keys == _XORED:
            rule = "keys of margins are not independent, and a release of them is not composed"
            remedy = f"ptcert audit --cell-keys {_XORED} bounds two cells with their margin"
            raise InputError("keys", self.keys, rule, remedy)
        if self.keys not in KEYS:
            rule = "is no statement about the keys of cells"
            raise InputError("keys", self.keys, rule, f"use {', '.join(KEYS)}")
        if self.secret not in SECRETS:
            rule = "is nothing that a plan can keep secret"
            raise InputError("secret", self.secret, rule, f"use {' or '.join(SECRETS)}")
        if not 1 <= len(self.tables) <= MAX_TABLES:
            rule = f"must be from 1 to {MAX_TABLES} tables"
            raise InputError("table", len(self.tables), rule, "add a [[table]] for each")
        listed = sum(table.size for table in self.tables)
        if listed > MAX_LISTED:
            rule = f"cells of one person are listed by all tables, more than {MAX_LISTED}"
            raise InputError("tables", listed, rule, "plan fewer margins")
        names = [table.name for table in self.tables]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            rule = "is the name of two tables"
            raise InputError("name", twice[0], rule, "give each table a name of its own")
        if len(self.title) > MAX_NAME:
            rule = f"has more than {MAX_NAME} characters"
            raise InputError("title", self.title, rule, "give a shorter one")
        self._check_categories()
        self._check_occupied()

    def _check_occupied(self) -> None:
        for table in self.tables:
            if self.occupied and table.dimensions is not None:
                least = people_at_least(table.dimensions, self._known(), dict(self.categories))
                if table.count_floor < least:
                    rule = (
                        f"is said of every cell, and the floor of {table.name!r} is below {least}"
                    )
                    raise InputError("occupied", "true", rule, f"give it count_floor = {least}")

    def _known(self) -> Dimensions:
        """Return the dimensions of all tables."""
        return frozenset(name for table in self.tables for cell in table.people() for name in cell)

    def _check_categories(self) -> None:
        known = self._known()
        for name, number in self.categories:
            if name not in known:
                rule = "is no dimension of any table"
                raise InputError("categories", name, rule, "name the dimensions of the tables")
            if not 1 <= number <= MAX_CATEGORIES:
                rule = f"{name!r} must have from 1 to {MAX_CATEGORIES} categories"
                raise InputError("categories", number, rule, "for example sex = 2")
