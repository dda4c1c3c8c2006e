"""What all readers share: rows from noise values, gaps between counts, the table at the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from exact.errors import InputError
from exact.formats.format import Format
from exact.formats.holes import holes_text
from exact.formats.options import ReadOptions, read_beyond
from exact.formats.result import (
    Reading,
    StructureProblem,
    Tally,
    beyond_text,
    preserves_zero,
    zero_text,
)
from exact.table.ptable import MAX_COUNT, PTable
from exact.table.row import MAX_NOISE, Row

COUNT_BOUNDS = (0, MAX_COUNT)
NOISE_BOUNDS = (-MAX_NOISE, MAX_NOISE)


def rows_of_keys(blocks: Iterable[Sequence[int]]) -> list[Row]:
    """Return the rows whose noise is listed key after key; equal rows and runs are made once.

    >>> rows_of_keys([[0, 0, 1]])[0].runs
    ((0, 2), (1, 1))
    """
    made: dict[tuple[int, ...], Row] = {}
    known: dict[tuple[int, int], tuple[int, int]] = {}
    rows: list[Row] = []
    for block in map(tuple, blocks):
        if block not in made:
            runs = ((noise, len(list(run))) for noise, run in groupby(block))
            made[block] = Row(tuple(known.setdefault(run, run) for run in runs))
        rows.append(made[block])
    return rows


def missing_counts(counts: Sequence[int]) -> Iterator[StructureProblem]:
    """Say which counts have no row; ``counts`` are in increasing order, each once.

    >>> [problem.message for problem in missing_counts([0, 1, 4])]
    ['2 missing counts: between 1 and 4']
    """
    gaps, start = Tally(), Tally()
    for before, after in pairwise(counts):
        if after > before + 1:
            gaps.add(f"between {before} and {after}", after - before - 1)
    yield from gaps.problem(
        "MISSING-COUNT", "error", "missing count~", "give every count from the first to the last"
    )
    if counts[0] > 1:
        start.add(f"below the first row {counts[0]}", counts[0] - 1)
    yield from start.problem(
        "MISSING-COUNT",
        "warning",
        "missing count~",
        "give them rows",
    )


def completed(
    kind: Format,
    rows: Mapping[int, Row],
    options: ReadOptions,
    problems: tuple[StructureProblem, ...],
    notes: tuple[str, ...],
    first_key: int = 0,
) -> Reading:
    """Return the reading of rows for consecutive counts, with the rules that hold for them."""
    table = _assembled(kind, rows, options, first_key)
    return Reading(kind.name, table, problems, (*notes, *rules(table, kind)))


def _assembled(
    kind: Format, rows: Mapping[int, Row], options: ReadOptions, first_key: int
) -> PTable:
    """Return the table: by what the user said, else by what the software of the format does."""
    counts = sorted(rows)
    made = tuple(rows[count] for count in counts)
    beyond = options.beyond
    if beyond is None and kind.last_count in (None, counts[-1]):
        beyond = read_beyond(kind.beyond)
    if beyond is None:
        rule = "the file does not say what happens to counts past its last row"
        remedy = "say --beyond wrap:501:250, --beyond repeat or --beyond error"
        raise InputError("last row", counts[-1], rule, remedy)
    zero = options.zero or ("row" if counts[0] == 0 else kind.zero)
    if zero == "preserve" and counts[0] == 0 and preserves_zero(made[0]):
        zero = "row"
    holes = options.holes or ()
    return PTable(made[0].keysize, counts[0], made, beyond, zero, first_key=first_key, holes=holes)


def rules(table: PTable, kind: Format) -> tuple[str, ...]:
    """Say what happens past the last row and to zero, and what the format adds to that."""
    own = (beyond_text(table.beyond, table.last_count), zero_text(table))
    return (*own, *holes_text(table), *((kind.remark,) if kind.remark else ()))


def has_errors(problems: Sequence[StructureProblem]) -> bool:
    """Return whether no table can be made."""
    return any(problem.severity == "error" for problem in problems)
