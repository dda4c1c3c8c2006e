"""The parts of the page, in the order of the paper."""

from reports.papers.check import Part
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


def parts() -> tuple[Part, ...]:
    """Compute every part."""
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
