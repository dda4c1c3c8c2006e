"""Mathematics as people set it: raised exponents, real minus signs, powers of ten.

A document is written on one line and in few signs: ``e^ε``, ``2^32``, ``-5``, ``2e-8``. What is set
for people has a raised ε, 2³², −5 and 2 × 10⁻⁸; plain text keeps what can be typed again.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

MINUS, THIN = "−", "\u202f"
_RAISED_DIGITS = str.maketrans("+-−0123456789", "⁺⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SCIENTIFIC = re.compile(r"(?<![\w.^])(\d+(?:\.\d+)?)e([+-]?\d+)(?![\w.])")
_POWER = re.compile(
    r"(?<![^\W\d_])(\d+|[A-Za-zγεδσ]|\))\^(?:\(([-−]?\d+)\)|([-−]?\d+))(?![\w/])", re.ASCII
)
# The sign of a number, also after the two dots of a range; and the sign between short names.
_HYPHEN = re.compile(r"(?<![\w)\]−-])(?<![^.]\.)-(?=[\d∞]|z\b)")
_BETWEEN = re.compile(r"(?:(?<=\b\w)|(?<=\b\w\w)|(?<=[\d)])) - (?=\w{1,2}\b|[\d(])")
# The power of a letter, or of what stands in brackets, which may hold others: e^(ln(3)/2).
_OTHER_POWER = re.compile(
    r"((?<![^\W\d_])[^\W\d_]|[α-ω]|(?<![\d.])\d+|\))"
    r"\^(?:\(((?:[^()]|\([^()]*\))*)\)|([-−]?[^\W\d_]|[∓±]\d+)(?!\w))"
)


@dataclass(frozen=True, slots=True)
class Raised:
    """An exponent that has no raised characters of its own: it is set above the line."""

    text: str


Piece = str | Raised


def typeset(text: str) -> str:
    """Return ``text`` with whole exponents raised, and with real minus signs.

    >>> typeset("2^32 keys, -5 ... 5, 1.5e-8"), typeset("1e-9"), typeset("a-1 and e^ε")
    ('2³² keys, −5 ... 5, 1.5\u202f×\u202f10⁻⁸', '10⁻⁹', 'a-1 and e^ε')
    >>> typeset("F + M - T is never -15..-9"), typeset("a table - no law")
    ('F + M − T is never −15..−9', 'a table - no law')
    >>> typeset("noise z and -z"), typeset("--zero, q-z")
    ('noise z and −z', '--zero, q-z')
    """
    if not any(sign in text for sign in "^-e"):
        return text
    text = _SCIENTIFIC.sub(_power_of_ten, text)
    text = _POWER.sub(lambda found: found[1] + raised(found[2] or found[3]), text)
    return _BETWEEN.sub(f" {MINUS} ", _HYPHEN.sub(MINUS, text))


def pieces(text: str) -> tuple[Piece, ...]:
    """Return ``text`` typeset, in plain pieces and raised ones.

    >>> pieces("at most e^(1/2) and ε^Q")
    ('at most e', Raised(text='1/2'), ' and ε', Raised(text='Q'))
    >>> pieces("2e^ε keys")
    ('2e', Raised(text='ε'), ' keys')
    >>> pieces("1 - (1 - p)^m"), pieces("E^(m-1), e^-ε")
    (('1 − (1 − p)', Raised(text='m')), ('E', Raised(text='m−1'), ', e', Raised(text='−ε')))
    """
    found: list[Piece] = []
    done = 0
    for power in _OTHER_POWER.finditer(text):
        found.append(typeset(text[done : power.start()] + power[1]))
        # Whatever stands up there is mathematics: a hyphen is a minus sign.
        found.append(Raised(typeset(power[2] or power[3]).replace("-", MINUS)))
        done = power.end()
    return (*found, *((typeset(text[done:]),) if text[done:] or not found else ()))


def set_pieces(text: str, plain: Callable[[str], str], above: Callable[[str], str]) -> str:
    """Return ``text`` typeset as markup: ``plain`` sets what stands on the line."""
    return "".join(
        above(plain(piece.text)) if isinstance(piece, Raised) else plain(piece)
        for piece in pieces(text)
    )


def raised(exponent: str) -> str:
    """Return a whole exponent in raised characters.

    >>> raised("-8")
    '⁻⁸'
    """
    return exponent.translate(_RAISED_DIGITS)


def _power_of_ten(found: re.Match[str]) -> str:
    power = f"10{raised(found[2].removeprefix('+'))}"
    return power if found[1] == "1" else f"{found[1]}{THIN}×{THIN}{power}"
