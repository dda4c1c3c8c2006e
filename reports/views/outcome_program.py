"""The program of Proposition 2 of Sadeghi-Asoodeh-Calmon: both bounds, and what proves them."""

from collections.abc import Iterator

from exact.complete.enclosed_outcomes import Enclosed
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Block
from reports.document.making import facts
from reports.jsons import rational_json

_DIGITS = 15


def program_facts(found: Enclosed) -> Block:
    """Return the least delta between its bounds, for people."""
    rows, D = found.problem.rows, found.problem.rows[0].support[-1]
    shares = sum(-row.support[0] * D for row in rows)
    places = sum(len(row.support) for row in rows)
    entries = (
        ("variables of the program", f"{shares} shares alpha, as {places} probabilities"),
        ("least delta of single outcomes, at least", decimal(found.delta.lo, _DIGITS, DOWN)),
        ("least delta of single outcomes, at most", decimal(found.delta.hi, _DIGITS, UP)),
        ("gap", decimal(found.delta.width, 2, UP)),
    )
    return facts(entries, "Proposition 2, real numbers")


def program_json(found: Enclosed) -> dict[str, object]:
    """Return both bounds, the noise of the upper one and the multipliers of the lower one.

    With lambda, mu of the outcomes and b, s of the rows (over one denominator, which cancels),
    delta >= sum_n min_z c_n(z) / sum lambda for c = mu (p_n - E p_m) + b z + s (eta - [z = 0]).
    """
    return {
        "lo": rational_json(found.delta.lo),
        "hi": rational_json(found.delta.hi),
        "gap": rational_json(found.delta.width),
        "noise": [
            {str(z): rational_json(law.probability(z)) for z in law.outcomes} for law in found.noise
        ],
        "E": rational_json(found.problem.E),
        "outcomes": list(_outcomes(found)),
        "rows": [list(values) for values in found.multipliers.conditions],
    }


def _outcomes(found: Enclosed) -> Iterator[dict[str, int]]:
    """Yield count, neighbour, released value and multipliers of every outcome that has them."""
    multipliers = zip(found.multipliers.events, found.multipliers.outputs, strict=True)
    for event, (most, values) in zip(found.problem.events, multipliers, strict=True):
        i, k = event.alone[0] if event.alone else event.shared[0][0]
        if most:
            yield {
                "count": event.count,
                "other": event.other,
                "released": event.count + found.problem.rows[i].support[k],
                "lambda": most,
                "mu": values[0] if values else most,
            }
