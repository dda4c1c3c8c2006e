"""Claim optimality: a bound that anybody adds up holds for every table, and no forgery passes."""

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.complete.bound import Multipliers
from exact.complete.problem import Keys, Problem, least_delta, least_variance
from exact.complete.proof import Proof, proof
from exact.complete.rules import TableRules
from exact.complete.table import table_of_keys
from exact.complete.tree import Leaf, Tree
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.table.native import read_native
from exact.table.ptable import PTable
from tests.certificate.making import REFUSALS, Json, source, text_of
from tests.complete.small import every_table
from verification import checker
from verification.certificate.proof_file import read_proof, write_proof
from verification.claims.request import Request, Target

BEST = Path(__file__).resolve().parents[2] / "reports" / "gallery" / "best"
E = Fraction(2)
AT = Epsilon(exp=E)
KEYSIZE = 6
RULES = TableRules(D=(1,), variance=(Fraction(1, 2),))
HOLE = TableRules(D=(2,), variance=(Fraction(3, 2),), holes=(1,), last=4)
CAPPED = TableRules(D=(1,), first_pair="cap", cap=Fraction(3, 4), zero="row", unbiased=False)
SHAPED = TableRules(D=(1,), stay=(Fraction(1, 3),), shape="unimodal", first_pair="include")


def claimed(table: PTable, made: Proof) -> Json:
    """Return the certificate of a table with a proof, without solvers."""
    request = Request(table, source(table), (Target(made.epsilon),), proof=made)
    found: Json = json.loads(text_of(request, ()))
    return found


def claim_of(document: Json) -> Json:
    """Return the claim optimality of a certificate."""
    found: Json = next(claim for claim in document["claims"] if claim["name"] == "optimality")
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


def one_leaf(problem: Problem, rules: TableRules, vector: Multipliers) -> Proof:
    """Return the proof of one leaf."""
    target = next(e.cap for e in problem.events) if problem.objective == "variance" else None
    return proof(rules, problem, Tree((Leaf(0),), (vector,)), target)


def drawn(data: st.DataObject, problem: Problem) -> Multipliers:
    """Draw whole numbers of any sign and size."""
    number = st.integers(-9, 9)
    return Multipliers(
        tuple(data.draw(st.integers(0, 9)) for _ in problem.events),
        tuple(tuple(data.draw(number) for _ in event.shared) for event in problem.events),
        tuple(tuple(data.draw(number) for _ in row) for row in problem.conditions()),
        tuple(data.draw(number) for _ in problem.rows),
    )


@pytest.mark.parametrize(
    "rules", [RULES, HOLE, CAPPED, SHAPED], ids=["variance", "hole", "cap", "shape"]
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


def stored() -> tuple[PTable, Proof]:
    """Return the best table of 256 keys, D = 5, V <= 3, no released 1 and 2, and its proof."""
    table = read_native((BEST / "holes-1.ptable.json").read_text())
    return table, read_proof((BEST / "holes-1.proof.json").read_bytes())


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


FORGERIES = {
    "a higher bound": lambda claim: claim.update(bound="1/2"),
    "another value": lambda claim: claim["value"].update(hi="1/64"),
    "not the best": lambda claim: claim.update(least=False),
    "a variance that it exceeds": lambda claim: claim["rules"].update(variance=["2/1"]),
    "a larger D": lambda claim: claim["rules"].update(D=[6]),
    "fewer rows": lambda claim: claim["rules"].update(last=7),
    "biased rows": lambda claim: claim["rules"].update(unbiased=False),
    "no holes": lambda claim: claim["rules"].update(holes=[]),
    "the pair (0, 1)": lambda claim: claim["rules"].update(first_pair="include"),
    "a cap without a number": lambda claim: claim["rules"].update(first_pair="cap"),
    "a rule more": lambda claim: claim["rules"].update(seed=1),
    "another epsilon": lambda claim: claim.update(epsilon="2"),
    "a target": lambda claim: claim.update(target="1/2"),
    "the least variance": lambda claim: claim.update(objective="variance"),
    "a leaf less": lambda claim: claim["nodes"].pop(),
    "a leaf more": lambda claim: claim["nodes"].append([0]),
    "a split that leaves a gap": lambda claim: claim["nodes"][0].__setitem__(2, 10**6),
    "no tree": lambda claim: claim.update(nodes=[]),
    "no split": lambda claim: claim.update(nodes=[[0]]),
    "a negative lambda": lambda claim: claim["vectors"][0]["events"].__setitem__(0, -1),
    "a mu above lambda": lambda claim: claim["vectors"][0]["outputs"][0].__setitem__(0, 1 << 100),
    "a float": lambda claim: claim["vectors"][0]["events"].__setitem__(0, 0.5),
    "a mean square": lambda claim: claim["vectors"][0].update(variances=[1]),
}


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
