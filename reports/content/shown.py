"""Values that a claim wants to be shown, as text of a document."""

from exact.numbers.epsilon import Epsilon
from reports.content.numbers import tight
from reports.decimals import DOWN, NEAREST, UP
from reports.document.blocks import Inline, Text
from reports.numbers import rational, upper_logarithm
from reports.words import arithmetic
from verification.claims.shown import (
    AtLeast,
    AtMost,
    CellKeys,
    Exactly,
    Line,
    Logarithm,
    Shown,
    Tight,
)

_ROUNDING = {Exactly: NEAREST, AtMost: UP, AtLeast: DOWN}


def shown_line(line: Line) -> tuple[Text, Text]:
    """Return a name and its value."""
    name, values = line
    return (name,), tuple(_inline(value) for value in values)


def _inline(value: Shown) -> Inline:
    match value:
        case Exactly(number, digits) | AtMost(number, digits) | AtLeast(number, digits):
            return rational(number, _ROUNDING[type(value)], digits)
        case Tight():
            return tight(value)
        case Logarithm(exp, digits):
            return upper_logarithm(None if exp is None else Epsilon(exp=exp), digits)
        case CellKeys(made, assumed):
            return arithmetic(made) + (" (assumed: nobody said so)" if assumed else "")
        case _:
            return value
