"""``apply --zeros`` gives every cell the noise that the enumeration of all record keys gives it."""

import csv
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from exact.table.native import write_native
from reports.cli import main
from tests.enumeration import FOLD, SUM, XOR, Keys, Rows

KEYS = {
    "sum": Keys(SUM, 5, 5),
    "four sums": Keys(XOR, 8, 7),
    "byte-fold": Keys(FOLD, 256, 256),
}


def table_of(keys: Keys, rule: str, first_key: int) -> Rows:
    """Return a table with noise in a row of 0 and two more rows."""
    chance = Random(f"{keys}{rule}{first_key}")
    noise = tuple(tuple(chance.choice((0, 1, 2)) for _ in range(keys.K)) for _ in range(3))
    return Rows(keys.K, 0, noise, rule, 0, "row", first_key)


@pytest.mark.parametrize("first_key", [0, 1])
@pytest.mark.parametrize("rule", ["repeat", "wrap"])
@pytest.mark.parametrize("kind", KEYS)
def test_empty_cells_are_applied_as_all_record_keys_say(
    kind: str, rule: str, first_key: int, tmp_path: Path
) -> None:
    """Cells of 0 to 7 people and their margins; an empty one has the noise of nobody's key."""
    keys = KEYS[kind]
    table, chance = table_of(keys, rule, first_key), Random(kind)
    names = [f"key{i}" for i in range(keys.components)]
    cells = {(place, sex): chance.choice((0, 0, 1, 2, 7)) for place in "ABCDE" for sex in "FM"}
    cells |= {("A", "F"): 3, ("A", "M"): 0, ("B", "M"): 2}
    people = [
        (place, sex, tuple(chance.randrange(keys.modulus) for _ in names))
        for (place, sex), count in cells.items()
        for _ in range(count)
    ]
    data, file, out = (tmp_path / name for name in ("people.csv", "t.ptable.json", "out.csv"))
    lines = [",".join([place, sex, *map(str, record)]) for place, sex, record in people]
    data.write_text("\n".join([f"place,sex,{','.join(names)}", *lines]), encoding="utf-8")
    file.write_text(write_native(table.ptable()), encoding="utf-8")
    words = ["apply", str(data), "--table", str(file), "--by", "place,sex", "--margins", "all"]
    words += ["--record-key", ",".join(names), "--cell-keys", keys.kind, "--zeros"]
    words += [] if keys.kind == SUM else ["--bigN", str(keys.modulus)]
    assert main([*words, "--categories", "place=A,B,C,D,E", "-o", str(out)]) == 0
    inside = defaultdict(list)
    for place, sex, record in people:
        for cell in ((place, sex), (place, ""), ("", sex), ("", "")):
            inside[cell].append(record)
    with out.open(encoding="utf-8") as stream:
        found = {(row["place"], row["sex"]): row for row in csv.DictReader(stream)}
    assert ("A", "M") in found
    for cell, row in found.items():
        count = len(inside[cell])
        noise = table.added(count, keys.key(keys.added(inside[cell])))
        written = [int(row[name]) for name in ("count", "noise", "released")]
        assert written == [count, noise, count + noise]
