"""``ptcert release``: what everything that is published together gives away about one person."""

import argparse
import json
from fractions import Fraction
from pathlib import Path

from exact.composition.enclosed import GRID_BITS, MAX_GRID_BITS
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, probability
from exact.release.answer import Answer
from exact.release.asking import Question, answer_plan
from exact.release.plan_file import EXAMPLE
from exact.table.zero import EVERY_PAIR, read_first_pair
from reports.commands.reading import refuse_given
from reports.commands.release_certificate import certificate_path, certified_release
from reports.content.release import outcome, release_document, release_text
from reports.content.release_identity import NamedFile, release_identity
from reports.content.signing import Signing, read_signing
from reports.document.blocks import Document, Facts
from reports.document.making import lines
from reports.files import check_suffix, output_path, write_atomically, write_together
from reports.printing import say, say_json, say_lines
from reports.progress import doing, progress
from reports.releases import ReadRelease, read_release
from reports.views.release import release_json

_JSON = ".json"
_SUFFIXES = (".html", ".md", ".pdf", ".txt", _JSON)
_EPSILONS = ("1/2", "1", "2", "5", "10")
_DELTAS = ("1/10", "1/100", "1/1000")
_MOST_ASKED = 100


def run(options: argparse.Namespace) -> int:
    """Answer a plan, or write one to start from."""
    if options.example:
        return _example(options)
    if options.plan is None:
        remedy = "give a TOML file; ptcert release --example writes one to start from"
        raise InputError("plan", "", "is missing", remedy)
    _check_first_pair(options.first_pair)
    if options.output is None or options.output.endswith(_JSON):
        rule = "is for a report, and none is written"
        refuse_given(options, ("agency", "signed_by", "date"), rule, "give -o with an .html file")
    path, target, question = Path(options.plan), _target(options), _question(options)
    signing = read_signing(options.agency, options.signed_by, options.date)
    certified = certificate_path(options.certificate)
    with doing("reading the perturbation tables"):
        read = read_release(path)
    answer = answer_plan(read.plan, read.tables, question, progress)
    name = read.plan.title or path.name
    files = {} if certified is None else {certified: certified_release(read, question)[1]}
    if target is None or target.suffix == _JSON:
        _write_json(answer, target, files)
    else:
        identity = (_identity(read, path.name, signing),)
        _write(release_document(answer, name, identity, signing.signers), target, files)
    _tell(answer, name, options)
    return outcome(answer).status


def _example(options: argparse.Namespace) -> int:
    """Write a plan to start from, to standard output or to a file."""
    others = sorted(options.given - {"example", "output", "wide"})
    if options.plan is not None:
        others.append("plan")
    for name in others:
        rule = "cannot be combined with --example"
        raise InputError(name, getattr(options, name), rule, "leave one of them out")
    if options.output is None:
        say_lines(*EXAMPLE.splitlines(), wide=True)
        return 0
    target = output_path(options.output)
    check_suffix(target, (".toml",))
    write_atomically(target, EXAMPLE)
    say_lines(f"Plan written to {options.output}", wide=options.wide)
    return 0


def _target(options: argparse.Namespace) -> Path | None:
    """Return the file to write, refusing another suffix."""
    if options.output is None:
        return None
    target = output_path(options.output)
    check_suffix(target, _SUFFIXES)
    return target


def _check_first_pair(given: str | None) -> None:
    """Refuse what leaves out a person who is alone in a cell: a release promises to everybody."""
    if given is not None and read_first_pair(given) != EVERY_PAIR:
        rule = "leaves out whoever is alone in one of their cells"
        remedy = "say count_floor = 1 in the plan for tables none of whose cells is empty"
        raise InputError("first_pair", given, rule, remedy)


def _question(options: argparse.Namespace) -> Question:
    asked = options.epsilon or list(_EPSILONS), options.delta or list(_DELTAS)
    if max(map(len, asked)) > _MOST_ASKED:
        rule = f"are more than {_MOST_ASKED}"
        raise InputError("epsilon, delta", max(map(len, asked)), rule, "ask for fewer at once")
    return Question(
        tuple(read_epsilon(text) for text in asked[0]),
        tuple(probability(text, "delta") for text in asked[1]),
        None if options.budget is None else _budget(options.budget),
        GRID_BITS if options.grid is None else integer(options.grid, "grid", 1, MAX_GRID_BITS),
    )


def _budget(text: str) -> tuple[Epsilon, Fraction]:
    epsilon, comma, delta = text.rpartition(",")
    if not comma:
        rule = "must be an epsilon and a delta"
        raise InputError("budget", text, rule, "write it as 1,1e-3")
    return read_epsilon(epsilon, "budget"), probability(delta, "budget")


def _identity(read: ReadRelease, plan: str, signing: Signing) -> Facts:
    """Return whose release it is, and by which files."""
    both = zip(read.plan.tables, read.origins, strict=True)
    tables = (NamedFile(one.source.path, of.bytes, of.sha256) for one, of in both)
    return release_identity(NamedFile(plan, read.size, read.sha256), tables, signing)


def _write_json(answer: Answer, target: Path | None, files: dict[Path, bytes]) -> None:
    """Write the answer for machines, where it was asked for, and the certificate."""
    text = json.dumps(release_json(answer, outcome(answer).verdict), indent=2) + "\n"
    write_together(files | ({} if target is None else {target: text.encode()}))


def _write(document: Document, target: Path, files: dict[Path, bytes]) -> None:
    """Write the report and the certificate, both or neither."""
    from reports.content.publish import write_document

    with doing("setting the report"):
        write_document(document, target, files)


def _tell(answer: Answer, name: str, options: argparse.Namespace) -> None:
    written = []
    if options.output is not None:
        written.append(f"Report written to {options.output}")
    if options.certificate is not None:
        written.append(f"Certificate written to {options.certificate}")
        written.append(f"Re-check it with: ptcert check {options.certificate}")
    if options.json:
        say_json(release_json(answer, outcome(answer).verdict))
    elif written:
        say((*release_document(answer, name).summary[:1], lines(*written)), options.wide)
    else:
        say(release_text(answer, name), options.wide)
