"""The maximum-entropy law by name, Sadeghi-Chien (2.3): by gamma, by variance, or by epsilon and D.

A file holds D and gamma: a rational, a multiple of a logarithm, or the variance that it fits.
"""

from collections.abc import Mapping
from fractions import Fraction

from exact.errors import InputError
from exact.laws.law import SQUARES, LawKind
from exact.laws.maxent import (
    MAX_D,
    PAPER_POSITION,
    MaxEntLaw,
    law_of_epsilon,
    law_of_gamma,
    law_of_variance,
)
from exact.laws.parameters import Parameter, epsilon, number, text, whole
from exact.laws.rates import RationalRate, log_rate
from exact.laws.variance_root import VarianceRate
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import rational

_D = whole("D", "largest noise", 1, MAX_D)


def _as_given(value: Fraction) -> Fraction:
    """Leave the check to the law, whose bounds depend on D."""
    return value


_GAMMA = Parameter(
    "gamma",
    "rate of exp(-gamma z^2)",
    "from 0 to 1000",
    lambda written: rational(written, "gamma"),
    lambda value: value,
    required=False,
)


def _of_file(D: int, gamma: object) -> MaxEntLaw:
    """Make the law of D and the gamma that a file holds."""
    if isinstance(gamma, str):
        return MaxEntLaw(D, RationalRate(rational(gamma, "gamma")))
    if not isinstance(gamma, Mapping):
        remedy = 'write "1/2", {"variance": "2"} or {"times": "1/2", "ln": "3"}'
        raise InputError("gamma", type(gamma).__name__, "must be text or an object", remedy)
    names = ("variance",) if "variance" in gamma else ("times", "ln")
    for key in gamma:
        if key not in names:
            raise InputError("gamma", key, "is a key that is not known", "remove it")
    if "variance" in gamma:
        variance = rational(text(gamma["variance"], "variance"), "variance")
        return MaxEntLaw(D, VarianceRate(D, variance))
    factor = rational(text(gamma.get("times"), "times"), "gamma")
    base = rational(text(gamma.get("ln"), "ln"), "gamma")
    if base <= 1:
        remedy = 'write for example {"times": "1/2", "ln": "3"}'
        raise InputError("gamma", base, "must be the log of a rational above 1", remedy)
    return MaxEntLaw(D, log_rate(factor, base))


def _of_options(
    D: int,
    gamma: Fraction | None = None,
    variance: Fraction | None = None,
    position: Fraction | None = None,
    epsilon: Epsilon | None = None,
) -> MaxEntLaw:
    """Make the law by gamma, by the variance, or by epsilon and the position in (2.20)."""
    fixes = {"gamma": gamma, "variance": variance, "position": position}
    given = [(name, value) for name, value in fixes.items() if value is not None]
    if len(given) > 1:
        rule = f"does not go with --{given[0][0]}, which fixes the law already"
        raise InputError(given[1][0], str(given[1][1]), rule, "leave one of them out")
    if gamma is not None:
        return law_of_gamma(D, gamma)
    if variance is not None:
        return law_of_variance(D, variance)
    if epsilon is None:
        remedy = "give --epsilon, --gamma or --variance"
        raise InputError("D", D, "needs one parameter more", remedy)
    return law_of_epsilon(D, epsilon, PAPER_POSITION if position is None else position)


LAW = LawKind(
    name=MaxEntLaw.name,
    title="maximum entropy",
    shape=SQUARES,
    rates="γ rational, a rational multiple of the logarithm of a rational, or fixed by a variance",
    parameters=(_D, _GAMMA),
    make=_of_file,
    options=(
        _D,
        _GAMMA,
        number("variance", "variance", "above 0, at most D(D+1)/3", _as_given, required=False),
        number(
            "position",
            "where gamma lies in [eps/(2D+1), eps/(2D-1)), default 9/10",
            "from 0 to below 1",
            _as_given,
            required=False,
        ),
        epsilon(required=False),
    ),
    of_options=_of_options,
)
