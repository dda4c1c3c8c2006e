"""The checker alone and ``ptcert check`` read the file of a table by the same rules."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from exact.errors import InputError
from exact.table.native import read_native, write_native
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.attacks_on_ptcert.test_3_certificate_and_table import both, with_digest
from tests.certificate.making import REFUSALS, Json, targets, text_of
from verification.certificate.binding import difference
from verification.certificate.file import certificate_of
from verification.checking.files import check_file
from verification.claims.request import Request
from verification.claims.source import ReadAs, Source

ROWS = (Row(((-1, 1), (0, 2), (1, 1))), Row(((0, 1), (-1, 1), (0, 1), (1, 1))))
KEYS = {"native": None, "ons": "0..3", "ess": "1..4"}
DAMAGES = 500
PIECES = [
    *("\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", " ", "\t", ",", ";", '"', "'"),
    *("0", "1", "2", "-", "+", ".", ".0", "e0", "E+1", "e-1", "1e1", "_", "\0", "\ufeff", "\u0661"),
    *("pvalue", "ckey", "PCV", "inf", "nan", "\xb2", "1e400", "1e99999", "[", "]", "{", "}", ":"),
    *('"holes": [7]', '"version": 1', "null", "true", "1.0", "//", "#", "\\", "\n\n", " \n", "\n "),
]


def table_of(kind: str) -> PTable:
    """Return a table of which a file of a kind says all but what is recorded beside it."""
    zero = "preserve" if kind == "native" else "none"
    return PTable(4, 1, ROWS, Repeat(), zero, first_key=int(kind == "ess"))


def written(kind: str) -> bytes:
    """Return the file of that table."""
    table = table_of(kind)
    if kind == "native":
        return write_native(table).encode()
    separator, head = {"ons": ",", "ess": ";"}[kind], ("pcv", "ckey", "pvalue")
    lines = [
        (n, table.first_key + key, row.noise(key))
        for n, row in enumerate(table.rows, 1)
        for key in range(4)
    ]
    return "".join(separator.join(map(str, line)) + "\n" for line in (head, *lines)).encode()


def certificate(kind: str) -> Json:
    """Return the certificate of that table."""
    content = written(kind)
    said = ReadAs() if kind == "native" else ReadAs(keys=KEYS[kind], beyond="repeat", zero="none")
    about = Source(sha256(content).hexdigest(), kind, len(content), said)
    found: Json = json.loads(text_of(Request(table_of(kind), about, targets("2")), solvers=()))
    return found


def accepted(document: Json, content: bytes) -> tuple[bool, bool]:
    """Tell whether the checker alone takes a file for that of a certificate, and ptcert."""
    document = with_digest(document, content)
    try:
        check_file(document, content)
        bare = True
    except REFUSALS:
        bare = False
    try:
        whole = difference(certificate_of(document), content) is None
    except InputError:
        whole = False
    return bare, whole


def damaged(content: str, random: Random) -> str:
    """Return a text with some pieces put in, taken out, or in the place of others."""
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(content) + 1)
        end = start + random.choice((0, 0, 1, 1, 2, 5))
        piece = random.choice((*PIECES, "", content[start : start + 9], content[:20]))
        content = content[:start] + piece + content[end:]
    return content


@pytest.mark.parametrize("kind", KEYS)
def test_a_damaged_file_is_the_table_to_both_or_to_none(kind: str) -> None:
    """Of thousands of changes some leave the table as it is, and the others are refused by both."""
    document, content, random = certificate(kind), written(kind), Random(f"read alike {kind}")
    assert accepted(document, content) == (True, True)
    said: set[bool] = set()
    for _ in range(DAMAGES):
        other = damaged(content.decode(), random)
        for encoding in ("utf-8", "latin-1"):
            given = other.encode(encoding, errors="replace")
            bare, whole = accepted(document, given)
            assert bare == whole, given
            said.add(bare)
    assert said == {True, False}


EXTREMES = [0, 1, -1, 2, 3, 2**60, 2**60 + 1, -(2**60) - 1, 2**61, 2**61 + 1, 2**62, 2**128 + 1]
WORDS: list[Any] = [None, True, 1.0, "", "x", [], {}, "preserve", "row", "none", "repeat", "stop"]
ORDERS: list[Json | None] = [
    *(None, {"kind": "list", "places": [1, 0, 3, 2]}, {"kind": "list", "places": [0, 0, 1, 2]}),
    *({"kind": "mixed", "key": text} for text in ("a", "", "\xe9", "a" * 100, "a" * 101)),
]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container of a document with each of its keys."""
    inside = value if isinstance(value, dict) else range(len(value) if type(value) is list else 0)
    for key in inside:
        yield value, key
        yield from places(value[key])


def another(document: Json, random: Random) -> None:
    """Change a table in one of the ways in which a reader may take it for something."""
    parent, key = random.choice([*places(document)])
    how = random.randrange(9)
    if how < 3:
        parent[key] = random.choice((*EXTREMES, *WORDS))
    elif how == 3:
        document.update(version=3, key_order=random.choice(ORDERS))
    elif how == 4:
        document["holes"] = random.choice(([7], [7, 7], [8, 7], [2**61], [2**61 + 1], [0]))
    elif how == 5:
        document["beyond"] = {"rule": "wrap", "start": random.randrange(4), "period": 1}
    elif how == 6 and all(type(row) is dict for row in document["rows"]):
        for n, row in enumerate(document["rows"], random.choice((0, 1, 2, 2**61 - 1, 2**61))):
            row["count"] = n
    elif isinstance(parent, list):
        parent.insert(key, json.loads(json.dumps(parent[key])))
    elif how == 7:
        del parent[key]
    else:
        parent["more"] = 1


def test_a_native_file_is_a_table_to_both_or_to_none() -> None:
    """Numbers at the ends of their ranges, runs that are split, keys too many and too few."""
    base, random, said = certificate("native"), Random("native tables"), set[bool]()
    for _ in range(DAMAGES):
        document = json.loads(written("native"))
        for _ in range(random.randint(1, 2)):
            another(document, random)
        content = json.dumps(document)
        forged = with_digest({**base, "table": {"origin": None, **document}}, content.encode())
        try:
            check_file(forged, content.encode())
            bare = True
        except REFUSALS:
            bare = False
        try:
            read_native(content)
            whole = True
        except InputError:
            whole = False
        assert bare == whole, content
        said.add(bare)
    assert said == {True, False}


HEAD, LINES = "pcv,ckey,pvalue", ["1,0,-1", "1,1,0", "1,2,0", "1,3,1", "2,0,0", "2,1,-1", "2,2,0"]
END = ["2,3,1", ""]
FORGED: dict[str, str] = {
    "two columns of a name": "\n".join(
        [f"{HEAD},pvalue", *(line and f"{line},9" for line in (*LINES, *END))]
    ),
    "vertical tabs": "\x0b".join([HEAD, *LINES, *END]),
    "vertical tabs below the header": "\n".join([HEAD, "\x0b".join([*LINES, *END])]),
    "an empty line": "\n".join([HEAD, *LINES, "", *END]),
    "a column more": "\n".join([f"{HEAD},x", *(line and f"{line},9" for line in (*LINES, *END))]),
    "a cell more": "\n".join([HEAD, *LINES, "2,3,1,9", ""]),
    "a quote within a number": "\n".join([HEAD, *LINES, '2,3,1"', ""]),
    "no decimal digits": "\n".join([HEAD, *LINES, "2,3,\u0661", ""]),
    "an underscore": "\n".join([HEAD, *LINES, "2,0_3,1", ""]),
    "a key without end": "\n".join([HEAD, *LINES, "2,1e999999999,1", ""]),
    "a noise without end": "\n".join([HEAD, *LINES, "2,3,1e999999999", ""]),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_file_that_ptcert_cannot_read_is_none_to_the_checker(name: str, tmp_path: Path) -> None:
    """Both end with a status that is not 0, where the checker alone found the table."""
    content = FORGED[name].encode()
    document = with_digest(certificate("ons"), content)
    assert 0 not in both(document, content, tmp_path, "t.csv")


@pytest.mark.parametrize(
    "change", [{"version": 99}, {"version": "2"}, {"format": "x"}, {"more": 1}]
)
def test_a_native_file_of_another_form_is_refused(change: Json, tmp_path: Path) -> None:
    """A version that is not known may mean something else by the same rows."""
    content = json.dumps(json.loads(written("native")) | change).encode()
    document = with_digest(certificate("native"), content)
    assert 0 not in both(document, content, tmp_path)
