"""A row beside the law of its table: the keys of each noise value, and those the law would give."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.law import Noise, Weights
from exact.numbers.enclosure import Enclosure
from exact.pmf import Pmf

_GUARD_BITS = 80
# Weights further down than this many bits get absolute bounds only: they cannot be drawn anyway.
_DEEPEST = 4096
_GRID = 1 << 32


@dataclass(frozen=True)
class RowAndLaw:
    """n(z) of a row, and bounds of K p(z) = K w / T of a law, all in integers."""

    keys: dict[int, int]
    keysize: int
    support: range
    weights: Weights

    @property
    def noises(self) -> tuple[int, ...]:
        """Every noise value of the row or of the law, in increasing order."""
        return tuple(sorted({*self.keys, *self.support}))

    def by_law(self, noise: int) -> Enclosure:
        """Return K p(z), Sadeghi-Chien (2.25)."""
        return self.weights.quotient(*self._scaled(noise))

    def difference(self, noise: int) -> Enclosure:
        """Return n(z) - K p(z)."""
        keys, law = self.keys.get(noise, 0), self.by_law(noise)
        return Enclosure(keys - law.hi, keys - law.lo)

    def drawn_difference(self, noise: int) -> Fraction:
        """Return n(z) - K p(z) to within 2^-31 of a key: for drawing, and fast."""
        lo, _ = self._scaled(noise)
        return self.keys.get(noise, 0) - Fraction(lo * _GRID // self.weights.total_lo, _GRID)

    def largest_difference(self) -> Fraction:
        """Return an upper bound of |n(z) - K p(z)| over all z."""
        above = below = 0
        total_lo, total_hi = self.weights.total_lo, self.weights.total_hi
        for noise in self.noises:
            keys, (lo, hi) = self.keys.get(noise, 0), self._scaled(noise)
            above = max(above, keys * total_hi - lo)
            below = max(below, hi - keys * total_lo)
        return max(Fraction(above, total_hi), Fraction(below, total_lo))

    def _scaled(self, noise: int) -> tuple[int, int]:
        """Return bounds of K w_|z|; 0 outside the support."""
        if noise not in self.support:
            return 0, 0
        k = self.weights.place(noise)
        return self.keysize * self.weights.lo[k], self.keysize * self.weights.hi[k]


def row_and_law(noise: Pmf, law: Noise) -> RowAndLaw:
    """Return both, the law with bounds far narrower than one key."""
    bits = noise.total.bit_length() + _GUARD_BITS
    while bits < _DEEPEST and min(law.weights(bits).lo) >> _GUARD_BITS == 0:
        bits *= 2
    keys = dict(zip(noise.outcomes, noise.weights, strict=True))
    return RowAndLaw(keys, noise.total, law.support, law.weights(bits))
