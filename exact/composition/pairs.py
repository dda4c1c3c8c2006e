"""The exact privacy of several independent releases: products of finite tables.

Of two laws P, Q only the ratio P(y)/Q(y) matters for privacy: outcomes of equal ratio may be
merged (an event that is worst holds all of them or none, or they do not count). The ratios of
independent releases multiply, so a list of releases has few different ratios where the product of
their outcomes has very many, and every delta of the list stays exact.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.pmf import Pmf
from exact.privacy.profile import Profile, profile

MAX_RATIOS = 200_000


@dataclass(frozen=True, slots=True)
class LossPair:
    """Integer weights (p, q) of neighbouring data, one pair for each ratio p/q.

    >>> one = LossPair.of(Pmf((0, 1, 2), (1, 2, 1)), Pmf((1, 2, 3), (1, 2, 1)))
    >>> one.weights, composed([one, one]).profile().delta_at_infinity()
    (((1, 0), (2, 1), (1, 2), (0, 1)), Fraction(7, 16))
    """

    weights: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, P: Pmf, Q: Pmf) -> "LossPair":
        """Merge the outcomes of P and Q by their ratio."""
        p = dict(zip(P.outcomes, P.weights, strict=True))
        q = dict(zip(Q.outcomes, Q.weights, strict=True))
        outcomes = sorted({*P.outcomes, *Q.outcomes})
        return cls(_merged((p.get(y, 0), q.get(y, 0)) for y in outcomes))

    @property
    def total(self) -> int:
        """The sum of the weights p, and of the weights q."""
        return sum(p for p, _ in self.weights)

    @property
    def infinite(self) -> int:
        """The weight p where q = 0: what no epsilon removes."""
        return sum(p for p, q in self.weights if q == 0)

    def profile(self) -> Profile:
        """Return delta at every epsilon; outcome i is the i-th ratio."""
        return profile(
            Pmf.of((i, p) for i, (p, _) in enumerate(self.weights)),
            Pmf.of((i, q) for i, (_, q) in enumerate(self.weights)),
        )

    def mirrored(self) -> "LossPair":
        """Return Q against P."""
        return LossPair(_merged((q, p) for p, q in self.weights))


def composed(pairs: Iterable[LossPair]) -> LossPair:
    """Return the pair of the joint release of independent mechanisms.

    The laws of a joint release are products, so weights multiply.
    """
    result = LossPair(((1, 1),))
    for pair in pairs:
        if len(result.weights) * len(pair.weights) > MAX_RATIOS:
            rule = f"has more than {MAX_RATIOS} products of ratios"
            raise InputError("list", len(result.weights), rule, "compose fewer or smaller tables")
        result = LossPair(
            _merged((a * c, b * d) for a, b in result.weights for c, d in pair.weights)
        )
    return result


def _merged(weights: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Add up the weights of equal ratio; the ratio falls, from infinity (q = 0) to 0."""
    infinite = 0
    finite: dict[Fraction, tuple[int, int]] = {}
    for p, q in weights:
        if q == 0:
            infinite += p
        else:
            ratio = Fraction(p, q)
            a, b = finite.get(ratio, (0, 0))
            finite[ratio] = a + p, b + q
    ordered = tuple(finite[ratio] for ratio in sorted(finite, reverse=True))
    return ((infinite, 0), *ordered) if infinite else ordered
