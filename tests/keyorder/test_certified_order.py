"""A certificate of a table with a key order: its witnesses are keys, and the order is checked."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.feistel import key_at
from exact.keyorder.order import KeyOrder, Listed, Mixed
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from tests.certificate.making import Json, claim, is_accepted, source, targets, text_of
from tests.keyorder.test_feistel import TEXTS, VECTORS
from verification.certificate.file import read_certificate
from verification.certificate.theorem import theorem_source
from verification.checking.files import check_file
from verification.checking.orders import unmixed
from verification.checking.refusing import ClaimFails
from verification.claims.request import Request

ROWS = (Row(((-1, 3), (0, 8), (1, 5))), Row(((-1, 4), (0, 9), (1, 3))))
TABLE = PTable(16, 1, ROWS, first_key=1)
MIXED, LISTED = Mixed("2031 census"), Listed(tuple(7 * key % 16 for key in range(16)))


def text(order: KeyOrder | None, arithmetic: KeyArithmetic | None = None) -> str:
    """Return the certificate of the table with an order."""
    table = replace(TABLE, key_order=order)
    return text_of(Request(table, source(table), targets("1"), arithmetic))


def document(order: KeyOrder | None, arithmetic: KeyArithmetic | None = None) -> Json:
    """Return it as a value that a test may change."""
    found: Json = json.loads(text(order, arithmetic))
    return found


@pytest.mark.parametrize(("words", "key", "keysize", "place"), VECTORS)
def test_the_checker_undoes_the_order_of_another_program(
    words: str, key: int, keysize: int, place: int
) -> None:
    """The places that a shell script found lead back to their keys."""
    assert unmixed(words, place, keysize) == key


@given(TEXTS, st.integers(1, 2**128), st.data())
def test_the_checker_undoes_every_order(words: str, keysize: int, data: st.DataObject) -> None:
    """Two programs that share no code find the same key of a place."""
    place = data.draw(st.integers(0, keysize - 1))
    assert unmixed(words, place, keysize) == key_at(words, place, keysize)


@pytest.mark.parametrize("order", [MIXED, LISTED])
def test_witness_keys_lead_to_their_noise(
    order: KeyOrder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each witness, given to ``lookup`` as it stands in the certificate, leads to its noise."""
    path, found = tmp_path / "table.json", document(order, SumModulo(16))
    path.write_text(write_native(replace(TABLE, key_order=order)), encoding="utf-8")
    for row in claim(found, "key-completeness")["rows"]:
        for noise, key in row["witnesses"]:
            asked = ["--count", str(row["count"]), "--key", str(key), "--json"]
            assert main(["lookup", str(path), *asked]) == 0
            assert json.loads(capsys.readouterr().out)["noise"] == noise
    assert is_accepted(found)


@pytest.mark.parametrize(
    ("order", "other"),
    [
        (MIXED, {"kind": "mixed", "key": "2032 census"}),
        (MIXED, {"kind": "mixed", "key": ""}),
        (MIXED, {"kind": "mixed", "key": "é"}),
        (MIXED, {"kind": "mixed", "key": "2031 census", "rounds": 1}),
        (MIXED, {"kind": "list", "places": list(LISTED.places)}),
        (MIXED, {"kind": "turned"}),
        (MIXED, None),
        (LISTED, {"kind": "list", "places": [5 * key % 16 for key in range(16)]}),
        (LISTED, {"kind": "list", "places": [0, *LISTED.places[:-1]]}),
        (LISTED, {"kind": "list", "places": list(LISTED.places[:-1])}),
    ],
)
def test_another_order_is_not_accepted(order: KeyOrder, other: Json | None) -> None:
    """An order that is no bijection, or whose witnesses are other keys, is refused."""
    found = document(order)
    assert is_accepted(found)
    found["table"]["key_order"] = other
    assert not is_accepted(found)


@pytest.mark.parametrize("version", [2, 4])
def test_only_version_3_has_an_order(version: int) -> None:
    """A table that says another version than it is of is refused."""
    found = document(MIXED)
    found["table"]["version"] = version
    assert not is_accepted(found)


def test_a_law_that_is_not_uniform_is_not_claimed_at_places() -> None:
    """The XOR of four sums modulo 13: no claim key-law with an order, and a forged one fails."""
    arithmetic = XorOfFour(16, 13)
    plain, found = document(None, arithmetic), document(MIXED, arithmetic)
    assert is_accepted(plain)
    assert is_accepted(found)
    assert "key-law" not in [each["name"] for each in found["claims"]]
    found["claims"].append(claim(plain, "key-law"))
    assert not is_accepted(found)


def test_a_file_with_another_order_is_another_table() -> None:
    """The checker compares the order of the file with that of the certificate."""
    for mine, theirs in ((MIXED, LISTED), (LISTED, None), (None, MIXED)):
        content = write_native(replace(TABLE, key_order=theirs)).encode()
        found = document(mine)
        found["input"]["sha256"] = source(replace(TABLE, key_order=theirs)).sha256
        with pytest.raises(ClaimFails, match="the table"):
            check_file(found, content)
    assert check_file(document(MIXED), write_native(replace(TABLE, key_order=MIXED)).encode()) == ""


def test_a_file_of_keys_is_no_file_of_places() -> None:
    """A list of keys with the noise of their places is not what a table with an order says."""
    lines = ["pcv;ckey;pvalue"]
    for count, row in enumerate(ROWS, start=1):
        lines += [f"{count};{key + 1};{row.noise(key)}" for key in range(16)]
    content, plain, found = "\n".join(lines).encode(), document(None), document(MIXED)
    for each in (plain, found):
        each["input"] = {**each["input"], "format": "ess", "sha256": sha256(content).hexdigest()}
    assert check_file(plain, content).startswith("what the file does not say")
    with pytest.raises(ClaimFails, match="has a key order, and such a file has none"):
        check_file(found, content)


def test_the_theorem_says_that_its_keys_are_places() -> None:
    """Coq's theorem counts the keys of each noise, which a bijection does not change."""
    for order in (MIXED, None):
        words = " ".join(theorem_source(read_certificate(text(order).encode())).split())
        assert ("Keys stand here for their places" in words) is (order is not None)
