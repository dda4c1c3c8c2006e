"""Theorem 7.1 of Rinott-O'Keefe-Shlomo-Skinner: the parameters of independent releases add up."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class Guarantee:
    """DP(epsilon, delta) of one release, delta a rational."""

    epsilon: Epsilon
    delta: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.delta, Fraction) or not 0 <= self.delta <= 1:
            raise InputError("delta", self.delta, "must be a Fraction from 0 to 1", "for example 0")


def summed(guarantees: Sequence[Guarantee]) -> Guarantee:
    """Return (sum of epsilon_r, sum of delta_r), at most 1: what Theorem 7.1 gives for the list.

    >>> one = Guarantee(Epsilon(value=Fraction(1, 15)), Fraction(1, 1000))
    >>> summed([one] * 5)
    Guarantee(epsilon=Epsilon(value=Fraction(1, 3), exp=None), delta=Fraction(1, 200))
    """
    total = sum((one.delta for one in guarantees), Fraction(0))
    return Guarantee(sum_of_epsilons([one.epsilon for one in guarantees]), min(Fraction(1), total))


def sum_of_epsilons(epsilons: Sequence[Epsilon]) -> Epsilon:
    """Return the sum of rationals, or of logarithms of rationals; the kinds do not mix.

    >>> sum_of_epsilons([Epsilon(exp=Fraction(2)), Epsilon(exp=Fraction(3))]).text
    'ln(6)'
    """
    values = [one.value for one in epsilons if one.value is not None]
    exps = [one.exp for one in epsilons if one.exp is not None]
    if not epsilons or (values and exps):
        rule = "must be all rational or all logarithms, and at least one"
        raise InputError("epsilon", [one.text for one in epsilons], rule, "write them alike")
    return (
        Epsilon(value=sum(values, Fraction(0)))
        if values
        else Epsilon(exp=prod(exps, start=Fraction(1)))
    )
