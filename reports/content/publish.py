"""Write a document in every format beside each other."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from exact.errors import InputError
from reports.document.blocks import Document
from reports.document.html import to_html
from reports.document.markdown import picture_files, to_markdown
from reports.document.text import to_text
from reports.files import NOTHING, check_suffix, write_together

FORMATS = ("html", "pdf", "md")
# What a document can be written as by the name of its file.
SUFFIXES = (".html", ".md", ".pdf", ".txt")


def publish(
    document: Document,
    folder: Path,
    name: str,
    formats: tuple[str, ...],
    beside: Mapping[Path, bytes] = NOTHING,
    ready: Callable[[], None] = lambda: None,
) -> list[Path]:
    """Write NAME.report.html, .pdf and .md (with its picture_files), and return what was written.

    What lies ``beside`` the report is written in the same step, and every folder is made for it.
    Everything is set and ``ready`` asked before anything is written: an error or an interrupt
    leaves no half.
    """
    stem = f"{name}.report"
    files: dict[str, bytes] = {}
    for suffix in formats:
        files |= _files(document, stem, suffix)
    report = {folder / file: content for file, content in files.items()}
    everything = {**beside, **report}
    ready()
    write_together(everything, _own(everything, folder), folder)
    return list(report)


def write_document(document: Document, path: Path, beside: Mapping[Path, bytes] = NOTHING) -> None:
    """Write a document as the file ``path`` in the format of its suffix; Markdown with pictures.

    What was made ``beside`` it is written too, or nothing is.
    """
    check_suffix(path, SUFFIXES)
    named = _files(document, path.stem, path.suffix.removeprefix("."))
    files = {path.parent / file: content for file, content in named.items()}
    write_together({**files, **beside}, _own(files, path.parent))


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


def _own(files: Iterable[Path], given: Path) -> list[Path]:
    """Return the folders of files other than the one that the user has given."""
    return list(dict.fromkeys(path.parent for path in files if path.parent != given))


def read_formats(text: str) -> tuple[str, ...]:
    """Read a list such as ``html,pdf``."""
    formats = tuple(part.strip() for part in text.split(","))
    unknown = [part for part in formats if part not in FORMATS]
    if unknown:
        raise InputError("as", unknown[0], "is no format of a report", "use html, pdf or md")
    return formats
