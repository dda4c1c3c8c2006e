"""``ptcert audit``: what tables do, and whether claims hold."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from exact.errors import InputError, Undecided
from exact.formats.reading import Reading, read_table_bytes
from exact.table.native import write_native
from reports.commands.audit_output import Outcome, Wanted, tell, wanted
from reports.commands.laws import refuse_law_options, table_of_options
from reports.commands.reading import options_of
from reports.content.audit import audit_document
from reports.files import check_suffix, output_path
from reports.inputs import read_file, read_policy_file, read_whole_file
from reports.printing import say
from reports.progress import doing, progress
from reports.proposals.opening import open_highs
from reports.views.audit import audit_json
from verification.findings.declared import NOTHING_DECLARED, read_declared
from verification.findings.finding import ERROR
from verification.policy import DEFAULT_POLICY
from verification.reading_audit import Question, audit_reading, claim_given, first_pair_given
from verification.verdict import UNDECIDED

# Of many files the gravest exit status counts: bad input, then an open question, then a failure.
_GRAVEST_FIRST = (2, 3, 1, 0)
_MOST_JOBS = 64


def run(options: argparse.Namespace) -> int:
    """Audit one file, or many with a summary; one exit status."""
    if not options.file and options.law is None:
        raise InputError("file", "", "is missing", "give a table or --law; see ptcert audit --help")
    refuse_law_options(options)
    if options.file and options.law is not None:
        raise InputError("law", options.law, "cannot be combined with a file", "leave one out")
    jobs = _jobs(options)
    needed = wanted(options)
    asked = _Asked(options, _question(options, needed), needed)
    if len(options.file) < 2:
        with doing("reading and measuring the table"):
            one = _audit_file(options.file[0], asked) if options.file else _audit_law(asked)
        outcomes = [one]
    else:
        outcomes = list(progress(_Sized(asked, min(jobs, len(options.file))), "audit"))
    if options.best is None:
        tell(outcomes, options)
    else:
        _tell_best(outcomes, asked)
    return min((outcome.status for outcome in outcomes), key=_GRAVEST_FIRST.index)


def _tell_best(outcomes: list[Outcome], asked: "_Asked") -> None:
    """Tell the audit of one file, and how far its table is from the best."""
    from reports.commands.audit_best import distance, distance_blocks, distance_json

    options = asked.options
    if len(options.file) != 1:
        rule = "is for one table"
        raise InputError("best", options.best, rule, "give one file, without --law")
    target = output_path(options.best)
    check_suffix(target, (".json",), "; ptcert convert writes other formats")
    reading, _, _ = read_whole_file(options.file[0], options_of(options), judged=True)
    audited = audit_reading(reading, asked.question).audit
    assert audited is not None
    found = distance(audited, asked.question.first_pair)
    if (document := outcomes[0].json) is not None:
        document["best"] = distance_json(found, options.best)
    tell(outcomes, options, {target: write_native(found.table).encode()})
    if not options.json:
        say(distance_blocks(found, options.best), options.wide)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says: an error in it is nobody's file's."""

    options: argparse.Namespace
    question: Question
    wanted: Wanted


def _question(options: argparse.Namespace, needed: Wanted) -> Question:
    """Return what is asked; the best table only where its line is read, and --best finds it not."""
    reads_it = (needed.json or needed.document) and options.best is None
    declared = NOTHING_DECLARED if options.declare is None else read_declared(options.declare)
    return Question(
        claim_given(options.epsilon, options.delta, declared),
        declared,
        DEFAULT_POLICY if options.policy is None else read_policy_file(options.policy),
        options.cell_keys,
        options.bigN,
        options.used_keys,
        options.outputs,
        open_highs if reads_it else None,
        first_pair_given(options.first_pair),
    )


class _Sized:
    """Audits of many files as they are done, with their number for the progress bar."""

    def __init__(self, asked: _Asked, jobs: int) -> None:
        self._files, self._jobs = asked.options.file, jobs
        self._one = partial(_guarded, asked=asked)

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[Outcome]:
        if self._jobs == 1:
            return map(self._one, self._files)
        from reports.workers import in_parallel

        return in_parallel(self._one, self._files, self._jobs)


def _jobs(options: argparse.Namespace) -> int:
    text = options.jobs.strip()
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= _MOST_JOBS:
        rule = f"must be from 1 to {_MOST_JOBS}: so many files are audited at once"
        raise InputError("jobs", options.jobs, rule, "for example --jobs 2")
    return int(text)


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
    reading, digest = read_file(path, options_of(asked.options))
    return _audited(Path(path).name, reading, digest, asked)


def _audit_law(asked: _Asked) -> Outcome:
    """Audit the table of a law that the command line names, as if it were read from its file."""
    content = write_native(table_of_options(asked.options, asked.question.claim.epsilon)).encode()
    reading = read_table_bytes(content, options_of(asked.options))
    return _audited(asked.options.law, reading, sha256(content).hexdigest(), asked)


def _audited(name: str, reading: Reading, digest: str, asked: _Asked) -> Outcome:
    found, wanted = audit_reading(reading, asked.question), asked.wanted
    return Outcome(
        name,
        found.verdict,
        found.status,
        reading.format,
        ", ".join(dict.fromkeys(f.code for f in found.findings if f.severity == ERROR)),
        audit_json(found, digest) if wanted.json else None,
        audit_document(found, name, wanted.drawn) if wanted.document else None,
    )
