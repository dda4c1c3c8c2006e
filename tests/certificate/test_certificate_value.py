"""A certificate as a value: one reader and one writer, exact inverses of each other."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.cli import main
from tests.attacks_on_ptcert.mutations import paths
from tests.certificate.making import Json, small_certificates, written
from tests.certificate.random_tables import requests_for, tables, tables_of_laws
from tests.certificate.test_cert_properties import covers_a_pair
from verification.certificate.certificate import Answer, Certificate, KernelRecord, SolverRecord
from verification.certificate.file import certificate_of, certificate_text, read_certificate
from verification.certificate.making import certificate, prepare
from verification.claims.registry import CLAIMS
from verification.claims.request import Noted
from verification.claims.source import ReadAs, Source
from verification.smt.problem import EDITION

BEFORE_EDITIONS = sorted(
    (Path(__file__).parent / "data" / "version-2-before-editions").glob("*.certificate.json")
)
WORDS = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=20)

KERNELS = st.builds(
    KernelRecord,
    *(st.just("Coq"), st.just("8.16"), st.just("0" * 64)),
    st.from_regex(r"Theorem main_theorem :[ -~\n]{0,40}", fullmatch=True),
    st.lists(st.from_regex(r"[A-Za-z_][A-Za-z0-9_.']{0,20}", fullmatch=True), max_size=2).map(
        tuple
    ),
)


@st.composite
def certificates(draw: st.DrawFn) -> Certificate:
    """Generate certificates of tables with and without a law, with everything recorded."""
    table = draw(st.one_of(tables().filter(covers_a_pair), tables_of_laws()))
    made = certificate(prepare(draw(requests_for(table))), [])
    noted = st.builds(Noted, st.just("BIAS"), st.sampled_from(("error", "note")), WORDS, WORDS)
    said = st.builds(ReadAs, *(st.none() | WORDS for _ in fields(ReadAs)))
    answer = st.sampled_from(("sat", "unsat", "unknown"))
    answers = st.builds(
        Answer,
        st.from_regex(r"[a-z][a-z0-9-]{0,9}", fullmatch=True),
        st.sampled_from([claim.name for claim in made.claims]),
        st.sampled_from(("sat", "unsat")),
        answer,
        st.none() | WORDS,
    )
    edition = st.none() | st.integers(0, EDITION)
    solver = st.builds(SolverRecord, st.just("z3"), st.just("1.2"), edition, st.tuples(answers))
    return replace(
        made,
        kernel=draw(st.none() | KERNELS),
        source=Source("0" * 64, draw(st.sampled_from((None, "ons", "native"))), 7, draw(said)),
        findings=tuple(draw(st.lists(noted, max_size=2))),
        solvers=tuple(draw(st.lists(solver, max_size=2))),
    )


@given(certificates())
def test_what_is_written_reads_back_as_the_same_value(made: Certificate) -> None:
    """read(write(c)) = c, and write(read(text)) = text."""
    text = certificate_text(made)
    again = read_certificate(text.encode())
    assert again == made
    assert certificate_text(again) == text


@pytest.mark.parametrize("path", BEFORE_EDITIONS, ids=[path.name for path in BEFORE_EDITIONS])
def test_a_record_without_an_edition_stays_without(path: Path) -> None:
    """Filed before editions: written back byte by byte; the oldest, said, is another file."""
    content = path.read_bytes()
    made = read_certificate(content)
    assert {solver.edition for solver in made.solvers} == {None}
    assert certificate_text(made).encode() == content
    said = replace(made, solvers=tuple(replace(solver, edition=0) for solver in made.solvers))
    assert read_certificate(certificate_text(said).encode()) == said != made


def test_an_edition_is_a_number_or_left_out() -> None:
    """A null is another spelling of what is left out."""
    document = small_certificates()["law"]
    document["solvers"][0]["edition"] = None
    with pytest.raises(InputError, match="is written and says nothing; leave it out"):
        certificate_of(document)


def test_every_value_is_frozen() -> None:
    """Nobody changes a certificate or a part of it after it was made."""
    made = certificate_of(small_certificates()["law"])
    parts = [made, made.source, *made.targets, *made.claims, *made.solvers, made.tool]
    for part in (*parts, *(claim.evidence for claim in made.claims)):
        first = fields(part)[0].name
        with pytest.raises(FrozenInstanceError):
            setattr(part, first, None)


@pytest.mark.parametrize("kind", CLAIMS, ids=[kind.name for kind in CLAIMS])
def test_the_evidence_of_each_claim_reads_back(kind: object) -> None:
    """Of every claim that the small certificates make, by itself."""
    for document in small_certificates().values():
        for claim, made in zip(document["claims"], certificate_of(document).claims, strict=True):
            evidence = {k: v for k, v in claim.items() if k not in ("name", "status", "covers")}
            if kind in CLAIMS and claim["name"] == getattr(kind, "name", ""):
                shape = next(each for each in CLAIMS if each is kind).evidence
                assert shape.write(shape.read(evidence, "x")) == evidence
                assert shape.read(evidence, "x") == made.evidence


def outcome(document: Json) -> str:
    """Return what is written of a document that is read, or how it is refused."""
    try:
        found = certificate_of(document)
    except InputError as error:
        return "refused in one line" if len(str(error).splitlines()) == 1 else str(error)
    return json.dumps(json.loads(certificate_text(found)))


@pytest.mark.parametrize("value", [None, True, -1, 1.5, "", "x\n", [], {}, 1 << 200])
def test_whatever_else_stands_somewhere_is_refused_in_one_line(value: object) -> None:
    """At every kind of place; what is read all the same is written as it stood."""
    text = json.dumps(small_certificates()["law"])
    kinds = {
        tuple("*" if isinstance(k, int) else k for k in path): path
        for path in paths(json.loads(text))
    }
    for path in kinds.values():
        changed: Json = json.loads(text)
        place = changed
        for key in path[:-1]:
            place = place[key]  # type: ignore[index]
        place[path[-1]] = value  # type: ignore[index]
        assert outcome(changed) in ("refused in one line", json.dumps(changed))


def unknown_claim(document: Json) -> None:
    """Make a claim that nobody knows."""
    document["claims"][0]["name"] = "always-right"


def claim_twice(document: Json) -> None:
    """Make a claim twice."""
    document["claims"].append(document["claims"][0])


def unknown_version(document: Json) -> None:
    """Be of a version to come."""
    document["version"] = 3


@pytest.mark.parametrize("change", [unknown_claim, claim_twice, unknown_version])
@pytest.mark.parametrize("command", ["check", "report"])
def test_what_nobody_knows_is_refused(
    change: Callable[[Json], None], command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit status 2, nothing written."""
    document = small_certificates()["law"]
    change(document)
    path = tmp_path / "t.certificate.json"
    path.write_bytes(written(document))
    assert main([command, str(path)]) == 2
    printed = capsys.readouterr()
    assert len((printed.out + printed.err).splitlines()) == 1
    assert list(tmp_path.iterdir()) == [path]
