"""What a print that is not right does to the table: nothing, other digits, or other integers.

A table is its integers. Where a printed number can be quantised, the rule is replayed on it; where
it cannot, an error of the size of rounding noise is one of digits, and a larger one another value.
"""

from collections.abc import Mapping
from fractions import Fraction

from verification.comparison.explaining import is_noise
from verification.comparison.judge import DOWN, NO_NUMBER, UP
from verification.comparison.noise_values import NoiseValues
from verification.comparison.printed import Printed
from verification.comparison.reference import COUNTED, Label, Reference
from verification.comparison.replay import quantised, replayable
from verification.comparison.table_values import TableValues

# A sum that lies nearer than this to a border of rounding is not said to be harmless.
_MOST_BITS = 2048


def is_harmless(
    column: str, label: Label, printed: Printed | None, verdict: str, reference: Reference
) -> bool:
    """Tell whether a print that is not right leaves the table as it is.

    A printed p of the law is judged here by itself; what several of them do together is for
    ``changes_integers``.
    """
    if printed is None or verdict == NO_NUMBER or column in COUNTED:
        return False
    table, truth = reference.table, reference.truth(column, label)
    if truth is None:
        return False
    if is_coarse(printed, verdict, reference):
        return True
    if table is not None and isinstance(label, int):
        replayed = _replayed(column, label, printed.value, reference, table)
        if replayed is not None:
            return replayed
    return verdict in (UP, DOWN) or is_noise(printed, truth, reference)


def is_coarse(printed: Printed, verdict: str, reference: Reference) -> bool:
    """Tell whether a print is less than a unit off, and its unit is a key or more.

    Such a print does not say which integer it makes, were it right or not.
    """
    table = reference.table
    return table is not None and verdict in (UP, DOWN) and printed.unit * table.table.keysize >= 1


def _replayed(
    column: str, z: int, value: Fraction, reference: Reference, table: TableValues
) -> bool | None:
    """Quantise a printed value as it is; None where that takes more than this value."""
    keysize = table.table.keysize
    if isinstance(reference.source(column), TableValues):
        right = table.cumulated(z) if column == "c" else table.keys(z)
        return round(value * keysize) == right
    if column != "c" or reference.rule is None or not replayable(reference.rule):
        return True if column == "p" and replayable(reference.rule) else None
    return quantised(value, z, keysize, reference.rule) == table.cumulated(z)


def changes_integers(moved: Mapping[int, Fraction], reference: Reference) -> bool:
    """Tell whether the law with these values of p instead of its own is quantised otherwise.

    c(z) is then the sum of the given values and of the true others. A sum on a border of rounding
    to more bits than are tried counts as another integer: nothing is said to be harmless that
    might not be.
    """
    law, table, rule = reference.law, reference.table, reference.rule
    if not moved or law is None or table is None or rule is None or not replayable(rule):
        return False
    bits = 128
    while bits <= _MOST_BITS:
        answer = _changes(moved, law, table, rule, bits)
        if answer is not None:
            return answer
        bits *= 2
    return True


def _changes(
    moved: Mapping[int, Fraction], law: NoiseValues, table: TableValues, rule: str, bits: int
) -> bool | None:
    """Return the answer where so many bits give one."""
    keysize, settled = table.table.keysize, True
    below = above = Fraction(0)  # bounds of how much c(z) has moved so far
    for z in range(min(moved), law.support[-1]):
        if z in moved:
            own = law.p(z).enclose(bits)
            below, above = below + moved[z] - own.hi, above + moved[z] - own.lo
        true, right = law.c(z).enclose(bits), table.cumulated(z)
        low = quantised(true.lo + below, z, keysize, rule)
        high = quantised(true.hi + above, z, keysize, rule)
        if low > right or high < right:
            return True
        settled = settled and low == high
    return False if settled else None
