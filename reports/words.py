"""Words shared by the audit and the report."""

from collections.abc import Sequence

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.order import KeyOrder, Mixed
from exact.table.lookups import looked_up_by_records
from exact.table.pairs import WorstPair
from exact.table.ptable import PTable, Stop

_SHOWN_RANGES = 12


def ranges(outcomes: Sequence[int]) -> str:
    """Return sorted integers as ranges.

    >>> ranges([1, 2, 3, 7])
    '1 … 3, 7'
    """
    found: list[list[int]] = []
    for y in outcomes:
        if found and y == found[-1][1] + 1:
            found[-1][1] = y
        else:
            found.append([y, y])
    texts = [str(a) if a == b else f"{a} … {b}" for a, b in found[:_SHOWN_RANGES]]
    more = [f"and {len(found) - _SHOWN_RANGES} ranges more"] if len(found) > _SHOWN_RANGES else []
    return ", ".join(texts + more)


def event_in_words(worst: WorstPair) -> str:
    """Say what the worst event tells: which releases point to which of the two counts."""
    if not worst.event:
        return "none (delta is 0)"
    return f"a released {ranges(worst.event)} tells n = {worst.count} from n = {worst.other}"


def key_order(order: KeyOrder) -> str:
    """Say in words in which order keys are looked up."""
    if isinstance(order, Mixed):
        return f'mixed by SHA-256 with the text "{order.text}"'
    return f"a list of {len(order.places)} places"


def looked_up_by(table: PTable) -> tuple[str, int]:
    """Return by what rows are looked up, and the number of the first.

    That is the key as the file numbers it, and with a key order the place of the key.
    """
    return ("key", table.first_key) if table.key_order is None else ("place", 0)


def empty_cell_keys(table: PTable, stated: bool = False) -> str | None:
    """Return for machines which keys empty cells are taken to have; None where it is all the same.

    It makes a difference where a count of 0 has a row with noise.
    """
    if looked_up_by_records(table) is table:
        return None
    return "0" if stated else "uniform (assumed)"


def zero_rule(table: PTable) -> str:
    """Return the rule for a count of 0, and what its row of noise assumes of empty cells.

    >>> from exact.table.row import Row
    >>> zero_rule(PTable(4, 0, (Row(((0, 2), (1, 2))),), zero="row"))
    'row: empty cells are assumed to have uniform, independent keys, not that of nobody, 0'
    """
    if looked_up_by_records(table) is table:
        return table.zero
    return "row: empty cells are assumed to have uniform, independent keys, not that of nobody, 0"


def missing_counts(*tables: tuple[PTable, int]) -> str:
    """Name the counts that a table, looked up from its floor on, does not cover; empty if none.

    >>> from exact.table.ptable import Stop
    >>> from exact.table.row import Row
    >>> missing_counts((PTable(4, 3, (Row(((0, 4),)),), Stop(), "preserve"), 0))
    'the counts 1 and 2 and counts above 3'
    """
    found: list[tuple[int, int]] = []
    for first, end in sorted(_uncovered(*each) for each in tables):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        elif first < end:
            found.append((first, end))
    last = [table.last_count for table, _ in tables if isinstance(table.beyond, Stop)]
    above = [f"counts above {min(last)}"] if last else []
    return " and ".join([*(_counts(first, end - 1) for first, end in found), *above])


def _uncovered(table: PTable, floor: int) -> tuple[int, int]:
    """Return the counts below the first row: the first of them, and the one after the last."""
    return max(floor, 0 if table.zero == "none" else 1), table.first_count


def _counts(first: int, last: int) -> str:
    if first == last:
        return f"a count of {first}"
    return f"the counts {first} {'and' if last == first + 1 else 'to'} {last}"


def arithmetic(made: KeyArithmetic) -> str:
    """Say in words how cell keys are made."""
    if isinstance(made, XorOfFour):
        return f"XOR of four sums modulo {made.modulus}"
    if isinstance(made, SumModulo):
        return f"a sum modulo {made.keysize}"
    return f"the four bytes of a sum modulo {made.modulus}, XORed"
