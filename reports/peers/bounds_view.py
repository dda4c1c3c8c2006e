"""Answers that ought to be bounds: dp-accounting, OpenDP and mpmath's intervals."""

from collections.abc import Sequence
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.decimals import NEAREST, decimal, nearest
from reports.document.blocks import Block
from reports.document.making import grid, lines, paragraph
from reports.jsons import enclosure_json, rational_json
from reports.peers.google_pld import STEPS, Estimate
from reports.peers.interval_exp import Misses
from reports.peers.open_dp import Bound
from verification.comparison.intervals import Miss

# Below so many ulps an excess is a matter of rounding and is shown in ulps.
_ROUNDING = 1000


def estimates_blocks(estimates: Sequence[Estimate], version: str) -> tuple[Block, ...]:
    """Return the excess of dp-accounting's delta over the exact one, and every deficit."""
    below = [estimate for estimate in estimates if estimate.is_below]
    head = (
        f"dp-accounting {version}: delta of a privacy loss distribution from two pmfs, called "
        f"pessimistic. Of {len(estimates)} answers {len(below)} lie below the exact delta."
    )
    cells = (
        "Cells: the excess over the exact delta, relative to it, or in ulps of a double where it "
        f"is below {_ROUNDING}; a minus sign says that the estimate is not pessimistic."
    )
    titles = ("subject", "D", "epsilon", "exact delta", *(f"step {_ten(step)}" for step in STEPS))
    parts = (paragraph(head), grid(titles, _rows(estimates), "Estimates"), paragraph(cells))
    if not below:
        return parts
    return (*parts, paragraph(_DEFICITS), grid(_DEFICIT_HEADERS, _deficits(below), "Deficits"))


_DEFICITS = (
    "Every deficit, and its own arithmetic: the error against delta of exactly the doubles it was "
    "given. The rest is lost by writing p as the double near log p, which is what it asks for."
)
_DEFICIT_HEADERS = (
    "subject",
    "D",
    "epsilon",
    "its delta",
    "against exact",
    "own arithmetic",
    "at steps",
)


def _rows(estimates: Sequence[Estimate]) -> list[list[str]]:
    rows: dict[tuple[str, int, Fraction], list[str]] = {}
    for estimate in estimates:
        place = (estimate.subject, estimate.D, estimate.epsilon)
        head = [*map(str, place), nearest(estimate.truth, 6)]
        rows.setdefault(place, head).append(_excess(estimate))
    return list(rows.values())


def _excess(estimate: Estimate) -> str:
    if estimate.ulps.hi < _ROUNDING:
        return _ulps(estimate.ulps)
    relative = (estimate.answer - estimate.truth.lo) / estimate.truth.lo
    return f"+{decimal(relative, 3, NEAREST)}"


def _deficits(below: Sequence[Estimate]) -> list[list[str]]:
    steps: dict[tuple[str, ...], list[str]] = {}
    for estimate in below:
        facts = (
            estimate.subject,
            str(estimate.D),
            str(estimate.epsilon),
            decimal(estimate.answer, 17, NEAREST),
            _ulps(estimate.ulps),
            _ulps(estimate.own_ulps),
        )
        steps.setdefault(facts, []).append(_ten(estimate.step))
    return [[*facts, " ".join(found)] for facts, found in steps.items()]


def _ulps(error: Enclosure) -> str:
    sign = "+" if error.lo > 0 else ""
    if error.lo == error.hi and error.lo.denominator == 1:
        return f"{sign}{error.lo} ulps"
    return f"{sign}{nearest(error, 4)} ulps"


def _ten(step: Fraction) -> str:
    """Return a power of ten as it is typed."""
    return f"1e-{len(str(step.denominator)) - 1}"


def estimates_json(estimates: Sequence[Estimate], version: str) -> dict[str, object]:
    """Return every estimate with both truths."""
    return {
        "peer": "dp-accounting",
        "version": version,
        "below": sum(estimate.is_below for estimate in estimates),
        "estimates": [
            {
                "subject": estimate.subject,
                "D": estimate.D,
                "epsilon": rational_json(estimate.epsilon),
                "step": rational_json(estimate.step),
                "answer": rational_json(estimate.answer),
                "exact": enclosure_json(estimate.truth),
                "exact_for_its_input": enclosure_json(estimate.of_input),
                "excess_in_ulps": enclosure_json(estimate.ulps),
                "excess_of_own_arithmetic_in_ulps": enclosure_json(estimate.own_ulps),
                "is_below": estimate.is_below,
            }
            for estimate in estimates
        ],
    }


def bounds_blocks(bounds: Sequence[Bound], version: str) -> tuple[Block, ...]:
    """Return whether each of OpenDP's bounds holds, and by how much it exceeds the truth."""
    failing = sum(not bound.holds for bound in bounds)
    rows = [
        (
            bound.quantity,
            str(bound.scale),
            "" if bound.at is None else str(bound.at),
            decimal(bound.answer, 8, NEAREST),
            nearest(bound.truth, 8),
            "holds" if bound.holds else "FAILS",
            _relative(bound),
        )
        for bound in bounds
    ]
    head = (
        f"opendp {version}: {len(bounds)} upper bounds, {failing} of them below the exact value. "
        "For epsilon(delta): delta as asked, and the exact delta at its epsilon."
    )
    titles = ("quantity", "scale", "at", "bound", "exact", "", "excess (relative)")
    return paragraph(head), grid(titles, rows, "Bounds")


def _relative(bound: Bound) -> str:
    return "0" if bound.excess.lo == bound.excess.hi == 0 else nearest(bound.excess, 4)


def bounds_json(bounds: Sequence[Bound], version: str) -> dict[str, object]:
    """Return every bound with the exact value."""
    return {
        "peer": "opendp",
        "version": version,
        "below": sum(not bound.holds for bound in bounds),
        "bounds": [
            {
                "quantity": bound.quantity,
                "scale": rational_json(bound.scale),
                "at": None if bound.at is None else rational_json(bound.at),
                "bound": rational_json(bound.answer),
                "exact": enclosure_json(bound.truth),
                "holds": bound.holds,
                "relative_excess": enclosure_json(bound.excess),
            }
            for bound in bounds
        ],
    }


def misses_blocks(result: Misses) -> tuple[Block, ...]:
    """Return how often the interval misses, and the first witness."""
    points = sum(miss.lower == miss.upper for miss in result.found)
    head = (
        f"mpmath {result.version}, iv.exp at {result.precision} bits: {len(result.found)} of "
        f"{result.tried} enclosures do not hold e^x"
    )
    if not result.found:
        return (paragraph(f"{head}."),)
    single = f"{points} of them single points, which no irrational number is."
    return paragraph(f"{head}, {single}"), lines(*_witness(result.found[0]))


def _witness(miss: Miss) -> tuple[str, ...]:
    side, end = ("above", miss.upper) if miss.is_above else ("below", miss.lower)
    return (
        f"The first: x = {miss.x}",
        f"[{decimal(miss.lower, 20, NEAREST)}, {decimal(miss.upper, 20, NEAREST)}]",
        f"e^x lies {side} {end}, by {nearest(miss.ulps, 4)} ulps of a double.",
    )


def misses_json(result: Misses) -> dict[str, object]:
    """Return every miss with its exact ends."""
    return {
        "peer": "mpmath-iv",
        "version": result.version,
        "precision": result.precision,
        "tried": result.tried,
        "missed": len(result.found),
        "misses": [
            {
                "x": rational_json(miss.x),
                "lower": rational_json(miss.lower),
                "upper": rational_json(miss.upper),
                "side": "above" if miss.is_above else "below",
                "ulps": enclosure_json(miss.ulps),
            }
            for miss in result.found
        ],
    }
