"""The certificate as a whole: canonical JSON, the same input gives the same bytes."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version

from exact.cellkeys.arithmetic import XorOfFour
from exact.table.native import native_document
from verification.certificate.law_claim import quantisation
from verification.certificate.numbers import written
from verification.certificate.pair_claims import (
    BoundedTarget,
    all_events,
    bounded_targets,
    key_law_pairs,
    pair_claim,
    scaled_pairs,
    single_outcomes,
    uniform_pairs,
)
from verification.certificate.request import Request
from verification.certificate.row_claims import (
    key_completeness,
    moments,
    paper_measures,
    well_formed,
)
from verification.kernel.answer import KernelAnswer
from verification.smt.general import general_problems
from verification.smt.keys import arithmetic_problems, row_problems
from verification.smt.privacy import pair_problems
from verification.smt.problem import Problem
from verification.smt.testimony import Testimony

FORMAT = "ptcert-certificate"
VERSION = 1
NAMES = (
    "well-formed",
    "key-completeness",
    "quantisation",
    "moments",
    "dp-all-events",
    "dp-singletons",
    "paper-measures",
    "key-law",
)
COVERS = (
    "one count of one table, keys uniform and independent (claims 1-7) or by the law of claim 8"
)
NOT_COVERED = (
    "counts that the table has no row for",
    "repeated, overlapping or differenced queries, and any composition of releases",
    "record keys that are not independent and uniform, or that are reused with other data",
    "the rule 'same participants, same noise', which ties the noise of different tables together",
    "whether the software in use looks the table up as certified",
)

Document = dict[str, object]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The claims of a certificate, and the problems that a solver has to answer for them."""

    request: Request
    targets: tuple[BoundedTarget, ...]
    claims: tuple[Document, ...]
    problems: tuple[Problem, ...]


def prepare(request: Request) -> Prepared:
    """Compute every claim with its evidence, and the problems that prove it."""
    uniform, by_law = uniform_pairs(request), key_law_pairs(request)
    targets = bounded_targets(request, (*uniform, *by_law))
    claims = (
        well_formed(request),
        key_completeness(request),
        quantisation(request),
        moments(request),
        pair_claim(uniform, targets, all_events),
        pair_claim(uniform, targets, single_outcomes),
        paper_measures(request),
        _key_law_claim(request, targets),
    )
    named = tuple(
        {"kind": kind, "name": name, **claim}
        for kind, (name, claim) in enumerate(zip(NAMES, claims, strict=True), start=1)
    )
    problems = (
        *general_problems(),
        *row_problems(request.table),
        *arithmetic_problems(request.arithmetic),
        *(p for pair in scaled_pairs(uniform, targets) for p in pair_problems(pair)),
    )
    return Prepared(request, targets, named, problems)


def certificate(prepared: Prepared, testimonies: Iterable[Testimony]) -> Document:
    """Return the whole certificate."""
    request = prepared.request
    solvers = [_testimony(testimony) for testimony in testimonies]
    return {
        "format": FORMAT,
        "version": VERSION,
        "verdict": _verdict(prepared, solvers),
        "input": {"sha256": request.sha256},
        "scope": {"covers": COVERS, "does_not_cover": list(NOT_COVERED)},
        "table": native_document(request.table),
        "epsilons": [bounded.document() for bounded in prepared.targets],
        "declared": {
            "bias": None if request.bias is None else written(request.bias),
            "variance": None if request.variance is None else written(request.variance),
        },
        "key_arithmetic": _arithmetic(request),
        "claims": list(prepared.claims),
        "solvers": solvers,
        "tool": {"name": "ptcert", "version": version("ptcert")},
    }


def with_kernel(document: Document, answer: KernelAnswer, source: str) -> Document:
    """Return the certificate with what Coq's kernel accepted, from which file, assuming what."""
    answer.demand()
    return {
        **{key: value for key, value in document.items() if key != "kernel"},
        "kernel": {
            "prover": "Coq",
            "version": answer.version,
            "source_sha256": sha256(source.encode()).hexdigest(),
            "statement": answer.statement,
            "assumptions": list(answer.assumptions),
        },
    }


def certificate_text(document: Document) -> str:
    """Return the canonical text: one top-level entry a line, claims and rows on their own lines."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = ",\n".join(f"    {json.dumps(item)}" for item in value)
            lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _key_law_claim(request: Request, targets: tuple[BoundedTarget, ...]) -> Document:
    if request.arithmetic is None:
        return {"status": "not claimed"}
    pairs = key_law_pairs(request)
    distance = request.arithmetic.law().distance_from_uniform()
    claim = pair_claim(pairs, targets, all_events)
    status = "holds" if request.arithmetic_assumed else claim["status"]
    return {"status": status, "distance": written(distance), "pairs": claim["pairs"]}


def _arithmetic(request: Request) -> Document | None:
    if request.arithmetic is None:
        return None
    assumed = {"assumed": request.arithmetic_assumed}
    if isinstance(request.arithmetic, XorOfFour):
        return {"kind": "xor4", "bigN": request.arithmetic.modulus, **assumed}
    return {"kind": "sum", **assumed}


def _testimony(testimony: Testimony) -> Document:
    problems = [
        {"id": p.name, "claim": p.claim, "expected": p.expected, "answer": answer}
        | ({"reason": reason} if reason else {})
        for p, answer, reason in testimony.answers
    ]
    return {"name": testimony.solver, "version": testimony.version, "problems": problems}


def _verdict(prepared: Prepared, solvers: list[Document]) -> str:
    """Fails where a claim does; undecided where a solver did not give the expected answer."""
    if any(claim["status"] == "fails" for claim in prepared.claims):
        return "fails"
    answers = [p for solver in solvers for p in _list(solver["problems"])]
    unanswered = any(p["answer"] != p["expected"] for p in answers)
    return "undecided" if unanswered else "holds"


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value
