"""A certificate as a file: one reader and one writer, exact inverses of each other."""

import json
from typing import Any

from exact.errors import InputError
from exact.table.zero import EVERY_PAIR
from verification.certificate.certificate import VERSIONS, Certificate
from verification.certificate.parts import (
    ARITHMETIC,
    CLAIM_LIST,
    DECLARED,
    FINDINGS,
    FIRST_PAIR,
    KERNEL,
    SOURCE,
    TABLE,
    TARGETS,
    TOOL,
    key_making,
)
from verification.certificate.release_part import RELEASE
from verification.certificate.scope import (
    ASSUMED_COVERS,
    COVERS,
    MARGINS_COVERS,
    MARGINS_NOT_COVERED,
    NOBODY_COVERS,
    NOT_COVERED,
    RELEASE_COVERS,
    RELEASE_NOT_COVERED,
)
from verification.certificate.solver_part import SOLVERS
from verification.certificate.version_1 import downgraded, upgraded
from verification.shapes.shape import Document, Shape, choice, constant, described, record
from verification.shapes.strict import parsed
from verification.verdict import VERDICTS

FORMAT = "ptcert-certificate"
VERSION = 2
_REMEDY = "give a *.certificate.json"
_SCOPE: Shape[Any] = record(
    dict,
    "What is certified, and what nobody may conclude from this certificate.",
    covers=constant(COVERS, ASSUMED_COVERS, NOBODY_COVERS, RELEASE_COVERS, MARGINS_COVERS),
    does_not_cover=constant(
        list(NOT_COVERED), list(RELEASE_NOT_COVERED), list(MARGINS_NOT_COVERED)
    ),
)
PARTS: dict[str, Shape[Any]] = {
    "format": constant(FORMAT),
    "version": described(constant(VERSION), "The version of this format."),
    "verdict": described(
        choice(*VERDICTS),
        "holds: something was promised and is kept; fails: a claim fails, or an error stands "
        "against a promise; measured: nothing was promised; undecided: a solver left a problem "
        "open.",
    ),
    "input": SOURCE,
    "scope": _SCOPE,
    "table": TABLE,
    "epsilons": TARGETS,
    "declared": DECLARED,
    "key_arithmetic": ARITHMETIC,
    "findings": FINDINGS,
    "claims": CLAIM_LIST,
    "solvers": SOLVERS,
    "tool": TOOL,
}
# Parts that a certificate may have beside.
MAY_BE: dict[str, Shape[Any]] = {
    "first_pair": FIRST_PAIR,
    "kernel": KERNEL,
    "release": RELEASE,
}


def read_certificate(content: bytes) -> Certificate:
    """Read a certificate of version 2, or what one of version 1 says in the words of version 2.

    Whether it is true is not asked here: that is the checker's work.
    """
    return certificate_of(parsed(content, "certificate", _REMEDY))


def certificate_of(document: Document) -> Certificate:
    """Return the certificate that a JSON object holds."""
    if document.get("format") != FORMAT:
        raise InputError("format", document.get("format"), "is not a certificate", _REMEDY)
    version = document.get("version")
    if type(version) is not int or version not in VERSIONS:
        raise InputError("version", version, "is not known", "this program reads 1 and 2")
    given = upgraded(document) if version == 1 else document
    shapes = PARTS | {name: shape for name, shape in MAY_BE.items() if name in given}
    if set(given) != set(shapes):
        wrong = sorted(set(given) ^ set(shapes))
        raise InputError("certificate", wrong, "are keys too many or too few", _REMEDY)
    found = {key: shape.read(given[key], key) for key, shape in shapes.items()}
    making, table = found["key_arithmetic"], found["table"]
    made = Certificate(
        source=found["input"],
        table=table,
        targets=found["epsilons"],
        declared=found["declared"],
        arithmetic=None if making is None else making.arithmetic(table.keysize),
        assumed=making is not None and making.assumed,
        findings=found["findings"],
        claims=found["claims"],
        solvers=found["solvers"],
        tool=found["tool"],
        kernel=found.get("kernel"),
        version=version,
        release=found.get("release"),
        first_pair=found.get("first_pair", EVERY_PAIR),
    )
    if found["scope"] != _scope(made):
        raise InputError("scope", "text", "is that of another kind of certificate", _REMEDY)
    if version == VERSION and made.verdict != found["verdict"]:
        rule = f"is not what follows from the claims: {made.verdict}"
        raise InputError("verdict", found["verdict"], rule, _REMEDY)
    return made


def certificate_document(made: Certificate) -> Document:
    """Return a certificate as a JSON object, of the version that it is of.

    What version 1 has no words for is refused there: ``certificate_of`` gives the same value back.
    """
    if made.version == VERSION:
        return _newest(made)
    older = downgraded(_newest(made))
    if not _reads_as(older, made):
        rule = "has no words for all that this certificate says"
        raise InputError("version", made.version, rule, "certify the table anew")
    return older


def _reads_as(document: Document, made: Certificate) -> bool:
    """Tell whether a document says exactly what a certificate does."""
    try:
        return certificate_of(document) == made
    except InputError:
        return False


def _newest(made: Certificate) -> Document:
    values: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "verdict": made.verdict,
        "input": made.source,
        "table": made.table,
        "epsilons": made.targets,
        "declared": made.declared,
        "key_arithmetic": key_making(made.arithmetic, made.assumed),
        "findings": made.findings,
        "claims": made.claims,
        "solvers": made.solvers,
        "tool": made.tool,
    }
    scope = _scope(made)
    found = {
        key: scope if key == "scope" else shape.write(values[key]) for key, shape in PARTS.items()
    }
    first = None if made.first_pair == EVERY_PAIR else made.first_pair
    beside = {"first_pair": first, "kernel": made.kernel, "release": made.release}
    return found | {
        name: MAY_BE[name].write(part) for name, part in beside.items() if part is not None
    }


def _scope(made: Certificate) -> Document:
    return {"covers": made.scope.covers, "does_not_cover": list(made.scope.does_not_cover)}


def certificate_text(made: Certificate) -> str:
    """Return the canonical text: the same certificate gives the same bytes.

    One top-level entry a line; claims, solvers and targets on lines of their own.
    """
    lines = []
    for key, value in certificate_document(made).items():
        if isinstance(value, list) and value:
            inner = ",\n".join(f"    {json.dumps(item)}" for item in value)
            lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
