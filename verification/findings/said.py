"""What a finding says: words, signs and exact numbers, so that each reader can set them his way.

A terminal shows "delta <= 1/8", a report "δ ≤ 0.125" with the fraction behind it.
"""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of the trade, and the word for it."""

    word: str
    sign: str


@dataclass(frozen=True, slots=True)
class Value:
    """A number in a form of its own, such as -25/2^32."""

    value: Fraction
    text: str


DELTA, EPSILON, AT_MOST = Sign("delta", "δ"), Sign("epsilon", "ε"), Sign("<=", "≤")

Part = str | Sign | Value | Fraction | Delta | Epsilon
Said = str | tuple[Part, ...]


def parts(said: Said) -> tuple[Part, ...]:
    """Return the parts of what is said.

    >>> parts("nothing else")
    ('nothing else',)
    """
    return (said,) if isinstance(said, str) else said


def plain(said: Said) -> str:
    """Return what is said in words, every number exact.

    >>> plain((DELTA, " ", AT_MOST, " ", Fraction(1, 8)))
    'delta <= 1/8'
    """
    return "".join(map(_plain, parts(said)))


def _plain(part: Part) -> str:
    match part:
        case Sign():
            return part.word
        case Value() | Epsilon():
            return part.text
        case Delta():
            return delta_text(part)
    return str(part)


def delta_text(delta: Delta) -> str:
    """Return delta exactly: a rational, or A - B e^epsilon."""
    exact = delta.exact
    return str(exact) if exact is not None else f"{delta.A} - {delta.B} e^({delta.epsilon.text})"
