"""Why print and computation differ: a misprint, a simulation, rounding, or a statement too wide."""

from typing import Self

MISPRINT, SIMULATION, ROUNDING, STATEMENT = "misprint", "simulation", "rounding", "statement"


class Remark(str):
    """The text of a remark, with the label that is given where it is written; "" for a note."""

    __slots__ = ("kind",)
    kind: str

    def __new__(cls, text: str, kind: str = "") -> Self:
        """Return the text with its label."""
        made = super().__new__(cls, text)
        made.kind = kind
        return made


NO_REMARK = Remark("")


def misprint(text: str) -> Remark:
    """Return the remark on a sign, a factor, an index or a number that is not what was meant.

    >>> misprint("the minus sign is missing").kind
    'misprint'
    """
    return Remark(text, MISPRINT)


def other_draws(text: str) -> Remark:
    """Return the remark on drawn numbers that the printed tables do not give."""
    return Remark(text, SIMULATION)


def rounded(text: str) -> Remark:
    """Return the remark on last digits, and on what follows from values that were rounded."""
    return Remark(text, ROUNDING)


def too_wide(text: str) -> Remark:
    """Return the remark on a statement that is true of less than it says, or of nothing."""
    return Remark(text, STATEMENT)
