"""Words shared by the audit and the report."""

from collections.abc import Sequence

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.order import KeyOrder, Mixed
from exact.table.pairs import WorstPair
from exact.table.ptable import PTable

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


def arithmetic(made: KeyArithmetic) -> str:
    """Say in words how cell keys are made."""
    if isinstance(made, XorOfFour):
        return f"XOR of four sums modulo {made.modulus}"
    if isinstance(made, SumModulo):
        return f"a sum modulo {made.keysize}"
    return f"the four bytes of a sum modulo {made.modulus}, XORed"
