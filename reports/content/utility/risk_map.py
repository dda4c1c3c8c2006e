"""The risk-utility map of a family of designs: picture, page and CSV."""

from collections.abc import Iterator
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from reports.decimals import UP, decimal
from reports.document.blocks import (
    Column,
    Document,
    Grid,
    Inline,
    Items,
    Paragraph,
    Picture,
    Section,
)
from reports.numbers import delta_bounds, enclosed, upper
from reports.pictures.behind import grid_behind, numeric
from reports.plots.axes import linear_axis
from reports.plots.chart import LINE, POINTS, Chart, Panel, Series
from reports.plots.drawing import both_widths
from reports.utility.family import Family, Point

LOSSES = {"l1": "l1", "l2": "l2", "l3": "l3", "hellinger2": "Hellinger's distance, squared"}
_SUBTITLE = "δ against the expected loss of these counts, the efficient designs marked"
_NOTE = "δ is that of all pairs of neighbouring counts but (0, 1): zeros stay zeros."
_DIGITS, _HEIGHT = 6, 320
_COLUMNS = ("epsilon", "D", "V", "js", "delta", *LOSSES, "false_zeros", "efficient")


def map_page(name: str, found: Family) -> Document:
    """Return the page."""
    marked = [p for p in found.points if p.efficient]
    said = (
        f"{name}: {len(found.points)} designs, {len(marked)} of them efficient: no other one has "
        f"at most their δ and at most their expected {LOSSES[found.loss]}"
    )
    sections = []
    for i, epsilon in enumerate(dict.fromkeys(p.epsilon.text for p in found.points)):
        here = [p for p in found.points if p.epsilon.text == epsilon]
        blocks = (
            _picture(f"map-{i + 1}", epsilon, here, found.loss),
            _grid(f"designs-{i + 1}", here),
        )
        sections.append(Section(f"epsilon-{i + 1}", f"At ε = {epsilon}", blocks))
    if found.missing:
        lines = Items(tuple((f"{member.text}: {why}",) for member, why in found.missing))
        sections.append(Section("missing", "Designs that do not exist", (lines,)))
    note = Paragraph(
        ("δ is that of all pairs of neighbouring counts but (0, 1): zeros stay zeros.",)
    )
    title = f"Risk and utility for the users of {name}"
    return Document(title, _SUBTITLE, (Items(((said,),)), note), tuple(sections), ())


def map_csv(found: Family) -> str:
    """Return one line for each design and epsilon; numbers are upper bounds of 12 digits."""
    lines = [",".join(_COLUMNS)]
    for p in found.points:
        losses = [_up(p.measures.losses[name]) for name in LOSSES]
        delta = _up(delta_bounds(p.delta))
        fixed = (p.epsilon.text, p.member.D, p.member.variance, p.member.js)
        measured = (delta, *losses, _up(p.measures.false_zeros), "yes" if p.efficient else "no")
        lines.append(",".join(map(str, (*fixed, *measured))))
    return "\n".join(lines) + "\n"


def _up(value: Enclosure) -> str:
    return decimal(value.hi, 12, UP)


def _grid(name: str, points: list[Point]) -> Grid:
    columns = (
        *(Column(title, numeric=True) for title in ("D", "V", "js", "δ", "l1", "l2", "l3")),
        Column("false zeros", numeric=True),
        Column("efficient"),
    )
    ordered = sorted(points, key=lambda p: delta_bounds(p.delta).hi)
    return Grid(name, "The designs, by rising δ", columns, tuple(map(_row, ordered)))


def _row(p: Point) -> tuple[tuple[Inline, ...], ...]:
    losses = tuple((enclosed(p.measures.losses[name], _DIGITS),) for name in ("l1", "l2", "l3"))
    return (
        (str(p.member.D),),
        (str(p.member.variance),),
        (str(p.member.js),),
        (upper(p.delta),),
        *losses,
        (enclosed(p.measures.false_zeros, _DIGITS),),
        ("yes" if p.efficient else "",),
    )


def _picture(name: str, epsilon: str, points: list[Point], loss: str) -> Picture:
    """Return points of each js, and a line through the efficient ones."""
    title = f"δ against expected {LOSSES[loss]}, ε = {epsilon}"
    placed = [(_loss(p, loss), delta_bounds(p.delta).hi, p) for p in points]
    series = [
        Series(f"js = {js}", POINTS, _sorted(x for x in placed if x[2].member.js == js), i)
        for i, js in enumerate(sorted({p.member.js for p in points}))
    ]
    best = _sorted(x for x in placed if x[2].efficient)
    series.append(Series("efficient", LINE, best, 5))
    x = linear_axis(f"expected {LOSSES[loss]}", [at for at, _, _ in placed], _HEIGHT)
    y = linear_axis("δ", [delta for _, delta, _ in placed], _HEIGHT)
    words = f"{len(points)} designs, {len(best)} of them efficient, joined by a line."
    chart = Chart(name, title, words, x, (Panel(y, tuple(series)),))
    rows = [(str(p.member.text), enclosed(p.measures.losses[loss]), upper(p.delta)) for p in points]
    columns = (Column("design"), *numeric(f"expected {LOSSES[loss]}", "δ"))
    behind = grid_behind(name, f"{title}.", columns, rows, len(rows))
    return Picture(name, title, words, (words,), both_widths(chart), behind)


def _loss(p: Point, loss: str) -> Fraction:
    return p.measures.losses[loss].hi


def _sorted(
    placed: Iterator[tuple[Fraction, Fraction, Point]],
) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple(sorted((x, y) for x, y, _ in placed))
