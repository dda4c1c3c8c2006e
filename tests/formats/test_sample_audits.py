"""The sample tables, where they are at hand: audit against a computation written for the test."""

import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import mpmath

from exact.formats.reading import read_table_bytes
from exact.numbers.epsilon import Epsilon
from verification.audit import audit

SAMPLES = Path(__file__).parents[3] / "shared" / "ptables"
INTERVALS = [
    "rptable100_D5V3js2.csv",
    "rptable100_D5V3js2_sas.txt",
    "rptable100_D5V3js2_tauargus.txt",
    "rptable_cran100_ck_testdata_cnts.csv",
    "tauargus_freq_20160511_szenario_5a.txt",
    "tauargus_freq_tau_testW_ptable.txt",
]
Laws = dict[int, dict[int, Fraction]]


def plain_laws(text: str) -> Laws:
    """Read i, v and the upper bounds of a table of intervals, by csv and Decimal alone."""
    separator = ";" if ";" in text.splitlines()[0] else ","
    header, *lines = csv.reader(text.splitlines(), delimiter=separator)
    names = [name.strip().strip('"') for name in header]
    upper = next(i for i, name in enumerate(names) if name in {"p_int_ub", "p_ij_ub", "ub"})
    laws: Laws = {}
    below: dict[int, Fraction] = {}
    for line in lines:
        count, noise = int(line[names.index("i")]), int(line[names.index("v")])
        bound = Fraction(Decimal(line[upper].strip()))
        row = laws.setdefault(count, {})
        row[noise] = row.get(noise, Fraction(0)) + bound - below.get(count, Fraction(0))
        below[count] = bound
    return laws


def tight_delta(laws: Laws) -> mpmath.mpf:
    """Return the largest sum of max(0, p - e q) over neighbours, both ways, at 50 digits."""
    last, best = max(laws), mpmath.mpf(0)
    released = {n: {n + z: p for z, p in laws[min(n, last)].items()} for n in range(last + 2)}
    for n in range(last + 1):
        for p, q in ((released[n], released[n + 1]), (released[n + 1], released[n])):
            terms = (as_mpf(p[y]) - mpmath.e * as_mpf(q.get(y, Fraction(0))) for y in p)
            best = max(best, mpmath.fsum(max(mpmath.mpf(0), term) for term in terms))
    return best


def as_mpf(value: Fraction) -> mpmath.mpf:
    """Return a rational at the current precision."""
    return mpmath.mpf(value.numerator) / value.denominator


def check_sample(content: bytes) -> None:
    """Compare bias, variance and the tight delta at epsilon = 1 with the plain computation."""
    laws = plain_laws(content.decode("latin-1"))
    table = read_table_bytes(content).table
    assert table is not None
    found = audit(table, Epsilon(value=Fraction(1)))
    assert [row.count for row in found.rows] == sorted(laws)
    for row in found.rows:
        mean = sum(z * p for z, p in laws[row.count].items())
        assert row.bias == mean
        assert row.variance == sum(z * z * p for z, p in laws[row.count].items()) - mean**2
        assert row.unchanged == laws[row.count].get(0, 0)
    with mpmath.workdps(50):
        assert found.privacy is not None
        delta, bounds = tight_delta(laws), found.privacy.worst.delta.enclosure(134)
        assert abs(delta - as_mpf(bounds.lo)) < mpmath.mpf(10) ** -38


def test_the_audit_of_each_sample_agrees_with_a_plain_computation() -> None:
    """Bias and variance agree exactly, delta to 38 digits, for every sample that is at hand."""
    for path in (SAMPLES / name for name in INTERVALS):
        if path.is_file():
            check_sample(path.read_bytes())


def test_the_audit_of_a_small_table_agrees_with_a_plain_computation() -> None:
    """The same comparison on a table written here, so that it is made on every machine."""
    check_sample(
        b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.6;-1;0.60\n1;3;0.4;2;1.00\n"
        b"2;0;0.30;-2;0.3\n2;2;0.45;0;0.75\n2;4;0.25;2;1\n"
    )


def test_the_table_of_the_10_5_rule_is_rounding() -> None:
    """Where it is at hand: 750 rows ignore the key, 601 are biased, 199 pairs are disjoint."""
    path = SAMPLES / "ons_py_ptable_10_5_rule.csv"
    codes = {}
    if path.exists():
        table = read_table_bytes(path.read_bytes()).table
        assert table is not None
        findings = audit(table, Epsilon(value=Fraction(1))).findings
        codes = {finding.code: finding.message.split(" ")[0] for finding in findings}
    assert {codes.get(code, n) for code, n in (("IGNORES-KEY", "750"), ("BIAS", "601"))} == {
        "750",
        "601",
    }
    assert codes.get("DISJOINT", "199") == "199"
