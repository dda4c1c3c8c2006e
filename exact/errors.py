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
    kind = _one_line(type(value).__name__)
    try:
        return _shown(value)
    except RecursionError:
        return f"a {kind} nested too deeply to show"
    except ValueError:  # an integer inside with more digits than Python writes
        return f"a {kind} of gigantic numbers"
    except Exception:  # noqa: BLE001 -- the value is anybody's, and so is what it does when shown
        return f"a {kind} that cannot be shown"


def _shown(value: object) -> str:
    if isinstance(value, PathLike):
        # The end of a path tells most; a path is short enough to be shown whole almost always.
        text = str(value)
        return repr(text if len(text) <= _SHOWN_PATH else "..." + text[-_SHOWN_PATH:])
    if isinstance(value, str):
        text = str(value)
        short = text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 3] + "..."
        return repr(short)
    text = _text(value)
    short = text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 3] + "..."
    return _one_line(short)


def _text(value: object) -> str:
    """Return a value as text: Python's own form of a dataclass means nothing to a user."""
    kind = type(value)
    written = getattr(kind, "__dataclass_params__", None)
    if written is not None and written.repr and kind.__str__ is object.__str__:
        return str(getattr(value, "text", f"a {kind.__name__}"))
    return str(value)


def _one_line(text: str) -> str:
    r"""Return a text with whatever would end its line, or cannot be printed, written as its code.

    >>> print(_one_line("two\nlines"))
    two\nlines
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


class PtcertError(Exception):
    """Something that a caller of this package may want to catch."""


class InputError(PtcertError, ValueError):
    """What was given breaks a rule.

    >>> print(InputError("epsilon", "-1", "must be greater than 0", "give for example 1/2"))
    epsilon = '-1': must be greater than 0; give for example 1/2
    """

    def __init__(self, argument: str, value: object, rule: str, remedy: str) -> None:
        super().__init__(_one_line(f"{argument} = {shown(value)}: {rule}; {remedy}"))
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
