"""The test of independence in words and numbers."""

from fractions import Fraction

from exact.inference.independence_answer import IndependenceAnswer, Verdict
from exact.numbers.enclosure import Enclosure
from reports.decimals import NEAREST, UP, decimal
from reports.document.blocks import (
    ABOUT,
    Block,
    Column,
    Document,
    Facts,
    Finding,
    Grid,
    Inline,
    Number,
    Paragraph,
    Section,
)
from reports.numbers import at_least, at_most, enclosed, rational, whole
from reports.proposals.enumerated import Enumeration
from reports.proposals.power import Simulation
from reports.proposals.simulated import CORRECTED, NAIVE

_SUBTITLE = "A likelihood ratio test that knows the noise, beside the usual one"
_DIGITS = 10
_FITTED = 5
_TESTS = {NAIVE: "ignored", CORRECTED: "taken into account"}
# Fitted counts from which the chi-square law is usually trusted.
_ENOUGH = 5
Mean = Fraction | Enclosure
_HOW = (
    "The true counts are taken as independent Poisson counts, the released ones as these with the "
    "noise (Rinott, O'Keefe, Shlomo and Skinner, 6.1). The fit was proposed in floating point; the "
    "statistic was then proved: each cell's own largest likelihood by its slope, the model's from "
    "below by the fit and from above by duality. The p-value is that of the chi-square law, which "
    "is right for large counts."
)


def independence_blocks(
    answer: IndependenceAnswer, drawn: Simulation | None, counted: Enumeration | None
) -> tuple[Block, ...]:
    """Return the sentence, the numbers, what to know, and the fitted table."""
    summary = (Paragraph((sentence(answer),)), _facts(answer), *_findings(answer))
    named = ((Paragraph((f"{grid.caption}:",)), grid) for grid in _tables(answer))
    return (
        *summary,
        *(block for pair in named for block in pair),
        *_rates(drawn),
        *_counted(counted),
    )


def independence_page(
    answer: IndependenceAnswer, name: str, drawn: Simulation | None, counted: Enumeration | None
) -> Document:
    """Return the page."""
    summary = (Paragraph((sentence(answer),)), *_findings(answer))
    rates = (*_rates(drawn), *_counted(counted))
    sections = (
        Section("test", "The test", (Paragraph((_HOW,)), _facts(answer), *rates)),
        Section("fit", "Fitted tables", _tables(answer)),
    )
    return Document(
        f"Are rows and columns of {name} independent?", _SUBTITLE, summary, sections, ()
    )


def _rates(drawn: Simulation | None) -> tuple[Block, ...]:
    """Return how often both tests reject: where the fit is true, and where the table is."""
    if drawn is None:
        return ()
    said = (
        f"Of {drawn.tables} tables each, drawn with the seed {drawn.seed} from the fit under "
        "independence (level) and from the likeliest means of the cells (power), with 95 % "
        "intervals; the statistics of simulated tables are computed in floating point. The test "
        "that ignores the noise takes negative counts as 0."
    )
    rows = []
    for name, rates in (("level", drawn.level), ("power", drawn.power)):
        for test, rate in rates.items():
            ends = at_least(rate.bounds), at_most(rate.bounds)
            cells: tuple[Inline, ...] = (name, _TESTS[test], whole(rate.rejected), *ends)
            rows.append(tuple((cell,) for cell in cells))
    titles = ("", "noise", "rejected", "probability from", "to")
    columns = tuple(Column(title, numeric=k > 1) for k, title in enumerate(titles))
    return Paragraph((said,)), Grid("rates", "Level and power", columns, tuple(rows))


def _counted(counted: Enumeration | None) -> tuple[Block, ...]:
    """Return the probability that both tests reject, between exact bounds."""
    if counted is None:
        return ()
    said = (
        f"Enumerated: {counted.kinds} different tables, up to the order of rows and columns, were "
        "tested; tables that are not among them, or whose test the bounds of the statistic do not "
        "decide, may reject or not. True counts are Poisson counts, with the means fitted under "
        "independence (level) and the likeliest means of the cells (power). The test that ignores "
        "the noise takes negative counts as 0."
    )
    rows = []
    for name, rates in (("level", counted.level), ("power", counted.power)):
        for test, bounds in rates.items():
            cells: tuple[Inline, ...] = (name, _TESTS[test], at_least(bounds), at_most(bounds))
            rows.append(tuple((cell,) for cell in cells))
    titles = ("", "noise", "probability from", "to")
    columns = tuple(Column(title, numeric=k > 1) for k, title in enumerate(titles))
    grid = Grid("enumerated", "Level and power by enumeration", columns, tuple(rows))
    return Paragraph((said,)), grid


def sentence(answer: IndependenceAnswer) -> str:
    """Say what may be concluded."""
    alpha, p = rational(answer.alpha).decimal, answer.corrected.p_value
    said = {
        True: f"Independence is rejected at level {alpha}",
        False: f"Independence is not rejected at level {alpha}",
        None: f"Whether independence is rejected at level {alpha} is not decided",
    }[answer.rejected]
    if not answer.tested.is_tight:
        return (
            f"{said}: with the noise taken into account p is at least {decimal(p.lo, 3, NEAREST)}."
        )
    found = f"{said}: with the noise taken into account p = {decimal(p.hi, 3, NEAREST)}"
    if answer.naive is None:
        return f"{found}."
    naive = decimal(answer.naive.p_value.hi, 3, NEAREST)
    return f"{found}; taken for true counts the same table would give p = {naive}."


def _facts(answer: IndependenceAnswer) -> Facts:
    released = answer.released
    size = f"{len(released.rows)} x {len(released.columns)}"
    entries: list[tuple[str, Inline]] = [
        (
            "table",
            f"{size}, {released.left_out} cells of margins left out" if released.left_out else size,
        ),
        ("noise", answer.noise),
        ("degrees of freedom", whole(answer.degrees)),
        *_verdict("noise taken into account", answer.corrected, answer.tested.is_tight),
    ]
    if answer.naive is not None:
        entries += _verdict("noise ignored", answer.naive, True)
    return Facts("Independence", tuple(((name,), (value,)) for name, value in entries))


def _verdict(name: str, verdict: Verdict, tight: bool) -> list[tuple[str, Inline]]:
    statistic, p = verdict.statistic, verdict.p_value
    if tight:
        return [
            (f"statistic, {name}", _number(statistic)),
            (f"p-value, {name}", _number(p)),
        ]
    return [
        (f"statistic, {name}, from", at_least(statistic, _DIGITS)),
        (f"statistic, {name}, to", at_most(statistic, _DIGITS)),
        (f"p-value, {name}, from", at_least(p, _DIGITS)),
        (f"p-value, {name}, to", at_most(p, _DIGITS)),
    ]


def _number(bounds: Enclosure) -> Inline:
    """Return a number to ten digits; a statistic that may be 0 as at most its upper bound."""
    return at_most(bounds, _DIGITS) if bounds.lo == 0 < bounds.hi else enclosed(bounds, _DIGITS)


def _findings(answer: IndependenceAnswer) -> list[Block]:
    found: list[Block] = []
    negative = sum(x < 0 for line in answer.released.cells for x in line)
    if negative:
        said = (
            f"{negative} released counts are negative: a test that ignores the noise has no value"
        )
        remedy = "negative counts are fine where the noise is known"
        found.append(Finding("note", "NEGATIVE", said, remedy))
    if not answer.tested.is_tight:
        gap = decimal(answer.tested.statistic.width, 3, UP)
        said = f"the statistic is proved from above, and from below only to {gap} less"
        remedy = "counts are small beside the noise: join small rows or columns"
        found.append(Finding("warning", "ONE-SIDE", said, remedy))
    small = min(mean for line in answer.tested.fitted for mean in line)
    if small < _ENOUGH:
        said = f"the least fitted count is {decimal(small, 2, NEAREST)}: p-values may be wrong"
        remedy = "the chi-square law is one of large counts: join small rows or columns"
        found.append(Finding("warning", "SMALL-COUNTS", said, remedy))
    return found


def _tables(answer: IndependenceAnswer) -> tuple[Grid, Grid]:
    """Return what the model fits, and what each cell would like best by itself."""
    return (
        _grid(answer, "fitted", "Fitted under independence", answer.tested.fitted),
        _grid(
            answer, "largest", "Likeliest true mean of each cell by itself", answer.tested.largest
        ),
    )


def _grid(
    answer: IndependenceAnswer, name: str, caption: str, means: tuple[tuple[Mean, ...], ...]
) -> Grid:
    rows = []
    for label, line in zip(answer.released.rows, means, strict=True):
        cells: list[Inline] = [label, *map(_mean, line)]
        rows.append(tuple((cell,) for cell in cells))
    titles = ("", *answer.released.columns)
    columns = tuple(Column(title, numeric=k > 0) for k, title in enumerate(titles))
    return Grid(name, caption, columns, tuple(rows))


def _mean(mean: Mean) -> Inline:
    """Return a mean without the exact form of a number that was only proposed."""
    value = mean.hi if isinstance(mean, Enclosure) else mean
    text = decimal(value, _FITTED, NEAREST)
    return Number(text, text, ABOUT)
