"""How numbers stand in a certificate."""

import re
from fractions import Fraction

from exact.errors import InputError

# Far beyond every number of a certificate, and within what Python reads at once.
_RATIO = re.compile(r"(-?[0-9]{1,4000})/([0-9]{1,4000})", re.ASCII)


def written(value: Fraction) -> str:
    """Return "p/q" in lowest terms, also for an integer.

    >>> written(Fraction(3))
    '3/1'
    """
    return f"{value.numerator}/{value.denominator}"


def ratio(text: object, name: str = "number") -> Fraction:
    """Read what ``written`` writes, and nothing else.

    >>> ratio("-3/4")
    Fraction(-3, 4)
    """
    found = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if found is not None and int(found[2]) > 0:
        value = Fraction(int(found[1]), int(found[2]))
        if written(value) == text:
            return value
    raise InputError(name, text, "is not p/q in lowest terms", "give a certificate of ptcert")
