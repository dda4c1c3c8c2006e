"""What a reader answers: structure problems, the reading, and its rules in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row

_SHOWN_WITNESSES = 3


@dataclass(frozen=True, slots=True)
class StructureProblem:
    """One finding on how a file is built: a stable code, a severity, exact numbers, a remedy."""

    code: str
    severity: str  # "error" (no table, or a file that contradicts it), "warning" or "note"
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as read; ``table`` is None where no key and count could be looked up in it."""

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


def worst_first(off: Mapping[int, int]) -> list[int]:
    """Return the counts that are off at all: the worst first, of equals the smallest count.

    >>> worst_first({0: 1, 3: 0, 2: -5, 1: 5})
    [1, 2, 0]
    """
    return sorted((n for n in off if off[n]), key=lambda n: (-abs(off[n]), n))


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


def zero_text(table: PTable) -> str:
    """Return the rule for a count of zero in words."""
    kept = table.zero == "row" and preserves_zero(table.rows[0])
    meanings = {
        "preserve": "zero: preserved (noise 0 for every key)",
        "row": "zero: has a row of its own" + (" (noise 0 for every key)" if kept else ""),
        "none": "zero: not covered by the table",
    }
    return meanings[table.zero]


def preserves_zero(row: Row) -> bool:
    """Return whether a row for 0 leaves it as it is."""
    return [noise for noise, _ in row.runs] == [0]
