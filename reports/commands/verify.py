"""``ptcert verify``: every published cell is right, or wrong with its cause."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from exact.errors import InputError
from reports.commands.manifests import bound_files, take_over
from reports.commands.reading import options_of
from reports.commands.tabulating import application, given_table
from reports.commands.written_reports import REPORTS, write_report
from reports.engines.duck import engine
from reports.engines.manifest import read_manifest
from reports.engines.remote import RemoteSource, apply_there, counted_by
from reports.engines.source import opened
from reports.engines.verifying import Verified, verify
from reports.engines.verifying_alone import verify_alone
from reports.files import check_suffix, output_path
from reports.printing import say_json, say_lines
from reports.progress import doing
from verification.published import alone
from verification.published.causes import WORDS

_WRONG = 1
_DATA_AND_PUBLISHED = 2
_GIVEN = "data, keys and table give"


def run(options: argparse.Namespace) -> int:
    """Apply the table to the data anew, compare, and say what is wrong."""
    if len(options.files) > _DATA_AND_PUBLISHED:
        rule = "are more than the data and what was published"
        raise InputError("files", len(options.files), rule, "give one or two files")
    if options.report is not None:
        check_suffix(output_path(options.report), REPORTS)
    with doing("reading the table"):
        given = given_table(options.table, options_of(options))
    document = read_manifest(Path(options.files[-1])) if options.by is None else None
    if document is not None:
        take_over(options, document)
    with engine(options.memory) as used:
        published = opened(used, options.files[-1], "published")
        if len(options.files) == _DATA_AND_PUBLISHED:
            data = counted_by(options.engine, used, options.files[0], doing)
            asked = application(used, data, given, options)
            apply_there(used, data, asked, doing)
            found = verify(used, published, asked, doing)
            bound = bound_files(document, given, published, data)
            if isinstance(data, RemoteSource):
                data.close()
        else:
            bound = bound_files(document, given, published)
            found = verify_alone(used, published, given.table, options.by)
    if not found.cells:
        raise InputError("published", options.files[-1], "has no cells", "give a table with cells")
    if options.report is not None:
        _write_report(found, bound, options)
    if options.json:
        say_json(_document(found) | {"manifest": bound})
    else:
        say_lines(*_said(found), *_said_bound(bound), wide=options.wide)
    return 0 if found.right == found.cells else _WRONG


def _write_report(
    found: Verified, bound: dict[str, bool] | None, options: argparse.Namespace
) -> None:
    from reports.content.applied.verified import verified_document

    name, words = Path(options.files[-1]).name, WORDS | alone.WORDS
    if len(options.files) == _DATA_AND_PUBLISHED:
        words = alone.WORDS | WORDS
    answer = _document(found) | {"manifest": bound}
    path = output_path(options.report)
    with doing("setting the report"):
        write_report(path, lambda: verified_document(found, words, name, bound), answer)


def _document(found: Verified) -> dict[str, Any]:
    return {
        "cells": found.cells,
        "right": found.right,
        "wrong": found.wrong,
        "best_reading": None if found.best is None else asdict(found.best),
        "first": list(found.first),
        "not_seen": found.unseen,
    }


def _said(found: Verified) -> Iterator[str]:
    if found.right == found.cells:
        given = "the table can give" if found.unseen == alone.UNSEEN else _GIVEN
        yield f"RIGHT: all {found.cells:,} published cells are what {given}."
    else:
        yield f"WRONG: {found.cells - found.right:,} of {found.cells:,} cells."
        for cause, number in found.wrong.items():
            if number:
                yield f"  {cause}: {number:,} ({(alone.WORDS | WORDS)[cause]})"
        for cell in found.first[:1]:
            yield f"The first: {_cell(cell)}"
    if found.best is not None:
        best = found.best
        yield f"Best reading: {best.words}; it explains {best.explains:,} of {best.of:,} wrong."
    if found.unseen:
        yield found.unseen


def _said_bound(bound: dict[str, bool] | None) -> Iterator[str]:
    """Say which files are not those that the manifest binds."""
    for name, same in (bound or {}).items():
        if not same:
            yield f"NOTE: {name} is not the file of the manifest: its SHA-256 is another."


def _cell(cell: dict[str, Any]) -> str:
    names = [name for name in cell if name not in ("margin", "cause", "expected", "released")]
    summed = cell["margin"].split(",")
    said = ", ".join(
        f"all {n}" if n in summed else f"{n} {'missing' if cell[n] is None else cell[n]}"
        for n in names
    )
    return f"{said}: {cell['cause']}, expected {cell['expected']}, released {cell['released']}"
