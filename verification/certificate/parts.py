"""The shapes of the parts of a certificate, version 2."""

import json
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.errors import InputError
from exact.formats.registry import NAMES as FORMATS
from exact.table.native import native_document, read_native
from exact.table.ptable import PTable
from exact.table.zero import FirstPair, read_first_pair
from verification.certificate.certificate import KernelRecord, Tool
from verification.claims.context import BoundedTarget
from verification.claims.kind import Claim, ClaimKind
from verification.claims.registry import CLAIMS
from verification.claims.request import Noted
from verification.claims.source import ReadAs, Source
from verification.findings.declared import Declared
from verification.findings.finding import SEVERITIES
from verification.findings.span import Span
from verification.shapes.common import (
    BOUNDS,
    COUNT,
    EPSILON,
    KEYS,
    NOISE,
    POSITIVE,
    Bounds,
)
from verification.shapes.shape import (
    Json,
    Shape,
    boolean,
    choice,
    constant,
    converted,
    described,
    line,
    many,
    named,
    one_of,
    optional,
    record,
    text,
    whole,
    written,
)

_DIGEST = text("[0-9a-f]{64}", 64)
_LINE = line(20_000)
_WORD = text(r"[0-9A-Za-z][0-9A-Za-z.+_-]*", 60)
_STATUS = choice("holds", "fails")

FORMAT = optional(choice(*FORMATS), "How it was read; null where nobody said.")
OPTIONS = record(
    ReadAs,
    "What was said about the file when it was read, as on the command line; null: nothing.",
    **{part.name: optional(line(100_000), "As typed.") for part in fields(ReadAs)},
)
SOURCE = record(
    Source,
    "The file that was certified.",
    sha256=described(_DIGEST, "SHA-256 of its bytes as read."),
    format=FORMAT,
    bytes=optional(whole(0), "How many bytes it has; null where nobody said."),
    options=OPTIONS,
)


def _read_table(value: Json, name: str) -> PTable:
    table = read_native(json.dumps(value))
    if native_document(table) != value:
        raise InputError(name, "table", "is not written as ptcert writes it", "certify anew")
    return table


def _table_schema() -> dict[str, Any]:
    """Return the schema of a table inside a certificate: that of its own file."""
    file = Path(__file__).with_name("table.schema.json")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


TABLE: Shape[PTable] = Shape(
    _read_table, native_document, _table_schema(), (COUNT, NOISE, KEYS), "table"
)
TARGETS = many(
    named(
        "target",
        record(
            BoundedTarget,
            "One epsilon at which delta is measured.",
            epsilon=EPSILON,
            delta=optional(POSITIVE, "The delta that is claimed here; null: only measured."),
            exp=described(
                BOUNDS,
                "Bounds of e^epsilon, narrow enough to decide every claim; equal where it is "
                "rational.",
            ),
        ),
    ),
    "Where delta is measured, each epsilon once.",
)
_SPAN = converted(
    BOUNDS, lambda bounds: Span(bounds.lo, bounds.hi), lambda span: Bounds(span.low, span.high)
)
_NOISE: Shape[int] = converted(
    BOUNDS,
    lambda bounds: int(bounds.hi),
    lambda noise: Bounds(Fraction(-noise), Fraction(noise)),
)
DECLARED = record(
    Declared,
    "What is declared about every row above a count of 0, for the claim moments.",
    bias=optional(_SPAN, "Between which values the bias lies."),
    variance=optional(_SPAN, "Between which values the variance lies."),
    noise=optional(_NOISE, "Between which values every noise lies: -N and N."),
)


@dataclass(frozen=True, slots=True)
class SummedKeys:
    """One sum of record keys modulo K."""

    kind: str
    assumed: bool

    def arithmetic(self, keysize: int) -> KeyArithmetic:
        """Return how keys are made."""
        return SumModulo(keysize)


@dataclass(frozen=True, slots=True)
class XoredKeys:
    """The XOR of four sums of record keys modulo bigN."""

    kind: str
    bigN: int
    assumed: bool

    def arithmetic(self, keysize: int) -> KeyArithmetic:
        """Return how keys are made."""
        return XorOfFour(keysize, self.bigN)


KeyMaking = SummedKeys | XoredKeys


def key_making(arithmetic: KeyArithmetic | None, assumed: bool) -> KeyMaking | None:
    """Return how a certificate says how keys are made."""
    if isinstance(arithmetic, XorOfFour):
        return XoredKeys("xor4", arithmetic.modulus, assumed)
    return None if arithmetic is None else SummedKeys("sum", assumed)


_ASSUMED = described(
    boolean(),
    "True where nobody said how keys are made: then delta under the law of the key is measured, "
    "not claimed.",
)
_KEY_MAKING: dict[str, Shape[KeyMaking]] = {
    "xor4": record(
        XoredKeys,
        "The XOR of four sums of record keys modulo bigN; K is a power of two.",
        kind=constant("xor4"),
        bigN=described(KEYS, "The modulus of the sums."),
        assumed=_ASSUMED,
    ),
    "sum": record(
        SummedKeys,
        "One sum of record keys modulo K.",
        kind=constant("sum"),
        assumed=_ASSUMED,
    ),
}
ARITHMETIC = optional(
    named("arithmetic", one_of("kind", "How the keys of cells are made.", _KEY_MAKING)),
    "How the keys of cells are made; null: not said.",
)
FINDINGS = many(
    record(
        Noted,
        "One finding of the audit, as recorded when the certificate was made.",
        code=text("[A-Z][A-Z0-9-]*", 40),
        severity=choice(*SEVERITIES),
        message=_LINE,
        remedy=_LINE,
    ),
    "What the audit of the file found.",
    least=0,
)


def claim_shape(kind: ClaimKind[Any]) -> Shape[Claim]:
    """Return the shape of a claim: its name, whether it holds, what it covers, and its evidence."""
    own: dict[str, Shape[Any]] = {
        "name": constant(kind.name),
        "status": _STATUS,
        "covers": kind.covering.shape,
    }

    def read(value: Json, name: str) -> Claim:
        if not isinstance(value, dict) or not set(own) <= set(value):
            raise InputError(name, value, "is no claim", "give a certificate of ptcert")
        evidence = {key: part for key, part in value.items() if key not in own}
        return Claim(
            own["name"].read(value["name"], "name"),
            own["status"].read(value["status"], "status") == "holds",
            own["covers"].read(value["covers"], "covers"),
            kind.evidence.read(evidence, kind.name),
        )

    def write(claim: Claim) -> Json:
        status = "holds" if claim.holds else "fails"
        covers = kind.covering.shape.write(claim.covers)
        head = {"name": kind.name, "status": status, "covers": covers}
        return head | kind.evidence.write(claim.evidence)

    form = kind.evidence.description
    form = form | {
        "description": kind.says,
        "required": [*own, *form["required"]],
        "properties": {key: part.schema for key, part in own.items()} | form["properties"],
    }
    return Shape(read, write, form, (*own.values(), kind.evidence), f"claim-{kind.name}")


CLAIM_LIST = many(
    one_of("name", "A claim.", {kind.name: claim_shape(kind) for kind in CLAIMS}),
    "The claims that this certificate makes, each once.",
)
TOOL = record(Tool, "The program that wrote the certificate.", name=_WORD, version=_WORD)
KERNEL = record(
    KernelRecord,
    "What a proof assistant's kernel accepted, as recorded when it did.",
    prover=constant("Coq"),
    version=_WORD,
    source_sha256=described(_DIGEST, "SHA-256 of the source that was compiled."),
    statement=described(text(r"[ -~\n]+", 1 << 20), "The theorem, as the source states it."),
    assumptions=many(
        text(r"[A-Za-z_][A-Za-z0-9_.']*", 200), "The axioms that its proof rests on.", least=0
    ),
)
FIRST_PAIR: Shape[FirstPair] = described(
    converted(
        text(r"(exclude|cap:[0-9]+/[0-9]+)", 10_000),
        read_first_pair,
        lambda first: first.kind if first.cap is None else f"{first.kind}:{written(first.cap)}",
    ),
    "How the pair (0, 1) counts for the deltas that are claimed: exclude, or cap:p/q where it has "
    "a bound of its own. Not said: as every other pair.",
)
