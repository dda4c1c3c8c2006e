"""The self-test for people and for machines."""

from itertools import zip_longest

from exact.errors import power_of_two
from reports.decimals import NEAREST, decimal, nearest
from reports.document.blocks import Block
from reports.document.making import facts, grid, lines, paragraph
from reports.jsons import Number, enclosure_json, rational_json
from reports.peers.self_test import (
    KEYSIZES,
    Point,
    SelfTest,
)
from verification.comparison.routes import DeltaError, Judgement, Quantised, Wrong

_LEGEND = (
    ("right", "every integer of every law, as computed"),
    (
        "ends: n",
        (
            "at n laws only a 0, a K + 1, or a last integer other than K: 1 <= c^Q <= K and "
            "c^Q(D) = K repair it"
        ),
    ),
    ("wrong: n", "at n laws an integer that only better arithmetic repairs"),
)
_MEANING = (
    "KEYSIZE and the error of c(z) that changes no integer at any of these laws, if 1 <= c^Q <= K "
    "and c^Q(D) = K are enforced; and the routes whose every integer is right then:"
)
_ROUTE_TITLES = ("route", "first wrong integer", "delta", "sum of p", "support")


def self_test_blocks(result: SelfTest) -> tuple[Block, ...]:
    """Return where each route breaks, and what is enough for which KEYSIZE."""
    names = _names(result)
    laws = len(result.points)
    head = (
        f"Floating-point routes against the truth at {laws} laws (epsilon, D) with every KEYSIZE. "
        "All integers, probabilities, sums and deltas are compared exactly; none is sampled."
    )
    sizes = [(name, *(_cell(result, name, k) for k in KEYSIZES)) for name in names]
    not_run = [f"not run, its package is not installed: {name}" for name in result.not_run]
    return (
        paragraph(head),
        lines("Where each route breaks first:"),
        grid(_ROUTE_TITLES, [row for name in names for row in _route_rows(result, name)]),
        lines(f"Integers c^Q(z) by KEYSIZE (of {laws} laws, fewer where K < 2D + 1):"),
        grid(("route", *map(power_of_two, KEYSIZES)), sizes),
        facts(_LEGEND),
        paragraph(_MEANING),
        grid(("KEYSIZE", "error of c(z)", "enough here"), _enough(result)),
        lines(*not_run),
    )


def _route_rows(result: SelfTest, name: str) -> list[tuple[str, ...]]:
    """Return a route in as many rows as its longest cell has lines."""
    judgements = result.of_route(name)
    furthest = max(judgements, key=lambda judgement: abs(judgement.sum_error))
    away = f"{decimal(furthest.sum_error, 3, NEAREST)} from 1"
    sums = (away, f"law ({furthest.epsilon}, {furthest.D})") if furthest.sum_error else ("1",)
    cells = ((name,), _first_wrong(judgements), _delta(judgements), sums, _support(judgements))
    return list(zip_longest(*cells, fillvalue=""))


def _delta(judgements: tuple[Judgement, ...]) -> list[str]:
    """Return the largest error; the one where support was lost is no rounding, and stands apart."""
    kept = [judgement for judgement in judgements if judgement.lost is None]
    lost = [judgement for judgement in judgements if judgement.lost is not None]
    found = [_largest_delta_error(kept)] if kept else []
    if lost:
        found += ["where support is lost:", _largest_delta_error(lost)]
    return found


def _largest_delta_error(judgements: list[Judgement]) -> str:
    worst = max(judgements, key=lambda judgement: judgement.worst_delta.size)
    error = worst.worst_delta
    off = nearest(error.ulps, 3)
    return f"{off} ulps at {error.epsilon}, law ({worst.epsilon}, {worst.D})"


def _first_wrong(judgements: tuple[Judgement, ...]) -> tuple[str, ...]:
    for keysize in KEYSIZES:
        for judgement in judgements:
            found = _at(judgement, keysize)
            if found is not None and found.repaired is not None:
                law = f"{power_of_two(keysize)}, law ({judgement.epsilon}, {judgement.D})"
                return law, _wrong_text(found.repaired)
    return ("none",)


def _wrong_text(wrong: Wrong) -> str:
    if wrong.found is None:
        return f"z = {wrong.z}: no number"
    off = wrong.found - wrong.true
    return f"z = {wrong.z}: {abs(off)} too {'high' if off > 0 else 'low'}"


def _support(judgements: tuple[Judgement, ...]) -> tuple[str, ...]:
    for judgement in judgements:
        if judgement.lost is not None:
            law = f"law ({judgement.epsilon}, {judgement.D})"
            return f"lost from |z| = {judgement.lost} on", law
    return ("kept",)


def _cell(result: SelfTest, name: str, keysize: int) -> str:
    found = [_at(judgement, keysize) for judgement in result.of_route(name)]
    there = [quantised for quantised in found if quantised is not None]
    wrong = sum(quantised.repaired is not None for quantised in there)
    if wrong:
        return f"wrong: {wrong}"
    ends = sum(quantised.computed is not None for quantised in there)
    return f"ends: {ends}" if ends else "right"


def _enough(result: SelfTest) -> list[tuple[str, str, str]]:
    rows = []
    for keysize in KEYSIZES:
        bits = [
            bits
            for point in result.points
            for size, bits in zip(point.keysizes, point.safe_bits, strict=True)
            if size == keysize
        ]
        if not bits:
            continue
        rows.append((power_of_two(keysize), f"2^-{max(bits)}", _right_routes(result, keysize)))
    return rows


def _right_routes(result: SelfTest, keysize: int) -> str:
    """Return each arithmetic in which every route is right, or the ways in which some are."""
    ways: dict[str, dict[str, bool]] = {}
    for name in _names(result):
        arithmetic, _, way = name.partition(", ")
        is_right = not _cell(result, name, keysize).startswith("wrong")
        ways.setdefault(arithmetic, {})[way] = is_right
    said = []
    for arithmetic, found in ways.items():
        right = [way for way, is_right in found.items() if is_right]
        if right:
            only = "" if len(right) == len(found) else f" ({', '.join(right)})"
            said.append(arithmetic + only)
    return ", ".join(said) or "none of these routes"


def _at(judgement: Judgement, keysize: int) -> Quantised | None:
    return next((found for found in judgement.quantised if found.keysize == keysize), None)


def _names(result: SelfTest) -> tuple[str, ...]:
    return tuple(judgement.route for judgement in result.points[0].judgements)


def self_test_json(result: SelfTest) -> dict[str, object]:
    """Return every comparison at every point of the grid."""
    return {
        "points": [_point_json(point) for point in result.points],
        "not_run": list(result.not_run),
    }


def _point_json(point: Point) -> dict[str, object]:
    bits = zip(point.keysizes, point.safe_bits, strict=True)
    return {
        "epsilon": rational_json(point.epsilon),
        "D": point.D,
        "safe_bits": {power_of_two(keysize): safe for keysize, safe in bits},
        "routes": [_judgement_json(judgement) for judgement in point.judgements],
    }


def _judgement_json(judgement: Judgement) -> dict[str, object]:
    return {
        "route": judgement.route,
        "integers": [
            {
                "keysize": found.keysize,
                "first_wrong": _wrong_json(found.computed),
                "first_wrong_within_1_to_K": _wrong_json(found.repaired),
            }
            for found in judgement.quantised
        ],
        "delta_error_in_ulps": [_delta_json(error) for error in judgement.deltas],
        "sum_minus_1": rational_json(judgement.sum_error),
        "exact_sum_of_pmf_minus_1": rational_json(judgement.pmf_error),
        "support_lost_from": judgement.lost,
    }


def _wrong_json(wrong: Wrong | None) -> dict[str, int | None] | None:
    if wrong is None:
        return None
    return {"z": wrong.z, "true": wrong.true, "found": wrong.found, "wrong_in_all": wrong.count}


def _delta_json(error: DeltaError) -> dict[str, Number]:
    return {"epsilon": rational_json(error.epsilon), "ulps": enclosure_json(error.ulps)}
