"""What was applied to what, with digests: the manifest that goes with an applied table."""

import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from exact.applying.binary_keys import BinaryKeys
from exact.applying.statements import KeyColumns
from exact.cellkeys.arithmetic import ByteFold, SumModulo
from exact.cellkeys.named import BYTE_FOLD, SUM, XOR
from exact.errors import InputError
from reports.engines.applying import Application, Applied
from reports.engines.records import key_names
from reports.engines.table import GivenTable
from reports.files import is_file, read_text

# What may be said about how to read the table's file.
READING = ("format", "keys", "beyond", "zero", "columns", "holes", "sheet")
NO_MANIFEST = "none"
_SUFFIX = ".manifest.json"
_MAX_BYTES = 1 << 24
FORMAT = "ptcert-applied"


def manifest_path(target: Path) -> Path:
    """Return where the manifest of a result stands: beside it."""
    return target.with_name(target.name + _SUFFIX)


def manifest_of(target: Path, given: str | None) -> Path | None:
    """Return the manifest that was given, or else the one beside a result, where there is one."""
    if given is not None:
        return None if given == NO_MANIFEST else Path(given)
    return path if target.name and is_file(path := manifest_path(target)) else None


def read_manifest(path: Path) -> dict[str, Any]:
    """Return a manifest as a document."""
    try:
        found = json.loads(read_text(path, _MAX_BYTES, "manifest", "a manifest of ptcert apply"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        rule = "is no manifest of ptcert apply"
        raise InputError("manifest", path, rule, "give --manifest none, and all options")
    return found


def manifest(
    data: dict[str, Any],
    given: GivenTable,
    asked: Application,
    found: Applied,
    engine: dict[str, str],
    publish: bool,
) -> dict[str, Any]:
    """Return the manifest as a document; that of a publication has nothing that is not published.

    The number of records is the true total, and what sums of doubles would do tells of counts.
    """
    floats = None if found.floats is None else {} if publish else asdict(found.floats)
    return {
        "format": FORMAT,
        "version": 1,
        "tool": {"name": "ptcert", "version": version("ptcert")},
        "engine": engine,
        "data": data if publish else data | {"records": found.records},
        "table": {
            "name": given.name,
            "format": given.format,
            "sha256": given.sha256,
            "reading": dict(given.reading),
        },
        "certificate": given.certificate,
        "by": list(asked.dimensions),
        "margins": [margin.text for margin in asked.margins],
        "where": [one.text for one in asked.where],
        "record_key": list(key_names(asked.keys)),
        "key_places": asked.grid.places,
        "float_keys": floats,
        "cell_keys": keys_name(asked.keys),
        "modulus": asked.keys.modulus,
        "zeros": asked.zeros,
        "categories": {name: list(values) for name, values in (asked.declared or {}).items()},
        "cells": found.cells,
        "cells_by_margin": found.by_margin,
    }


def keys_name(keys: KeyColumns) -> str:
    """Return how cell keys are made, by the name that the command line has for it."""
    if isinstance(keys, BinaryKeys) or isinstance(keys.arithmetic, SumModulo):
        return SUM
    return BYTE_FOLD if isinstance(keys.arithmetic, ByteFold) else XOR
