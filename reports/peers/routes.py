"""Ordinary ways to compute a law, its cumulative function, its integers and delta in floats.

Each route does what an implementer would write: w(z) = exp(-gamma z^2), p = w / sum of w,
c = running sums of p, ceil(c K), and the sum of max(0, p(z) - e^epsilon p(z - 1)). Nothing in its
arithmetic is helped; only its answers leave this file, as the rationals that they are.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from types import ModuleType
from typing import Any

from reports.peers.installed import optional
from verification.comparison.routes import Answer, Question

MPMATH_DIGITS = (15, 30, 50)


@dataclass(frozen=True, slots=True)
class Route:
    """A named way to compute, and the package without which it cannot run."""

    name: str
    package: str
    answer: Callable[[Question], Answer]

    @property
    def is_installed(self) -> bool:
        """Tell whether its package can be imported."""
        return optional(self.package) is not None


def routes() -> tuple[Route, ...]:
    """Return all routes, the least precise first."""
    orders = {"own sum for each z": _each, "sum forward": _forward, "sum backward": _backward}
    return (
        *(
            Route(f"{kind}, {name}", "numpy", partial(_numpy_route, kind, order))
            for kind in ("float32", "float64")
            for name, order in orders.items()
        ),
        Route("float64, math.fsum", "math", _fsum_route),
        Route("float64, scipy", "scipy", _scipy_route),
        *(
            Route(f"mpmath {digits} digits, sum forward", "mpmath", partial(_mpmath_route, digits))
            for digits in MPMATH_DIGITS
        ),
    )


def _numpy_route(
    kind: str, order: Callable[[ModuleType, Any], tuple[Any, Any]], question: Question
) -> Answer:
    numpy = _loaded("numpy")
    real = numpy.dtype(kind).type
    squares = (numpy.arange(-question.D, question.D + 1) ** 2).astype(kind)
    weights = numpy.exp(-real(float(question.gamma)) * squares)
    pmf = weights / weights.sum()
    cmf, total = order(numpy, pmf)
    return _numpy_answer(question, pmf, cmf, total)


def _each(_: ModuleType, pmf: Any) -> tuple[Any, Any]:
    cmf = pmf.copy()
    for index in range(len(pmf)):
        cmf[index] = pmf[: index + 1].sum()
    return cmf, cmf[-1]


def _forward(numpy: ModuleType, pmf: Any) -> tuple[Any, Any]:
    cmf = numpy.cumsum(pmf)
    return cmf, cmf[-1]


def _backward(numpy: ModuleType, pmf: Any) -> tuple[Any, Any]:
    """1 - P(Z > z): the tails are summed from the small end, then taken from 1."""
    tails = numpy.cumsum(pmf[::-1])[::-1]
    above = numpy.append(tails[1:], pmf.dtype.type(0))
    return 1 - above, tails[0]


def _scipy_route(question: Question) -> Answer:
    special, stats = _loaded("scipy.special"), _loaded("scipy.stats")
    numpy = _loaded("numpy")
    values = numpy.arange(-question.D, question.D + 1)
    pmf = special.softmax(-float(question.gamma) * values**2)
    cmf = stats.rv_discrete(values=(values, pmf)).cdf(values)
    return _numpy_answer(question, pmf, cmf, pmf.sum())


def _numpy_answer(question: Question, pmf: Any, cmf: Any, total: Any) -> Answer:
    numpy = _loaded("numpy")
    real = pmf.dtype.type
    zero = numpy.zeros(1, pmf.dtype)
    here, there = numpy.append(pmf, zero), numpy.append(zero, pmf)
    deltas = [
        numpy.maximum(here - numpy.exp(real(float(epsilon))) * there, 0).sum()
        for epsilon in question.epsilons
    ]
    # 2^128 is beyond float32: a product with it is infinite or (for c = 0) no number at all.
    with numpy.errstate(over="ignore", invalid="ignore"):
        scaled = [numpy.ceil(cmf * real(float(keysize))) for keysize in question.keysizes]
    return Answer(
        _rationals(pmf.tolist()),
        Fraction(float(total)),
        tuple(tuple(map(_integer, row.tolist())) for row in scaled),
        _rationals(map(float, deltas)),
    )


def _fsum_route(question: Question) -> Answer:
    gamma = float(question.gamma)
    weights = [math.exp(-gamma * z * z) for z in range(-question.D, question.D + 1)]
    normaliser = math.fsum(weights)
    pmf = [weight / normaliser for weight in weights]
    cmf = [math.fsum(pmf[: index + 1]) for index in range(len(pmf))]
    deltas = [
        math.fsum(
            max(0.0, p - math.exp(float(epsilon)) * q)
            for p, q in zip([*pmf, 0.0], [0.0, *pmf], strict=True)
        )
        for epsilon in question.epsilons
    ]
    quantised = tuple(tuple(math.ceil(c * keysize) for c in cmf) for keysize in question.keysizes)
    return Answer(_rationals(pmf), Fraction(cmf[-1]), quantised, _rationals(deltas))


def _mpmath_route(digits: int, question: Question) -> Answer:
    mpmath = _loaded("mpmath")
    real = mpmath.MPContext()  # a context of its own: the precision of mpmath.mp is not touched
    real.dps = digits
    gamma = real.mpf(question.gamma.numerator) / question.gamma.denominator
    weights = [real.exp(-gamma * z * z) for z in range(-question.D, question.D + 1)]
    normaliser = list(accumulate(weights))[-1]
    pmf = [weight / normaliser for weight in weights]
    cmf = list(accumulate(pmf))
    deltas = []
    for epsilon in question.epsilons:
        factor = real.exp(real.mpf(epsilon.numerator) / epsilon.denominator)
        pairs = zip([*pmf, real.zero], [real.zero, *pmf], strict=True)
        deltas.append(list(accumulate(max(real.zero, p - factor * q) for p, q in pairs))[-1])
    quantised = tuple(
        tuple(int(real.ceil(c * keysize)) for c in cmf) for keysize in question.keysizes
    )
    (total,) = _mpmath_rationals(cmf[-1:])
    return Answer(_mpmath_rationals(pmf), total, quantised, _mpmath_rationals(deltas))


def _mpmath_rationals(values: Iterable[Any]) -> tuple[Fraction, ...]:
    to_rational = _loaded("mpmath.libmp").to_rational
    return tuple(Fraction(*map(int, to_rational(value._mpf_))) for value in values)


def _rationals(values: Iterable[float]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def _integer(value: float) -> int | None:
    return int(value) if math.isfinite(value) else None


def _loaded(module: str) -> ModuleType:
    found = optional(module)
    assert found is not None, f"the route is run only where {module} is installed"
    return found
