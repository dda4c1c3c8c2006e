"""What a user may say about a file: format, keys, rules, holes; and how it is written as text."""

import re
from dataclasses import dataclass

from exact.errors import InputError
from exact.formats.registry import NAMES
from exact.numbers.guard import MAX_KEYSIZE, integer
from exact.table.holes import listed
from exact.table.native import MAX_HOLES
from exact.table.ptable import MAX_COUNT, ZERO_RULES, Beyond, Repeat, Stop, Wrap

COLUMN_MEANINGS = ("values", "noise")
_RANGE = re.compile(r"([0-9]{1,40})(?:\.\.([0-9]{1,40}))?")


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the user said about a file; None where nothing was said.

    ``keys`` are the first and the last key, ``columns`` says what the columns of a transition
    matrix stand for: perturbed ``values`` or ``noise``. ``holes`` are the released values that are
    meant never to occur, ``sheet`` is the name of a sheet in a workbook. ``normalise``: each row of
    a printed matrix over its sum.
    """

    format: str | None = None
    keys: tuple[int, int] | None = None
    beyond: Beyond | None = None
    zero: str | None = None
    columns: str | None = None
    holes: tuple[int, ...] | None = None
    sheet: str | None = None
    normalise: bool = False

    def __post_init__(self) -> None:
        _one_of("--format", self.format, NAMES)
        _one_of("--zero", self.zero, ZERO_RULES)
        _one_of("--columns", self.columns, COLUMN_MEANINGS)
        if self.keys is not None:
            first, last = self.keys
            if type(first) is not int or type(last) is not int or not 0 <= first <= last:
                raise InputError(
                    "--keys", written("keys", self.keys), "is no key space", "write it as 0..255"
                )
            if last - first >= MAX_KEYSIZE:
                raise InputError("--keys", last, "has more than 2^128 keys", "give fewer keys")

    def refuse(self, kind: str, *names: str) -> None:
        """Refuse options that a file of this format answers itself."""
        for name in names:
            if (value := getattr(self, name)) is not None:
                why = "it has no sheets" if name == "sheet" else "the file says it"
                rule = f"does not apply to the format {kind}: {why}"
                raise InputError(f"--{name}", written(name, value), rule, "leave the option out")


def written(name: str, value: object) -> str:
    """Return what was said about a file as it is said on the command line.

    >>> written("holes", (1, 2, 5)), written("keys", (1, 2)), written("beyond", Wrap(501, 250))
    ('1..2+5', '1..2', 'wrap:501:250')
    """
    match value:
        case Repeat():
            return "repeat"
        case Stop():
            return "error"
        case Wrap(start, period):
            return f"wrap:{start}:{period}"
        case (first, last) if name == "keys":
            return f"{first}..{last}"
        case tuple():
            return listed(value)
    return str(value)


def read_options(  # noqa: PLR0913 -- one argument for each thing that may be said
    *,
    format: str | None = None,  # noqa: A002 -- the word that users know from --format
    keys: str | None = None,
    beyond: str | None = None,
    zero: str | None = None,
    columns: str | None = None,
    holes: str | None = None,
    sheet: str | None = None,
) -> ReadOptions:
    """Return what was said as text.

    >>> read_options(keys="1..1000").keys
    (1, 1000)
    """
    said = locals()
    for name, value in said.items():
        if not (value is None or isinstance(value, str)):
            raise InputError(name, value, "must be text", "write it as on the command line")
    return ReadOptions(
        format=format,
        keys=None if keys is None else read_keys(keys),
        beyond=None if beyond is None else read_beyond(beyond),
        zero=zero,
        columns=columns,
        holes=None if holes is None else read_holes(holes),
        sheet=sheet,
    )


def read_keys(text: str) -> tuple[int, int]:
    """Return the first and the last key.

    >>> read_keys("0..255")
    (0, 255)
    """
    found = _RANGE.fullmatch(text.strip())
    if found is None or found[2] is None or int(found[1]) > int(found[2]):
        raise InputError("keys", text, "is not a range of keys", "write it as 0..255")
    return int(found[1]), int(found[2])


def read_beyond(text: str) -> Beyond:
    """Return the rule for counts past the last row.

    >>> read_beyond("wrap:501:250")
    Wrap(start=501, period=250)
    """
    if text in ("repeat", "error"):
        return Repeat() if text == "repeat" else Stop()
    parts = text.split(":")
    if len(parts) != 3 or parts[0] != "wrap":
        raise InputError("beyond", text, "is no rule", "use wrap:501:250, repeat or error")
    start = integer(parts[1], "wrap start", 0, MAX_COUNT)
    return Wrap(start, integer(parts[2], "wrap period", 1, MAX_COUNT))


def read_holes(text: str) -> tuple[int, ...]:
    """Return released values that are meant never to occur, rising, each once.

    Where a comma separates other things, a plus sign joins them.

    >>> read_holes("1..2, 5"), read_holes("1..2+5")
    ((1, 2, 5), (1, 2, 5))
    """
    holes: set[int] = set()
    for part in text.replace("+", ",").split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is None or int(found[2] or found[1]) < int(found[1]):
            rule = "is not a list of released values"
            raise InputError("holes", text, rule, "write it as 1..2 or 1,2,5")
        first, last = int(found[1]), int(found[2] or found[1])
        if last > MAX_COUNT or last - first + len(holes) >= MAX_HOLES:
            rule = f"has more than {MAX_HOLES} holes, or one past 2^61"
            raise InputError("holes", text, rule, "declare fewer")
        holes.update(range(first, last + 1))
    return tuple(sorted(holes))


def _one_of(argument: str, value: str | None, known: tuple[str, ...]) -> None:
    if value is not None and value not in known:
        raise InputError(argument, value, "is not known", f"use one of {', '.join(known)}")
