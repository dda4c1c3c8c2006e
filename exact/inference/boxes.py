"""Where the means of a model can be that fits better than a known one: a box for every cell.

If the cells together may lose at most ``slack`` against their own largest likelihoods, no cell may
lose more. A likelihood that rises and then falls loses more outside two points. And the means of a
model of independence satisfy mu_ij mu_kl = mu_il mu_kj, so boxes of three cells bound the fourth.
"""

from flint import arb

from exact.inference.channel import Column
from exact.inference.likelihood import Likelihood, poisson_likelihood
from exact.inference.peak import Peak

_MAX_HALVINGS = 400
_ROUNDS = 3
# The ends of a box are looked for in steps of this factor.
_STEP = 9, 8

Box = tuple[arb, arb]


def boxes(
    columns: tuple[tuple[Column, ...], ...], peaks: list[list[Peak]], slack: arb
) -> list[list[Box]]:
    """Return bounds of every mean; 0 where nothing bounds it from below."""
    found = [
        [_box(poisson_likelihood(c), peaks[i][j], slack) for j, c in enumerate(line)]
        for i, line in enumerate(columns)
    ]
    for _ in range(_ROUNDS):
        found = _narrowed(found)
    return found


def _box(likelihood: Likelihood, top: Peak, slack: arb) -> Box:
    """Return points beyond which one cell loses more than all may, where it has one peak."""
    if not likelihood.is_unimodal:
        return arb(0), arb.pos_inf()
    least = top.log - slack
    return _end(likelihood, top.low, least, False), _end(likelihood, top.high, least, True)


def _end(likelihood: Likelihood, start: arb, least: arb, upward: bool) -> arb:
    up, down = _STEP
    t = start if start > 0 else arb(1) / 16
    for _ in range(_MAX_HALVINGS):
        t = (t * up / down if upward else t * down / up).mid()
        if (upward or t < start) and likelihood.log(t) < least:
            return t
    return arb.pos_inf() if upward else arb(0)


def _narrowed(found: list[list[Box]]) -> list[list[Box]]:
    rows, columns = range(len(found)), range(len(found[0]))
    return [[_by_others(found, i, j) for j in columns] for i in rows]


def _by_others(found: list[list[Box]], i: int, j: int) -> Box:
    """Intersect a box with mu_il mu_kj / mu_kl for all k and l."""
    low, high = found[i][j]
    for k, line in enumerate(found):
        for m, (least, most) in enumerate(line):
            if k == i or m == j:
                continue
            (a, b), (c, d) = found[i][m], line[j]
            if most.is_finite() and a > 0 and c > 0:
                low = max(low, (a * c / most).lower())
            if least > 0 and b.is_finite() and d.is_finite():
                high = min(high, (b * d / least).upper())
    return low, high
