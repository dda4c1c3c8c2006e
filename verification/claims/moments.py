"""Claim *moments*: bias and variance of every row, and what is declared about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.pmf import Pmf
from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.request import Request
from verification.claims.shown import Line, span
from verification.findings.declared import Declared
from verification.kernel.parts import moments_parts
from verification.shapes.common import COUNT, POSITIVE, RATIO
from verification.shapes.shape import many, record


@dataclass(frozen=True, slots=True)
class RowMoments:
    """Bias (4.6) and variance (4.7) of one row."""

    count: int
    bias: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class Moments:
    """The evidence."""

    rows: tuple[RowMoments, ...]


def _make(context: Context) -> tuple[bool, Moments]:
    rows = [(n, row.pmf) for n, row in enumerate(context.table.rows, context.table.first_count)]
    found = tuple(RowMoments(n, pmf.mean(), pmf.variance()) for n, pmf in rows)
    declared = context.request.declared
    # What is declared about the rows is not meant for a count of 0.
    kept = all(_keeps(pmf, declared) for count, pmf in rows if count > 0)
    return kept, Moments(found)


def _keeps(pmf: Pmf, declared: Declared) -> bool:
    if declared.bias is not None and not declared.bias.holds(pmf.mean()):
        return False
    if declared.variance is not None and not declared.variance.holds(pmf.variance()):
        return False
    return declared.noise is None or max(map(abs, pmf.outcomes)) <= declared.noise


def _shown(request: Request, found: Moments) -> Iterator[Line]:
    yield "Bias", span([row.bias for row in found.rows])
    yield "Variance", span([row.variance for row in found.rows], digits=12)
    declared = request.declared
    for name, value in (("bias", declared.bias), ("variance", declared.variance)):
        if value is not None:
            yield f"Declared {name}", (value.text,)
    if declared.noise is not None:
        yield "Declared largest noise", (str(declared.noise),)


_ROW = record(
    RowMoments,
    "What is said of the row of one true count.",
    count=COUNT,
    bias=RATIO,
    variance=POSITIVE,
)
KIND = ClaimKind(
    name="moments",
    brief="bias and variance of every row",
    title="bias and variance",
    says="The bias and the variance of the noise in every row are these, exactly; and what is "
    "declared about them and about the largest noise holds in every row above a count of 0.",
    source=f"{PAPER}, (4.6) and (4.7)",
    evidence=record(Moments, "Moments.", rows=many(_ROW, "For each row its moments.")),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="exact rationals",
    coq=moments_parts,
    coq_says="the moments of every row",
    tests=("tests/certificate", "tests/table/test_measures.py"),
)
