"""S-expressions, the whole syntax of SMT-LIB: text to nested lists and back.

The characters are those that ptcert writes: no strings, no quoted symbols.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

Expression = str | list["Expression"]
Value = int | Fraction

_MOST_DEPTH = 16
# Several times those of the largest problem that ptcert writes.
_MOST_TOKENS = 8_000_000
_TOKEN = re.compile(
    r"[()]"
    r"|[A-Za-z_][A-Za-z0-9_-]*"  # symbols
    r"|[0-9]+(?:\.[0-9]+)?"  # numerals and decimals
    r"|#(?:b[01]+|x[0-9a-f]+)"  # bits, as solvers print them
    r"|:[a-z-]+"  # keywords
    r"|[<>]=|[-+*/<>=]"  # operators
    r"|\s+|;[^\n]*"  # space and comments
)
_SKIPPED = re.compile(r"[\s;]")


class Unreadable(ValueError):
    """A text that breaks a rule of the grammar: the message is that rule."""


def expressions(text: str) -> list[Expression]:
    """Return the expressions of a text.

    >>> expressions("(assert (< 1 x)) ; why")
    [['assert', ['<', '1', 'x']]]
    """
    found: list[Expression] = []
    still_open = [found]
    for token in _tokens(text):
        if token == "(":
            inner: list[Expression] = []
            still_open[-1].append(inner)
            still_open.append(inner)
            if len(still_open) > _MOST_DEPTH:
                raise Unreadable(f"is nested more than {_MOST_DEPTH - 1} deep")
        elif token == ")":
            still_open.pop()
            if not still_open:
                raise Unreadable("has a parenthesis that closes nothing")
        else:
            still_open[-1].append(token)
    if len(still_open) > 1:
        raise Unreadable("has a parenthesis that is not closed")
    return found


def _tokens(text: str) -> Iterator[str]:
    end = 0
    for number, match in enumerate(_TOKEN.finditer(text)):
        if match.start() != end:
            break
        if number >= _MOST_TOKENS:
            raise Unreadable(f"has more than {_MOST_TOKENS} words")
        end = match.end()
        if _SKIPPED.match(text, match.start()) is None:
            yield match.group()
    if end != len(text):
        raise Unreadable(f"has the character {text[end]!r}, which no problem of ptcert has")


def rendered(expression: Expression) -> str:
    """Return an expression as text.

    >>> rendered(["assert", ["<", "1", "x"]])
    '(assert (< 1 x))'
    """
    if isinstance(expression, str):
        return expression
    return f"({' '.join(map(rendered, expression))})"


def number(expression: Expression) -> Value:
    """Return the number that a solver printed.

    >>> number(["-", ["/", "1.0", "4"]]), number("#b101")
    (Fraction(-1, 4), 5)
    """
    match expression:
        case ["-", inner]:
            return -number(inner)
        case ["/", above, below] if number(below):
            return Fraction(number(above)) / number(below)
        case str(bits) if bits.startswith("#"):
            return int(f"0{bits[1:]}", 0)
        case str(numeral) if numeral.removesuffix(".0").isdecimal():
            return int(numeral.removesuffix(".0"))
        case str(numeral) if numeral.replace(".", "", 1).isdecimal():
            return Fraction(numeral)
    raise Unreadable("is no number")
