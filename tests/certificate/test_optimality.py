"""Claim optimality: a bound that anybody adds up holds for every table, and no forgery passes."""

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.bound import Multipliers
from exact.complete.problem import Keys, Problem, least_delta, least_variance
from exact.complete.proof import Proof
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from reports.content.optimality import best_possible
from reports.content.subject import Subject
from tests.certificate.making import REFUSALS, Json, source, text_of
from tests.certificate.optimality_cases import (
    AT,
    BEST,
    CAPPED,
    FORGERIES,
    GIVEN,
    HOLE,
    KEYSIZE,
    RULES,
    SHAPED,
    E,
    claim_of,
    few_keys,
    one_leaf,
    stored,
)
from tests.complete.small import every_table
from verification import checker
from verification.certificate.file import read_certificate
from verification.certificate.proof_file import read_proof, write_proof
from verification.claims.optimality import Optimality
from verification.claims.request import Request, Target


def claimed(table: PTable, made: Proof) -> Json:
    """Return the certificate of a table with a proof, without solvers."""
    request = Request(table, source(table), (Target(made.epsilon),), proof=made)
    found: Json = json.loads(text_of(request, ()))
    return found


def accepts(document: Json) -> bool:
    """Tell whether the checker accepts a certificate."""
    try:
        checker.check(checker.load(json.dumps(document).encode()))
    except REFUSALS:
        return False
    return True


def delta_by_definition(table: PTable, count: int, other: int) -> Fraction:
    """Return the largest P(S) - 2 Q(S) over all sets S of released values, one by one."""
    p, q = (
        {n + z: Fraction(w, table.keysize) for z, w in zip(pmf.outcomes, pmf.weights, strict=True)}
        for n, pmf in ((n, table.row(n).pmf) for n in (count, other))
    )
    values = sorted(p.keys() | q.keys())
    chosen = product((False, True), repeat=len(values))
    return max(
        sum(
            (
                p.get(y, Fraction(0)) - E * q.get(y, Fraction(0))
                for y, taken in zip(values, each, strict=True)
                if taken
            ),
            Fraction(0),
        )
        for each in chosen
    )


def value_by_definition(rules: TableRules, table: PTable) -> Fraction:
    """Return the largest delta of the pairs that count without a cap of their own."""
    first = 0 if rules.first_pair == "include" else 1
    pairs = [(n, n + 1) for n in range(first, rules.last_count + 1)]
    return max(delta_by_definition(table, *p) for n, m in pairs for p in ((n, m), (m, n)))


def valid_tables(problem: Problem) -> list[Keys]:
    """Return every table of a few keys that keeps rules and caps."""
    found = []
    for keys in every_table(problem, KEYSIZE):
        try:
            problem.check(keys, KEYSIZE)
        except InputError:
            continue
        found.append(keys)
    return found


def drawn(data: st.DataObject, problem: Problem) -> Multipliers:
    """Draw whole numbers of any sign and size."""
    number = st.integers(-9, 9)
    return Multipliers(
        tuple(data.draw(st.integers(0, 9)) for _ in problem.events),
        tuple(tuple(data.draw(number) for _ in event.shared) for event in problem.events),
        tuple(tuple(data.draw(number) for _ in row) for row in problem.conditions()),
        tuple(data.draw(number) for _ in problem.rows),
    )


@pytest.mark.parametrize("name", few_keys())
def test_a_proof_of_a_few_numbers_is_accepted(name: str) -> None:
    """Every kind of rule: the bound is at most the value of the table."""
    document = claimed(*few_keys()[name])
    assert accepts(document)
    claim = claim_of(document)
    assert Fraction(claim["bound"]) <= Fraction(claim["value"]["hi"])


@pytest.mark.parametrize(
    "rules",
    [RULES, HOLE, CAPPED, SHAPED, GIVEN],
    ids=["variance", "hole", "cap", "shape", "given"],
)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_an_accepted_bound_is_at_most_the_delta_of_every_table(
    rules: TableRules, data: st.DataObject
) -> None:
    """Weak duality: whatever the numbers, what the checker accepts is below all tables."""
    problem = least_delta(rules, AT)
    tables = valid_tables(problem)
    keys = data.draw(st.sampled_from(tables))
    document = claimed(table_of_keys(rules, keys), one_leaf(problem, rules, drawn(data, problem)))
    assert accepts(document)
    claim = claim_of(document)
    values = [value_by_definition(rules, table_of_keys(rules, each)) for each in tables]
    assert Fraction(claim["bound"]) <= min(values)
    own = value_by_definition(rules, table_of_keys(rules, keys))
    assert Fraction(claim["value"]["lo"]) == own == Fraction(claim["value"]["hi"])
    assert not claim["least"] or own == min(values)


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_an_accepted_bound_is_at_most_the_variance_of_every_table(data: st.DataObject) -> None:
    """The least variance: the bound is below the largest mean square of every private table."""
    rules = TableRules(D=(1,))
    problem = least_variance(rules, AT, Fraction(1, 2))
    tables = valid_tables(problem)
    keys = data.draw(st.sampled_from(tables))
    document = claimed(table_of_keys(rules, keys), one_leaf(problem, rules, drawn(data, problem)))
    assert accepts(document)
    spreads = [
        max(row.pmf.variance() for row in table_of_keys(rules, each).rows) for each in tables
    ]
    claim = claim_of(document)
    assert Fraction(claim["bound"]) <= min(spreads)
    assert not claim["least"] or Fraction(claim["value"]["hi"]) == min(spreads)


# Of the best tables of 256 keys with D = 5 and V <= 3: delta, in keys and e^epsilon, and as a
# decimal that a search with another program gave.
OPTIMA = {
    "holes-half": "0.08013",
    "holes-1": "0.01502",
    "holes-2": "0.00391",
    "plain-half": "0.06840",
    "plain-1": "0.00781",
    "plain-2": "0.00391",
}


@pytest.mark.parametrize("name", OPTIMA)
def test_the_best_tables_of_the_gallery_are_the_best(name: str) -> None:
    """The checker closes every leaf; no table of 256 keys with the same rules has less."""
    document = json.loads((BEST / f"{name}.certificate.json").read_text())
    assert accepts(document)
    claim = claim_of(document)
    assert claim["least"] is True
    assert claim["rules"]["D"] == [5]
    assert claim["rules"]["variance"] == ["3/1"]
    assert claim["rules"]["holes"] == ([1, 2] if name.startswith("holes") else [])
    assert abs(Fraction(claim["value"]["hi"]) - Fraction(OPTIMA[name])) <= Fraction(1, 200_000)


def test_page_one_names_the_least_delta_and_not_a_weaker_bound() -> None:
    """(37 - 10 e^(1/2))/256 = 0.080128075363...: what none is below is that, rounded down."""
    content = (BEST / "holes-half.certificate.json").read_bytes()
    subject = Subject("t", read_certificate(content), content, "holes-half.certificate.json")
    (said,) = best_possible(subject)
    text = "".join(map(str, said))
    assert "protects better than δ = 0.08012807536 at ε = 1/2; this one has 0.08012807537" in text
    found = subject.certificate.evidence("optimality", Optimality)
    assert found is not None
    assert found.bound < Fraction("0.0801280")


@pytest.fixture(scope="module")
def best() -> Json:
    """Return the certificate of the stored table."""
    return claimed(*stored())


def test_the_best_table_of_256_keys_is_proved_by_four_leaves(best: Json) -> None:
    """(12 - 3 e)/256 = 0.0150201 at epsilon = 1: no table with these rules has less."""
    assert accepts(best)
    claim = claim_of(best)
    assert claim["least"] is True
    assert sum(len(node) == 1 for node in claim["nodes"]) == 4
    e = (Fraction(271828182845904523, 10**17), Fraction(271828182845904524, 10**17))
    lo, hi = ((12 - 3 * end) / 256 for end in reversed(e))
    assert lo <= Fraction(claim["value"]["hi"]) <= hi
    assert claim["value"]["hi"] != claim["bound"]


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_proof_is_refused(best: Json, name: str) -> None:
    """Rules, numbers and tree belong together; a change of one alone shows."""
    document = deepcopy(best)
    FORGERIES[name](claim_of(document))
    assert document != best
    assert not accepts(document)


def test_a_negative_number_of_an_inequality_is_refused(best: Json) -> None:
    """A condition "at most" may only be added with a number of at least 0."""
    document = deepcopy(best)
    row = next(row for row in claim_of(document)["vectors"][0]["conditions"] if len(row) > 1)
    row[1] = -1
    assert not accepts(document)


def test_the_proof_of_another_table_is_refused(best: Json) -> None:
    """A table that breaks the rules is not one of those that the bound speaks of."""
    document = deepcopy(best)
    for row in document["table"]["rows"]:
        row["noise"], row["keys"] = [0], [256]
    assert not accepts(document)
    table, made = stored()
    wider = PTable(table.keysize, 1, table.rows[:-1], table.beyond, "preserve", holes=table.holes)
    with pytest.raises(InputError, match="repeats"):
        claimed(wider, made)


def test_the_epsilon_of_the_proof_must_be_certified() -> None:
    """The bound is about one epsilon; a certificate that does not name it cannot carry it."""
    table, made = stored()
    request = Request(table, source(table), (Target(Epsilon(exp=E)),), proof=made)
    with pytest.raises(InputError, match="--also"):
        text_of(request, ())


@given(
    rules=st.sampled_from([RULES, HOLE, CAPPED, SHAPED]),
    data=st.data(),
)
@settings(max_examples=25)
def test_reading_a_proof_is_the_inverse_of_writing_it(
    rules: TableRules, data: st.DataObject
) -> None:
    """A proof has one spelling."""
    problem = least_delta(rules, AT)
    made = one_leaf(problem, rules, drawn(data, problem))
    text = write_proof(made)
    assert read_proof(text.encode()) == made
    assert write_proof(read_proof(text.encode())) == text


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b'{"format":"ptcert-proof"}', b'{"a":1,"a":2}', b"[" * 10**5, b"\xff"],
    ids=["empty", "list", "object", "format alone", "key twice", "nested", "not UTF-8"],
)
def test_what_is_no_proof_is_refused_in_one_line(content: bytes) -> None:
    """A file of another kind: what was given, which rule it breaks, what to do."""
    with pytest.raises(InputError) as error:
        read_proof(content)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "row", [["1/6", "2/6", "2/6", "0/1", "1/6"], ["1/6", "1/6", "1/2", "1/6", "0/1"], ["1/1"], []]
)
def test_a_given_row_is_that_of_the_table(row: list[str]) -> None:
    """Numbers of another row, too few of them, or a rule that is left out: none is accepted."""
    document = claimed(*few_keys()["given"])
    assert accepts(document)
    rules = claim_of(document)["rules"]
    assert rules["last_row"] == ["1/6", "1/6", "1/2", "0/1", "1/6"]
    rules["last_row"] = row
    assert not accepts(document)


def test_a_rule_that_is_not_there_is_not_written() -> None:
    """Proofs from before rows could be given are the same files, and an empty one is refused."""
    proof = few_keys()["variance"][1]
    written = write_proof(proof)
    assert "last_row" not in written
    said = json.loads(written)
    said["rules"]["last_row"] = []
    with pytest.raises(InputError, match="is written and says nothing"):
        read_proof(json.dumps(said).encode())
    said["rules"]["last_row"] = ["1/2", "1/4"]
    with pytest.raises(InputError, match="no probabilities of the 3 noise values"):
        read_proof(json.dumps(said).encode())
