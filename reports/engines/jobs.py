"""Tables applied one after the other, their files written all or none, each with its manifest."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from os.path import relpath
from pathlib import Path
from typing import Any

from exact.applying.names import inner
from exact.applying.statements import APPLIED
from exact.errors import InputError
from reports.engines.applying import Application, Applied, Phase, first_below, write
from reports.engines.drawn import DrawnNoise, check_fit, drawn_noise
from reports.engines.duck import Engine
from reports.engines.manifest import manifest, manifest_path
from reports.engines.remote import RemoteSource, apply_there
from reports.engines.source import Source, check_other
from reports.engines.table import GivenTable
from reports.files import staged_together, write_atomically


@dataclass(frozen=True, slots=True)
class Job:
    """One table to apply: what is asked, and where its cells go.

    ``floor`` is what a plan says about the counts: none is smaller. ``categories`` says how many
    values a dimension has at most. ``plan`` is what the manifest says about the plan.
    """

    title: str
    given: GivenTable
    asked: Application
    target: Path
    floor: int = 0
    categories: tuple[tuple[str, int], ...] = ()
    plan: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """A table that was applied, its manifest, and the noise that was drawn."""

    job: Job
    found: Applied
    manifest: dict[str, Any]
    drawn: tuple[DrawnNoise, ...]


def run_jobs(
    engine: Engine,
    source: Source | RemoteSource,
    jobs: Sequence[Job],
    publish: bool,
    phase: Phase,
    report: Callable[[list[Done]], None] = lambda _: None,
) -> list[Done]:
    """Apply every table; only when all of them are written does any file take its place.

    ``report`` writes what is said about them: where it fails, nothing is left either.
    """
    targets = [path for job in jobs for path in (job.target, manifest_path(job.target))]
    if isinstance(source, Source):
        for target in targets:
            check_other(target, source)
    with phase("reading the data once for its digest"):
        digest = source.sha256()
    done = []
    with staged_together(targets) as temporary:
        for place, job in enumerate(jobs):
            found = apply_there(engine, source, job.asked, phase)
            _check_plan(engine, job)
            drawn = drawn_noise(engine, job.asked)
            check_fit(job.asked, found, drawn)
            if publish:
                _check_zeros(engine, job.asked)
            cells, said = temporary[2 * place : 2 * place + 2]
            with phase("writing the cells"):
                write(engine, job.asked, cells, job.target.suffix, publish)
            known = {"name": "duckdb", "version": engine.version}
            if isinstance(source, RemoteSource):
                known = {"name": source.engine, "version": source.version}
            data = {"name": source.name, "sha256": digest}
            document = manifest(data, job.given, job.asked, found, known, publish)
            if not publish:  # a publication does not say where things are at its publisher's
                folder = job.target.absolute().parent
                document["table"]["path"] = relpath(job.given.path.absolute(), folder)
            document["plan"] = job.plan
            document["output"] = {"name": job.target.name, **_written(cells, publish)}
            write_atomically(said, json.dumps(document, indent=2) + "\n")
            done.append(Done(job, found, document, drawn))
        report(done)
    if isinstance(source, RemoteSource):
        source.close()
    return done


def _written(path: Path, publish: bool) -> dict[str, Any]:
    with path.open("rb") as stream:
        return {"sha256": file_digest(stream, "sha256").hexdigest(), "published": publish}


def _check_zeros(engine: Engine, asked: Application) -> None:
    """Refuse to publish a 0 that only a cell with records can be.

    That is each, where empty cells are left out; and with them those of a category that is there
    because it occurs, where none of its cells is released as another number.
    """
    zeros, ones = engine.rows(
        f"SELECT count(*), count(*) FILTER (n = 1) FROM {APPLIED} WHERE n > 0 AND n + noise = 0"
    )[0]
    if zeros and not asked.zeros:
        rule = (
            f"would publish {zeros:,} cells as 0, and each has records, {ones:,} of them one "
            "person: empty cells are left out"
        )
        remedy = "publish all cells of the cross-classification: give --zeros"
        raise InputError("publish", "without --zeros", rule, remedy)
    for place, name in enumerate(asked.dimensions if asked.zeros else ()):
        column, kept = inner(name), 1 << (len(asked.dimensions) - 1 - place)
        known = f" AND {column} IS NULL" if name in (asked.declared or {}) else ""
        shown = engine.rows(
            f"SELECT {column} FROM {APPLIED} WHERE summed & {kept} = 0{known} "
            f"GROUP BY {column} HAVING max(abs(n + noise)) = 0 AND max(n) > 0 LIMIT 1"
        )
        if shown:
            rule = f"of {name} is published as 0 everywhere, and is named only because it occurs"
            remedy = f"declare the categories of {name} with --categories"
            if known or shown[0][0] is None:
                remedy = f"leave out records without {name}: --where '{name}!='"
            raise InputError("category", shown[0][0] or "", rule, remedy)


def _check_plan(engine: Engine, job: Job) -> None:
    """See that the data are as the plan says: counts not below the floor, so many categories."""
    if job.floor:
        cells = first_below(engine, job.asked, job.floor)
        if cells:
            rule = f"is not kept by the table {job.title!r}: {cells}"
            raise InputError("count_floor", job.floor, rule, "correct the plan, or the table")
    for name, most in job.categories:
        if name in job.asked.dimensions:
            column = inner(name)
            found = engine.rows(
                f"SELECT count(DISTINCT {column}) + max(CAST({column} IS NULL AS INTEGER)) "
                f"FROM {APPLIED} WHERE summed = {job.asked.margins[0].mask} AND n > 0"
            )[0][0]
            if found is not None and found > most:
                rule = f"of {name} in the plan are fewer than the {found} that occur"
                raise InputError("categories", most, rule, "correct the plan")
