"""Claim *quantisation*: the integers are what the rule makes of the declared law.

The evidence is a rational enclosure of x = e^-gamma, and for each value that is rounded an
enclosure on the grid of 2^-bits that does not straddle an integer. Where x is rational (so that a
value may *be* an integer) it is given exactly.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from exact.errors import Undecided
from exact.laws.squares import SquareLaw
from exact.numbers.producers import agreed
from exact.quantiser.rules import LARGEST_REMAINDER
from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.kernel.parts import law_parts
from verification.shapes.common import BOUNDS, Bounds
from verification.shapes.shape import described, many, pair, record, whole

Runs = tuple[tuple[int, int], ...]
_GRID_BITS = 64
_MAX_GRID_BITS = 1024


@dataclass(frozen=True, slots=True)
class LawValues:
    """The evidence: bounds of x = e^-gamma, and of each value on the grid of 2^-bits."""

    x: Bounds
    bits: int
    bounds: tuple[tuple[int, int], ...]


def _make(context: Context) -> tuple[bool, LawValues] | None:
    origin, keysize = context.table.origin, context.table.keysize
    if origin is None or not isinstance(origin.law, SquareLaw):
        return None
    counts = range(context.table.first_count, context.table.last_count + 1)

    def expected() -> list[Runs]:
        return [origin.runs(count, keysize) for count in counts]

    found = [row.runs for row in context.table.rows]
    agrees = found == agreed(expected, "the integers of the declared law")
    return agrees, _evidence(origin.law, origin.rule, keysize)


def _shown(request: Request, found: LawValues) -> Iterator[Line]:
    origin = request.table.origin
    assert origin is not None  # claimed only where a law is declared
    yield "Law", (f"{origin.law.formula} on −{origin.law.D} … {origin.law.D}",)
    yield "Parameters", (origin.law.fixed_by,)
    yield "Rule", (origin.rule,)
    evidence = f"bounds on the grid of 2^−{found.bits} that hold no integer between them"
    yield "Evidence", (evidence,)


def _evidence(law: SquareLaw, rule: str, keysize: int) -> LawValues:
    x = law.rate.rational_x
    bits = _GRID_BITS
    while bits <= _MAX_GRID_BITS:
        if x is not None:
            bounds = _exact_bounds(law, rule, keysize, x, bits)
            return LawValues(Bounds(x, x), bits, tuple(bounds))
        # c_Z(z) K is to be known to better than 2^-bits from x alone: D^2 powers, times K.
        working = keysize.bit_length() + bits + 2 * law.D.bit_length() + 24
        lo, hi = agreed(partial(law.rate.x_bounds, working), "e^-gamma")
        bounds = _bounds(law, rule, keysize, bits)
        if not any(_straddles(low, high, bits) for low, high in bounds):
            scale = 1 << working
            x_bounds = Bounds(Fraction(lo, scale), Fraction(hi, scale))
            return LawValues(x_bounds, bits, tuple(bounds))
        bits *= 2
    raise Undecided("a value of the law is an integer, and only algebra shows it: no evidence")


def _bounds(law: SquareLaw, rule: str, keysize: int, bits: int) -> list[tuple[int, int]]:
    """Return K p(k), k = 0..D, or K c_Z(-k), k = 1..D, outward on the grid of 2^-bits."""
    weights = law.weights(4 * bits)
    if rule == LARGEST_REMAINDER:
        lows, highs = weights.lo, weights.hi
    else:
        tails_lo, tails_hi = weights.tails()
        lows, highs = tails_lo[1:-1], tails_hi[1:-1]
    scale = keysize << bits
    return [
        (scale * low // weights.total_hi, -(-scale * high // weights.total_lo))
        for low, high in zip(lows, highs, strict=True)
    ]


def _exact_bounds(
    law: SquareLaw, rule: str, keysize: int, x: Fraction, bits: int
) -> list[tuple[int, int]]:
    """Return the same from exact weights."""
    weights = [x ** (k * k) for k in range(law.D + 1)]
    total = 2 * sum(weights) - weights[0]
    values = weights
    if rule != LARGEST_REMAINDER:
        values = [sum(weights[k:], Fraction(0)) for k in range(1, law.D + 1)]
    scaled = [value * (keysize << bits) / total for value in values]
    return [(value.__floor__(), value.__ceil__()) for value in scaled]


def _straddles(low: int, high: int, bits: int) -> bool:
    """Tell whether [low, high] / 2^bits holds an integer."""
    return low >> bits != high >> bits or low % (1 << bits) == 0


KIND = ClaimKind(
    name="quantisation",
    brief="the integers are what the rule makes of the declared law",
    title="the integers follow the declared law",
    says="Each number of keys is what the quantisation rule makes of the declared law.",
    source=f"{PAPER}, (2.3)-(2.5) and (4.1)-(4.3)",
    evidence=record(
        LawValues,
        "Bounds of the law's values.",
        x=described(BOUNDS, "Bounds of x = e^-gamma; equal where x is rational."),
        bits=described(whole(1, 4096), "The bounds below are multiples of 2^-bits."),
        bounds=many(
            pair(whole(0), whole(0), "A lower and an upper bound, times 2^bits."),
            "K c_Z(-k), k = 1..D, or for the rule largest-remainder K p(k), k = 0..D.",
        ),
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="two producers of e^x: `exact/numbers/arb_floor.py::exp_floor`, "
    "`exact/numbers/integer_floor.py::exp_floor`",
    coq=law_parts,
    coq_says="the table is what the rule makes of the law",
    why_not="The file of the table names no law, so there is nothing that its integers should "
    "follow.",
    tests=("tests/certificate", "tests/quantiser"),
)
