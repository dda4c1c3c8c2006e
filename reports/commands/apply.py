"""``ptcert apply``: counts, cell keys, noise and released counts of all cells and margins."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from exact.errors import InputError
from reports.commands.reading import OF_A_FILE, options_of, refuse_given
from reports.commands.tabulating import application, given_table
from reports.commands.written_reports import REPORTS, write_report
from reports.engines.duck import engine
from reports.engines.float_keys import CODE
from reports.engines.jobs import Done, Job, run_jobs
from reports.engines.manifest import manifest_path
from reports.engines.remote import counted_by
from reports.engines.source import CSV, PARQUET
from reports.files import check_suffix, folder_for, folder_path, output_path
from reports.printing import say_json, say_lines
from reports.progress import doing

if TYPE_CHECKING:
    from reports.commands.plan_jobs import Planned


def run(options: argparse.Namespace) -> int:
    """Apply a table, or all tables of a plan, to records, and say what was done."""
    if (options.plan is None) == (options.table is None):
        rule = "needs either a table or a plan"
        raise InputError("apply", options.data, rule, "give --table FILE --by a,b or --plan FILE")
    if options.plan is not None:
        return _run_plan(options)
    target, report = output_path(options.output), _report(options)
    check_suffix(target, (PARQUET, CSV))
    with doing("reading the table"):
        given = given_table(options.table, options_of(options))
    with engine(options.memory) as used:
        source = counted_by(options.engine, used, options.data, doing)
        asked = application(used, source, given, options)
        job = Job(target.stem, given, asked, target)
        done = run_jobs(used, source, (job,), options.publish, doing, report)
    if options.json:
        say_json(done[0].manifest)
    else:
        say_lines(*_said(done[0]), wide=options.wide)
    return 0


def _run_plan(options: argparse.Namespace) -> int:
    rule = "is what the plan says of each table"
    refuse_given(options, ("by", "margins", *OF_A_FILE), rule, "leave it out")
    from reports.commands.plan_jobs import plan_jobs

    folder, report = folder_path(options.output), _report(options)
    with engine(options.memory) as used:
        source = counted_by(options.engine, used, options.data, doing)
        with doing("reading the perturbation tables"):
            planned = plan_jobs(used, source, folder, options)
        with folder_for(folder):
            done = run_jobs(used, source, planned.jobs, options.publish, doing, report)
    if options.json:
        say_json({"plan": planned.document, "tables": [one.manifest for one in done]})
    else:
        say_lines(*_said_plan(done, planned, folder), wide=options.wide)
    return 0


def _report(options: argparse.Namespace) -> Callable[[list[Done]], None]:
    """Return what writes the report that was asked for; its suffix is checked before the work."""
    if options.report is None:
        return lambda _: None
    path = output_path(options.report)
    check_suffix(path, REPORTS)

    def write(done: list[Done]) -> None:
        from reports.content.applied.applied import applied_document

        with doing("setting the report"):
            manifests = [one.manifest for one in done]
            write_report(path, lambda: applied_document(done), manifests)

    return write


def _said(done: Done) -> Iterator[str]:
    asked, found, target = done.job.asked, done.found, done.job.target
    margins = len(asked.margins) - 1
    kinds = f"{len(asked.dimensions)} dimensions and {margins} margins" if margins else "the table"
    yield f"{found.records:,} records, {found.cells:,} cells of {kinds} written to {target}"
    yield f"Every cell met one range of keys; every margin counts all {found.records:,} records."
    if found.floats is not None:
        yield f"{CODE}: {found.floats.text}."
    yield from _said_empty(done)
    yield f"What was applied to what: {manifest_path(target)}"


def _said_empty(done: Done) -> Iterator[str]:
    """Say what empty cells are released as, where the table has a row for them.

    They have no record, and so the key of nobody: 0, and the noise that the row has there.
    """
    table, empty = done.job.asked.table, done.found.empty
    if empty and table.zero == "row":
        first = table.first_key
        noise = 0 if first else table.noise(0, 0)
        key = "the key 0, which is none of the table's" if first else "the key 0"
        yield (
            f"NOTE: all {empty:,} empty cells have {key}, and are released as {noise}: with keys "
            "made of records the row of count 0 perturbs no cell but by this one key."
        )


def _said_plan(done: Sequence[Done], planned: "Planned", folder: Path) -> Iterator[str]:
    records = done[0].found.records
    yield f"{records:,} records, {len(done)} tables of the plan written to {folder}"
    for one in done:
        margins = len(one.job.asked.margins) - 1
        yield f"  {one.job.target.name}: {one.found.cells:,} cells, {margins} margins"
        yield from _said_empty(one)
    yield f"Every cell met one range of keys; every margin counts all {records:,} records."
    yield from planned.notes
