"""Each declared value gets its own verdict, decided exactly."""

from fractions import Fraction

import pytest

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from verification.audit import AuditOptions, audit
from verification.findings.declared import Declared, read_declared

# Variance 8/16 = 1/2, bias 0, noise up to 1.
TABLE = PTable(16, 3, (Row(((-1, 4), (0, 8), (1, 4))),))
EPSILON = Epsilon(exp=Fraction(2))


def errors(declared: Declared) -> set[str]:
    """Return the codes of the errors that an audit finds."""
    found = audit(TABLE, EPSILON, None, AuditOptions(declared=declared))
    return {finding.code for finding in found.findings if finding.severity == "error"}


def test_true_statements_pass() -> None:
    """Bias 0, variance 1/2 and noise 1 are what the table has."""
    assert errors(read_declared("bias=0,variance=0.5,noise=1")) == set()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bias=1e-30", "DECLARED-BIAS"),
        ("variance=0.50000000000000001", "DECLARED-VARIANCE"),
        ("variance=0.49999999999999999", "DECLARED-VARIANCE"),
        ("noise=0", "DECLARED-NOISE"),
    ],
)
def test_each_false_statement_has_its_own_error(text: str, code: str) -> None:
    """Off by one in the seventeenth digit is false: nothing is rounded before it is compared."""
    assert errors(read_declared(text)) == {code}


@pytest.mark.parametrize(
    "text", ["", "speed=1", "bias", "bias=", "bias=1,bias=1", "noise=1/2", "variance=x", "delta=2"]
)
def test_what_is_no_declaration_is_refused(text: str) -> None:
    """Unknown, doubled, empty and impossible statements are refused."""
    with pytest.raises(InputError):
        read_declared(text)
