"""The V-E map: how many triples reveal the noise bound E of noise with variance V, Bach 4.3."""

from fractions import Fraction

from exact.attacks.on_table.bound import BoundDisclosure
from exact.numbers.enclosure import Enclosure
from reports.decimals import UP, decimal, floor_log10
from reports.document.blocks import Column, Grid, Number, Picture, Text
from reports.numbers import rational
from reports.plots.chart import Mark
from reports.plots.drawing import both_widths
from reports.plots.heat import HeatMap
from reports.plots.labels import power
from reports.plots.scale import Axis

_NAME = "bound-map"
_SIZE = 20
_FACTORS = tuple(Fraction(10) ** e for e in (-6, -4, -2, -1, 0, 1, 3, 6))
_HALF = Fraction(1, 2)
BEYOND = "more"

# m, or None where no noise within E has so much variance, or that it is beyond the scale.
Cell = Enclosure | str | None


def bound_map(found: BoundDisclosure) -> Picture:
    """Return the map around the table's own variance and bound, both marked."""
    variances, bounds = _variances(found), _bounds(found)
    columns = [_column(found, V, bounds) for V in variances]
    cells = tuple(zip(*columns, strict=True))
    title = "Triples that reveal the noise bound E, by the variance V"
    whose = "This table" if found.asked.variance is None else "With the variance asked for"
    words = (
        "The number of triples grows with E and falls with V; blank where no noise within E has "
        f"so much variance. {whose}: V = {_text(found.variance)}, E = {found.worst.bound}."
    )
    steps = tuple(tuple(_step(m, found.asked.outputs) for m in row) for row in cells)
    chart = HeatMap(
        _NAME,
        (title, words),
        Axis("V", variances[0] / 2, variances[-1] + variances[0] / 2),
        Axis("E", bounds[0] * _HALF, bounds[-1] + bounds[0] * _HALF, whole=True),
        steps,
        "triples",
        _labels(found.asked.outputs),
        (Mark(found.variance, Fraction(found.worst.bound), "this table", 1),),
    )
    return Picture(
        _NAME,
        title,
        words,
        (_caption(found),),
        both_widths(chart),
        _behind(variances, bounds, cells),
    )


def _column(found: BoundDisclosure, V: Fraction, bounds: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return m by rising E; past the end of the scale it is not computed."""
    cells: list[Cell] = []
    for E in bounds:
        last = cells[-1] if cells else None
        beyond = last == BEYOND or (
            isinstance(last, Enclosure) and last.lo > _FACTORS[-1] * found.asked.outputs
        )
        cells.append(BEYOND if beyond else found.map_cell(V, E))
    return tuple(cells)


def _variances(found: BoundDisclosure) -> tuple[Fraction, ...]:
    """Return twenty round variances with that of the table in their middle."""
    step = found.variance / 10 or Fraction(1)
    decade = Fraction(10) ** floor_log10(step)
    round_step = next(m * decade for m in (1, 2, 5, 10) if m * decade >= step)
    return tuple(i * round_step for i in range(1, _SIZE + 1))


def _bounds(found: BoundDisclosure) -> tuple[int, ...]:
    step = -(-3 * max(found.worst.bound, found.least or 1) // (2 * _SIZE)) or 1
    return tuple(i * step for i in range(1, _SIZE + 1))


def _step(m: Cell, outputs: int) -> int | None:
    """Return the step of the scale in which m lies, counted by the factors of the outputs."""
    if isinstance(m, Enclosure):
        return sum(1 for factor in _FACTORS if factor * outputs < m.lo)
    return None if m is None else len(_FACTORS)


def _labels(outputs: int) -> tuple[str, ...]:
    """Return the ends of the steps; of every second one, or they would touch each other."""
    shown = [i % 2 == _FACTORS.index(Fraction(1)) % 2 for i in range(len(_FACTORS))]
    ends = ((factor * outputs, label) for factor, label in zip(_FACTORS, shown, strict=True))
    return ("1", *(_short(end) if label and end > 1 else "" for end, label in ends), "∞")


def _short(value: Fraction) -> str:
    exponent = floor_log10(value)
    if exponent < 4:
        return decimal(value, 2, UP) if value.denominator > 1 else str(value)
    mantissa = decimal(value / Fraction(10) ** exponent, 2, UP).removesuffix(".0")
    return power(10, exponent) if mantissa == "1" else f"{mantissa}·{power(10, exponent)}"


def _text(value: Fraction) -> str:
    return rational(value, digits=4).decimal


def _caption(found: BoundDisclosure) -> str:
    outputs = f"{found.asked.outputs:,}"
    least = found.least
    kept = "" if least is None else f" With this V the least such E is {least}."
    return (
        f"The mark is this table. Cells from {outputs} triples on keep E hidden where so many are "
        f"published, for noise of the maximum-entropy law of variance V. Above the first E that is "
        f"past the scale m is larger still, and not computed.{kept}"
    )


def _behind(
    variances: tuple[Fraction, ...],
    bounds: tuple[int, ...],
    cells: tuple[tuple[Cell, ...], ...],
) -> Grid:
    columns = (Column("V", True), *(Column(f"E = {E}", True) for E in bounds))
    rows = tuple(
        ((rational(V),), *(_cell(row[i]) for row in cells)) for i, V in enumerate(variances)
    )
    return Grid(f"{_NAME}-numbers", "The values of the map.", columns, rows, folded=True)


def _cell(m: Cell) -> Text:
    if not isinstance(m, Enclosure):
        return (m or "",)
    if m.lo == m.hi:
        return (rational(m.lo, digits=5),)
    return (Number(decimal(m.hi, 5, UP), f"between {m.lo} and {m.hi}", "≤"),)
