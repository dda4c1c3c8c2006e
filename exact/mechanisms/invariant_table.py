"""The table of a PRAM law made invariant for a user's counts, by the two-stage algorithm.

The small counts 0..cap-1 have one transition matrix, the residues of larger counts in their block
another (Shlomo-Krenzke-Li 2.2, 3.2). Each is made invariant for how many of the counts have each
value, and rounded to keys again by the largest remainders. A count of 0 stays no longer: what was
released as 0 has to lead back to the values that it came from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.mechanisms.invariance import Matrix, invariant_matrix, perturbed_frequencies
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row

# Matrices of 2 cap + 1 values, multiplied in rationals: seconds.
MAX_INVARIANT_CAP = 20


@dataclass(frozen=True, slots=True)
class Invariant:
    """The table, and how far the expected number of cells of a value is from the true one.

    ``before`` is that of the table it was made from, ``after`` what rounding to keys leaves.
    """

    table: PTable
    before: Fraction
    after: Fraction


def invariant_table(table: PTable, counts: Sequence[int]) -> Invariant:
    """Return the invariant table of a table that keeps small counts and blocks to themselves.

    Blocks of two, cap 0: 1 becomes 0 half the time. With two cells of each, 0 becomes 1 as often.

    >>> table = PTable(6, 0, (Row(((0, 6),)), Row(((-1, 3), (0, 3)))), Wrap(0, 2), zero="row")
    >>> found = invariant_table(table, (0, 0, 1, 1))
    >>> found.table.row(0).runs, found.table.row(1).runs, found.before, found.after
    (((0, 4), (1, 2)), ((-1, 2), (0, 4)), Fraction(1, 1), Fraction(0, 1))
    """
    if not isinstance(table.beyond, Wrap):
        raise InputError("table", table.last_count, "has no blocks that repeat", "use --law pram")
    cap, period = table.beyond.start, table.beyond.period
    if cap > MAX_INVARIANT_CAP:
        rule = f"is more than {MAX_INVARIANT_CAP}, the largest for an invariant table"
        raise InputError("cap", cap, rule, "choose a smaller cap")
    small = [sum(a == value for a in counts) for value in range(cap)]
    large = [sum(a >= cap and a % period == m for a in counts) for m in range(period)]
    residues = [cap + (m - cap) % period for m in range(period)]
    parts = [_invariant(table, residues, large)]
    parts += [_invariant(table, range(cap), small)] if cap else []
    block = [parts[0][0][count % period] for count in range(cap, cap + period)]
    rows = [*(parts[1][0] if cap else ()), *block]
    made = PTable(table.keysize, 0, tuple(rows), table.beyond, zero="row")
    return Invariant(made, max(p[1] for p in parts), max(p[2] for p in parts))


def _invariant(
    table: PTable, counts: Sequence[int], cells: Sequence[int]
) -> tuple[list[Row], Fraction, Fraction]:
    """Return the rows of the values, and the drift before and after."""
    frequencies = [Fraction(n) for n in cells]
    matrix = _matrix([table.row(a) for a in counts], table.keysize)
    keys = [_keys(row, table.keysize) for row in invariant_matrix(matrix, frequencies)]
    rows = [
        Row(tuple((v - value, n) for v, n in enumerate(line) if n))
        for value, line in enumerate(keys)
    ]
    rounded = tuple(tuple(Fraction(n, table.keysize) for n in line) for line in keys)
    return rows, _drift(frequencies, matrix), _drift(frequencies, rounded)


def _matrix(rows: Sequence[Row], keysize: int) -> Matrix:
    """Return P(v | value) of the values 0, 1, ..., refusing noise that leaves them."""
    found = []
    for value, row in enumerate(rows):
        line = {value + z: Fraction(n, keysize) for z, n in row.runs}
        if not set(line) <= set(range(len(rows))):
            rule = "has noise that leaves its block"
            raise InputError("value", value, rule, "use --reading block")
        found.append(tuple(line.get(v, Fraction(0)) for v in range(len(rows))))
    return tuple(found)


def _drift(frequencies: Sequence[Fraction], matrix: Matrix) -> Fraction:
    moved = perturbed_frequencies(frequencies, matrix)
    return max(abs(a - b) for a, b in zip(moved, frequencies, strict=True))


def _keys(row: Sequence[Fraction], keysize: int) -> list[int]:
    """Return floor(p K) keys each, and those left over to the largest remainders."""
    floors = [(p * keysize).__floor__() for p in row]
    by_rest = sorted(range(len(row)), key=lambda v: (floors[v] - row[v] * keysize, v))
    for v in by_rest[: keysize - sum(floors)]:
        floors[v] += 1
    return floors
