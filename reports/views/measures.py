"""The measures of two tables beside each other: exact for machines, with their difference."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from reports.decimals import bits_of, nearest
from reports.document.making import Cell
from reports.jsons import Number, delta_json, epsilon_json, rational_json
from reports.numbers import epsilon_number, rational, upper
from verification.comparison.cost import Measures

_DIGITS = 12
_CHANGE_DIGITS = 4
_SAME = "the same"


def measures_json(measured: Measures) -> dict[str, object]:
    """Return the measures of one table for machines."""
    worst, kept = measured.worst, measured.zeros_preserved
    pair: list[int] | None = None if worst is None else [worst.count, worst.other]
    delta: Number | None = None if worst is None else delta_json(worst.delta)
    return {
        "bias": rational_json(measured.bias),
        "variance": rational_json(measured.variance),
        "epsilon_q": epsilon_json(measured.epsilon_q),
        "delta": delta,
        "worst_pair": pair,
        "delta_zeros_preserved": None if kept is None else delta_json(kept.delta),
    }


def measures_rows(a: Measures, b: Measures) -> list[tuple[Cell, ...]]:
    """Return (measure, first table, second table, how the second differs) for people."""
    rows: list[tuple[Cell, ...]] = []
    if a.delta is not None and b.delta is not None:
        name = f"tight delta at epsilon = {a.delta.epsilon.text}"
        rows.append(_deltas(name, a.delta, b.delta))
        kept = [m.zeros_preserved.delta if m.zeros_preserved else None for m in (a, b)]
        if any(delta is not None for delta in kept):
            rows.append(_deltas("with zeros preserved", kept[0] or a.delta, kept[1] or b.delta))
    rows.append(
        (
            "epsilon^Q (4.10)",
            _epsilon(a.epsilon_q),
            _epsilon(b.epsilon_q),
            _epsilon_change(a.epsilon_q, b.epsilon_q),
        )
    )
    for name, old, new in (("bias", a.bias, b.bias), ("variance", a.variance, b.variance)):
        values = rational(old, digits=_DIGITS), rational(new, digits=_DIGITS)
        rows.append((name, *values, _change(new - old)))
    return rows


def _deltas(name: str, a: Delta, b: Delta) -> tuple[Cell, ...]:
    return name, upper(a, _DIGITS), upper(b, _DIGITS), _delta_change(a, b)


def _epsilon(epsilon: Epsilon | None) -> Cell:
    return "infinity" if epsilon is None else epsilon_number(epsilon, _DIGITS)


def _delta_change(a: Delta, b: Delta) -> str:
    if b.compare_to(a) == 0:
        return _SAME
    change = Delta(b.A - a.A, b.B - a.B, a.epsilon).enclosure(bits_of(_CHANGE_DIGITS + 2))
    return _signed(nearest(change, _CHANGE_DIGITS))


def _epsilon_change(a: Epsilon | None, b: Epsilon | None) -> str:
    """Return b - a, the logarithm of a ratio of rationals."""
    if a is None or b is None or a.exp is None or b.exp is None:
        return _SAME if a == b else ""
    if a.exp == b.exp:
        return _SAME
    larger, smaller = max(a.exp, b.exp), min(a.exp, b.exp)
    text = epsilon_number(Epsilon(exp=larger / smaller), _CHANGE_DIGITS).decimal
    return ("+" if b.exp > a.exp else "-") + text


def _change(difference: Fraction) -> str:
    if difference == 0:
        return _SAME
    return _signed(nearest(Enclosure(difference, difference), _CHANGE_DIGITS))


def _signed(text: str) -> str:
    return text if text.startswith("-") else f"+{text}"
