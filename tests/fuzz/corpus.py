"""What campaigns begin with: certificates of different kinds, a small file of each format."""

import json
from fractions import Fraction
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from exact.design.table import table_of_law
from exact.formats.writing import write_table
from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row
from tests.certificate.best_of_few_keys import best_of_few_keys
from tests.certificate.making import example_1, requests, small_law, source, targets, text_of
from verification.certificate.proof_file import write_proof
from verification.claims.released import OtherTable, Released, ReleaseTarget, TableOfPlan
from verification.claims.request import Request, Target

_VERSION_1 = Path(__file__).parents[1] / "certificate" / "data" / "version-1"


def with_holes() -> PTable:
    """Return a table that never releases 1, with a row for 0 and its keys from 1 on."""
    rows = (Row(((0, 16),)), Row(((-1, 8), (1, 8))), Row(((-2, 4), (0, 8), (2, 4))))
    last = Row(((-1, 4), (0, 8), (1, 4)))
    return PTable(16, 0, (*rows, last), Stop(), "row", first_key=1, holes=(1,))


@cache
def certificates() -> dict[str, str]:
    """Return twelve certificates by name.

    Laws by a rational, a logarithm and a variance, quantised by each rule; keys by XOR of four, by
    a sum, numbered from 1 as the ESS does; several epsilons; rows that wrap, holes; verdicts of all
    four words; version 1; Example 1 with 2^32 keys; a proof that no table of 8 keys is better; a
    release of two perturbation tables.
    """
    logarithm = table_of_law(law_of_epsilon(4, epsilon("ln(3/2)")), 2**12, "largest-remainder")
    made = {
        "example": Request(example_1(), source(example_1()), targets("1/2:1/10000", "1/10")),
        "holes": Request(with_holes(), source(with_holes()), targets("1:9/10")),
        "measured": Request(small_law("symmetric"), source(small_law("symmetric")), targets("1")),
        "logarithm": Request(logarithm, source(logarithm), targets("ln(2):1/3", "1/7")),
    }
    kept = {name: requests()[name] for name in ("law", "variance", "wrap", "failing")}
    texts = {name: text_of(request) for name, request in {**kept, **made}.items()}
    texts["version-1"] = (_VERSION_1 / "keys-2-8.certificate.json").read_text("utf-8")
    best, proof = best_of_few_keys()["hole"]
    optimal = Request(best, source(best), (Target(proof.epsilon),), proof=proof)
    texts["optimal"] = text_of(optimal)
    texts["release"] = text_of(_release())
    texts["undecided"] = _undecided(text_of(requests()["uniform"]))
    return texts


def _release() -> Request:
    """Return a release of a table with margins and of a cell by another perturbation table."""
    rows = (Row(((-1, 4), (0, 8), (1, 4))), Row(((-2, 1), (-1, 4), (0, 6), (1, 4), (2, 1))))
    own, flat = (
        PTable(16, 1, rows, Repeat(), "none"),
        PTable(8, 1, (Row(((0, 2), (1, 5), (2, 1))),)),
    )
    digest = sha256(write_native(flat).encode()).hexdigest()
    aims = (ReleaseTarget(epsilon("1"), Fraction(99, 100)), ReleaseTarget(epsilon("ln(9)"), None))
    tables = (
        TableOfPlan("by age", 0, ("age",), ((),), None, 0),
        TableOfPlan("flows", 1, None, (), 1, 1),
    )
    keys, others = ("independent", "own-record-key"), (OtherTable(digest, flat),)
    release = Released(*keys, 3, aims, others, tables)
    return Request(own, source(own), targets("1/2"), release=release)


def _undecided(text: str) -> str:
    """Return the certificate with one problem that its solver gave up."""
    document = json.loads(text)
    document["solvers"][0]["problems"][0].update(answer="unknown", reason="timeout")
    return json.dumps({**document, "verdict": "undecided"})


_KEYED = (
    b"pcv,ckey,pvalue\n1,0,-1\n1,1,1\n2,0,0\n2,1,1\n",
    b"pcv;ckey;pvalue\r\n1;1;0\r\n1;2;1\r\n2;1;-1\r\n2;2;0\r\n",
    b"V1,V2\n" + b"-1,0\n" * 4 + b"1,2\n" * 4,
)
_INTERVALS = (
    "r-ptable",
    "tau-argus",
    "sas",
    "transition",
    "cellkey-json",
    "cellkey-yaml",
    "native",
)
_PROBLEM = b"(set-logic QF_LRA)\n(set-info :status unsat)\n"
_ASKED = b"(declare-const x Real)\n(assert (< x x))\n(check-sat)\n(get-value (x))\n"
_OTHERS = (
    _PROBLEM + _ASKED,
    b'[severity]\nBIAS = "error"\nDELTA = "note"\n',
    b"z,p,cq\n0,0.50,1\n1,0x1p-1,2\n",
    b'[{"z": 0, "p": 0.50}, {"p": "0x1p-1", "z": 1}]',
    (
        b'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.csv"\ncells = 2\n'
        b'[[table]]\nname = "b"\nptable = "t.csv"\ndimensions = ["x", "y"]\nmargins = [["x"], []]\n'
    ),
    b"x,y,released\n0,0,12\n0,1,9\n1,0,14\n1,1,7\n",
    b",a,b,total\nc,3,4,7\nd,5,6,11\n",
    b"x,y,count\n0,0,12\n0,1,9\n1,0,14\n1,1,7\n",
)


@cache
def files() -> tuple[bytes, ...]:
    """Return a small valid file of each kind that is read: tables, plans, counts, certificates."""
    table = PTable(10, 0, (Row(((0, 10),)), Row(((-1, 5), (1, 5)))), Repeat(), "row")
    written = (write_table(table, name).encode() for name in _INTERVALS)
    native = write_native(with_holes()).encode()
    small = ("measured", "logarithm", "version-1", "release")
    texts = (*map(certificates().__getitem__, small), write_proof(best_of_few_keys()["hole"][1]))
    return (*_KEYED, *written, native, _workbook(), *_OTHERS, *(text.encode() for text in texts))


def tiny_certificates() -> tuple[bytes, ...]:
    """Return certificates as short as they can be: a few keys, no solver, one with a law."""
    row = PTable(2, 1, (Row(((0, 1), (1, 1))),), Repeat(), "preserve")
    law = table_of_law(law_of_epsilon(1, epsilon("ln(2)")), 8)
    asked = (Request(row, source(row), targets("1:1")), Request(law, source(law), targets("ln(2)")))
    texts = (text_of(request, solvers=()) for request in asked)
    return tuple(json.dumps(json.loads(text), separators=(",", ":")).encode() for text in texts)


def _workbook() -> bytes:
    """Return a table in a sheet."""
    from openpyxl import Workbook

    book, content = Workbook(), BytesIO()
    for row in (("pcv", "ckey", "pvalue"), (1, 1, 0), (1, 2, 1)):
        book.worksheets[0].append(row)
    book.save(content)
    return content.getvalue()
