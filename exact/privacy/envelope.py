"""The largest delta of several profiles at once: the profile of a table, over all its pairs."""

from collections.abc import Sequence
from fractions import Fraction

from exact.privacy.profile import Piece, Profile

Pieces = Sequence[Piece]


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


def plateau_start(profiles: Sequence[Profile], pieces: Sequence[Pieces]) -> Fraction:
    """Return the least E from which the largest delta is the largest plateau.

    ``pieces`` are those of the profiles. Only a profile that is still above the plateau at the end
    found so far is inverted.

    >>> from exact.pmf import Pmf
    >>> from exact.privacy.profile import profile
    >>> pair = profile(Pmf((0, 1), (3, 1)), Pmf((0, 1), (1, 3)))
    >>> plateau_start([pair], [tuple(pair.pieces())])
    Fraction(3, 1)
    """
    plateau = max(profile.delta_at_infinity() for profile in profiles)
    end = Fraction(1)
    for profile, parts in zip(profiles, pieces, strict=True):
        if envelope((parts,), (end,))[0][0] > plateau:
            reached = profile.epsilon(plateau)
            # The plateau is the largest, and the inverse of a profile is the log of a rational.
            assert reached is not None
            assert reached.exp is not None
            end = reached.exp
    return end
