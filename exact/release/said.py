"""What a plan says of keys, held against its perturbation tables: is it possible at all?"""

from collections.abc import Sequence
from dataclasses import replace

from exact.errors import InputError
from exact.keyorder.order import Mixed
from exact.margins.worst import MOST_LISTED
from exact.release.cells import Cells, ReleasedTable, lookups_of
from exact.release.plan import INDEPENDENT, MIXED, RECORD_KEYS, Dimensions, Plan
from exact.table.lookups import looked_up_by_records
from exact.table.ptable import PTable


def check_keys(plan: Plan, tables: Sequence[ReleasedTable]) -> None:
    """Refuse what is said about keys where the perturbation tables say otherwise, or nothing."""
    if plan.keys == MIXED:
        for table in (released.table for released in tables):
            _check_mixed(table)
    if plan.keys != INDEPENDENT and plan.secret != RECORD_KEYS:
        rule = "is not answered for keys that add: who knows all others knows their sums"
        remedy = f'write secret = "{RECORD_KEYS}", or keys = "{INDEPENDENT}" if they are'
        raise InputError("secret", plan.secret, rule, remedy)
    _check_one_lookup(plan, tables)


def seen_by_cells(keys: str, tables: Sequence[ReleasedTable]) -> tuple[ReleasedTable, ...]:
    """Return the tables as cells see them whose keys are made in this way.

    Where keys add, all empty cells have the key of nobody, 0, and one noise
    (``looked_up_by_records``). Where keys are independent, those of empty cells are assumed to be
    so too, and that is said.
    """
    if keys == INDEPENDENT:
        return tuple(tables)
    found: dict[int, PTable] = {}
    for table in (one.table for one in tables):
        seen = looked_up_by_records(table)
        found.setdefault(id(table), replace(seen, origin=table.origin) if seen != table else table)
    return tuple(replace(one, table=found[id(one.table)]) for one in tables)


def has_noise_of_nobody(cells: Cells) -> bool:
    """Tell whether an empty cell is among them, and its key says which noise it has.

    Nobody is one set of people: of keys that are made of people all empty cells have one, and what
    is printed of another tells its noise.
    """
    return cells.floor == 0 and cells.table.zero == "row" and len(cells.table.row(0).runs) > 1


def _check_mixed(table: PTable) -> None:
    if not isinstance(table.key_order, Mixed):
        rule = "is said of keys, and a perturbation table has no mixed key order"
        remedy = "make it with design --key-order mixed, or say how the keys are made"
        raise InputError("keys", MIXED, rule, remedy)
    if table.keysize <= MOST_LISTED:  # the exact law decides, and it is not that of independence
        rule = f"is no assumption to make of {MOST_LISTED} keys or fewer: sums of so few depend"
        remedy = 'write keys = "sum" (the exact law of one table with one margin), or mix more keys'
        raise InputError("keys", MIXED, rule, remedy)


def _check_one_lookup(plan: Plan, tables: Sequence[ReleasedTable]) -> None:
    """Refuse the same people in two perturbation tables: one key gives both noises.

    These hang together: with the runs of one row written backwards in the other, they add up to
    nothing. Only looked up in mixed orders of different texts they are as independent as assumed.
    """
    known: dict[tuple[Dimensions, str], PTable] = {}
    for released, own in zip(tables, lookups_of(tables), strict=True):
        order = own.key_order
        text = order.text if plan.keys == MIXED and isinstance(order, Mixed) else ""
        for people in released.planned.people():
            if known.setdefault((people, text), own) is not own:
                rule = "looks people up in another perturbation table than one before: by one key"
                remedy = "use one for the same people, or mixed orders of different texts"
                raise InputError("table", released.planned.name, rule, remedy)
