"""Claim *well-formed*: key ranges partition the keys of every row."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from exact.errors import power_of_two
from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.kernel.parts import key_parts
from verification.shapes.common import COUNT, KEYS
from verification.shapes.shape import many, record
from verification.smt.keys import partition_problems
from verification.smt.problem import Problem


@dataclass(frozen=True, slots=True)
class RowEnds:
    """Where the key ranges of one row end."""

    count: int
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeyRanges:
    """The evidence: where each range ends."""

    rows: tuple[RowEnds, ...]


def _make(context: Context) -> tuple[bool, KeyRanges]:
    rows = enumerate(context.table.rows, start=context.table.first_count)
    ends = (RowEnds(n, tuple(accumulate(keys for _, keys in row.runs))) for n, row in rows)
    # A PTable cannot be made otherwise, so the claim holds; the solver and the checker look anew.
    return True, KeyRanges(tuple(ends))


def _shown(request: Request, _evidence: KeyRanges) -> Iterator[Line]:
    keys = power_of_two(request.table.keysize)
    yield "Value", (f"the key ranges of every row add up to {keys} keys",)


def _problems(context: Context) -> Iterator[Problem]:
    return partition_problems(context.table)


_ROW = record(
    RowEnds,
    "What is said of the row of one true count.",
    count=COUNT,
    ends=many(KEYS, "How many keys there are up to the end of each range; the last is K."),
)
KIND = ClaimKind(
    name="well-formed",
    brief="key ranges partition the keys of every row",
    title="the key ranges are a partition",
    says="Every key of every row leads to exactly one noise value.",
    source=f"{PAPER}, section 4.1, (4.3)",
    evidence=record(
        KeyRanges, "Key ranges.", rows=many(_ROW, "For each row where its ranges end.")
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    problems=_problems,
    coq=key_parts,
    coq_says="every key has one noise value",
    tests=("tests/certificate", "tests/table/test_ptable.py"),
)
