"""What was applied to what, with digests: the manifest that goes with an applied table."""

from importlib.metadata import version
from typing import Any

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo
from reports.engines.applying import Application, Applied
from reports.engines.source import Source
from reports.engines.table import GivenTable

SUFFIX = ".manifest.json"
FORMAT = "ptcert-applied"


def manifest(
    source: Source, given: GivenTable, asked: Application, found: Applied, engine: dict[str, str]
) -> dict[str, Any]:
    """Return the manifest as a document."""
    return {
        "format": FORMAT,
        "version": 1,
        "tool": {"name": "ptcert", "version": version("ptcert")},
        "engine": engine,
        "data": {"name": source.path.name, "sha256": source.sha256(), "records": found.records},
        "table": {"name": given.name, "format": given.format, "sha256": given.sha256},
        "certificate": given.certificate,
        "by": list(asked.dimensions),
        "margins": [margin.text for margin in asked.margins],
        "where": [one.text for one in asked.where],
        "record_key": list(asked.keys.columns),
        "key_places": asked.grid.places,
        "cell_keys": arithmetic_name(asked.keys.arithmetic),
        "modulus": asked.keys.modulus,
        "zeros": asked.zeros,
        "cells": found.cells,
        "cells_by_margin": found.by_margin,
    }


def arithmetic_name(arithmetic: KeyArithmetic) -> str:
    """Return how cell keys are made, by the name that the command line has for it."""
    if isinstance(arithmetic, SumModulo):
        return "sum"
    return "byte-fold" if isinstance(arithmetic, ByteFold) else "xor4"
