"""``ptcert audit``: what tables do, and whether claims hold."""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.errors import InputError, Undecided
from exact.formats.format import FRACTION, NUMBER
from exact.formats.reading import Reading, read_table_bytes
from exact.formats.registry import format_named
from exact.numbers.guard import MAX_KEYSIZE, integer
from exact.table.lookups import looked_up_by_fraction, looked_up_by_number
from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.commands.audit_output import Outcome, Wanted, tell, wanted
from reports.commands.claims import Claim, claim_about, claim_of_options
from reports.commands.laws import table_of_options
from reports.commands.reading import options_of
from reports.content.audit import audit_document, broken_document
from reports.files import read_text
from reports.progress import progress
from reports.table_files import read_file
from reports.views.audit import audit_json, broken_json
from verification.audit import AuditOptions, audit
from verification.findings.declared import NOTHING_DECLARED, Declared, read_declared
from verification.findings.finding import ERROR, Finding
from verification.findings.outputs import MAX_OUTPUTS
from verification.measures.privacy import default_arithmetic
from verification.policy import DEFAULT_POLICY, Policy, read_policy
from verification.verdict import FAILS, UNDECIDED

# Of many files the gravest exit status counts: bad input, then an open question, then a failure.
_GRAVEST_FIRST = (2, 3, 1, 0)
_MAX_POLICY_BYTES = 1 << 20
_MOST_JOBS = 64


def run(options: argparse.Namespace) -> int:
    """Audit one file, or many with a summary; one exit status."""
    if not options.file and options.law is None:
        raise InputError("file", "", "is missing", "give a table or --law; see ptcert audit --help")
    jobs = integer(options.jobs, "jobs", 1, _MOST_JOBS)
    declared = NOTHING_DECLARED if options.declare is None else read_declared(options.declare)
    asked = _Asked(options, declared, claim_of_options(options, declared), wanted(options))
    if not options.file:
        outcomes = [_audit_law(asked)]
    elif len(options.file) == 1:
        outcomes = [_audit_file(options.file[0], asked)]
    else:
        outcomes = list(progress(_Sized(asked, min(jobs, len(options.file))), "audit"))
    tell(outcomes, options)
    return min((outcome.status for outcome in outcomes), key=_GRAVEST_FIRST.index)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says: an error in it is nobody's file's."""

    options: argparse.Namespace
    declared: Declared
    claim: Claim
    wanted: Wanted


class _Sized:
    """Audits of many files as they are done, with their number for the progress bar."""

    def __init__(self, asked: _Asked, jobs: int) -> None:
        self._files, self._jobs = asked.options.file, jobs
        self._one = partial(_guarded, asked=asked)

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[Outcome]:
        if self._jobs == 1:
            yield from map(self._one, self._files)
            return
        with ProcessPoolExecutor(self._jobs) as pool:
            yield from pool.map(self._one, self._files)


def _guarded(path: str, asked: _Asked) -> Outcome:
    """Audit one of many files: what is wrong with it is its outcome, not the end of all."""
    try:
        return _audit_file(path, asked)
    except InputError as error:
        verdict, status, message = "bad input", 2, str(error)
    except Undecided as error:
        verdict, status, message = UNDECIDED, 3, str(error)
    found: dict[str, object] = {"file": path, "verdict": verdict, "error": message}
    return Outcome(Path(path).name, verdict, status, "", message, found)


def _audit_file(path: str, asked: _Asked) -> Outcome:
    law = asked.options.law
    if law is not None:
        raise InputError("law", law, "does not go with a file", "leave one of them out")
    reading, digest = read_file(path, options_of(asked.options))
    return _audited(Path(path).name, reading, digest, asked)


def _audit_law(asked: _Asked) -> Outcome:
    """Audit the table of a law that the command line names, as if it were read from its file."""
    content = write_native(table_of_options(asked.options, asked.claim.epsilon)).encode()
    reading = read_table_bytes(content, options_of(asked.options))
    return _audited(asked.options.law, reading, sha256(content).hexdigest(), asked)


def _audited(name: str, reading: Reading, digest: str, asked: _Asked) -> Outcome:
    options, wanted = asked.options, asked.wanted
    problems = tuple(Finding(p.code, p.severity, p.message, p.remedy) for p in reading.problems)
    policy = _policy(options)
    if reading.table is None:
        findings = policy.applied(problems)
        return Outcome(
            name,
            FAILS,
            1,
            reading.format,
            _errors(findings),
            broken_json(reading, findings, digest) if wanted.json else None,
            broken_document(reading, findings, name) if wanted.document else None,
        )
    table = _used(reading, options)
    by_fraction = format_named(reading.format).lookup == FRACTION
    chosen = AuditOptions(
        arithmetic=_arithmetic(reading, options, table.keysize),
        declared=asked.declared,
        policy=policy,
        interval_keys=table.keysize if by_fraction else None,
        problems=problems,
        outputs=_outputs(options),
    )
    claim = claim_about(table, asked.claim, asked.declared)
    result = audit(table, claim.epsilon, claim.delta, chosen)
    return Outcome(
        name,
        result.verdict,
        result.outcome.status,
        reading.format,
        _errors(result.findings),
        audit_json(result, reading, digest) if wanted.json else None,
        audit_document(result, reading, name) if wanted.document else None,
    )


def _errors(findings: tuple[Finding, ...]) -> str:
    return ", ".join(dict.fromkeys(f.code for f in findings if f.severity == ERROR))


def _used(reading: Reading, options: argparse.Namespace) -> PTable:
    """Return the table as it will be looked up, where another number of keys is in use."""
    assert reading.table is not None
    if options.used_keys is None:
        return reading.table
    used = integer(options.used_keys, "used-keys", 1, MAX_KEYSIZE)
    by_number = format_named(reading.format).lookup == NUMBER
    return (looked_up_by_number if by_number else looked_up_by_fraction)(reading.table, used)


def _arithmetic(
    reading: Reading, options: argparse.Namespace, keysize: int
) -> KeyArithmetic | None:
    """Return how keys are made: as asked for, else as the software of the format does."""
    return arithmetic_option(options, keysize) or format_named(reading.format).arithmetic(keysize)


def arithmetic_option(options: argparse.Namespace, keysize: int) -> KeyArithmetic | None:
    """Return how cell keys are made; None where nothing was said about it."""
    modulus = None
    if options.bigN is not None:
        modulus = integer(options.bigN, "bigN", 1, 2 * MAX_KEYSIZE)
    if options.cell_keys == "sum":
        return SumModulo(keysize if modulus is None else modulus)
    if options.cell_keys == "byte-fold":
        return ByteFold() if modulus is None else ByteFold(modulus)
    if modulus is not None:
        return XorOfFour(keysize, modulus)
    return None if options.cell_keys is None else default_arithmetic(keysize)


def _outputs(options: argparse.Namespace) -> int | None:
    if options.outputs is None:
        return None
    return integer(options.outputs, "outputs", 1, MAX_OUTPUTS)


def _policy(options: argparse.Namespace) -> Policy:
    if options.policy is None:
        return DEFAULT_POLICY
    return read_policy(read_text(Path(options.policy), _MAX_POLICY_BYTES))
