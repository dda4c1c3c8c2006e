"""The perturbation tool of the ONS at work: it tabulates and perturbs, and every cell is replayed.

It takes the cell key as the sum of record keys modulo (largest ckey + 1), reuses the rows 501..750
for larger counts, adds 0 where the table has no entry (an empty cell, whose key is 0, has none in a
table that begins with count 1), and sets counts below the threshold to missing.
"""

from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from types import ModuleType

from exact.formats.reading import read_table_bytes
from exact.formats.writing import write_table
from exact.laws.maxent import law_of_variance
from exact.quantiser.names import SYMMETRIC
from exact.quantiser.rules import complete_cmf, key_counts
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from reports.peers.installed import required, version
from reports.peers.microdata import KEYS, microdata
from reports.progress import progress
from verification.comparison.release import (
    Cell,
    Microdata,
    Release,
    Replay,
    Tabulation,
    replay,
)

PACKAGE = "cell-key-perturbation"
_TOOL = "cell_key_perturbation.create_perturbed_table"
_SAMPLES = "cell_key_perturbation.utils.generate_test_ptable"
# A small set of records (1 %) without a category, to see what the tool does with them.
MISSING = 1000

TABULATIONS = (
    Tabulation(("region",), 10),
    Tabulation(("region", "sex"), 0),
    Tabulation(("age", "occupation"), 10),
    Tabulation(("region", "age", "health"), 0),
    Tabulation(("region", "occupation", "health"), 10),
)
_OF_HEALTH = (Tabulation(("health",), 10), Tabulation(("region", "health"), 0))


@dataclass(frozen=True, slots=True)
class Run:
    """One microdata set perturbed with one table, and the replay of each tabulation."""

    name: str
    records: int
    replays: tuple[Replay, ...]


@dataclass(frozen=True, slots=True)
class Perturbation:
    """All runs, and the version that was run."""

    version: str
    runs: tuple[Run, ...]

    @property
    def is_explained(self) -> bool:
        """Tell whether every released cell of every run is explained."""
        return all(found.is_explained for run in self.runs for found in run.replays)


def perturbation(records: int) -> Perturbation:
    """Run the tool with a table of this project and with its own 10-5 rule, and replay both."""
    data, table = microdata(records), noise_table()
    without = microdata(records, missing=min(MISSING, records))
    runs = (
        _run("noise table, D = 5", data, table, TABULATIONS),
        _run("its own 10-5 rule", data, _own_table(), TABULATIONS),
        _run("noise table, missing values", without, table, _OF_HEALTH),
    )
    return Perturbation(version(PACKAGE), runs)


def _run(name: str, data: Microdata, table: PTable, tabulations: Iterable[Tabulation]) -> Run:
    text = write_table(table, "ons")
    replays = tuple(
        replay(data, tabulation, table, perturbed(data, tabulation, text))
        for tabulation in progress(tabulations, name)
    )
    return Run(name, len(data.record_keys), replays)


def perturbed(data: Microdata, tabulation: Tabulation, ptable: str) -> Release:
    """Return what the tool releases with a ptable in the layout pcv,ckey,pvalue."""
    tool, pandas = required(PACKAGE, _TOOL, "pandas")
    frame = pandas.DataFrame({**data.variables, "record_key": data.record_keys})
    variables = list(tabulation.variables)
    with redirect_stdout(StringIO()):  # it prints its warnings among our output
        released = tool.create_perturbed_table(
            data=frame,
            ptable=pandas.read_csv(StringIO(ptable)),
            geog=variables[:1],
            tab_vars=variables[1:],
            record_key="record_key",
            threshold=tabulation.threshold,
        )
    cells = zip(*(released[name] for name in variables), strict=True)
    counts = (None if pandas.isna(count) else int(count) for count in released["count"])
    return dict(zip(_names(pandas, cells), counts, strict=True))


def noise_table() -> PTable:
    """Return 750 rows of noise -5..5 over 256 keys, each row with its own order of keys.

    Were all rows alike, a tool that took the wrong row would not be noticed. Noise below -n is cut
    to -n, so that no count is released as negative.
    """
    law = law_of_variance(5, Fraction(3))
    keys = key_counts(complete_cmf(law, KEYS, SYMMETRIC))
    noises = [z for z, count in enumerate(keys, start=-5) for _ in range(count)]
    rows = (_turned(noises, count) for count in range(1, 751))
    return PTable(KEYS, 1, tuple(rows), beyond=Wrap(501, 250), zero="preserve")


def _turned(noises: list[int], count: int) -> Row:
    start = 37 * count % KEYS
    order = noises[start:] + noises[:start]
    return Row.of([(max(noise, -count), 1) for noise in order])


def _own_table() -> PTable:
    """Return the table of the 10-5 rule that the package makes itself, read from its CSV."""
    (samples,) = required(PACKAGE, _SAMPLES)
    text = samples.generate_ptable_10_5_rule().to_csv(index=False)
    table = read_table_bytes(text.encode()).table
    assert table is not None
    return table


def _names(pandas: ModuleType, cells: Iterable[tuple[object, ...]]) -> Iterator[Cell]:
    for cell in cells:
        yield tuple(None if pandas.isna(value) else str(value) for value in cell)
