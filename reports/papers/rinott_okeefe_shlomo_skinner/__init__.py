"""Rinott, O'Keefe, Shlomo and Skinner on frequency tables: every number and table recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.rinott_okeefe_shlomo_skinner import (
        beginnings,
        composition,
        definitions,
        inference,
        mechanism,
        overlapping,
        perturbations,
        post_processing,
        table_2,
        utility,
    )

    return (
        beginnings.part(),
        definitions.part(),
        mechanism.part(),
        post_processing.part(),
        perturbations.part(),
        table_2.part(),
        utility.part(),
        inference.part(),
        overlapping.part(),
        composition.part(),
    )


PAPER = Paper(
    "rinott-okeefe-shlomo-skinner",
    "Confidentiality and Differential Privacy in the Dissemination of Frequency Tables",
    "Yosef Rinott, Christine M. O’Keefe, Natalie Shlomo and Chris Skinner",
    _parts,
)
