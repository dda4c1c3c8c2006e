"""The multipliers of the law of largest entropy under given equations, by Newton's method.

The laws are p(z) = e^(-sum_i m_i g_i(z)) / Phi(m) with Phi(m) = sum_z e^(-sum_i m_i g_i(z)), and
log Phi is convex, strictly so if no combination of the g_i is constant. Where its gradient is 0,
every E g_i = 0. What is found here is a proposal: ``exact.complete.entropy_law`` proves it.
"""

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, arb_mat, ctx

from exact.laws.asymmetric_newton import ball, enclosure
from exact.numbers.enclosure import Enclosure

# A law that is inside of what its conditions leave takes some 20 steps; one on the boundary has no
# multipliers, and its steps never end.
_MAX_STEPS = 250

Vector = list[arb]


def multipliers(g: Sequence[Sequence[Fraction]], size: int, bits: int) -> list[Fraction] | None:
    """Return multipliers near those of the law on ``size`` values with E g_i = 0; None: far away.

    >>> found = multipliers([[Fraction(-1), Fraction(1, 2)]], 2, 64)
    >>> abs(found[0] + Fraction("0.462098120373")) < Fraction(1, 10**12)
    True
    """
    with ctx.workprec(bits):
        rows = [[ball(value) for value in row] for row in g]
        found = _approach(rows, size, bits) if rows else []
        return None if found is None else [enclosure(value).lo for value in found]


def law(
    g: Sequence[Sequence[Fraction]], m: Sequence[Fraction], size: int, bits: int
) -> tuple[list[Enclosure], Enclosure]:
    """Enclose p(z) and log Phi at the multipliers m: no law with E g_i = 0 has more entropy.

    >>> p, entropy = law([[Fraction(-1), Fraction(1)]], [Fraction(0)], 2, 64)
    >>> p[0].lo, entropy.lo > Fraction("0.693147")
    (Fraction(1, 2), True)
    """
    with ctx.workprec(bits):
        rows = [[ball(value) for value in row] for row in g]
        weights = _weights(rows, size, [ball(value) for value in m])
        phi = sum(weights, arb(0))
        return [enclosure(w / phi) for w in weights], enclosure(phi.log())


def entropy_of(p: Sequence[Fraction], bits: int) -> Enclosure:
    """Enclose the entropy of rational probabilities.

    >>> entropy_of([Fraction(1, 2), Fraction(1, 2), Fraction(0)], 64).lo > Fraction("0.693147")
    True
    """
    with ctx.workprec(bits):
        balls = [ball(q) for q in p if q]
        return enclosure(-sum((q * q.log() for q in balls), arb(0)))


def _weights(rows: list[Vector], size: int, m: Vector) -> Vector:
    return [(-e).exp() for e in _exponents(rows, size, m)]


def _exponents(rows: list[Vector], size: int, m: Vector) -> Vector:
    """Return the sums of m_i g_i(z)."""
    exponents = [arb(0)] * size
    for row, value in zip(rows, m, strict=True):
        exponents = [e + value * g for e, g in zip(exponents, row, strict=True)]
    return exponents


def _approach(rows: list[Vector], size: int, bits: int) -> Vector | None:
    """Return a point near the zero, by Newton's method on log Phi with shortened steps."""
    m = [arb(0)] * len(rows)
    for _ in range(_MAX_STEPS):
        step = _log_step(rows, _weights(rows, size, m))
        if step is None:
            return None
        moves = [move.mid() for move in _exponents(rows, size, step)]
        spread = max(moves) - min(moves)
        if not spread.is_finite():
            return None
        m = [(a + d).mid() for a, d in zip(m, _shortened(step, spread), strict=True)]
        if spread < arb(2) ** (-bits // 2):
            return m
    return None


def _log_step(rows: list[Vector], weights: Vector) -> Vector | None:
    """Return the Newton step of log Phi, whose Hessian is the covariance of the g_i."""
    phi = sum(weights, arb(0))
    p = [(w / phi).mid() for w in weights]
    means = [sum((w * v for w, v in zip(p, row, strict=True)), arb(0)).mid() for row in rows]
    centred = [[v - mean for v in row] for row, mean in zip(rows, means, strict=True)]
    weighted = [[w * v for w, v in zip(p, row, strict=True)] for row in centred]
    covariance = arb_mat(centred) * arb_mat(weighted).transpose()
    size = len(rows)
    mids = [[covariance[i, j].mid() for j in range(size)] for i in range(size)]
    try:
        step = arb_mat(mids).solve(arb_mat([[mean] for mean in means]))
    except ZeroDivisionError:
        return None
    return [step[i, 0].mid() for i in range(size)]


def _shortened(step: Vector, spread: arb) -> Vector:
    """Return log(1 + R) / R of a step, R its spread: log Phi falls along all of it.

    F''' along the step is a third central moment, at most R F'': F' stays negative up to there
    (see ``exact.laws.asymmetric_newton``).
    """
    if spread < arb(2) ** -20:
        return step
    factor = (spread.log1p() / spread).mid()
    return [d * factor for d in step]
