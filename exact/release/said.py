"""What a plan says of keys, held against its perturbation tables: is it possible at all?"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from exact.errors import InputError
from exact.keyorder.order import Mixed
from exact.margins.worst import MOST_LISTED
from exact.release.cells import Cells, ReleasedTable, cells_of_a_person, lookups_of
from exact.release.plan import INDEPENDENT, MIXED, RECORD_KEYS, SUM, Dimensions, Plan
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
    cells = cells_of_a_person(tables)
    alone = plan.keys == SUM and sum(one.number for one in cells) == 1
    if (alone or plan.keys == MIXED) and any(map(has_noise_of_nobody, cells)):
        rule = "add, so that all empty cells have the key 0, and a count of 0 has noise by its key"
        raise InputError("keys", plan.keys, rule, "say count_floor = 1, or preserve zeros")


def has_noise_of_nobody(cells: Cells) -> bool:
    """Tell whether an empty cell is among them, and its key says which noise it has.

    Nobody is one set of people: of keys that are made of people all empty cells have one, and what
    is printed of another tells its noise. Where keys add, it is 0, and the noise always the same.
    Where keys are independent, those of empty cells are taken to be so too, and that is said.
    """
    return cells.floor == 0 and cells.table.zero == "row" and len(cells.table.row(0).runs) > 1


def with_somebody(several: Iterable[Cells]) -> tuple[Cells, ...]:
    """Return the cells, those empty ones left out whose noise is not that of a uniform key."""
    return tuple(replace(one, floor=1) if has_noise_of_nobody(one) else one for one in several)


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
