"""The class of tables that a table is held against has the table itself in it."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.best_law import best_law
from exact.complete.of_table import peers_of_table
from exact.errors import InputError
from exact.formats.reading import ReadOptions, read_table_bytes
from exact.numbers.epsilon import Epsilon
from exact.table.native import read_native, write_native
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from exact.table.zero import FirstPair
from reports.proposals.highs import HighsSession
from tests.cli.running import Run
from tests.house_rules import ROOT

E = Fraction(2)
EPSILON = Epsilon(exp=E)
# Rows repeat with a period of at most 6 from count 6 on: all pairs are seen below this count.
ENOUGH = 40


def row(*keys: tuple[int, int]) -> Row:
    """Return a row of (noise, keys)."""
    return Row.of(list(keys))


# Random rounding to base 3 whose rows wrap: E z^2 differs from row to row.
BASE_3 = PTable(
    3,
    0,
    (row((0, 3)), row((-1, 2), (2, 1)), row((-2, 1), (1, 2))),
    Wrap(0, 3),
    zero="row",
)
BIASED = PTable(
    10,
    1,
    (row((-1, 1), (0, 2), (1, 3), (2, 4)), row((-2, 1), (-1, 2), (0, 4), (1, 2), (2, 1))),
    zero="preserve",
)
# Noise with P(z) falling by half, for every count: small counts are released below 0.
HALVING = tuple((z, 2 ** (5 - abs(z))) for z in range(-5, 6))
NEGATIVE = PTable(94, 1, (row(*HALVING),), zero="preserve")
CLIPPED = PTable(
    94,
    1,
    tuple(
        row(*((z, sum(k for x, k in HALVING if max(x, -n) == z)) for z in range(-n, 6)))
        for n in range(1, 6)
    ),
    zero="preserve",
)
TWO_ROWS = PTable(
    8,
    1,
    (row((-1, 3), (0, 2), (1, 2), (2, 1)), row((-2, 1), (-1, 2), (0, 2), (1, 2), (2, 1))),
    zero="preserve",
)
ONE_ROW_FROM_0 = PTable(8, 0, (row((0, 5), (1, 2), (2, 1)),), zero="row")
FEW_KEYS = PTable(2, 1, (row((-1, 1), (1, 1)),), zero="none")
# The wrapped rows begin before the last one, and row 4 is never used again.
LATE_WRAP = PTable(
    4,
    1,
    (row((0, 4)), row((-1, 2), (1, 2)), row((0, 2), (1, 2)), row((-2, 1), (0, 2), (2, 1))),
    Wrap(2, 2),
    zero="preserve",
)
HOLES = PTable(
    4,
    1,
    (row((-1, 2), (2, 2)), row((-2, 1), (1, 3)), row((0, 3), (2, 1)), row((-1, 2), (0, 2))),
    zero="preserve",
    holes=(1, 2),
)
BY_NAME = {
    "base-3": BASE_3,
    "biased": BIASED,
    "negative": NEGATIVE,
    "clipped": CLIPPED,
    "one-row": ONE_ROW_FROM_0,
    "few-keys": FEW_KEYS,
    "late-wrap": LATE_WRAP,
    "holes": HOLES,
}


def keys_of(table: PTable, count: int) -> Counter[int]:
    """Return how many keys release each value of a count, key by key."""
    noise = [z for z, number in table.row(count).runs for _ in range(number)]
    return Counter(count + z for z in noise)


def delta_by_definition(table: PTable, first: int = 1) -> Fraction:
    """Return the largest sum of positive parts of p - 2 q over all neighbours from ``first`` on."""
    deltas = []
    keys = {n: keys_of(table, n) for n in range(first, ENOUGH + 1)}
    for n in range(first, ENOUGH):
        for count, other in ((n, n + 1), (n + 1, n)):
            p, q = keys[count], keys[other]
            excess = sum((max(Fraction(0), k - E * q[y]) for y, k in p.items()), Fraction(0))
            deltas.append(excess / table.keysize)
    return max(deltas)


def check_own_peer(table: PTable) -> None:
    """The table is its own peer, with its own delta; the bound of all peers is no larger."""
    peers = peers_of_table(table, EPSILON)
    own = delta_by_definition(table)
    assert peers.delta.compare(own) == 0
    member = peers.member(peers.own)
    for count in range(1, ENOUGH):
        assert member.row(count).pmf == table.row(count).pmf
    law = best_law(peers.problem, HighsSession)
    assert law.bound <= own


@pytest.mark.parametrize("name", BY_NAME)
def test_a_table_is_one_of_those_that_it_is_held_against(name: str) -> None:
    """Biased, wrapping, clipped, with negative releases, of one row, few keys, with holes."""
    check_own_peer(BY_NAME[name])


@st.composite
def tables(draw: st.DrawFn) -> PTable:
    """Draw a table of any rows: biased, below 0, wrapping or repeating, with or without zero."""
    keysize, first = draw(st.integers(1, 9)), draw(st.integers(0, 1))
    number = draw(st.integers(1, 4))
    noise = st.lists(st.integers(-3, 3), min_size=keysize, max_size=keysize)
    # Key by key, in no order: as lookup tables are.
    rows = [
        Row(tuple((z, len(list(run))) for z, run in groupby(keys)))
        for keys in draw(st.lists(noise, min_size=number, max_size=number))
    ]
    last = first + number - 1
    start = draw(st.integers(first, last))
    wrap = st.builds(Wrap, st.just(start), st.integers(1, last - start + 1))
    beyond = draw(st.one_of(st.just(Repeat()), wrap))
    zero = "row" if first == 0 else draw(st.sampled_from(("preserve", "none")))
    holes = draw(st.sets(st.integers(1, 8), max_size=2))
    return PTable(keysize, first, tuple(rows), beyond, zero, holes=tuple(sorted(holes)))


@given(tables())
@settings(max_examples=60)
def test_every_table_is_one_of_those_that_it_is_held_against(table: PTable) -> None:
    """Whatever its rows are: no statement about all peers is refuted by the table itself."""
    if all(z == 0 for one in table.rows for z, _ in one.runs):
        with pytest.raises(InputError, match="noise up to 0"):
            peers_of_table(table, EPSILON)
        return
    check_own_peer(table)


def files() -> Iterator[Path]:
    """Yield every file of a table in the repository."""
    yield from sorted((ROOT / "reports" / "gallery").glob("*/*.ptable.json"))
    yield from sorted((ROOT / "tests" / "certificate" / "data").glob("*/*.ptable.json"))
    yield ROOT / "docs" / "data" / "D4V2js1.csv"


@pytest.mark.parametrize("path", list(files()), ids=lambda path: path.name)
def test_no_table_of_the_repository_refutes_its_own_bound(path: Path) -> None:
    """Those without a row for every count from 1 on are held against none."""
    table = read_table_bytes(path.read_bytes(), ReadOptions()).table
    assert table is not None
    if table.first_count > 1 or isinstance(table.beyond, Stop):
        with pytest.raises(InputError, match="no row for every count"):
            peers_of_table(table, EPSILON)
        return
    check_own_peer(table)


def released_by(table: PTable) -> set[int]:
    """Return the values that counts from 1 on, or a count of 0, are released as."""
    first = 0 if table.zero != "none" else 1
    return {v for n in range(first, 2 * ENOUGH) for v in keys_of(table, n)}


@pytest.mark.parametrize("name", BY_NAME)
def test_no_peer_releases_what_the_table_never_does(name: str) -> None:
    """For ever: where the table rounds to multiples of 3, so do all that it is held against."""
    table = BY_NAME[name]
    peers, used = peers_of_table(table, EPSILON), released_by(table)
    D = max(abs(z) for one in table.rows for z, _ in one.runs)
    for count in range(1, ENOUGH):
        support = peers.shape.supports[peers.shape.index(count)]
        assert support == tuple(z for z in range(-D, D + 1) if count + z in used)


def test_a_table_of_too_many_rows_is_refused() -> None:
    """2001 different rows: nothing is searched, and one line says so."""
    rows = (row((0, 3), (1, 4)), row((0, 4), (1, 3))) * 1000
    table = PTable(7, 1, (*rows, row((0, 7))))
    with pytest.raises(InputError, match="has peers of 2001 rows or more, above 2000"):
        peers_of_table(table, EPSILON)


def test_a_declared_variance_does_not_put_the_table_out_of_its_class() -> None:
    """Declared is less than row 1 has: the row keeps its own; row 2 has what is declared."""
    peers = peers_of_table(TWO_ROWS, EPSILON, Fraction(9, 8))
    second = [sum(z * z * n for z, n in one.runs) for one in TWO_ROWS.rows]
    assert second == [9, 12]
    assert [rules.variance for rules in peers.problem.rows] == [Fraction(9, 8), Fraction(12, 8)]
    wider = peers_of_table(TWO_ROWS, EPSILON, Fraction(3))
    assert {rules.variance for rules in wider.problem.rows} == {Fraction(3)}


@pytest.mark.parametrize("name", [name for name in BY_NAME if name != "few-keys"])
def test_the_pair_of_0_and_1_counts_for_the_class_as_for_the_table(name: str) -> None:
    """Included, it is one of the pairs of both; with a cap, the table keeps it or its own delta."""
    table = BY_NAME[name]
    own = delta_by_definition(table, 0)
    peers = peers_of_table(table, EPSILON, first_pair=FirstPair("include"))
    assert peers.delta.compare(own) == 0
    for count in range(ENOUGH):
        assert peers.member(peers.own).row(count).pmf == table.row(count).pmf
    assert best_law(peers.problem, HighsSession).bound <= own
    capped = peers_of_table(table, EPSILON, first_pair=FirstPair("cap", Fraction(1, 100)))
    assert capped.delta.compare(delta_by_definition(table)) == 0
    assert {event.cap for event in capped.problem.events if event.count == 0} != {None}
    assert best_law(capped.problem, HighsSession).bound <= delta_by_definition(table)


def lower(number: str | dict[str, str]) -> Fraction:
    """Return a number of the JSON, or its lower bound."""
    return Fraction(number if isinstance(number, str) else number["lo"])


@pytest.mark.parametrize("name", BY_NAME)
def test_audit_gives_no_bound_above_the_table_and_writes_no_worse_one(
    run: Run, tmp_path: Path, name: str
) -> None:
    """``best.bound.lo <= best.delta``, with and without ``--best``, which writes no worse table."""
    path, best = tmp_path / "t.ptable.json", tmp_path / "best.ptable.json"
    path.write_text(write_native(BY_NAME[name]))
    said = run("audit", str(path), "--epsilon", "ln(2)", "--json").json["best"]
    own = delta_by_definition(BY_NAME[name])
    assert Fraction(said["bound"]["lo"]) <= lower(said["best_delta"]) <= lower(said["delta"]) == own
    found = run("audit", str(path), "--epsilon", "ln(2)", "--best", str(best), "--json")
    whole = json.loads(found.out)["best"]
    assert Fraction(whole["bound"]["lo"]) <= lower(whole["best_delta"])
    assert lower(whole["delta"]) == own
    written = read_native(best.read_text())
    assert delta_by_definition(written) == lower(whole["best_delta"]) <= own
    assert written.keysize == BY_NAME[name].keysize


@pytest.mark.parametrize("name", BY_NAME)
def test_what_people_read_is_not_refuted_by_the_table(run: Run, tmp_path: Path, name: str) -> None:
    """The class is named in the same paragraph; no sentence ends in an error about one row."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_native(BY_NAME[name]))
    said = " ".join(run("audit", str(path), "--epsilon", "ln(2)").out.split())
    assert "with the same noise and variance" in said
    assert "in no row a larger bias or mean square of the noise" in said
    found = run("audit", str(path), "--epsilon", "ln(2)", "--best", str(tmp_path / "b.json"))
    assert "no neighbouring counts" not in found.out + found.err
    assert found.status in (0, 1)


@pytest.mark.parametrize("keys", ["sum", None])
def test_audit_counts_the_pair_of_0_and_1_as_it_is_asked(
    run: Run, tmp_path: Path, keys: str | None
) -> None:
    """With keys made of records an empty cell has the key 0, so one noise: the first of its row."""
    path, best = tmp_path / "t.ptable.json", tmp_path / "best.ptable.json"
    path.write_text(write_native(ONE_ROW_FROM_0))
    row_of_0 = row((0, 8)) if keys else ONE_ROW_FROM_0.rows[0]
    table = PTable(8, 0, (row_of_0, ONE_ROW_FROM_0.rows[0]), zero="row")
    words = ("audit", str(path), "--epsilon", "ln(2)", "--first-pair", "include")
    words = (*words, *(("--cell-keys", keys) if keys else ()))
    said = run(*words, "--json").json["best"]
    assert lower(said["delta"]) == delta_by_definition(table, 0)
    assert Fraction(said["bound"]["lo"]) <= lower(said["best_delta"]) <= lower(said["delta"])
    assert ", with the pair (0, 1)" in " ".join(run(*words).out.split())
    whole = run(*words, "--best", str(best), "--json").json["best"]
    assert lower(whole["delta"]) == lower(said["delta"])
    written = read_native(best.read_text())
    assert delta_by_definition(written, 0) == lower(whole["best_delta"]) <= lower(said["delta"])
    if keys:
        assert written.row(0) == row_of_0


def test_deltas_that_print_alike_are_no_improvement(run: Run, tmp_path: Path) -> None:
    """A clipped law is 10^-9 from its best: no sentence says 0.02365 instead of 0.02365."""
    path, best = tmp_path / "clip.ptable.json", str(tmp_path / "best.ptable.json")
    law = ("--law", "laplace", "--m", "3", "--epsilon", "1", "--small", "clip", "--zero", "row")
    run("design", "--complete", *law, "-o", str(path))
    words = ("audit", str(path), "--epsilon", "1", "--wide")
    said = " ".join(run(*words).out.split())
    assert "has a delta below 0.02364; this one has delta <= 0.02365" in said
    found = " ".join(run(*words, "--best", best).out.split())
    assert "0.02365 instead of 0.02365" not in said + found
    smaller, own = (
        found.split("could have delta <= ")[1].split(", without")[0].split(" instead of ")
    )
    assert Fraction(smaller) < Fraction(own)
