"""Claim zero: made where an empty cell stays empty, and refused where it lies."""

import json

import pytest
from hypothesis import given

from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.certificate.making import Json, claim, failing, is_accepted, source, targets, text_of
from tests.certificate.random_tables import tables
from verification.claims.context import Context
from verification.claims.request import Request
from verification.claims.zero import KIND

NOISY = Row(((-1, 4), (0, 8), (1, 4)))
SILENT = Row(((0, 16),))
PRESERVED = PTable(16, 1, (NOISY,), Repeat(), "preserve")
SILENT_ROW = PTable(16, 0, (SILENT, NOISY), Repeat(), "row")
NOISY_ROW = PTable(16, 0, (Row(((0, 15), (1, 1))), NOISY), Repeat(), "row")
NOT_COVERED = PTable(16, 1, (NOISY,), Repeat(), "none")


def document_of(table: PTable) -> Json:
    """Return the certificate of a table."""
    found: Json = json.loads(text_of(Request(table, source(table), targets("1/2")), ()))
    return found


@given(tables())
def test_it_is_made_where_every_key_leaves_zero_alone(table: PTable) -> None:
    """Key by key: a covered count of 0 has noise 0 everywhere."""
    covered = table.zero != "none"
    stays = covered and all(z == 0 for z, _ in table.row(0).runs)
    made = KIND.make(Context.of(Request(table, source(table), targets("1/2"))))
    assert (made is not None) == stays


@pytest.mark.parametrize("table", [PRESERVED, SILENT_ROW], ids=["preserved", "row of noise 0"])
def test_all_keys_are_its_evidence(table: PTable) -> None:
    """16 of 16 keys, and the checker says the same."""
    document = document_of(table)
    assert claim(document, "zero")["keys"] == 16
    assert failing(document) == []
    claim(document, "zero")["keys"] = 15
    assert not is_accepted(document)


@pytest.mark.parametrize("table", [NOISY_ROW, NOT_COVERED], ids=["noise", "not covered"])
def test_another_table_cannot_borrow_it(table: PTable) -> None:
    """A row 0 with noise, or no word about 0: it is not made, and refused where it stands."""
    document, lender = document_of(table), document_of(PRESERVED)
    assert all(made["name"] != "zero" for made in document["claims"])
    for status, keys in (("holds", 16), ("holds", 15), ("fails", 16)):
        covers = document["claims"][0]["covers"]
        borrowed = claim(lender, "zero") | {"status": status, "keys": keys, "covers": covers}
        forged = {**document, "claims": [*document["claims"], borrowed]}
        assert not is_accepted(forged)
