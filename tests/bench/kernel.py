"""Coq's kernel, z3 and the checker on the same tables: D = 25, 100 and 1000."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import Any
from unittest.mock import patch

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon
from exact.numbers.epsilon import Epsilon
from exact.table.native import write_native
from tests.bench.claim import Claim, ms
from tests.bench.timing import best_times
from verification import checker
from verification.certificate.file import certificate_text
from verification.certificate.making import Prepared, certificate, prepare
from verification.certificate.theorem import theorem_source
from verification.claims.request import Request, Target
from verification.claims.source import Source
from verification.kernel import workshop as workshop_module
from verification.kernel.coqc import run_coq
from verification.kernel.workshop import Workshop, workshop
from verification.smt.prove import ask

# D, bits of KEYSIZE, and an epsilon at which every noise value has keys.
TABLES = ((25, 32, Fraction(1, 2)), (100, 64, Fraction(1, 2)), (1000, 64, Fraction(1, 20)))
MOST_SECONDS = 60


def kernel_claims() -> Iterator[Claim]:
    """Compile the library afresh, then the theorem of each table, and what coqchk takes of it."""
    started = perf_counter()
    with _checking() as checked, workshop() as shop:
        library = perf_counter() - started
        yield Claim(
            "Coq's library, compiled afresh and checked / of that coqchk",
            f"{library / sum(checked):.2f} ({ms(library)} / {ms(sum(checked))})",
            f"< {MOST_SECONDS} s",
            library < MOST_SECONDS,
        )
        for D, bits, value in TABLES:
            yield _table_claim(shop, D, bits, Epsilon(value=value))


@contextmanager
def _checking() -> Iterator[list[float]]:
    """Return a list that grows by the time of every run of coqchk."""
    times: list[float] = []

    def timed(program: str, *rest: Any) -> Any:
        started = perf_counter()
        found = run_coq(program, *rest)
        if program == "coqchk":
            times.append(perf_counter() - started)
        return found

    with patch.object(workshop_module, "run_coq", timed):
        yield times


def _table_claim(shop: Workshop, D: int, bits: int, epsilon: Epsilon) -> Claim:
    prepared = _prepared(D, bits, epsilon)
    made = certificate(prepared, [])
    document = checker.load(certificate_text(made).encode())
    source = theorem_source(made)
    with _checking() as checked:
        shop.answer_to(source).demand()
    works = (
        partial(shop.answer_to, source),
        partial(ask, ["z3"], prepared.problems, lambda items, _: items),
        partial(checker.check, document),
    )
    coq, z3, check = best_times(works, 1)
    measured = f"{ms(coq)} ({ms(sum(checked))}) / {ms(z3)} / {ms(check)}"
    claim = f"D = {D}, 2^{bits} keys: Coq's kernel (of that coqchk) / z3 / checker"
    return Claim(claim, measured, f"Coq < {MOST_SECONDS} s", coq < MOST_SECONDS)


def _prepared(D: int, bits: int, epsilon: Epsilon) -> Prepared:
    table = table_of_law(law_of_epsilon(D, epsilon), 1 << bits)
    digest = sha256(write_native(table).encode()).hexdigest()
    return prepare(Request(table, Source(digest), (Target(epsilon),)))
