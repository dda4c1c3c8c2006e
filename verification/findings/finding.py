"""One finding: a stable code, a severity, the exact numbers, and what to do."""

from dataclasses import dataclass

from exact.errors import InputError
from verification.findings.codes import CODES

ERROR, WARNING, NOTE = "error", "warning", "note"
SEVERITIES = (ERROR, WARNING, NOTE)
# What a finding says that needs no action.
NOTHING_TO_DO = "nothing to do"
# Up to this many rows or pairs are named one by one; more are counted, with the first as example.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a reader of the audit must know."""

    code: str
    severity: str
    message: str
    remedy: str

    def __post_init__(self) -> None:
        if self.code not in CODES or self.severity not in SEVERITIES:
            name = (self.code, self.severity)
            raise InputError("finding", name, "has no known code and severity", "see CODES")


def summarised(findings: list[Finding], what: str) -> list[Finding]:
    """Return the findings themselves if they are few, else one that counts them.

    >>> many = [Finding("BIAS", NOTE, f"row {n} is biased", "mend it") for n in range(9)]
    >>> summarised(many, "rows")[0].message
    '9 rows; the first: row 0 is biased'
    """
    if len(findings) <= NAMED:
        return findings
    first = findings[0]
    message = f"{len(findings)} {what}; the first: {first.message}"
    return [Finding(first.code, first.severity, message, first.remedy)]
