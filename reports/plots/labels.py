"""Numbers and words as they stand in a drawing: minus signs, powers of ten, widths in pixels."""

from unicodedata import east_asian_width

from reports.plots.svg import plain

TICK_SIZE, TEXT_SIZE = 12, 13
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# Widths in hundredths of the size, at least those of the widest usual sans-serif faces.
_NARROW, _MEDIUM, _WIDE = 40, 64, 98
_NARROW_CHARACTERS, _WIDE_CHARACTERS = set(" .,:;'!|()[]/fijlrtI-"), set("mwMW@%…")
_LONGEST, _MOST_LINES = 60, 3


def power(base: int, exponent: int) -> str:
    """Return a power with a raised exponent.

    >>> power(10, -5), power(2, 32)
    ('10⁻⁵', '2³²')
    """
    return f"{base}{str(exponent).translate(_SUPERSCRIPTS)}"


def typeset(number: str) -> str:
    """Return a decimal with a real minus sign and its exponent as a power of ten.

    >>> typeset("-1.5"), typeset("9.9e-5"), typeset("1e-4000")
    ('−1.5', '9.9×10⁻⁵', '10⁻⁴⁰⁰⁰')
    """
    sign = "−" if number.startswith("-") else ""
    mantissa, _, exponent = number.removeprefix("-").partition("e")
    if not exponent:
        return sign + mantissa
    raised = power(10, int(exponent))
    return sign + (raised if mantissa == "1" else f"{mantissa}×{raised}")


def pretty(number: str) -> str:
    """Return a positive decimal typeset, a small one with a power of ten.

    >>> pretty("0.00099"), pretty("0.0099"), pretty("2e-9")
    ('9.9×10⁻⁴', '0.0099', '2×10⁻⁹')
    """
    if not number.startswith("0.000"):
        return typeset(number)
    digits = number[2:].lstrip("0")
    mantissa = f"{digits[0]}.{digits[1:]}" if digits[1:] else digits
    return typeset(f"{mantissa}e{len(digits) - len(number[2:]) - 1}")


def short(text: str) -> str:
    """Return ``text`` on one line, cut to a length that fits a legend.

    >>> len(short("x" * 1000))
    60
    """
    line = plain(text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def fitted(text: str, room: int, size: int = TICK_SIZE) -> str:
    """Return ``text``, cut so that it takes at most ``room`` pixels.

    >>> fitted("a long label", 60), fitted("short", 60)
    ('a long…', 'short')
    """
    line, shown = plain(text), plain(text)
    while width(shown, size) > room and line:
        line = line[:-1]
        shown = f"{line.rstrip()}…"
    return shown


def wrapped(text: str, room: int, size: int = TICK_SIZE) -> tuple[str, ...]:
    """Return ``text`` in a few lines of at most ``room`` pixels, broken between words.

    >>> wrapped("a long label", 60), wrapped("short", 60), wrapped("a b c d e f", 24)
    (('a long', 'label'), ('short',), ('a b', 'c d', 'e f'))
    """
    lines = [""]
    for word in plain(text).split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer, size) > room and len(lines) < _MOST_LINES:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(fitted(line, room, size) for line in lines)


def width(text: str, size: int = TICK_SIZE) -> int:
    """Return at least how many pixels ``text`` takes."""
    hundredths = sum(map(_width_of, text))
    return -(-hundredths * size // 100)


def _width_of(character: str) -> int:
    if character in _NARROW_CHARACTERS:
        return _NARROW
    unusual = not character.isascii() and east_asian_width(character) in "WF"
    return _WIDE if unusual or character in _WIDE_CHARACTERS else _MEDIUM
