"""The files of the field, where they are at hand: recognised, and equal to a plain reading.

The folder is not part of the project. Where it is absent, the same checks run on one file that is
written here.
"""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from exact.errors import InputError
from exact.formats.reading import read_table_bytes
from exact.table.ptable import PTable

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "ptables"
OWN = b"i;j;p;v;p_int_ub\n0; 0;1.00;0;1.00\n1; 0;0.25;-1;0.25\n1; 2;0.75;1;1.00\n"
EXPECTED = {
    "confly_ptable_version_03.csv": ("ess", 1000, 2, set()),
    "confly_ptable_version_04.csv": ("ess", 1000, 3, set()),
    "ons_py_ptable_10_5_rule.csv": ("ons", 256, 750, set()),
    "rptable0111_abs_D3V1_256x70.csv": ("abs-lookup", 256, 70, set()),
    "rptable100_D5V3js2.csv": ("r-ptable", 10**19, 9, {"GRID", "P-MISMATCH", "ROW-SUM"}),
    "rptable100_D5V3js2_sas.txt": ("sas", 10**8, 9, set()),
    "rptable100_D5V3js2_tauargus.txt": ("tau-argus", 10**8, 9, set()),
    "rptable_cran100_ck_testdata_cnts.csv": (
        "r-ptable", 10**18, 5, {"GRID", "P-MISMATCH", "ROW-SUM"},
    ),
    "tauargus_freq_20160511_szenario_5a.txt": ("tau-argus", 10**9, 9, {"P-MISMATCH", "ROW-SUM"}),
    "tauargus_freq_tau_testW_ptable.txt": ("tau-argus", 10**10, 11, {"P-MISMATCH", "ROW-SUM"}),
    "own": ("tau-argus", 100, 2, set()),
}  # fmt: skip
FILES = [name for name in EXPECTED if name == "own" or (FOLDER / name).is_file()]


def content(name: str) -> bytes:
    """Return the bytes of a sample."""
    return OWN if name == "own" else (FOLDER / name).read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_a_sample_is_recognised(name: str) -> None:
    """Format, key space, rows, and which findings on its structure."""
    reading = read_table_bytes(content(name))
    assert reading.table is not None
    found = (reading.format, reading.table.keysize, len(reading.table.rows))
    assert (*found, {p.code for p in reading.problems}) == EXPECTED[name]


@pytest.mark.parametrize("name", FILES)
def test_a_sample_says_what_a_plain_reading_says(name: str) -> None:
    """Each line, read with the csv module and Decimal, agrees with the table."""
    reading = read_table_bytes(content(name))
    assert reading.table is not None
    text = content(name).decode().replace(" ", "")
    lines = list(csv.reader(text.splitlines(), delimiter=";" if ";" in text else ","))
    if reading.format in ("ons", "ess"):
        check_keys(reading.table, lines[1:])
    elif reading.format == "abs-lookup":
        assert all(
            reading.table.noise(count, key) == int(cell)
            for key, line in enumerate(lines[1:])
            for count, cell in enumerate(line, start=1)
        )
    else:
        check_bounds(reading.table, lines)


def check_keys(table: PTable, lines: list[list[str]]) -> None:
    """Check every line of a keyed file, row by row."""
    noises = {
        (n, key): noise
        for n in range(table.first_count, table.last_count + 1)
        for noise, first, last in table.row(n).ranges(table.first_key)
        for key in range(first, last + 1)
    }
    plain = {(int(n), int(key)): int(noise) for n, key, noise in lines}
    assert noises == plain


def check_bounds(table: PTable, lines: list[list[str]]) -> None:
    """Check that the last key below each upper bound has the noise of its line."""
    upper = next(k for k, name in enumerate(lines[0]) if name.endswith("ub"))
    for line in lines[1:]:
        bound = Decimal(line[upper]) * table.keysize
        assert bound == int(bound)
        assert table.noise(int(line[0]), int(bound) - 1) == int(line[3])


@pytest.mark.parametrize("version", ["03", "04", "none"])
def test_the_parameters_of_ess_are_not_taken_for_a_table(version: str) -> None:
    """The files beside the ESS tables are refused by name."""
    name = FOLDER / f"confly_ptable_version_{version}_optpar.csv"
    parameters = name.read_bytes() if name.is_file() else b'"op","help"\r\n0.25,1\r\n'
    with pytest.raises(InputError, match="the parameters of the ESS procedure for zero cells"):
        read_table_bytes(parameters)
