"""The profile of a law itself, before it is rounded to keys, at points that are worth drawing."""

from fractions import Fraction

from exact.laws.maxent import MaxEntLaw
from exact.numbers.epsilon import Epsilon
from exact.privacy.law_profile import law_deltas
from reports.pictures.named_profile import (
    NamedProfile,
    ProfilePoint,
    approaching,
    exp_above,
    rising,
    sampled_exps,
)

_DIGITS = 20
_BITS = 64
_MOST_VERTICES = 120


def law_profile(name: str, law: MaxEntLaw) -> NamedProfile:
    """Return the profile of ``law`` up to its plateau, which begins at (2D - 1) gamma."""
    points = _points(law, sampled_exps(_exp(law, 2 * law.D - 1)) | _vertices(law))
    more = _points(law, approaching(points))
    return NamedProfile(name, rising((*points, *more)))


def _points(law: MaxEntLaw, exps: set[Fraction]) -> tuple[ProfilePoint, ...]:
    ordered = sorted(exps)
    return tuple(map(ProfilePoint, ordered, law_deltas(law, ordered, _DIGITS)))


def _exp(law: MaxEntLaw, multiple: int) -> Fraction:
    """Return a rational just above e^(multiple gamma)."""
    return exp_above(Epsilon(value=multiple * law.rate.enclosure(_BITS).hi))


def _vertices(law: MaxEntLaw) -> set[Fraction]:
    """Return where the worst event changes, e^((2k + 1) gamma) for k < D: some where many."""
    stride = -(-law.D // _MOST_VERTICES)
    return {_exp(law, 2 * k + 1) for k in range(0, law.D, stride)}
