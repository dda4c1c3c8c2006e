"""Claim never-negative: made where no count can be released below 0, and refused where it lies."""

import json

import pytest
from hypothesis import given

from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.certificate.making import Json, claim, failing, is_accepted, source, targets, text_of
from tests.certificate.random_tables import tables
from verification.checking.refusing import ClaimFails
from verification.claims.context import Context
from verification.claims.never_negative import KIND
from verification.claims.request import Request

FAR = 40


def request(table: PTable) -> Request:
    """Return what a certificate of a table is asked to say."""
    return Request(table, source(table), targets("1/2"))


def never_below_zero() -> PTable:
    """Return a table in the manner of R ptable: small counts are never perturbed below 0."""
    rows = (Row(((-1, 4), (0, 8), (1, 4))), Row(((-2, 2), (-1, 4), (0, 4), (1, 6))))
    return PTable(16, 1, rows, Repeat(), "preserve")


@pytest.fixture(scope="module")
def text() -> str:
    """Return the certificate of that table."""
    return text_of(request(never_below_zero()))


@given(tables())
def test_it_is_made_where_no_release_is_negative_by_definition(table: PTable) -> None:
    """Counts far past the last row included: it is made exactly if every count + noise is >= 0."""
    zero = [0] if table.zero == "preserve" else []
    last = table.last_count if isinstance(table.beyond, Stop) else FAR
    counts = (*zero, *range(table.first_count, last + 1))
    negative = any(n + z < 0 for n in counts for z, _ in table.row(n).runs)
    assert (KIND.make(Context.of(request(table))) is None) == negative


def test_the_smallest_release_of_each_row_is_its_evidence(text: str) -> None:
    """Count 1 is released as 0 at least, and so is count 2: the checker says the same."""
    document = json.loads(text)
    made = claim(document, "never-negative")
    assert made["status"] == "holds"
    assert made["rows"] == [{"count": 1, "least": 0}, {"count": 2, "least": 0}]
    assert failing(document) == []


@pytest.mark.parametrize("least", [-1, 1, "0", None])
def test_another_smallest_release_is_refused(text: str, least: object) -> None:
    """The evidence is computed anew from the table."""
    document = json.loads(text)
    claim(document, "never-negative")["rows"][1]["least"] = least
    assert not is_accepted(document)


def test_it_is_not_said_of_fewer_rows(text: str) -> None:
    """Each row has its entry, and the claim says of how many it speaks."""
    shorter, smaller = json.loads(text), json.loads(text)
    claim(shorter, "never-negative")["rows"].pop()
    claim(smaller, "never-negative")["covers"]["rows"] = 1
    assert not is_accepted(shorter)
    assert not is_accepted(smaller)


def borrowed(table: PTable, rows: list[Json]) -> Json:
    """Return the certificate of a table with a claim that was not made of it."""
    document: Json = json.loads(text_of(request(table)))
    counts = {"zero": True, "first": 1, "last": None}
    made = {"name": "never-negative", "status": "holds", "rows": rows}
    document["claims"].append(made | {"covers": {"rows": len(rows), "counts": counts}})
    return document


def test_a_table_that_goes_below_zero_cannot_borrow_it() -> None:
    """Whether the evidence is true or false, the claim does not hold of count 1 with noise -2."""
    rows = (Row(((-2, 1), (0, 15))), Row(((-2, 1), (0, 15))))
    table = PTable(16, 1, rows, Wrap(1, 2), "preserve")
    for least in (-1, 0):
        entries: list[Json] = [{"count": 1, "least": least}, {"count": 2, "least": 0}]
        with pytest.raises(ClaimFails, match="never-negative"):
            failing(borrowed(table, entries))


def test_a_certificate_that_does_not_make_it_stays_valid(text: str) -> None:
    """A certificate lists the claims that it makes: an older one is whole."""
    document = json.loads(text)
    document["claims"].remove(claim(document, "never-negative"))
    assert failing(document) == []
