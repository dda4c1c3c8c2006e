"""The trade-off curve of two pmfs: the least type II error of a test for each type I error.

A test that says P on the event S is wrong with probability Q(S) where Q is true (type I) and with
1 - P(S) where P is (type II). By the lemma of Neyman and Pearson the best events collect outcomes
by falling P/Q; between them one randomises, so the curve is convex and piecewise linear.
"""

from fractions import Fraction
from itertools import accumulate

from exact.privacy.profile import Profile


def trade_off(profile: Profile) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the vertices (Q(S), 1 - P(S)) from (0, 1) to (1, 0), exactly.

    >>> from exact.pmf import Pmf
    >>> from exact.privacy.profile import profile
    >>> [(str(a), str(b)) for a, b in trade_off(profile(Pmf((0, 1), (3, 1)), Pmf((0, 1), (1, 3))))]
    [('0', '1'), ('1/4', '1/4'), ('1', '0')]
    """
    sums_p, sums_q = accumulate(profile.p, initial=0), accumulate(profile.q, initial=0)
    corners = [
        (Fraction(q, profile.total), 1 - Fraction(p, profile.total))
        for p, q in zip(sums_p, sums_q, strict=True)
    ]
    inner = [corners[i] for i in range(1, len(corners) - 1) if _turns(profile, i)]
    return corners[0], *inner, corners[-1]


def _turns(profile: Profile, i: int) -> bool:
    """Tell whether P/Q falls from outcome i - 1 to i: equal ratios make one straight line."""
    return profile.p[i - 1] * profile.q[i] != profile.p[i] * profile.q[i - 1]
