"""A certificate with its report as files: read it, or write both."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from reports.commands.check import accepted
from reports.content.publish import NOTHING, publish
from reports.content.report import report
from reports.content.subject import SUFFIX, Subject
from reports.files import read_bytes
from verification.certificate.document import Document, certificate_text

_MAX_BYTES = 256 << 20


def read_certificate(path: Path, name: str | None = None) -> Subject:
    """Read a certificate that the checker accepts, by default under the name of its file."""
    content = read_bytes(path, _MAX_BYTES, wanted="a certificate")
    return read_subject(name or file_name(path), content, path.name)


def read_subject(name: str, content: bytes, file: str | None = None) -> Subject:
    """Read a certificate and re-check it: no report is made of what the checker rejects."""
    document = accepted(name, content)
    return Subject(name, document, sha256(content).hexdigest(), file or f"{name}{SUFFIX}")


def file_name(path: Path) -> str:
    """Return the name of a table or certificate without what follows its first full stop."""
    return path.name.split(".")[0] or "table"


def write_certificate(
    path: Path,
    name: str,
    document: Document,
    formats: tuple[str, ...],
    beside: Mapping[Path, bytes] = NOTHING,
) -> list[Path]:
    """Write a certificate, its report beside it, and what else was made; return the report's files.

    The report is set before anything is written, and all of it is written or nothing.
    """
    text = certificate_text(document)
    subject = Subject(name, document, sha256(text.encode()).hexdigest(), path.name)
    files = {path: text.encode(), **beside}
    return publish(report(subject), path.parent, name, formats, files)
