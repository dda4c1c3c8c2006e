"""Each declared value gets its own verdict, decided exactly, up to the tolerance as written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row
from verification.audit import AuditOptions, audit
from verification.findings.declared import Declared, read_declared
from verification.findings.span import Span, read_span

# Variance 8/16 = 1/2, bias 0, noise up to 1.
TABLE = PTable(16, 3, (Row(((-1, 4), (0, 8), (1, 4))),))
# No released 1: count 1 goes to 0 or 2, count 2 to 0, 2 or 3, count 3 to 2, 3 or 4 as all above.
HOLED = PTable(
    8,
    1,
    (Row(((-1, 4), (1, 4))), Row(((-2, 2), (0, 4), (1, 2))), Row(((-1, 2), (0, 4), (1, 2)))),
)
EPSILON = Epsilon(exp=Fraction(2))


def errors(declared: Declared, table: PTable = TABLE) -> set[str]:
    """Return the codes of the errors that an audit finds."""
    found = audit(table, None, None, AuditOptions(declared=declared))
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
        ("variance=0.500002±1e-6", "DECLARED-VARIANCE"),
        ("variance=0.50000000001..1", "DECLARED-VARIANCE"),
        ("bias=1e-9+-9e-10", "DECLARED-BIAS"),
        ("noise=0", "DECLARED-NOISE"),
        ("zero=preserve,holes=3", "DECLARED-HOLES"),
    ],
)
def test_each_false_statement_has_its_own_error(text: str, code: str) -> None:
    """Off by one in the seventeenth digit is false: nothing is rounded before it is compared."""
    assert errors(read_declared(text)) == {code}


@pytest.mark.parametrize(
    "text",
    [
        "variance=0.500001±1e-6",
        "variance=0.500001+-1e-6",
        "variance=0.500001+/-1e-6",
        "variance=0.499999..0.5",
        "variance=1/2..2/3,bias=-1e-9..0",
        "bias=1e-9±1e-9",
    ],
)
def test_a_tolerance_is_taken_as_written(text: str) -> None:
    """The ends of a span belong to it, and nothing beyond them does."""
    assert errors(read_declared(text)) == set()


@given(st.fractions(), st.fractions(), st.fractions())
def test_a_span_holds_what_lies_between_its_ends(a: Fraction, b: Fraction, x: Fraction) -> None:
    """Read from low..high or from middle±width, a span holds x exactly if low <= x <= high."""
    low, high = min(a, b), max(a, b)
    for text in (f"{low}..{high}", f"{(low + high) / 2}±{(high - low) / 2}"):
        span = read_span(text, "bias")
        assert span == Span(low, high) == read_span(span.text, "bias")
        assert span.holds(x) == (low <= x <= high)


def test_exactly_the_declared_values_are_missing() -> None:
    """A table without a released 1 may say so; with 2 added or 1 left out it is not true."""
    assert errors(read_declared("holes=1"), HOLED) == set()
    assert errors(read_declared("holes=1..2"), HOLED) == {"DECLARED-HOLES"}
    assert errors(read_declared("holes=7"), HOLED) == {"DECLARED-HOLES"}


def test_declared_zeros_are_held_against_the_table() -> None:
    """A row of 0 with noise 0 preserves zeros; one with noise does not, and none may be told."""
    kept, spread = Row(((0, 8),)), Row(((0, 4), (1, 4)))
    silent = audit(HOLED, EPSILON, None, AuditOptions(declared=read_declared("zero=preserve")))
    assert silent.table.zero == "preserve"
    assert errors(read_declared("zero=preserve"), PTable(8, 0, (kept, spread), zero="row")) == set()
    for text in ("zero=preserve", "zero=none"):
        table = PTable(8, 0, (spread, spread), zero="row")
        assert errors(read_declared(text), table) == {"DECLARED-ZERO"}


def test_rows_are_checked_without_an_epsilon() -> None:
    """One row for one count has no neighbours: its bias can be checked, and no privacy is said."""
    one = PTable(16, 3, TABLE.rows, Stop())
    found = audit(one, None, None, AuditOptions(declared=read_declared("bias=0,variance=1/2")))
    assert found.privacy is None
    assert found.verdict == "holds"
    assert not {"DELTA", "PLATEAU", "DISJOINT"} & {f.code for f in found.findings}
    assert audit(PTable(16, 3, TABLE.rows, Repeat()), EPSILON).verdict == "measured"


@pytest.mark.parametrize(
    "text",
    [
        *("", "speed=1", "bias", "bias=", "bias=1,bias=1", "noise=1/2", "variance=x", "delta=2"),
        *("variance=3±-1", "variance=3±", "variance=4..3", "variance=±1", "variance=1..2..3"),
        *("holes=", "holes=2..1", "zero=keep", "noise=1±1"),
    ],
)
def test_what_is_no_declaration_is_refused(text: str) -> None:
    """Unknown, doubled, empty and impossible statements are refused."""
    with pytest.raises(InputError):
        read_declared(text)
