"""The tails of the two-tailed geometric law on all integers, Bach (11), after Ghosh et al.

    p(x) = (1 - e^-epsilon) / (1 + e^-epsilon) e^(-epsilon |x|)

is the discrete Laplace law without a bound (``UnboundedLaplace``). Bach estimates its tail by the
continuous Lap(1/epsilon), (2). The exact tail is smaller by the factor 2 / (1 + e^epsilon).
"""

from exact.laws.discrete_laplace import UnboundedLaplace
from exact.laws.exp_ratio import ExpRatio
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import integer

MAX_BOUND = 999


def geometric_tail(epsilon: Epsilon, bound: int) -> ExpRatio:
    """Return P(|x| > bound) = 2 / ((E + 1) E^bound) of (11), E = e^epsilon.

    >>> from fractions import Fraction
    >>> geometric_tail(Epsilon(exp=Fraction(2)), 1).exact
    Fraction(1, 3)
    """
    integer(bound, "bound", 0, MAX_BOUND)
    return UnboundedLaplace(epsilon).tail(bound + 1) * 2


def laplace_tail(epsilon: Epsilon, bound: int) -> ExpRatio:
    """Return P(|x| > bound) = e^(-epsilon bound) of the continuous Lap(1/epsilon), (2).

    >>> from fractions import Fraction
    >>> laplace_tail(Epsilon(exp=Fraction(2)), 3).exact
    Fraction(1, 8)
    """
    integer(bound, "bound", 0, MAX_BOUND)
    return ExpRatio.of(epsilon, (1,), (*(0,) * bound, 1))
