"""How many cells had each true value: t-hat = t* M^-1, of a transition matrix that can be inverted.

M_ij = P(released j | true i), i, j = 0..L; E(t* | t) = t M, so t* M^-1 is unbiased
(Shlomo-Krenzke-Li, section on PRAM), where no true count above L is released as 0..L: otherwise t*
has their cells too, and the table is refused. The inverse is exact; its conditioning says how much
it enlarges noise: |M| |M^-1|, the largest absolute row sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.table.extremes import noise_range
from exact.table.holes import covers
from exact.table.ptable import PTable

MAX_VALUES = 200


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The estimated number of cells of each true value, and the condition number of M."""

    estimated: tuple[Fraction, ...]
    condition: Fraction


def estimated_frequencies(table: PTable, released: Sequence[int]) -> Frequencies:
    """Return t* M^-1 for the numbers of cells that were released as 0, 1, ..., L."""
    from flint import fmpq, fmpq_mat

    size = len(released)
    if not 2 <= size <= MAX_VALUES:
        raise InputError("frequencies", size, f"must be 2 to {MAX_VALUES} numbers", "see the help")
    _require_closed(table, size)
    matrix = fmpq_mat(size, size, [fmpq(p.numerator, p.denominator) for p in _matrix(table, size)])
    try:
        inverse = matrix.inv()
    except ZeroDivisionError:
        rule = "cannot be inverted: different tables of counts lead to the same released ones"
        raise InputError("table", size, rule, "no unbiased estimate exists") from None
    row = fmpq_mat(1, size, list(released)) * inverse
    estimated = tuple(_fraction(x) for x in row.entries())
    return Frequencies(estimated, _norm(matrix.entries(), size) * _norm(inverse.entries(), size))


def _matrix(table: PTable, size: int) -> list[Fraction]:
    """Return M of the values 0..L, which no row leaves."""
    found: list[Fraction] = []
    for a in range(size):
        keys = {a + z: n for z, n in table.row(a).runs}
        found += [Fraction(keys.get(x, 0), table.keysize) for x in range(size)]
    return found


def _require_closed(table: PTable, size: int) -> None:
    """Refuse a table in which a count goes from 0..L to a value above, or comes from above."""
    crossing = _crossing(table, size)
    if crossing is None:
        return
    count, value = crossing
    wider = (n for n in range(size + 1, MAX_VALUES + 1) if covers(table, n - 1))
    closed = next((n for n in wider if _crossing(table, n) is None), None)
    remedy = "no unbiased estimate of so few values exists; give a table that keeps them apart"
    if closed is not None:
        remedy = f"give the {closed} numbers of the values 0 to {closed - 1}"
    where = "outside" if count < size else "inside"
    rule = f"leads to the released value {value}, {where} 0 to {size - 1}"
    raise InputError("row", count, rule, remedy)


def _crossing(table: PTable, size: int) -> tuple[int, int] | None:
    """Return the smallest count whose row crosses the end of 0..L, and the value, or None."""
    low, _ = noise_range(table)
    for count in range(size - min(low, 0)):
        if count >= size and not covers(table, count):
            break
        for z, _ in table.row(count).runs:
            if (0 <= count + z < size) != (count < size):
                return count, count + z
    return None


def _norm(entries: Sequence[object], size: int) -> Fraction:
    numbers = [abs(_fraction(x)) for x in entries]
    rows = (numbers[k : k + size] for k in range(0, size * size, size))
    return max(sum(row, Fraction(0)) for row in rows)


def _fraction(x: object) -> Fraction:
    return Fraction(str(x))
