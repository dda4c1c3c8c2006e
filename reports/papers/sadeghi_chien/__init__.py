"""Sadeghi and Chien on the ABS perturbation methodology: every number and figure recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.sadeghi_chien import design, experiments, law, sampling

    return (*law.parts(), *design.parts(), *sampling.parts(), *experiments.parts())


PAPER = Paper(
    "sadeghi-chien",
    "On the connection between the ABS perturbation methodology and differential privacy",
    "Parastoo Sadeghi and Chien-Hung Chien",
    _parts,
)
