"""How many cells had each true value: t-hat = t* M^-1, of a transition matrix that can be inverted.

M_ij = P(released j | true i), i, j = 0..L; E(t* | t) = t M, so t* M^-1 is unbiased
(Shlomo-Krenzke-Li, section on PRAM). The inverse is exact; its conditioning says how much it
enlarges noise: |M| |M^-1|, the largest absolute row sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
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
    """Return M, refusing a row that leads outside 0..L."""
    found: list[Fraction] = []
    for a in range(size):
        pmf = table.row(a).pmf
        pairs = zip(pmf.outcomes, pmf.weights, strict=True)
        line = {a + z: Fraction(w, table.keysize) for z, w in pairs}
        beyond = [x for x in line if not 0 <= x < size]
        if beyond:
            rule = f"leads to the released value {beyond[0]}, outside 0 to {size - 1}"
            raise InputError("row", a, rule, "give a table whose values stay among its counts")
        found += [line.get(x, Fraction(0)) for x in range(size)]
    return found


def _norm(entries: Sequence[object], size: int) -> Fraction:
    numbers = [abs(_fraction(x)) for x in entries]
    rows = (numbers[k : k + size] for k in range(0, size * size, size))
    return max(sum(row, Fraction(0)) for row in rows)


def _fraction(x: object) -> Fraction:
    return Fraction(str(x))
