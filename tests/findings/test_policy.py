"""A policy decides which findings fail an audit, and nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.audit import AuditOptions, audit
from verification.findings.declared import read_declared
from verification.policy import read_policy

BIASED = PTable(16, 3, (Row(((-1, 4), (0, 6), (1, 6))),))


def verdict(policy: str) -> str:
    """Return the verdict on the biased table under a policy, where a delta of 1/2 is kept."""
    options = AuditOptions(policy=read_policy(policy))
    return audit(BIASED, Epsilon(exp=Fraction(2)), Fraction(1, 2), options).verdict


def test_a_policy_raises_and_lowers_severities() -> None:
    """A note that is made an error fails the audit, and stays harmless otherwise."""
    assert verdict('[severity]\nBIAS = "note"') == "holds"
    assert verdict('[severity]\nBIAS = "error"') == "fails"
    assert verdict('[severity]\nPLATEAU = "error"') == "fails"


def test_a_policy_cannot_make_an_unkept_promise_hold() -> None:
    """With DELTA as a note too the audit fails, as a certificate does."""
    options = AuditOptions(policy=read_policy('severity = {DELTA = "note"}'))
    found = audit(BIASED, Epsilon(exp=Fraction(2)), Fraction(1, 1000), options)
    assert (found.verdict, found.outcome.status) == ("fails", 1)
    options = replace(options, declared=read_declared("bias=0"))
    found = audit(BIASED, Epsilon(exp=Fraction(2)), Fraction(1, 1000), options)
    assert (found.verdict, found.outcome.status) == ("fails", 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[severity",
        '[severity]\nBIAS = "fatal"',
        "[severity]\nBIAS = 1",
        "[other]\n",
        "severity = 1",
    ],
)
def test_what_is_no_policy_is_refused(text: str) -> None:
    """Broken TOML, unknown tables and unknown severities are refused."""
    with pytest.raises(InputError, match="policy"):
        read_policy(text)
