"""Everything that is asked about one released count, in one value."""

from dataclasses import dataclass
from fractions import Fraction

from exact.inference.binomial import (
    BinomialTest,
    Critical,
    likeliest_share,
    statistic_bounds,
)
from exact.inference.confidence import Interval, confidence_interval
from exact.numbers.enclosure import Enclosure


@dataclass(frozen=True, slots=True)
class BinomialQuestion:
    """What was released, and what is asked of it; without ``critical`` the smallest is taken."""

    test: BinomialTest
    released: int
    alpha: Fraction
    confidence: Fraction
    critical: Fraction | None = None
    other: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Power:
    """How two shares are told apart at one critical value.

    ``rejects_other``: the hypothesis p = other is rejected although p_0 is true (section 6.2);
    ``rejects_own``: the hypothesis p = p_0 is rejected if ``other`` is true.
    """

    other: Fraction
    rejects_other: Enclosure
    rejects_own: Enclosure


@dataclass(frozen=True, slots=True)
class BinomialAnswer:
    """The answers, each between proved bounds."""

    question: BinomialQuestion
    statistic: Enclosure
    p_value: Enclosure
    critical: Enclosure
    level: Enclosure
    least: Critical
    least_level: Enclosure
    estimate: Enclosure
    interval: Interval | None
    power: Power | None
    rejected: bool | None


def answered(question: BinomialQuestion) -> BinomialAnswer:
    """Compute all answers."""
    test = question.test
    outcome = test.at(question.released)
    least = test.critical(question.alpha)
    used: Fraction | Critical = least if question.critical is None else question.critical
    bounds = least.bounds if isinstance(used, Critical) else Enclosure.point(used)
    return BinomialAnswer(
        question,
        statistic_bounds(outcome),
        test.p_value(outcome),
        bounds,
        test.rejection(test.hypothesis, used),
        least,
        test.rejection(test.hypothesis, least),
        likeliest_share(outcome),
        confidence_interval(test, question.released, question.confidence),
        None if question.other is None else _power(test, question.other, used),
        test.above(outcome, used),
    )


def _power(test: BinomialTest, other: Fraction, used: Fraction | Critical) -> Power:
    """Ask both ways; a critical value of the first test is a number for the second."""
    opposite = BinomialTest(test.people, other, test.channel)
    plain = Critical(used.high, used.low, frozenset()) if isinstance(used, Critical) else used
    return Power(other, opposite.rejection(test.hypothesis, plain), test.rejection(other, used))
