"""Write a document in every format beside each other."""

from pathlib import Path

from exact.errors import InputError
from reports.document.blocks import Document
from reports.document.html import to_html
from reports.document.markdown import picture_files, to_markdown
from reports.document.text import to_text
from reports.files import write_bytes_atomically

FORMATS = ("html", "pdf", "md")


def publish(document: Document, folder: Path, name: str, formats: tuple[str, ...]) -> list[Path]:
    """Write NAME.report.html, .pdf and .md (with its picture_files), and return what was written.

    Everything is set before anything is written: an error leaves no half of a report.
    """
    stem = f"{name}.report"
    files: dict[str, bytes] = {}
    for suffix in formats:
        files |= _files(document, stem, suffix)
    return _write(folder, files)


def write_document(document: Document, path: Path) -> list[Path]:
    """Write a document as the file ``path`` in the format of its suffix; Markdown with pictures."""
    suffix = path.suffix.removeprefix(".")
    if suffix not in (*FORMATS, "txt"):
        remedy = "end it in .html, .md, .pdf or .txt"
        raise InputError("output", path, "does not say by its suffix what to write", remedy)
    return _write(path.parent, _files(document, path.stem, suffix))


def _files(document: Document, stem: str, suffix: str) -> dict[str, bytes]:
    """Return the files of one format by their names."""
    if suffix == "pdf":
        from reports.document.pdf import to_pdf

        return {f"{stem}.pdf": to_pdf(document)}
    if suffix == "txt":
        return {f"{stem}.txt": f"{to_text(document)}\n".encode()}
    if suffix == "html":
        return {f"{stem}.html": to_html(document).encode()}
    drawings = {f"{stem}/{file}": svg.encode() for file, svg in picture_files(document).items()}
    return {f"{stem}.md": to_markdown(document, stem).encode(), **drawings}


def _write(folder: Path, files: dict[str, bytes]) -> list[Path]:
    written = []
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
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
