"""Claim *quantisation* of every law: made, re-checked, and refused where anything is changed."""

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from mpmath import mp, mpf

from exact.laws.registry import kind_of, kinds
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.law_cases import CASES, KEYSIZE, forgeries, rules_of, table_of
from tests.certificate.making import Json, claim, failing, is_accepted, source, targets, text_of
from verification.claims.request import Request

DIGITS = 80

Weights = dict[int, Any]


CASES_AND_RULES = [(name, rule) for name in CASES for rule in rules_of(name)]


def certificate(table: PTable) -> Json:
    """Return a certificate, whose privacy is only measured."""
    found: Json = json.loads(text_of(Request(table, source(table), targets("1/2")), ()))
    return found


def mp_epsilon(text: str) -> Any:
    """Return epsilon."""
    if text.startswith("ln("):
        return mp.log(mp_rational(text[3:-1]))
    return mp_rational(text)


def mp_rational(text: str) -> Any:
    """Return a rational as a decimal number of many digits."""
    value = Fraction(text)
    return mpf(value.numerator) / value.denominator


def mp_noise(name: str, count: int) -> Weights:
    """Return the weights of a case by its definition, with many digits."""
    law, given = CASES[name]
    return {"maxent": mp_maxent, "laplace": mp_laplace, "truncated-normal": mp_normal}.get(
        law, mp_count_query if law == "count-query" else lambda g: mp_hellinger(g, count)
    )(given)


def mp_maxent(given: dict[str, str]) -> Weights:
    """Return e^(-gamma z^2); gamma from a variance by bisection of V(gamma), which falls."""
    D, gamma = int(given["D"]), mpf(0)
    if "variance" in given:
        low, high = mpf(0), mpf(50)
        for _ in range(4 * DIGITS):
            gamma = (low + high) / 2
            weights = [mp.exp(-gamma * z * z) for z in range(-D, D + 1)]
            moment = mp.fsum(z * z * w for z, w in zip(range(-D, D + 1), weights, strict=True))
            above = moment / mp.fsum(weights) > mp_rational(given["variance"])
            low, high = (gamma, high) if above else (low, gamma)
    elif "gamma" in given:
        gamma = mp_rational(given["gamma"])
    else:  # 9/10 of the way through (2.20)
        gamma = mp_epsilon(given["epsilon"]) * (mpf(2 * D - 1) + mpf(9) / 5) / (4 * D * D - 1)
    return {z: mp.exp(-gamma * z * z) for z in range(-D, D + 1)}


def mp_laplace(given: dict[str, str]) -> Weights:
    """Return e^(-epsilon |z|)."""
    m = int(given["m"])
    return {z: mp.exp(-mp_epsilon(given["epsilon"]) * abs(z)) for z in range(-m, m + 1)}


def mp_normal(given: dict[str, str]) -> Weights:
    """Return e^(-epsilon z^2 / (2m+1))."""
    m = int(given["m"])
    rate = mp_epsilon(given["epsilon"]) / (2 * m + 1)
    return {z: mp.exp(-rate * z * z) for z in range(-m, m + 1)}


def mp_count_query(given: dict[str, str]) -> Weights:
    """Return (14) with the alphas of (37), or by the recursion (39) from alpha_0 = C on."""
    D, eta, E = int(given["D"]), mp_rational(given["eta"]), mp.exp(mp_epsilon(given["epsilon"]))
    C, B = 2 * eta / (1 - eta), 2 / (1 - eta)

    def crossover(k: int) -> Any:
        return mp.fsum(E**j for j in range(k + 1)) / mp.fsum(E**j * (k - j) for j in range(k))

    k = next((k for k in range(1, D + 1) if crossover(k) < C), D + 1)
    if k > D:
        below = mp.fsum(E**j * (D - j) for j in range(D))
        alphas = [mp.fsum(E**j for j in range(D - i + 1)) / below for i in range(1, D + 1)]
    else:
        above = C * mp.fsum(E**j for j in range(k)) - E**k
        delta = above / (B * mp.fsum(E**j * (j + 1) for j in range(k)))
        alphas, last = [], C
        for _ in range(k):
            last = (last - B * delta) / E
            alphas.append(last)
    found = {
        j: alpha * (1 - eta) / 2 for j, alpha in enumerate(alphas, 1) if alpha > mpf(10) ** -60
    }
    return {**{-j: p for j, p in found.items()}, 0: eta, **found}


def mp_hellinger(given: dict[str, str], count: int) -> Weights:
    """Return e^(-epsilon |sqrt(a+z) - sqrt a| / 2) where a + z >= 0."""
    m, c = int(given["m"]), mp_epsilon(given["epsilon"]) / 2
    near = range(-min(count, m), m + 1)
    return {z: mp.exp(-c * abs(mp.sqrt(count + z) - mp.sqrt(count))) for z in near}


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
            expected = brute_force(mp_noise(name, count), rule)
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
