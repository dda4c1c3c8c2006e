"""Files that number their keys from 1, as the ESS does: the sum of two keys is no sum of places."""

import csv
import json
from itertools import product
from pathlib import Path

import pytest

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.order import Listed
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Wrap
from exact.table.row import Row
from reports.cli import main
from tests.attacks_on_ptcert.judge import falsehoods
from tests.certificate.making import Json, claim, is_accepted, source, targets, text_of
from verification.claims.request import Request

ROWS = (Row(((0, 2), (1, 1), (-1, 1))), Row(((-1, 1), (0, 2), (1, 1))))
FROM_1 = PTable(4, 1, ROWS, zero="preserve", first_key=1)
TABLES = {
    "an empty cell stays empty": FROM_1,
    "from 3 on": PTable(4, 1, ROWS, first_key=3),
    "from the number of keys on": PTable(4, 1, ROWS, zero="preserve", first_key=4),
    "with a row of 0": PTable(4, 0, (Row(((1, 3), (0, 1))), *ROWS), zero="row", first_key=1),
    "that wraps": PTable(4, 0, (Row(((0, 4),)), *ROWS), Wrap(1, 2), "row", first_key=1),
}


def certified(table: PTable, keys: KeyArithmetic) -> Json:
    """Return the certificate of a table whose keys are made so."""
    found: Json = json.loads(
        text_of(Request(table, source(table), targets("1", "ln(2)"), keys), ())
    )
    return found


@pytest.mark.parametrize("keys", [SumModulo(4), XorOfFour(4, 3)], ids=["sum", "xor4"])
@pytest.mark.parametrize("name", TABLES)
def test_what_is_said_of_keys_is_true_whatever_the_first_is(name: str, keys: KeyArithmetic) -> None:
    """By the judge, key by key; the places of rows were added as if they were keys."""
    document = certified(TABLES[name], keys)
    assert is_accepted(document)
    assert falsehoods(document) == []
    claim(document, "margins" if isinstance(keys, SumModulo) else "key-law")


@pytest.mark.parametrize(
    ("name", "keys"), [("margins", SumModulo(4)), ("key-law", XorOfFour(4, 3))]
)
def test_evidence_for_keys_from_0_is_none_for_keys_from_1(name: str, keys: KeyArithmetic) -> None:
    """The same rows, another first key: the claim of one is not that of the other."""
    mine, other = certified(FROM_1, keys), certified(TABLES["from the number of keys on"], keys)
    assert claim(mine, name) != claim(other, name)
    mine["table"]["first_key"] = 4
    assert not is_accepted(mine)


def test_a_row_of_0_that_comes_again_is_that_of_people_there() -> None:
    """Empty cells stay empty where 0 is no key, and larger counts use the row of 0."""
    rows = (Row(((1, 3), (0, 1))), *ROWS)
    found = certified(PTable(4, 0, rows, Wrap(0, 3), "row", first_key=1), SumModulo(4))
    assert is_accepted(found)
    assert falsehoods(found) == []
    claim(found, "margins")


def residuals(path: Path) -> set[int]:
    """Return what women and men less all have of noise, over all places that were applied."""
    found: dict[str, int] = {}
    for line in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
        sign = 1 if line["sex"] else -1
        found[line["place"]] = found.get(line["place"], 0) + sign * int(line["noise"])
    return set(found.values())


@pytest.mark.parametrize("first_key", [0, 1])
@pytest.mark.parametrize("order", [None, Listed((2, 0, 3, 1))], ids=["no order", "an order"])
def test_what_never_occurs_never_does_where_the_table_is_applied(
    first_key: int, order: Listed | None, tmp_path: Path
) -> None:
    """All pairs of record keys, one woman and one man each: every other residual occurs."""
    table = PTable(4, 1, ROWS[:1], Repeat(), first_key=first_key, key_order=order)
    never = claim(certified(table, SumModulo(4)), "margins")["never"]
    people = [
        f"{a}{b},{sex},{key}"
        for a, b in product(range(4), repeat=2)
        for sex, key in (("F", a), ("M", b))
    ]
    data, file, out = (tmp_path / name for name in ("people.csv", "t.ptable.json", "out.csv"))
    data.write_text("\n".join(["place,sex,record_key", *people]), encoding="utf-8")
    file.write_text(write_native(table), encoding="utf-8")
    words = ["apply", str(data), "--table", str(file), "--by", "place,sex", "--margins", "sex"]
    assert main([*words, "--cell-keys", "sum", "-o", str(out)]) == 0
    assert residuals(out) == set(range(-3, 4)) - set(never)
