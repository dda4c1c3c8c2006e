"""The profile of a law itself, before it is rounded to keys, at points that are worth drawing."""

from fractions import Fraction

from exact.laws.law import WeightedLaw, Weights
from exact.privacy.law_profile import law_deltas
from reports.pictures.named_profile import (
    NamedProfile,
    ProfilePoint,
    above,
    approaching,
    rising,
    sampled_exps,
)

_BITS_WANTED = 67
_BITS = 64
_MOST_VERTICES = 120
# A law is followed down to weights of 2^-16384, about 10^-4900: no table is anywhere near that.
_DEEPEST = 1 << 14


def law_profile(name: str, law: WeightedLaw) -> NamedProfile:
    """Return the profile of a log-concave law up to its plateau, which begins at w_(D-1)/w_D.

    Where the plateau lies deeper than anybody follows it, the profile ends before, unfinished.
    """
    weights, last = _followed(law)
    chosen = {*range(0, last, -(-last // _MOST_VERTICES)), last - 1}
    # Just above w_k/w_(k+1), where the worst event changes: some where many.
    vertices = {above(Fraction(weights.hi[k], weights.lo[k + 1])) for k in chosen}
    points = _points(law, sampled_exps(max(vertices)) | vertices)
    more = _points(law, approaching(points))
    return NamedProfile(name, rising((*points, *more)), unfinished=last < law.D)


def _points(law: WeightedLaw, exps: set[Fraction]) -> tuple[ProfilePoint, ...]:
    ordered = sorted(exps)
    return tuple(map(ProfilePoint, ordered, law_deltas(law, ordered, _BITS_WANTED)))


def _followed(law: WeightedLaw) -> tuple[Weights, int]:
    """Return weights that fall with k, and the last k at which they are known to 64 bits."""
    weights, bits = law.weights(2 * _BITS), 2 * _BITS
    while bits < _DEEPEST and not weights.lo[-1] >> _BITS:
        bits *= 2
        weights = law.weights(bits)
    return weights, max(k for k, weight in enumerate(weights.lo) if weight >> _BITS)
