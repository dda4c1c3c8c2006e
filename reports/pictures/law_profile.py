"""The profile of a law itself, before it is rounded to keys, at points that are worth drawing."""

from fractions import Fraction

from exact.laws.law import WeightedLaw, Weights
from exact.numbers.enclosure import narrow
from exact.privacy.law_profile import law_deltas
from reports.pictures.named_profile import (
    NamedProfile,
    ProfilePoint,
    above,
    approaching,
    rising,
    sampled_exps,
)

_DIGITS = 20
_BITS = 64
_MOST_VERTICES = 120


def law_profile(name: str, law: WeightedLaw) -> NamedProfile:
    """Return the profile of a log-concave law up to its plateau, which begins at w_(D-1)/w_D."""
    vertices = _vertices(law)
    points = _points(law, sampled_exps(max(vertices)) | vertices)
    more = _points(law, approaching(points))
    return NamedProfile(name, rising((*points, *more)))


def _points(law: WeightedLaw, exps: set[Fraction]) -> tuple[ProfilePoint, ...]:
    ordered = sorted(exps)
    return tuple(map(ProfilePoint, ordered, law_deltas(law, ordered, _DIGITS)))


def _vertices(law: WeightedLaw) -> set[Fraction]:
    """Return rationals just above w_k/w_(k+1), where the worst event changes: some where many."""

    def attempt(bits: int) -> Weights | None:
        weights = law.weights(bits)
        return weights if weights.lo[-1] >> _BITS else None  # known to 64 bits even at the end

    weights = narrow(attempt, 2 * _BITS, "the weights of a law")
    chosen = {*range(0, law.D, -(-law.D // _MOST_VERTICES)), law.D - 1}
    return {above(Fraction(weights.hi[k], weights.lo[k + 1])) for k in chosen}
