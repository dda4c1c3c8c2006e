"""The page "what tables cost the users of these counts": tables side by side."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.utility.measures import Measures, scaled
from reports.content.utility.restored import restored_section
from reports.content.utility.simulated import simulated_section
from reports.content.utility.sizes import sizes_section
from reports.decimals import DOWN, UP, decimal
from reports.document.blocks import Column, Document, Grid, Inline, Items, Paragraph, Section
from reports.numbers import enclosed, upper
from reports.utility.subject import Asked, Subject

_SUBTITLE = "Expected losses and their exact laws, by size of count"
_HOW = (
    "a is the true and b the released count, negative results set to zero. l1 = Σ|a − b|, "
    "l2 = Σ(a − b)², l3 = Σ|√a − √b| (Rinott et al. 4.2); Hellinger's distance is "
    "√(½ Σ(√a − √b)²). Expectations are exact; those of sums over cells assume that each key is "
    "uniform, and nothing else. Hellinger's distance, a root of a sum, and the laws take the keys "
    "of different cells as independent."
)
EMPTY_CELLS = (
    "a count of 0 has a row with noise, and empty cells are assumed to have uniform, independent "
    "keys: keys made of records give all of them the key 0, and so one noise"
)
_GRID = (
    "Where two numbers are given, the quartile lies between them: square roots are rounded to a "
    "grid before they are added up."
)
_NAMES = {"l1": "l1", "l2": "l2", "l3": "l3", "hellinger2": "Hellinger's distance, squared"}
_DIGITS = 6


def utility_page(name: str, asked: Asked, subjects: list[Subject]) -> Document:
    """Return the page."""
    counts = asked.counts
    shape = "" if counts.shape is None else f", {counts.shape[0]} rows by {counts.shape[1]} columns"
    said = f"{name}: {len(counts.cells)} cells, {counts.total} people{shape}"
    margins = f"{counts.left_out} cells of margins are left out" if counts.left_out else ""
    empty = EMPTY_CELLS if any(subject.empty_cell_keys for subject in subjects) else ""
    summary = Items(tuple((line,) for line in (said, margins, _verdict(subjects), empty) if line))
    sections = [_losses(asked, subjects), _laws(subjects), sizes_section(subjects)]
    if any(subject.simulated for subject in subjects):
        sections.append(simulated_section(asked, subjects))
    if asked.additive is not None:
        sections.append(restored_section(asked, subjects))
    title = f"What {'a table costs' if len(subjects) == 1 else 'tables cost'} the users of {name}"
    return Document(title, _SUBTITLE, (summary,), tuple(sections), ())


def _verdict(subjects: list[Subject]) -> str:
    """Say which table loses least; only where bounds tell."""
    if len(subjects) < 2:
        return ""
    best = min(subjects, key=lambda one: one.cost.total.losses["l1"].hi)
    losses = [one.cost.total.losses["l1"] for one in subjects if one is not best]
    least = best.cost.total.losses["l1"].hi
    if any(loss.lo <= least for loss in losses):
        return "the tables with the least expected l1 are equally good"
    return f"{best.name} has the least expected l1"


def _losses(asked: Asked, subjects: list[Subject]) -> Section:
    cells = len(asked.counts.cells)
    rows = [(_NAMES[n], [s.cost.total.losses[n] for s in subjects]) for n in _NAMES]
    total: list[tuple[str, Callable[[Measures], Enclosure]]] = [
        ("bias of the total", lambda m: m.bias),
        ("cells that change", lambda m: m.changed),
        ("false zeros", lambda m: m.false_zeros),
        ("false positives", lambda m: m.false_positives),
    ]
    rows += [(words, [get(s.cost.total) for s in subjects]) for words, get in total]
    if (weight := asked.weight) is not None:
        words = "of weighted counts W + p·w, (4)"
        for name, factor in (("l1", weight), ("l2", weight**2)):
            found = [scaled(s.cost.total.losses[name], factor) for s in subjects]
            rows.append((f"{name} {words}", found))
    for name in ("l1", "l2") if asked.weighted else ():
        words = f"{name} of weighted counts W + p·W/n, (5)"
        rows.append((words, [s.weighted[name] for s in subjects]))
    share = Fraction(1, cells)
    for i, k in enumerate(asked.within):
        found = [scaled(s.cost.total.within[i][1], share) for s in subjects]
        rows.append((f"share of cells within ±{k}", found))
    lines: list[tuple[tuple[Inline, ...], ...]] = [
        ((words,), *((enclosed(value, _DIGITS),) for value in values)) for words, values in rows
    ]
    if all(s.cost.hellinger is not None for s in subjects):
        means = [s.cost.hellinger for s in subjects if s.cost.hellinger is not None]
        lines.insert(4, (("Hellinger's distance",), *((_between(mean),) for mean in means)))
    if any(s.delta is not None for s in subjects) and asked.epsilon is not None:
        deltas = [("",) if s.delta is None else (upper(s.delta.enclosure(128)),) for s in subjects]
        lines.append(((f"δ at ε = {asked.epsilon.text}",), *deltas))
    grid = side_by_side("losses", "Expected", subjects, lines)
    return Section("losses", "Expected losses", (Paragraph((_HOW,)), grid))


def _laws(subjects: list[Subject]) -> Section:
    lines = []
    for name, words in _NAMES.items():
        for i, quartile in enumerate(("lower quartile", "median", "upper quartile")):
            cells = [_quartile(s, name, i) for s in subjects]
            lines.append(((f"{words}, {quartile}",), *((cell,) for cell in cells)))
    grid = side_by_side("laws", "Quartiles over all tables that may be released", subjects, lines)
    return Section("laws", "How much it varies", (grid, Paragraph((_GRID,))))


def _quartile(subject: Subject, name: str, i: int) -> Inline:
    law = subject.cost.laws[name]
    return law.why_not or _between(law.quartiles[i])


def _between(value: Enclosure) -> Inline:
    """Return a number where it is known to all digits, or its bounds to four of them."""
    if value.width * 10**_DIGITS <= value.lo:
        return enclosed(value, _DIGITS)
    low, high = decimal(value.lo, 4, DOWN), decimal(value.hi, 4, UP)
    return f"{low} to {high}"


def side_by_side(
    name: str,
    caption: str,
    subjects: list[Subject],
    lines: Iterable[tuple[tuple[Inline, ...], ...]],
) -> Grid:
    """Return a grid with a column for each table."""
    columns = (Column("measure"), *(Column(subject.name, numeric=True) for subject in subjects))
    return Grid(name, caption, columns, tuple(lines))
