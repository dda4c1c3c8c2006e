"""What Renyi and concentrated differential privacy say of a release, beside the tight bounds.

Of a pair of laws with the atoms (p, q) let M(a) be the sum of p^a q^(1-a) over the atoms that both
laws have: the exact moment of order a. It multiplies over independent cells. From

    max(0, p - E q) <= c p (p / (E q))^(a-1),   c = (1/a) ((a-1)/a)^(a-1),   a > 1,

(the largest of (1 - 1/x) x^(1-a) over x >= 1 is at x = a/(a-1)) follows

    delta(epsilon) <= plateau + c e^(-(a-1) epsilon) prod M_i(a)^(m_i),

the usual conversion (Canonne, Kamath and Steinke 2020, Proposition 12) with the plateau kept apart:
tables have bounded noise, so that without this every Renyi divergence is infinite. Where both laws
are conditioned on what both have, D(a) = log M(a) / (a - 1), and rho = sup D(a) / a is that of
concentrated differential privacy (Bun and Steinke 2016) but for the plateau.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.composition.pairs import LossPair
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.producers import exp_floor, log_floor

_BITS, _MOMENT_BITS = 64, 128
_ORDERS = (*range(2, 33), *range(34, 65, 2), *range(72, 257, 8))
# rho is looked for at orders that grow by this factor: its bounds are about as far apart.
_FINER, _WHOLE = Fraction(33, 32), 16
_LARGEST_ORDER = 1 << 12
# c is at least 1/(e a), so that with a larger exponent the bound says nothing: delta is at most 1.
# With a smaller one than the other it is as good as nothing, and rounded up to that.
_SAYS_NOTHING, _IS_NOTHING = Fraction(8), Fraction(-(1 << 14))

Parts = Sequence[tuple[LossPair, int]]


@dataclass(frozen=True, slots=True)
class RenyiBound:
    """delta is at most this, by the moment of one order."""

    delta: Fraction
    order: int


def moment(pair: LossPair, order: int) -> Enclosure:
    """Return bounds of the sum of p^a q^(1-a) over the atoms that both laws have, in integers.

    >>> found = moment(LossPair(((3, 1), (1, 3))), 2)
    >>> found.lo <= Fraction(7, 3) <= found.hi, found.width < Fraction(1, 10**30)
    (True, True)
    """
    finite = [(p, q) for p, q in pair.weights if p and q]
    low = sum((p**order << _MOMENT_BITS) // q ** (order - 1) for p, q in finite)
    one = pair.total << _MOMENT_BITS
    return Enclosure(Fraction(low, one), Fraction(low + len(finite), one))


def renyi_delta(parts: Parts, epsilon: Epsilon) -> RenyiBound:
    """Return the least bound of delta by a moment of the orders tried, both directions.

    >>> found = renyi_delta([(LossPair(((3, 1), (1, 3))), 2)], Epsilon(exp=Fraction(3)))
    >>> found.order, found.delta > Fraction(3, 8)
    (2, True)
    """
    ways = [list(parts), [(pair.mirrored(), m) for pair, m in parts]]
    if all(a.weights == b.weights for (a, _), (b, _) in zip(*ways, strict=True)):
        ways = ways[:1]
    found = [min((_at(way, epsilon, a), a) for a in _ORDERS) for way in ways]
    delta, order = max(found)
    plateau = max(_plateau(way) for way in ways)
    return RenyiBound(min(Fraction(1), delta + plateau), order)


def _at(parts: Parts, epsilon: Epsilon, order: int) -> Fraction:
    """Return c e^(-(a-1) epsilon) prod M^m, rounded up; 1 where it is more."""
    exponent = -(order - 1) * epsilon.enclosure(_BITS).lo
    for pair, m in parts:
        total = moment(pair, order).hi
        if total == 0:  # the laws have nothing in common: all is in the plateau
            return Fraction(0)
        exponent += m * _log_up(total)
    if exponent > _SAYS_NOTHING:
        return Fraction(1)
    c = Fraction(order - 1, order) ** (order - 1) / order
    return c * _exp_up(max(exponent, _IS_NOTHING))


def _plateau(parts: Parts) -> Fraction:
    rest = Fraction(1)
    for pair, m in parts:
        rest *= (1 - Fraction(pair.infinite, pair.total)) ** m
    return 1 - rest


def concentrated(pair: LossPair) -> Enclosure:
    """Return bounds of rho of one cell, the larger of both directions, on what both laws have.

    D(a) rises with a, so D(a) / a is at most D(b) / a from a to b, and at most log(max p/q) / a
    from a on: it ends where that is below what was reached.

    >>> found = concentrated(LossPair(((3, 1), (1, 3))))
    >>> Fraction(1, 2) < found.lo <= found.hi < Fraction(6, 10)
    True
    """
    ways = [_concentrated(way) for way in (pair, pair.mirrored())]
    return Enclosure(max(one.lo for one in ways), max(one.hi for one in ways))


@dataclass(frozen=True, slots=True)
class _Atom:
    """A probability of the first law, its ratio to that of the second, and bounds of its log."""

    p: Fraction
    ratio: Fraction
    loss: Enclosure


def _atoms(pair: LossPair) -> Iterator[_Atom]:
    """Yield the atoms of both laws, conditioned on what both have."""
    finite = [(p, q) for p, q in pair.weights if p and q]
    total_p, total_q = sum(p for p, _ in finite), sum(q for _, q in finite)
    for p, q in finite:
        ratio = Fraction(p * total_q, q * total_p)
        yield _Atom(Fraction(p, total_p), ratio, Enclosure(_log_down(ratio), _log_up(ratio)))


def _concentrated(pair: LossPair) -> Enclosure:
    atoms = tuple(_atoms(pair))
    if len(atoms) < 2:
        return Enclosure.point(Fraction(0))
    largest = max(one.loss.hi for one in atoms)
    low = high = Fraction(0)
    order = Fraction(1)
    for following in _orders():
        divergence = _divergence(atoms, following)
        high = max(high, divergence.hi / order)
        low = max(low, divergence.lo / following)
        order = following
        if largest / order <= low:
            break
    return Enclosure(low, max(high, largest / order))


def _orders() -> Iterator[Fraction]:
    """Yield orders from 1 on: each a little larger, whole ones where that is fine enough."""
    order = Fraction(1)
    while order < _LARGEST_ORDER:
        grown = order * _FINER
        order = (
            Fraction(-int(-grown // 1)) if order >= _WHOLE else Fraction(int(grown * 64) + 1, 64)
        )
        yield order


def _divergence(atoms: Sequence[_Atom], order: Fraction) -> Enclosure:
    """Return bounds of D(a) = log(sum p (p/q)^(a-1)) / (a - 1)."""
    more = order - 1
    if more.denominator == 1:
        low = sum((one.p * _power_down(one.ratio, int(more)) for one in atoms), Fraction(0))
        high = low + Fraction(len(atoms), 1 << _BITS)
    else:
        low = sum((one.p * _exp_down(more * one.loss.lo) for one in atoms), Fraction(0))
        high = sum((one.p * _exp_up(more * one.loss.hi) for one in atoms), Fraction(0))
    return Enclosure(_log_down(low) / more, _log_up(high) / more)


def _power_down(ratio: Fraction, power: int) -> Fraction:
    top, under = ratio.numerator**power, ratio.denominator**power
    return Fraction((top << _BITS) // under, 1 << _BITS)


def _log_down(value: Fraction) -> Fraction:
    return Fraction(log_floor(value, _BITS), 1 << _BITS)


def _log_up(value: Fraction) -> Fraction:
    return Fraction(log_floor(value, _BITS) + (value != 1), 1 << _BITS)


def _exp_down(x: Fraction) -> Fraction:
    bits = _BITS + max(0, int(-x) * 2)
    return Fraction(exp_floor(x, bits), 1 << bits)


def _exp_up(x: Fraction) -> Fraction:
    bits = _BITS + max(0, int(-x) * 2)
    return Fraction(exp_floor(x, bits) + 1, 1 << bits)
