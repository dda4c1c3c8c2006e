"""``ptcert report``: a report from a certificate alone, or several tables side by side."""

import argparse
from dataclasses import replace
from pathlib import Path

from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.table.zero import EVERY_PAIR, EXCLUDE, FirstPair, read_first_pair
from reports.certificates.files import file_name, read_certificate
from reports.commands.reading import OF_A_FILE, options_of, refuse_given
from reports.content.candidate import Candidate
from reports.content.publish import publish, read_formats
from reports.content.signing import read_signing
from reports.content.subject import SUFFIX
from reports.document.blocks import Document
from reports.files import folder_path
from reports.inputs import read_table
from reports.printing import say_json, say_lines
from reports.progress import doing
from reports.views.certificate import reports_written

_MOST_TABLES = 8
_COMPARISON = "comparison"
_OF_ONE = ("prove", "name", "agency", "signed_by", "date")


def run(options: argparse.Namespace) -> int:
    """Write the report of one certificate, or the comparison of several tables."""
    formats = read_formats(options.formats)
    folder = Path(options.file[0]).parent if options.output is None else folder_path(options.output)
    single, first = len(options.file) == 1, _first_pair(options)
    unused = (*OF_A_FILE, "epsilon") if single else _OF_ONE
    rule = "is for a comparison of tables" if single else "is for the report of one certificate"
    refuse_given(options, unused, rule, "leave it out")
    with doing("measuring, and making the report"):
        name, document = _report(options) if single else _comparison(options, first)
    with doing("setting the report"):
        written = publish(document, folder, name, formats)
    if options.json:
        say_json({"written": [str(path) for path in written]}, indent=None)
    else:
        say_lines(*reports_written(written), wide=options.wide)
    return 0


def _first_pair(options: argparse.Namespace) -> FirstPair:
    """Return how the pair (0, 1) counts in a comparison; a certificate says it itself."""
    if options.first_pair is None:
        return EVERY_PAIR
    first = read_first_pair(options.first_pair)
    if len(options.file) == 1:
        rule = "is for a comparison: a certificate says how the pair (0, 1) counts"
        raise InputError("first_pair", first.text, rule, "say it to ptcert certify")
    if first.cap is not None:
        rule = "bounds a delta that is claimed, and a comparison claims none"
        raise InputError("first_pair", first.text, rule, "use include or exclude")
    return first


def _report(options: argparse.Namespace) -> tuple[str, Document]:
    from reports.content.report import report

    path = Path(options.file[0])
    signing = read_signing(options.agency, options.signed_by, options.date)
    try:
        subject = read_certificate(path, options.name)
    except InputError:
        _refuse_table(str(path), options)
        raise
    if options.prove:
        from reports.commands.asking import asked_again

        subject = asked_again(subject)
    return file_name(path), report(replace(subject, signing=signing))


def _refuse_table(path: str, options: argparse.Namespace) -> None:
    """Say so where a single file is a table: a report is made from a certificate."""
    try:
        read_table(path, options_of(options))
    except InputError:
        return
    rule = "is a table, and a report is made from a certificate"
    remedy = f"run ptcert certify {path} first, or give two tables to compare"
    raise InputError("file", path, rule, remedy)


def _comparison(options: argparse.Namespace, first: FirstPair) -> tuple[str, Document]:
    from reports.content.comparison import comparison

    if len(options.file) > _MOST_TABLES:
        rule = f"are more than {_MOST_TABLES} tables"
        raise InputError("files", len(options.file), rule, "compare fewer at once")
    above = first.kind == EXCLUDE
    found = (_candidate(path, options) for path in options.file)
    candidates = tuple(replace(candidate, above=above) for candidate in found)
    return _COMPARISON, comparison(_distinct(candidates), _epsilons(options, candidates))


def _candidate(path: str, options: argparse.Namespace) -> Candidate:
    if path.endswith(SUFFIX):
        subject = read_certificate(Path(path))
        epsilons = tuple(target.epsilon for target in subject.targets)
        return Candidate(subject.name, subject.table, subject.verdict, epsilons)
    table, _ = read_table(path, options_of(options))
    origin = table.origin
    declared = () if origin is None or origin.epsilon is None else (origin.epsilon,)
    return Candidate(file_name(Path(path)), table, epsilons=declared)


def _distinct(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Number tables of the same name, so that columns can be told apart."""
    names = [c.name for c in candidates]
    return tuple(
        c if names.count(c.name) == 1 else replace(c, name=f"{c.name} ({number})")
        for number, c in enumerate(candidates, start=1)
    )


def _epsilons(
    options: argparse.Namespace, candidates: tuple[Candidate, ...]
) -> tuple[Epsilon, ...]:
    """Return those asked for, else those of the certificates and designs, each once."""
    given = tuple(read_epsilon(text) for text in options.epsilon)
    found = given or tuple(e for candidate in candidates for e in candidate.epsilons)
    if not found:
        raise InputError("epsilon", "", "is missing, and no table declares one", "give --epsilon")
    return tuple(dict.fromkeys(found))
