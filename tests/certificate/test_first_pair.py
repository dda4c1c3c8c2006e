"""What is claimed of the pair (0, 1): as of every other pair, nothing, or a bound of its own."""

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from exact.table.zero import CAP, EXCLUDE, INCLUDE, FirstPair, read_first_pair
from tests.certificate.making import Json, claim, failing, is_accepted, source, text_of
from tests.certificate.random_tables import tables
from verification.audit import AuditOptions, audit
from verification.certificate.file import read_certificate
from verification.claims.request import Request, Target

NOISY = Row(((-1, 4), (0, 8), (1, 4)))
PRESERVED = PTable(16, 1, (NOISY,), Repeat(), "preserve")
WIDE = Row(((0, 1), (1, 15)))
WRAPPED = PTable(16, 0, (WIDE, WIDE, NOISY), Wrap(0, 3), "row")
ONE_ROW = PTable(16, 0, (WIDE,), Repeat(), "row")
E2 = Epsilon(exp=Fraction(2))
KINDS = (FirstPair(), FirstPair(EXCLUDE), FirstPair(CAP, Fraction(1, 2)))


def pairs_of(table: PTable) -> Iterator[int]:
    """Yield every n with n and n + 1 covered, up to three periods past the last row."""
    first = 0 if table.zero == "preserve" else table.first_count
    period = table.beyond.period if isinstance(table.beyond, Wrap) else 1
    end = table.last_count + (0 if isinstance(table.beyond, Stop) else 3 * period + 2)
    for n in range(first, end):
        if n == 0 or n >= table.first_count:
            yield from [n] if n or table.zero == "row" or table.first_count == 1 else []


def delta_of(table: PTable, n: int, m: int, E: Fraction) -> Fraction:
    """Return the sum of all P(y) - E Q(y) above 0, from the keys."""
    p, q = ({count + z: row.pmf.probability(z) for z in row.pmf.outcomes}
            for count, row in ((n, table.row(n)), (m, table.row(m))))  # fmt: skip
    return sum((max(Fraction(0), v - E * q.get(y, 0)) for y, v in p.items()), Fraction(0))


def is_kept(table: PTable, E: Fraction, delta: Fraction, first: FirstPair) -> bool:
    """Tell pair by pair whether what is claimed holds."""
    limits = {INCLUDE: delta, EXCLUDE: Fraction(1), CAP: first.cap or delta}
    return all(
        delta_of(table, a, b, E) <= (delta if n else limits[first.kind])
        for n in pairs_of(table)
        for a, b in ((n, n + 1), (n + 1, n))
    )


def document_of(table: PTable, delta: Fraction, first: FirstPair, E: Fraction) -> Json:
    """Return a certificate, perhaps one that says that its claims fail."""
    targets = (Target(Epsilon(exp=E), delta),)
    request = Request(table, source(table), targets, first_pair=first)
    found: Json = json.loads(text_of(request, ()))
    return found


@given(tables(), st.sampled_from(KINDS), st.integers(1, 9), st.sampled_from((2, 3, 5)))
def test_a_claim_is_that_of_every_pair_by_enumeration(
    table: PTable, first: FirstPair, tenths: int, E: int
) -> None:
    """In the audit, in the certificate, and by the checker."""
    counts, delta = list(pairs_of(table)), Fraction(tenths, 10)
    assume(counts)
    apart = 0 in counts and len(counts) > 1
    used = first if apart else FirstPair()
    kept = is_kept(table, Fraction(E), delta, used)
    found = audit(
        table, Epsilon(exp=Fraction(E)), delta, AuditOptions(first_pair=used if apart else None)
    )
    assert found.privacy is not None
    assert found.privacy.met == kept
    document = document_of(table, delta, used, Fraction(E))
    assert (claim(document, "dp-all-events")["status"] == "holds") == kept
    assert ("claim dp-all-events" in failing(document)) == (not kept)
    made = read_certificate(json.dumps(document).encode())
    assert made.first_pair == used


@pytest.mark.parametrize("table", [PRESERVED, WRAPPED], ids=["preserved", "wrapped"])
def test_the_claim_says_which_counts_it_is_about(table: PTable) -> None:
    """From 1 where the pair (0, 1) is excluded; its delta is there all the same."""
    counts = {
        first.kind: claim(document_of(table, Fraction(1), first, Fraction(2)), "dp-all-events")[
            "covers"
        ]
        for first in KINDS
    }
    assert counts[INCLUDE] == counts[CAP]
    assert counts[INCLUDE]["counts"]["zero"] is True
    assert counts[EXCLUDE]["counts"] == {"zero": False, "first": 1, "last": None}
    assert counts[INCLUDE]["pairs"] == counts[EXCLUDE]["pairs"]


def test_other_pairs_of_the_same_rows_are_not_excluded() -> None:
    """Counts 0 and 1 have the rows of 3 and 4, and of all others where the row of 0 repeats."""
    for table in (WRAPPED, ONE_ROW):
        worst = max(delta_of(table, 0, 1, Fraction(2)), delta_of(table, 1, 0, Fraction(2)))
        below = worst - Fraction(1, 16)
        document = document_of(table, below, FirstPair(EXCLUDE), Fraction(2))
        assert claim(document, "dp-all-events")["status"] == "fails"


def forged(**changes: object) -> Json:
    """Return the certificate that excludes the pair (0, 1) of a preserved zero, changed."""
    document = document_of(PRESERVED, Fraction(1, 4), FirstPair(EXCLUDE), Fraction(2))
    assert failing(document) == []
    return {key: value for key, value in (document | changes).items() if value is not ...}


def test_a_pair_cannot_be_left_out_without_a_word() -> None:
    """Delta of (0, 1) is 3/4, and 1/4 is claimed of the others."""
    assert is_accepted(forged())
    assert is_accepted(forged(first_pair="cap:3/4")) is False  # the coverage says: from 1
    for said in (..., "include", "cap:1/4", "cap:1/1", "none", "", None, 1, ["exclude"], "cap:2/1"):
        assert not is_accepted(forged(first_pair=said)), said


@pytest.mark.parametrize("name", ["dp-all-events", "dp-singletons"])
def test_coverage_and_pairs_are_counted_again(name: str) -> None:
    """A certificate that says less, or more, than it is about is refused; so is a missing entry."""
    document = forged()
    for part, value in (("zero", True), ("first", 2), ("first", 0), ("last", 5)):
        changed = json.loads(json.dumps(document))
        claim(changed, name)["covers"]["counts"][part] = value
        assert not is_accepted(changed), (part, value)
    for pairs in (0, 2):
        changed = json.loads(json.dumps(document))
        claim(changed, name)["covers"]["pairs"] = pairs
        assert not is_accepted(changed)
    for entry in range(4):
        changed = json.loads(json.dumps(document))
        del claim(changed, name)["pairs"][entry]
        assert not is_accepted(changed)
        claim(changed, name)["covers"]["pairs"] -= 1
        assert not is_accepted(changed)


@pytest.mark.parametrize(
    "table",
    [PTable(16, 1, (NOISY,), Repeat(), "none"), PTable(16, 0, (WIDE, NOISY), Stop(), "row")],
    ids=["not covered", "no other pair"],
)
def test_nothing_is_said_of_a_pair_that_is_not_there(table: PTable) -> None:
    """The pair (0, 1) is not covered, or it is the only one."""
    document = document_of(table, Fraction(1), FirstPair(), Fraction(2))
    assert is_accepted(document)
    for said in ("exclude", "cap:1/2"):
        assert not is_accepted(document | {"first_pair": said})
    covered = table.zero == "row"
    kinds = [EXCLUDE, "cap:1/2"] if covered else [INCLUDE, "cap:1/2"]
    for kind in kinds:
        options = AuditOptions(first_pair=read_first_pair(kind))
        with pytest.raises(InputError, match="first_pair"):
            audit(table, E2, Fraction(1, 2), options)
