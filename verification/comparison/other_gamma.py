"""Which gamma would give the printed values, where they are not those of the law in question.

p(a) / p(b) = e^(gamma (b^2 - a^2)) does not depend on D: two printed values bound gamma, all of
them together bound it narrowly. The simplest rational multiple of epsilon (or rational) within the
bounds is tried: it is named only if the law that it makes has every printed value, up to
the digits printed and the noise of doubles.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import Rate, RationalRate, rate_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from verification.comparison.law_values import LawValues
from verification.comparison.printed import Printed
from verification.comparison.reference import KEYS, Reference

_BITS = 256
_ROUNDOFF = Fraction(1, 2**53)
# A simpler number than this is no accident: it is what somebody chose.
_MOST_DENOMINATOR = 10**6

Prints = Mapping[str, Mapping[int, Printed]]
# Bounds of p at some |z|.
Bounds = dict[int, Enclosure]


@dataclass(frozen=True, slots=True)
class OtherGamma:
    """The law that the printed values are those of; ``factor`` is gamma / epsilon, if known."""

    law: MaxEntLaw
    factor: Fraction | None


def other_gamma(prints: Prints, reference: Reference) -> OtherGamma | None:
    """Return the other law, None where the printed values are of this one or of none."""
    law = reference.law
    if not isinstance(law, LawValues) or not isinstance(law.law, MaxEntLaw):
        return None
    bounds = _bounds(prints, reference, law.law.D)
    if len(bounds) < 2 or _has_all(law, bounds):
        return None
    found = _gamma(bounds)
    if found is None:
        return None
    for D in dict.fromkeys((law.law.D, max(bounds))):
        for rate, factor in _candidates(found, reference.epsilon):
            if D >= 1 and _has_all(LawValues(MaxEntLaw(D, rate)), bounds):
                return OtherGamma(MaxEntLaw(D, rate), factor)
    return None


def _bounds(prints: Prints, reference: Reference, D: int) -> Bounds:
    """Return what the prints say about p at each |z|: the narrowest column that says enough."""
    keysize = None if reference.table is None else reference.table.table.keysize
    for column in ("p", "pq", KEYS, "c", "cq"):
        values = prints.get(column, {})
        if column in ("c", "cq"):
            spans = _steps(values, D)
        else:
            spans = {z: _span(printed, D) for z, printed in values.items()}
        if column in (KEYS, "cq") and keysize is not None:
            spans = {z: Enclosure(s.lo / keysize, s.hi / keysize) for z, s in spans.items()}
        if column in ("pq", KEYS, "cq") and keysize is not None:
            key = Fraction(1, keysize)
            spans = {z: Enclosure(s.lo - key, s.hi + key) for z, s in spans.items()}
        found = _by_size(spans)
        if len(found) > 1:
            return found
    return {}


def _span(printed: Printed, D: int) -> Enclosure:
    margin = printed.unit / 2 + (4 * D + 4) * _ROUNDOFF * abs(printed.value)
    return Enclosure(printed.value - margin, printed.value + margin)


def _steps(values: Mapping[int, Printed], D: int) -> dict[int, Enclosure]:
    """Return p(z) = c(z) - c(z-1) where both are printed."""
    spans = {z: _span(printed, D) for z, printed in values.items()}
    return {
        z: Enclosure(s.lo - spans[z - 1].hi, s.hi - spans[z - 1].lo)
        for z, s in spans.items()
        if z - 1 in spans
    }


def _by_size(spans: Mapping[int, Enclosure]) -> Bounds:
    """Return the bounds of p at |z|, of z and -z together; nothing where they contradict."""
    found: Bounds = {}
    for z, span in spans.items():
        known = found.get(abs(z), span)
        lo, hi = max(known.lo, span.lo), min(known.hi, span.hi)
        if lo <= 0 or lo > hi:
            return {}
        found[abs(z)] = Enclosure(lo, hi)
    return found


def _gamma(bounds: Bounds) -> Enclosure | None:
    """Return the gamma that all ratios to the value nearest 0 allow; None where there is none."""
    a = min(bounds)
    lo, hi = Fraction(0), None
    for b in sorted(bounds)[1:]:
        steps = b * b - a * a
        least, most = bounds[a].lo / bounds[b].hi, bounds[a].hi / bounds[b].lo
        if most <= 1:
            return None
        lo = max(lo, _log(least).lo / steps) if least > 1 else lo
        upper = _log(most).hi / steps
        hi = upper if hi is None else min(hi, upper)
    return None if hi is None or lo > hi else Enclosure(lo, hi)


def _log(ratio: Fraction) -> Enclosure:
    return Epsilon(exp=ratio).enclosure(_BITS)


def _candidates(
    gamma: Enclosure, epsilon: Epsilon | None
) -> Iterator[tuple[Rate, Fraction | None]]:
    """Yield the simplest multiple of epsilon, and the simplest rational."""
    if epsilon is not None:
        scale = epsilon.enclosure(_BITS)
        factor = simplest_between(gamma.lo / scale.hi, gamma.hi / scale.lo)
        if factor > 0 and factor.denominator <= _MOST_DENOMINATOR:
            yield rate_of_epsilon(epsilon, factor), factor
    simple = simplest_between(gamma.lo, gamma.hi)
    yield RationalRate(simple), None


def simplest_between(lo: Fraction, hi: Fraction) -> Fraction:
    """Return the rational with the smallest denominator in [lo, hi], 0 <= lo <= hi.

    >>> simplest_between(Fraction("0.01020408"), Fraction("0.01020409"))
    Fraction(1, 98)
    """
    whole = lo.__ceil__()
    if whole <= hi:
        return Fraction(whole)
    below = lo.__floor__()
    return below + 1 / simplest_between(1 / (hi - below), 1 / (lo - below))


def _has_all(law: LawValues, bounds: Bounds) -> bool:
    """Tell whether every p of a law lies within what was printed."""
    values = ((law.p(z), span) for z, span in bounds.items())
    return all(p.compare(span.lo) >= 0 >= p.compare(span.hi) for p, span in values)
