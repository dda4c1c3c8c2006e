"""Claim *quantisation* of every law: made, re-checked, and refused where anything is changed."""

import json
from itertools import pairwise
from typing import Any

import pytest
from mpmath import mp, mpf

from exact.laws.registry import kind_of, kinds
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.law_cases import (
    CASES,
    DIGITS,
    KEYSIZE,
    Weights,
    definition,
    forgeries,
    rules_of,
    table_of,
)
from tests.certificate.making import Json, claim, failing, is_accepted, source, targets, text_of
from verification.claims.request import Request

CASES_AND_RULES = [(name, rule) for name in CASES for rule in rules_of(name)]


def certificate(table: PTable) -> Json:
    """Return a certificate, whose privacy is only measured."""
    found: Json = json.loads(text_of(Request(table, source(table), targets("1/2")), ()))
    return found


def brute_force(weights: Weights, rule: str) -> dict[int, int]:
    """Return the keys of each noise value by the rule's own words, with many digits."""
    total = mp.fsum(weights.values())
    values = sorted(weights)
    shares = {z: weights[z] / total * KEYSIZE for z in values}
    if rule == "largest-remainder":
        floors = {z: int(mp.floor(near(shares[z]))) for z in values}
        parts = sorted(values, key=lambda z: (-near(shares[z] - floors[z]), abs(z), z))
        lucky = set(parts[: KEYSIZE - sum(floors.values())])
        return {z: floors[z] + (z in lucky) for z in values}
    sums = {z: near(mp.fsum(shares[y] for y in values if y <= z)) for z in values}
    ends = {z: int(mp.ceil(sums[z])) for z in values[:-1]} | {values[-1]: KEYSIZE}
    if rule == "symmetric":
        ends = {z: ends[z] if z < 0 else KEYSIZE - ends.get(-z - 1, 0) for z in values}
    starts = [0, *(ends[z] for z in values)]
    return {z: b - a for z, (a, b) in zip(values, pairwise(starts), strict=True)}


def near(value: Any) -> Any:
    """Return a value without the error of its last digits: a tie is met to 60 of them."""
    return mp.nint(value * mpf(10) ** 60) / mpf(10) ** 60


def test_every_law_has_a_case() -> None:
    """A law that ``design`` offers is certified here."""
    assert {law for law, _ in CASES.values()} == set(kinds())


@pytest.mark.parametrize(("name", "rule"), CASES_AND_RULES)
def test_the_integers_of_a_law_are_those_of_its_definition(name: str, rule: str) -> None:
    """By brute force with 80 digits, straight from the papers' formulas; lost noise has 0 keys."""
    law, given = CASES[name]
    made = kind_of(law).of_text(given)
    origin = table_of(name, rule).origin
    assert origin is not None
    with mp.workdps(DIGITS):
        for count in made.counts or (made.D,):
            expected = brute_force(definition(name, count), rule)
            assert dict(origin.runs(count, KEYSIZE)) == {z: n for z, n in expected.items() if n}


@pytest.mark.parametrize(("name", "rule"), CASES_AND_RULES)
def test_the_checker_re_checks_every_law(name: str, rule: str) -> None:
    """The claim is made, holds, and the certificate is accepted with nothing failing."""
    document = certificate(table_of(name, rule))
    assert claim(document, "quantisation")["status"] == "holds"
    assert failing(document) == []
    assert len(json.dumps(claim(document, "quantisation"))) < 1000


def other_runs(table: PTable) -> PTable:
    """Return the table with one key moved from its largest run to the run beside it."""
    row = table.rows[-1]
    at = max(range(len(row.runs) - 1), key=lambda i: row.runs[i][1])
    runs = list(row.runs)
    runs[at], runs[at + 1] = (runs[at][0], runs[at][1] - 1), (runs[at + 1][0], runs[at + 1][1] + 1)
    rows = (*table.rows[:-1], Row(tuple(runs)))
    return PTable(
        table.keysize, table.first_count, rows, table.beyond, table.zero, origin=table.origin
    )


@pytest.mark.parametrize("name", CASES)
def test_one_key_moved_is_noticed(name: str) -> None:
    """An honest certificate says "fails"; the same with "holds" is refused."""
    document = certificate(other_runs(table_of(name)))
    found = claim(document, "quantisation")
    assert found["status"] == "fails"
    assert "claim quantisation" in failing(document)
    found["status"] = "holds"
    assert not is_accepted(document)


@pytest.mark.parametrize("name", CASES)
def test_another_law_is_refused(name: str) -> None:
    """Another parameter, or another law's name, with the same integers and "holds"."""
    honest = json.dumps(certificate(table_of(name)))
    for what, change in forgeries(name):
        document = json.loads(honest)
        change(document)
        assert not is_accepted(document), what


@pytest.mark.parametrize("name", CASES)
def test_another_rule_is_refused(name: str) -> None:
    """Where another rule gives other integers, it cannot be declared."""
    honest = json.dumps(certificate(table_of(name)))
    runs = table_of(name).rows
    for rule in (*rules_of(name)[1:], "floor", None):
        document = json.loads(honest)
        document["table"]["origin"]["rule"] = rule
        same = rule in rules_of(name) and table_of(name, rule).rows == runs
        assert is_accepted(document) == same, rule


@pytest.mark.parametrize("name", CASES)
def test_evidence_that_means_nothing_is_refused(name: str) -> None:
    """Bounds of x stand only where the weights are powers of an x, and then they must hold it."""
    honest = json.dumps(certificate(table_of(name)))
    for x in ({"lo": "1/3", "hi": "1/3"}, {"lo": "2/1", "hi": "3/1"}, {"lo": "1/2"}, 1):
        document = json.loads(honest)
        claim(document, "quantisation")["x"] = x
        assert not is_accepted(document), x
    for bits in (0, 1025, "64", None, True):
        document = json.loads(honest)
        claim(document, "quantisation")["bits"] = bits
        assert not is_accepted(document), bits


@pytest.mark.parametrize("law", ["laplace", "truncated-normal"])
def test_an_epsilon_of_0_is_no_parameter_of_a_law(law: str) -> None:
    """Its noise would be uniform, and a table that is so follows: the parameter is refused."""
    rows = (Row(((-1, 6), (0, 5), (1, 5))),)  # 16/3 and 32/3 of 16 keys, rounded up
    uniform = PTable(16, 1, rows, origin=table_of(law).origin)
    document = certificate(uniform)
    claim(document, "quantisation").update(x=None, status="holds")
    document["verdict"] = "measured"
    for epsilon in ("0", "ln(1)"):
        document["table"]["origin"]["parameters"] = {"epsilon": epsilon, "m": 1}
        assert not is_accepted(document)
    document["table"]["origin"] = {
        **document["table"]["origin"],
        "law": "maxent",
        "parameters": {"D": 1, "gamma": "0"},
    }
    assert failing(document) == []
