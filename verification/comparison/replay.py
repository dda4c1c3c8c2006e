"""Quantise again as a program would: on doubles, on singles, on the decimals it has printed.

Every step is the exact result rounded once, in integers: what IEEE 754 prescribes for +, - and *.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.real import Real
from exact.quantiser.names import CEILING, SYMMETRIC
from verification.comparison.doubles import DOUBLE, SINGLE, BinaryFormat, nearest, nearest_double
from verification.comparison.noise_values import NoiseValues

Cmf = dict[int, Fraction]
Integers = dict[int, int]

# How a program may have made an integer of c K; the paper's (4.2) takes the ceiling.
_ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "ceiling": lambda x: x.__ceil__(),
    "floor": lambda x: x.__floor__(),
    "nearest": round,
}
_FORMATS = {"doubles": DOUBLE, "singles": SINGLE}


@dataclass(frozen=True, slots=True)
class Route:
    """A way to the integers c^Q(z), and the integers at its end."""

    name: str
    integers: Integers


def replayable(rule: str | None) -> bool:
    """Tell whether c^Q(z) is a rounding of c(z) K; largest remainders are not."""
    return rule in (CEILING, SYMMETRIC)


def quantised(c: Fraction, z: int, keysize: int, rule: str) -> int:
    """Return what the rule makes of one value of the cmf; mirrored, 1 - c takes the ceiling."""
    scaled = c * keysize
    return scaled.__floor__() if rule == SYMMETRIC and z >= 0 else scaled.__ceil__()


def law_routes(law: NoiseValues, keysize: int, rule: str) -> Iterator[Route]:
    """Yield the routes that start from the true law, the most ordinary first."""
    for word, form in _FORMATS.items():
        for name, cmf in _floating_cmfs(law, form):
            yield from _rounded(f"{name} {word}", cmf, keysize, rule, form)
    for name in ("floor", "nearest"):
        exact = {z: _exactly(law.c(z), keysize, name) for z in law.support}
        yield Route(f"{name} of the true cmf", _mirrored(exact, keysize, rule))


def printed_routes(
    cmf: Mapping[int, Fraction], pmf: Mapping[int, Fraction], keysize: int, rule: str
) -> Iterator[Route]:
    """Yield the routes that start from the numbers that the other program printed."""
    decimals = [("the printed cmf", dict(cmf)), ("sum of the printed pmf", _forward(pmf, None))]
    for name, values in decimals:
        yield from _rounded(f"{name}, exactly", values, keysize, rule, None)
    doubles = {z: nearest(p) for z, p in pmf.items()}
    summed = _forward(doubles, DOUBLE)
    yield from _rounded(
        "the printed cmf in doubles", {z: nearest(c) for z, c in cmf.items()}, keysize, rule, DOUBLE
    )
    yield from _rounded("sum of the printed pmf in doubles", summed, keysize, rule, DOUBLE)


def _floating_cmfs(law: NoiseValues, form: BinaryFormat) -> Iterator[tuple[str, Cmf]]:
    """Yield c by its nearest doubles, and by sums of the nearest doubles of p from either end."""
    yield "the true cmf in", {z: nearest_double(law.c(z), form) for z in law.support}
    pmf = {z: nearest_double(law.p(z), form) for z in law.support}
    yield "forward sum of", _forward(pmf, form)
    yield "backward sum of", _backward(pmf, form)


def _forward(pmf: Mapping[int, Fraction], form: BinaryFormat | None) -> Cmf:
    """Return c(z) = c(z-1) + p(z) as far as p is known without a gap."""
    cmf: Cmf = {}
    total = Fraction(0)
    for z in _contiguous(pmf):
        total = _round(total + pmf[z], form)
        cmf[z] = total
    return cmf


def _backward(pmf: Mapping[int, Fraction], form: BinaryFormat) -> Cmf:
    """Return c(z) = 1 - (p(D) + p(D-1) + ... + p(z+1))."""
    cmf: Cmf = {}
    tail = Fraction(0)
    for z in sorted(pmf, reverse=True):
        cmf[z] = _round(1 - tail, form)
        tail = _round(tail + pmf[z], form)
    return cmf


def _contiguous(pmf: Mapping[int, Fraction]) -> Iterator[int]:
    z = min(pmf, default=0)
    while z in pmf:
        yield z
        z += 1


def _rounded(
    name: str, cmf: Cmf, keysize: int, rule: str, form: BinaryFormat | None
) -> Iterator[Route]:
    scaled = {z: _round(c * keysize, form) for z, c in cmf.items()}
    for word, rounding in _ROUNDINGS.items():
        integers = {z: rounding(value) for z, value in scaled.items()}
        if integers:
            yield Route(f"{word} of {name}", _mirrored(integers, keysize, rule))


def _mirrored(integers: Integers, keysize: int, rule: str) -> Integers:
    """For the symmetric rule replace the upper half: c^Q(z) = K - c^Q(-z-1)."""
    if rule != SYMMETRIC:
        return integers
    lower = {z: n for z, n in integers.items() if z < 0}
    return lower | {-z - 1: keysize - n for z, n in lower.items()}


def _round(value: Fraction, form: BinaryFormat | None) -> Fraction:
    return value if form is None else nearest(value, form)


def _exactly(truth: Real, keysize: int, name: str) -> int:
    """Return floor(c K) or the nearest integer, ties to even, of an enclosed c."""
    rounding = _ROUNDINGS[name]

    def border(low: int, high: int) -> Fraction | None:
        if high - low > 1:
            return None
        return Fraction(high, keysize) if name == "floor" else Fraction(low + high, 2 * keysize)

    return truth.rounded(lambda value: rounding(value * keysize), border)
