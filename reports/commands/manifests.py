"""The manifest beside a published table: how it was tabulated, and of which files it speaks."""

import argparse
from typing import Any

from exact.errors import InputError
from reports.engines.remote import RemoteSource
from reports.engines.source import Source
from reports.engines.table import GivenTable


def take_over(options: argparse.Namespace, document: dict[str, Any]) -> None:
    """Tabulate as the manifest says, where the command line names no dimensions."""
    try:
        options.by = ",".join(document["by"])
        options.margins = _margins(document["by"], document["margins"])
        options.where = list(map(str, document["where"]))
        options.record_key = ",".join(document["record_key"])
        options.zeros = document["zeros"] is True
        options.categories = [f"{n}={','.join(v)}" for n, v in document["categories"].items()]
        exactly = document["float_keys"] is not None
        options.float_keys = "exact" if exactly else options.float_keys
        if not exactly:
            options.cell_keys = options.cell_keys or str(document["cell_keys"])
            options.bigN = options.bigN or str(int(document["modulus"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        rule = "does not say how the table was made"
        raise InputError("manifest", "file", rule, "give --by and the rest") from None


def _margins(by: list[str], made: list[str]) -> str:
    """Return the margins as the command line has them; a name may hold what separates them."""
    if made and len(made) == 2 ** len(by):
        return "all"
    return ";".join(text for text in made if text) or "none"


def bound_files(
    document: dict[str, Any] | None,
    given: GivenTable,
    published: Source,
    data: Source | RemoteSource | None = None,
) -> dict[str, bool] | None:
    """Return for each file whether it is the one whose digest the manifest has.

    Records on a server have none.
    """
    if document is None:
        return None
    here = {"table": given.sha256, "output": published.sha256()}
    if data is not None and (digest := data.sha256()) is not None:
        here["data"] = digest
    return {
        name: isinstance(document.get(name), dict) and document[name].get("sha256") == digest
        for name, digest in here.items()
    }
