"""The three ways in which a question can end without an answer.

``InputError``   the question is ill-posed: say what was given, which rule it breaks, what to do;
``Undecided``    the question is well-posed, and the work allowed did not settle it: never a pass;
``PtcertError``  their common parent, so that a caller can catch both at one door.
"""

from collections.abc import Sequence
from os import PathLike

_SHOWN_CHARACTERS = 60
_SHOWN_PATH = 1000
# A number of more digits is described by its size: writing it out would cost time and tell nothing.
_SHOWN_BITS = 200


def shown(value: object) -> str:
    """Return ``value`` as one short line, whatever it is.

    >>> shown("a name"), shown("9" * 100)[-5:]
    ("'a name'", "9...'")
    >>> shown(2**4096)
    'an integer of 4097 bits'
    """
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, PathLike):
        # The end of a path tells most; a path is short enough to be shown whole almost always.
        text = str(value)
        return repr(text if len(text) <= _SHOWN_PATH else "..." + text[-_SHOWN_PATH:])
    if isinstance(value, str):
        short = value if len(value) <= _SHOWN_CHARACTERS else value[: _SHOWN_CHARACTERS - 3] + "..."
        return repr(short)
    try:
        text = _text(value)
    except ValueError:  # an integer inside with more digits than Python writes
        return f"a {type(value).__name__} of gigantic numbers"
    except RecursionError:
        return f"a {type(value).__name__} nested too deeply to show"
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 3] + "..."


def _text(value: object) -> str:
    """Return a value as text: Python's own form of a dataclass means nothing to a user."""
    if hasattr(type(value), "__dataclass_fields__") and type(value).__str__ is object.__str__:
        return str(getattr(value, "text", f"a {type(value).__name__}"))
    return str(value)


class PtcertError(Exception):
    """Something that a caller of this package may want to catch."""


class InputError(PtcertError, ValueError):
    """What was given breaks a rule.

    >>> print(InputError("epsilon", "-1", "must be greater than 0", "give for example 1/2"))
    epsilon = '-1': must be greater than 0; give for example 1/2
    """

    def __init__(self, argument: str, value: object, rule: str, remedy: str) -> None:
        super().__init__(f"{argument} = {shown(value)}: {rule}; {remedy}")
        self.argument = argument
        self.value = value
        self.rule = rule
        self.remedy = remedy


class IncompleteSupport(InputError):
    """Noise values that no key leads to (Sadeghi-Chien section 4.1, step 5)."""

    def __init__(self, keysize: int, lost: Sequence[int], smallest_keysize: int | None) -> None:
        names = ", ".join(str(z) for z in lost[:8]) + (", ..." if len(lost) > 8 else "")
        remedy = (
            f"the smallest power of two that keeps them all is {power_of_two(smallest_keysize)}"
            if smallest_keysize is not None
            else "no power of two up to 2^128 keeps them all: choose a smaller D or epsilon"
        )
        noun = "noise value is" if len(lost) == 1 else "noise values are"
        super().__init__(
            "keysize", power_of_two(keysize), f"{len(lost)} {noun} lost ({names})", remedy
        )
        self.lost = tuple(lost)
        self.smallest_keysize = smallest_keysize


class Undecided(PtcertError):
    """The work allowed did not settle a question: neither yes nor no may be concluded."""


class Disagreement(Undecided):
    """Two ways to compute one number gave two numbers: a fault of this program or its libraries."""

    def __init__(self, what: str) -> None:
        super().__init__(f"internal error: {what}; believe neither, and report it")


def power_of_two(value: int) -> str:
    """Return ``2^k`` where ``value`` is a power of two, and its digits elsewhere.

    >>> power_of_two(2**32), power_of_two(1000)
    ('2^32', '1000')
    """
    is_power = value >= 64 and value & (value - 1) == 0
    return f"2^{value.bit_length() - 1}" if is_power else str(value)
