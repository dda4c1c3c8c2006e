"""The profile of a table: the largest delta over all neighbouring pairs and both directions."""

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.privacy.profile import Piece
from exact.table.pairs import PairProfile
from reports.pictures.named_profile import (
    NamedProfile,
    ProfilePoint,
    approaching,
    rising,
    sampled_exps,
)

_MOST_VERTICES = 120

Pieces = tuple[Piece, ...]


def table_profile(name: str, pairs: tuple[PairProfile, ...]) -> NamedProfile:
    """Return max over pairs of delta(E), exactly, at samples and at vertices of the worst pairs."""
    if not pairs:
        raise InputError("pairs", 0, "has no neighbouring counts", "give a table with two")
    profiles = [tuple(pair.profile.pieces()) for pair in pairs]
    end = _end(pairs, profiles)
    samples = sampled_exps(end)
    worst = sorted({index for _, index in envelope(profiles, sorted(samples))})
    points = _points(profiles, samples | _vertices([profiles[index] for index in worst], end))
    return NamedProfile(name, rising((*points, *_points(profiles, approaching(points)))))


def _points(profiles: Sequence[Pieces], exps: set[Fraction]) -> tuple[ProfilePoint, ...]:
    ordered = sorted(exps)
    deltas = (delta for delta, _ in envelope(profiles, ordered))
    return tuple(ProfilePoint(E, Enclosure(d, d)) for E, d in zip(ordered, deltas, strict=True))


def envelope(profiles: Sequence[Pieces], exps: Sequence[Fraction]) -> list[tuple[Fraction, int]]:
    """Return for each of the rising ``exps`` the largest delta and which profile has it first.

    On a piece delta = (p b - q a) / (t b) at E = a/b: one walk over the pieces of each profile,
    in integers.
    """
    parts = [(exp.numerator, exp.denominator) for exp in exps]
    best = [(-1, 1, 0)] * len(parts)
    for index, pieces in enumerate(profiles):
        rest = iter(pieces)
        piece = next(rest)
        for i, (a, b) in enumerate(parts):
            while piece.last is not None and a * piece.last[1] > b * piece.last[0]:
                piece = next(rest)
            value = piece.p * b - piece.q * a
            if value * best[i][1] > best[i][0] * piece.total:
                best[i] = (value, piece.total, index)
    return [
        (Fraction(value, total * b), index)
        for (value, total, index), (_, b) in zip(best, parts, strict=True)
    ]


def _end(pairs: Sequence[PairProfile], profiles: Sequence[Pieces]) -> Fraction:
    """Return the least E from which the largest delta is the largest plateau.

    Only a profile that is still above the plateau at the end found so far is inverted.
    """
    plateau = max(pair.profile.delta_at_infinity() for pair in pairs)
    end = Fraction(1)
    for pair, pieces in zip(pairs, profiles, strict=True):
        if envelope((pieces,), (end,))[0][0] > plateau:
            reached = pair.profile.epsilon(plateau)
            # The plateau is the largest, and the inverse of a profile is the log of a rational.
            assert reached is not None
            assert reached.exp is not None
            end = reached.exp
    return end


def _vertices(profiles: Sequence[Pieces], end: Fraction) -> set[Fraction]:
    """Return breakpoints of the profiles up to ``end``; where there are many, some of each."""
    stride = -(-sum(map(len, profiles)) // _MOST_VERTICES)
    starts = {piece.first for pieces in profiles for piece in pieces[::stride]}
    return {exp for exp in (Fraction(*start) for start in starts) if exp <= end}
