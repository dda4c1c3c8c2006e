"""Sadeghi, Asoodeh and Calmon on count queries: every number, equation and figure recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.sadeghi_asoodeh_calmon.parts import parts

    return parts()


PAPER = Paper(
    "sadeghi-asoodeh-calmon",
    "Differentially Private Mechanisms for Count Queries",
    "Parastoo Sadeghi, Shahab Asoodeh and Flavio du Pin Calmon",
    _parts,
)
