"""Shlomo, Krenzke and Li on survey weighted tables: every number and table recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.shlomo_krenzke_li import approaches, design, privacy, results, tables

    return (
        approaches.part(),
        tables.part(),
        privacy.part(),
        design.part(),
        results.part(),
    )


PAPER = Paper(
    "shlomo-krenzke-li",
    "Comparison of Three Post-tabular Confidentiality Approaches for Survey Weighted Frequency "
    "Tables",
    "Natalie Shlomo, Thomas Krenzke and Jianzhu Li",
    _parts,
)
