"""The judge of changed certificates: it agrees with what is true, and sees each kind of lie."""

import json
from fractions import Fraction

import pytest

from tests.attacks_on_ptcert.judge import falsehoods
from tests.attacks_on_ptcert.mutations import Path, at
from tests.certificate.best_of_few_keys import best_of_few_keys
from tests.certificate.making import Json, is_accepted, many_rows, source, text_of
from tests.certificate.optimality_cases import claim_of, few_keys
from tests.certificate.test_composition import OTHER, certified, plain, two_tables
from tests.fuzz.corpus import certificates, with_holes
from verification.claims.request import Request, Target

NAMES = (
    *("example", "failing", "holes", "law", "logarithm"),
    *("measured", "optimal", "release", "undecided", "variance", "version-1", "wrap"),
)
PROOFS = best_of_few_keys() | {f"some table, {name}": case for name, case in few_keys().items()}
_OPTIMALITY, _COMPOSITION = ("claims", 8), ("claims", 7)
_CELLS, _POINT = (*_COMPOSITION, "cells"), (*_COMPOSITION, "points", 0)
# What is changed, and what the judge must say of it; of certificate "law" unless another is named.
LIES: dict[str, tuple[str, Path, object]] = {
    "e^1/2": ("law", ("epsilons", 0, "exp", "hi"), "1/1"),
    "well-formed: ends": ("law", ("claims", 0, "rows", 0, "ends", 0), 1),
    "key-completeness: a witness": ("law", ("claims", 1, "rows", 0, "witnesses", 1, 1), 1),
    "key-completeness: support": ("law", ("claims", 1, "rows", 0, "support", 0), -4),
    "key-completeness: keys made": ("law", ("claims", 1, "keys_made"), 255),
    "key-completeness: the wrong release": ("holes", ("table", "holes"), [3]),
    "quantisation: status": ("logarithm", ("table", "origin", "rule"), "ceiling"),
    "quantisation: x": ("variance", ("claims", 2, "x", "hi"), "1/1000"),
    "moments: a moment": ("law", ("claims", 3, "rows", 0, "variance"), "7/1"),
    "moments: status": ("law", ("declared", "bias"), {"lo": "1/1", "hi": "1/1"}),
    "dp-all-events: A or B": ("law", ("claims", 4, "pairs", 0, "A"), "0/1"),
    "dp-all-events: delta": ("law", ("claims", 4, "pairs", 0, "delta", "hi"), "0/1"),
    "dp-all-events: an event is not the worst": ("law", ("claims", 4, "pairs", 0, "event"), []),
    "dp-all-events: status": ("law", ("epsilons", 0, "delta"), "1/1000"),
    "dp-singletons: an outcome is not the worst": ("law", ("claims", 5, "pairs", 0, "outcome"), 5),
    "paper-measures: epsilon^Q": ("law", ("claims", 6, "rows", 0, "exp"), "1/1"),
    "paper-measures: delta^Q": ("law", ("claims", 6, "rows", 0, "delta"), "1/1"),
    "key-law: the distance": ("law", ("claims", 7, "distance"), "0/1"),
    "moments: counts": ("law", ("claims", 3, "covers", "counts", "first"), 0),
    "moments: rows": ("law", ("claims", 3, "covers", "rows"), 2),
    "dp-all-events: pairs": ("law", ("claims", 4, "covers", "pairs"), 1),
    "optimality: the bound": ("optimal", (*_OPTIMALITY, "bound"), "1/2"),
    "optimality: the value": ("optimal", (*_OPTIMALITY, "value", "hi"), "1/4"),
    "optimality: the table breaks a rule": ("optimal", (*_OPTIMALITY, "rules", "stay"), ["1/2"]),
    "optimality: status": ("optimal", ("table", "holes"), []),
    "composition: the cells": ("release", (*_CELLS, 0, "number"), 2),
    "composition: the atoms": ("release", (*_CELLS, 0, "atoms", 1), [5, 1]),
    "composition: a count": ("release", (*_CELLS, 2, "count"), 2),
    "composition: the epsilons": ("release", ("release", "targets", 1, "epsilon"), "2"),
    "composition: delta may be larger": ("release", (*_POINT, "delta", "hi"), "1/2"),
    "composition: delta may be smaller": ("release", (*_POINT, "delta", "lo"), "2/3"),
    "composition: status": ("release", ("release", "targets", 0, "delta"), "1/2"),
    "composition: a target between the bounds": (
        *("release", ("release", "targets", 0, "delta"), "2/3"),
    ),
    "composition: covers": ("release", (*_COMPOSITION, "covers", "cells"), 4),
    "the verdict": ("failing", ("verdict",), "holds"),
}


@pytest.mark.parametrize("name", NAMES)
def test_all_are_true_before_they_are_changed(name: str) -> None:
    """Checker and judge agree with each, so that whatever comes later is caused by a change."""
    assert sorted(certificates()) == sorted(NAMES)
    document: Json = json.loads(certificates()[name])
    assert is_accepted(document)
    assert falsehoods(document) == []


def test_they_differ_in_kind() -> None:
    """All four verdicts, both versions, holes, keys from 1, several epsilons, all kinds of laws."""
    found = [json.loads(text) for text in certificates().values()]
    assert {d["verdict"] for d in found} == {"holds", "fails", "measured", "undecided"}
    assert {d["version"] for d in found} == {1, 2}
    assert any(d["table"].get("holes") and d["table"]["first_key"] == 1 for d in found)
    assert any(len(d["epsilons"]) > 2 for d in found)
    origins = [json.dumps(d["table"]["origin"]) for d in found]
    assert all(any(word in text for text in origins) for word in ("variance", '"ln"', "null"))


@pytest.mark.parametrize("lie", LIES)
def test_each_kind_of_lie_is_seen(lie: str) -> None:
    """One place is changed, and the judge names what is false, with no help of the checker."""
    name, path, value = LIES[lie]
    document: Json = json.loads(certificates()[name])
    assert at(document, path) != value
    at(document, path[:-1])[path[-1]] = value
    assert lie in falsehoods(document)


def test_a_pair_that_is_left_out_is_seen() -> None:
    """Every pair of neighbours must be there at every epsilon, in both directions."""
    document: Json = json.loads(certificates()["wrap"])
    document["claims"][4]["pairs"].pop()
    assert any("pairs are missing" in what for what in falsehoods(document))
    assert Fraction(document["epsilons"][0]["delta"]) == Fraction(9, 10)


@pytest.mark.parametrize("name", PROOFS)
def test_proofs_of_every_kind_of_rule_are_true(name: str) -> None:
    """Trying every table of a few keys agrees with what the trees of splits show."""
    document = _optimal(name)
    assert is_accepted(document)
    assert falsehoods(document) == []


RELEASES = {
    "cells of which only the number is known": (OTHER, plain(3, at="1/2")),
    "rows that end": (with_holes(), plain(2, at="ln(2)")),
    "margins, floors, rows that wrap, two perturbation tables": (many_rows(), two_tables()),
}


@pytest.mark.parametrize("name", RELEASES)
def test_releases_of_every_kind_are_true(name: str) -> None:
    """All joint outcomes multiplied out agree with bounds on a grid."""
    document = certified(*RELEASES[name])
    assert is_accepted(document)
    assert falsehoods(document) == []


def test_a_table_that_is_not_the_best_is_seen() -> None:
    """Some other table of the same keys has a smaller delta, and the judge finds it."""
    document = _optimal("some table, rows")
    claim_of(document)["least"] = True
    assert falsehoods(document) == ["optimality: it is not the least"]


def _optimal(name: str) -> Json:
    """Return a certificate with a proof of optimality."""
    table, proof = PROOFS[name]
    request = Request(table, source(table), (Target(proof.epsilon),), proof=proof)
    found: Json = json.loads(text_of(request, ()))
    return found
