"""Bach on bounds in noisy methods: every number, equation and figure recomputed."""

from reports.papers.check import Paper, Part


def _parts() -> tuple[Part, ...]:
    from reports.papers.bach import annex, attack, margins, setup, shares, tails

    return (
        setup.part(),
        tails.part(),
        shares.part(),
        attack.part(),
        margins.part(),
        annex.part(),
    )


PAPER = Paper(
    "bach",
    "The case of bounds in noisy protection methods",
    "Fabian Bach",
    _parts,
    ("Figure 1", "the histograms of Figure 2"),
)
