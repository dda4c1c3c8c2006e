"""The expectation of Hellinger's distance, by a transform: narrow bounds whatever the cells are.

The distance is sqrt(X), X = sum of (sqrt a - sqrt b)^2 / 2 over cells (Shlomo-Krenzke-Li 3.5). With
phi(s) = E e^(-sX), a product over cells with independent keys, and
sqrt(x) = 1/sqrt(pi) int_0^inf (1 - e^(-x u^2)) u^-2 du (integrate by parts),

    E sqrt(X) = 1/sqrt(pi) int_0^inf (1 - phi(u^2)) u^-2 du.

In the middle FLINT encloses the integral over log u. Below, (1 - phi(s)) / s lies between
E X (1 - s max X) and E X; above, phi lies between its value there and P(X = 0).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, ctx

from exact.numbers.balls import ball_of, bounds_of
from exact.numbers.enclosure import Enclosure
from exact.utility.chances import Chances, Perturbation
from exact.utility.counts import Counts
from exact.utility.measures import hellinger_square

_BITS = 128
# The integral is asked for to so many bits, and so are the parts on both sides of it.
_WANTED = 36
# No loss of counts up to 2^61 is as small as 2^-128 or as large as 2^128.
_FAR = 128
# Different counts times released values; each point of the integral takes them all.
MAX_WORK = 10_000


@dataclass(frozen=True, slots=True)
class _Cell:
    """Probabilities and losses of one count, the probability of no loss, and how many cells."""

    chances: tuple[arb, ...]
    losses: tuple[arb, ...]
    unchanged: arb
    times: int


def hellinger_mean(counts: Counts, perturbation: Perturbation) -> Enclosure | None:
    """Return E sqrt(X); None where there are too many different counts.

    >>> class Coin:
    ...     def released(self, count):
    ...         return Chances.of(2, [(count, 1, 1), (count + 3, 1, 1)])
    >>> found = hellinger_mean(Counts((1,)), Coin())  # half of |1 - 2| / sqrt(2)
    >>> found.lo**2 < Fraction(1, 8) < found.hi**2
    True
    """
    released = {count: perturbation.released(count) for count in counts.by_count}
    if sum(len(chances.values) for chances in released.values()) > MAX_WORK:
        return None
    with ctx.workprec(_BITS):
        cells = [_cell(a, released[a], times) for a, times in counts.by_count.items()]
        most = sum((c.times * max(c.losses, key=arb.upper) for c in cells), arb(0)).upper()
        if most == 0:
            return Enclosure.point(Fraction(0))
        low, high = _below(most), _above(cells)
        parts = _head(cells, most, low.exp()) + _middle(cells, low, high) + _tail(cells, high.exp())
        bounds = bounds_of(parts / arb.pi().sqrt())
        return Enclosure(max(bounds.lo, Fraction(0)), bounds.hi)


def _cell(count: int, chances: Chances, times: int) -> _Cell:
    parts = zip(chances.values, chances.lo, chances.hi, strict=True)
    whole = chances.total
    found = {b: ball_of(Enclosure(Fraction(lo, whole), Fraction(hi, whole))) for b, lo, hi in parts}
    losses = (hellinger_square(count, b, _BITS) for b in found)
    return _Cell(
        tuple(found.values()),
        tuple(ball_of(Enclosure.scaled(*loss, _BITS)) for loss in losses),
        found.get(count, arb(0)),
        times,
    )


def _phi(cells: Sequence[_Cell], s: acb) -> acb:
    found = acb(1)
    for cell in cells:
        part = acb(0)
        for chance, loss in zip(cell.chances, cell.losses, strict=True):
            part += chance * (-s * loss).exp()
        found *= part**cell.times
    return found


def _below(most: arb) -> arb:
    """Return log u with u^2 max X at most 2^-wanted: the head is then u E X to so many bits."""
    found: arb = -(most * 2**_WANTED).log() / 2
    return found.floor().mid()


def _above(cells: Sequence[_Cell]) -> arb:
    """Return log u where phi(u^2) is nearly P(X = 0): it ends, as phi falls to that."""
    never = _unchanged(cells)
    for high in range(-_FAR, _FAR):
        u = arb(high).exp()
        if (_phi(cells, acb(u * u)).real - never) / u * 2**_WANTED < 1:
            return arb(high)
    return arb(_FAR)


def _head(cells: Sequence[_Cell], most: arb, u: arb) -> arb:
    """Return the integral from 0 to u: between u E X (1 - u^2 max X) and u E X."""
    mean = sum((c.times * _mean(c) for c in cells), arb(0))
    return mean * u * (1 - u * u * most).union(arb(1))


def _mean(cell: _Cell) -> arb:
    pairs = zip(cell.chances, cell.losses, strict=True)
    return sum((chance * loss for chance, loss in pairs), arb(0))


def _middle(cells: Sequence[_Cell], low: arb, high: arb) -> arb:
    def integrand(v: acb, _: bool) -> acb:
        u = v.exp()
        return (1 - _phi(cells, u * u)) / u

    goal = arb(2) ** -_WANTED
    return acb.integral(integrand, acb(low), acb(high), rel_tol=goal, abs_tol=goal).real


def _tail(cells: Sequence[_Cell], u: arb) -> arb:
    """Return the integral from u on: phi falls from phi(u^2) to P(X = 0)."""
    return (1 - _phi(cells, acb(u * u)).real.union(_unchanged(cells))) / u


def _unchanged(cells: Sequence[_Cell]) -> arb:
    found = arb(1)
    for cell in cells:
        found = found * cell.unchanged**cell.times
    return found
