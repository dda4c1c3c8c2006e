"""Whether one privacy profile lies below another at every epsilon: decided exactly.

As functions of E = e^epsilon both are piecewise linear and constant beyond their last breakpoint,
so their difference is largest at E = 1, at a breakpoint of one of them, or on the plateau.
"""

from exact.numbers.epsilon import Epsilon
from exact.privacy.profile import Profile


def never_above(one: Profile, other: Profile) -> bool:
    """Tell whether delta of ``one`` is at most that of ``other``, whatever epsilon >= 0 is.

    >>> from exact.pmf import Pmf
    >>> from exact.privacy.profile import profile
    >>> narrow = profile(Pmf((0, 1), (1, 1)), Pmf((0, 1), (2, 1)))
    >>> wide = profile(Pmf((0, 1), (1, 3)), Pmf((0, 1), (3, 1)))
    >>> never_above(narrow, wide), never_above(wide, narrow)
    (True, False)
    """
    places = {piece.start for profile in (one, other) for piece in profile.pieces()}
    if one.delta_at_infinity() > other.delta_at_infinity():
        return False
    epsilons = (Epsilon(exp=place) for place in places)
    return all(one.delta(e).compare_to(other.delta(e)) <= 0 for e in epsilons)
