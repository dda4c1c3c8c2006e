"""Certificates of version 1 are written in their own words again: read(write(c)) = c.

In the words of version 2 they would say that the audit found nothing and that nothing was said when
the file was read, and neither is known of them.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import ptcert
from exact.errors import InputError
from reports.certificates.files import read_certificate as read_subject
from tests.attacks_on_ptcert.mutations import at, paths
from tests.certificate.making import Json, small_certificates
from tests.certificate.test_certificate_value import certificates
from tests.certificate.test_version_1 import FOLDER, VERDICTS, document
from verification import checker
from verification.certificate.certificate import Certificate, SolverRecord
from verification.certificate.file import (
    certificate_document,
    certificate_of,
    certificate_text,
    read_certificate,
)
from verification.certificate.theorem import theorem_source, with_kernel
from verification.certificate.version_1 import NAMES, downgraded
from verification.claims.kind import Claim
from verification.claims.request import Noted
from verification.claims.source import ReadAs
from verification.kernel.answer import KernelAnswer
from verification.kernel.source import statement_of
from verification.smt.problem import EDITION


def read(name: str) -> Certificate:
    """Read a certificate of version 1."""
    return certificate_of(document(name))


def without_bounds(given: Json) -> Json:
    """Return a certificate without the bounds of the values of its law, which nobody reads."""
    claims = [{key: c[key] for key in c if key != "bounds"} for c in given["claims"]]
    return {**given, "claims": claims}


@pytest.mark.parametrize("name", VERDICTS)
def test_version_1_is_written_in_its_own_words(name: str) -> None:
    """Nothing is said that the file did not say, and all of it but the bounds that nobody reads."""
    text = certificate_text(read(name))
    assert json.loads(text) == without_bounds(document(name))
    assert read_certificate(text.encode()) == read(name)
    assert checker.check(checker.load(text.encode()))[1] == VERDICTS[name]


def test_without_a_law_it_is_the_same_file() -> None:
    """Byte by byte: there are no values of a law to bound."""
    content = (FOLDER / "never-negative.certificate.json").read_bytes()
    assert certificate_text(read_certificate(content)).encode() == content


def remains(given: Json) -> bool:
    """Tell whether what is read is written and read again as the same; what is not read, so."""
    try:
        made = certificate_of(given)
    except InputError as error:
        return len(str(error).splitlines()) == 1
    return certificate_of(json.loads(certificate_text(made))) == made


@pytest.mark.parametrize(
    "value", [None, True, 2, -1, "", "not claimed", "claim3-claim5-x", "moments-x", "1/2", [], {}]
)
def test_whatever_is_read_of_version_1_is_written_and_read_again(value: object) -> None:
    """At every kind of place of a certificate with a law, whatever else stands there."""
    text = json.dumps(document("keys-2-8"))
    places = {
        tuple(
            "*" if isinstance(key, int) and depth > 1 else key for depth, key in enumerate(path)
        ): path
        for path in paths(json.loads(text))
    }
    for path in places.values():
        changed: Json = json.loads(text)
        at(changed, path[:-1])[path[-1]] = value
        assert remains(changed), path


@pytest.mark.parametrize("part", ["covers", "witness"])
def test_version_1_says_of_no_claim_what_only_version_2_says(part: str) -> None:
    """It would be lost when the certificate is written; the checker refuses it too."""
    given = document("keys-2-8")
    newer: Any = certificate_document(replace(read("keys-2-8"), version=2))["claims"][1][part]
    given["claims"][1][part] = newer
    with pytest.raises(InputError, match="says covers or witness, as version 1 never did"):
        certificate_of(given)


@given(certificates())
def test_what_version_1_would_say_of_any_certificate_reads_back(made: Certificate) -> None:
    """Whatever the table, the claims and what is recorded: written and read they are the same."""
    known = tuple(
        replace(solver, problems=kept)
        for solver in made.solvers
        if (kept := tuple(answer for answer in solver.problems if answer.claim in NAMES))
    )
    older = downgraded(certificate_document(replace(made, solvers=known)))
    read_back = certificate_of(json.loads(json.dumps(older)))
    assert read_back.version == 1
    assert certificate_of(certificate_document(read_back)) == read_back


def of_today(made: Certificate) -> SolverRecord:
    """Return the record of a solver that says its edition."""
    return replace(made.solvers[0], edition=EDITION)


def later_claim() -> Claim:
    """Return a claim that version 1 did not know."""
    made = map(certificate_of, small_certificates().values())
    return next(claim for one in made for claim in one.claims if claim.name not in NAMES)


UNSAID: dict[str, Callable[[Certificate], Certificate]] = {
    "what the audit found": lambda made: replace(made, findings=(Noted("BIAS", "note", "a", "b"),)),
    "how the file was read": lambda made: replace(
        made, source=replace(made.source, options=ReadAs(zero="none"))
    ),
    "its format": lambda made: replace(made, source=replace(made.source, format="native")),
    "an edition of problems": lambda made: replace(made, solvers=(of_today(made),)),
    "a bound of the noise": lambda made: replace(made, declared=replace(made.declared, noise=99)),
    "a later claim": lambda made: replace(made, claims=(*made.claims, later_claim())),
    "claims in another order": lambda made: replace(made, claims=made.claims[::-1]),
}


@pytest.mark.parametrize("what", UNSAID)
def test_what_version_1_has_no_words_for_is_not_written(what: str) -> None:
    """Rather nothing than less than the value says."""
    with pytest.raises(InputError, match="version = 1: has no words for all"):
        certificate_text(UNSAID[what](read("keys-2-8")))


def test_no_certificate_is_of_a_version_to_come() -> None:
    """Nobody could read it."""
    with pytest.raises(InputError, match="version = 3: is not known"):
        replace(read("keys-2-8"), version=3)


def test_a_theorem_about_a_table_of_version_1_is_recorded_in_its_words(tmp_path: Path) -> None:
    """As ``prove --coq`` writes it: the findings, which nobody recorded, are not lost by it."""
    made = read("keys-2-8")
    source = theorem_source(made)
    answer = KernelAnswer("8.16.1", statement_of(source), (), True, "accepted")
    proved = with_kernel(made, answer, source)
    path = tmp_path / "keys-2-8.certificate.json"
    path.write_text(certificate_text(proved), encoding="utf-8")
    again = read_subject(path)
    assert (again.certificate, again.certificate.version) == (proved, 1)
    before = read_subject(FOLDER / path.name)
    assert before.findings
    assert again.findings == before.findings


@pytest.mark.parametrize("name", VERDICTS)
def test_the_front_door_gives_what_the_file_holds(name: str, tmp_path: Path) -> None:
    """``to_dict`` is the file, whichever version it is of; saved, it is the same file."""
    path = FOLDER / f"{name}.certificate.json"
    found = ptcert.check(path)
    assert found.to_dict() == document(name)
    saved = found.save(tmp_path, ())[0]
    assert saved.read_bytes() == path.read_bytes()
    assert ptcert.check(saved) == found
