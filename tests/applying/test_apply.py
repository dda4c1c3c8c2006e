"""``ptcert apply``: every cell as counting by hand gives it, or one line and nothing written."""

import json
from pathlib import Path
from typing import Any

import pytest

from exact.cellkeys.arithmetic import ByteFold, XorOfFour
from exact.keyorder.order import Mixed
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from reports.cli import main
from tests.applying.by_hand import cells_by_hand, cells_written, people, write_csv
from tests.cli.running import changed

BY = ("region", "sex", "age")


def turned(keysize: int, rows: int, **more: Any) -> PTable:
    """Return a table whose rows differ in every key: a wrong row or key shows."""
    made = []
    for count in range(1, rows + 1):
        noises = [(key * 7 + count * 3) % 5 - 2 for key in range(keysize)]
        made.append(Row.of([(max(z, -count), 1) for z in noises]))
    return PTable(keysize, 1, tuple(made), **more)


def applied(tmp_path: Path, table: PTable, records: Any, *more: str) -> Path:
    """Apply a table to records by the command; return the result's path."""
    data = write_csv(tmp_path / "people.csv", records)
    file, out = tmp_path / "t.ptable.json", tmp_path / "out.csv"
    file.write_text(write_native(table))
    words = ["apply", str(data), "--table", str(file), "--by", ",".join(BY), "--margins", "all"]
    assert main(changed([*words, "-o", str(out)], *more)) == 0
    return out


@pytest.mark.parametrize("beyond", [Repeat(), Wrap(5, 7)])
@pytest.mark.parametrize("first_key", [0, 1])
def test_every_cell_and_margin_is_what_counting_by_hand_gives(
    tmp_path: Path, beyond: Repeat | Wrap, first_key: int
) -> None:
    """A sum modulo K is written by the file's own numbers: with keys 1..K, 0 is K."""
    records = people(700, 100)
    table = turned(100, 12, beyond=beyond, zero="preserve", first_key=first_key)

    def key(inside: list[dict[str, Any]]) -> int:
        total: int = sum(r["rkey"] for r in inside)
        return (total - first_key) % 100 + first_key

    out = applied(tmp_path, table, records, "--record-key", "rkey")
    assert cells_written(out, BY) == cells_by_hand(records, BY, table, key)


def test_many_margins_are_what_counting_by_hand_gives(tmp_path: Path) -> None:
    """Thirty-two, more than the engine makes in one statement; two dimensions have one category."""
    records = [one | {"land": "X", "year": "1"} for one in people(200, 100)]
    table, by = turned(100, 12, zero="preserve"), ("land", *BY, "year")
    more = ("--record-key", "rkey", "--by", ",".join(by))
    out = applied(tmp_path, table, records, *more)
    found = cells_by_hand(records, by, table, lambda inside: sum(r["rkey"] for r in inside) % 100)
    assert cells_written(out, by) == found


@pytest.mark.parametrize("asked", ["sex", "region,sex", "sex;sex,age", "region,sex,age"])
def test_some_margins_are_those_among_all(tmp_path: Path, asked: str) -> None:
    """Also where a dimension is summed over in each of them."""
    records, table = people(200, 100), turned(100, 12, zero="preserve")
    out = applied(tmp_path, table, records, "--record-key", "rkey", "--margins", asked)
    found = cells_by_hand(records, BY, table, lambda inside: sum(r["rkey"] for r in inside) % 100)
    wanted = {"", *asked.split(";")}
    assert cells_written(out, BY) == {cell: of for cell, of in found.items() if cell[1] in wanted}


def test_keys_of_four_components_are_the_xor_of_their_sums(tmp_path: Path) -> None:
    """Sadeghi-Chien (3.1)-(3.2) with the largest prime below 256."""
    records = people(500, 251, keys=4)
    table, columns = turned(256, 9, zero="preserve"), [f"rkey{i}" for i in range(4)]
    scheme = XorOfFour(256, 251)
    out = applied(tmp_path, table, records, "--record-key", ",".join(columns))
    by_hand = cells_by_hand(
        records,
        BY,
        table,
        lambda inside: scheme.cell_key([tuple(r[c] for c in columns) for r in inside]),
    )
    assert cells_written(out, BY) == by_hand


def test_folded_keys_are_the_xor_of_the_four_bytes_of_a_sum(tmp_path: Path) -> None:
    """The older method: record keys of 32 bits, a sum modulo 2^32, one byte."""
    records, table = people(500, 2**32), turned(256, 9, zero="preserve")
    out = applied(tmp_path, table, records, "--record-key", "rkey", "--cell-keys", "byte-fold")
    by_hand = cells_by_hand(
        records, BY, table, lambda inside: ByteFold().cell_key([r["rkey"] for r in inside])
    )
    assert cells_written(out, BY) == by_hand


def test_a_table_of_2_32_keys_is_looked_up_by_its_ranges(tmp_path: Path) -> None:
    """Ranges that begin and end inside buckets, and one that is a single key."""
    runs = ((-2, 2**31 - 5), (0, 1), (1, 2**30 + 3), (2, 2**30 + 1))
    table = PTable(2**32, 1, (Row(((-1, 2**31), (1, 2**31))), Row(runs)), zero="preserve")
    records = people(800, 2**32)
    out = applied(tmp_path, table, records, "--record-key", "rkey")
    by_hand = cells_by_hand(
        records, BY, table, lambda inside: sum(r["rkey"] for r in inside) % 2**32
    )
    assert cells_written(out, BY) == by_hand


def test_a_key_order_puts_every_key_at_its_place(tmp_path: Path) -> None:
    """With a published bijection of the keys the lookup is ``PTable.noise``, as everywhere."""
    records = people(600, 2**32)
    runs = ((-1, 2**31), (0, 2**30), (2, 2**30))
    table = PTable(2**32, 1, (Row(runs),), zero="preserve", key_order=Mixed("a text"))
    out = applied(tmp_path, table, records, "--record-key", "rkey")
    by_hand = cells_by_hand(
        records, BY, table, lambda inside: sum(r["rkey"] for r in inside) % 2**32
    )
    assert cells_written(out, BY) == by_hand


def test_decimal_keys_are_integers_on_their_grid_in_any_order(tmp_path: Path) -> None:
    """0.1 + 0.2 + 0.7 has the key 0 whatever the order; floats give 0.0 or 0.999..."""
    table = PTable(1000, 1, (Row(((-1, 500), (4, 499), (5, 1))),), zero="preserve")
    tenths = {"A": (1, 2, 7), "B": (7, 2, 1), "C": (2, 7, 1)}
    records = [
        {"region": region, "sex": "F", "age": "1", "rkey": f"0.{key}"}
        for region, keys in tenths.items()
        for key in keys
    ]
    out = applied(tmp_path, table, records, "--record-key", "rkey", "--margins", "none")
    assert set(cells_written(out, BY).values()) == {(3, 0, -1, 2)}


def test_empty_cells_are_those_of_the_product_that_nobody_is_in(tmp_path: Path) -> None:
    """Observed categories and declared ones; a missing category is one of its own."""
    records = people(40, 100)
    table = turned(100, 5, zero="preserve")
    out = applied(
        tmp_path, table, records, "--record-key", "rkey", "--zeros", "--categories", "sex=F,M,X"
    )
    regions = {r["region"] for r in records}
    sexes = {r["sex"] for r in records} | {"F", "M", "X"}
    ages = {r["age"] for r in records}
    written = cells_written(out, BY)
    whole = [cell for cell, margin in written if margin == ""]
    assert len(whole) == len(set(whole)) == len(regions) * len(sexes) * len(ages)
    assert {written[cell, ""] for cell in whole if cell[1] == "X"} == {(0, 0, 0, 0)}
    assert sum(count for count, *_ in (written[cell, ""] for cell in whole)) == 40


def test_the_manifest_binds_data_table_and_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Digests of the three files, as hashing them gives."""
    from hashlib import sha256

    records, table = people(50, 100), turned(100, 5, zero="preserve")
    out = applied(tmp_path, table, records, "--record-key", "rkey", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads((tmp_path / "out.csv.manifest.json").read_text())

    def digest(name: str) -> str:
        return sha256((tmp_path / name).read_bytes()).hexdigest()

    assert told["data"]["sha256"] == digest("people.csv")
    assert told["table"]["sha256"] == digest("t.ptable.json")
    assert told["output"]["sha256"] == digest(out.name)
    assert told["data"]["records"] == 50


def test_what_is_published_has_no_counts_keys_and_noise(tmp_path: Path) -> None:
    """Only dimensions, the margin and the released count."""
    table = turned(100, 5, zero="preserve")
    out = applied(tmp_path, table, people(50, 100), "--record-key", "rkey", "--publish", "--zeros")
    assert out.read_text().splitlines()[0] == "region,sex,age,margin,released"


BAD = {
    "no key column": (["--record-key", "rk"], "is no column of people.csv"),
    "no dimension": (["--by", "region,town"], "is no column of people.csv"),
    "a dimension twice": (["--by", "sex,sex"], "twice"),
    "a dimension that is a result": (["--by", "count"], "the result has itself"),
    "SQL in a name": (["--by", 'sex"; DROP TABLE t; --'], "is no column of people.csv"),
    "a margin of nothing": (["--margins", "town"], "is no dimension"),
    "no condition": (["--where", "age"], "is no condition"),
    "an order of words": (["--where", "age<old"], "compares numbers"),
    "keys above bigN": (["--cell-keys", "sum", "--bigN", "50"], "keys"),
    "categories of nothing": (["--categories", "town=A"], "does not declare"),
    "no memory": (["--memory", "nothing"], "memory"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Exit status 2, what was given, what to do; no file beside the input."""
    more, said = BAD[case]
    data = write_csv(tmp_path / "people.csv", people(50, 100))
    file = tmp_path / "t.ptable.json"
    file.write_text(write_native(turned(100, 5, zero="preserve")))
    words = ["apply", str(data), "--table", str(file), "--by", "region", "--record-key", "rkey"]
    assert main(changed([*words, "-o", str(tmp_path / "out.csv")], *more)) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["people.csv", "t.ptable.json"]


@pytest.mark.parametrize(
    ("key", "said"),
    [("", "have none"), ("100", "outside 0..99"), ("-1", "no integer"), ("1e-05", "no integer")],
)
def test_a_record_key_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, said: str
) -> None:
    """A null key, one outside 0..bigN-1, one that is no integer."""
    records = people(50, 100)
    records[7]["rkey"] = key
    data, file = write_csv(tmp_path / "people.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(turned(100, 5, zero="preserve")))
    words = ["apply", str(data), "--table", str(file), "--by", "region", "--record-key", "rkey"]
    assert main([*words, "-o", str(tmp_path / "out.csv")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()


def test_a_count_that_the_table_does_not_cover_is_named_with_its_cell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The smallest such counts first, each with its categories."""
    records = [{"region": "A", "sex": "F", "age": "1", "rkey": 5}] * 7
    data, file = write_csv(tmp_path / "people.csv", records), tmp_path / "t.ptable.json"
    file.write_text(write_native(turned(100, 5, beyond=Stop(), zero="preserve")))
    words = ["apply", str(data), "--table", str(file), "--by", "region,sex", "--record-key", "rkey"]
    assert main([*words, "-o", str(tmp_path / "out.csv")]) == 2
    assert "region A, sex F has 7" in capsys.readouterr().err
