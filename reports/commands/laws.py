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
from exact.laws.weighted import WeightedLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer, power_of_two_keysize, probability, rational
from exact.table.ptable import PTable

_FIXES = ("gamma", "variance", "position")
# Which parameters a law takes beside epsilon; another one given with it would be ignored.
_TAKES = {
    "maxent": ("D", *_FIXES),
    "laplace": ("m",),
    "truncated-normal": ("m",),
    "count-query": ("D", "eta"),
    "hellinger": ("m", "last_count"),
}
_PARAMETERS = ("D", "m", "eta", "last_count", *_FIXES)
_DEFAULT_KEYSIZE = "2^32"
# Laws whose noise depends on the count: they have a table, and no one noise.
BY_COUNT = ("hellinger",)


def law_of_options(options: argparse.Namespace, epsilon: Epsilon | None) -> WeightedLaw:
    """Return the law that ``--law`` names, one of those with the same noise for every count."""
    _check_parameters(options)
    return _LAWS[options.law](options, epsilon)


def _check_parameters(options: argparse.Namespace) -> None:
    """Refuse a parameter that the law would ignore."""
    for name in _PARAMETERS:
        if getattr(options, name) is not None and name not in _TAKES[options.law]:
            rule = f"is no parameter of the law {options.law}"
            takes = ", ".join(f"--{name.replace('_', '-')}" for name in _TAKES[options.law])
            value, shown = getattr(options, name), name.replace("_", "-")
            raise InputError(shown, value, rule, f"it takes {takes}")


def table_of_options(options: argparse.Namespace, epsilon: Epsilon | None) -> PTable:
    """Return the table of the law that ``--law`` names.

    It is for every count from D upward, but for hellinger, which has a row for each count.
    """
    from exact.design.table import table_of_law, table_of_noise

    keysize = power_of_two_keysize(options.keysize or _DEFAULT_KEYSIZE)
    if options.law in BY_COUNT:
        return _hellinger_table(options, epsilon, keysize)
    law = law_of_options(options, epsilon)
    if isinstance(law, MaxEntLaw):
        return table_of_law(law, keysize, options.rule, epsilon)
    return table_of_noise(law, keysize, options.rule)


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


def _maxent(options: argparse.Namespace, epsilon: Epsilon | None) -> WeightedLaw:
    """p(z) = C e^(-gamma z^2) on [-D, D], Sadeghi-Chien (2.3)."""
    given = [name for name in _FIXES if getattr(options, name) is not None]
    if len(given) > 1:
        rule = f"does not go with --{given[0]}, which fixes the law already"
        raise InputError(given[1], getattr(options, given[1]), rule, "leave one of them out")
    return maxent_law(options, _largest(options, "D", MAX_D), epsilon)


def _laplace(options: argparse.Namespace, epsilon: Epsilon | None) -> WeightedLaw:
    """p(z) = e^(-epsilon |z|) / C_m on [-m, m], Rinott et al. (5.2)."""
    from exact.laws.discrete_laplace import MAX_M, LaplaceLaw

    return LaplaceLaw(_needed(epsilon, options), _largest(options, "m", MAX_M))


def _truncated_normal(options: argparse.Namespace, epsilon: Epsilon | None) -> WeightedLaw:
    """p(z) = e^(-epsilon z^2 / (2m+1)) / D_m on [-m, m], Rinott et al. (5.3)."""
    from exact.laws.exponential_mechanism import MAX_M, truncated_normal

    return truncated_normal(_needed(epsilon, options), _largest(options, "m", MAX_M))


def _count_query(options: argparse.Namespace, epsilon: Epsilon | None) -> WeightedLaw:
    """The optimal noise of Sadeghi-Asoodeh-Calmon (37)-(39): 0 with probability eta."""
    from exact.laws.count_query import MAX_LIMIT, CountQueryLaw

    if options.eta is None:
        raise InputError("eta", "", "is missing", "give --eta, the probability of no noise")
    eta = probability(options.eta, "eta")
    return CountQueryLaw(_needed(epsilon, options), eta, _largest(options, "D", MAX_LIMIT))


def _hellinger_table(options: argparse.Namespace, epsilon: Epsilon | None, keysize: int) -> PTable:
    """e^(-epsilon |sqrt a - sqrt b| / 2) on |a - b| <= m, Rinott et al. (5.4), by the ceiling."""
    from exact.laws.hellinger_table import MAX_LAST_COUNT, MAX_M, hellinger_table

    _check_parameters(options)
    if options.rule != "ceiling":
        raise InputError("rule", options.rule, "is not for this law", "use ceiling")
    last = integer(_given(options, "last_count", MAX_LAST_COUNT), "last-count", 0, MAX_LAST_COUNT)
    m = _largest(options, "m", MAX_M)
    return hellinger_table(_needed(epsilon, options), m, last, keysize)


def _largest(options: argparse.Namespace, name: str, most: int) -> int:
    return integer(_given(options, name, most), name, 1, most)


def _given(options: argparse.Namespace, name: str, most: int) -> str:
    value: str | None = getattr(options, name)
    if value is None:
        shown = name.replace("_", "-")
        raise InputError(shown, "", "is missing", f"give --{shown}, from 1 to {most}")
    return value


def _needed(epsilon: Epsilon | None, options: argparse.Namespace) -> Epsilon:
    if epsilon is None:
        raise InputError("epsilon", "", "is missing", f"--law {options.law} needs --epsilon")
    return epsilon


_LAWS: dict[str, Callable[[argparse.Namespace, Epsilon | None], WeightedLaw]] = {
    "maxent": _maxent,
    "laplace": _laplace,
    "truncated-normal": _truncated_normal,
    "count-query": _count_query,
}
