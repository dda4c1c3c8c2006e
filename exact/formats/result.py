"""What a reader is told and what it answers: options, structure problems, the reading."""

from collections.abc import Iterator
from dataclasses import dataclass

from exact.errors import InputError
from exact.numbers.guard import MAX_KEYSIZE
from exact.table.ptable import ZERO_RULES, Beyond, PTable, Repeat, Stop, Wrap

FORMATS = (
    "ons",
    "ess",
    "r-ptable",
    "tau-argus",
    "sas",
    "abs-lookup",
    "transition",
    "cellkey-json",
    "cellkey-yaml",
    "native",
)
COLUMN_MEANINGS = ("values", "noise")
_SHOWN_WITNESSES = 3


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the user said about a file; None where nothing was said.

    ``keys`` are the first and the last key, ``columns`` says what the columns of a transition
    matrix stand for: perturbed ``values`` or ``noise``.
    """

    format: str | None = None
    keys: tuple[int, int] | None = None
    beyond: Beyond | None = None
    zero: str | None = None
    columns: str | None = None

    def __post_init__(self) -> None:
        _one_of("--format", self.format, FORMATS)
        _one_of("--zero", self.zero, ZERO_RULES)
        _one_of("--columns", self.columns, COLUMN_MEANINGS)
        if self.keys is not None:
            first, last = self.keys
            if type(first) is not int or type(last) is not int or not 0 <= first <= last:
                raise InputError("--keys", self.keys, "is no key space", "write it as 0..255")
            if last - first >= MAX_KEYSIZE:
                raise InputError("--keys", last, "has more than 2^128 keys", "give fewer keys")

    def refuse(self, kind: str, *names: str) -> None:
        """Refuse options that a file of this format answers itself."""
        for name in names:
            if (value := getattr(self, name)) is not None:
                rule = f"does not apply to the format {kind}: the file says it"
                raise InputError(f"--{name}", value, rule, "leave the option out")


@dataclass(frozen=True, slots=True)
class StructureProblem:
    """One finding on how a file is built: a stable code, a severity, exact numbers, a remedy."""

    code: str
    severity: str  # "error" (no table can be made), "warning" or "note"
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as read; ``table`` is None exactly where a problem is an error."""

    format: str
    table: PTable | None
    problems: tuple[StructureProblem, ...]
    notes: tuple[str, ...]


class Tally:
    """Counts what was found and keeps the first few findings in words.

    >>> tally = Tally()
    >>> for line in range(2, 7):
    ...     tally.add(f"line {line}")
    >>> [problem.message for problem in tally.problem("GAP", "error", "gap~", "close it")]
    ['5 gaps: line 2; line 3; line 4; ...']
    """

    __slots__ = ("left_off", "shown", "total")

    def __init__(self) -> None:
        self.total = 0
        self.left_off = False
        self.shown: list[str] = []

    def add(self, witness: str, times: int = 1) -> None:
        """Count a finding ``times`` times; its words are kept where few are kept so far."""
        self.total += times
        if len(self.shown) < _SHOWN_WITNESSES:
            self.shown.append(witness)
        else:
            self.left_off = True

    def problem(
        self, code: str, severity: str, noun: str, remedy: str
    ) -> Iterator[StructureProblem]:
        """Yield one problem for all that was counted, if anything was; ~ marks a plural s."""
        if self.total:
            nouns = noun.replace("~", "" if self.total == 1 else "s")
            more = "; ..." if self.left_off else ""
            message = f"{self.total} {nouns}: {'; '.join(self.shown)}{more}"
            yield StructureProblem(code, severity, message, remedy)


def beyond_text(beyond: Beyond, last: int) -> str:
    """Return the rule past the last row in words."""
    return f"counts past the last row {last}: {beyond_name(beyond)}"


def beyond_name(beyond: Beyond) -> str:
    """Return the rule past the last row, whichever that is.

    >>> beyond_name(Wrap(501, 250))
    'wrap 501:250'
    """
    match beyond:
        case Repeat():
            return "the last row repeats"
        case Wrap(start, period):
            return f"wrap {start}:{period}"
        case Stop():
            return "not covered"


def zero_text(zero: str) -> str:
    """Return the rule for a count of zero in words."""
    meanings = {
        "preserve": "zero: preserved (noise 0 for every key)",
        "row": "zero: has a row of its own",
        "none": "zero: not covered by the table",
    }
    return meanings[zero]


def _one_of(argument: str, value: str | None, known: tuple[str, ...]) -> None:
    if value is not None and value not in known:
        raise InputError(argument, value, "is not known", f"use one of {', '.join(known)}")
