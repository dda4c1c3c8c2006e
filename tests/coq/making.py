"""Certificates without solvers, and Coq's answer to the file made from one."""

import re
import subprocess
from fractions import Fraction
from hashlib import sha256

from exact.design.table import table_of_law
from exact.laws.maxent import law_of_epsilon, law_of_gamma
from exact.numbers.epsilon import epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from verification.certificate.certificate import Certificate
from verification.certificate.making import certificate, prepare
from verification.certificate.theorem import facts_of, source_of
from verification.claims.request import Request, Target
from verification.claims.source import Source
from verification.kernel.answer import KernelAnswer
from verification.kernel.facts import Facts
from verification.kernel.workshop import Workshop


def coq_source(made: Certificate | Facts) -> str:
    """Return the file about the table of a certificate, or one that states other facts."""
    return source_of(made if isinstance(made, Facts) else facts_of(made))


def certificate_of(table: PTable, *targets: str) -> Certificate:
    """Return the certificate of a table; a target is "epsilon" or "epsilon:delta"."""
    pairs = (text.partition(":") for text in targets)
    wanted = tuple(Target(epsilon(e), Fraction(d) if d else None) for e, _, d in pairs)
    digest = sha256(write_native(table).encode()).hexdigest()
    return certificate(prepare(Request(table, Source(digest), wanted)), [])


def example_1() -> Certificate:
    """Return the certificate of Example 1 of the paper: D = 25, 2^32 keys, three epsilons."""
    target = epsilon("1/2")
    table = table_of_law(law_of_epsilon(25, target), 2**32, "ceiling", target, Fraction(1, 10000))
    return certificate_of(table, "1/2:1/10000", "1/10", "3/10")


def small_law(rule: str = "ceiling", *targets: str) -> Certificate:
    """Return the certificate of a table of a law with rational gamma, D = 3 and 2^8 keys."""
    table = table_of_law(law_of_gamma(3, Fraction(17, 175)), 2**8, rule)
    return certificate_of(table, *(targets or ("1/5:1/2",)))


def wrapping_table() -> PTable:
    """Return a table of three rows that wrap, that keeps 0, one noise value having two runs."""
    rows = (
        Row(((-1, 6), (0, 4), (-1, 3), (1, 3))),
        Row(((-1, 5), (0, 7), (1, 4))),
        Row(((-1, 4), (0, 8), (1, 4))),
    )
    return PTable(16, 1, rows, Wrap(2, 2), "preserve")


def answer_to(made: Certificate | Facts, shop: Workshop) -> KernelAnswer:
    """Return what Coq says about the file made from a certificate, or from other facts."""
    return shop.answer_to(coq_source(made))


def computed(shop: Workshop, *commands: str) -> list[str]:
    """Return what Coq computes, one text for each ``Compute`` command."""
    header = "From Ptcert Require Import Certificate ExpBounds Sums.\nOpen Scope Z_scope.\n"
    file = shop.folder / "computation.v"
    file.write_text(header + "\n".join(commands) + "\n", encoding="utf-8")
    run = subprocess.run(
        ["coqc", "-q", "-Q", "Ptcert", "Ptcert", file.name],
        cwd=shop.folder,
        check=True,
        capture_output=True,
        text=True,
    )
    answers = re.split(r"^\s+= ", run.stdout, flags=re.MULTILINE)[1:]
    return [" ".join(answer.rpartition("\n     : ")[0].split()) for answer in answers]
