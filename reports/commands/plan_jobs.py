"""The tables of a release plan as work for an engine: what each asks, and where it goes."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from exact.applying.margins import Margin
from exact.applying.names import dimensions
from exact.errors import InputError
from exact.formats.options import read_options
from exact.release import plan as plans
from exact.release.plan import Plan, PlannedTable
from exact.release.plan import Source as TableSource
from exact.release.plan_file import read_plan
from reports.commands.tabulating import given_table, tabulation
from reports.document.slugs import slugs
from reports.engines.duck import Engine
from reports.engines.jobs import Job
from reports.engines.manifest import keys_name
from reports.engines.remote import RemoteSource
from reports.engines.source import PARQUET, Source
from reports.engines.table import GivenTable
from reports.files import read_bytes
from reports.releases import MAX_PLAN_BYTES


@dataclass(frozen=True, slots=True)
class Planned:
    """The work of a plan, what manifests say about the plan, and what a reader should know."""

    jobs: tuple[Job, ...]
    document: dict[str, Any]
    notes: tuple[str, ...]


def plan_jobs(
    engine: Engine, source: Source | RemoteSource, folder: Path, options: argparse.Namespace
) -> Planned:
    """Return a job for every table of the plan whose dimensions it names."""
    path = Path(options.plan)
    content = read_bytes(path, MAX_PLAN_BYTES, "plan", "a TOML file")
    plan = read_plan(_text(content, path))
    document = {"name": path.name, "sha256": sha256(content).hexdigest(), "keys": plan.keys}
    tables = [table for table in plan.tables if table.dimensions is not None]
    if not tables:
        rule = "names the dimensions of no table"
        raise InputError("plan", path, rule, 'write dimensions = ["sex", "age"]')
    names = slugs(table.name for table in tables)
    given = {one: _given(one, path.parent) for one in dict.fromkeys(t.source for t in tables)}
    jobs = tuple(
        Job(
            table.name,
            given[table.source],
            tabulation(engine, source, given[table.source], _margins(table, source), options),
            folder / f"{names[table.name]}{PARQUET}",
            table.count_floor,
            plan.categories,
            document | {"table": table.name},
        )
        for table in tables
    )
    return Planned(jobs, document, tuple(_notes(plan, jobs)))


def _text(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("plan", path, "is not UTF-8 text", "save it as UTF-8") from None


def _given(source: TableSource, folder: Path) -> GivenTable:
    reading = read_options(**dict(source.options))
    return given_table(str(folder / source.path), reading, source.kind == "certificate")


def _margins(table: PlannedTable, source: Source | RemoteSource) -> tuple[Margin, ...]:
    """Return the table and its margins; dimensions stand in the order of the data's columns."""
    wanted = table.dimensions or frozenset()
    for name in sorted(wanted):
        source.column(name, f"table {table.name!r}: dimensions")
    names = dimensions(name for name in source.columns if name in wanted)
    kept = [wanted, *table.margins]
    return tuple(Margin(names, tuple(n for n in names if n in one)) for one in kept)


def _notes(plan: Plan, jobs: tuple[Job, ...]) -> Iterator[str]:
    """Say where what is done is not what the plan says about keys, and what is not run."""
    left_out = [table.name for table in plan.tables if table.dimensions is None]
    if left_out:
        yield f"Not run, for the plan names no dimensions: {', '.join(left_out)}"
    made = {keys_name(job.asked.keys) for job in jobs}
    ordered = all(job.asked.table.key_order is not None for job in jobs)
    fits = {
        plans.SUM: made == {"sum"} and not any(job.asked.table.key_order for job in jobs),
        plans.MIXED: made == {"sum"} and ordered,
        plans.INDEPENDENT: False,
    }
    if not fits[plan.keys]:
        how = f"sums of record keys ({', '.join(sorted(made))})"
        yield (
            f'NOTE: the plan says keys = "{plan.keys}", and the cells here have keys that are {how}'
            "; what ptcert release proves for the plan assumes the former."
        )
