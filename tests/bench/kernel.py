"""Coq's kernel, z3 and the checker on the same tables: D = 25, 100 and 1000."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

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
from verification.claims.request import Request, Source, Target
from verification.kernel.coqc import compile_table
from verification.smt.prove import ask

# D, bits of KEYSIZE, and an epsilon at which every noise value has keys.
TABLES = ((25, 32, Fraction(1, 2)), (100, 64, Fraction(1, 2)), (1000, 64, Fraction(1, 20)))
MOST_SECONDS = 60


def kernel_claims() -> Iterator[Claim]:
    """Compile the theorem of each table, after the library, which is compiled once."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for D, bits, value in TABLES:
            prepared = _prepared(D, bits, Epsilon(value=value))
            made = certificate(prepared, [])
            document = checker.load(certificate_text(made).encode())
            source = theorem_source(made)
            compile_table(source, folder).demand()
            works = (
                partial(compile_table, source, folder),
                partial(ask, ["z3"], prepared.problems, lambda items, _: items),
                partial(checker.check, document),
            )
            coq, z3, check = best_times(works, 1)
            measured = f"{ms(coq)} / {ms(z3)} / {ms(check)}"
            claim = f"D = {D}, 2^{bits} keys: Coq's kernel / z3 / checker"
            yield Claim(claim, measured, f"Coq < {MOST_SECONDS} s", coq < MOST_SECONDS)


def _prepared(D: int, bits: int, epsilon: Epsilon) -> Prepared:
    table = table_of_law(law_of_epsilon(D, epsilon), 1 << bits)
    digest = sha256(write_native(table).encode()).hexdigest()
    return prepare(Request(table, Source(digest), (Target(epsilon),)))
