"""Rinott, O'Keefe, Shlomo and Skinner on frequency tables: every number and table recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.rinott_okeefe_shlomo_skinner.parts import parts

    return parts()


PAPER = Paper(
    "rinott-okeefe-shlomo-skinner",
    "Confidentiality and Differential Privacy in the Dissemination of Frequency Tables",
    "Yosef Rinott, Christine M. O’Keefe, Natalie Shlomo and Chris Skinner",
    _parts,
)
