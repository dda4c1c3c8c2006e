"""A certificate with its report as files: read it, or write both."""

from collections.abc import Callable, Mapping
from pathlib import Path

from reports.certificates.certify import Certified
from reports.certificates.check import accepted
from reports.content.publish import publish
from reports.content.report import report
from reports.content.subject import SUFFIX, Subject
from reports.files import NOTHING, read_bytes
from verification.certificate.certificate import Certificate
from verification.shapes.strict import MAX_BYTES


def read_certificate(path: Path, name: str | None = None) -> Subject:
    """Read a certificate that the checker accepts, by default under the name of its file."""
    content = read_bytes(path, MAX_BYTES, wanted="a certificate")
    return read_subject(name or file_name(path), content, path.name)


def read_subject(name: str, content: bytes, file: str | None = None) -> Subject:
    """Read a certificate and re-check it: no report is made of what the checker rejects."""
    file = file or f"{name}{SUFFIX}"
    return subject_of(name, accepted(file, content), content, file)


def subject_of(name: str, made: Certificate, content: bytes, file: str) -> Subject:
    """Return what a report is about, of a certificate that was read from its file."""
    return Subject(name, made, content, file)


def file_name(path: Path) -> str:
    """Return the name of a table or certificate without what follows its first full stop."""
    return path.name.split(".")[0] or "table"


def write_certificate(
    path: Path,
    subject: Subject,
    formats: tuple[str, ...],
    beside: Mapping[Path, bytes] = NOTHING,
    accepted: Callable[[], None] = lambda: None,
) -> list[Path]:
    """Write a certificate, its report beside it, and what else was made; return the report's files.

    The report is set and the certificate ``accepted`` before anything is written, and all of it is
    written or nothing.
    """
    files = {path: subject.content, **beside}
    return publish(report(subject), path.parent, subject.name, formats, files, accepted)


def subject_made(path: Path, name: str, made: Certified) -> Subject:
    """Return what a report is about where this run asked the solvers itself."""
    return Subject(
        name, made.certificate, made.content, path.name, asked_here=True, known=made.audit
    )
