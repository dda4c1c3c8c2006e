"""Words shared by the audit and the report."""

from collections.abc import Sequence

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.table.pairs import WorstPair

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


def arithmetic(made: KeyArithmetic) -> str:
    """Say in words how cell keys are made."""
    if isinstance(made, XorOfFour):
        return f"XOR of four sums modulo {made.modulus}"
    if isinstance(made, SumModulo):
        return f"a sum modulo {made.keysize}"
    return f"the four bytes of a sum modulo {made.modulus}, XORed"
