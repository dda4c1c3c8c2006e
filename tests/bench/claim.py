"""One line of the table that the benchmark prints."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """One claim about speed, what was measured, and whether it holds."""

    name: str
    measured: str
    goal: str
    holds: bool


def ms(seconds: float) -> str:
    """Return a time as text.

    >>> ms(0.0123)
    '12.3 ms'
    """
    return f"{1000 * seconds:.1f} ms"
