"""Every row, for the methodologist: its measures, and which keys lead to which noise."""

from exact.table.ptable import PTable
from reports.content.subject import Subject
from reports.decimals import UP
from reports.document.blocks import Column, Grid, Section, Text
from reports.numbers import rational, upper_logarithm, whole
from reports.words import looked_up_by

# Beyond this many lines a table is for a program to read, and the certificate is there for it.
_MOST_LINES = 5000


def details(subject: Subject) -> Section:
    """Return the measures of all rows and the key ranges of all rows, folded."""
    return Section("rows", "Every row", (_measures(subject), key_ranges(subject.table)))


def _measures(subject: Subject) -> Grid:
    rows = tuple(
        (
            (whole(row.count),),
            (f"{row.noise_min} … {row.noise_max}",),
            (rational(row.bias),),
            (rational(row.variance, digits=12),),
            (rational(row.unchanged),),
            (upper_logarithm(row.epsilon_down),),
            (upper_logarithm(row.epsilon_up),),
            (rational(row.delta_q, UP),),
        )
        for row in subject.audit.rows
    )
    columns = (
        Column("True count", True),
        Column("Noise"),
        Column("Bias", True),
        Column("Variance", True),
        Column("P(no change)", True),
        Column("ε^Q down", True),
        Column("ε^Q up", True),
        Column("δ^Q", True),
    )
    return Grid("row-measures", "Measures of every row", columns, rows, folded=True)


def key_ranges(table: PTable) -> Grid:
    """Return which keys lead to which noise, row by row; of very many only the first."""
    lines: list[tuple[Text, ...]] = []
    total = 0
    by, start = looked_up_by(table)
    for n, row in enumerate(table.rows, start=table.first_count):
        for noise, first, last in row.ranges(start):
            total += 1
            if total <= _MOST_LINES:
                numbers = (n, noise, first, last, last - first + 1)
                lines.append(tuple((whole(number),) for number in numbers))
    columns = ("True count", "Noise", f"First {by}", f"Last {by}", "Keys")
    left = f"; the first {_MOST_LINES:,} of {total:,}, all are in the certificate"
    caption = f"Which {by}s lead to which noise" + (left if total > _MOST_LINES else "")
    return Grid("key-ranges", caption, tuple(Column(c, True) for c in columns), tuple(lines), True)
