"""``ptcert apply``: counts, cell keys, noise and released counts of all cells and margins."""

import argparse
import json
from hashlib import file_digest
from pathlib import Path
from typing import Any

from reports.commands.tabulating import application, given_table
from reports.engines.applying import Application, Applied, apply, write
from reports.engines.duck import engine
from reports.engines.manifest import SUFFIX, manifest
from reports.engines.source import CSV, PARQUET, opened
from reports.files import check_suffix, output_path, staged, write_atomically
from reports.printing import say_json, say_lines
from reports.progress import doing


def run(options: argparse.Namespace) -> int:
    """Apply a table to records, write the result with its manifest, and say what was done."""
    target = output_path(options.output)
    check_suffix(target, (PARQUET, CSV))
    with doing("reading the table"):
        given = given_table(options)
    with engine(options.memory) as used:
        source = opened(used, options.data)
        asked = application(used, source, given, options)
        found = apply(used, source, asked, doing)
        known = {"name": "duckdb", "version": used.version}
        with staged(target) as temporary:
            with doing("writing the cells"):
                write(used, asked, temporary, target.suffix, options.publish)
            document = manifest(source, given, asked, found, known)
            document["output"] = {"name": target.name, **_written(temporary, options.publish)}
        write_atomically(manifest_path(target), json.dumps(document, indent=2) + "\n")
    if options.json:
        say_json(document)
    else:
        say_lines(*_said(target, asked, found), wide=options.wide)
    return 0


def manifest_path(target: Path) -> Path:
    """Return where the manifest of a result stands: beside it."""
    return target.with_name(target.name + SUFFIX)


def _written(path: Path, publish: bool) -> dict[str, Any]:
    with path.open("rb") as stream:
        return {"sha256": file_digest(stream, "sha256").hexdigest(), "published": publish}


def _said(target: Path, asked: Application, found: Applied) -> list[str]:
    margins = len(asked.margins) - 1
    kinds = f"{len(asked.dimensions)} dimensions and {margins} margins" if margins else "the table"
    return [
        f"{found.records:,} records, {found.cells:,} cells of {kinds} written to {target}",
        f"Every cell met one range of keys; every margin counts all {found.records:,} records.",
        f"What was applied to what: {manifest_path(target)}",
    ]
