"""The claim composition: true bounds are accepted, forged evidence is not."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest

from exact.composition.dominating import dominating_pair
from exact.errors import InputError, Undecided
from exact.numbers.epsilon import epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from reports.certificates.check import accepted
from tests.certificate.asking import answers_of
from tests.certificate.making import (
    Json,
    claim,
    failing,
    is_accepted,
    many_rows,
    source,
    targets,
    text_of,
    written,
)
from tests.composition.tables import TEN, both_ways
from verification.certificate.file import certificate_text, read_certificate
from verification.checking.files import check_file
from verification.checking.products import sums_of_products
from verification.claims.released import OtherTable, Released, ReleaseTarget, TableOfPlan
from verification.claims.request import Request
from verification.smt.composition import composition_problems

OTHER = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),), Repeat(), "preserve")
DIMENSIONS, MARGINS = ("age", "sex"), (("age",), ("sex",), ())


def plain(cells: int, delta: str | None = None, at: str = "ln(2)", grid: int = 8) -> Released:
    """Return a release of one table of which only the number of cells is known."""
    target = ReleaseTarget(epsilon(at), None if delta is None else Fraction(delta))
    one = TableOfPlan("a", 0, None, (), cells, 0)
    return Released("independent", "record-keys", grid, (target,), (), (one,))


def two_tables() -> Released:
    """Return a release of three tables by two perturbation tables, with margins in common."""
    aims = (ReleaseTarget(epsilon("1"), Fraction(99, 100)), ReleaseTarget(epsilon("ln(9)"), None))
    digest = sha256(write_native(OTHER).encode()).hexdigest()
    tables = (
        TableOfPlan("sex by age", 0, DIMENSIONS, MARGINS, None, 0),
        TableOfPlan("age by region", 0, ("age", "region"), (("age",), ()), None, 2),
        TableOfPlan("flows", 1, None, (), 2, 1),
    )
    return Released("independent", "own-record-key", 8, aims, (OtherTable(digest, OTHER),), tables)


def certified(table: PTable, release: Released) -> Json:
    """Return a certificate of a release, with the answers of a solver."""
    request = Request(table, source(table), targets("1/2"), release=release)
    found: Json = json.loads(text_of(request))
    return found


@pytest.fixture(scope="module")
def made() -> str:
    """The text of a certificate of two perturbation tables and three tables."""
    return json.dumps(certified(many_rows(), two_tables()))


@pytest.fixture
def document(made: str) -> Json:
    """The same as a value that a test may change."""
    found: Json = json.loads(made)
    return found


def test_it_is_accepted_read_and_written_as_it_is(document: Json) -> None:
    """By the checker, by the reader, and the text is the same again."""
    assert failing(document) == []
    assert document["verdict"] == "holds"
    read = accepted("a", written(document))
    assert json.loads(certificate_text(read)) == document
    assert claim(document, "composition")["covers"] == {"tables": 3, "cells": 7, "epsilons": 2}


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("m", [1, 2, 3])
def test_its_bounds_hold_the_truth_of_all_joint_outcomes(number: int, m: int) -> None:
    """The upper bound is above the dominating pairs multiplied out; the lower is no higher."""
    table = TEN[number]
    truth = both_ways([dominating_pair(table)] * m, Fraction(5, 4))
    if truth == 1:
        with pytest.raises(InputError, match="none below 1 is proved"):
            certified(table, plain(m, at="ln(5/4)"))
        return
    document = certified(table, plain(m, at="ln(5/4)"))
    assert is_accepted(document)
    delta = claim(document, "composition")["points"][0]["delta"]
    assert Fraction(delta["lo"]) <= truth <= Fraction(delta["hi"])
    assert Fraction(delta["hi"]) - truth <= Fraction(1, 1 << 11)


def test_the_same_people_count_once(document: Json) -> None:
    """Age and the total stand in two tables; one cell may be the person alone."""
    cells = claim(document, "composition")["cells"]
    found = {(one["ptable"], one["floor"], one["margin"]): one["number"] for one in cells}
    assert found == {
        (0, 0, False): 1,
        (0, 2, False): 1,
        (0, 2, True): 2,
        (0, 1, True): 1,
        (1, 1, False): 2,
    }


def _one(document: Json) -> Json:
    found: Json = claim(document, "composition")
    return found


def _bound(name: str, by: Fraction) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        for point in _one(document)["points"]:
            value = Fraction(point["delta"][name]) + by
            point["delta"][name] = f"{value.numerator}/{value.denominator}"

    return change


def _cell(name: str, value: object) -> Callable[[Json], None]:
    return lambda document: _one(document)["cells"][0].update({name: value})


def _move_a_key(document: Json) -> None:
    atoms = _one(document)["cells"][0]["atoms"]
    atoms[0][0], atoms[1][0] = atoms[0][0] + 1, atoms[1][0] - 1


def _shift_an_index(document: Json) -> None:
    indices = _one(document)["cells"][0]["indices"]
    place = next(i for i, k in enumerate(indices) if k)
    indices[place] += 1


def _fewer(document: Json) -> None:
    cells = next(one for one in _one(document)["cells"] if one["number"] == 2)
    cells["number"] = 1


def _release(**changes: object) -> Callable[[Json], None]:
    return lambda document: document["release"].update(changes)


def _drop_a_table(document: Json) -> None:
    document["release"]["tables"].pop(1)


def _raise_a_floor(document: Json) -> None:
    document["release"]["tables"][0]["count_floor"] = 5


def _drop_a_score(document: Json) -> None:
    next(one for one in _one(document)["cells"] if one["scores"])["scores"].pop()


def _score_twice(document: Json) -> None:
    scores = next(one for one in _one(document)["cells"] if one["scores"])["scores"]
    scores.append(scores[0])


def _outcome_true(document: Json) -> None:
    """Write true for the outcome 1, where a cell has a score of it."""
    scored = [one["scores"] for one in _one(document)["cells"] if one["scores"]]
    pairs = [pair for scores in scored for pair in scores if pair[0] == 1]
    assert pairs
    for pair in pairs:
        pair[0] = True


def _two_alone(document: Json) -> None:
    document["release"]["tables"][2]["count_floor"] = 0
    for one in _one(document)["cells"]:
        one["count"] = 0


def _small_margin(document: Json) -> None:
    next(one for one in _one(document)["cells"] if one["margin"])["count"] = 2


def _without_the_claim(document: Json) -> None:
    document["claims"] = [one for one in document["claims"] if one["name"] != "composition"]
    for solver in document["solvers"]:
        solver["problems"] = [p for p in solver["problems"] if p["claim"] != "composition"]


def _another_table(document: Json) -> None:
    row = document["release"]["others"][0]["table"]["rows"][0]
    row["keys"] = [1, 6, 1]


def _epsilon(document: Json) -> None:
    document["release"]["targets"][0]["epsilon"] = "1/2"
    _one(document)["points"][0]["epsilon"] = "1/2"


FORGED: dict[str, Callable[[Json], None]] = {
    "a lower upper bound": _bound("hi", -Fraction(1, 10**6)),
    "a higher lower bound": _bound("lo", Fraction(1, 10**2)),
    "nothing is claimed": _bound("hi", Fraction(1)),
    "the bounds of another epsilon": _epsilon,
    "a key moved between atoms": _move_a_key,
    "an atom at another point": _shift_an_index,
    "fewer cells": _fewer,
    "another floor": _cell("floor", 7),
    "a margin that is none": _cell("margin", True),
    "another perturbation table": _cell("ptable", 1),
    "a perturbation table that is not there": _cell("ptable", 5),
    "a count below nothing": _cell("count", -1),
    "a count that is no number": _cell("count", True),
    "atoms that are not there": _cell("atoms", []),
    "a score less": _drop_a_score,
    "a score twice": _score_twice,
    "two sets of people that are the person alone": _two_alone,
    "a margin smaller than its cells": _small_margin,
    "a release without the claim": _without_the_claim,
    "the claim without a release": lambda d: d.pop("release"),
    "keys that add": _release(keys="sum"),
    "no statement about keys": lambda d: d["release"].pop("keys"),
    "another statement in the claim": lambda d: _one(d).update(keys="sum"),
    "an unknown secret": _release(secret="nothing"),
    "no grid": _release(grid=0),
    "a grid without end": _release(grid=21),
    "another grid": _release(grid=4),
    "no epsilon": _release(targets=[]),
    "a table less": _drop_a_table,
    "a floor that the claim does not know": _raise_a_floor,
    "keys of the other table": _another_table,
    "a perturbation table that nobody uses": lambda d: d["release"]["others"].append(
        d["release"]["others"][0]
    ),
    "two tables of one name": lambda d: d["release"]["tables"][1].update(name="sex by age"),
    "a margin that is no margin": lambda d: d["release"]["tables"][0]["margins"].append(["region"]),
    "a margin twice": lambda d: d["release"]["tables"][0]["margins"].append([]),
    "dimensions that fall": lambda d: d["release"]["tables"][0].update(dimensions=["sex", "age"]),
    "cells and dimensions": lambda d: d["release"]["tables"][0].update(cells=4),
    "an epsilon of 0": lambda d: d["release"]["targets"][0].update(epsilon="0"),
    "a delta of 1": lambda d: d["release"]["targets"][0].update(delta="1/1"),
    "a target that is missed": lambda d: d["release"]["targets"][0].update(delta="1/1000"),
    "another number of tables": lambda d: _one(d)["covers"].update(tables=1),
    "more evidence": lambda d: _one(d).update(more=1),
    "the other direction": lambda d: _one(d)["points"][0].update(added=1),
    "a direction that is a number": lambda d: _one(d)["points"][1].update(
        added=int(_one(d)["points"][0]["added"])
    ),
    "a margin that is a number": _cell("margin", 0),
    "a perturbation table that is no number": _cell("ptable", False),
    "an outcome that is no number": _outcome_true,
    "cells twice": lambda d: _one(d)["cells"].append(_one(d)["cells"][0]),
    "version 1": lambda d: d.update(version=1),
}


@pytest.mark.parametrize("case", FORGED)
def test_forged_evidence_is_rejected(document: Json, case: str) -> None:
    """Whatever is changed, the checker does not accept it."""
    FORGED[case](document)
    assert not is_accepted(document)


def test_a_target_that_is_missed_fails() -> None:
    """And the certificate says so itself: verdict, status and exit status."""
    document = certified(TEN[0], plain(3, "1/4"))
    assert document["verdict"] == "fails"
    assert claim(document, "composition")["status"] == "fails"
    assert failing(document) == ["claim composition"]


def test_what_the_bounds_do_not_tell_is_undecided() -> None:
    """A target between the bounds makes no certificate."""
    found = certified(many_rows(), plain(6, at="1/2", grid=4))
    delta = claim(found, "composition")["points"][0]["delta"]
    middle = (Fraction(delta["lo"]) + Fraction(delta["hi"])) / 2
    with pytest.raises(Undecided, match="take a finer grid"):
        certified(many_rows(), plain(6, str(middle), at="1/2", grid=4))


def test_a_claim_that_says_nothing_is_not_made() -> None:
    """Where no delta below 1 is proved there is nothing to certify."""
    with pytest.raises(InputError, match="none below 1 is proved"):
        certified(TEN[0], plain(5000, at="1/100"))


@pytest.mark.parametrize("keys", ["", "some"])
def test_nothing_is_composed_without_a_statement_about_keys(keys: str) -> None:
    """Keys that add, and mixed ones, have tests of their own (claim margins)."""
    with pytest.raises(InputError, match="no statement about the keys"):
        certified(OTHER, replace(plain(2), keys=keys))


def test_every_file_of_the_release_is_bound_by_its_digest(document: Json) -> None:
    """The file of the other perturbation table is compared with the one embedded."""
    assert check_file(document, write_native(OTHER).encode()) == ""
    assert check_file(document, write_native(many_rows()).encode()) == ""
    with pytest.raises(Exception, match="SHA-256"):
        check_file(document, write_native(TEN[0]).encode())


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_both_solvers_prove_the_small_lemmas(solver: str) -> None:
    """Hull, splitting, merging, rounding, cutting, and the event from below."""
    found = answers_of(solver, tuple(composition_problems()))
    assert [answer for _, answer, _ in found.answers] == ["unsat"] * 6


def test_products_through_decimals_are_the_sums_of_products() -> None:
    """Against the definition, with zeros at the ends and one weight alone."""
    lists = ([0, 7, 0, 10**30, 3, 0], [5], [0], [1, 2, 3])
    for a in lists:
        for b in lists:
            due = [0] * (len(a) + len(b) - 1)
            for i, x in enumerate(a):
                for j, y in enumerate(b):
                    due[i + j] += x * y
            assert sums_of_products(a, b, len(due)) == due


def test_the_certificate_of_another_version_is_read_no_more(document: Json) -> None:
    """A reader refuses the scope of a single table for a release."""
    document["scope"]["covers"] = "one count"
    with pytest.raises(InputError, match="covers"):
        read_certificate(written(document))
