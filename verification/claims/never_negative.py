"""Claim *never-negative*: no count is released as a negative number."""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import ClaimKind
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.shapes.common import COUNT, RELEASED
from verification.shapes.shape import many, record


@dataclass(frozen=True, slots=True)
class LeastRelease:
    """The smallest value that the count of a row is released as."""

    count: int
    least: int


@dataclass(frozen=True, slots=True)
class LeastReleases:
    """The evidence."""

    rows: tuple[LeastRelease, ...]


def _make(context: Context) -> tuple[bool, LeastReleases] | None:
    rows = enumerate(context.table.rows, start=context.table.first_count)
    found = tuple(LeastRelease(n, n + min(z for z, _ in row.runs)) for n, row in rows)
    # A count past the last row is larger than that of the row which it uses.
    return (True, LeastReleases(found)) if all(row.least >= 0 for row in found) else None


def _shown(_request: Request, found: LeastReleases) -> Iterator[Line]:
    yield "Smallest released value", (str(min(row.least for row in found.rows)),)


_ROW = record(
    LeastRelease,
    "What is said of the row of one true count.",
    count=COUNT,
    least=RELEASED,
)
KIND = ClaimKind(
    name="never-negative",
    brief="no count is released as a negative number",
    title="nothing negative is released",
    says="No true count that the table covers is ever released as a negative number.",
    source="the count plus the smallest noise that has a key, of every row",
    evidence=record(
        LeastReleases, "Released values.", rows=many(_ROW, "For each row its smallest release.")
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="a minimum of integers",
    why_not="A small count can be released as a negative number, or the certificate does not "
    "claim otherwise.",
    tests=("tests/certificate/test_never_negative.py",),
)
