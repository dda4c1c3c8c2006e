"""The answer about a release, for machines: each delta as two rationals."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.release.answer import Answer, Budget, LeastEpsilon, Moments, TableCost
from reports.jsons import rational_json
from reports.views.release_words import statement
from reports.words import missing_counts


def release_json(answer: Answer, verdict: str) -> dict[str, object]:
    """Return everything that was found."""
    return {
        "title": answer.plan.title,
        "verdict": verdict,
        "keys": answer.plan.keys,
        "secret": answer.plan.secret,
        "statement": statement(answer),
        "cells": answer.number,
        "not_covered": missing_counts(*((one.table, one.floor) for one in answer.cells)),
        "curve": [
            {"epsilon": point.epsilon.text, "delta": bounds_json(point.delta)}
            for point in answer.curve
        ],
        "theorem_7_1": [
            {"epsilon": one.epsilon.text, "delta": rational_json(one.delta)}
            for one in answer.summed
        ],
        "renyi": None if answer.moments is None else _moments_json(answer.moments),
        "epsilons": [_least_json(one) for one in answer.inverse],
        "plateau": bounds_json(answer.plateau),
        "tables": [_cost_json(cost, answer) for cost in answer.costs],
        "budget": None if answer.budget is None else _budget_json(answer.budget),
    }


def bounds_json(bounds: Enclosure) -> dict[str, str]:
    """Return both ends as rationals, also where they are equal.

    >>> bounds_json(Enclosure(Fraction(0), Fraction(1, 2)))
    {'lo': '0/1', 'hi': '1/2'}
    """
    return {"lo": rational_json(bounds.lo), "hi": rational_json(bounds.hi)}


def _moments_json(moments: Moments) -> dict[str, object]:
    return {
        "rho": bounds_json(moments.rho),
        "curve": [
            {"epsilon": one.epsilon.text, "delta": rational_json(one.delta), "order": one.order}
            for one in moments.points
        ],
    }


def _cost_json(cost: TableCost, answer: Answer) -> dict[str, object]:
    return {
        "name": cost.name,
        "cells": cost.cells,
        "own_cells": cost.own,
        "without": _at_each(cost.without, answer),
        "another": _at_each(cost.another, answer),
    }


def _at_each(deltas: tuple[Enclosure, ...], answer: Answer) -> dict[str, object]:
    """Return delta at the first epsilon, and the whole curve."""
    points = zip(answer.curve, deltas, strict=True)
    return {
        "delta": bounds_json(deltas[0]),
        "curve": [
            {"epsilon": point.epsilon.text, "delta": bounds_json(delta)} for point, delta in points
        ],
    }


def _least_json(one: LeastEpsilon) -> dict[str, object]:
    return {
        "delta": rational_json(one.delta),
        "epsilon": {"lo": _end(one.least), "hi": _end(one.most)},
    }


def _end(value: Fraction | None) -> str:
    return "infinity" if value is None else rational_json(value)


def _budget_json(budget: Budget) -> dict[str, object]:
    return {
        "epsilon": budget.epsilon.text,
        "delta": rational_json(budget.delta),
        "kept": budget.kept,
        "releases": {"at_least": budget.least, "at_most": budget.most},
    }
