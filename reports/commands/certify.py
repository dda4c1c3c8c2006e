"""``ptcert certify``: a certificate whose every claim is proved and can be re-checked."""

import argparse
from fractions import Fraction
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from exact.cellkeys.named import default_arithmetic, named_arithmetic
from exact.design.guide import smallest_design
from exact.design.table import table_of_law
from exact.errors import InputError, Undecided
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import probability, rational
from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.commands.laws import table_of_options
from reports.commands.problem_files import problem_files
from reports.commands.reading import options_of
from reports.files import output_path, own_folder
from reports.inputs import read_table
from reports.printing import say, say_json
from reports.progress import progress
from reports.views.certificate import certificate_blocks
from verification import checker
from verification.certificate.document import (
    Document,
    certificate,
    certificate_text,
    prepare,
)
from verification.certificate.request import Request, Target
from verification.checking.refusing import BadFile, ClaimFails
from verification.smt.prove import ask

_STATUS = {"holds": 0, "fails": 1, "undecided": 3}
# The built-in design: Example 1 of Sadeghi and Chien, at the epsilons where its worst event is a
# single outcome (1/2) and where it is a large set (1/10 and 3/10).
_EXAMPLE = "example1"
_EXAMPLE_TARGET = Target(Epsilon(value=Fraction(1, 2)), Fraction(1, 10000))
_EXAMPLE_ALSO = (Fraction(1, 10), Fraction(3, 10))


def run(options: argparse.Namespace) -> int:
    """Prove and re-check, then write the certificate and its report."""
    from reports.commands.certificate_files import write_certificate
    from reports.content.publish import read_formats
    from reports.content.subject import SUFFIX

    folder, formats = output_path(options.output), read_formats(options.formats)
    smt, coq = (None if d is None else own_folder(d) for d in (options.smt, options.coq))
    name, table, digest, text = _table(options)
    prepared = prepare(_request(options, table, digest))
    testimonies = ask(_solvers(options.solver), prepared.problems, progress)
    document = certificate(prepared, testimonies)
    _recheck(certificate_text(document))
    path = folder / f"{name}{SUFFIX}"
    beside = {} if text is None else {folder / f"{name}.ptable.json": text.encode()}
    if smt:
        beside |= problem_files(smt, prepared.problems, digest)
    if coq:
        beside |= _coq_files(coq, document)
    written = write_certificate(path, name, document, formats, beside)
    if options.json:
        say_json(document, indent=None)
    else:
        say(certificate_blocks(document, path, written), options.wide)
    return _STATUS[str(document["verdict"])]


def _coq_files(folder: Path, document: Document) -> dict[Path, bytes]:
    """Return Coq source whose theorem is about the table, with the library that it needs."""
    from verification.kernel.project import project
    from verification.kernel.source import coq_source

    return {folder / name: content for name, content in project(coq_source(document)).items()}


def _request(options: argparse.Namespace, table: PTable, digest: str) -> Request:
    arithmetic = named_arithmetic(options.cell_keys, options.bigN, table.keysize)
    return Request(
        table,
        digest,
        _targets(options, table),
        arithmetic or default_arithmetic(table.keysize),
        arithmetic is None,
        _declared(options.declare, "bias"),
        _declared(options.declare, "variance"),
    )


def _recheck(rendered: str) -> None:
    """Let the checker read the very text that is written; it shares no code with what wrote it."""
    try:
        checker.check(checker.load(rendered.encode()))
    except (BadFile, ClaimFails) as error:
        raise Undecided(f"the checker does not accept the certificate: {error}") from None


def _table(options: argparse.Namespace) -> tuple[str, PTable, str, str | None]:
    """Return name, table, SHA-256, and of a table that is made here the text of its file."""
    if options.file is not None:
        if options.law is not None:
            raise InputError("law", options.law, "does not go with a file", "leave one out")
        table, digest = read_table(options.file, options_of(options))
        return Path(options.file).name.split(".")[0] or "table", table, digest, None
    if options.law is not None:
        epsilon = None if options.epsilon is None else read_epsilon(options.epsilon)
        return _made(options.law, table_of_options(options, epsilon))
    target = _EXAMPLE_TARGET
    assert target.delta is not None
    law = smallest_design(target.epsilon, target.delta).law
    table = table_of_law(law, 2**32, epsilon=target.epsilon, delta=target.delta)
    return _made(_EXAMPLE, table)


def _made(name: str, table: PTable) -> tuple[str, PTable, str, str | None]:
    text = write_native(table)
    return name, table, sha256(text.encode()).hexdigest(), text


def _targets(options: argparse.Namespace, table: PTable) -> tuple[Target, ...]:
    """Return the claims: as given, else as the table's file declares, and what to measure also."""
    also = tuple(Target(read_epsilon(text)) for text in options.also)
    if options.epsilon is not None:
        delta = None if options.delta is None else probability(options.delta, "delta")
        return (Target(read_epsilon(options.epsilon), delta), *also)
    if options.delta is not None:
        raise InputError("delta", options.delta, "needs an epsilon", "give --epsilon too")
    if options.file is None and options.law is None:
        more = also or tuple(Target(Epsilon(value=value)) for value in _EXAMPLE_ALSO)
        return (_EXAMPLE_TARGET, *more)
    origin = table.origin
    if origin is None or origin.epsilon is None:
        raise InputError("epsilon", "", "is missing, and the table declares none", "give --epsilon")
    return (Target(origin.epsilon, origin.delta), *also)


def _declared(given: str | None, name: str) -> Fraction | None:
    """Read one of ``bias=0,variance=49``."""
    for part in (given or "").split(","):
        key, _, value = part.partition("=")
        if key.strip() and key.strip() not in ("bias", "variance"):
            raise InputError("declare", part, "declares nothing known", "use bias=..,variance=..")
        if key.strip() == name:
            return rational(value, name)
    return None


def _solvers(given: list[str]) -> list[str]:
    """Return the solvers asked for; without a choice z3, and cvc5 where it is installed."""
    if given:
        return list(dict.fromkeys(given))
    return ["z3", "cvc5"] if find_spec("cvc5") is not None else ["z3"]
