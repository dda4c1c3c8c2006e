"""Write a document in every format beside each other."""

from pathlib import Path

from exact.errors import InputError
from reports.document.blocks import Document
from reports.document.html import to_html
from reports.document.markdown import picture_files, to_markdown
from reports.files import write_atomically, write_bytes_atomically

FORMATS = ("html", "pdf", "md")


def publish(document: Document, folder: Path, name: str, formats: tuple[str, ...]) -> list[Path]:
    """Write NAME.report.html, .pdf and .md (with its picture_files), and return what was written.

    Everything is set before anything is written: an error leaves no half of a report.
    """
    stem = f"{name}.report"
    texts: dict[str, str | bytes] = {}
    if "html" in formats:
        texts[f"{stem}.html"] = to_html(document)
    if "pdf" in formats:
        from reports.document.pdf import to_pdf

        texts[f"{stem}.pdf"] = to_pdf(document)
    if "md" in formats:
        texts[f"{stem}.md"] = to_markdown(document, stem)
        texts |= {f"{stem}/{file}": svg for file, svg in picture_files(document).items()}
    written = []
    for file, content in texts.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            write_atomically(path, content)
        else:
            write_bytes_atomically(path, content)
        written.append(path)
    return written


def read_formats(text: str) -> tuple[str, ...]:
    """Read a list such as ``html,pdf``."""
    formats = tuple(part.strip() for part in text.split(","))
    unknown = [part for part in formats if part not in FORMATS]
    if unknown:
        raise InputError("as", unknown[0], "is no format of a report", "use html, pdf or md")
    return formats
