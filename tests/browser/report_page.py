"""A report as the browser tests see it: what it should say, and the file to open."""

from dataclasses import dataclass
from pathlib import Path

from reports.document.blocks import Document


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The document with the page that was made from it."""

    name: str
    document: Document
    path: Path
