"""Attacks on a table for machines, as JSON."""

from fractions import Fraction

from exact.attacks.differencing import Pair
from exact.attacks.on_table.all_attacks import Found
from exact.attacks.on_table.asked import Asked
from exact.attacks.on_table.averaging import Averaging, Level, Point
from exact.attacks.on_table.bound import BoundDisclosure
from exact.attacks.on_table.learning import Learning, Needed
from exact.attacks.on_table.margins import ByResidual, MarginAttack
from reports.jsons import enclosure_json, rational_json


def attack_json(asked: Asked, found: Found, sha256: str) -> dict[str, object]:
    """Return every attack that was asked for, with what was attacked."""
    said: dict[str, object] = {
        "table": {"keysize": asked.table.keysize, "sha256": sha256},
        "count": asked.partition.count,
        "cells": list(asked.partition.cells),
        "cell_keys": asked.keys,
    }
    if found.averaging is not None:
        said["averaging"] = _averaging(found.averaging)
    if found.bound is not None:
        said["bound"] = _bound(found.bound)
    if found.margins is not None:
        said["margins"] = _margins(found.margins)
    if found.differencing is not None:
        pair, worst = found.differencing
        said["differencing"] = {**_pair(pair), "worst": _pair(worst)}
    if found.learning is not None:
        said["learning"] = _learning(found.learning)
    return said


def _averaging(found: Averaging) -> dict[str, object]:
    return {
        "rounding": "to the nearest integer, halves upward",
        "mean": rational_json(found.noise.mean()),
        "variance": rational_json(found.noise.variance()),
        "variance_given_total_key": None
        if found.spread is None
        else {"least": rational_json(found.spread[0]), "largest": rational_json(found.spread[1])},
        "levels": [_level(level) for level in found.levels],
        "points": [_point(point) for point in found.points],
        "sum_not_computed": found.why_not or None,
    }


def _level(level: Level) -> dict[str, object]:
    return {
        "confidence": rational_json(level.confidence),
        "independent": level.independent.partitions,
        "searched": level.independent.searched,
        "sum": level.added,
    }


def _point(point: Point) -> dict[str, object]:
    return {
        "partitions": point.partitions,
        "independent": enclosure_json(point.independent),
        "sum": None if point.added is None else enclosure_json(point.added),
    }


def _bound(found: BoundDisclosure) -> dict[str, object]:
    return {
        "bound": found.worst.bound,
        "counts": [found.worst.female, found.worst.male, found.worst.female + found.worst.male],
        "probability": rational_json(found.worst.probability),
        "triples": _needed(found.needed),
        "outputs": found.asked.outputs,
        "revealed": found.revealed,
        "disclosed_by_residual": rational_json(found.residual_tells),
        "variance": rational_json(found.variance),
        "least_bound": found.least,
    }


def _margins(found: MarginAttack) -> dict[str, object]:
    f, m = found.counts
    return {
        "counts": [f, m, f + m],
        "bound": found.bound,
        "guess_without": rational_json(found.blind),
        "independent": _by_residual(found.independent),
        "sum": None if found.added is None else _by_residual(found.added),
        "never": None if found.added is None else list(found.never),
        "delta_keys_of_others_known": None if found.known is None else rational_json(found.known),
        "sum_not_computed": found.why_not or None,
    }


def _by_residual(law: ByResidual) -> dict[str, object]:
    outcomes = law.residuals.law.outcomes
    return {
        "residuals": [outcomes[0], outcomes[-1]],
        "guess": rational_json(law.residuals.guessed),
        "certain": rational_json(law.residuals.sure),
        "probability": rational_json(law.revealing),
        "triples": _needed(law.needed),
    }


def _pair(pair: Pair) -> dict[str, object]:
    return {
        "counts": [pair.count, pair.count + 1],
        "equal_if_there": rational_json(pair.equal),
        "equal_if_not_there": "1/1",
        "delta": rational_json(pair.proved),
        "belief_after_equal": rational_json(pair.believed(Fraction(1, 2))),
    }


def _learning(found: Learning) -> dict[str, object]:
    end, hole, lean = found.extreme, found.hole, found.asymmetry
    return {
        "bound": {
            "noise": end.bound,
            "count": end.count,
            "probability": rational_json(end.probability),
            "cells": _needed(found.extreme_cells),
        },
        "hole": None
        if hole is None
        else {
            "noise": hole.noise,
            "count": hole.count,
            "neighbour": rational_json(hole.neighbour),
            "cells": _needed(found.hole_cells),
        },
        "asymmetry": None
        if lean is None
        else {
            "count": lean.count,
            "likelier": list(lean.likelier),
            "probability": rational_json(lean.a),
            "opposite": rational_json(lean.b),
            "cells": _needed(found.asymmetry_cells),
        },
    }


def _needed(needed: Needed) -> list[dict[str, object]]:
    return [{"confidence": rational_json(level), "number": number} for level, number in needed]
