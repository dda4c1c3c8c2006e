"""The law of largest entropy under given equations, found and proved in FLINT's balls.

The laws are p(z) = e^(-sum_i m_i g_i(z)) / Phi(m) with Phi(m) = sum_z e^(-sum_i m_i g_i(z)), a
convex function of m, strictly so if the g_i are linearly independent. Where grad Phi = 0, every
E g_i = 0, and p is the law of largest entropy log Phi(m) among those with E g_i = 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_mat, ctx

from exact.laws.asymmetric_newton import ball, enclosure
from exact.numbers.enclosure import Enclosure

_MAX_STEPS = 1000
# A first box may be too flat where a step is almost 0; its own steps correct that.
_INFLATIONS = 4

Vector = list[arb]


@dataclass(frozen=True, slots=True)
class Stationary:
    """The proved zero of grad Phi: multipliers, probabilities and the entropy."""

    multipliers: tuple[Enclosure, ...]
    probabilities: tuple[Enclosure, ...]
    entropy: Enclosure


def stationary(g: Sequence[Sequence[Fraction]], size: int, bits: int) -> Stationary | None:
    """Return the law on ``size`` values with E g_i = 0 for every i, or None: too few bits.

    >>> law = stationary([[Fraction(-1), Fraction(0), Fraction(1)]], 3, 64)
    >>> law.probabilities[0].lo <= Fraction(1, 3) <= law.probabilities[0].hi
    True
    """
    with ctx.workprec(bits):
        rows = [[ball(value) for value in row] for row in g]
        guess = _approach(rows, size, bits)
        box = None if guess is None else _proved(rows, size, guess)
        if box is None:
            return None
        weights = _weights(rows, size, box)
        phi = sum(weights, arb(0))
        probabilities = tuple(enclosure(w / phi) for w in weights)
        return Stationary(tuple(map(enclosure, box)), probabilities, enclosure(phi.log()))


def uniform(size: int, conditions: int, bits: int) -> Stationary:
    """Return the law of largest entropy of all: multipliers 0 for every condition.

    >>> uniform(4, 1, 64).probabilities[0].lo
    Fraction(1, 4)
    """
    with ctx.workprec(bits):
        zero, share = Enclosure(Fraction(0), Fraction(0)), Fraction(1, size)
        probabilities = (Enclosure(share, share),) * size
        return Stationary((zero,) * conditions, probabilities, enclosure(arb(size).log()))


def _weights(rows: list[Vector], size: int, m: Vector) -> Vector:
    exponents = [arb(0)] * size
    for row, value in zip(rows, m, strict=True):
        exponents = [e - value * g for e, g in zip(exponents, row, strict=True)]
    return [e.exp() for e in exponents]


def _gradient(rows: list[Vector], weights: Vector) -> arb_mat:
    """Return -grad Phi, the sums of w g_i, as a column."""
    sums = (sum((w * v for w, v in zip(weights, row, strict=True)), arb(0)) for row in rows)
    return arb_mat([[value] for value in sums])


def _hessian(rows: list[Vector], weights: Vector) -> arb_mat:
    return arb_mat(
        [
            [
                sum((w * a * b for w, a, b in zip(weights, one, other, strict=True)), arb(0))
                for other in rows
            ]
            for one in rows
        ]
    )


def _approach(rows: list[Vector], size: int, bits: int) -> Vector | None:
    """Return a point near the zero, by Newton's method on log Phi with shortened steps."""
    m = [arb(0)] * len(rows)
    for _ in range(_MAX_STEPS):
        weights = _weights(rows, size, m)
        step = _log_step(rows, weights)
        if step is None:
            return None
        spread = _spread(rows, step)
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
    mean = _gradient(rows, p)
    size = len(rows)
    covariance = _hessian(rows, p)
    centred = [
        [(covariance[i, j] - mean[i, 0] * mean[j, 0]).mid() for j in range(size)]
        for i in range(size)
    ]
    try:
        step = arb_mat(centred).solve(mean)
    except ZeroDivisionError:
        return None
    return [step[i, 0].mid() for i in range(size)]


def _spread(rows: list[Vector], step: Vector) -> arb:
    """Return by how much the exponents move apart along a step."""
    moves = [-w.log() for w in _weights(rows, len(rows[0]), step)]
    mids = [move.mid() for move in moves]
    return max(mids) - min(mids)


def _shortened(step: Vector, spread: arb) -> Vector:
    """Return log(1 + R) / R of a step, R its spread: log Phi falls along all of it.

    F''' along the step is a third central moment, at most R F'': F' stays negative up to there
    (see ``exact.laws.asymmetric_newton``).
    """
    if spread < arb(2) ** -20:
        return step
    factor = (spread.log1p() / spread).mid()
    return [d * factor for d in step]


def _proved(rows: list[Vector], size: int, m: Vector) -> Vector | None:
    """Return a box that certainly holds the zero of grad Phi, near to m (interval Newton)."""
    here = _gradient(rows, _weights(rows, size, m))
    steps = _solved(rows, _weights(rows, size, m), here)
    for _ in range(_INFLATIONS):
        if steps is None:
            return None
        box = [arb(a, 2 * d.abs_upper()) for a, d in zip(m, steps, strict=True)]
        steps = _solved(rows, _weights(rows, size, box), here)
        if steps is None:
            return None
        narrowed = [a + d for a, d in zip(m, steps, strict=True)]
        if all(x.is_finite() and x.contains(y) for x, y in zip(box, narrowed, strict=True)):
            return narrowed
    return None


def _solved(rows: list[Vector], weights: Vector, gradient: arb_mat) -> Vector | None:
    try:
        step = _hessian(rows, weights).solve(gradient)
    except ZeroDivisionError:
        return None
    return [step[i, 0] for i in range(len(rows))]
