"""Claim *paper-measures*: epsilon^Q and delta^Q of every row."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.table.measures import delta_q, epsilon_down, epsilon_q, epsilon_up
from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.request import Request
from verification.claims.shown import AtMost, Line, Logarithm
from verification.shapes.common import COUNT, POSITIVE
from verification.shapes.shape import many, optional, record


@dataclass(frozen=True, slots=True)
class RowMeasures:
    """e^(epsilon^Q) downward, upward and of both, None where it is infinite; delta^Q."""

    count: int
    minus: Fraction | None
    plus: Fraction | None
    exp: Fraction | None
    delta: Fraction


@dataclass(frozen=True, slots=True)
class Measures:
    """The evidence."""

    rows: tuple[RowMeasures, ...]


def _make(context: Context) -> tuple[bool, Measures]:
    rows = enumerate(context.table.rows, start=context.table.first_count)
    found = (
        RowMeasures(
            count,
            _exp(epsilon_down(row.pmf)),
            _exp(epsilon_up(row.pmf)),
            _exp(epsilon_q(row.pmf)),
            delta_q(row.pmf),
        )
        for count, row in rows
    )
    return True, Measures(tuple(found))


def _exp(epsilon: Epsilon | None) -> Fraction | None:
    return None if epsilon is None else epsilon.exp


def _shown(_request: Request, found: Measures) -> Iterator[Line]:
    finite = [row.exp for row in found.rows if row.exp is not None]
    largest = max(finite) if len(finite) == len(found.rows) else None
    yield "ε^Q, largest of any row", (Logarithm(largest), " (an infimum)")
    yield "δ^Q, largest of any row", (AtMost(max(row.delta for row in found.rows), 10),)


_INFINITE = "null where it is infinite: a noise value is missing."
_ROW = record(
    RowMeasures,
    "What is said of the row of one true count.",
    count=COUNT,
    minus=optional(POSITIVE, f"e^epsilon of (4.8), {_INFINITE}"),
    plus=optional(POSITIVE, f"e^epsilon of (4.9), {_INFINITE}"),
    exp=optional(POSITIVE, f"e^epsilon of (4.10), the larger of the two, {_INFINITE}"),
    delta=POSITIVE,
)
KIND = ClaimKind(
    name="paper-measures",
    brief="epsilon^Q and delta^Q as the paper defines them",
    title="the measures of the paper",
    says="ε^Q and δ^Q as the paper defines them from the numbers of keys of single noise values; "
    "the strict inequality of (4.8) makes ε^Q an infimum that is not attained.",
    source=f"{PAPER}, (4.8)-(4.11)",
    evidence=record(Measures, "Measures.", rows=many(_ROW, "For each row its measures.")),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="exact rationals",
    tests=("tests/certificate", "tests/table/test_measures.py", "tests/papers"),
)
