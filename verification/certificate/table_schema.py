"""The schema of a table inside a certificate: that of its own file."""

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("table.schema.json")


def table_schema() -> dict[str, Any]:
    """Return what the file ``table.schema.json`` says."""
    found: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found
