"""The parts of the page, in the order of the paper."""

from reports.papers.check import Part
from reports.papers.shlomo_krenzke_li import approaches, design, privacy, results, tables


def parts() -> tuple[Part, ...]:
    """Compute every part; the last one simulates 1000 tables, which takes a few seconds."""
    return (
        approaches.part(),
        tables.part(),
        privacy.part(),
        design.part(),
        results.part(),
    )
