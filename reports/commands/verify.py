"""``ptcert verify``: every published cell is right, or wrong with its cause."""

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from exact.applying.names import dimensions
from exact.errors import InputError
from exact.numbers.guard import integer
from exact.table.ptable import MAX_COUNT
from reports.commands.manifests import (
    TABULATION,
    Completed,
    bound_files,
    completed,
    stated,
    told,
    used_margins,
)
from reports.commands.reading import refuse_given
from reports.commands.tabulating import tabulation, used_by_fraction
from reports.commands.written_reports import REPORTS, write_report
from reports.engines.drawn import check_fit, drawn_noise
from reports.engines.duck import Engine, engine
from reports.engines.manifest import manifest_of, read_manifest
from reports.engines.remote import DUCKDB, RemoteSource, apply_there, counted_by
from reports.engines.source import CSV, PARQUET, opened
from reports.engines.verifying import HEADS, Publication, Verified, verify, write_list
from reports.engines.verifying_alone import verify_alone
from reports.files import check_suffix, output_path, staged
from reports.printing import say_json, say_lines
from reports.progress import doing
from verification.published import alone
from verification.published.causes import COUNT, KEY, WORDS

_WRONG = 1
_DATA_AND_PUBLISHED = 2


def run(options: argparse.Namespace) -> int:
    """Apply the table to the data anew, compare, and say what is wrong."""
    if len(options.files) > _DATA_AND_PUBLISHED:
        rule = "are more than the data and what was published"
        raise InputError("files", len(options.files), rule, "give one or two files")
    with_data = len(options.files) == _DATA_AND_PUBLISHED
    if not with_data:
        _refuse_tabulation(options)
    if options.report is not None:
        check_suffix(output_path(options.report), REPORTS)
    target = None if options.list is None else output_path(options.list)
    if target is not None:
        check_suffix(target, (PARQUET, CSV))
    given = options.threshold
    threshold = None if given is None else integer(given, "threshold", 1, MAX_COUNT)
    manifest = manifest_of(Path(options.files[-1]), options.manifest)
    said = None if manifest is None else stated(read_manifest(manifest), manifest)
    with doing("reading the table"):
        used = completed(options, said, with_data)
    with engine(options.memory) as running:
        source = opened(running, options.files[-1], "published", empty_text=True)
        published = Publication(source)
        with_it = _with_data if with_data else _alone
        found, names, digest, misfit = with_it(running, published, used, threshold)
        if not found.cells:
            rule = "has no cells"
            raise InputError("published", options.files[-1], rule, "give a table with cells")
        bound = bound_files(used, source.sha256(), digest)
        answer = _Answer(found, used, bound, misfit, published.beside(names), published.is_ons)
        with nullcontext() if target is None else staged(target) as listing:
            if listing is not None and target is not None:
                write_list(running, found, listing, target.suffix)
            if options.report is not None:
                _write_report(answer, options)
    if options.json:
        say_json(_document(answer))
    else:
        say_lines(*_said(answer), wide=options.wide)
    return 0 if answer.is_right else _WRONG


def _refuse_tabulation(options: argparse.Namespace) -> None:
    """Refuse what says how records are tabulated where there are none."""
    said = {name: getattr(options, name) for name in TABULATION}
    said["engine"] = None if options.engine == DUCKDB else options.engine
    for name, value in said.items():
        if value not in (None, []):
            rule = "says how records are counted, and published cells alone were given"
            raise InputError(
                name.replace("_", "-"), value, rule, "give the data first, or leave it out"
            )


def _with_data(
    running: Engine, published: Publication, used: Completed, threshold: int | None
) -> tuple[Verified, tuple[str, ...], str | None, str]:
    """Count the data anew, and compare.

    Beside what is found, return the dimensions, the data's digest, and why the keys do not fit.
    """
    options = used.options
    rule = "is looked for where published cells stand alone"
    refuse_given(options, ("holes",), rule, "leave the data or the option out")
    if used.by is None:
        raise InputError("by", "", "is missing", "name the dimensions, such as --by region,sex")
    names = dimensions(used.by)
    data = counted_by(options.engine, running, options.files[0], doing)
    made = used_margins(used, names, published.margin_texts(running))
    asked = tabulation(running, data, used.given, made, options)
    applied = apply_there(running, data, asked, doing)
    misfit = ""
    try:
        check_fit(asked, applied, drawn_noise(running, asked))
    except InputError as error:
        misfit = str(error)
    found = verify(running, published, asked, doing, threshold)
    digest = data.sha256()
    if isinstance(data, RemoteSource):
        data.close()
    return found, names, digest, misfit


def _alone(
    running: Engine, published: Publication, used: Completed, threshold: int | None
) -> tuple[Verified, tuple[str, ...], None, str]:
    """See what the table cannot have given; return the dimensions too."""
    names, table = dimensions(used.by or published.own_dimensions), used.given.table
    if used.said is not None and used.said.places is not None:
        table = used_by_fraction(table, used.said.places)
    return verify_alone(running, published, table, names, threshold), names, None, ""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What was found, by which options, and which files are those of the manifest.

    ``misfit`` says why the record keys are not what the table is for.
    """

    found: Verified
    used: Completed
    bound: dict[str, bool] | None
    misfit: str
    beside: tuple[str, ...]
    is_ons: bool

    @property
    def is_right(self) -> bool:
        """Whether every cell is right, every file the one of the manifest, and the keys fit."""
        files = all((self.bound or {}).values())
        return self.found.right == self.found.cells and files and not self.misfit

    @property
    def notes(self) -> tuple[str, ...]:
        """What else a reader must know."""
        misfit = (f"WRONG: {self.misfit}",) if self.misfit else ()
        return (*self._of_columns(), *told(self.used), *self._of_files(), *misfit)

    def _of_columns(self) -> Iterator[str]:
        if self.is_ons:
            yield "Columns as the ONS's tool writes them: count is the released count."
        if self.beside:
            yield f"Compared with nothing: the columns {', '.join(self.beside)}."

    def _of_files(self) -> Iterator[str]:
        for name, same in (self.bound or {}).items():
            if not same:
                yield f"WRONG: {name} is not the file of the manifest: its SHA-256 is another."


def _write_report(answer: _Answer, options: argparse.Namespace) -> None:
    from reports.content.applied.verified import verified_document

    name, words = Path(options.files[-1]).name, WORDS | alone.WORDS
    if answer.found.unseen != alone.UNSEEN:
        words = alone.WORDS | WORDS
    path = output_path(options.report)
    with doing("setting the report"):
        write_report(
            path,
            lambda: verified_document(answer.found, words, name, answer.is_right, answer.notes),
            _document(answer),
        )


def _document(answer: _Answer) -> dict[str, Any]:
    found, used = answer.found, answer.used
    return {
        "cells": found.cells,
        "right": found.right,
        "wrong": found.wrong,
        "best_reading": None if found.best is None else asdict(found.best),
        "first": list(found.first),
        "not_seen": found.unseen,
        "manifest": answer.bound,
        "from_manifest": used.taken,
        "against_manifest": {
            name: {"given": own, "manifest": value} for name, (own, value) in used.against.items()
        },
        "misfit_of_keys": answer.misfit or None,
        "not_compared": list(answer.beside),
        "verdict": "right" if answer.is_right else "wrong",
    }


def _said(answer: _Answer) -> Iterator[str]:
    found = answer.found
    if found.right == found.cells:
        wrong = "keys" if answer.misfit else "files"
        verdict = "RIGHT" if answer.is_right else f"WRONG {wrong}, right cells"
        yield f"{verdict}: all {found.cells:,} published cells are what {_given(answer)}."
    else:
        yield f"WRONG: {found.cells - found.right:,} of {found.cells:,} cells."
        words = alone.WORDS if found.unseen == alone.UNSEEN else WORDS
        for cause, number in found.wrong.items():
            if number:
                yield f"  {cause}: {number:,} ({words[cause]})"
        for cell in found.first[:1]:
            yield f"The first: {_cell(cell)}"
    if found.best is not None:
        best = found.best
        yield f"Best reading: {best.words}; it explains {best.explains:,} of {best.of:,} wrong."
    if found.unseen:
        yield found.unseen
    yield from answer.notes


def _given(answer: _Answer) -> str:
    """Return what the cells are compared with; a selection of records is named."""
    if answer.found.unseen == alone.UNSEEN:
        return "the table can give"
    where = " and ".join(answer.used.options.where)
    return f"data{f' (only records with {where})' if where else ''}, keys and table give"


def _cell(cell: dict[str, Any]) -> str:
    summed = cell["margin"].split(",")
    said = ", ".join(
        f"all {n}" if n in summed else f"{n} {'missing' if cell[n] is None else cell[n]}"
        for n in list(cell)[: -len(HEADS)]
    )
    what = cell["cause"] if cell["cause"] in (COUNT, KEY) else "released"
    expected = "" if cell["expected"] is None else f", expected {cell['expected']}"
    published = "nothing" if cell["published"] is None else cell["published"]
    return f"{said}: {cell['cause']}{expected}, {what} {published}"
