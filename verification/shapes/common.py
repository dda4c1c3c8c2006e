"""The kinds of numbers that stand in certificates."""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from verification.shapes.shape import Shape, converted, fraction, named, record, text, whole

_RATIO = r"(0/1|-?[1-9][0-9]*/[1-9][0-9]*)"
_POSITIVE = r"(0/1|[1-9][0-9]*/[1-9][0-9]*)"
_PLAIN = r"[1-9][0-9]*(/[1-9][0-9]*)?"
_LONGEST = 10_000

RATIO = named("ratio", fraction(_RATIO), "A rational p/q in lowest terms.")
POSITIVE = named("positive", fraction(_POSITIVE), "A rational of at least 0 in lowest terms.")
EPSILON: Shape[Epsilon] = named(
    "epsilon",
    converted(
        text(rf"({_PLAIN}|ln\({_PLAIN}\))", _LONGEST), read_epsilon, lambda epsilon: epsilon.text
    ),
    "A rational above 0 (1/2, 3), or the logarithm of a rational above 1: ln(3/2).",
)
COUNT = named("count", whole(0), "A true count.")
RELEASED = named("released", whole(-(1 << 63), 1 << 63), "A released value: count plus noise.")
NOISE = named("noise", whole(-(1 << 62), 1 << 62), "What is added to a count.")
KEY = named("key", whole(0), "A key, by the number that the file of the table gives it.")
KEYS = named("keys", whole(1, 1 << 128), "A number of keys.")


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number known between two rationals."""

    lo: Fraction
    hi: Fraction


BOUNDS = named(
    "bounds",
    record(Bounds, "A number between two rationals, the two included.", lo=RATIO, hi=RATIO),
)
