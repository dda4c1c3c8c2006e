"""The whole privacy profile of a law: its pieces, and its largest singleton excess.

On epsilon in ((2k - 1) gamma, (2k + 1) gamma] the worst event is [-D, -k], so there
delta = A_k - B_k e^epsilon with A_k = t_k / T and B_k = t_(k+1) / T, for k = 0..D-1; beyond
(2D - 1) gamma it is the plateau p(-D), (2.12). Both directions agree, by symmetry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from exact.laws.maxent import MaxEntLaw, Weights
from exact.numbers.enclosure import Enclosure, narrow
from exact.numbers.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class LawPiece:
    """delta = A - B e^epsilon for ``start`` gamma < epsilon <= ``end`` gamma (None: no end).

    The worst event is [-D, -k].
    """

    start: int
    end: int | None
    k: int
    A: Enclosure
    B: Enclosure


def law_pieces(law: MaxEntLaw, digits: int) -> Iterator[LawPiece]:
    """Yield the pieces of the profile from epsilon = 0 upward.

    >>> from exact.laws.maxent import law_of_gamma
    >>> [(p.start, p.end, p.k) for p in law_pieces(law_of_gamma(2, Fraction(1, 2)), 10)]
    [(0, 1, 0), (1, 3, 1), (3, None, 2)]
    """
    for k in range(law.D + 1):
        A, B = law.enclose(partial(_tail, k), digits), Enclosure(Fraction(0), Fraction(0))
        if k < law.D:
            B = law.enclose(partial(_tail, k + 1), digits)
        yield LawPiece(max(0, 2 * k - 1), 2 * k + 1 if k < law.D else None, k, A, B)


def law_singleton(law: MaxEntLaw, epsilon: Epsilon, digits: int) -> tuple[Enclosure, int]:
    """Return the largest p(z) - e^epsilon p(z-1) of a single outcome z, and that z.

    z = -D alone has a positive excess at every epsilon. Two outcomes whose excesses cannot be told
    apart differ, or either serves; narrowing stops when one bound is at least all others.
    """

    def attempt(bits: int) -> tuple[Enclosure, int] | None:
        weights = law.weights(bits + law.tail_bits())
        excesses = {z: _excess(weights, epsilon, z, law.D) for z in range(-law.D, 1)}
        best = max(excesses, key=lambda z: excesses[z].lo)
        rivals = [e.hi for z, e in excesses.items() if z != best]
        clear = all(high <= excesses[best].lo for high in rivals)
        narrow_enough = excesses[best].is_relatively_narrow(digits)
        return (excesses[best], best) if clear and narrow_enough else None

    return narrow(attempt, 64 + 4 * digits, "the largest singleton excess of the law")


def _tail(k: int, weights: Weights) -> Enclosure:
    lo, hi = weights.tails()
    return Enclosure(Fraction(lo[k], weights.total_hi), Fraction(hi[k], weights.total_lo))


def _excess(weights: Weights, epsilon: Epsilon, z: int, D: int) -> Enclosure:
    """Return bounds of p(z) - e^epsilon p(z-1) for z <= 0."""
    lo, hi = epsilon.exp_bounds(weights.bits)
    scale = 1 << weights.bits
    before = (weights.lo[1 - z], weights.hi[1 - z]) if z > -D else (0, 0)
    low = Fraction(weights.lo[-z]) - Fraction(hi * before[1], scale)
    high = Fraction(weights.hi[-z]) - Fraction(lo * before[0], scale)
    total = (weights.total_lo, weights.total_hi)
    return Enclosure(low / total[low > 0], high / total[high < 0])
