"""The claim margins: the joint delta of cells whose keys add is exact, forged evidence is not."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from exact.cellkeys.arithmetic import SumModulo, XorOfFour
from exact.errors import InputError
from exact.keyorder.order import Listed, Mixed
from exact.numbers.epsilon import epsilon
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from reports.certificates.check import accepted
from tests.certificate.making import (
    Json,
    claim,
    example_1,
    failing,
    gapped,
    is_accepted,
    many_rows,
    source,
    targets,
    text_of,
    written,
)
from tests.composition.tables import TEN
from verification.certificate.file import certificate_text
from verification.checking import margins as checker
from verification.checking.refusing import ClaimFails
from verification.checking.table import Table
from verification.claims.released import OtherTable, Released, ReleaseTarget, TableOfPlan
from verification.claims.request import Request

BY_SEX = TableOfPlan("by sex", 0, ("sex",), ((),), None, 0)
ROW = Row(((-1, 2), (0, 3), (1, 1)))
EVEN, ODD = Row(((-1, 2), (0, 4), (1, 2))), Row(((-1, 1), (0, 5), (1, 2)))
SHUFFLED = replace(TEN[1], key_order=Listed((3, 0, 5, 1, 4, 2, 7, 6)))
WRAPPED = TEN[6]
ENDING = PTable(8, 1, (EVEN, ODD, EVEN, ODD), Stop())
SMALL = (*TEN[:2], *TEN[3:7], TEN[8], TEN[9], many_rows(), gapped(), SHUFFLED, ENDING)


def release(
    *given: str, tables: tuple[TableOfPlan, ...] = (BY_SEX,), keys: str = "sum", sex: int = 2
) -> Released:
    """Return a release of a table with its total, at targets written as "epsilon:delta"."""
    pairs = (text.partition(":") for text in given)
    aims = tuple(ReleaseTarget(epsilon(e), Fraction(d) if d else None) for e, _, d in pairs)
    categories = (("sex", sex),) if keys == "sum" else ()
    return Released(keys, "record-keys", 8, aims, (), tables, categories)


def certified(table: PTable, released: Released) -> Json:
    """Return the certificate of a release."""
    request = Request(table, source(table), targets("1/2"), release=released)
    found: Json = json.loads(text_of(request))
    return found


def measured(table: PTable) -> Json:
    """Return the certificate of a table whose keys are said to add."""
    request = Request(table, source(table), targets("ln(5/4)"), SumModulo(table.keysize))
    found: Json = json.loads(text_of(request))
    return found


def covered(table: PTable, n: int) -> bool:
    """Tell whether a table says what happens to a count."""
    if n == 0:
        return table.zero != "none"
    return n >= table.first_count and not (isinstance(table.beyond, Stop) and n > table.last_count)


def law(table: PTable, counts: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return the law of the released cells and margin, by looking up every key of the cells."""
    keys = [range(table.keysize if n else 1) for n in counts]
    found: Counter[tuple[int, ...]] = Counter()
    total = sum(counts)
    for each in product(*keys):
        noisy = [n + table.noise(n, key) for n, key in zip(counts, each, strict=True)]
        found[*noisy, total + table.noise(total, sum(each) % table.keysize)] += 1
    return {outcome: Fraction(w, prod(map(len, keys))) for outcome, w in found.items()}


def truth(table: PTable, E: Fraction, floor: int = 0, last: int = 7) -> Fraction:
    """Return the largest delta of two cells and their margin, of all counts up to some."""
    found = [Fraction(0)]
    for f, m in product(range(floor, last + 1), repeat=2):
        if all(covered(table, n) for n in (f, f + 1, m, f + m, f + m + 1)):
            P, Q = law(table, (f, m)), law(table, (f + 1, m))
            for one, other in ((P, Q), (Q, P)):
                each = (one[y] - E * other.get(y, Fraction(0)) for y in one)
                found.append(sum((d for d in each if d > 0), Fraction(0)))
    return max(found)


@pytest.fixture(scope="module")
def made() -> str:
    """The text of a certificate of a table of many rows with its total."""
    return json.dumps(certified(WRAPPED, release("ln(5/4):9/10", "1")))


@pytest.fixture
def document(made: str) -> Json:
    """The same as a value that a test may change."""
    found: Json = json.loads(made)
    return found


def test_it_is_accepted_read_and_written_as_it_is(document: Json) -> None:
    """By the checker, by the reader, and the text is the same again; nothing is composed."""
    assert failing(document) == []
    assert document["verdict"] == "holds"
    assert json.loads(certificate_text(accepted("a", written(document)))) == document
    assert "composition" not in [one["name"] for one in document["claims"]]


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_the_claim_is_the_largest_delta_of_all_counts_and_keys(number: int) -> None:
    """Every pair of counts up to 7, every pair of keys: by definition."""
    table = SMALL[number]
    found = claim(measured(table), "margins")
    delta = found["points"][0]["delta"]
    assert Fraction(delta["lo"]) == Fraction(delta["hi"]) == truth(table, Fraction(5, 4))


def test_example_1_has_its_joint_delta_and_its_residuals_certified() -> None:
    """0.201 at epsilon = 1/2, and F + M - T is never within 7 of 0."""
    found = claim(certified(example_1(), release("1/2:21/100")), "margins")
    delta = found["points"][0]["delta"]
    assert Fraction("0.20102102320965619") < Fraction(delta["lo"])
    assert Fraction(delta["hi"]) < Fraction("0.20102102320965620")
    assert found["never"] == [*range(-75, -26), *range(-7, 8), *range(27, 76)]


@pytest.mark.parametrize("floor", [0, 2, 9])
def test_counts_below_a_floor_are_left_out(floor: int) -> None:
    """The largest delta of the counts from there on; the witness is one of them."""
    tables = (replace(BY_SEX, count_floor=floor),)
    found = claim(certified(WRAPPED, release("ln(2)", tables=tables)), "margins")["points"][0]
    assert Fraction(found["delta"]["hi"]) == truth(WRAPPED, Fraction(2), floor, floor + 4)
    assert min(found["counts"]) >= floor


def test_a_floor_of_the_margin_alone_bounds_from_both_sides() -> None:
    """Above all counts of the cells, below counts whose sum is large enough."""
    table = PTable(8, 1, (Row(((-1, 1), (0, 6), (1, 1))), EVEN))
    tables = (replace(BY_SEX, margins=()), TableOfPlan("all", 0, (), (), None, 9))
    found = claim(certified(table, release("ln(2)", tables=tables)), "margins")["points"][0]
    high, low = truth(table, Fraction(2)), truth(table, Fraction(2), 9, 12)
    assert (Fraction(found["delta"]["hi"]), Fraction(found["delta"]["lo"])) == (high, low)
    assert low < high
    assert sum(found["counts"]) >= 9


def test_three_cells_with_their_margin_are_certified() -> None:
    """A table of one row: by enumeration of the keys of three cells."""
    table = PTable(6, 1, (ROW,))
    found = claim(certified(table, release("ln(2)", sex=3)), "margins")
    P, Q = law(table, (3, 3, 3)), law(table, (4, 3, 3))
    due = [
        sum((max(Fraction(0), a[y] - 2 * b.get(y, Fraction(0))) for y in a), Fraction(0))
        for a, b in ((P, Q), (Q, P))
    ]
    assert found["categories"] == 3
    assert Fraction(found["points"][0]["delta"]["hi"]) == max(due)


def _one(document: Json) -> Json:
    found: Json = claim(document, "margins")
    return found


def _point(**changes: object) -> Callable[[Json], None]:
    return lambda document: _one(document)["points"][0].update(changes)


def _bound(name: str, by: Fraction) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        delta = _one(document)["points"][0]["delta"]
        value = Fraction(delta[name]) + by
        delta[name] = f"{value.numerator}/{value.denominator}"

    return change


def _delta(lo: Fraction | None, hi: Fraction | None) -> Callable[[Json], None]:
    """Move the bounds away from the truth: by so much below it, and above it; None: far enough."""

    def change(document: Json) -> None:
        delta = _one(document)["points"][0]["delta"]
        true = Fraction(delta["lo"])
        low = Fraction(1, 5) if lo is None else true + lo
        high = Fraction(9, 10) if hi is None else true + hi
        delta.update(lo=f"{low.numerator}/{low.denominator}")
        delta.update(hi=f"{high.numerator}/{high.denominator}")

    return change


def _release(**changes: object) -> Callable[[Json], None]:
    return lambda document: document["release"].update(changes)


def _table(**changes: object) -> Callable[[Json], None]:
    return lambda document: document["release"]["tables"][0].update(changes)


def _without_the_claim(document: Json) -> None:
    document["claims"] = [one for one in document["claims"] if one["name"] != "margins"]


def _another_table(document: Json) -> None:
    document["table"]["rows"][1]["keys"] = [4, 8, 4]


def _second_margin(document: Json) -> None:
    document["release"]["tables"][0].update(dimensions=["age", "sex"], margins=[["age"], []])


FORGED: dict[str, Callable[[Json], None]] = {
    "bounds out of order": _bound("hi", -Fraction(1, 10**40)),
    "a lower upper bound": _delta(None, -Fraction(1, 10**40)),
    "a higher lower bound": _delta(Fraction(1, 10**40), None),
    "an upper bound above 1": _bound("hi", Fraction(1)),
    "a negative lower bound": _bound("lo", -Fraction(1)),
    "other counts": _point(counts=[1, 5]),
    "counts that are none": _point(counts=[True, 1]),
    "a negative count": _point(counts=[-1, 1]),
    "a third count": _point(counts=[1, 1, 1]),
    "one count": _point(counts=[1]),
    "the other direction": lambda d: _one(d)["points"][0].update(
        added=not _one(d)["points"][0]["added"]
    ),
    "a direction that is none": _point(added=1),
    "another A": _point(A="1/1"),
    "another B": _point(B="0/1"),
    "another epsilon": _point(epsilon="1/2"),
    "more evidence": _point(more=1),
    "a point less": lambda d: _one(d)["points"].pop(),
    "another number of cells": lambda d: _one(d).update(categories=3),
    "fewer counts looked at": lambda d: _one(d).update(tuples=1),
    "a residual that occurs": lambda d: _one(d).update(never=[0]),
    "it covers more": lambda d: _one(d)["covers"].update(epsilons=3),
    "another name": lambda d: _one(d).update(name="composition"),
    "a release without the claim": _without_the_claim,
    "the claim without a release": lambda d: d.pop("release"),
    "independent keys": _release(keys="independent"),
    "mixed keys": _release(keys="mixed"),
    "categories of mixed keys": lambda d: d["release"].update(keys="independent"),
    "keys that attackers know": _release(secret="own-record-key"),
    "no categories": lambda d: d["release"].pop("categories"),
    "another number of categories": _release(categories=[["sex", 3]]),
    "one category": _release(categories=[["sex", 1]]),
    "categories of nothing": _release(categories=[["sex", 2], ["age", 2]]),
    "categories twice": _release(categories=[["sex", 2], ["sex", 2]]),
    "categories without a number": _release(categories=[["sex", True]]),
    "a floor above the counts given": _table(count_floor=9),
    "no margin": _table(margins=[]),
    "two margins": _second_margin,
    "cells that nobody names": _table(dimensions=None, margins=[], cells=2),
    "a target that is missed": lambda d: d["release"]["targets"][0].update(delta="1/1000"),
    "another table": _another_table,
    "another rule past the last row": lambda d: d["table"].update(beyond={"rule": "repeat"}),
    "version 1": lambda d: d.update(version=1),
}


@pytest.mark.parametrize("case", FORGED)
def test_forged_evidence_is_rejected(document: Json, case: str) -> None:
    """Whatever is changed, the checker does not accept it."""
    FORGED[case](document)
    assert not is_accepted(document)


def test_wider_bounds_are_true_too(document: Json) -> None:
    """What is forged above by 10^-40 is accepted where it stays on its side."""
    _delta(None, None)(document)
    assert is_accepted(document)


def test_a_target_that_is_missed_fails() -> None:
    """And the certificate says so itself."""
    document = certified(many_rows(), release("ln(2):1/4"))
    assert document["verdict"] == "fails"
    assert failing(document) == ["claim margins"]


def test_one_cell_is_composed_whatever_is_said_of_keys() -> None:
    """The key of one cell is uniform, though keys add."""
    tables = (TableOfPlan("by sex", 0, ("sex",), (), None, 0),)
    document = certified(many_rows(), release("1", tables=tables))
    assert is_accepted(document)
    assert claim(document, "composition")["keys"] == "sum"
    assert "margins" not in [one["name"] for one in document["claims"]]


@pytest.mark.parametrize(
    "tables",
    [
        (TableOfPlan("a", 0, ("age", "sex"), (("age",), ()), None, 0),),
        (TableOfPlan("a", 0, ("age",), ((),), None, 0),),
        (BY_SEX, TableOfPlan("b", 0, None, (), 3, 0)),
    ],
)
def test_beyond_one_margin_nothing_is_certified(tables: tuple[TableOfPlan, ...]) -> None:
    """Two margins, an unknown number of cells, and cells that nobody names."""
    sexes = (("sex", 2),) if any(one.dimensions != ("age",) for one in tables) else ()
    with pytest.raises(InputError, match="one table with one margin"):
        certified(many_rows(), replace(release("1", tables=tables), categories=sexes))


def test_an_attacker_who_knows_other_keys_is_not_certified() -> None:
    """For keys that add, record keys are secret."""
    with pytest.raises(InputError, match="own-record-key"):
        certified(many_rows(), replace(release("1"), secret="own-record-key"))


def test_a_table_whose_keys_are_said_to_add_has_the_claim_measured() -> None:
    """Without a release: two cells, any counts; nobody said so, or an XOR: no claim."""
    table = many_rows()
    for arithmetic, assumed, made in (
        (SumModulo(16), False, True),
        (SumModulo(16), True, False),
        (XorOfFour(16, 16), False, False),
        (None, False, False),
    ):
        request = Request(table, source(table), targets("1"), arithmetic, assumed)
        document: Json = json.loads(text_of(request))
        assert is_accepted(document)
        assert ("margins" in [one["name"] for one in document["claims"]]) is made
        if made:
            added = {"kind": "sum", "assumed": True}
            for other in ({"kind": "xor4", "bigN": 16, "assumed": False}, None, added):
                assert not is_accepted(document | {"key_arithmetic": other})


def mixed(keysize: int, text: str = "2031") -> PTable:
    """Return a table of one row in a mixed order of its keys."""
    quarter = keysize // 4
    row = Row(((-1, quarter), (0, keysize - 2 * quarter), (1, quarter)))
    return PTable(keysize, 1, (row,), key_order=Mixed(text))


def test_mixed_keys_are_composed_by_their_assumption() -> None:
    """As if independent, and the certificate says that they are mixed."""
    document = certified(mixed(2**17), release("ln(2)", keys="mixed"))
    assert is_accepted(document)
    assert claim(document, "composition")["keys"] == "mixed"
    apart = certified(mixed(2**17), release("ln(2)", keys="independent"))
    assert claim(document, "composition")["points"] == claim(apart, "composition")["points"]


def test_a_sorted_table_is_not_mixed() -> None:
    """Neither to the writer nor to the checker; nor are 2^16 keys."""
    for table in (many_rows(), mixed(2**16)):
        with pytest.raises(InputError, match="mixed"):
            certified(table, release("1", keys="mixed"))
        document = certified(table, release("1", keys="independent"))
        document["release"]["keys"] = claim(document, "composition")["keys"] = "mixed"
        assert not is_accepted(document)


def test_a_published_order_hides_nothing_from_who_knows_all_other_keys() -> None:
    """What is released without the person is known then: neither writer nor checker composes it."""
    with pytest.raises(InputError, match="own-record-key"):
        certified(mixed(2**17), replace(release("1", keys="mixed"), secret="own-record-key"))
    document = certified(mixed(2**17), release("1", keys="mixed"))
    document["release"]["secret"] = claim(document, "composition")["secret"] = "own-record-key"
    assert not is_accepted(document)


def by_two_tables(text: str, people: str) -> Released:
    """Return a release of women and men by a table of order "2031", and of people by another."""
    tables = (
        TableOfPlan("a", 0, ("sex",), (), None, 0),
        TableOfPlan("b", 1, (people,), (), None, 0),
    )
    beside = OtherTable("0" * 64, replace(mixed(2**18), key_order=Mixed(text)))
    return replace(release("1", keys="mixed"), others=(beside,), tables=tables)


@pytest.mark.parametrize(
    ("text", "people", "right"), [("2031", "age", 1), ("2032", "sex", 1), ("2031", "sex", 0)]
)
def test_the_same_people_are_composed_only_at_places_of_two_orders(
    text: str, people: str, right: int
) -> None:
    """One key leads to one place of an order, so two tables of one order are not independent."""
    asked = by_two_tables(text, people)
    if right:
        assert is_accepted(certified(mixed(2**17), asked))
        return
    with pytest.raises(InputError, match="by one key"):
        certified(mixed(2**17), asked)
    document = certified(mixed(2**17), by_two_tables("2032", people))
    document["release"]["others"][0]["table"]["key_order"]["key"] = text
    assert not is_accepted(document)


@pytest.mark.parametrize("keys", ["mixed", "sum"])
def test_empty_cells_have_no_noise_by_chance(keys: str) -> None:
    """The sum of no keys is 0, so an empty cell has the noise of the key 0, whatever its row says.

    By its row a count of 0 would be released as any of -3 to 4, as a count of 1 is.
    """
    rows = tuple(Row(tuple((z - n, 2**14) for z in range(-3, 5))) for n in (0, 1))
    order = Mixed("2031") if keys == "mixed" else None
    table = PTable(2**17, 0, rows, zero="row", key_order=order)
    cell = TableOfPlan("a", 0, ("sex",), (), None, 0)
    document = certified(table, release("ln(2)", keys=keys, tables=(cell,)))
    assert is_accepted(document)
    assert -3 <= table.noise(0, 0) <= 4  # released as this, and a count of 1 is 7 times another
    bounds = claim(document, "composition")["points"][0]["delta"]
    assert Fraction(bounds["lo"]) <= Fraction(7, 8) <= Fraction(bounds["hi"])
    assumed = certified(table, release("ln(2)", keys="independent", tables=(cell,)))
    assert Fraction(claim(assumed, "composition")["points"][0]["delta"]["hi"]) < Fraction(1, 7)
    assumed["release"]["keys"] = claim(assumed, "composition")["keys"] = keys
    assert not is_accepted(assumed)
    document = certified(table, release("1", keys=keys, tables=(replace(cell, count_floor=1),)))
    assert is_accepted(document)
    document["release"]["tables"][0]["count_floor"] = 0
    assert not is_accepted(document)


def test_the_checker_counts_lattice_points_by_two_ways_of_its_own() -> None:
    """Run by run and key by key, of two cells and of three, an empty one among them."""
    first, second = ((-1, 3), (0, 2), (2, 4)), ((0, 5), (-1, 4))
    for rows in ((first, second), (first, second, first), (((5, 1),), second)):
        for margin in (first, second):
            by_runs = {k: w for k, w in checker.by_runs(rows, margin).items() if w}
            assert by_runs == checker.by_points(rows, margin)


def test_the_work_of_the_checker_is_bounded() -> None:
    """Rows of many runs and many counts are refused before they are counted."""
    row = tuple((z, 1 << 100) for z in range(1 << 11))
    table = Table(1 << 111, 0, range(1, 2), (row,), "none", [], None, "repeat", 1, 1)
    with pytest.raises(ClaimFails, match="too long to count"):
        checker.check_work(table, [(1, 1)], 1)
    many = table._replace(counts=range(1, 600), rows=(((0, 1 << 111),),) * 599)
    with pytest.raises(ClaimFails, match="too many counts"):
        checker.counts_of(checker.Together(many, 2, 0, 0, ()))


def test_two_empty_cells_cost_no_work_for_every_key_of_the_margin() -> None:
    """They have one key each; the keys of the margin are not listed, however many there are."""
    K = 1 << 26
    table = Table(K, 0, range(2), (((0, K - 1), (1, 1)),) * 2, "row", [], None, "repeat", 1, 1)
    assert checker.released_of(table, (0, 0)) == {(0, 0, 0): K**2}
    one_key = ((0, 1),)
    assert checker.work_of((one_key, one_key), table.rows[0]) == (4 * (1 + 2 * 2), 0)
