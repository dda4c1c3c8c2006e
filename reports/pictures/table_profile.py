"""The profile of a table: the largest delta over all neighbouring pairs and both directions."""

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.privacy.envelope import Pieces, envelope, plateau_start
from exact.table.pairs import PairProfile
from reports.pictures.named_profile import (
    NamedProfile,
    ProfilePoint,
    approaching,
    rising,
    sampled_exps,
)

_MOST_VERTICES = 120


def table_profile(name: str, pairs: tuple[PairProfile, ...]) -> NamedProfile:
    """Return max over pairs of delta(E), exactly, at samples and at vertices of the worst pairs."""
    if not pairs:
        raise InputError("pairs", 0, "has no neighbouring counts", "give a table with two")
    profiles = [tuple(pair.profile.pieces()) for pair in pairs]
    end = plateau_start([pair.profile for pair in pairs], profiles)
    samples = sampled_exps(end)
    worst = sorted({index for _, index in envelope(profiles, sorted(samples))})
    points = _points(profiles, samples | _vertices([profiles[index] for index in worst], end))
    return NamedProfile(name, rising((*points, *_points(profiles, approaching(points)))))


def _points(profiles: Sequence[Pieces], exps: set[Fraction]) -> tuple[ProfilePoint, ...]:
    ordered = sorted(exps)
    deltas = (delta for delta, _ in envelope(profiles, ordered))
    return tuple(ProfilePoint(E, Enclosure(d, d)) for E, d in zip(ordered, deltas, strict=True))


def _vertices(profiles: Sequence[Pieces], end: Fraction) -> set[Fraction]:
    """Return breakpoints of the profiles up to ``end``; where there are many, some of each."""
    stride = -(-sum(map(len, profiles)) // _MOST_VERTICES)
    starts = {piece.first for pieces in profiles for piece in pieces[::stride]}
    return {exp for exp in (Fraction(*start) for start in starts) if exp <= end}
