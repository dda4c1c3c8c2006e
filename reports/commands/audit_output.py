"""What an audit leaves behind: printed, or written in the format that a file's suffix names."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from reports.document.blocks import (
    Block,
    Column,
    Document,
    Grid,
    Paragraph,
    Section,
    Status,
)
from reports.document.making import lines
from reports.files import NOTHING, check_suffix, output_path, write_together
from reports.printing import complain, say, say_json
from reports.views.verdict_line import count_of_verdicts
from verification.verdict import UNDECIDED

JSON = ".json"
SUFFIXES = (".html", ".md", ".pdf", ".txt", JSON)
_SUBTITLE = "What these perturbation tables do to every count"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one file gave, and of its audit only the forms that were asked for.

    ``errors`` are the codes of the errors, or for a file that could not be audited what is wrong;
    such a file has no ``format``.
    """

    name: str
    verdict: str
    status: int
    format: str
    errors: str
    json: dict[str, object] | None = None
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The forms that were asked for: each costs time, so none is made for nothing."""

    json: bool
    document: bool
    drawn: bool


def wanted(options: argparse.Namespace) -> Wanted:
    """Say which forms are needed; the summary of many files on a terminal needs none."""
    suffix = None if options.output is None else _target(options).suffix
    as_json = options.json or suffix == JSON
    single = len(options.file) < 2
    written = suffix not in (None, JSON)
    printed = suffix is None and single and not as_json
    # Pictures are for one table; of many only the summary and the findings are read.
    return Wanted(as_json, printed or written, single and written and suffix != ".txt")


def tell(
    outcomes: Sequence[Outcome], options: argparse.Namespace, beside: Mapping[Path, bytes] = NOTHING
) -> None:
    """Write the file that was asked for, with what goes ``beside`` it, and print the rest."""
    if options.output is not None:
        _write(outcomes, options, beside)
    else:
        write_together(beside)
    if options.json:
        say_json(_json(outcomes))
    elif options.output is not None:
        written = f"Audit written to {options.output}"
        say((*chain.from_iterable(map(_headline, outcomes)), lines(written)), options.wide)
        _complain(outcomes)
    else:
        say(_text(outcomes), options.wide)


def _complain(outcomes: Sequence[Outcome]) -> None:
    """Say of each file that could not be audited why, where only what was written says it."""
    for outcome in outcomes:
        if not outcome.format:
            named = "" if outcome.name in outcome.errors else f"{outcome.name}: "
            open_question = "undecided: " if outcome.verdict == UNDECIDED else ""
            complain("ptcert audit", f"{open_question}{named}{outcome.errors}")


def _headline(outcome: Outcome) -> tuple[Block, ...]:
    """Return what the audit says first: a verdict alone would not say of what it is one."""
    if outcome.document is not None:
        return outcome.document.summary[:1]
    return (lines(f"{outcome.name}: {outcome.verdict}"),)


def _write(
    outcomes: Sequence[Outcome], options: argparse.Namespace, beside: Mapping[Path, bytes]
) -> None:
    target = _target(options)
    if target.suffix == JSON:
        text = json.dumps(_json(outcomes), indent=2) + "\n"
        write_together({target: text.encode(), **beside})
    else:
        from reports.content.publish import write_document

        write_document(_document(outcomes), target, beside)


def _target(options: argparse.Namespace) -> Path:
    """Return the file to write, refusing another suffix."""
    target = output_path(options.output)
    check_suffix(target, SUFFIXES)
    return target


def _json(outcomes: Sequence[Outcome]) -> object:
    return outcomes[0].json if len(outcomes) == 1 else [outcome.json for outcome in outcomes]


def _text(outcomes: Sequence[Outcome]) -> tuple[Block, ...]:
    if len(outcomes) == 1 and outcomes[0].document is not None:
        document = outcomes[0].document
        return (*document.summary, *document.sections)
    return _summary(outcomes)


def _document(outcomes: Sequence[Outcome]) -> Document:
    """Return the audit of one file, or the summary of many with a section for each."""
    if len(outcomes) == 1 and outcomes[0].document is not None:
        return outcomes[0].document
    sections = tuple(
        Section(o.name, o.name, (*o.document.summary, *o.document.sections))
        for o in outcomes
        if o.document is not None
    )
    return Document(f"Audit of {len(outcomes)} files", _SUBTITLE, _summary(outcomes), sections, ())


def _summary(outcomes: Sequence[Outcome]) -> tuple[Block, ...]:
    rows = tuple(((o.name,), (Status(o.verdict),), (o.format,), (o.errors,)) for o in outcomes)
    columns = tuple(Column(title) for title in ("file", "verdict", "format", "errors"))
    count = Paragraph((count_of_verdicts([outcome.verdict for outcome in outcomes]),))
    return Grid("files", "Every file", columns, rows), count
