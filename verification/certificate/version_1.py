"""Certificates of version 1, as the later version would say the same.

Version 1 made eight claims always, by number, some of them "not claimed"; it said neither what a
claim covers, nor how the file was read, nor what the audit found, and it knew no holes.
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
# What another key says anew, and bounds of values that the checker computes itself.
_LEFT_OUT = ("kind", "name", "status", "bounds")
_NUMBER = re.compile(r"claim([1-8])-")
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
    evidence = {k: v for k, v in claim.items() if k not in _LEFT_OUT}
    covers = kind.covering.shape.write(kind.covering.of(context))
    head = {"name": name, "status": claim["status"], "covers": covers}
    return head | (_without_holes(context.table) if name == "key-completeness" else {}) | evidence


def _without_holes(table: PTable) -> dict[str, Any]:
    """Return the witness against completeness that version 1 did not name."""
    found = first_wrong_release(table)
    witness = None if found is None else {"count": found.count, "released": found.released}
    return {"witness": witness}


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
