"""A whole release as a certificate says it: its tables, their cells of one person, its targets."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from verification.checking.empty_cells import of_records
from verification.checking.reading import Document, fits, only, ratio, whole
from verification.checking.reals import read_real
from verification.checking.recorded import DIGEST, LINE, OPTIONS, WORD
from verification.checking.refusing import refuse
from verification.checking.table import LARGEST_VALUE, Table, read_table

MOST_CELLS, MOST_TABLES, MOST_DIMENSIONS, MOST_TARGETS, MOST_GRID = 10_000, 1000, 12, 100, 20
FEW_KEYS, MOST_CATEGORIES = 1 << 16, 1 << 20
RELEASE_PARTS = ("keys", "secret", "grid", "targets", "others", "tables")
TABLE_OF_PLAN = ("name", "ptable", "dimensions", "margins", "cells", "count_floor")

NOT_RECORDED: Document = {"format": None, "options": dict.fromkeys(OPTIONS)}
READ_AS: Document = {"sha256": DIGEST, "format": (WORD,), "options": OPTIONS}

Dimensions = frozenset[str]


class Group(NamedTuple):
    """Cells of one person that are alike: by which perturbation table, from which count on.

    ``margin``: a finer cell of the person is published too.
    """

    ptable: int
    floor: int
    margin: bool


class Aim(NamedTuple):
    """An epsilon as written, and the delta that is claimed of the whole release (None: none)."""

    epsilon: str
    delta: Fraction | None


class Release(NamedTuple):
    """The perturbation tables, how many cells of each group a person is in, and the targets.

    ``grid`` is the number of bits of the step of the grid that losses are put on.
    """

    keys: str
    grid: int
    ptables: tuple[Table, ...]
    planned: list[Document]
    categories: dict[str, int]
    groups: dict[Group, int]
    aims: tuple[Aim, ...]

    @property
    def claim(self) -> str:
        """The claim that speaks of it: several cells whose keys add are not composed."""
        return "margins" if self.keys == "sum" and sum(self.groups.values()) > 1 else "composition"


def read_release(cert: Document, own: Table) -> Release:
    """Read the release of a certificate; nothing is composed without a statement about keys."""
    document = cert["release"]
    adds, mixes = document["keys"] == "sum", document["keys"] == "mixed"
    only(document, *RELEASE_PARTS, *(("categories",) if adds and "categories" in document else ()))
    fits(document["keys"], "independent|mixed|sum")
    # Who knows the keys of all others knows their sums, and where a published order leads them.
    fits(document["secret"], "record-keys" if adds or mixes else "record-keys|own-record-key")
    ptables: tuple[Table, ...] = (own, *map(read_other, document["others"]))
    if adds or mixes:  # then empty cells have the key of nobody
        ptables = tuple(of_records(table) if table.zero == "row" else table for table in ptables)
    orders = [
        table.get("key_order")
        for table in (cert["table"], *(other["table"] for other in document["others"]))
    ]
    mixed = all(order is not None and order["kind"] == "mixed" for order in orders)
    many = mixed and min(table.K for table in ptables) > FEW_KEYS
    if mixes and not many:
        refuse("release: a table has no mixed order of more than 65536 keys")
    planned = [read_planned(table, len(ptables)) for table in document["tables"]]
    if not looked_up_once(planned, [order["key"] if mixes else "" for order in orders]):
        refuse("release: the same people are looked up by one key in two perturbation tables")
    names, used = [p["name"] for p in planned], {p["ptable"] for p in planned}
    if not 1 <= len(planned) <= MOST_TABLES or len(set(names)) < len(names):
        refuse("release: there must be 1 to 1000 tables, no two of one name")
    if used != set(range(len(ptables))):
        refuse("release: a perturbation table is not used")
    groups = groups_of(planned, ptables)
    if sum(groups.values()) > MOST_CELLS:
        refuse(f"release: a person is in more than {MOST_CELLS} cells")
    aims = tuple(map(read_aim, document["targets"]))
    if not 0 < len({aim.epsilon for aim in aims}) == len(aims) <= MOST_TARGETS:
        refuse("release: there must be 1 to 100 different epsilons")
    grid = whole(document["grid"], 1, MOST_GRID)
    categories = read_categories(document.get("categories", []), planned)
    return Release(document["keys"], grid, ptables, planned, categories, groups, aims)


def looked_up_once(planned: list[Document], orders: list[str]) -> bool:
    """Tell whether no people are looked up by one key in two perturbation tables.

    Their noises would hang together; only in mixed orders of different texts they do not.
    """
    each = {(people, p["ptable"]) for p in planned for people in p["people"]}
    return len({(people, orders[ptable]) for people, ptable in each}) == len(each)


def read_categories(given: Any, planned: list[Document]) -> dict[str, int]:
    """Read how many values dimensions have, each of them once."""
    known = {name for table in planned for people in table["people"] for name in people}
    found = {name: whole(number, 1, MOST_CATEGORIES) for name, number in given}
    right = len(found) == len(given) and set(found) <= known
    return found if right else refuse("release: categories of no dimension, or twice of one")


def read_other(document: Document) -> Table:
    """Read one more perturbation table than the one that the certificate is about."""
    said = NOT_RECORDED | document
    fits({name: said[name] for name in said if name != "table"}, READ_AS)
    return read_table(said["table"])


def read_planned(document: Document, ptables: int) -> Document:
    """Read a table of the release: its dimensions and margins, or how many cells it has."""
    fits(only(document, *TABLE_OF_PLAN)["name"], LINE)
    whole(document["ptable"], 0, ptables - 1)
    whole(document["count_floor"], 0, LARGEST_VALUE)
    given, margins = document["dimensions"], [*map(read_names, document["margins"])]
    if given is None:
        whole(document["cells"], 1, MOST_CELLS)
        return document | {"people": []} if not margins else refuse("release: margins of no cell")
    dimensions = read_names(given)
    if document["cells"] is not None or not all(margin < dimensions for margin in margins):
        refuse("release: a table has dimensions, margins of some of them, and no number of cells")
    if len(set(margins)) < len(margins):
        refuse("release: a margin stands twice")
    return document | {"people": [dimensions, *margins]}


def read_names(given: Any) -> Dimensions:
    """Read a set of dimensions: names that rise."""
    fits(given, [LINE])
    if given != sorted(set(given)) or len(given) > MOST_DIMENSIONS:
        refuse("release: dimensions must rise, at most 12 of them")
    return frozenset(given)


def read_aim(document: Document) -> Aim:
    """Read an epsilon, and the delta that is claimed there."""
    epsilon, delta = only(document, "epsilon", "delta")["epsilon"], document["delta"]
    value, is_logarithm = read_real(epsilon)
    claimed = None if delta is None else ratio(delta)
    if value <= is_logarithm or (claimed is not None and not 0 < claimed < 1):
        refuse("release: an epsilon must be above 0, and a delta between 0 and 1")
    return Aim(epsilon, claimed)


def groups_of(planned: list[Document], ptables: tuple[Table, ...]) -> dict[Group, int]:
    """Return how many cells of each group a person is in; the same people count once.

    Where two tables print the same cell, both floors hold. Two sets of people that are both the
    person alone are one set, so of the cells looked up in one perturbation table one may be empty
    without the person; the finest comes first, for a margin is empty only where its cells are.
    """
    floors: dict[Dimensions, int] = {}
    for table in planned:
        for people in table["people"]:
            floors[people] = max(floors.get(people, 0), table["count_floor"])
    if len(floors) > MOST_CELLS:
        refuse(f"release: a person is in more than {MOST_CELLS} cells")
    found: dict[Group, int] = {}
    empty: set[int] = set()
    for ptable, people, is_margin in distinct_cells(planned, floors):
        floor = floors[people]
        if floor == 0 and ptables[ptable].zero != "none":
            floor = int(ptable in empty)
            empty.add(ptable)
        group = Group(ptable, floor, is_margin)
        found[group] = found.get(group, 0) + 1
    for table in planned:
        if table["cells"] is not None:
            group = Group(table["ptable"], table["count_floor"], False)
            found[group] = found.get(group, 0) + table["cells"]
    return found


def distinct_cells(
    planned: list[Document], floors: dict[Dimensions, int]
) -> Iterator[tuple[int, Dimensions, bool]]:
    """Yield each cell with its perturbation table once, and whether it is a margin; those last."""
    named = ((table["ptable"], people) for table in planned for people in table["people"])
    cells = dict.fromkeys(named)
    own = {table["people"][0] for table in planned if table["people"]}
    margins = {people for people in floors if people not in own or any(map(people.__lt__, own))}
    for is_margin in (False, True):
        for ptable, people in cells:
            if (people in margins) == is_margin:
                yield ptable, people, is_margin
