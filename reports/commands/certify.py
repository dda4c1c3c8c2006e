"""``ptcert certify``: a certificate whose every claim is proved and can be re-checked."""

import argparse
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from exact.design.guide import smallest_design
from exact.design.table import table_of_law
from exact.errors import InputError
from exact.formats.reading import Reading, read_table_bytes
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.certificates.certify import Wanted, certified, rechecking
from reports.certificates.files import file_name, subject_made, write_certificate
from reports.commands.laws import refuse_law_options, table_of_options
from reports.commands.problem_files import problem_files
from reports.commands.reading import options_of
from reports.content.publish import read_formats
from reports.content.signing import read_signing
from reports.content.subject import SUFFIX
from reports.files import folder_path, own_folder
from reports.inputs import read_policy_file, read_proof_file, read_table_file
from reports.printing import say, say_json
from reports.progress import doing, progress
from reports.views.certificate import certificate_blocks
from verification.certificate.file import certificate_document
from verification.claims.source import ReadAs, Source
from verification.findings.declared import NOTHING_DECLARED, read_declared
from verification.policy import DEFAULT_POLICY
from verification.reading_audit import Claim, Question, claim_given, first_pair_given

# The built-in design: Example 1 of Sadeghi and Chien, at the epsilons where its worst event is a
# single outcome (1/2) and where it is a large set (1/10 and 3/10).
_EXAMPLE = "example1"
_EXAMPLE_EPSILON, _EXAMPLE_DELTA = Epsilon(value=Fraction(1, 2)), Fraction(1, 10000)
_EXAMPLE_ALSO = ("1/10", "3/10")


@dataclass(frozen=True, slots=True)
class _Given:
    """A table by name, as it was read, and of one that is made here the text of its file."""

    name: str
    reading: Reading
    source: Source
    text: str | None = None


def run(options: argparse.Namespace) -> int:
    """Prove and re-check, then write the certificate and its report."""
    refuse_law_options(options)
    folder, formats = folder_path(options.output), read_formats(options.formats)
    smt, coq = (None if d is None else own_folder(d) for d in (options.smt, options.coq))
    signing = read_signing(options.agency, options.signed_by, options.date)
    with doing("reading the table"):
        given = _given(options)
    also = tuple(read_epsilon(text) for text in _also(options))
    proof = None if options.proof is None else read_proof_file(options.proof)
    wanted = Wanted(also, tuple(options.solver), proof)
    with doing("measuring, proving, re-checking"):
        found = certified(given.reading, given.source, _question(options), wanted, progress)
    made = found.certificate
    path = folder / f"{given.name}{SUFFIX}"
    beside = {} if given.text is None else {folder / f"{given.name}.ptable.json": given.text}
    files = {file: text.encode() for file, text in beside.items()}
    if smt:
        files |= problem_files(smt, found.problems, given.source.sha256)
    if coq:
        from reports.commands.coq_project import coq_files
        from verification.certificate.theorem import theorem_source

        files |= coq_files(coq, theorem_source(made))
    subject = replace(subject_made(path, given.name, found), signing=signing)
    accepted = rechecking(found.content)
    with doing("setting the report"):
        written = write_certificate(path, subject, formats, files, accepted)
    if options.json:
        say_json(certificate_document(made), indent=None)
    else:
        say(certificate_blocks(made, found.audit, path, written), options.wide)
    return made.outcome.status


def _given(options: argparse.Namespace) -> _Given:
    """Return the table of the file, of the law, or of the paper's Example 1."""
    if options.file is not None:
        if options.law is not None:
            raise InputError("law", options.law, "cannot be combined with a file", "leave one out")
        reading, digest, size = read_table_file(options.file, options_of(options), judged=True)
        name = file_name(Path(options.file))
        said = ReadAs(*(getattr(options, part.name) for part in fields(ReadAs)))
        return _Given(name, reading, Source(digest, reading.format, size, said))
    if options.law is not None:
        epsilon = None if options.epsilon is None else read_epsilon(options.epsilon)
        return _made(options.law, table_of_options(options, epsilon), options)
    law = smallest_design(_EXAMPLE_EPSILON, _EXAMPLE_DELTA).law
    table = table_of_law(law, 2**32, epsilon=_EXAMPLE_EPSILON, delta=_EXAMPLE_DELTA)
    return _made(_EXAMPLE, table, options)


def _made(name: str, table: PTable, options: argparse.Namespace) -> _Given:
    text = write_native(table)
    content = text.encode()
    reading = read_table_bytes(content, options_of(options))
    source = Source(sha256(content).hexdigest(), reading.format, len(content))
    return _Given(name, reading, source, text)


def _question(options: argparse.Namespace) -> Question:
    """Return what is claimed and declared: of the built-in design, what it was made for."""
    declared = NOTHING_DECLARED if options.declare is None else read_declared(options.declare)
    claim = claim_given(options.epsilon, options.delta, declared)
    if claim == Claim() and options.file is None and options.law is None:
        claim = Claim(_EXAMPLE_EPSILON, _EXAMPLE_DELTA)
    policy = DEFAULT_POLICY if options.policy is None else read_policy_file(options.policy)
    first = first_pair_given(options.first_pair)
    return Question(claim, declared, policy, options.cell_keys, options.bigN, first_pair=first)


def _also(options: argparse.Namespace) -> tuple[str, ...]:
    """Return where delta is measured too; of the built-in design without a choice its own."""
    built_in = options.file is None and options.law is None and options.epsilon is None
    return tuple(options.also) or (_EXAMPLE_ALSO if built_in else ())
