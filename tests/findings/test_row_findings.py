"""Findings about rows: each is raised by a row worked out by hand, and by no harmless one."""

from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from verification.findings.finding import Finding
from verification.findings.rows import pmfs_of, row_findings

FAIR = Row(((-1, 4), (0, 8), (1, 4)))


def findings_of(*rows: Row, first: int = 3) -> list[Finding]:
    """Return the findings about a table of these rows."""
    table = PTable(16, first, rows, Stop(), zero="none" if first else "row")
    return list(row_findings(table, pmfs_of(table)))


def test_a_fair_row_has_no_findings() -> None:
    """Symmetric, falling on both sides, no gap, no bias: nothing to say."""
    assert findings_of(FAIR, FAIR) == []


def test_a_bias_is_given_exactly() -> None:
    """(-1 * 4 + 1 * 6) / 16 = 2/16."""
    (bias, asymmetry) = findings_of(Row(((-1, 4), (0, 6), (1, 6))))
    assert (bias.code, bias.message) == ("BIAS", "row 3 has a bias of 2/16")
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
    assert codes["BIAS"] == "5 rows; the first: row 3 has a bias of -8/16"


def test_a_row_that_cannot_be_symmetric_is_not_told_to_be() -> None:
    """At a count of 1 noise -2 would be a negative release: the bias is lost by moving keys."""
    found = {f.code: f for f in findings_of(Row(((-1, 4), (0, 8), (1, 2), (2, 2))), first=1)}
    assert "symmetric" not in found["BIAS"].remedy
    assert "move keys between negative and positive noise" in found["BIAS"].remedy
    assert found["ASYMMETRY"].remedy.startswith("nothing to do: noise -2 would release a negative")


def test_a_count_of_0_is_without_bias_only_without_noise() -> None:
    """Noise 0 or 1 at a count of 0 cannot be balanced: a release of -1 is none."""
    found = {f.code: f for f in findings_of(Row(((0, 8), (1, 8))), first=0)}
    assert found["BIAS"].remedy.startswith("only noise 0 is without bias at a count of 0")


def test_values_that_no_row_releases_may_be_meant() -> None:
    """R ptable's js = 2: counts 1 and 2 go to 0 or 3, never to 1 or 2; declared, it is no gap."""
    rows = (Row(((-1, 11), (2, 5))), Row(((-2, 5), (1, 11))), Row(((0, 16),)))
    table = PTable(16, 1, rows, Stop())
    pmfs = pmfs_of(table)
    found = [f for f in row_findings(table, pmfs) if f.code == "SUPPORT"]
    assert len(found) == 2
    assert all(f.remedy.startswith("say --holes 1..2 if that is meant") for f in found)
    declared = PTable(16, 1, rows, Stop(), holes=(1, 2))
    assert "SUPPORT" not in {f.code for f in row_findings(declared, pmfs)}
    half = list(row_findings(PTable(16, 1, rows, Stop(), holes=(1,)), pmfs))
    assert [f.message for f in half if f.code == "SUPPORT"] == [
        "row 1: no key leads to 1 of the noise values -1..2",
        "row 2: no key leads to 1 of the noise values -2..1",
    ]


def test_a_gap_between_released_values_is_no_hole() -> None:
    """Noise -2, 0, 2 at a count of 3 releases 1, 3, 5: a released 2 is missing among others."""
    (finding,) = (f for f in findings_of(Row(((-2, 2), (0, 12), (2, 2)))) if f.code == "SUPPORT")
    assert finding.remedy.startswith("give each of them a key")
