"""A report that goes to a file of its own: its suffix says in which format."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reports.document.blocks import Document
from reports.files import write_atomically

_JSON = ".json"
REPORTS = (".html", ".pdf", ".md", ".txt", _JSON)


def write_report(path: Path, document: Callable[[], Document], answer: Any) -> None:
    """Write the document, or the answer for machines."""
    if path.suffix == _JSON:
        write_atomically(path, json.dumps(answer, indent=2) + "\n")
        return
    from reports.content.publish import write_document

    write_document(document(), path)
