"""Sadeghi, Asoodeh and Calmon on count queries: every number, equation and figure recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.sadeghi_asoodeh_calmon import (
        achievability,
        conversion,
        example,
        formulation,
        introduction,
        linear_program,
        lower_bounds,
        numerical,
    )

    return (
        introduction.part(),
        formulation.part(),
        linear_program.part(),
        lower_bounds.part(),
        achievability.part(),
        example.part(),
        conversion.part(),
        numerical.part(),
    )


PAPER = Paper(
    "sadeghi-asoodeh-calmon",
    "Differentially Private Mechanisms for Count Queries",
    "Parastoo Sadeghi, Shahab Asoodeh and Flavio du Pin Calmon",
    _parts,
)
