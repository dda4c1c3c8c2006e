"""Claims 1, 2, 4 and 7: about each row by itself."""

from itertools import accumulate

from exact.numbers.epsilon import Epsilon
from exact.table.measures import delta_q, epsilon_down, epsilon_q, epsilon_up
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.certificate.numbers import written
from verification.certificate.request import Request

Document = dict[str, object]


def well_formed(request: Request) -> Document:
    """Claim 1: ranges of keys partition 0..K-1; the evidence is where each range ends."""
    rows = [
        {"count": count, "ends": list(accumulate(keys for _, keys in row.runs))}
        for count, row in _rows(request.table)
    ]
    # A PTable cannot be made otherwise, so the claim holds; the solver and the checker look anew.
    return {"status": "holds", "rows": rows}


def key_completeness(request: Request) -> Document:
    """Claim 2: every noise value of the support has a witness key, and keys fit the table."""
    rows = [_witnesses(count, row) for count, row in _rows(request.table)]
    made = None if request.arithmetic is None else request.arithmetic.reach
    gapless = all(not _gaps(row) for _, row in _rows(request.table))
    complete = gapless and made in (None, request.table.keysize)
    return {"status": _status(complete), "keys_made": made, "rows": rows}


def moments(request: Request) -> Document:
    """Claim 4: bias (4.6) and variance (4.7) of each row, and those declared."""
    rows, agrees = [], True
    for count, row in _rows(request.table):
        bias, variance = row.pmf.mean(), row.pmf.variance()
        rows.append({"count": count, "bias": written(bias), "variance": written(variance)})
        agrees = agrees and request.bias in (None, bias) and request.variance in (None, variance)
    return {"status": _status(agrees), "rows": rows}


def paper_measures(request: Request) -> Document:
    """Claim 7: epsilon^Q (4.8)-(4.10) as logarithms, infima; delta^Q (4.11)."""
    rows = [
        {
            "count": count,
            "minus": _exp(epsilon_down(row.pmf)),
            "plus": _exp(epsilon_up(row.pmf)),
            "exp": _exp(epsilon_q(row.pmf)),
            "delta": written(delta_q(row.pmf)),
        }
        for count, row in _rows(request.table)
    ]
    return {"status": "holds", "rows": rows}


def _rows(table: PTable) -> list[tuple[int, Row]]:
    return list(enumerate(table.rows, start=table.first_count))


def _witnesses(count: int, row: Row) -> Document:
    starts = accumulate((keys for _, keys in row.runs), initial=0)
    witness: dict[int, int] = {}
    for (noise, _), start in zip(row.runs, starts, strict=False):
        witness.setdefault(noise, start)
    support = [min(witness), max(witness)]
    pairs = [[noise, witness[noise]] for noise in sorted(witness)]
    return {"count": count, "support": support, "witnesses": pairs}


def _gaps(row: Row) -> bool:
    outcomes = row.pmf.outcomes
    return outcomes[-1] - outcomes[0] + 1 != len(outcomes)


def _exp(epsilon: Epsilon | None) -> str | None:
    return None if epsilon is None or epsilon.exp is None else written(epsilon.exp)


def _status(holds: bool) -> str:
    return "holds" if holds else "fails"
