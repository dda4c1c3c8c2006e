"""One finding: a stable code, a severity, the exact numbers, and what to do."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from exact.errors import InputError
from verification.findings.codes import CODES
from verification.findings.said import Said, parts, plain

ERROR, WARNING, NOTE = "error", "warning", "note"
SEVERITIES = (ERROR, WARNING, NOTE)
# What a finding says that needs no action.
NOTHING_TO_DO = "nothing to do"
# Up to this many rows or pairs are named one by one; more are counted, with the first as example.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a reader of the audit must know: what is so, and what to do about it."""

    code: str
    severity: str
    said: Said
    advice: Said

    def __post_init__(self) -> None:
        if self.code not in CODES or self.severity not in SEVERITIES:
            name = (self.code, self.severity)
            raise InputError("finding", name, "has no known code and severity", "see CODES")

    @property
    def message(self) -> str:
        """What is so, in words."""
        return plain(self.said)

    @property
    def remedy(self) -> str:
        """What to do, in words."""
        return plain(self.advice)


# Counts that have the same finding, rising, and the finding of one of them in words.
Alike = tuple[Sequence[int], Callable[[int], Finding]]


def summarised(findings: Iterable[Finding], what: str) -> list[Finding]:
    """Return the findings themselves if they are few, else one that counts them.

    >>> many = (Finding("BIAS", NOTE, f"row {n} is biased", "mend it") for n in range(9))
    >>> summarised(many, "rows")[0].message
    '9 rows; the first: row 0 is biased'
    """
    named: list[Finding] = []
    total = 0
    for total, finding in enumerate(findings, start=1):
        if total <= NAMED:
            named.append(finding)
    return named if total <= NAMED else [_counted(total, named[0], what)]


def summarised_counts(found: Iterable[Alike], what: str) -> list[Finding]:
    """Return the same for counts that are alike: only those that are named are put into words.

    >>> biased = lambda n: Finding("BIAS", NOTE, f"row {n} is biased", "mend it")
    >>> summarised_counts([(range(5, 10**9), biased), ((3, 4), biased)], "rows")[0].message
    '999999997 rows; the first: row 3 is biased'
    """
    alike = [(counts, describe) for counts, describe in found if counts]
    total = sum(len(counts) for counts, _ in alike)
    first = sorted(
        ((count, describe) for counts, describe in alike for count in counts[:NAMED]),
        key=lambda pair: pair[0],
    )
    named = [describe(count) for count, describe in first[: NAMED if total <= NAMED else 1]]
    return named if total <= NAMED else [_counted(total, named[0], what)]


def _counted(total: int, first: Finding, what: str) -> Finding:
    said = (f"{total} {what}; the first: ", *parts(first.said))
    return Finding(first.code, first.severity, said, first.advice)
