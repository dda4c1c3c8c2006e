"""Chi-square, Cramer's V, the p-value and RM of released tables: simulated, with intervals."""

from fractions import Fraction

from reports.decimals import NEAREST, decimal
from reports.document.blocks import Block, Column, Grid, Paragraph, Section
from reports.utility.simulation import Simulated
from reports.utility.subject import Asked, Subject

_WORDS = {
    "chi2": "χ² of independence",
    "cramers_v": "Cramér's V",
    "p_value": "its p-value, as if there were no noise",
    "rm": "risk measure RM",
}
_COLUMNS = ("statistic", "true", "mean", "95 %", "spread", "quartiles", "95 % of the median")


def simulated_section(asked: Asked, subjects: list[Subject]) -> Section:
    """Return a grid for each table."""
    how = (
        f"These have no closed form: {asked.draws} released tables are drawn, seed {asked.seed}, "
        "keys of cells independent. The interval of the mean is mean ± 1.96 s/√n; that of the "
        "median is one of order statistics and needs no assumption. RM = 1 − H(a|b)/H(a) is the "
        "share of the entropy of the true table that the released one tells (Shlomo et al. 3.5)."
    )
    columns = tuple(Column(title, numeric=i > 0) for i, title in enumerate(_COLUMNS))
    blocks: list[Block] = [Paragraph((how,))]
    for i, subject in enumerate(subjects):
        rows = tuple(
            tuple((cell,) for cell in _row(_WORDS[name], found))
            for name, found in subject.simulated.items()
        )
        blocks.append(Grid(f"simulated-{i + 1}", subject.name, columns, rows))
    return Section("simulated", "What an analyst would see", tuple(blocks))


def _row(words: str, found: Simulated) -> tuple[str, ...]:
    return (
        words,
        _short(found.true),
        _short(found.mean),
        " to ".join(map(_short, found.interval)),
        _short(found.spread, 3),
        ", ".join(map(_short, found.quartiles)),
        " to ".join(map(_short, found.quartile_bounds[1])),
    )


def _short(value: Fraction, digits: int = 5) -> str:
    return decimal(value, digits, NEAREST)
