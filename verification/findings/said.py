"""What a finding says: words, signs and exact numbers, so that each reader can set them his way.

A terminal shows "delta <= 1/8", a report "δ ≤ 0.125" with the fraction behind it.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
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

_SIGNS = {sign.word: sign for sign in (DELTA, EPSILON, AT_MOST)}
_RATIO = r"[0-9]{1,400}(?:/[1-9][0-9]{0,400})?"
_SPELLED = re.compile(
    rf"(?P<word>\b(?:delta|epsilon)\b|<=)"
    rf"|(?P<A>{_RATIO}) - (?P<B>{_RATIO}) e\^\((?P<at>{_RATIO}|ln\({_RATIO}\))\)"
    r"|(?<![\w/.])(?P<top>-?[0-9]{1,400})/(?:2\^(?P<power>[0-9]{1,3})|(?P<bottom>[1-9][0-9]{0,400}))"
    r"(?![\w/.]*[\w/])",
    re.ASCII,
)

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


def said_in(text: str) -> tuple[Part, ...]:
    """Return words with the signs and exact numbers that stand in them: what ``plain`` wrote.

    >>> said_in("delta <= 1/8 at -25/2^32")[-1]
    Value(value=Fraction(-25, 4294967296), text='-25/2^32')
    """
    found: list[Part] = []
    end = 0
    for match in _SPELLED.finditer(text):
        found += [text[end : match.start()], _read(match)]
        end = match.end()
    return tuple(part for part in (*found, text[end:]) if part != "")


def _read(match: re.Match[str]) -> Part:
    """Return the sign or number that was spelled; a number only where it is one."""
    word = match["word"]
    if word is not None:
        return _SIGNS[word]
    if match["A"] is not None:
        try:
            at = read_epsilon(match["at"])
        except InputError:
            return match[0]
        return Delta(Fraction(match["A"]), Fraction(match["B"]), at)
    top, bottom, power = match["top"], match["bottom"], match["power"]
    value = Fraction(int(top), 2 ** int(power) if power else int(bottom))
    return Value(value, match[0])


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
