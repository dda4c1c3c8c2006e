"""The tool of the ONS on 100,000 records: every cell explained, and every tampering reported."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from exact.formats.reading import read_table_bytes
from exact.formats.writing import write_table
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.peers.microdata import microdata
from reports.peers.ons import TABULATIONS, Perturbation, noise_table, perturbed
from verification.comparison.release import Cell, Microdata, Release, Tabulation, replay

AGE_OCCUPATION = TABULATIONS[2]


@pytest.fixture(scope="module")
def data() -> Microdata:
    """A smaller set of the same kind, for the tampering."""
    return microdata(20_000)


@pytest.fixture(scope="module")
def table() -> PTable:
    """The table of noise -5..5."""
    return noise_table()


@pytest.fixture(scope="module")
def release(data: Microdata, table: PTable) -> Release:
    """What the tool releases."""
    return perturbed(data, AGE_OCCUPATION, write_table(table, "ons"))


def test_every_cell_of_100_000_records_is_explained(perturbation: Perturbation) -> None:
    """Five tables with a table of noise and with the tool's own 10-5 rule: 2930 cells each."""
    complete = perturbation.runs[:2]
    assert [run.records for run in complete] == [100_000, 100_000]
    for run in complete:
        assert all(found.is_explained for found in run.replays)
        assert sum(found.cells for found in run.replays) == 10 + 20 + 400 + 500 + 2000


def test_every_kind_of_cell_occurs(perturbation: Perturbation) -> None:
    """Empty cells, suppressed cells and counts beyond the 750 rows are all among them."""
    found = perturbation.runs[0].replays
    assert sum(table.empty for table in found) > 100
    assert sum(table.suppressed for table in found) > 100
    assert sum(table.past_the_rows for table in found) > 100
    assert all(table.suppressed == 0 for table in found if table.tabulation.threshold == 0)


def test_a_missing_category_is_perturbed_without_its_record_keys(
    perturbation: Perturbation,
) -> None:
    """The tool counts records without a category but forgets their keys: the cell has key 0."""
    by_health = perturbation.runs[2].replays
    assert [len(found.differences) for found in by_health] == [1, 10]
    for found in by_health:
        for difference in found.differences:
            assert difference.cell[-1] is None
            assert difference.reason == "what cell key 0 gives"
    assert not perturbation.is_explained


def test_released_counts_follow_from_a_plain_tally(
    data: Microdata, table: PTable, release: Release
) -> None:
    """Count, sum of keys modulo 256, row (wrapped past 750), noise: written out again for all."""
    cells: list[Cell] = list(zip(data.variables["age"], data.variables["occupation"], strict=True))
    counts = Counter(cells)
    sums: Counter[Cell] = Counter()
    for cell, key in zip(cells, data.record_keys, strict=True):
        sums[cell] += key
    noise = {}
    for n, row in enumerate(table.rows, start=1):
        noise[n] = [z for z, keys in row.runs for _ in range(keys)]
    assert len(release) == 400
    for name, released in release.items():
        n = counts[name]
        used = n if n <= 750 else 501 + (n - 1) % 250
        exact = n + (noise[used][sums[name] % 256] if n else 0)
        assert released == (None if exact < 10 else exact)


def test_a_tampered_cell_is_reported_and_no_other(
    data: Microdata, table: PTable, release: Release
) -> None:
    """One released count is one too high."""
    cell = max(release, key=lambda name: release[name] or 0)
    true = release[cell]
    assert true is not None
    found = replay(data, AGE_OCCUPATION, table, {**release, cell: true + 1})
    (difference,) = found.differences
    assert (difference.cell, difference.expected, difference.released) == (cell, true, true + 1)


@pytest.mark.parametrize("shown", [True, False])
def test_a_wrong_suppression_is_reported(
    shown: bool, data: Microdata, table: PTable, release: Release
) -> None:
    """A count below the threshold that is shown, and one above it that is not."""
    cell = next(name for name, count in release.items() if (count is None) == shown)
    found = replay(data, AGE_OCCUPATION, table, {**release, cell: 9 if shown else None})
    assert [difference.cell for difference in found.differences] == [cell]


def test_a_table_with_one_entry_changed_is_reported(
    data: Microdata, table: PTable, release: Release
) -> None:
    """The entry that one cell uses is changed by 1: this cell and those that share it, only."""
    plain = replay(data, AGE_OCCUPATION, table, dict.fromkeys(release, -1)).differences
    chosen = next(d for d in plain if 20 <= d.count <= 750)
    noises = [z for z, keys in table.row(chosen.count).runs for _ in range(keys)]
    noises[chosen.key] += 1
    rows = list(table.rows)
    rows[chosen.count - 1] = Row.of([(z, 1) for z in noises])
    found = replay(data, AGE_OCCUPATION, replace(table, rows=tuple(rows)), release)
    assert chosen.cell in {difference.cell for difference in found.differences}
    assert {(d.count, d.key) for d in found.differences} == {(chosen.count, chosen.key)}


def test_a_wrong_key_modulus_is_reported(data: Microdata, table: PTable) -> None:
    """Without its last key the tool takes keys modulo 255: most cells of many records differ."""
    lines = write_table(table, "ons").splitlines()
    without = "\n".join(line for line in lines if ",255," not in line)
    found = replay(data, AGE_OCCUPATION, table, perturbed(data, AGE_OCCUPATION, without))
    changed = {difference.cell for difference in found.differences}
    assert len(changed) > 50


def test_cells_that_are_absent_or_unknown_are_reported(
    data: Microdata, table: PTable, release: Release
) -> None:
    """A release with a cell too few and a cell too many."""
    first, *rest = release
    found = replay(
        data, AGE_OCCUPATION, table, {**{cell: release[cell] for cell in rest}, ("99", "01"): 12}
    )
    assert (found.absent, found.unknown) == ((first,), (("99", "01"),))
    assert not found.differences
    assert not found.is_explained


def test_no_noise_is_named_as_the_reason(data: Microdata, table: PTable) -> None:
    """A release of true counts is recognised as such."""
    sexes = Tabulation(("sex",), 0)
    counts = Counter(data.variables["sex"])
    found = replay(data, sexes, table, {(sex,): count for sex, count in counts.items()})
    assert {difference.reason for difference in found.differences} <= {
        "the true count",
        "what cell key 0 gives",
    }
    assert found.differences


def test_the_noise_table_reads_back_and_has_a_different_row_for_each_count(table: PTable) -> None:
    """What the tool is given is the table that is replayed; neighbouring rows are not alike."""
    assert read_table_bytes(write_table(table, "ons").encode()).table == table
    assert all(a != b for a, b in zip(table.rows, table.rows[1:], strict=False))
    assert all(n + z >= 0 for n, row in enumerate(table.rows, start=1) for z, _ in row.runs)
    assert {row.pmf.mean() for row in table.rows[5:]} == {Fraction(0)}


def test_the_records_are_the_same_in_every_run() -> None:
    """A seed fixes keys and variables, and another seed gives others."""
    assert microdata(1000) == microdata(1000)
    assert microdata(1000).record_keys != microdata(1000, seed=1).record_keys
    assert set(microdata(100_000).record_keys) == set(range(256))
