"""The table of a PRAM law made invariant for a user's counts, by the two-stage algorithm.

The small counts 0..cap-1 have one transition matrix, the residues of larger counts in their block
another (Shlomo-Krenzke-Li 2.2, 3.2). The first block has the small counts in it, and counts from
cap on are released as small ones too: so both matrices are one there, that of the values of the
block. Every block with cells is made invariant for how many of the counts have each of its values,
and rounded to keys again by the largest remainders. A count of 0 stays no longer: what was released
as 0 has to lead back to the values that it came from. A value without another one in its block has
nothing to be exchanged with, and stays.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.mechanisms.invariance import Matrix, invariant_matrix
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row

# Matrices of 2 cap + 1 values, multiplied in rationals: seconds.
MAX_INVARIANT_CAP = 20
# Blocks with rows of their own end here; larger counts share the rows of their residues.
MAX_OWN_ROWS = 1000


@dataclass(frozen=True, slots=True)
class Invariant:
    """The table, and how far the expected number of cells of a value is from the true one.

    The largest distance over all values is ``before`` in the table it was made from and ``after``
    in this one. Counts from ``shared`` on, where that is not None, keep the cells of every residue
    only. ``unchanged`` cells keep their value with every key.
    """

    table: PTable
    before: Fraction
    after: Fraction
    unchanged: int
    shared: int | None


def invariant_table(table: PTable, counts: Sequence[int]) -> Invariant:
    """Return the invariant table of a table that keeps counts in their blocks.

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
    cells, largest = Counter(counts), max(counts, default=0)
    blocks = [range(max(1, -(-cap // period)) * period)]
    while blocks[-1].stop <= largest and blocks[-1].stop + period <= MAX_OWN_ROWS:
        blocks.append(range(blocks[-1].stop, blocks[-1].stop + period))
    rows = [row for block in blocks for row in _rows(table, block, [cells[a] for a in block])]
    end = blocks[-1].stop
    residues = [
        sum(n for a, n in cells.items() if a >= end and a % period == m) for m in range(period)
    ]
    rows += _rows(table, range(end, end + period), residues)
    made = PTable(table.keysize, 0, tuple(rows), Wrap(end, period), zero="row")
    stay = sum(n for a, n in cells.items() if made.row(a).runs == ((0, table.keysize),))
    shared = end if largest >= end else None
    return Invariant(made, _drift(table, cells), _drift(made, cells), stay, shared)


def _rows(table: PTable, block: range, cells: Sequence[int]) -> list[Row]:
    """Return the rows of a block; one without cells keeps those of the table."""
    matrix = _matrix(table, block)
    if any(cells):
        matrix = invariant_matrix(matrix, [Fraction(n) for n in cells])
    return [
        Row(tuple((v - value, n) for v, n in enumerate(_keys(line, table.keysize)) if n))
        for value, line in enumerate(matrix)
    ]


def _matrix(table: PTable, block: range) -> Matrix:
    """Return P(v | value) of the places of a block, refusing noise that leaves it."""
    found = []
    for count in block:
        line = {count + z: Fraction(n, table.keysize) for z, n in table.row(count).runs}
        if not set(line) <= set(block):
            rule = "has noise that leaves its block"
            raise InputError("value", count, rule, "use --reading block")
        found.append(tuple(line.get(v, Fraction(0)) for v in block))
    return tuple(found)


def _drift(table: PTable, cells: Counter[int]) -> Fraction:
    """Return the largest distance of the expected number of cells of a value from the true one."""
    expected: Counter[int] = Counter()
    for count, number in cells.items():
        for z, keys in table.row(count).runs:
            expected[count + z] += number * keys
    return max(
        (abs(Fraction(expected[v], table.keysize) - cells[v]) for v in {*expected, *cells}),
        default=Fraction(0),
    )


def _keys(row: Sequence[Fraction], keysize: int) -> list[int]:
    """Return floor(p K) keys each, and those left over to the largest remainders."""
    floors = [(p * keysize).__floor__() for p in row]
    by_rest = sorted(range(len(row)), key=lambda v: (floors[v] - row[v] * keysize, v))
    for v in by_rest[: keysize - sum(floors)]:
        floors[v] += 1
    return floors
