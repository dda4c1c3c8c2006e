"""The parts of the page, in the order of the paper."""

from reports.papers.check import Part
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


def parts() -> tuple[Part, ...]:
    """Compute every part."""
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
