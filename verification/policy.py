"""Which findings fail an audit: an agency's policy, as a small TOML file.

[severity]
BIAS = "error"        # fails the audit
ZERO = "note"         # is said, and does not fail it
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from exact.errors import InputError
from verification.findings.codes import CODES
from verification.findings.finding import ERROR, SEVERITIES, Finding

_LONGEST = 40
_WRITTEN = 'write [severity], and below it lines such as BIAS = "error"'


# A file that contradicts itself is an error by every policy: which table is meant, nobody knows.
_ALWAYS = ("P-MISMATCH", "NOISE-MISMATCH", "ROW-SUM")


@dataclass(frozen=True, slots=True)
class Policy:
    """Severities by code; a code that is not named keeps its own."""

    severity: Mapping[str, str]

    def applied(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return the findings with the severities of this policy."""
        return tuple(replace(finding, severity=self._of(finding)) for finding in findings)

    def _of(self, finding: Finding) -> str:
        if finding.code in _ALWAYS and finding.severity == ERROR:
            return ERROR
        return self.severity.get(finding.code, finding.severity)


DEFAULT_POLICY = Policy({})


def read_policy(text: str) -> Policy:
    """Read a policy.

    >>> read_policy('severity = {BIAS = "error"}').severity["BIAS"]
    'error'
    """
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise InputError("policy", "file", "is nested too deeply", _WRITTEN) from None
    except tomllib.TOMLDecodeError as error:
        raise InputError("policy", "file", f"is not TOML ({error})", _WRITTEN) from None
    except ValueError:
        rule = "holds an integer of too many digits"
        raise InputError("policy", "file", rule, _WRITTEN) from None
    chosen = document.get("severity")
    if set(document) != {"severity"} or not isinstance(chosen, dict):
        raise InputError("policy", sorted(document), "needs one table [severity]", _WRITTEN)
    for code, severity in chosen.items():
        if code not in CODES:
            rule = "is not the code of a finding"
            raise InputError("policy", code, rule, _remedy(code))
        if severity not in SEVERITIES:
            rule = f"is not a severity, for {code}"
            raise InputError("policy", severity, rule, f"use {', '.join(SEVERITIES)}")
    return Policy(dict(chosen))


def _remedy(code: str) -> str:
    """Name the code that was meant, where one is close."""
    near = get_close_matches(code[:_LONGEST].upper(), CODES, n=1)
    return f"did you mean {near[0]}" if near else "verification/FINDINGS.md lists them all"
