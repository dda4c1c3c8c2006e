"""The parts of the page, in the order of the paper."""

from reports.papers.bach import annex, attack, margins, setup, shares, tails
from reports.papers.check import Part


def parts() -> tuple[Part, ...]:
    """Compute every part."""
    return (
        setup.part(),
        tails.part(),
        shares.part(),
        attack.part(),
        margins.part(),
        annex.part(),
    )
