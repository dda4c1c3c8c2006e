"""Claim 3: the integers are what the rule makes of the declared law.

The evidence is a rational enclosure of x = e^-gamma, and for each value that is rounded an
enclosure on the grid of 2^-bits that does not straddle an integer. Where x is rational (so that a
value may *be* an integer) it is given exactly.
"""

from fractions import Fraction
from functools import partial

from exact.errors import Undecided
from exact.laws.law import Law
from exact.laws.squares import SquareLaw
from exact.numbers.producers import agreed
from exact.quantiser.rules import LARGEST_REMAINDER
from verification.certificate.numbers import written
from verification.certificate.request import Request

Document = dict[str, object]
Runs = tuple[tuple[int, int], ...]
_GRID_BITS = 64
_MAX_GRID_BITS = 1024


def quantisation(request: Request) -> Document:
    """Return claim 3, or say that no law is declared."""
    origin = request.table.origin
    if origin is None:
        return {"status": "not claimed"}
    keysize = request.table.keysize
    first = request.table.first_count

    def expected() -> list[Runs]:
        return [origin.runs(first + i, keysize) for i in range(len(request.table.rows))]

    found = [row.runs for row in request.table.rows]
    agrees = found == agreed(expected, "the integers of the declared law")
    evidence = _evidence(_square(origin.law), origin.rule, keysize)
    return {"status": "holds" if agrees else "fails", **evidence}


def _square(law: Law) -> SquareLaw:
    assert isinstance(law, SquareLaw)
    return law


def _evidence(law: SquareLaw, rule: str, keysize: int) -> Document:
    x = law.rate.rational_x
    bits = _GRID_BITS
    while bits <= _MAX_GRID_BITS:
        if x is not None:
            return _document(x, x, bits, _exact_bounds(law, rule, keysize, x, bits))
        # c_Z(z) K is to be known to better than 2^-bits from x alone: D^2 powers, times K.
        working = keysize.bit_length() + bits + 2 * law.D.bit_length() + 24
        lo, hi = agreed(partial(law.rate.x_bounds, working), "e^-gamma")
        bounds = _bounds(law, rule, keysize, bits)
        if not any(_straddles(low, high, bits) for low, high in bounds):
            scale = 1 << working
            return _document(Fraction(lo, scale), Fraction(hi, scale), bits, bounds)
        bits *= 2
    raise Undecided("a value of the law is an integer, and only algebra shows it: no evidence")


def _document(lo: Fraction, hi: Fraction, bits: int, bounds: list[tuple[int, int]]) -> Document:
    return {
        "x": {"lo": written(lo), "hi": written(hi)},
        "bits": bits,
        "bounds": [list(pair) for pair in bounds],
    }


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
