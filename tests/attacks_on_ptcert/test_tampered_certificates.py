"""Thousands of changes of valid certificates: each is rejected, or harmless.

What is harmless says ``judge.py``, which computes every claim of the changed certificate anew from
its definition; and ``tampering.WHERE`` lists the only places where a harmless change may be found,
so that a checker which no longer looks somewhere is seen.
"""

import json
from pathlib import Path as File

import pytest

from tests.attacks_on_ptcert.judge import is_harmless
from tests.attacks_on_ptcert.mutations import MUTATIONS, Path, at, places_by_kind
from tests.attacks_on_ptcert.tampering import changes
from tests.certificate.making import Json, is_accepted, small_certificates, written
from tests.fuzz.campaigns import broken, changed, crossed
from tests.fuzz.corpus import certificates
from verification import checker

CHANGES, CROSSOVERS, DAMAGED, CHANGES_OF_FILES = 500, 50, 500, 40
TEN = sorted(certificates())
# Claims of what the table shows; all others are implied by what a certificate states.
NOT_IMPLIED = ("never-negative", "margins", "optimality")


@pytest.mark.parametrize("name", TEN)
def test_every_change_of_a_certificate_is_rejected_or_harmless(name: str) -> None:
    """No single change makes the checker agree with something false."""
    found = changed(name, CHANGES)
    assert found.wrong == ()
    assert found.accepted < CHANGES // 4


@pytest.mark.parametrize("name", TEN)
def test_every_crossover_of_two_certificates_is_rejected_or_harmless(name: str) -> None:
    """Parts of another certificate do not make the checker agree with something false."""
    assert crossed(name, CROSSOVERS).wrong == ()


@pytest.mark.parametrize("seed", ["one", "another"])
def test_every_damaged_file_is_read_or_refused(seed: str) -> None:
    """No reader and no checker ends in another way."""
    found = broken(seed, DAMAGED)
    assert found.wrong == ()
    assert 0 < found.accepted < DAMAGED // 2


def test_every_kind_of_change_is_made(small: dict[str, Json]) -> None:
    """All mutations occur, and nearly all kinds of places are changed."""
    made = list(changes("law", json.dumps(small["law"]), 2 * CHANGES))
    assert {mutate for _, mutate, _ in made} == set(MUTATIONS)
    places = places_by_kind(small["law"])
    assert len({kind for kind, _, _ in made}) > len(places) * 9 // 10


@pytest.mark.parametrize("name", ["law", "failing"])
def test_the_program_says_in_one_line_what_the_check_found(
    small: dict[str, Json], name: str, tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 1 or 2 for each change that is rejected, with one line that says why."""
    path = tmp_path / "changed.json"
    capsys.readouterr()
    for _, _, document in changes(name, json.dumps(small[name]), CHANGES_OF_FILES):
        path.write_bytes(written(document))
        status = checker.main([str(path)])
        printed = capsys.readouterr()
        if is_accepted(document):
            said = f"; verdict: {document['verdict']}"
            assert printed.out.splitlines()[-1].startswith("every claim re-checked: ")
            assert printed.out.splitlines()[-1].endswith(said)
            assert (
                status
                == {"holds": 0, "measured": 0, "fails": 1, "undecided": 3}[document["verdict"]]
            )
        else:
            assert status in (1, 2)
            assert len((printed.out + printed.err).splitlines()) == 1
            assert printed.out.startswith("REJECTED: ") == (status == 1)


def test_the_evidence_of_another_certificate_is_rejected(small: dict[str, Json]) -> None:
    """No claim, target, table or key arithmetic of one certificate serves another."""
    parts: list[Path] = [("claims", number) for number in range(6)]
    parts += [("claims",), ("epsilons",), ("table",), ("table", "rows"), ("key_arithmetic",)]
    for name, base in small.items():
        for other in small.values():
            for path in parts:
                changed = json.loads(json.dumps(base))
                at(changed, path[:-1])[path[-1]] = at(other, path)
                if written(changed) != written(base) and is_accepted(changed):
                    assert is_harmless(changed), (name, path)


def test_claims_stand_in_any_order_and_number_but_none_twice(small: dict[str, Json]) -> None:
    """None may be left out that what is stated implies; a claim twice is not accepted."""
    for base in small.values():
        claims = base["claims"]
        assert is_accepted({**base, "claims": claims[::-1]})
        for i, left_out in enumerate(claims):
            assert not is_accepted({**base, "claims": claims[: i + 1] + claims[i:]})
            fewer = {**base, "claims": claims[:i] + claims[i + 1 :]}
            fewer["solvers"] = []
            assert is_accepted(fewer) == (left_out["name"] in NOT_IMPLIED)
            assert not is_accepted(fewer) or is_harmless(fewer)


def test_no_other_status_and_no_other_verdict_is_accepted(small: dict[str, Json]) -> None:
    """What the certificate says of itself is computed anew, whichever way it is turned."""
    words = ("holds", "fails", "measured", "undecided", "not claimed", "HOLDS", "", None, True)
    for base in small.values():
        text = json.dumps(base)
        for word in words:
            for number, claim in enumerate(base["claims"]):
                changed = json.loads(text)
                changed["claims"][number]["status"] = word
                assert is_accepted(changed) == (word == claim["status"])
            assert is_accepted({**base, "verdict": word}) == (word == base["verdict"])


def test_every_integer_of_a_table_counts() -> None:
    """Each number of keys and each noise value, changed by one, is seen."""
    base = small_certificates()["wrap"]
    for number, row in enumerate(base["table"]["rows"]):
        for key in ("keys", "noise"):
            for i in range(len(row[key])):
                for step in (-1, 1):
                    changed = json.loads(json.dumps(base))
                    changed["table"]["rows"][number][key][i] += step
                    assert not is_accepted(changed)
