"""Answers of tests for machines: every number between two decimals, rounded outward."""

from exact.inference.binomial_answer import BinomialAnswer
from exact.inference.independence_answer import IndependenceAnswer, Verdict
from exact.numbers.enclosure import Enclosure
from reports.decimals import NEAREST, decimal, outward
from reports.jsons import PRINTED_DIGITS, rational_json
from reports.proposals.enumerated import Enumeration
from reports.proposals.power import Simulation

_FITTED_DIGITS = 12


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
    p0, other = question.test.hypothesis, question.other
    said = "probability that p = {} is rejected if p = {} is true"
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
        "power_says": None if other is None else said.format(other, p0),
        "power_of_p0_says": None if other is None else said.format(p0, other),
    }


def independence_json(answer: IndependenceAnswer) -> dict[str, object]:
    """Return the test of independence of a released table."""
    released = answer.released
    return {
        "rows": list(released.rows),
        "columns": list(released.columns),
        "cells_left_out": released.left_out,
        "noise": answer.noise,
        "df": answer.degrees,
        "naive": _verdict(answer.naive),
        "corrected": {**_verdict(answer.corrected), "both_sides": answer.tested.is_tight},
        "alpha": rational_json(answer.alpha),
        "independent_rejected": answer.rejected,
        "fitted": [
            [decimal(mean, _FITTED_DIGITS, NEAREST) for mean in line]
            for line in answer.tested.fitted
        ],
        "largest": [[bounds_json(mean) for mean in line] for line in answer.tested.largest],
    }


def _verdict(verdict: Verdict | None) -> dict[str, object]:
    if verdict is None:
        return {"statistic": None, "p_value": None}
    return {
        "statistic": bounds_json(verdict.statistic),
        "p_value": bounds_json(verdict.p_value),
    }


def rates_json(drawn: Simulation | None, counted: Enumeration | None) -> dict[str, object]:
    """Return level and power of both tests, where they were simulated or enumerated."""
    found: dict[str, object] = {}
    if drawn is not None:
        found["simulation"] = {
            "tables": drawn.tables,
            "seed": drawn.seed,
            **{
                name: {
                    test: {"rejected": rate.rejected, **bounds_json(rate.bounds)}
                    for test, rate in rates.items()
                }
                for name, rates in (("level", drawn.level), ("power", drawn.power))
            },
        }
    if counted is not None:
        found["enumeration"] = {
            "tables": counted.kinds,
            **{
                name: {test: bounds_json(bounds) for test, bounds in rates.items()}
                for name, rates in (("level", counted.level), ("power", counted.power))
            },
        }
    return found
