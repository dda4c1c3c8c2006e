"""Claim *key-completeness*: exactly the declared values are missing, and keys fit the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from exact.errors import InputError
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row
from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.request import Request
from verification.claims.shown import AGAINST, Line
from verification.kernel.parts import completeness_parts
from verification.shapes.common import COUNT, KEY, KEYS, NOISE, RELEASED
from verification.shapes.shape import many, optional, pair, record
from verification.smt.keys import arithmetic_problems, missing_problems
from verification.smt.problem import Problem

# Counts past the last row that are looked at for the sake of holes, times runs and ten.
MOST_PAST = 10**6
_NAMED = 20


@dataclass(frozen=True, slots=True)
class RowWitnesses:
    """The range of noise of one row, and for each value the key of the first place that has it.

    Keys have the numbers that the file of the table gives them. Without a key order it is the first
    key that leads to the value.
    """

    count: int
    support: tuple[int, int]
    witnesses: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Release:
    """A true count and a value that it is released as, or is not."""

    count: int
    released: int


@dataclass(frozen=True, slots=True)
class Completeness:
    """The evidence; ``witness`` is the first release that is missing or a hole with a key, if any.

    Where no holes are declared, nothing is claimed of missing values: the first is named.

    ``keys_made``: so many keys, from the first on, can be made; None where nobody knows how.
    """

    keys_made: int | None
    witness: Release | None
    rows: tuple[RowWitnesses, ...]


def _make(context: Context) -> tuple[bool, Completeness]:
    table, arithmetic = context.table, context.request.arithmetic
    rows = enumerate(table.rows, start=table.first_count)
    made = None if arithmetic is None else arithmetic.reach
    witness = first_wrong_release(table)
    found = Completeness(made, witness, tuple(_row(n, row, table) for n, row in rows))
    kept = witness is None or not table.holes
    return kept and made in (None, table.keysize), found


def first_wrong_release(table: PTable) -> Release | None:
    """Return the first release that is a hole and occurs, or is no hole and has no key.

    Looked at is every release in the range of a row, by rising counts. Past the last row, where
    rows come again, every count that may meet a hole and one period more.
    """
    holes = set(table.holes)
    for count in _counts_with_holes(table):
        noise = {z for z, _ in table.row(count).runs}
        # It is found within as many steps as there are noise values and holes.
        for z in range(min(noise), max(noise) + 1):
            if (z in noise) == (count + z in holes):
                return Release(count, count + z)
    return None


def _counts_with_holes(table: PTable) -> Iterator[int]:
    if table.zero == "preserve":
        yield 0
    yield from range(table.first_count, table.last_count + 1)
    if not table.holes or isinstance(table.beyond, Stop):
        return
    period = 1 if isinstance(table.beyond, Repeat) else table.beyond.period
    lowest = min(z for row in table.rows for z, _ in row.runs)
    end = max(table.last_count, table.holes[-1] - lowest) + period
    longest = 10 + max(len(row.runs) for row in table.rows)
    if (end - table.last_count) * longest > MOST_PAST:
        rule = f"is more than {MOST_PAST // longest} counts past the last row"
        raise InputError("holes", table.holes[-1], rule, "declare holes among small values")
    yield from range(table.last_count + 1, end + 1)


def _row(count: int, row: Row, table: PTable) -> RowWitnesses:
    starts = accumulate((keys for _, keys in row.runs), initial=0)
    witness: dict[int, int] = {}
    for (noise, _), start in zip(row.runs, starts, strict=False):
        witness.setdefault(noise, start)
    pairs = tuple((noise, table.key_at(witness[noise])) for noise in sorted(witness))
    return RowWitnesses(count, (min(witness), max(witness)), pairs)


def _shown(request: Request, found: Completeness) -> Iterator[Line]:
    low = min(row.support[0] for row in found.rows)
    high = max(row.support[1] for row in found.rows)
    holes, witness = request.table.holes, found.witness
    but = " but for the declared holes" if holes else ""
    each = f", each with a witness key{but}" if witness is None else ""
    yield "Noise values", (f"from {low} to {high}{each}",)
    if holes:
        named = ", ".join(map(str, holes[:_NAMED])) + (", …" if len(holes) > _NAMED else "")
        yield "Released values that never occur", (named,)
    if witness is not None and witness.released in holes:
        said = f"a count of {witness.count} can be released as {witness.released}"
        yield AGAINST, (f"{said}, which is declared never to occur",)
    elif witness is not None:
        noise = witness.released - witness.count
        said = f"no key leads to noise {noise} at a count of {witness.count}"
        never = f"{witness.released} is never released there, and is not declared as a hole"
        yield AGAINST, (f"{said}: {never}",)
    if found.keys_made is not None:
        yield "Keys that can be made", (f"{found.keys_made:,} of {request.table.keysize:,}",)


def _problems(context: Context) -> Iterator[Problem]:
    yield from missing_problems(context.table, _counts_with_holes(context.table))
    yield from arithmetic_problems(context.request.arithmetic)


_ROW = record(
    RowWitnesses,
    "What is said of the row of one true count.",
    count=COUNT,
    support=pair(NOISE, NOISE, "The smallest and the largest noise."),
    witnesses=many(
        pair(
            NOISE,
            KEY,
            "A noise value and the key, in the file's numbers, of the first place that has it.",
        ),
        "Every noise value that has a key.",
    ),
)
KIND = ClaimKind(
    name="key-completeness",
    brief="missing noise values are declared or named, each key has a noise value",
    title="keys and noise values are complete",
    says="Every noise value between the smallest and the largest of a row has a key, but for "
    "released values that are declared never to occur, and these never do; where none are "
    "declared, the first noise value without a key is named instead. Every key that the key "
    "arithmetic can make has a noise value.",
    source=f"{PAPER}, (3.1)-(3.2) and step 5 of section 4.1",
    evidence=record(
        Completeness,
        "Witness keys.",
        keys_made=optional(
            KEYS,
            "So many keys, from the first on, can be made, and no others; null where nobody said "
            "how.",
        ),
        witness=optional(
            record(Release, "A count and a release.", count=COUNT, released=RELEASED),
            "The first release in the range of a row that has no key and is no hole, or that is a "
            "hole and has one.",
        ),
        rows=many(_ROW, "For each row a witness key for each noise value."),
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    problems=_problems,
    coq=completeness_parts,
    coq_says="every noise value has a key, where no value is missing",
    tests=("tests/certificate", "tests/cellkeys/test_completeness.py", "tests/table/test_holes.py"),
)
