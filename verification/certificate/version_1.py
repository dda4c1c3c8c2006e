"""Certificates of version 1, as the later version would say the same, and back.

Version 1 made eight claims always, by number, some of them "not claimed"; it said neither what a
claim covers, nor how the file was read, nor what the audit found, and it knew no holes. Such a
certificate is written in its own words again: in those of version 2 it would say that nothing was
found, and that nothing was said about the file. Only its bounds of the values of a law, which
nobody reads, are left out.
"""

import json
import re
from dataclasses import asdict
from typing import Any

from exact.errors import InputError
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.table.native import native_document, read_native
from exact.table.ptable import PTable
from verification.certificate.scope import COVERS, NOT_COVERED
from verification.claims.context import Context
from verification.claims.key_completeness import first_wrong_release
from verification.claims.registry import kind_of
from verification.claims.request import Request, Target
from verification.claims.source import ReadAs, Source
from verification.shapes.shape import Document

NAMES = (
    *("well-formed", "key-completeness", "quantisation", "moments"),
    *("dp-all-events", "dp-singletons", "paper-measures", "key-law"),
)
_COVERS = (
    "one count of one table, keys uniform and independent (claims 1-7) or by the law of claim 8"
)
_NUMBERS = {name: number for number, name in enumerate(NAMES, start=1)}
# What another key says anew, and bounds of values that the checker computes itself.
_LEFT_OUT = ("kind", "name", "status", "bounds")
# What version 1 did not say of a claim.
_NEWER = ("covers", "witness")
_NUMBER = re.compile(r"^claim([1-8])-")
_MALFORMED = (LookupError, TypeError, ValueError, AttributeError)


def upgraded(document: Document) -> Document:
    """Return a certificate of version 1 as one of version 2, whether it is true or not."""
    try:
        return _upgraded(document)
    except InputError:
        raise
    except _MALFORMED as error:
        rule = f"is malformed ({type(error).__name__} {str(error)[:60]})"
        raise InputError("certificate", "version 1", rule, "give a *.certificate.json") from None


def _upgraded(document: Document) -> Document:
    table = read_native(json.dumps(document["table"]))
    targets = tuple(Target(read_epsilon(target["epsilon"])) for target in document["epsilons"])
    context = Context.of(Request(table, Source(""), targets))
    return {
        **document,
        "version": 2,
        "verdict": "measured",  # not looked at: the value says it itself
        "input": {
            "sha256": document["input"]["sha256"],
            "format": None,
            "bytes": None,
            "options": asdict(ReadAs()),
        },
        "scope": {"covers": COVERS, "does_not_cover": list(NOT_COVERED)},
        "table": native_document(table),
        "declared": {name: _exactly(document["declared"][name]) for name in ("bias", "variance")}
        | {"noise": None},
        "findings": [],
        "claims": [
            _claim(name, claim, context)
            for name, claim in zip(NAMES, document["claims"], strict=True)
            if claim["status"] != "not claimed"
        ],
        "solvers": [_solver(solver) for solver in document["solvers"]],
    }


def _exactly(value: str | None) -> Document | None:
    return None if value is None else {"lo": value, "hi": value}


def _claim(name: str, claim: Document, context: Context) -> Document:
    kind = kind_of(name)
    if any(part in claim for part in _NEWER):
        rule = f"says {' or '.join(_NEWER)}, as version 1 never did"
        raise InputError("claim", name, rule, "give a *.certificate.json")
    evidence = {k: v for k, v in claim.items() if k not in _LEFT_OUT}
    covers = kind.covering.shape.write(kind.covering.of(context))
    head = {"name": name, "status": claim["status"], "covers": covers}
    return head | (_without_holes(context.table) if name == "key-completeness" else {}) | evidence


def _without_holes(table: PTable) -> dict[str, Any]:
    """Return the witness against completeness that version 1 did not name."""
    found = first_wrong_release(table)
    witness = None if found is None else {"count": found.count, "released": found.released}
    return {"witness": witness}


def downgraded(document: Document) -> Document:
    """Return what a certificate of version 2 says in the words of version 1, as far as it has any.

    ``upgraded`` gives the same back where nothing is lost.
    """
    claims = {claim["name"]: claim for claim in document["claims"]}
    found = {
        **document,
        "version": 1,
        # Version 1 had no word for a table about which nothing was promised.
        "verdict": "holds" if document["verdict"] == "measured" else document["verdict"],
        "input": {"sha256": document["input"]["sha256"]},
        "scope": document["scope"] | {"covers": _COVERS},
        "table": _older_table(document["table"]),
        "declared": {
            name: None if document["declared"][name] is None else document["declared"][name]["lo"]
            for name in ("bias", "variance")
        },
        "claims": [
            {"kind": kind, "name": name} | _older_claim(claims.get(name))
            for name, kind in _NUMBERS.items()
        ],
        "solvers": [_older_solver(solver) for solver in document["solvers"]],
    }
    return {key: value for key, value in found.items() if key != "findings"}


def _older_claim(claim: Document | None) -> Document:
    if claim is None:
        return {"status": "not claimed"}
    return {key: value for key, value in claim.items() if key not in ("name", *_NEWER)}


def _older_table(table: Document) -> Document:
    """Return a table in the words of its own version 1, where that has words for it."""
    origin = table["origin"]
    named = origin is not None and set(origin["parameters"]) != {"D", "gamma"}
    if table["version"] != 2 or table["first_key"] or table["holes"] or named:
        return table
    if origin is not None:
        rest = {key: value for key, value in origin.items() if key not in ("law", "parameters")}
        origin = {"law": origin["law"], **origin["parameters"], **rest}
    kept = {key: value for key, value in table.items() if key not in ("first_key", "holes")}
    return kept | {"version": 1, "origin": origin}


def _older_solver(solver: Document) -> Document:
    problems = [_older_problem(problem) for problem in solver["problems"]]
    return {"name": solver["name"], "version": solver["version"], "problems": problems}


def _older_problem(problem: Document) -> Document:
    claim = _NUMBERS.get(problem["claim"])  # None: no claim of version 1
    said = {**problem, "id": _older_id(problem["id"]), "claim": claim}
    return {key: value for key, value in said.items() if (key, value) != ("reason", None)}


def _older_id(name: str) -> str:
    for claim, kind in _NUMBERS.items():
        if name.startswith(f"{claim}-"):
            return f"claim{kind}-{name.removeprefix(f'{claim}-')}"
    return name


def _solver(solver: Document) -> Document:
    problems = [
        {
            "id": _NUMBER.sub(lambda found: f"{NAMES[int(found[1]) - 1]}-", problem["id"], count=1),
            "claim": NAMES[problem["claim"] - 1],
            "expected": problem["expected"],
            "answer": problem["answer"],
            "reason": problem.get("reason"),
        }
        for problem in solver["problems"]
    ]
    return {"name": solver["name"], "version": solver["version"], "problems": problems}
