"""The comparison of another program's output with the truth, for machines and for people."""

from exact.errors import power_of_two
from exact.laws.law import WeightedLaw
from exact.laws.registry import law_text
from exact.numbers.enclosure import Enclosure
from reports.document.blocks import Block
from reports.document.making import grid, lines, paragraph
from reports.jsons import Number, enclosure_json, epsilon_json, rational_json
from reports.views.compare_words import (
    error_text,
    other_gamma_text,
    remarks,
    right_text,
    value_name,
    verdict_words,
)
from reports.views.measures import measures_json, measures_rows
from verification.comparison.explaining import Explained
from verification.comparison.integers import IntegerReport
from verification.comparison.judge import DOWN, UP, VERDICTS
from verification.comparison.noise_values import NoiseValues
from verification.comparison.other_gamma import OtherGamma
from verification.comparison.reference import BY_NOISE, Reference
from verification.comparison.result import DIFFERENT, SAME, ColumnTotal, Comparison

_SHOWN_ROUTES = 5
_READING = (
    "How to read it: a right value is exact, or correctly rounded in its last printed place, or "
    "the nearest double. For the others, `last place` and `ulps` say how far above (+) or below "
    "(-) the truth they lie, in units of the last printed digit and of a double there."
)


def comparison_json(result: Comparison, reference: Reference) -> dict[str, object]:
    """Return the comparison for machines."""
    return {
        "verdict": verdict_words(result, reference),
        "reference": _reference_json(reference),
        "rows": result.rows,
        "values": result.values,
        "right": result.right,
        "changing": result.changing,
        "columns": [_column_json(total, reference) for total in result.columns],
        "ignored_columns": list(result.ignored),
        "disagreements": [_explained_json(e, reference) for e in result.disagreements],
        "integers": None if result.integers is None else _integers_json(result.integers),
        "cost": _cost_json(result),
        "other_gamma": _other_gamma_json(result.other_gamma),
    }


def comparison_blocks(result: Comparison, reference: Reference, name: str) -> tuple[Block, ...]:
    """Return the comparison for people: the verdict first."""
    parts = [
        lines(_headline(result, reference, name)),
        _reference_lines(reference),
        _columns(result, reference),
    ]
    if result.disagreements:
        parts += _disagreements(result, reference)
    if result.integers is not None and result.integers.wrong:
        parts += _integers(result.integers)
    return (*parts, *_cost(result), *_notes(result, reference), paragraph(_READING))


def _headline(result: Comparison, reference: Reference, name: str) -> str:
    word = verdict_words(result, reference).upper()
    twice = f", and {result.duplicates} stand twice" if result.duplicates else ""
    if result.verdict == SAME:
        return f"{name}: {word}: all {result.values} values are right{twice}"
    counts = f"{result.right} of {result.values} values are right{twice}"
    what = "table" if reference.table is not None else "law"
    others = f"the others leave the {what} as it is"
    if result.verdict == DIFFERENT:
        noun = "is" if result.changing == 1 else "are"
        others = f"{result.changing} {noun} of another {what}"
    return f"{name}: {word}: {counts}; {others}"


def _reference_lines(reference: Reference) -> Block:
    said = []
    if reference.law is not None:
        said.append(f"The law: {law_text(reference.law.law)}")
    if reference.table is not None:
        keys = power_of_two(reference.table.table.keysize)
        rule = f", the law by the rule {reference.rule}" if reference.rule else ""
        said.append(f"The table: {keys} keys{rule}")
    return lines(*said)


def _columns(result: Comparison, reference: Reference) -> Block:
    used = [v for v in VERDICTS if any(v in total.verdicts for total in result.columns)]
    rows = [
        (
            value_name(total.column, None),
            _source(total.column, reference),
            _range(total.digits),
            *(str(total.verdicts.get(verdict, 0) or "") for verdict in used),
        )
        for total in result.columns
        if total.values
    ]
    return grid(("value", "of the", "digits", *used), rows, "Values")


def _disagreements(result: Comparison, reference: Reference) -> list[Block]:
    rows = [
        (
            str(e.found.line),
            value_name(e.found.column, e.found.label),
            e.found.text,
            right_text(e),
            e.found.verdict,
            error_text(e.units),
            error_text(e.ulps),
        )
        for e in result.disagreements
    ]
    titles = (result.place, "value", "printed", "right", "verdict", "last place", "ulps")
    hidden = result.values - result.right - len(rows)
    said = [f"... and {hidden} more; --show N explains more of them."] if hidden else []
    for e in result.disagreements:
        remarked = remarks(e, reference)
        if remarked:
            said.append(f"{value_name(e.found.column, e.found.label)}: {'; '.join(remarked)}.")
    return [grid(titles, rows, "Disagreements"), lines(*said)]


def _integers(report: IntegerReport) -> list[Block]:
    head = f"Of {report.printed} integers c^Q, {report.wrong} are wrong."
    rows = [
        (str(w.z), str(w.printed), str(w.right), f"{w.printed - w.right:+d}", w.route or "")
        for w in report.first
    ]
    titles = ("z", "printed", "right", "off by", "reproduced by")
    parts: list[Block] = [lines(head), grid(titles, rows, "Wrong integers")]
    if not report.routes:
        return [*parts, lines("No replayed way of rounding leads to one of them.")]
    best = [
        (r.route.name, f"{r.wrong} of {report.wrong}", f"{r.every} of {report.printed}")
        for r in report.routes[:_SHOWN_ROUTES]
    ]
    return [*parts, grid(("route", "wrong integers", "all integers"), best, "Routes")]


def _cost(result: Comparison) -> list[Block]:
    cost = result.cost
    if cost is None:
        return []
    if cost.other is None:
        problem = f"What it costs is not known, as its integers make no table: {cost.problem}."
        return [lines(problem)]
    titles = ("what it costs", "truth", "this program", "difference")
    table = grid(titles, measures_rows(cost.reference, cost.other), "Cost")
    return [table] if cost.problem is None else [table, lines(f"Its {cost.problem}.")]


def _notes(result: Comparison, reference: Reference) -> list[Block]:
    notes = []
    if result.ignored:
        notes.append(f"Columns not compared: {', '.join(result.ignored)}.")
    for total in result.columns:
        notes += _column_notes(total, result.place, len(reference.support))
    if result.other_gamma is not None:
        notes.insert(0, other_gamma_text(result.other_gamma, reference))
    return [lines(*notes)] if notes else []


def _column_notes(total: ColumnTotal, place: str, size: int) -> list[str]:
    name, notes = value_name(total.column, None), []
    if total.keys:
        what = f"{total.keys} of {total.values}" if total.keys < total.values else "all"
        notes.append(
            f"{name} is given as numbers of keys, K p^Q(z), not as probabilities: {what} values "
            "are judged as such."
        )
    if total.mixed:
        notes.append(f"{name} is printed with {_range(total.digits)} digits.")
    if total.column in BY_NOISE and total.values and total.missing:
        notes.append(f"{name} is printed for {size - total.missing} of {size} noise values.")
    first = total.first_duplicate
    if first is not None:
        twice = f"{name}({first.z}) stands again in {place} {first.line}"
        notes.append(f"{twice}: {total.duplicates} values stand where one stood already.")
    directed = [verdict for verdict in (UP, DOWN) if verdict in total.verdicts]
    if len(directed) == 1 and total.verdicts[directed[0]] == total.values - total.right:
        word = directed[0].split()[1]
        notes.append(f"All that is not right in {name} is {directed[0]}: --rounding {word}?")
    return notes


def _range(digits: tuple[int, int] | None) -> str:
    if digits is None:
        return ""
    return str(digits[0]) if digits[0] == digits[1] else f"{digits[0]} to {digits[1]}"


def _source(column: str, reference: Reference) -> str:
    return "law" if isinstance(reference.source(column), NoiseValues) else "table"


def _reference_json(reference: Reference) -> dict[str, object]:
    table = reference.table
    return {
        "law": None if reference.law is None else _law_json(reference.law.law),
        "keysize": None if table is None else table.table.keysize,
        "count": None if table is None else table.count,
        "rule": reference.rule,
        "epsilon": None if reference.epsilon is None else epsilon_json(reference.epsilon),
    }


def _law_json(law: WeightedLaw) -> dict[str, object]:
    return {"name": law.name, "D": law.D, **law.parameters()}


def _column_json(total: ColumnTotal, reference: Reference) -> dict[str, object]:
    return {
        "column": total.column,
        "of": _source(total.column, reference),
        "values": total.values,
        "right": total.right,
        "verdicts": {v: total.verdicts[v] for v in VERDICTS if v in total.verdicts},
        "digits": None if total.digits is None else list(total.digits),
        "missing": total.missing,
        "duplicates": total.duplicates,
        "numbers_of_keys": total.keys,
        "harmless": total.harmless,
    }


def _explained_json(explained: Explained, reference: Reference) -> dict[str, object]:
    found = explained.found
    return {
        "line": found.line,
        "value": value_name(found.column, found.label),
        "printed": found.text,
        "verdict": found.verdict,
        "truth": "infinity" if explained.truth is None else enclosure_json(explained.truth),
        "last_place_units": _optional(explained.units),
        "ulps": _optional(explained.ulps),
        "is": list(explained.elsewhere),
        "quantised": None if explained.replay is None else explained.replay[0],
        "harmless": found.harmless,
        "noise_of_doubles": explained.noise,
        "remarks": remarks(explained, reference),
    }


def _other_gamma_json(other: OtherGamma | None) -> dict[str, object] | None:
    if other is None:
        return None
    factor = None if other.factor is None else rational_json(other.factor)
    return {"D": other.law.D, "gamma": other.law.rate.json(), "of_epsilon": factor}


def _optional(enclosure: Enclosure | None) -> Number | None:
    return None if enclosure is None else enclosure_json(enclosure)


def _integers_json(report: IntegerReport) -> dict[str, object]:
    return {
        "printed": report.printed,
        "wrong": report.wrong,
        "first": [
            {"z": w.z, "printed": w.printed, "right": w.right, "route": w.route}
            for w in report.first
        ],
        "routes": [
            {"route": r.route.name, "wrong": r.wrong, "all": r.every} for r in report.routes
        ],
    }


def _cost_json(result: Comparison) -> dict[str, object] | None:
    cost = result.cost
    if cost is None:
        return None
    return {
        "reference": measures_json(cost.reference),
        "other": None if cost.other is None else measures_json(cost.other),
        "problem": cost.problem,
    }
