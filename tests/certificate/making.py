"""Tables small enough for thousands of checks, and their certificates."""

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.design.guide import smallest_design
from exact.design.table import table_of_law
from exact.laws.maxent import law_of_gamma, law_of_variance
from exact.numbers.epsilon import Epsilon, epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable, Stop, Wrap
from exact.table.row import Row
from tests.certificate.asking import answers_of
from verification import checker
from verification.certificate.file import certificate_text
from verification.certificate.making import certificate, prepare
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails
from verification.claims.request import Request, Target
from verification.claims.source import Source
from verification.findings.declared import Declared
from verification.findings.span import Span

ROOT = Path(__file__).resolve().parents[2]
CHECKER = ROOT / "verification" / "checker.py"
SCHEMA = ROOT / "verification" / "certificate" / "schema.json"

Json = dict[str, Any]

# Whatever the checker's main turns into exit status 1 or 2.
REFUSALS = (ClaimFails, BadFile, *MALFORMED)


def source(table: PTable) -> Source:
    """Return what a certificate says of a table's own file."""
    content = write_native(table).encode()
    return Source(sha256(content).hexdigest(), "native", len(content))


def targets(*given: str) -> tuple[Target, ...]:
    """Read targets written as "epsilon" or "epsilon:delta"."""
    pairs = (text.partition(":") for text in given)
    return tuple(Target(epsilon(e), Fraction(d) if d else None) for e, _, d in pairs)


def text_of(request: Request, solvers: Sequence[str] = ("z3",)) -> str:
    """Return the text of a certificate, proved by the solvers."""
    prepared = prepare(request)
    testimonies = [answers_of(name, prepared.problems) for name in solvers]
    return certificate_text(certificate(prepared, testimonies))


def written(document: Json) -> bytes:
    """Return a certificate, perhaps a changed one, as the bytes of a file."""
    return json.dumps(document).encode()


def claim(document: Json, name: str) -> Json:
    """Return the claim with a name, as a value that the test may change."""
    found: Json = next(claim for claim in document["claims"] if claim["name"] == name)
    return found


def failing(document: Json) -> list[str]:
    """Return what the checker finds not to hold; it raises where it rejects."""
    return checker.check(checker.load(written(document)))[0]


def is_accepted(document: Json) -> bool:
    """Tell whether the checker agrees with everything that the certificate says."""
    try:
        failing(document)
    except REFUSALS:
        return False
    return True


def example_1() -> PTable:
    """Return the table of Example 1 of Sadeghi and Chien: D = 25, 2^32 keys."""
    target, delta = Epsilon(value=Fraction(1, 2)), Fraction(1, 10000)
    law = smallest_design(target, delta).law
    return table_of_law(law, 2**32, epsilon=target, delta=delta)


def many_rows() -> PTable:
    """Return a table of three rows that wrap, one noise value having two runs of keys."""
    rows = (
        Row(((-1, 6), (0, 4), (-1, 3), (1, 3))),
        Row(((-1, 5), (0, 7), (1, 4))),
        Row(((-1, 4), (0, 8), (1, 4))),
    )
    return PTable(16, 1, rows, Wrap(2, 2), "preserve")


def gapped() -> PTable:
    """Return a table with a noise value left out, and no rule past its two rows."""
    rows = (Row(((-2, 5), (0, 6), (1, 5))), Row(((-2, 4), (0, 7), (1, 5))))
    return PTable(16, 0, rows, Stop(), "row")


def small_law(rule: str = "ceiling") -> PTable:
    """Return a table of a declared law, D = 3 and 2^8 keys."""
    return table_of_law(law_of_gamma(3, Fraction(17, 175)), 2**8, rule)


def requests() -> dict[str, Request]:
    """Return what the small certificates are about, by name."""
    third, wrapping, law = epsilon("ln(3/2)"), many_rows(), small_law()
    uniform = table_of_law(law_of_gamma(2, Fraction(0)), 2**6, "largest-remainder")
    by_variance = table_of_law(law_of_variance(3, Fraction(2)), 2**10, "symmetric")
    rule = small_law("largest-remainder")
    return {
        "law": _request(law, targets("1/2:1/10", "1/10", "3/10"), XorOfFour(2**8, 251)),
        "remainder": _request(rule, targets("1/5"), SumModulo(2**8), variance=Fraction(3)),
        "variance": _request(by_variance, targets("1/3:1/4", "ln(2)")),
        "uniform": _request(uniform, targets("1/2", "ln(3/2)"), XorOfFour(2**6, 61)),
        "wrap": _request(wrapping, targets("1/4:9/10", "ln(3/2)"), XorOfFour(16, 13)),
        "failing": _request(wrapping, (Target(third, Fraction(1, 100)),), bias=Fraction(0)),
        "gapped": _request(gapped(), targets("2", "ln(5/4):1/2"), SumModulo(16)),
    }


def _request(
    table: PTable,
    given: tuple[Target, ...],
    arithmetic: KeyArithmetic | None = None,
    bias: Fraction | None = None,
    variance: Fraction | None = None,
) -> Request:
    declared = Declared(
        bias=None if bias is None else Span.exactly(bias),
        variance=None if variance is None else Span.exactly(variance),
    )
    return Request(table, source(table), given, arithmetic, declared=declared)


@cache
def _texts() -> dict[str, str]:
    return {name: text_of(request) for name, request in requests().items()}


def small_certificates() -> dict[str, Json]:
    """Return the small certificates by name, each a value of its own."""
    return {name: json.loads(text) for name, text in _texts().items()}


def undecided_certificate() -> Json:
    """Return a small certificate that says truly that a solver gave up on a problem."""
    document = small_certificates()["law"]
    document["solvers"][0]["problems"][0].update(answer="unknown", reason="timeout")
    document["verdict"] = "undecided"
    return document
