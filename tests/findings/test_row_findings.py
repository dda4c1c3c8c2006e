"""Findings about rows: each is raised by a row worked out by hand, and by no harmless one."""

from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from verification.findings.finding import Finding
from verification.findings.rows import row_findings

FAIR = Row(((-1, 4), (0, 8), (1, 4)))


def findings_of(*rows: Row, first: int = 3) -> list[Finding]:
    """Return the findings about a table of these rows."""
    table = PTable(16, first, rows, Stop(), zero="none" if first else "row")
    pmfs = tuple((n, row.pmf) for n, row in enumerate(rows, start=first))
    return list(row_findings(table, pmfs))


def test_a_fair_row_has_no_findings() -> None:
    """Symmetric, falling on both sides, no gap, no bias: nothing to say."""
    assert findings_of(FAIR, FAIR) == []


def test_a_bias_is_given_exactly() -> None:
    """(-1 * 4 + 1 * 6) / 16 = 2/16."""
    (bias, asymmetry) = findings_of(Row(((-1, 4), (0, 6), (1, 6))))
    assert (bias.code, bias.message) == ("BIAS", "row 3 has a bias of exactly 2/16")
    assert "noise -1 has 4 keys, 1 has 6" in asymmetry.message


def test_noise_that_ignores_the_key_is_rounding() -> None:
    """One noise value for all keys is fixed by the count alone."""
    found = {f.code: f for f in findings_of(Row(((2, 16),)))}
    assert found["IGNORES-KEY"].message == "row 3 adds 2 for every key: rounding, not noise"
    assert found["IGNORES-KEY"].severity == "warning"


def test_a_fixed_zero_is_no_rounding() -> None:
    """A count of 0 that stays 0 is another finding's business."""
    assert findings_of(Row(((0, 16),)), first=0) == []


def test_a_farther_noise_that_is_likelier_is_named() -> None:
    """2 keys for 1 and 3 for 2 rise away from 0."""
    row = Row(((-2, 3), (-1, 2), (0, 6), (1, 2), (2, 3)))
    (finding,) = findings_of(row)
    assert (finding.code, finding.message) == (
        "NOT-MONOTONE",
        "row 3: noise 2 is likelier than noise 1",
    )


def test_many_rows_alike_are_counted() -> None:
    """Five biased rows give one finding that counts them and shows the first."""
    biased = Row(((-1, 8), (0, 8)))
    codes = {f.code: f.message for f in findings_of(*[biased] * 5)}
    assert codes["BIAS"] == "5 rows; the first: row 3 has a bias of exactly -8/16"
