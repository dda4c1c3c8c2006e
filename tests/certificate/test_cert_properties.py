"""What holds for every table: z3, the closed form, brute force and the checker agree."""

import json
from fractions import Fraction

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.privacy.profile import profile
from exact.table.native import native_document, read_native, write_native
from exact.table.pairs import pair_profiles
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.asking import answers_of
from tests.certificate.making import SCHEMA, Json, claim, failing
from tests.certificate.random_tables import epsilons, requests_for, tables, tables_of_laws
from tests.certificate.recomputation import says_the_truth
from tests.privacy.definition import delta_over_all_events, events, excess
from verification.certificate.file import certificate_document, certificate_text
from verification.certificate.making import certificate, prepare
from verification.claims.request import Request, Target
from verification.claims.source import Source

FEW = settings(max_examples=25)
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def covers_a_pair(table: PTable) -> bool:
    """Tell whether the table covers two neighbouring counts."""
    return any(True for _ in table.neighbours())


def certified(request: Request, *solvers: str) -> Json:
    """Return a certificate as a reader finds it."""
    prepared = prepare(request)
    testimonies = [answers_of(name, prepared.problems) for name in solvers]
    found: Json = json.loads(certificate_text(certificate(prepared, testimonies)))
    return found


@FEW
@given(st.data())
def test_z3_the_closed_form_and_the_checker_agree(data: st.DataObject) -> None:
    """z3 proves delta and its tightness, and the checker computes the same from the integers."""
    table = data.draw(tables().filter(covers_a_pair))
    document = certified(data.draw(requests_for(table)), "z3")
    for problem in document["solvers"][0]["problems"]:
        assert problem["answer"] == problem["expected"]
    failed = [f"claim {c['name']}" for c in document["claims"] if c["status"] == "fails"]
    assert failing(document) == failed
    promised = any(target["delta"] for target in document["epsilons"]) or any(
        value is not None for value in document["declared"].values()
    )
    assert document["verdict"] == ("fails" if failed else "holds" if promised else "measured")
    VALIDATOR.validate(document)


@given(st.data())
def test_certificates_of_random_tables_check_and_fit_the_schema(data: st.DataObject) -> None:
    """Whatever table is certified, both judges agree with the certificate."""
    table = data.draw(tables().filter(covers_a_pair))
    document = certified(data.draw(requests_for(table)))
    failing(document)
    assert says_the_truth(document)
    VALIDATOR.validate(document)


@given(st.data())
def test_certificates_of_random_laws_check(data: st.DataObject) -> None:
    """The evidence of claim 3 convinces the checker for each kind of law and each rule."""
    table = data.draw(tables_of_laws())
    document = certified(data.draw(requests_for(table)))
    assert claim(document, "quantisation")["status"] == "holds"
    failing(document)
    assert says_the_truth(document)


@given(tables_of_laws(), st.data())
def test_claim_3_fails_for_a_table_that_departs_from_its_law(
    table: PTable, data: st.DataObject
) -> None:
    """One key moved from one noise value to its neighbour is another table: claim 3 fails."""
    runs = list(table.rows[-1].runs)
    givers = [k for k, (_, keys) in enumerate(runs) if keys > 1]
    giver = data.draw(st.sampled_from(givers))
    taker = giver + 1 if giver + 1 < len(runs) else giver - 1
    runs[giver] = (runs[giver][0], runs[giver][1] - 1)
    runs[taker] = (runs[taker][0], runs[taker][1] + 1)
    rows = (*table.rows[:-1], Row(tuple(runs)))
    moved = PTable(table.keysize, table.first_count, rows, table.beyond, "none", table.origin)
    document = certified(Request(moved, Source("0" * 64), (Target(read_epsilon("1/2")),)))
    assert claim(document, "quantisation")["status"] == document["verdict"] == "fails"
    assert "claim quantisation" in failing(document)


@given(st.data())
def test_the_certified_delta_is_the_worst_of_all_events(data: st.DataObject) -> None:
    """A and B of claim 5 are the largest P(S) - e^eps Q(S) over all 2^|Y| events, by trying all."""
    table = data.draw(tables().filter(covers_a_pair))
    ratio = data.draw(st.builds(Fraction, st.integers(5, 12), st.integers(1, 4)))
    document = certified(Request(table, Source("0" * 64), (Target(Epsilon(exp=ratio)),)))
    for entry, single in zip(
        *(claim(document, name)["pairs"] for name in ("dp-all-events", "dp-singletons")),
        strict=True,
    ):
        P, Q = (table.row(entry[key]).pmf.shifted(entry[key]) for key in ("count", "other"))
        worst = delta_over_all_events(P, Q, ratio)
        assert Fraction(entry["A"]) - ratio * Fraction(entry["B"]) == worst
        assert excess(P, Q, ratio, tuple(entry["event"])) == worst
        largest = max(excess(P, Q, ratio, event) for event in events(P, Q) if len(event) == 1)
        assert Fraction(single["A"]) - ratio * Fraction(single["B"]) == largest
        assert excess(P, Q, ratio, (single["outcome"],)) == largest


@given(tables().filter(covers_a_pair), epsilons(), st.integers(2, 3))
def test_merging_outputs_never_raises_delta(table: PTable, at: Epsilon, width: int) -> None:
    """Post-processing: rounding the released count down to a multiple gives no more away."""
    for n in table.neighbours():
        P, Q = (table.row(m).pmf.shifted(m) for m in (n, n + 1))
        for p, q in ((P, Q), (Q, P)):
            merged = profile(p.merged(lambda y: y // width), q.merged(lambda y: y // width))
            assert merged.delta(at).compare_to(profile(p, q).delta(at)) <= 0


@given(tables().filter(covers_a_pair), epsilons(), epsilons())
def test_delta_falls_and_is_convex_in_the_exponential(
    table: PTable, first: Epsilon, second: Epsilon
) -> None:
    """delta is non-increasing in epsilon, and at e^eps in between at most the mean of the ends."""
    for pair in pair_profiles(table):
        lower, upper = sorted((first, second), key=lambda e: e.exp_bounds(256))
        if lower == upper:
            return
        d = [pair.profile.delta(e) for e in (lower, upper)]
        # At one epsilon: the line of the larger one is a lower bound there, and conversely.
        assert d[0].compare_to(type(d[0])(d[1].A, d[1].B, lower)) >= 0
        assert d[1].compare_to(type(d[1])(d[0].A, d[0].B, upper)) >= 0
        assert d[0].B >= d[1].B >= 0
        if first.exp is not None and second.exp is not None:
            middle = Epsilon(exp=(first.exp + second.exp) / 2)
            ends = [pair.profile.delta(e).exact for e in (lower, middle, upper)]
            assert None not in ends
            low, mid, high = (Fraction(end) for end in ends if end is not None)
            assert high <= mid <= low
            assert 2 * mid <= low + high


@given(tables_of_laws(), epsilons())
def test_reflecting_a_table_swaps_the_directions(table: PTable, at: Epsilon) -> None:
    """With z replaced by -z, delta of n against n+1 becomes delta of n+1 against n."""
    mirrored = tuple(
        Row.of([(-z, keys) for z, keys in reversed(row.runs)]) for row in table.rows[:1]
    )
    straight = PTable(table.keysize, table.first_count, table.rows[:1])
    reflected = PTable(table.keysize, table.first_count, mirrored)
    found = [[pair.profile.delta(at) for pair in pair_profiles(t)] for t in (straight, reflected)]
    assert [(d.A, d.B) for d in found[0]] == [(d.A, d.B) for d in reversed(found[1])]


@given(st.one_of(tables(), tables_of_laws()))
def test_the_embedded_table_reads_back_as_the_same_value(table: PTable) -> None:
    """The table in a certificate is the table's own file, and gives back the value certified."""
    text = json.dumps(native_document(table))
    assert read_native(text) == read_native(write_native(table)) == table
    if covers_a_pair(table):
        document = certified(Request(table, Source("0" * 64), (Target(read_epsilon("1/2")),)))
        assert read_native(json.dumps(document["table"])) == table


@given(st.data())
def test_a_certificate_is_canonical(data: st.DataObject) -> None:
    """The same request gives the same bytes, and the text is the document."""
    request = data.draw(requests_for(data.draw(tables().filter(covers_a_pair))))
    first, second = (certificate(prepare(request), []) for _ in range(2))
    assert certificate_text(first) == certificate_text(second)
    document = certificate_document(first)
    assert json.loads(certificate_text(first)) == json.loads(json.dumps(document))
    assert "." not in json.dumps(document["claims"])


@pytest.mark.parametrize("text", ["1/1000000", "ln(1000001/1000000)", "1000", "999/1000"])
def test_extreme_epsilons_are_certified_too(text: str) -> None:
    """From nearly 0 up to 1000 the bounds of e^epsilon are narrowed until they decide."""
    table = PTable(64, 1, (Row(((-1, 20), (0, 24), (1, 20))),), zero="preserve")
    document = certified(Request(table, Source("0" * 64), (Target(read_epsilon(text)),)))
    assert failing(document) == []
    assert says_the_truth(document)
