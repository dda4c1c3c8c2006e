"""A law from the command line: by its name and its parameters."""

import argparse
from collections.abc import Callable
from fractions import Fraction

from exact.errors import InputError
from exact.laws.maxent import (
    MAX_D,
    PAPER_POSITION,
    MaxEntLaw,
    law_of_epsilon,
    law_of_gamma,
    law_of_variance,
)
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, rational

_FIXES = ("gamma", "variance", "position")


def law_of_options(options: argparse.Namespace, epsilon: Epsilon | None) -> MaxEntLaw:
    """Return the law that ``--law`` names."""
    return _LAWS[options.law](options, epsilon)


def _maxent(options: argparse.Namespace, epsilon: Epsilon | None) -> MaxEntLaw:
    """p(z) = C e^(-gamma z^2) on [-D, D], by gamma, by its variance, or by epsilon, (2.20)."""
    if options.D is None:
        raise InputError("D", "", "is missing", "give --D, the largest noise of the law")
    given = [name for name in _FIXES if getattr(options, name) is not None]
    if len(given) > 1:
        rule = f"does not go with --{given[0]}, which fixes the law already"
        raise InputError(given[1], getattr(options, given[1]), rule, "leave one of them out")
    return maxent_law(options, integer(options.D, "D", 1, MAX_D), epsilon)


def maxent_law(options: argparse.Namespace, D: int, epsilon: Epsilon | None) -> MaxEntLaw:
    """Return the law by ``--gamma``, by ``--variance``, or by epsilon and ``--position``."""
    if options.gamma is not None:
        return law_of_gamma(D, rational(options.gamma, "gamma"))
    if options.variance is not None:
        return law_of_variance(D, rational(options.variance, "variance"))
    if epsilon is None:
        remedy = "give --epsilon, --gamma or --variance"
        raise InputError("D", D, "needs one parameter more", remedy)
    return law_of_epsilon(D, epsilon, position(options))


def position(options: argparse.Namespace) -> Fraction:
    """Return where gamma lies in (2.20)."""
    return PAPER_POSITION if options.position is None else rational(options.position, "position")


_LAWS: dict[str, Callable[[argparse.Namespace, Epsilon | None], MaxEntLaw]] = {"maxent": _maxent}
