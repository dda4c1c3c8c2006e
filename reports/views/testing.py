"""Answers of tests for machines: every number between two decimals, rounded outward."""

from exact.inference.binomial_answer import BinomialAnswer
from exact.numbers.enclosure import Enclosure
from reports.decimals import outward
from reports.jsons import PRINTED_DIGITS, rational_json


def bounds_json(bounds: Enclosure) -> dict[str, str]:
    """Return both ends as decimals, also where they are equal.

    >>> from fractions import Fraction
    >>> bounds_json(Enclosure.point(Fraction(1, 2)))["lo"][:4]
    '0.50'
    """
    lo, hi = outward(bounds, PRINTED_DIGITS)
    return {"lo": lo, "hi": hi}


def binomial_json(answer: BinomialAnswer) -> dict[str, object]:
    """Return the test of a share from one released count."""
    question, power = answer.question, answer.power
    interval = answer.interval
    return {
        "n": question.test.people,
        "released": question.released,
        "p0": rational_json(question.test.hypothesis),
        "noise": question.test.channel.text,
        "statistic": bounds_json(answer.statistic),
        "p_value": bounds_json(answer.p_value),
        "level": bounds_json(answer.level),
        "critical": bounds_json(answer.critical),
        "power": None if power is None else bounds_json(power.rejects_other),
        "interval": None if interval is None else bounds_json(interval.outer),
        "rejected": answer.rejected,
        "alpha": rational_json(question.alpha),
        "confidence": rational_json(question.confidence),
        "estimate": bounds_json(answer.estimate),
        "least_critical": bounds_json(answer.least.bounds),
        "least_level": bounds_json(answer.least_level),
        "power_of_p0": None if power is None else bounds_json(power.rejects_own),
    }
