"""Claim *quantisation*: the integers are what the rule makes of the declared law.

The evidence is small: the number of bits with which every value that is rounded is told from the
integers beside it, and where the rate of the law is fixed by a variance, bounds of x = e^-rate.
The checker computes the weights of the law anew, each shape by its own formula (``SHAPES`` in
``exact.laws.law``), and rounds: that is all the claim says.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from exact.errors import Undecided
from exact.laws.law import Law, Noise
from exact.laws.rates import Rate
from exact.numbers.producers import agreed
from exact.quantiser.names import LARGEST_REMAINDER
from exact.quantiser.rounding import is_integer
from verification.claims.context import Context
from verification.claims.covers import ROWS
from verification.claims.kind import PAPER, ClaimKind
from verification.claims.request import Request
from verification.claims.shown import Line
from verification.kernel.parts import law_parts
from verification.shapes.common import BOUNDS, Bounds
from verification.shapes.shape import described, optional, record, whole

Runs = tuple[tuple[int, int], ...]
_GRID_BITS = 64
_MAX_GRID_BITS = 1024
# The checker computes with exact powers of x up to so many bits; beyond, no value is an integer.
_EXACT_BITS = 1 << 14


@dataclass(frozen=True, slots=True)
class LawValues:
    """The evidence: bounds of x = e^-rate where they are needed, and the bits that tell values."""

    x: Bounds | None
    bits: int


def _make(context: Context) -> tuple[bool, LawValues] | None:
    origin, keysize = context.table.origin, context.table.keysize
    if origin is None:
        return None
    counts = range(context.table.first_count, context.table.last_count + 1)

    def expected() -> list[Runs]:
        return [origin.runs(count, keysize) for count in counts]

    found = [row.runs for row in context.table.rows]
    agrees = found == agreed(expected, "the integers of the declared law")
    noises = {noise for noise in map(origin.noise, counts) if noise is not None}
    return agrees, _evidence(origin.law, noises, keysize, origin.rule)


def _shown(request: Request, found: LawValues) -> Iterator[Line]:
    origin = request.table.origin
    assert origin is not None  # claimed only where a law is declared
    yield "Law", (f"{origin.law.formula} on −{origin.law.D} … {origin.law.D}",)
    yield "Parameters", (origin.law.fixed_by,)
    yield "Rule", (origin.rule,)
    yield "Evidence", (f"values of the law to 2^−{found.bits} of a key, which tell every integer",)


def _evidence(law: Law, noises: set[Noise], keysize: int, rule: str) -> LawValues:
    bits = _GRID_BITS
    if not _has_exact_powers(law):
        bits = max((_bits(noise, keysize, rule) for noise in noises), default=bits)
    if law.rate is None:
        return LawValues(None, bits)
    working = keysize.bit_length() + bits + 2 * law.D.bit_length() + 24
    x = agreed(partial(_x_bounds, law.rate, working), "e^-gamma")
    # The checker finds the other kinds of rates by itself.
    return LawValues(None if law.rate.of_variance is None else x, bits)


def _has_exact_powers(law: Law) -> bool:
    """Tell whether the checker computes with exact powers of x."""
    x = None if law.rate is None else law.rate.rational_x
    return x is not None and x.denominator.bit_length() * law.D**2 < _EXACT_BITS


def _x_bounds(rate: Rate, bits: int) -> Bounds:
    """Return bounds of x to so many bits of its own, or x itself where it is rational."""
    x = rate.rational_x
    if x is not None:
        return Bounds(x, x)
    working = bits + int(rate.enclose(64).hi * 3 / 2)
    lo, hi = rate.x_bounds(working)
    return Bounds(Fraction(lo, 1 << working), Fraction(hi, 1 << working))


def _bits(noise: Noise, keysize: int, rule: str) -> int:
    """Return bits with which no value that is rounded lies that near to an integer it is not."""
    bits = _GRID_BITS
    while bits <= _MAX_GRID_BITS:
        if all(is_integer(noise, keysize, *near) for near in _near(noise, keysize, rule, bits)):
            return bits
        bits *= 2
    raise Undecided("a value of the law lies too near to an integer: no evidence")


def _near(noise: Noise, keysize: int, rule: str, bits: int) -> Iterator[tuple[range, int]]:
    """Yield the places k of each K p(k) or K t_k/T within 2^-bits of an integer, and the integer.

    One that is below 1 is left out: it is above 0, so surely none.
    """
    weights = noise.weights(keysize.bit_length() + 2 * bits)
    largest, last = rule == LARGEST_REMAINDER, len(weights.lo)
    lows, highs = (weights.lo, weights.hi) if largest else weights.tails
    total_lo, total_hi = weights.total_lo, weights.total_hi
    for k in range(0 if largest else 1, last):
        low = (keysize * lows[k] << bits) // total_hi - 1
        high = (keysize * highs[k] << bits) // total_lo + 2
        integer = high >> bits
        if integer > 0 and integer << bits >= low:
            yield range(k, k + 1) if largest else range(k, last), integer


KIND = ClaimKind(
    name="quantisation",
    brief="the integers are what the rule makes of the declared law",
    title="the integers follow the declared law",
    says="Each number of keys is what the quantisation rule makes of the declared law.",
    source=f"{PAPER}, (2.3)-(2.5) and (4.1)-(4.3)",
    evidence=record(
        LawValues,
        "How the values of the law are told from integers.",
        x=optional(BOUNDS, "Bounds of x = e^-rate, where a variance fixes the rate."),
        bits=described(whole(1, _MAX_GRID_BITS), "Values are computed to 2^-bits of a key."),
    ),
    covering=ROWS,
    make=_make,
    shown=_shown,
    proof="two producers of e^x: `exact/numbers/arb_floor.py::exp_floor`, "
    "`exact/numbers/integer_floor.py::exp_floor`",
    coq=law_parts,
    coq_says="the table is what the rule makes of the law",
    why_not="The certified table names no law, so there is nothing that its integers should "
    "follow.",
    tests=("tests/certificate", "tests/quantiser"),
)
