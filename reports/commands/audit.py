"""``ptcert audit``: what tables do, and whether claims hold."""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.errors import InputError, Undecided
from exact.formats.reading import Reading, read_table_bytes
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, integer, probability
from exact.table.lookups import looked_up_by_fraction, looked_up_by_number
from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.commands.laws import table_of_options
from reports.commands.reading import read_file, read_options
from reports.files import read_text
from reports.progress import progress
from reports.tables import table as text_table
from reports.views.audit import audit_json, audit_text, broken_json, broken_text
from verification.audit import FAILS, HOLDS, AuditOptions, audit, default_arithmetic
from verification.findings.declared import NOTHING_DECLARED, Declared, read_declared
from verification.findings.finding import Finding
from verification.findings.outputs import MAX_OUTPUTS
from verification.policy import DEFAULT_POLICY, Policy, read_policy

# Formats that list the noise of every key by its number, and are used with sums of integer keys.
_LISTS_KEYS = ("ons", "ess", "abs-lookup")
_INTERVALS = ("r-ptable", "tau-argus", "sas", "cellkey-json", "cellkey-yaml")
_STATUS = {HOLDS: 0, FAILS: 1, "bad input": 2, "undecided": 3}
_MAX_POLICY_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one file gave: its verdict, and the audit for machines and for people."""

    name: str
    verdict: str
    document: dict[str, object]
    text: str


def run(options: argparse.Namespace) -> int:
    """Audit one file, or many with a summary; one exit status."""
    if not options.file and options.law is None:
        raise InputError("file", "", "is missing", "give a table or --law; see ptcert audit --help")
    declared = NOTHING_DECLARED if options.declare is None else read_declared(options.declare)
    epsilon = _epsilon(options, declared)  # an error in the command line is nobody's file's
    one = partial(_audit_file, options=options, declared=declared, epsilon=epsilon)
    if len(options.file) < 2:
        chosen = partial(_audit_law, options=options, declared=declared, epsilon=epsilon)
        outcome = one(options.file[0]) if options.file else chosen()
        print(json.dumps(outcome.document, indent=2) if options.json else outcome.text)
        return _STATUS[outcome.verdict]
    outcomes = list(progress(_Sized(options.file, one, _jobs(options)), "audit"))
    if options.json:
        print(json.dumps([outcome.document for outcome in outcomes], indent=2))
    else:
        print(_summary(outcomes))
    verdicts = {outcome.verdict for outcome in outcomes}
    return next(_STATUS[v] for v in ("bad input", "undecided", FAILS, HOLDS) if v in verdicts)


class _Sized:
    """Audits of many files as they are done, with their number for the progress bar."""

    def __init__(self, files: list[str], one: "partial[_Outcome]", jobs: int) -> None:
        self._files, self._one, self._jobs = files, one, jobs

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[_Outcome]:
        guarded = partial(_guarded, self._one)
        if self._jobs == 1:
            yield from map(guarded, self._files)
            return
        with ProcessPoolExecutor(self._jobs) as pool:
            yield from pool.map(guarded, self._files)


def _guarded(one: "partial[_Outcome]", path: str) -> _Outcome:
    """Audit one of many files: what is wrong with it is its outcome, not the end of all."""
    try:
        return one(path)
    except InputError as error:
        verdict, message = "bad input", str(error)
    except Undecided as error:
        verdict, message = "undecided", str(error)
    return _Outcome(
        Path(path).name, verdict, {"file": path, "verdict": verdict, "error": message}, message
    )


def _audit_file(
    path: str, options: argparse.Namespace, declared: Declared, epsilon: Epsilon
) -> _Outcome:
    if options.law is not None:
        raise InputError("law", options.law, "does not go with a file", "leave one of them out")
    reading, digest = read_file(path, read_options(options))
    return _audited(Path(path).name, (reading, digest), options, declared, epsilon)


def _audit_law(options: argparse.Namespace, declared: Declared, epsilon: Epsilon) -> _Outcome:
    """Audit the table of a law that the command line names, as if it were read from its file."""
    content = write_native(table_of_options(options, epsilon)).encode()
    found = read_table_bytes(content, read_options(options)), sha256(content).hexdigest()
    return _audited(options.law, found, options, declared, epsilon)


def _audited(
    name: str,
    found: tuple[Reading, str],
    options: argparse.Namespace,
    declared: Declared,
    epsilon: Epsilon,
) -> _Outcome:
    reading, digest = found
    problems = tuple(Finding(p.code, p.severity, p.message, p.remedy) for p in reading.problems)
    policy = _policy(options)
    if reading.table is None:
        findings = policy.applied(problems)
        document = broken_json(reading, findings, digest)
        return _Outcome(name, FAILS, document, broken_text(reading, findings, name))
    table = _used(reading, options)
    target = _target(options, declared)
    chosen = AuditOptions(
        arithmetic=_arithmetic(reading, options, table.keysize),
        declared=declared,
        policy=policy,
        interval_keys=table.keysize if reading.format in _INTERVALS else None,
        problems=problems,
        outputs=_outputs(options),
    )
    result = audit(table, epsilon, target, chosen)
    document = audit_json(result, reading, digest)
    return _Outcome(name, result.verdict, document, audit_text(result, reading, name))


def _used(reading: Reading, options: argparse.Namespace) -> PTable:
    """Return the table as it will be looked up, where another number of keys is in use."""
    assert reading.table is not None
    if options.used_keys is None:
        return reading.table
    used = integer(options.used_keys, "used-keys", 1, MAX_KEYSIZE)
    by_number = reading.format in (*_LISTS_KEYS, "native")
    return (looked_up_by_number if by_number else looked_up_by_fraction)(reading.table, used)


def _arithmetic(
    reading: Reading, options: argparse.Namespace, keysize: int
) -> KeyArithmetic | None:
    """Return how keys are made: as asked for, else by one sum where the format is used so."""
    asked = arithmetic_option(options, keysize)
    if asked is None and reading.format in _LISTS_KEYS:
        return SumModulo(keysize)
    return asked


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


def _epsilon(options: argparse.Namespace, declared: Declared) -> Epsilon:
    if options.epsilon is not None:
        return read_epsilon(options.epsilon)
    if declared.epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon or --declare epsilon=...")
    return declared.epsilon


def _target(options: argparse.Namespace, declared: Declared) -> Fraction | None:
    return declared.delta if options.delta is None else probability(options.delta, "delta")


def _outputs(options: argparse.Namespace) -> int | None:
    if options.outputs is None:
        return None
    return integer(options.outputs, "outputs", 1, MAX_OUTPUTS)


def _policy(options: argparse.Namespace) -> Policy:
    if options.policy is None:
        return DEFAULT_POLICY
    return read_policy(read_text(Path(options.policy), _MAX_POLICY_BYTES))


def _jobs(options: argparse.Namespace) -> int:
    return min(integer(options.jobs, "jobs", 1, 64), len(options.file))


def _summary(outcomes: list[_Outcome]) -> str:
    rows = []
    for outcome in outcomes:
        findings = outcome.document.get("findings")
        grave = findings if isinstance(findings, list) else []
        errors = dict.fromkeys(f["code"] for f in grave if f["severity"] == "error")
        note = ", ".join(errors) if findings is not None else outcome.text
        rows.append((outcome.name, outcome.verdict, str(outcome.document.get("format", "")), note))
    held = sum(1 for outcome in outcomes if outcome.verdict == HOLDS)
    table = text_table(rows, ("file", "verdict", "format", "errors"))
    return f"{table}\n\n{held} of {len(outcomes)} hold"
